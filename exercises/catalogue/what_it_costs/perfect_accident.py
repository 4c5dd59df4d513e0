"""Exercise: sizes for which a rough formula is right to the last number."""

from collections.abc import Callable, Sequence

from exercises.judging.boxes import demands, listed, whole_sizes
from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Field
from taotp.costs.published import Configuration

NAMES = ("d_vocab", "d_model", "n_layers", "n_heads", "n_kv_heads", "d_head", "d_mlp")
STUB = '''
def accident():
    """d_vocab, d_model, n_layers, n_heads, n_kv_heads, d_head and d_mlp."""
    raise NotImplementedError
'''

Make = Callable[[], Sequence[int]]


def judge(answer: object) -> str:
    """Gated, shared, and yet twelve squares a layer, exactly."""
    where = "in the answer"
    given = numbers(ask(answer, where=where), (len(NAMES),), where)
    if not (given == given.round()).all() or given.min() < 1 or given.max() > 10**7:
        raise Wrong(f"{where} expected whole numbers from 1 to 10 million, got {listed(given)}")
    sizes = [int(x) for x in given]
    d_vocab, d_model, n_layers, n_heads, n_kv_heads, d_head, d_mlp = sizes
    if not (n_kv_heads < n_heads and n_heads % n_kv_heads == 0):
        raise Wrong(f"{where} expected heads that share alike, got {n_heads} and {n_kv_heads}")
    if n_heads * d_head != d_model:
        raise Wrong(f"{where} expected heads as wide as the stream, got {n_heads * d_head} "
                    f"for {d_model}")  # fmt: skip
    of = Configuration(
        "grattafiori2024", d_vocab, 1, d_model, n_layers, n_heads, n_kv_heads, d_head, d_mlp,
        gated=True, biases=(), norm="rms", positions="rotary", tied=False,
    )  # fmt: skip
    if (off := of.parameters - 12 * n_layers * d_model**2) != 0:
        raise Wrong(f"{where} expected 12 n d^2 exactly, got {abs(off)} too "
                    f"{'many' if off > 0 else 'few'}")  # fmt: skip
    return f"{len(NAMES)} inputs, {of.parameters} numbers, all by accident"


def accident() -> list[int]:
    """What the layers lack is left to the two tables, which must be a whole number of rows."""
    d, n, heads, shared, d_mlp = 64, 3, 4, 1, 151
    d_head = d // heads
    lacking = 12 * n * d - n * (2 * (d + shared * d_head) + 3 * d_mlp + 2) - 1
    return [lacking // 2, d, n, heads, shared, d_head, d_mlp]


def accepted_odd() -> Make:
    """Layers and units odd, so that two tables can make up for the rest."""
    return accident


def accepted_one_layer() -> Make:
    """A single layer of two heads."""

    def found() -> list[int]:
        d, d_mlp = 32, 81
        lacking = 12 * d - (2 * (d + 16) + 3 * d_mlp + 2) - 1
        return [lacking // 2, d, 1, 2, 1, 16, d_mlp]

    return found


def wrong_llama() -> Make:
    """The largest Llama is off by a twenty-thousandth."""
    return lambda: [128_256, 16_384, 126, 128, 8, 128, 53_248]


def wrong_even() -> Make:
    """With an even number of layers the last norm is always left over."""

    def found() -> list[int]:
        d, n, d_mlp = 64, 2, 200
        lacking = 12 * n * d - n * (2 * (d + 16) + 3 * d_mlp + 2)
        return [lacking // 2, d, n, 4, 1, 16, d_mlp]

    return found


def wrong_own_keys() -> Make:
    """Every head has keys of its own."""

    def found() -> list[int]:
        d, d_mlp = 32, 81
        lacking = 12 * d - (4 * d + 3 * d_mlp + 2) - 1
        return [lacking // 2, d, 1, 2, 2, 16, d_mlp]

    return found


WHOLE = whole_sizes(NAMES, 10**7, "in the answer expected whole numbers from 1 to 10 million, got ")
PARAMETERS = (
    "2 * d_vocab * d_model + n_layers * (2 * d_model * d_head * (n_heads + n_kv_heads)"
    " + 3 * d_model * d_mlp + 2 * d_model) + d_model"
)
ROUGHLY = "12 * n_layers * d_model^2"


EXERCISE = Exercise(
    slug="perfect-accident",
    title="A perfect accident",
    kind="construct",
    statement="""
For Llama 3.1 405B the formula $12\\,n\\,d^2$ is right to a ten-thousandth, by accident. Make the
accident perfect: `accident()` returns `d_vocab`, `d_model`, `n_layers`, `n_heads`, `n_kv_heads`,
`d_head` and `d_mlp` of a model in the manner of Llama (gated MLP, no biases, RMSNorm with
$\\gamma$, two tables) that stores exactly $12\\,n_{layers}\\,d_{model}^2$ numbers. Keys and values
are shared, and the heads are together as wide as the stream.
""",
    hints=(
        "Divide everything by $d$. Which of the sizes is free, if all the others are chosen?",
        "One side is even. What does the last norm want of the other?",
    ),
    answer="""
Divided by $d$: $n\\,[2(d + s) + 3 m + 2] + 2V + 1 = 12\\,n\\,d$, with $s$ the width of the keys and
$m$ that of the MLP. The vocabulary is free, if what the layers lack is even. The 1, for the last
norm, has to be met by $3nm$: both the number of layers and the width of the MLP must be odd. So a
model built in powers of two never has this accident.
""",
    stub=STUB,
    judge=judge,
    code=(accident,),
    typed=demands(
        [Field(name, name, "number") for name in NAMES],
        [
            *WHOLE,
            (
                "min(n_heads - n_kv_heads - 1, 0 - n_heads % n_kv_heads)",
                "in the answer expected heads that share alike, got {n_heads} and {n_kv_heads}",
            ),
            (
                "0 - abs(n_heads * d_head - d_model)",
                "in the answer expected heads as wide as the stream, got {width} for {d_model}",
            ),
            ("0 - off", "in the answer expected 12 n d^2 exactly, got {off} too many"),
            ("off", "in the answer expected 12 n d^2 exactly, got {lacking} too few"),
        ],
        f"{len(NAMES)} inputs, {{parameters}} numbers, all by accident",
        words={
            "width": "n_heads * d_head",
            "parameters": PARAMETERS,
            "off": f"{PARAMETERS} - {ROUGHLY}",
            "lacking": f"{ROUGHLY} - ({PARAMETERS})",
        },
    ),
)
