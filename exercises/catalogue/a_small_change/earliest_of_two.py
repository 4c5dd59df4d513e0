"""The earliest place where the last two symbols stood, by an adapter of rank 1."""

from collections.abc import Callable
from itertools import product

import numpy as np

from exercises.judging.adapters import Pairs, own_adapters
from exercises.judging.judge import Tally, Wrong, ask, right
from exercises.statement import Exercise
from taotp.programs.searching import search
from taotp_core.encodings import circle, turn
from taotp_core.weights import Transformer, named_arrays

SYMBOLS, N_CTX, N_MATCH = "^abc", 10, 2
LONGEST = 7
ASKS = "layers.1.heads.0.W_Q"
STUB = '''
def earliest_of_two():
    """Adapters of rank 1 for search("^abc", 10, 2).model."""
    raise NotImplementedError
'''

Make = Callable[[], Pairs]
Text = tuple[int, ...]


def frozen() -> Transformer:
    """The search for the last two symbols, of which the latest occurrence counts."""
    return search(SYMBOLS, N_CTX, N_MATCH).model


def followed(text: Text) -> int | None:
    """What followed the last two symbols the first time, None where they are new."""
    for i in range(N_MATCH, len(text)):
        if text[i - N_MATCH : i] == text[-N_MATCH:]:
            return text[i]
    return None


def judge(answer: object) -> str:
    """Every text of up to seven letters, behind a mark, by matrices of rank 1."""
    where = "in earliest_of_two"
    given = ask(answer, where=where)
    found, model = own_adapters(given, frozen(), where)
    for path, (_, B) in found.items():
        if len(B) > 1:
            raise Wrong(f"{where} expected rank 1, got {len(B)} for {path}")
    tally = Tally()
    for n in range(N_MATCH + 1, LONGEST + 1):
        texts = [t for t in product(range(1, len(SYMBOLS)), repeat=n) if followed(t) is not None]
        tokens = np.array([(0, *text) for text in texts])
        expected = np.full(tokens.shape, -1)
        expected[:, -1] = [followed(text) for text in texts]
        tally += right(model, tokens, expected, spelled, lambda i: SYMBOLS[i], typed=spelled)
    return f"{tally.inputs} inputs, smallest margin {tally.margin:.3g}"


def spelled(tokens: object) -> str:
    """Tokens as letters."""
    return "".join(SYMBOLS[i] for i in tokens)  # type: ignore[attr-defined]


def earliest_of_two() -> Pairs:
    """Whoever stands on the quarter of the circle asks for a place before its beginning."""
    W_Q = named_arrays(frozen())[ASKS]
    middle = circle(4 * N_CTX)[N_CTX // 2]
    place, key = W_Q.shape[0] - 3, W_Q.shape[1] - 3
    A, B = np.zeros((len(W_Q), 1)), np.zeros((1, W_Q.shape[1]))
    A[place:, 0] = middle
    B[0, key:] = 0.8 * W_Q[place:, key:].max() * (middle @ turn(-N_CTX, 4 * N_CTX))
    return {ASKS: (A, B)}


def accepted_louder() -> Make:
    """A little more of it."""

    def louder() -> Pairs:
        ((path, (A, B)),) = earliest_of_two().items()
        return {path: (A, 1.05 * B)}

    return louder


def wrong_negative() -> Make:
    """The opposite of what the machine asks is of rank 3, as a block."""

    def negative() -> Pairs:
        W_Q = named_arrays(frozen())[ASKS]
        U, values, V = np.linalg.svd(-2 * np.pad(W_Q[-3:, -3:], ((len(W_Q) - 3, 0), (6, 0))))
        return {ASKS: (U[:, :3] * values[:3], V[:3])}

    return negative


def wrong_half_of_it() -> Make:
    """The first direction of that alone."""

    def half() -> Pairs:
        ((path, (A, B)),) = wrong_negative()().items()
        return {path: (A[:, :1], B[:1])}

    return half


def wrong_later() -> Make:
    """Toward the end, where the machine looks already."""

    def later() -> Pairs:
        ((path, (A, B)),) = earliest_of_two().items()
        return {path: (A, -B)}

    return later


def wrong_faint() -> Make:
    """Not enough of it."""

    def faint() -> Pairs:
        ((path, (A, B)),) = earliest_of_two().items()
        return {path: (A, 0.5 * B)}

    return faint


EXERCISE = Exercise(
    slug="earliest-of-two",
    title="The earliest of two",
    kind="construct",
    statement=f"""
`search("{SYMBOLS}", {N_CTX}, {N_MATCH})` says what followed the last two symbols the *latest* time.
Give `earliest_of_two()`, adapters `{{path: (A, B)}}` of rank 1 for any of its matrices, with which
it says what followed them the *earliest* time. Every text begins with `^`, which is said nowhere
else, and then has up to {LONGEST} of the letters *a*, *b* and *c*.
""",
    hints=(
        "The chapter does it for one symbol. Where in the stream of this machine do positions lie?",
        "The question for a place must add less to the score than a symbol that differs takes "
        "away.",
    ),
    answer="""
As in the chapter: positions are the last three rows of `W_Q` and are compared with the last three
columns. $A$ reads the middle of the quarter circle, which is nearly the same for all positions, and
$B$ writes a place a quarter turn before it, eight tenths as loud as the largest number that is
there. Twice the opposite of what the machine asks would do as well, by rank 2.
""",
    stub=STUB,
    judge=judge,
    code=(frozen, followed, earliest_of_two),
)
