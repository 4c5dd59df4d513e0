"""Exercise: a number that is multiplied where a flag stands."""

from collections.abc import Callable, Sequence

import numpy as np

from exercises.judging import boxes
from exercises.judging.judge import Wrong
from exercises.judging.semes import after, units_of
from exercises.statement import Exercise
from exercises.typed import Json
from taotp.words.features import Layout
from taotp_core.stream import semes

MOST, LARGEST, FACTOR, WITHIN = 2, 9.0, -0.74, 1e-4
STUB = '''
def units():
    """Pairs of texts: what a unit reads, and what it writes."""
    raise NotImplementedError
'''

Units = Callable[[], Sequence[Sequence[str]]]


def judge(answer: object) -> str:
    """A grid of valences, with the flag and without."""
    layout = Layout(semes("v negated"), 1, loud=1e5)
    units = units_of(answer, "in units", layout, MOST)
    v, flag = (each.ravel() for each in np.meshgrid(np.linspace(-LARGEST, LARGEST, 361), [0.0, 1]))
    rows = v[:, None] * layout.writing("v") + flag[:, None] * layout.writing("negated")
    rows += layout.embedding({"": ""})
    expected = np.where(flag > 0, FACTOR * v, v)
    off = np.abs(after(layout, units, rows)[:, 0] - expected)
    worst = int(np.nan_to_num(off, nan=np.inf).argmax())
    if not off[worst] <= WITHIN:
        found = after(layout, units, rows)[worst, 0]
        raise Wrong(
            f"with v = {v[worst]:g}, negated = {flag[worst]:g} expected {expected[worst]:.4g} in "
            f"v, got {found:.4g}"
        )
    return f"{len(rows)} inputs, {len(units)} units"


def units() -> list[tuple[str, str]]:
    """From both sides, open where the flag is 1."""
    return [
        ("v + 10 negated - 10 one", "- 1.74 v"),
        ("- v + 10 negated - 10 one", "1.74 v"),
    ]


def accepted_ten() -> Units:
    """As the model answer has it."""
    return units


def accepted_wider() -> Units:
    """With more room."""
    return lambda: [
        ("- 2 v + 50 negated - 50 one", ".87 v"),
        ("2 v + 50 negated - 50 one", "- .87 v"),
    ]


def wrong_one_side() -> Units:
    """Good words alone."""
    return lambda: [("v + 10 negated - 10 one", "- 1.74 v")]


def wrong_factor() -> Units:
    """What is written is added, not put in its place."""
    return lambda: [
        ("v + 10 negated - 10 one", "- .74 v"),
        ("- v + 10 negated - 10 one", ".74 v"),
    ]


def wrong_too_narrow() -> Units:
    """Large valences go through without a flag."""
    return lambda: [
        ("v + 4 negated - 4 one", "- 1.74 v"),
        ("- v + 4 negated - 4 one", "1.74 v"),
    ]


def typed_data() -> Json:
    """Valences with the flag and without, and what is to be in v."""
    return {
        "where": "in units",
        "names": ["v", "negated"],
        "loud": 1e5,
        "most": MOST,
        "axes": [("negated", [0, 1]), ("v", np.linspace(-LARGEST, LARGEST, 361).tolist())],
        "expected": {"v": f"v + negated * ({FACTOR} - 1) * v"},
        "within": WITHIN,
        "worst": True,
        "wrong": "with v = {v:g}, negated = {negated:g} expected {v_wanted:.4g} in v, "
        "got {v_got:.4g}",
        "right": "{tried} inputs, {count} units",
    }


EXERCISE = Exercise(
    slug="negated-where-flagged",
    title="Turned over where a flag stands",
    kind="construct",
    statement=f"""
Column `v` holds a valence, of up to {LARGEST:g} either way, and column `negated` a 1 where a
negation stands before the word, else a 0. Write `units()`, at most {MOST} of them, as pairs of
texts: what a unit reads, and what it writes; `one` may be read. After the layer, `v` is to hold
{FACTOR} times itself where the flag is 1, and itself where it is 0.
""",
    hints=(
        "A unit that reads `v + 10 negated - 10 one` is silent without the flag. What does it say "
        "with it, for good words, and for bad ones?",
        "The units *add* what they write to what is there. What has to be added to $v$ to make "
        "$-0.74v$ "
        "of it?",
    ),
    answer="""
Two units see the valence from both sides, and open only where the flag lifts them. They write
$-1.74$ of what they hear, since 1 of it stands there already. The 10 must be larger than every
valence, else the largest get through with the door closed.
""",
    stub=STUB,
    judge=judge,
    code=(units,),
    typed=boxes.units(typed_data),
)
