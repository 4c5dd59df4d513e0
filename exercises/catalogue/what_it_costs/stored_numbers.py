"""Exercise: how many numbers a model stores, from its sizes."""

from collections.abc import Callable

from exercises.judging.boxes import exact_formula
from exercises.judging.cases import drawn
from exercises.judging.counts import exactly
from exercises.statement import Exercise
from taotp.costs.published import Configuration

NAMES = ("d_vocab", "d_model", "n_layers", "n_heads", "n_kv_heads", "d_head", "d_mlp")
FIXED = (
    (128_256, 4_096, 32, 32, 8, 128, 14_336), (32_000, 4_096, 32, 32, 8, 128, 14_336),
    (50_000, 1_024, 12, 16, 1, 64, 2_816), (1_000, 100, 3, 5, 5, 20, 400),
    (256, 96, 2, 4, 2, 40, 200),
)  # fmt: skip
SIZES = ((1, 300_000), (1, 20_000), (1, 130), (1, 200), (1, 200), (1, 300), (1, 60_000))
CASES = (
    *FIXED, (1, 1, 1, 1, 1, 1, 1), (50, 64, 1, 8, 2, 10, 300),
    *drawn(*SIZES, fits=lambda v, d, n, heads, kv, k, m: heads % kv == 0),
)  # fmt: skip
STUB = '''
def stored(d_vocab, d_model, n_layers, n_heads, n_kv_heads, d_head, d_mlp):
    """How many numbers a model in the manner of Llama stores."""
    raise NotImplementedError
'''

Stored = Callable[[int, int, int, int, int, int, int], int]


def from_the_library(
    d_vocab: int, d: int, n_layers: int, n_heads: int, n_kv_heads: int, d_head: int, d_mlp: int
) -> int:
    """What `published` counts, which its tests hold to files that others published."""
    return Configuration(
        "grattafiori2024", d_vocab, 1, d, n_layers, n_heads, n_kv_heads, d_head, d_mlp,
        gated=True, biases=(), norm="rms", positions="rotary", tied=False,
    ).parameters  # fmt: skip


def judge(answer: object) -> str:
    """Models that were published, and some that never will be."""
    return exactly(answer, CASES, from_the_library, NAMES)


def stored(
    d_vocab: int,
    d_model: int,
    n_layers: int,
    n_heads: int,
    n_kv_heads: int,
    d_head: int,
    d_mlp: int,
) -> int:
    """Two tables, four matrices for attention, three for the MLP, and gammas."""
    attention = 2 * d_model * d_head * (n_heads + n_kv_heads)
    mlp = 3 * d_model * d_mlp
    return 2 * d_vocab * d_model + n_layers * (attention + mlp + 2 * d_model) + d_model


def accepted_formula() -> Stored:
    """Part by part."""
    return stored


def accepted_library() -> Stored:
    """The library's own count."""
    return from_the_library


def changed(by: Callable[[int, int, int, int, int, int, int], int]) -> Stored:
    """The right count, and something else."""

    def other(v: int, d: int, n: int, heads: int, kv: int, k: int, m: int) -> int:
        return stored(v, d, n, heads, kv, k, m) + by(v, d, n, heads, kv, k, m)

    return other


def wrong_own_keys() -> Stored:
    """Every head with keys and values of its own."""
    return changed(lambda v, d, n, heads, kv, k, m: 2 * n * d * k * (heads - kv))


def wrong_two_matrices() -> Stored:
    """An MLP without a gate."""
    return changed(lambda v, d, n, heads, kv, k, m: -n * d * m)


def wrong_tied() -> Stored:
    """One table for both ends."""
    return changed(lambda v, d, n, heads, kv, k, m: -v * d)


def wrong_no_final_norm() -> Stored:
    """The last norm has a gamma too."""
    return changed(lambda v, d, n, heads, kv, k, m: -d)


def wrong_square() -> Stored:
    """Twelve squares a layer."""
    return lambda v, d, n, heads, kv, k, m: 12 * n * d**2


EXERCISE = Exercise(
    slug="stored-numbers",
    title="In the manner of Llama",
    kind="family",
    statement="""
In the manner of Llama, a model has no biases and no table of positions. Its norms are RMSNorms with
a $\\gamma$: before attention, before the MLP, and one at the end. Its MLPs are gated, with two
matrices in and one out. Embedding and unembedding are two tables. `n_heads` heads make queries and
`n_kv_heads` make keys and values. `stored(d_vocab, d_model, n_layers, n_heads, n_kv_heads, d_head,
d_mlp)` returns how many numbers that is, exactly.
""",
    hints=(
        "Which matrices of attention have as many columns (or rows) as there are queries, and "
        "which as there are keys?",
        "Llama 3.1 8B has (128256, 4096, 32, 32, 8, 128, 14336), and `parameters_of` knows it.",
    ),
    answer="""
Queries and what is written back have $d\\,n_{heads}\\,d_{head}$ numbers each, keys and values
$d\\,n_{kv}\\,d_{head}$ each. The MLP has $3\\,d\\,d_{mlp}$. Two norms a layer and one at the end
have $d$ each, and there are two tables of $d_{vocab}\\,d$. All together:
$2 V d + n\\,[2 d\\,d_{head}(n_{heads} + n_{kv}) + 3 d\\,d_{mlp} + 2d] + d$.
""",
    stub=STUB,
    judge=judge,
    code=(stored,),
    typed=exact_formula("stored(d_vocab, ...)", NAMES, CASES, from_the_library),
)
