"""How loud the sum and how loud the place, in one number."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Field, Json, Typed
from taotp_core.encodings import circle
from taotp_core.gadgets import separation
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM

STUB = '''
def two_multipliers():
    """The scale of the sum and the multiplier of the mark, for three digits."""
    raise NotImplementedError
'''
N_DIGITS, LEAST = 3, 1e-4

Make = Callable[[], tuple[float, float]]


def gap(scale: float, mark: float) -> float:
    """The smallest gap between two entries of add(3, scale=scale, mark=(mark, 0, 0))."""
    places = circle(3 * N_DIGITS + 2)[-N_DIGITS - 1 :]
    sums = np.arange(2 * 10**N_DIGITS - 1)
    rows = np.zeros((len(sums), len(places), 7))
    rows[..., 0] = sums[:, None] * scale / 100 + mark * places[:, 0]
    rows[..., 1] = 1
    rows[..., 4:] = places
    return separation(normalize(rows, LAYER_NORM)[..., 0].ravel())


def judge(answer: object) -> str:
    """Entries far enough apart."""
    said = numbers(ask(answer, where="in two_multipliers"), (2,), "in two_multipliers")
    scale, mark = said.tolist()
    if not np.isfinite(said).all():
        raise Wrong(f"in two_multipliers expected two finite numbers, got {scale} and {mark}")
    if scale <= 0:
        raise Wrong(f"in two_multipliers expected a scale above 0, got {scale:.6g}")
    found = gap(scale, mark)
    if not found >= LEAST:
        raise Wrong(f"with {scale:.6g} and {mark:.6g} expected a gap of {LEAST:g}, got {found:.3g}")
    entries = (2 * 10**N_DIGITS - 1) * (N_DIGITS + 1)
    return f"{entries} inputs, a gap of {found:.3g} between any two"


def two_multipliers() -> tuple[float, float]:
    """Neighboring marks lie between two sums, as a comb between the teeth of another."""
    return 0.025, 1.12


def accepted_search() -> Make:
    """Found by trying, on a grid."""
    return two_multipliers


def accepted_finer_search() -> Make:
    """Found by trying nearby."""

    def search() -> tuple[float, float]:
        tries = [(s, m) for s in (0.022, 0.025, 0.028) for m in (1.0, 1.12, 1.26)]
        return max(tries, key=lambda pair: gap(*pair))

    return search


def wrong_as_printed() -> Make:
    """Leviathan's: both 1."""
    return lambda: (1.0, 1.0)


def wrong_smaller_scale() -> Make:
    """As for the last digit, where there were no marks."""
    return lambda: (0.1, 1.0)


def wrong_no_mark() -> Make:
    """Without a mark all places meet."""
    return lambda: (0.025, 0.0)


def wrong_backwards() -> Make:
    """A negative scale: heads that subtract."""
    return lambda: (-0.025, 1.12)


def typed_data() -> Json:
    """Where the places are, how many sums there are, and the gap that is asked."""
    places = circle(3 * N_DIGITS + 2)[-N_DIGITS - 1 :]
    return {"places": places.tolist(), "sums": 2 * 10**N_DIGITS - 1, "least": LEAST}


EXERCISE = Exercise(
    slug="two-multipliers",
    source="6.17",
    title="Two multipliers",
    kind="value",
    statement="""
The MLP of `add` reads one number: the sum as hundredths, plus the first number of the position.
Both may have a factor: `add(3, scale=s, mark=(m, 0, 0))`. With both 1, as in Leviathan, two
entries of the table for three digits lie $3.5 \\cdot 10^{-7}$ apart. Find factors for which all
are at least $10^{-4}$ apart. `two_multipliers()` returns the pair. Does the program then add in
float32?
""",
    hints=(
        "Draw the entries on a line: four combs of 1,999 teeth, shifted by the marks.",
        "If the combs lie far apart they take room. If they lie on top of each other, teeth "
        "may meet.",
        "Compute the smallest gap as a function of both factors, and look at it as a map. It "
        "is ragged; try many.",
    ),
    answer="""
The factors 0.025 and 1.12 give $1.4 \\cdot 10^{-4}$, four hundred times Leviathan's. The teeth
of one comb then fall between those of another, and the whole lies on the steep part of layer
norm's curve. It is a matter of luck how they fall, so we tried a grid. In float32 the three-digit
sum then comes out right where Leviathan's factors did not.
""",
    stub=STUB,
    judge=judge,
    code=(two_multipliers, gap),
    typed=Typed(
        (
            Field("scale", "scale of the sum", "formula"),
            Field("mark", "multiplier of the mark", "formula"),
        ),
        "gap",
        typed_data,
    ),
)
