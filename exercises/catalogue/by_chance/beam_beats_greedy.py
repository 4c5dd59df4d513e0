"""Exercise: a chain in which a beam of two finds what greedy misses."""

from collections.abc import Callable, Sequence

import numpy as np

from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise, Mark
from exercises.typed import Field, Typed
from taotp_core.arrays import Array
from taotp_core.decode import beam
from taotp_core.weights import Transformer

N, STEPS, TIMES = 3, 2, 2.0
STUB = '''
def chain():
    """Three rows of three shares: how likely 0, 1 and 2 come after each."""
    raise NotImplementedError
'''

Make = Callable[[], Sequence[Sequence[float]]]


def likeliest(shares: Array, width: int) -> tuple[list[int], float]:
    """The best text of two more letters after 0 that a beam finds, and its share."""
    logits = np.log(np.maximum(shares, 1e-300))
    model = Transformer(logits, np.zeros((STEPS, N)), norm_final=None, W_U=np.eye(N))
    best = beam(model, np.array([0]), STEPS, width)[0]
    return best.tokens.tolist(), float(np.exp(best.log_probability))


def judge(answer: object) -> str:
    """The text of the beam must be at least twice as likely as that of greedy."""
    where = "in chain"
    shares = numbers(ask(answer, where=where), (N, N), where)
    if not ((shares >= 0).all() and np.abs(shares.sum(-1) - 1).max() <= 1e-9):
        raise Wrong(f"{where} expected rows of shares that sum to 1, got {shares.tolist()}")
    (alone, own), (wide, other) = (likeliest(shares, width) for width in (1, 2))
    if not other >= TIMES * own:
        words = f"{wide} with {other:.4g}, and {alone} with {own:.4g}"
        raise Wrong(f"{where} expected the text of the beam twice as likely, got {words}")
    return f"{N} rows, {wide} with {other:.4g} and {alone} with {own:.4g}"


def chain() -> list[list[float]]:
    """After the likelier letter nobody knows, after the other everybody does."""
    return [[0.0, 0.55, 0.45], [0.4, 0.3, 0.3], [0.0, 0.0, 1.0]]


def accepted_uneven() -> Make:
    """As the model answer has it."""
    return chain


def accepted_all_possible() -> Make:
    """Nothing is impossible."""
    return lambda: [[0.06, 0.48, 0.46], [0.34, 0.33, 0.33], [0.02, 0.96, 0.02]]


def wrong_sure() -> Make:
    """Greedy is right at once."""
    return lambda: [[0.0, 0.9, 0.1], [0.4, 0.3, 0.3], [0.0, 0.0, 1.0]]


def wrong_nearly() -> Make:
    """Better, but not twice as likely."""
    return lambda: [[0.0, 0.55, 0.45], [0.5, 0.25, 0.25], [0.0, 0.0, 1.0]]


def wrong_dead_end() -> Make:
    """The second letter is as much in doubt on both ways."""
    return lambda: [[0.0, 0.55, 0.45], [0.4, 0.3, 0.3], [0.3, 0.3, 0.4]]


def wrong_columns() -> Make:
    """Columns that sum to 1."""
    return lambda: np.array(chain()).T.tolist()


EXERCISE = Exercise(
    slug="beam-beats-greedy",
    title="Look ahead",
    kind="construct",
    marks=(Mark.RECOMMENDED,),
    statement="""
A machine of order 1 has three letters, 0, 1 and 2, and begins with 0. Two letters more are to be
written. `chain()` returns its table, three rows of three shares, for which a beam of two finds a
text at least twice as likely as the one that greedy writes.
""",
    hints=(
        "Greedy goes to the likelier letter. What has to be bad about it there?",
        "And how good can it be after the other one?",
    ),
    answer="""
After 0 comes 1 with 0.55 and 2 with 0.45. Greedy takes 1, and after 1 everything is about as
likely: 0.55 times 0.4 is 0.22. After 2 comes 2 for sure, and 0.45 is more than twice that. With
three letters a beam of two can be up to three times better, and hardly more: the first share is at
best alike, and the second at best three times as large.
""",
    stub=STUB,
    judge=judge,
    code=(chain,),
    typed=Typed(
        (
            Field(
                "rows",
                "three lines of three shares: what comes after 0, after 1, after 2",
                "rows",
                example="0.2, 0.5, 0.3\n...",
            ),
        ),
        "beam",
        lambda: {"times": TIMES},
        part="rules",
    ),
)
