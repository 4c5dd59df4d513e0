"""After how many rows an adapter is better merged."""

from collections.abc import Callable
from fractions import Fraction

from exercises.judging.boxes import exact_formula
from exercises.judging.cases import asked
from exercises.judging.judge import Wrong, ask, whole
from exercises.statement import Exercise

CASES = asked(
    ((3, 1, 1), (64, 64, 4), (768, 3072, 8), (4096, 4096, 16), (12288, 49152, 64)),
    (1, 50_000), (1, 50_000), (1, 5_000), fits=lambda k, d, r: r <= min(k, d),
)  # fmt: skip
STUB = '''
def when_to_merge(k, d, r):
    """The fewest rows for which it takes fewer multiplications to merge."""
    raise NotImplementedError
'''

Make = Callable[[int, int, int], int]


def fewest(k: int, d: int, r: int) -> int:
    """Alongside costs r (k + d) more for each row, merging k r d once."""
    return int(Fraction(k * r * d, r * (k + d))) + 1


def judge(answer: object) -> str:
    """Whole numbers, for sizes small and large, and for ranks up to the matrix's own."""
    for k, d, r in CASES:
        where = f"on k={k}, d={d}, r={r}"
        said = whole(ask(answer, k, d, r, where=where), where)
        if said != fewest(k, d, r):
            raise Wrong(f"{where} expected {fewest(k, d, r)}, got {said}")
    return f"{len(CASES)} inputs"


def when_to_merge(k: int, d: int, r: int) -> int:
    """The rank does not matter: it is in both."""
    return k * d // (k + d) + 1


def accepted_loop() -> Make:
    """By counting up, in steps that double and then halve."""

    def counted(k: int, d: int, r: int) -> int:
        low, high = 0, 1
        while high * r * (k + d) <= k * r * d:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if middle * r * (k + d) > k * r * d else (middle, high)
        return high

    return counted


def wrong_equal() -> Make:
    """At half of 64 both take equally many."""
    return lambda k, d, r: -(-k * d // (k + d))


def wrong_rank() -> Make:
    """As if a merged adapter cost its rank with every row."""
    return lambda k, d, r: k * d // (r * (k + d)) + 1


def wrong_product() -> Make:
    """As if alongside cost as much as the matrix."""
    return lambda k, d, r: r + 1


EXERCISE = Exercise(
    slug="when-to-merge",
    title="When to merge",
    kind="family",
    statement=r"""
An adapter of rank $r$ for a matrix of $k$ rows and $d$ columns can be merged, which takes the
multiplications of $AB$ once, or be computed alongside, for each row $x$ as $(xA)B$. The product
that both share, $xW$, is left aside. `when_to_merge(k, d, r)` is the fewest rows for which merging
takes *fewer* multiplications.
""",
    hints=(
        "How many multiplications does a product of $k \\times r$ and $r \\times d$ take?",
        "Which of the three numbers cancels?",
    ),
    answer=r"""
Alongside takes $r(k+d)$ for each row, and merging $krd$ once: merging is cheaper from the first
whole number above $kd/(k+d)$ on, for every rank. For a square matrix that is half of its width, and
one more. So a prompt of a few thousand tokens pays for its own merging.
""",
    stub=STUB,
    judge=judge,
    code=(fewest, when_to_merge),
    typed=exact_formula(
        "when_to_merge(k, d, r)",
        ("k", "d", "r"),
        CASES,
        fewest,
        "{where} expected {expected}, got {said}",
        on="on",
    ),
)
