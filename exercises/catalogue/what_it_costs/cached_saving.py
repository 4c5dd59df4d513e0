"""Exercise: what a cache saves at the n-th token."""

from collections.abc import Callable
from itertools import product

from exercises.judging.boxes import exact_formula
from exercises.judging.cases import drawn
from exercises.judging.counts import exactly
from exercises.statement import Exercise, Mark
from taotp.costs.multiplications import multiplications
from taotp_core.weights import random_transformer

NAMES = ("n", "d_model", "n_layers", "n_heads", "d_head", "d_mlp")
SIZES = ((6, 2, 2, 3, 8), (4, 1, 1, 4, 1), (5, 1, 3, 2, 7), (8, 3, 2, 4, 32), (3, 4, 1, 2, 5))
FIXED = tuple((n, *sizes) for sizes, n in product(SIZES, (2, 3, 7, 16)))
CASES = (*FIXED, *drawn((1, 16), (1, 12), (1, 4), (1, 5), (1, 9), (1, 40)), (1, 5, 2, 2, 3, 4))
STUB = '''
def saved(n, d_model, n_layers, n_heads, d_head, d_mlp):
    """How many multiplications a cache saves at the n-th token."""
    raise NotImplementedError
'''

Saved = Callable[[int, int, int, int, int, int], int]


def from_the_engine(n: int, d: int, n_layers: int, n_heads: int, d_head: int, d_mlp: int) -> int:
    """The difference of the two counts that tests hold to the engine."""
    heads = [(d_head, d_head)] * n_heads
    model = random_transformer(0, d_model=d, n_layers=n_layers, heads=heads, d_mlp=d_mlp)
    again, kept = (multiplications(model, n, keep=1, cached=cached) for cached in (0, n - 1))
    return sum(again.values()) - sum(kept.values())


def judge(answer: object) -> str:
    """Machines of several sizes, at several places of a text."""
    return exactly(answer, CASES, from_the_engine, NAMES)


def saved(n: int, d_model: int, n_layers: int, n_heads: int, d_head: int, d_mlp: int) -> int:
    """Old rows of every layer; of the last one, only what others can look at."""
    width = n_heads * d_head
    row = 4 * d_model * width + 2 * d_model * d_mlp + 2 * width * n
    return (n - 1) * ((n_layers - 1) * row + 3 * d_model * width)


def accepted_formula() -> Saved:
    """As the model answer has it."""
    return saved


def accepted_difference() -> Saved:
    """All that is done, less what is done with a cache."""

    def other(n: int, d: int, n_layers: int, n_heads: int, d_head: int, d_mlp: int) -> int:
        width = n_heads * d_head

        def layer(rows: int, asking: int) -> int:
            return rows * 3 * d * width + asking * (width * d + 2 * d * d_mlp + 2 * width * n)

        return (n_layers - 1) * layer(n, n) + layer(n, 1) - n_layers * layer(1, 1)

    return other


def wrong_every_layer() -> Saved:
    """In the last layer nobody asks what old positions say, with a cache or without."""

    def other(n: int, d: int, n_layers: int, n_heads: int, d_head: int, d_mlp: int) -> int:
        width = n_heads * d_head
        return (n - 1) * n_layers * (4 * d * width + 2 * d * d_mlp + 2 * width * n)

    return other


def wrong_no_pairs() -> Saved:
    """What grows with the square is forgotten."""

    def other(n: int, d: int, n_layers: int, n_heads: int, d_head: int, d_mlp: int) -> int:
        pairs = (n_layers - 1) * 2 * n_heads * d_head * n * (n - 1)
        return saved(n, d, n_layers, n_heads, d_head, d_mlp) - pairs

    return other


def wrong_half_the_square() -> Saved:
    """Pairs that the mask hides are multiplied too."""

    def other(n: int, d: int, n_layers: int, n_heads: int, d_head: int, d_mlp: int) -> int:
        hidden = (n_layers - 1) * n_heads * d_head * n * (n - 1)
        return saved(n, d, n_layers, n_heads, d_head, d_mlp) - hidden

    return other


def wrong_unembedding() -> Saved:
    """One row of logits is made with a cache and without."""

    def other(n: int, d: int, n_layers: int, n_heads: int, d_head: int, d_mlp: int) -> int:
        return saved(n, d, n_layers, n_heads, d_head, d_mlp) + (n - 1) * d * 10

    return other


EXERCISE = Exercise(
    slug="cached-saving",
    title="What a cache saves",
    kind="family",
    marks=(Mark.RECOMMENDED,),
    statement="""
A decoder has `n_layers` layers, each with `n_heads` heads (queries, keys and values all of `d_head`
numbers) and an MLP of `d_mlp` units. It reads $n$ tokens, and the logits of the last one are asked
for. `saved(n, d_model, n_layers, n_heads, d_head, d_mlp)` returns how many multiplications the
engine saves if the $n - 1$ tokens before it are in a cache, in products of matrices, to the last
one. (Think of the last layer: there the engine computes of old positions only what it makes in one
matrix, their keys, their values and their queries, which are not read. Pairs that the mask hides
are multiplied; texts here are too short for pieces.)
""",
    hints=(
        "Count what one layer that is not the last does for an old position: four matrices, two of "
        "the MLP, and its query, which meets $n$ keys and averages $n$ values.",
        "What do old positions of the last layer have to do, if only the last row of logits is "
        "wanted?",
        "`cost.counted(model, tokens, keep=1)` and `cost.counted(model, tokens, keep=1, "
        "cached=n - 1)` list both.",
    ),
    answer="""
An old row of a layer costs $4\\,d\\,w + 2\\,d\\,d_{mlp} + 2\\,w\\,n$, where $w$ is
$n_{heads}\\,d_{head}$: queries, keys, values and what is written back; the MLP; scores and
averages. There are $n - 1$ old rows in each layer but the last. There, old positions only have to
say who they are: $3\\,d\\,w$ for each, as the engine makes queries in one matrix with keys and
values. All in all
$(n-1)\\,[(n_{layers}-1)(4dw + 2d\\,d_{mlp} + 2wn) + 3dw]$. A machine of one layer saves the least:
without a cache it computes keys and values anew, and nothing else.
""",
    stub=STUB,
    judge=judge,
    code=(saved,),
    typed=exact_formula("saved(n, ...)", NAMES, CASES, from_the_engine),
)
