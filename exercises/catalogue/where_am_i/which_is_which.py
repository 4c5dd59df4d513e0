"""Four encodings, seen as pictures."""

from collections.abc import Callable
from itertools import product

import numpy as np

from exercises.judging.boxes import verdicts
from exercises.judging.judge import Wrong, ask, kind_of
from exercises.statement import Example, Exercise, Mark
from exercises.typed import Field
from taotp_core.arrays import Array
from taotp_core.encodings import (
    even_angles,
    original_angles,
    random_angles,
    reversed_rotations,
    rotations,
)

N, WIDTH = 64, 128
ANSWERS = ("original", "random", "sorted", "even")
KEY = {"A": "sorted", "B": "original", "C": "even", "D": "random"}
STUB = '''
def which_is_which():
    """A, B, C, D: each "original", "random", "sorted" or "even", in a dict."""
    raise NotImplementedError
'''

Answer = Callable[[], dict[str, str]]


def four_tables() -> dict[str, Array]:
    """The four encodings by the letters under which they are shown, each [64, 128]."""
    drawn = random_angles(WIDTH, np.random.default_rng(9))
    made = {
        "original": reversed_rotations(N, original_angles(WIDTH)),
        "random": rotations(N, drawn),
        "sorted": rotations(N, np.sort(drawn)),
        "even": rotations(N, even_angles(WIDTH)),
    }
    return {letter: made[name] for letter, name in KEY.items()}


def judge(answer: object) -> str:
    """Every letter has its name."""
    said = ask(answer, where="in the answer")
    if not isinstance(said, dict):
        raise Wrong(f"in the answer expected a dict, got {kind_of(said)}")
    for letter in KEY:
        name = said.get(letter)
        if name not in ANSWERS:
            raise Wrong(f"at {letter} expected one of {', '.join(ANSWERS)}, got {name!r}")
        if list(said.values()).count(name) > 1:
            raise Wrong(f"at {letter} expected each name once, got {name!r} again")
    right = sum(said[letter] == name for letter, name in KEY.items())
    if right < len(KEY):
        raise Wrong(f"in the answer expected {len(KEY)} right, got {right}")
    return f"{len(KEY)} inputs, each by its name"


def which_is_which() -> dict[str, str]:
    """By the seams: see the words of the answer."""
    return {"A": "sorted", "B": "original", "C": "even", "D": "random"}


def accepted_by_eye() -> Answer:
    """As seen."""
    return which_is_which


def accepted_by_measure() -> Answer:
    """By numbers: how calm the last columns are, mirrored columns, and neighbors that agree."""

    def measured() -> dict[str, str]:
        tables = four_tables()
        hands = {letter: table.reshape(N, -1, 2) for letter, table in tables.items()}
        calm = min(tables, key=lambda letter: float(np.ptp(tables[letter][:, -20:], axis=0).max()))
        rest = [letter for letter in tables if letter != calm]
        cos = {letter: hands[letter][:, 1:, 0] for letter in rest}
        mirror = min(rest, key=lambda x: float(np.abs(cos[x] - cos[x][:, ::-1]).max()))
        rest.remove(mirror)
        rest.sort(key=lambda x: float(np.abs(np.diff(hands[x][:4], axis=1)).mean()))
        return {calm: "original", mirror: "even", rest[0]: "sorted", rest[1]: "random"}

    return measured


def wrong_exchanged() -> Answer:
    """Sorted and even exchanged: both are smooth, and only one has a mirror."""
    return lambda: {"A": "even", "B": "original", "C": "sorted", "D": "random"}


def wrong_twice() -> Answer:
    """One name for two."""
    return lambda: {"A": "sorted", "B": "original", "C": "even", "D": "sorted"}


def wrong_missing() -> Answer:
    """One letter left out."""
    return lambda: {"A": "sorted", "B": "original", "C": "even"}


def wrong_name() -> Answer:
    """A name that is none of the four."""
    return lambda: {"A": "sorted", "B": "sinusoids", "C": "even", "D": "random"}


def wrong_list() -> object:
    """Names without letters."""
    return lambda: ["sorted", "original", "even", "random"]


def typed_answers() -> dict[str, dict[str, str]]:
    """Every choice of names."""
    choices = product(ANSWERS, repeat=len(KEY))
    return {"\n".join(names): dict(zip(KEY, names, strict=True)) for names in choices}


EXERCISE = Exercise(
    slug="which-is-which",
    source="7.9",
    title="Which is which?",
    kind="inspect",
    marks=(Mark.VERY_EASY,),
    statement="""
Here are four tables, A to D, of 64 positions and 128 columns each: the original encoding,
rotations of random angles, rotations of the same random angles *sorted*, and rotations of evenly
spaced angles. Which is which? `which_is_which()` returns a dict from letter to name. Then explain
what you see: where do the curves come from, the mirror, and the calm?
""",
    hints=(
        "A column is a wave. In which tables do columns that stand side by side have nearly the "
        "same frequency, and what shape does that draw?",
        "The cosine of $a\\theta$ is also that of $a(2\\pi - \\theta)$. Which table has for every "
        "angle its counterpart, and where does it stand?",
        "Slow hands hardly move in 64 positions.",
    ),
    answer="""
B is the original: to the right its hands are so slow that columns keep one color. D is random:
neighboring columns have nothing in common, and but for a few slow hands it looks like noise. In A
and C the frequency grows from left to right, and equal phases $a\\theta$ line up as curves. Where
the angle passes half a turn the waves are as fast as positions can show, and beyond it they look
slower again: an angle of $2\\pi - \\theta$ cannot be told from $-\\theta$ (it is the wagon wheel
of old films). So both are mirrored, the right half being the left one with its sines negated. In
C, with even steps, the mirror is exact and in the middle, and there is another from top to bottom,
because after 64 positions all hands stand as at the start. In A the steps are uneven: the same
curves are torn, and the seam is where the draws happen to pass half a turn.
""",
    stub=STUB,
    judge=judge,
    example=Example(
        "The four of them:",
        """
from exercises.catalogue.where_am_i.which_is_which import four_tables
from taotp import figures

figures.tables(four_tables(), title="Which is which?",
    alt="Four tables of 64 positions and 128 columns. A and C: curves "
        "that meet their mirror image, torn in A. B: waves on the left, "
        "calm on the right. D: hardly any pattern.")
""",
    ),
    code=(which_is_which,),
    checklist=("The curves, the mirror and the calm columns are each explained in a sentence.",),
    typed=verdicts(
        [Field(letter, f"table {letter}", "choice", choices=ANSWERS) for letter in KEY],
        judge,
        typed_answers,
    ),
)
