"""Hello World! without positions."""

from collections.abc import Callable

import numpy as np

from exercises.catalogue.hello_world.no_positions import hel_word, says_without_positions
from exercises.judging.machine import machine
from exercises.judging.text import praise
from exercises.statement import Exercise, Mark
from taotp.programs.hello_world import hello_world
from taotp_core.encodings import EAST, NORTH
from taotp_core.program import Program
from taotp_core.weights import Head, Layer, Transformer

MESSAGE = "Hello World!"
STUB = '''
def hello_without_positions():
    """A Program that says Hello World! and whose W_pos is all zero."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """Says the message with a position table of zeros."""
    return praise(*says_without_positions(answer, MESSAGE))


def hello_without_positions() -> Program:
    """One head that averages everything finds 1/n, and 1/n moves the stream along."""
    east = np.array([1.0, -1.0, 0.0, 0.0]) / np.sqrt(2)
    north = np.array([1.0, 1.0, -2.0, 0.0]) / np.sqrt(6)
    flag = np.array([1.0, 1.0, 1.0, -3.0]) / np.sqrt(12)

    # In which direction of the plane each symbol is heard, in degrees from east.
    angles = {"H": 0, "W": 22, "l": 45, "e": 68, "o": 90, "!": 122, "d": 155, "<stop>": 190}
    angles |= {"r": 225, "<start>": 270, " ": 315}
    heard = {}
    for symbol, angle in angles.items():
        heard[symbol] = np.cos(np.deg2rad(angle)) * east + np.sin(np.deg2rad(angle)) * north
    W_U = np.stack([*heard.values()], axis=1)

    # Where each symbol puts the stream, before the head adds east / n.
    message = ["<start>", *"Hello World!", "<stop>"]
    place = {}
    for n, read in enumerate(message[:-1], 1):
        place[read] = heard[message[n]] - east / n
    place["<start>"] = flag
    place["l"] = -0.2 * east + 0.05 * north  # 4, 5, 11 tokens: passes l, o, d
    place["o"] = (-5 * east - north) / 36  # 6, 9 tokens: passes the space and r
    place["<stop>"] = north
    W_E = np.stack([place[symbol] for symbol in angles])

    nothing = np.zeros((4, 0))  # no queries, no keys: every score is 0, every weight 1/n
    head = Head(nothing, nothing, W_V=flag[:, None] / 2, W_O=east[None, :])
    model = Transformer(W_E, np.zeros((13, 4)), [Layer([head])], W_U=W_U)
    return Program(model, list(angles), "<start>", "<stop>")


# Found by a search: where each symbol stands in the plane that layer norm leaves of three
# dimensions, and the direction in which it is heard. The start is never heard.
IN_THE_PLANE = {
    "<start>": ((-2.32, 0.47), (0.0, 0.0)),
    "H": ((-5.82, -0.32), (0.66, 0.75)),
    "e": ((-1.92, -0.14), (-1.0, -0.09)),
    "l": ((-0.69, -0.59), (0.69, -0.72)),
    "o": ((-0.49, 0.16), (0.14, -0.99)),
    " ": ((16.09, -4.23), (0.97, 0.23)),
    "W": ((0.12, -0.57), (0.97, -0.25)),
    "r": ((1.7, -1.63), (-0.73, 0.68)),
    "d": ((-0.53, 1.04), (-0.84, -0.54)),
    "!": ((-1.29, -2.32), (-0.33, 0.94)),
    "<stop>": ((1.0, 1.0), (-0.5, -0.87)),
}


def accepted_three_dimensions() -> Callable[[], Program]:
    """No room for a flag: every symbol has its part in the average, and three dimensions do."""

    def three() -> Program:
        plane = np.stack([EAST, NORTH])
        places, heard = (np.array(column) for column in zip(*IN_THE_PLANE.values(), strict=True))
        nothing = np.zeros((3, 0))
        value = np.array([-1.13, 2.35]) @ plane
        head = Head(nothing, nothing, W_V=value[:, None], W_O=EAST[None])
        layers = [Layer([head])]
        model = Transformer(places @ plane, np.zeros((13, 3)), layers, W_U=(heard @ plane).T)
        return Program(model, list(IN_THE_PLANE), "<start>", "<stop>")

    return three


def accepted_average() -> Callable[[], Program]:
    """A head that looks everywhere alike."""
    return hello_without_positions


def changed(**parts: object) -> Program:
    """The accepted program with some parts of its model exchanged."""
    program = hello_without_positions()
    model = program.model
    fields = {"W_E": model.W_E, "W_pos": model.W_pos, "layers": model.layers, "W_U": model.W_U}
    model = Transformer(**(fields | parts))  # type: ignore[arg-type]
    return Program(model, program.vocabulary, program.start, program.stop)


def wrong_no_layer() -> Callable[[], Program]:
    """Without attention l has one successor, and the message needs three."""
    return lambda: changed(layers=[])


def wrong_last_token_only() -> Callable[[], Program]:
    """The shorter message's idea on the longer one."""

    def pairs() -> Program:
        short = hel_word()
        model = Transformer(short.model.W_E, np.zeros((13, 3)), W_U=short.model.W_U)
        return Program(model, short.vocabulary, short.start, short.stop)

    return pairs


def wrong_positions() -> Callable[[], Program]:
    """The chapter's program."""
    return lambda: hello_world(MESSAGE)


def wrong_twice_as_loud() -> Callable[[], Program]:
    """The start is felt too strongly: the lines are run through at the wrong speed."""

    def loud() -> Program:
        head = hello_without_positions().model.layers[0].heads[0]
        return changed(layers=[Layer([Head(head.W_Q, head.W_K, 2 * head.W_V, head.W_O)])])

    return loud


EXERCISE = Exercise(
    slug="no-positions-hello",
    source="2.5",
    title="Hello World! without positions",
    kind="construct",
    marks=(Mark.VERY_HARD,),
    statement="""
The same for the whole *Hello World!*: every number of `W_pos` is zero, the program says the
message and stops. Now *l* is followed by *l*, by *o* and by *d*, and *o* by a space and by *r*.
Layers are allowed, and you will need one. The unembedding need not be tied; the norms are the
plain LayerNorm. How few parameters are enough?
""",
    hints=(
        "The last token is not enough here. What differs between the first *l* and the third? "
        "What can a head see of that, when all positions are alike?",
        "A head with `W_Q = 0` gives the same weight, $1/n$, to each of $n$ tokens. There is "
        "one token that occurs once, in every text, at the beginning.",
        "Let that head carry a vector for `<start>` and nothing for the others: it adds $1/n$ "
        "times the vector. So the stream after an *l* moves along a line as the text grows. "
        "Draw the line, and put the three answers where it passes them. The other symbols have "
        "one successor each.",
    ),
    answer="""
Of all symbols only `<start>` has a part along `flag`, which the head reads; averaged over $n$
tokens it becomes $1/n$, and the head adds `east / n`. In the plane that layer norm leaves, `W_U`
hears each symbol in a direction. After *l* the stream is at $1/n - 0.2$ to the east and $0.05$ to
the north, which is north-east for $n = 4$, north for 5 and west-north-west for 11: there wait
*l*, *o* and *d*. After *o* it runs south of the center past the space and *r*. All other symbols
know their $n$ and subtract it. Queries and keys of size zero cost nothing: 148 parameters.

It can be done with 111, in three dimensions. There is no room for a flag, so every symbol has its
part in the average. The places of the symbols then depend on one another, and ours were found by
a search.
""",
    stub=STUB,
    judge=judge,
    code=(hello_without_positions,),
    typed=machine(judge, hello_without_positions),
)
