"""Which exercises a run asks in full: a third in turn, those that changed, and at night all.

Every answer of every exercise is judged in every run. In full means what is asked of judges beyond
that: mutants, numbers that are none, answers that statements invite, and answers through files.
"""

from functools import cache
from types import ModuleType

from tools import changed, turns

JUDGES = ("exercises/judging/", "exercises/handing_in/")  # what is changed there may change each
ANSWERS = "tests/exercises/invited/"


@cache
def what_changed() -> frozenset[str]:
    """The files that are other than on main."""
    return frozenset(changed.files())


def in_full(module: ModuleType) -> bool:
    """Whether a run asks an exercise in full."""
    exercise = module.EXERCISE
    own = f"exercises/catalogue/{exercise.chapter}/{exercise.slug.replace('-', '_')}.py"
    if {own, f"{ANSWERS}{exercise.chapter}.py"} & what_changed():
        return True
    if any(name.startswith(JUDGES) for name in what_changed()):
        return True
    return turns.at_night() or turns.lot(f"exercise {exercise.slug}") % turns.IN_TURN == 0
