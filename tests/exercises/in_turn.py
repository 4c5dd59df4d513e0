"""Which exercises a run asks in full: a third in turn, those that changed, and at night all.

Every answer of every exercise is judged in every run. In full means what is asked of judges beyond
that: mutants, numbers that are none, answers that statements invite, and answers through files. Of
the boards that ask for long one has its turn.
"""

from collections.abc import Sequence
from functools import cache
from types import ModuleType

from tools import changed, sampling

JUDGES = ("exercises/judging/", "exercises/handing_in/")  # what is changed there may change each
ANSWERS = "tests/exercises/invited/"
ENTRIES = "exercises/submissions/"


@cache
def what_changed() -> frozenset[str]:
    """The files that are other than on main."""
    return frozenset(changed.files())


def a_judge_changed() -> bool:
    """Whether what judges are put together from, or what grades by them, is other than on main."""
    return any(name.startswith(JUDGES) for name in what_changed())


def in_full(module: ModuleType) -> bool:
    """Whether a run asks an exercise in full."""
    exercise = module.EXERCISE
    own = f"exercises/catalogue/{exercise.chapter}/{exercise.slug.replace('-', '_')}.py"
    if {own, f"{ANSWERS}{exercise.chapter}.py"} & what_changed():
        return True
    return (
        a_judge_changed()
        or sampling.at_night()
        or sampling.lot(f"exercise {exercise.slug}") % sampling.IN_TURN == 0
    )


def boards_in_full(slugs: Sequence[str]) -> list[str]:
    """The boards whose entries are judged: one in turn, those that changed, all with a judge."""
    if a_judge_changed():
        return list(slugs)
    changed = {name.split("/")[2] for name in what_changed() if name.startswith(ENTRIES)}
    return sorted({*sampling.drawn(slugs, 1, "boards"), *changed.intersection(slugs)})
