"""The two sentences in at most a hundred numbers."""

import numpy as np

from exercises.judging.judge import praised, small_enough
from exercises.judging.machine import machine
from exercises.judging.sentences import SENTENCES, two_sentences
from exercises.statement import Exercise
from taotp.applications.counts.machine import next_word
from taotp_core.encodings import circle
from taotp_core.program import Program
from taotp_core.weights import Head, Layer, Transformer

MOST = 100
ORDER = [
    "battery",
    "log",
    "program",
    "and",
    "find",
    "out",
    "whether",
    "it",
    "ran",
    "down",
    "please",
    "check",
    "the",
]
STUB = '''
def say_two_sentences():
    """A Program of at most 100 numbers that says both sentences."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """Every beginning goes on as it should, and the machine is small."""
    program, tally = two_sentences(answer, "in say_two_sentences")
    small_enough("both sentences", program.model, "total", "numbers", "the machine", MOST)
    words = "{inputs} inputs, {total} numbers, smallest margin {margin:.2g}"
    return praised(words, program.model, tally)


def say_two_sentences(noun: float = 3.0, ran: float = 0.1) -> Program:
    """Words and places on a circle; one head tips the place of ran by what it sees at the noun."""
    point = dict(zip(ORDER, circle(len(ORDER)), strict=True))
    points = np.array([point[word] for word in ORDER])
    said = ["the", *SENTENCES[0][2:]]
    W_pos = 1000 * np.array([point[word] for word in said])
    middle = (point["down"] + point["please"]) / 2
    W_pos[2] = noun * point["log"]
    W_pos[9] = ran * middle - point["ran"]
    aside, tip = point["battery"] - point["program"], point["down"] - point["please"]
    look = Head(
        W_Q=1000 * middle[:, None],
        W_K=point["log"][:, None],
        W_V=aside[:, None],
        W_O=ran * tip[None],
        name="looks at the noun",
    )
    return Program(Transformer(points, W_pos, [Layer([look])]), ORDER)


def accepted_quieter() -> Program:
    """Other sizes do as well."""
    return say_two_sentences(2.5, 0.05)


def wrong_positions_alone() -> Program:
    """Places that know no noun."""
    program = say_two_sentences()
    return Program(Transformer(program.model.W_E, program.model.W_pos), ORDER)


def wrong_too_loud() -> Program:
    """The noun is drowned at its place, and nothing is left to be seen."""
    return say_two_sentences(1e16)


def wrong_tips_the_noun() -> Program:
    """What tips the place of ran tips that of the noun as well."""
    return say_two_sentences(3.0, 1.0)


def wrong_large() -> Program:
    """The chapter's machine says it, in ten times as many numbers."""
    return next_word(dict.fromkeys(map(tuple, SENTENCES), 1))


EXERCISE = Exercise(
    slug="say-two-sentences",
    title="Two sentences in a hundred numbers",
    kind="budget",
    statement=f"""
*{" ".join(SENTENCES[0])}* and *{" ".join(SENTENCES[1])}*: give `say_two_sentences()`, a `Program`
of at most {MOST} numbers that has these words and, from every beginning of a sentence, says the
next word. After *check the* it may say what it likes, and it need not stop. With layer
norm, and no biases. How few are enough? There is [a leaderboard](leaderboards.ipynb).
""",
    hints=(
        "Three columns are enough for thirteen words: see the circle in the chapter.",
        "Nearly every word follows from how many were said. Let a position point at its answer.",
        "One head with one number for each of its four tasks: it looks at the place of the noun, "
        "where the position must not be so loud that the noun is drowned.",
    ),
    answer="""
Thirteen words of three numbers, eleven places of three, and a head of twelve: 84. *Battery* and
*program* stand on both sides of *log*, so that at the third place the noun turns the row a little
to its side; the head brings how far, and at the tenth place that tips a short row between *down*
and *please*.
""",
    stub=STUB,
    judge=judge,
    code=(say_two_sentences,),
    typed=machine(judge, say_two_sentences),
)
