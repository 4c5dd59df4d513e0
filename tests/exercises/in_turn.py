"""Which exercises a run asks in full: a twelfth in turn, those that changed, and at night all.

A right answer of every exercise is judged in every run, drawn by the commit, but of chapters whose
judges work for seconds, which tests/dear.txt names, in turn; in turn by chapters a wrong one is
judged, and the right one goes through a file. In full means what is asked of judges beyond that:
all answers, the same one again, others through files and with inputs of their own, mutants, numbers
that are none, all machines in the page, all hostile answers, and those that statements invite.
Entries of boards that ask for long have their turn.
"""

from collections.abc import Sequence
from functools import cache

from exercises.order import PAGES
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


def in_full(slug: str) -> bool:
    """Whether a run asks an exercise in full."""
    own = f"exercises/catalogue/{PAGES[slug]}/{slug.replace('-', '_')}.py"
    changed = {own, f"{ANSWERS}{PAGES[slug]}.py"} & what_changed()
    return bool(changed) or is_due(f"exercise {slug}")


def asked_of(slug: str, names: Sequence[str], by_day: int = 1) -> list[str]:
    """The answers to an exercise that a run asks, of some: in full all of them."""
    return [*names] if in_full(slug) else sampling.drawn(names, by_day, slug)


def is_due(thing: str) -> bool:
    """Whether a thing that waits for its turn is asked in this run."""
    return a_judge_changed() or sampling.at_night() or sampling.lot(thing) % sampling.IN_TURN == 0


def boards_that_changed(slugs: Sequence[str]) -> set[str]:
    """The boards whose entries are other than on main; all with a judge."""
    if a_judge_changed():
        return {*slugs}
    changed = {name.split("/")[2] for name in what_changed() if name.startswith(ENTRIES)}
    return changed.intersection(slugs)
