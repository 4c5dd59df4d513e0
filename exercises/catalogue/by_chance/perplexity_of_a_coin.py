"""Exercise: what a bent coin costs machines that hold it for straight, or for more bent."""

from collections.abc import Callable, Sequence

import numpy as np

from exercises.judging.boxes import near, told
from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Field, Json

HEADS = 0.75
SAID = (0.75, 0.5, 0.9)
WITHIN = 5.1e-6  # the sixth digit, rounded
STUB = '''
def perplexities():
    """What three machines make of a coin with heads 3 in 4: perplexities."""
    raise NotImplementedError
'''

Make = Callable[[], Sequence[float]]


def bits(heads: float) -> float:
    """What a throw costs who gives heads this share, in the long run."""
    return float(-HEADS * np.log2(heads) - (1 - HEADS) * np.log2(1 - heads))


def judge(answer: object) -> str:
    """Three numbers."""
    where = "in perplexities"
    given = numbers(ask(answer, where=where), (len(SAID),), where)
    for heads, found in zip(SAID, given.tolist(), strict=True):
        if not abs(found - 2 ** bits(heads)) <= WITHIN:
            hint = (
                "that is bits" if abs(found - bits(heads)) <= 1e-3 else "two to the power of bits"
            )
            raise Wrong(f"with {heads} for heads expected another number, got {found:.7g}: {hint}")
    return f"{len(SAID)} inputs"


def perplexities() -> list[float]:
    """Two to the power of the mean cost."""
    return [2 ** bits(heads) for heads in SAID]


def accepted_formula() -> Make:
    """As the model answer has it."""
    return perplexities


def accepted_products() -> Make:
    """Without a logarithm: the shares of four throws, and a fourth root."""
    return lambda: [(1 / (heads**3 * (1 - heads))) ** 0.25 for heads in SAID]


def wrong_bits() -> Make:
    """Bits, and not the perplexity."""
    return lambda: [bits(heads) for heads in SAID]


def wrong_sides() -> Make:
    """A coin has two sides, but is not always as hard to guess as that."""
    return lambda: [2, 2, 2]


def wrong_own() -> Make:
    """The entropy of what each machine says, and not what the coin costs it."""
    return lambda: [2 ** float(-p * np.log2(p) - (1 - p) * np.log2(1 - p)) for p in SAID]


def wrong_mean_share() -> Make:
    """One over the mean share is not the mean of the costs."""
    return lambda: [1 / (HEADS * p + (1 - HEADS) * (1 - p)) for p in SAID]


def typed_items() -> list[Json]:
    """The perplexities, and what is said of bits in their place."""
    found = []
    for heads in SAID:
        wrong = f"with {heads} for heads expected another number, got {{said:.7g}}: "
        right, other = near(2 ** bits(heads), WITHIN, f"{wrong}two to the power of bits")
        as_bits = near(bits(heads), 1e-3, "")[0] | {"wrong": f"{wrong}that is bits"}
        found.append({"stretches": [right, as_bits, other]})
    return found


EXERCISE = Exercise(
    slug="perplexity-of-a-coin",
    title="A bent coin",
    kind="value",
    statement="""
A coin shows heads three times in four. One machine knows it, and gives heads the share 0.75; one
holds it for a straight coin, and says 0.5; one is too sure, and says 0.9. `perplexities()` returns
the perplexity of the three, in this order, on what the coin shows in the long run, to six digits.
""",
    hints=(
        "What does a head cost each of them, in bits, and what a tail? How often does each come?",
        "Perplexity is two to the power of the mean.",
    ),
    answer="""
Three throws in four cost $-\\log_2 q$ and one $-\\log_2(1-q)$. That is 0.811 bits for who knows,
1 bit for who does not, and 0.945 for who is too sure: perplexities of 1.755, 2 and 1.925. To know
a little too much was still better than to know nothing; at 0.95 it would not be.
""",
    stub=STUB,
    judge=judge,
    code=(perplexities,),
    typed=told(
        [
            Field(f"said_{i}", f"the machine that says {heads}", "number")
            for i, heads in enumerate(SAID)
        ],
        typed_items,
        f"{len(SAID)} inputs",
        finite="in perplexities",
    ),
)
