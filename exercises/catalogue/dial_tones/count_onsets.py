"""Exercise: which one is it, without a mask."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.judging.judge import praised, small_enough
from exercises.judging.machine import machine
from exercises.judging.onsets import PLACES, numbered, without_mask
from exercises.statement import Exercise
from taotp_core.arrays import Array
from taotp_core.encodings import EAST, NORTH
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM, Head, Layer, Transformer

MOST = 500
STUB = '''
def count_onsets():
    """A Transformer without a mask that numbers the ones."""
    raise NotImplementedError
'''

Make = Callable[[], Transformer]


def judge(answer: object) -> str:
    """Every row of nine zeros and ones."""
    model = without_mask(answer)
    tally = numbered(model)
    small_enough(f"{tally.inputs} inputs", model, "total", "parameters", "nine places", MOST)
    size = "{total} parameters, {nonzero} of them not zero"
    return praised("{inputs} inputs, " + size + ", smallest margin {margin:.3g}", model, tally)


def count_onsets(step: float = 0.03, deaf: float = 40.0) -> Transformer:
    """A head that looks at what is before, and at itself with all that is left.

    At place p, each place before has a ninth of the attention and p itself 9 - p of them: the sum
    of ninths is the number of ones before, and what p adds by itself is known beforehand.
    """
    p, j = np.indices((PLACES, PLACES))
    itself = np.log(PLACES - p)
    scores = np.where(j < p, 0.0, np.where(j == p, itself, -deaf))[:-1]  # the last looks evenly
    east, north = np.zeros((2, 3 + PLACES))
    east[:3], north[:3] = EAST, NORTH
    angles = np.arcsin(step * (np.arange(PLACES + 1) - PLACES / 2))
    W_E = np.outer(np.sin(angles), east) + np.outer(np.cos(angles), north)
    W_pos = np.eye(PLACES, 3 + PLACES, 3)
    heard = normalize(W_E[:2, None] + W_pos, LAYER_NORM)  # [2, places, d_model]
    zero, one = heard[:, 0] @ east
    read = W_pos - np.where(np.arange(3 + PLACES) < 3, 1 / 3, 0)  # less what the norm took away
    scale = heard[0, 0] @ read[0]
    gain = step * (W_E[1] @ north) * PLACES / (one - zero)
    wanted = -step * PLACES / 2 * (W_E[1] @ north) - W_E[1] @ east
    shares = np.where(j < p, 1.0, np.where(j == p, PLACES - p, 0.0)) / PLACES
    of_itself = zero + (one - zero) * (PLACES - p[:, 0] - 1) / PLACES
    corrections: Array = np.linalg.solve(shares, wanted / gain - of_itself)
    head = Head(
        W_Q=read[:-1].T * np.sqrt(PLACES - 1) / scale,
        W_K=read.T @ scores.T / scale,
        W_V=(east + corrections @ read / scale)[:, None],
        W_O=gain * east[None],
    )
    return Transformer(W_E, W_pos, [Layer([head])], causal=False)


def accepted_itself() -> Make:
    """What is left of the attention stays at home."""
    return count_onsets


def accepted_wider_steps() -> Make:
    """The same with the numbers farther apart."""
    return lambda: count_onsets(0.05)


def wrong_mask() -> Make:
    """A mask is what it has to do without."""
    return lambda: replace(count_onsets(), causal=True)


def wrong_everywhere() -> Make:
    """Looking everywhere evenly counts all of them."""

    def even() -> Transformer:
        model = count_onsets()
        (head,) = model.layers[0].heads
        return replace(model, layers=[Layer([replace(head, W_Q=0 * head.W_Q)])])

    return even


def wrong_soft() -> Make:
    """What comes later is heard a little."""
    return lambda: count_onsets(deaf=2.0)


def wrong_small() -> Make:
    """Eight places are not nine."""

    def fewer() -> Transformer:
        model = count_onsets()
        return replace(model, W_pos=model.W_pos[:-1])

    return fewer


EXERCISE = Exercise(
    slug="count-onsets",
    title="Which one is it?",
    kind="budget",
    statement="""
An encoder has no mask, and still has to know which press comes first. Take the sound away:
`count_onsets()` returns a `Transformer` with `causal=False`, the symbols 0 to 9 and nine positions.
It reads nine zeros and ones, and at each 1 it says which one it is: after 0 1 1 0 0 1 0 0 0 it says
1, 2 and 3 at the three ones. At zeros it may say anything. The norms are the plain LayerNorm,
and it has at most 500 numbers. (There is a leaderboard, `least-onset-count`.)
""",
    hints=(
        "Which scores make a head look at all that is before it evenly, and at nothing behind?",
        "An average over $p$ places is a sum divided by $p$. What if the attention that the others "
        "leave stays at one place of which it is known what it holds?",
        "At a place that is asked, there is a 1.",
    ),
    answer="""
With positions as one-hot columns a head may have any table of scores. This one gives each place
before a ninth of its attention and the rest to itself, where it finds a 1, since nothing is asked
elsewhere: a ninth of the count, and something that depends on the place alone. That part is taken
away by what each position adds to its value. Numbers are neighbors on an arc, so that the sum moves
the symbol 1 to the symbol of the count, and no MLP is needed. The chapter would need hundreds of
one-hot positions and does without them: there each press has turned the hands of a clock.
""",
    stub=STUB,
    judge=judge,
    code=(count_onsets,),
    typed=machine(judge, count_onsets),
)
