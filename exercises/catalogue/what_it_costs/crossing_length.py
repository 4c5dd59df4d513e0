"""Exercise: from which length on attention costs more than the MLP."""

from collections.abc import Callable

from exercises.judging.boxes import exact_formula
from exercises.judging.cases import drawn
from exercises.judging.counts import exactly
from exercises.statement import Exercise
from taotp.costs.published import PUBLISHED

NAMES = ("d_model", "n_heads", "n_kv_heads", "d_head", "d_mlp", "matrices")
OF_MODELS = tuple(
    (of.d_model, of.n_heads, of.n_kv_heads, of.d_head, of.d_mlp, 3 if of.gated else 2)
    for of in PUBLISHED.values()
)
SIZES = ((1, 20_000), (1, 200), (1, 200), (1, 300), (1, 60_000), (2, 3))
CASES = (
    *OF_MODELS, (1, 1, 1, 1, 1, 2), (768, 1, 1, 64, 3072, 2), (64, 4, 1, 24, 100, 3),
    *drawn(*SIZES, fits=lambda d, heads, kv, k, m, matrices: heads % kv == 0),
)  # fmt: skip
STUB = '''
def crossing(d_model, n_heads, n_kv_heads, d_head, d_mlp, matrices):
    """The first length at which the pairs of a token cost more than its MLP."""
    raise NotImplementedError
'''

Crossing = Callable[[int, int, int, int, int, int], int]


def crossing(
    d_model: int, n_heads: int, n_kv_heads: int, d_head: int, d_mlp: int, matrices: int
) -> int:
    """A pair costs two numbers of each head: a score and an average."""
    return matrices * d_model * d_mlp // (2 * n_heads * d_head) + 1


def judge(answer: object) -> str:
    """The models of the chapter, and sizes of which nobody has made one."""
    return exactly(answer, CASES, crossing, NAMES)


def accepted_formula() -> Crossing:
    """As the model answer has it."""
    return crossing


def accepted_counted() -> Crossing:
    """Longer and longer, by doubling and halving."""

    def other(d: int, heads: int, kv: int, k: int, m: int, matrices: int) -> int:
        low, high = 0, 1
        while 2 * heads * k * high <= matrices * d * m:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            more = 2 * heads * k * middle > matrices * d * m
            low, high = (low, middle) if more else (middle, high)
        return high

    return other


def wrong_equal() -> Crossing:
    """Equal is not more."""
    return lambda d, heads, kv, k, m, matrices: -(-matrices * d * m // (2 * heads * k))


def wrong_shared() -> Crossing:
    """Heads that share keys still score each for itself."""
    return lambda d, heads, kv, k, m, matrices: matrices * d * m // (2 * kv * k) + 1


def wrong_scores_alone() -> Crossing:
    """Values are averaged too."""
    return lambda d, heads, kv, k, m, matrices: matrices * d * m // (heads * k) + 1


def wrong_ungated() -> Crossing:
    """Always two matrices."""
    return lambda d, heads, kv, k, m, matrices: d * m // (heads * k) + 1


EXERCISE = Exercise(
    slug="crossing-length",
    title="Where pairs become dearer",
    kind="family",
    statement="""
A token is read with a cache. Its MLP costs always the same; its pairs cost more for each token that
came before. `crossing(d_model, n_heads, n_kv_heads, d_head, d_mlp, matrices)` returns the first
length $n$ at which the pairs of the $n$-th token (scores and averages, its own included) take more
multiplications than its MLP, which has two `matrices`, or three where it is gated.
""",
    hints=(
        "What does one pair cost, in one layer, in all heads together?",
        "Does it become cheaper where heads share keys and values? Less is *stored*.",
    ),
    answer="""
In one layer a pair costs $2\\,n_{heads}\\,d_{head}$: a score and an average for each head that
asks. Sharing saves memory, but not one multiplication. The MLP costs `matrices` $d\\,d_{mlp}$, so
that the pairs overtake it at the first $n$ above `matrices` times
$d\\,d_{mlp}/(2\\,n_{heads}\\,d_{head})$. Where heads are together as wide as the stream, that is
$d_{mlp}$, or $\\frac32 d_{mlp}$ with gates: GPT-2 crosses behind 3,072 tokens, three times its
context, and Llama 3.1 405B behind 79,872, well within.
""",
    stub=STUB,
    judge=judge,
    code=(crossing,),
    typed=exact_formula("crossing(d_model, ...)", NAMES, CASES, crossing),
)
