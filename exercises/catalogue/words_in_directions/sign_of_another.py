"""Exercise: a number with the sign of another, in as few units as there can be."""

from collections.abc import Callable, Sequence

import numpy as np

from exercises.judging import boxes
from exercises.judging.judge import Wrong
from exercises.judging.semes import after, units_of
from exercises.statement import Exercise, Mark
from exercises.typed import Json
from taotp.words.features import Layout
from taotp_core.stream import semes

STEP, MOST_OF_EACH, MOST, WITHIN = 0.007, 4.0, 2, 1e-4
STUB = '''
def units():
    """Pairs of texts: what a unit reads, and what it writes."""
    raise NotImplementedError
'''

Units = Callable[[], Sequence[Sequence[str]]]


def judge(answer: object) -> str:
    """A grid of both numbers."""
    layout = Layout(semes("s v"), 1, loud=1e4)
    units = units_of(answer, "in units", layout, MOST)
    steps = int(MOST_OF_EACH / STEP)
    s, v = np.meshgrid(np.linspace(0, MOST_OF_EACH, 41), STEP * np.arange(-steps, steps + 1))
    rows = s.ravel()[:, None] * layout.writing("s") + v.ravel()[:, None] * layout.writing("v")
    rows += layout.embedding({"": ""})
    found = after(layout, units, rows)[:, 0]
    off = np.abs(found - s.ravel() * np.sign(v.ravel()))
    worst = int(np.nan_to_num(off, nan=np.inf).argmax())
    if not off[worst] <= WITHIN:
        one, other = s.ravel()[worst], v.ravel()[worst]
        raise Wrong(
            f"with s = {one:g} and v = {other:g} expected {one * np.sign(other) + 0.0:g} in s, got "
            f"{found[worst]:.4g}"
        )
    return f"{len(rows)} inputs, {len(units)} units"


def units() -> list[tuple[str, str]]:
    """Where v is below 0, take s away twice; where it is 0, once."""
    return [("s - 572 v", "- s"), ("- s - 572 v", "s")]


def accepted_in_place() -> Units:
    """As the model answer has it."""
    return units


def accepted_louder() -> Units:
    """As steep as one likes."""
    return lambda: [("- 2000 v + 2 s", "- .5 s"), ("- 2000 v - 2 s", ".5 s")]


def wrong_too_flat() -> Units:
    """Right from 0.04 on."""
    return lambda: [("s - 100 v", "- s"), ("- s - 100 v", "s")]


def wrong_three() -> Units:
    """As if s were not in the stream already."""
    return lambda: [("572 v + s", "s"), ("572 v - s", "- s"), ("s", "- 2 s")]


def wrong_zero() -> Units:
    """Right but where v is 0."""
    return lambda: [("- 2000 v", "- s"), ("- 2000 v - 2 s", "s")]


def wrong_flipped() -> Units:
    """The sign of -v."""
    return lambda: [("s + 572 v", "- s"), ("- s + 572 v", "s")]


def wrong_one() -> Units:
    """One unit takes away too much."""
    return lambda: [("s - 572 v", "- s")]


def typed_data() -> Json:
    """The grid, and what is to be in s."""
    steps = int(MOST_OF_EACH / STEP)
    return {
        "where": "in units",
        "names": ["s", "v"],
        "loud": 1e4,
        "most": MOST,
        "axes": [
            ("v", (STEP * np.arange(-steps, steps + 1)).tolist()),
            ("s", np.linspace(0, MOST_OF_EACH, 41).tolist()),
        ],
        "expected": {"s": "s * max(-1, min(1, 1e6 * v))"},
        "within": WITHIN,
        "worst": True,
        "wrong": "with s = {s:g} and v = {v:g} expected {s_wanted:g} in s, got {s_got:.4g}",
        "right": "{tried} inputs, {count} units",
    }


EXERCISE = Exercise(
    slug="sign-of-another",
    title="The sign of another",
    kind="budget",
    marks=(Mark.RECOMMENDED,),
    statement=f"""
*Good* times three exclamation marks is better, *bad* times three is worse: a strength $s$ takes
the sign of a number $v$. The stream has both, in columns of their own. Write `units()`, at most
{MOST} of them, as pairs of texts: what a unit reads, and what it writes. After the layer, column
`s` is to hold $s$ where $v > 0$, $-s$ where $v < 0$, and 0 where $v = 0$, for all $s$ from 0 to
{MOST_OF_EACH:g} and all $v$ that are multiples of {STEP}, up to {MOST_OF_EACH:g} either way.
""",
    hints=(
        "$\\mathrm{relu}(Kv + s) - \\mathrm{relu}(Kv - s) - s$ has all of it, for a $K$ that is "
        "large enough. That is two units and a term. Why does the term take a unit of its own?",
        "$s$ is in the stream already, and what a layer writes is added to it. So what is it that "
        "has to be *written* where $v > 0$? Where $v < 0$?",
        "Nothing, and $-2s$. Turn the two units round, so that they are silent where $v > 0$.",
    ),
    answer="""
Written where it stands, $s$ needs no unit to be copied: $-\\mathrm{relu}(s - Kv) +
\\mathrm{relu}(-s - Kv)$ is 0 from $v = s/K$ on, $-2s$ from $-s/K$ down, and $-s$ at 0. With $K$ of
572, $4/K$ is a little below 0.007. One unit alone bends once, and two bends are needed. Both units
read no constant, so layer norm takes nothing from their balance. The machine of *Good or bad* does
this for exclamation marks and capital letters.
""",
    stub=STUB,
    judge=judge,
    code=(units,),
    typed=boxes.units(typed_data),
)
