"""Exercise: how many texts fit beside a model."""

from collections.abc import Callable

from exercises.judging.boxes import exact_formula
from exercises.judging.cases import asked
from exercises.judging.counts import exactly
from exercises.statement import Exercise
from taotp.costs.multiplications import cache_bits
from taotp.costs.published import configuration

MEMORY = 80_000_000_000  # bytes
MODEL = configuration("llama-3.1-8b")
CASES = asked(((1_000,), (8_192,), (20_000,), (131_072,), (487_819,), (487_820,)), (1, 10**6))
STUB = '''
def texts_that_fit(n):
    """How many texts of n tokens fit beside Llama 3.1 8B in 80 gigabytes."""
    raise NotImplementedError
'''

Fit = Callable[[int], int]


def texts_that_fit(n: int) -> int:
    """What the model leaves, cut into caches of n tokens."""
    left = MEMORY - 2 * MODEL.parameters
    return left // (cache_bits(MODEL, n) // 8)


def judge(answer: object) -> str:
    """Short texts and the longest."""
    return exactly(answer, CASES, texts_that_fit, ("n",))


def accepted_library() -> Fit:
    """With the library's two counts."""
    return texts_that_fit


def accepted_by_hand() -> Fit:
    """Two bytes; keys and values; 32 layers; 8 heads of 128."""
    return lambda n: (80 * 10**9 - 16_060_522_496) // (2 * 2 * 32 * 8 * 128 * n)


def wrong_every_head() -> Fit:
    """As if all 32 heads had keys of their own."""
    return lambda n: (MEMORY - 2 * MODEL.parameters) // (2 * 2 * 32 * 32 * 128 * n)


def wrong_keys_alone() -> Fit:
    """Values are kept as well."""
    return lambda n: (MEMORY - 2 * MODEL.parameters) // (2 * 32 * 8 * 128 * n)


def wrong_no_model() -> Fit:
    """The model has to be there too."""
    return lambda n: MEMORY // (131_072 * n)


def wrong_bits() -> Fit:
    """A byte for each number."""
    return lambda n: (MEMORY - MODEL.parameters) // (65_536 * n)


EXERCISE = Exercise(
    slug="cache-in-bytes",
    title="How many texts at once?",
    kind="family",
    statement="""
A card has room for $80\\cdot10^9$ bytes. Llama 3.1 8B lies in it, each of its numbers in two bytes
(32 layers; 32 heads of 128, and 8 of these make keys and values), and all the rest is for caches,
two bytes a number too. `texts_that_fit(n)` returns how many texts of $n$ tokens can be continued at
the same time.
""",
    hints=(
        "What is kept of one token, in all layers?",
        "`parameters_of` knows how much room the model takes itself.",
    ),
    answer="""
A token leaves a key and a value of 128 numbers, for 8 heads, in 32 layers: 65,536 numbers, 131,072
bytes. The model takes 16.06 gigabytes, and 63.9 are left: 487,819 tokens. That is 59 texts of 8,192
tokens, or three of the full length. Without sharing it would be fourteen, and none.
""",
    stub=STUB,
    judge=judge,
    code=(texts_that_fit,),
    typed=exact_formula("texts_that_fit(n)", ("n",), CASES, texts_that_fit),
)
