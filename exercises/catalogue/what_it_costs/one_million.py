"""Exercise: sizes of a model with a wanted number of parameters."""

from collections.abc import Callable, Sequence

from exercises.judging.boxes import demands, listed, whole_sizes
from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Field
from taotp.costs.published import BIASED, Configuration

D_VOCAB, N_CTX, WANTED = 256, 128, 1_000_000
NAMES = ("d_model", "n_layers", "n_heads", "d_head", "d_mlp")
STUB = '''
def one_million():
    """d_model, n_layers, n_heads, d_head and d_mlp."""
    raise NotImplementedError
'''

Make = Callable[[], Sequence[int]]


def judge(answer: object) -> str:
    """A model that is one, with exactly a million numbers."""
    where = "in the answer"
    given = numbers(ask(answer, where=where), (len(NAMES),), where)
    if not (given == given.round()).all() or given.min() < 1 or given.max() > WANTED:
        raise Wrong(f"{where} expected whole numbers from 1 on, got {listed(given)}")
    d_model, n_layers, n_heads, d_head, d_mlp = map(int, given)
    if n_layers < 2 or n_heads < 2:
        raise Wrong(f"{where} expected 2 layers and 2 heads at least, got {n_layers} and {n_heads}")
    of = Configuration(
        "radford2019", D_VOCAB, N_CTX, d_model, n_layers, n_heads, n_heads, d_head, d_mlp,
        gated=False, biases=BIASED, norm="layer", positions="learned", tied=True,
    )  # fmt: skip
    if of.parameters != WANTED:
        raise Wrong(f"{where} expected {WANTED} numbers in all, got {of.parameters}: {of.parts}")
    return f"{len(NAMES)} inputs, and {of.parameters} numbers"


def one_million() -> list[int]:
    """Two layers and a stream of 100: the widths of heads and MLP then differ by one equation."""
    d, n = 100, 2
    left = WANTED - (D_VOCAB + N_CTX) * d - (2 * n + 1) * 2 * d - n * 2 * d  # b_O and b_out
    for heads in range(2, 40):
        for d_head in range(2, 129):
            width = heads * d_head
            units, rest = divmod(left - n * (4 * d * width + 3 * width), n * (2 * d + 1))
            if rest == 0 and units > 0:
                return [d, n, heads, d_head, units]
    raise ValueError("there is none with this stream")


def accepted_search() -> Make:
    """Found by trying widths."""
    return one_million


def accepted_other() -> Make:
    """Another, with a stream that is a multiple of eight."""

    def found() -> list[int]:
        for d in range(8, 400, 8):
            for n in range(2, 8):
                fixed = (D_VOCAB + N_CTX) * d + (2 * n + 1) * 2 * d + n * 2 * d
                for width in range(4, 512, 4):
                    left = WANTED - fixed - n * (4 * d * width + 3 * width)
                    units, rest = divmod(left, n * (2 * d + 1))
                    if rest == 0 and units > 0:
                        return [d, n, 2, width // 2, units]
        raise ValueError("there is none")

    return found


def wrong_nearly() -> Make:
    """A unit too many."""
    return lambda: [*one_million()[:4], one_million()[4] + 1]


def wrong_one_head() -> Make:
    """The same width in one head."""

    def found() -> list[int]:
        d, n, heads, d_head, units = one_million()
        return [d, n, 1, heads * d_head, units]

    return found


def wrong_rough() -> Make:
    """Twelve squares: about a million."""
    return lambda: [144, 4, 4, 36, 576]


def wrong_broken() -> Make:
    """Half a unit."""
    return lambda: [100, 2, 2, 50, 999.5]  # type: ignore[list-item]


WHOLE = whole_sizes(NAMES, WANTED, "in the answer expected whole numbers from 1 on, got ")
PARAMETERS = (
    f"({D_VOCAB} + {N_CTX}) * d_model + n_layers * (4 * d_model * n_heads * d_head"
    " + 3 * n_heads * d_head + d_model + 2 * d_model * d_mlp + d_mlp + d_model)"
    " + (2 * n_layers + 1) * 2 * d_model"
)


EXERCISE = Exercise(
    slug="one-million",
    title="One million, to the last number",
    kind="construct",
    statement="""
Make a model in the manner of GPT-2 with exactly 1,000,000 numbers. It has 256 tokens and 128
positions; its embedding is tied; everything has a bias, and LayerNorms have a $\\gamma$ and a
$\\beta$. Heads need not be as wide as the stream together, and MLPs may have any width.
`one_million()` returns `d_model`, `n_layers`, `n_heads`, `d_head` and `d_mlp`, with at least two
layers and two heads.
""",
    hints=(
        "Choose stream and layers first. One equation in two unknowns remains, the width "
        "of all heads and that of the MLP, in whole numbers.",
        "One more unit costs $2\\,d + 1$ numbers in each layer: `divmod` tells whether the rest "
        "is a multiple of that.",
    ),
    answer="""
With a stream of $d$ and $n$ layers, $384\\,d$ numbers are the tables, $(2n+1)\\,2d$ the norms and
$2nd$ the biases of what is written back. The width $w$ of all heads costs $4dw + 3w$ a layer, and a
unit $2d + 1$. Try widths until the rest is a multiple of $n(2d+1)$: with two layers and a stream of
100 the first that fits is 112, two heads of 56, with 2,164 units. Not every stream has an answer.
There are many that do, and nothing in the count says which of them is the better model.
""",
    stub=STUB,
    judge=judge,
    code=(one_million,),
    typed=demands(
        [Field(name, name, "number") for name in NAMES],
        [
            *WHOLE,
            (
                "min(n_layers, n_heads) - 2",
                "in the answer expected 2 layers and 2 heads at least, "
                "got {n_layers} and {n_heads}",
            ),
            (
                f"0 - abs(parameters - {WANTED})",
                f"in the answer expected {WANTED} numbers in all, got {{parameters}}",
            ),
        ],
        f"{len(NAMES)} inputs, and {{parameters}} numbers",
        words={"parameters": PARAMETERS},
    ),
)
