"""The box on a page of the book in which an answer is typed, and the bench of a machine.

What they show is made when it is asked for: the first cell of each page of exercises imports them,
and who checks an answer there waits for none of it.
"""

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from exercises import exercise
from exercises.catalogue import BENCHES, EXERCISES
from exercises.not_in_page import BOARDS_NOT_IN_PAGE
from exercises.statement import Exercise

if TYPE_CHECKING:
    from exercises.judging.bench import Bench
    from taotp.figures.bench import Workbench


def folded(title: str, inside: str) -> str:
    """What a page shows when its reader opens it."""
    return f'<details class="hand-later"><summary>{title}</summary>{inside}</details>'


# The boards whose machines a page can ask; why it cannot ask the others is in not_in_page.py.
ASKED_IN_THE_PAGE = (
    *("least-repeat-last", "least-hello-world", "least-search", "least-aab", "least-lookup"),
    *("least-minimum", "least-add-mod-10", "least-add-3", "least-add-10"),
    *("least-multiply-2", "least-onset-count", "least-two-sentences"),
)


@dataclass(frozen=True, repr=False)
class Box:
    """Where the answer to an exercise is typed: live on its page, a sentence elsewhere."""

    exercise: Exercise

    @property
    def is_board(self) -> bool:
        """Whether it is that of a leaderboard, which is no exercise."""
        return self.exercise.slug not in EXERCISES

    def __repr__(self) -> str:
        if self.is_board:
            return "The page has a box to type a machine into; here, hand in a function or a text."
        return "The page has a box to type an answer into; here, finish the function below."

    def _repr_html_(self) -> str | None:
        from exercises.answer_box import answer_box, element
        from taotp.figures.live import for_page

        typed = self.exercise.typed
        if not for_page() or typed is None:
            return None
        made = element(answer_box(typed, self.exercise.number, self.exercise.slug), typed.part)
        return folded("Try a machine of your own", made) if self.is_board else made


def bench_of(name: str) -> "Bench":
    """The bench of an exercise that builds a machine; raises ValueError for another."""
    found = exercise(name)
    if found.slug not in BENCHES:
        raise ValueError(f"{found.slug} has no bench; there are {', '.join(BENCHES)}")
    return BENCHES[found.slug]


def plain(markdown: str) -> str:
    """A paragraph in one line, without its marks."""
    return re.sub(r"[*`]|\]\([^)]*\)|\[", "", " ".join(markdown.split()))


def bench(name: str) -> "Workbench":
    """The bench of an exercise that builds a machine, live; raises ValueError for another."""
    from exercises.judging.bench import NameBench, known
    from taotp.figures.bench import workbench

    of = bench_of(name)
    return workbench(
        of.slug,
        of.text,
        title=exercise(name).title,
        goal=plain(of.task_words),
        key=of.task.name,
        known=known(of.task),
        every=of.every,
        more=of.more,
        prompt=of.examples[0][0],
        named=isinstance(of, NameBench),
        said=of.said,
    )


def box(name: str) -> Box:
    """The box of an exercise or a board that has one.

    Raises ValueError for an unknown name, and for an exercise whose answer cannot be typed.
    """
    if name in ASKED_IN_THE_PAGE:
        from exercises.answer_box import of_board
        from exercises.handing_in.boards import BOARDS

        return Box(replace(BOARDS[name].exercise, typed=of_board(name)))
    if name in BOARDS_NOT_IN_PAGE:
        reason = BOARDS_NOT_IN_PAGE[name]
        raise ValueError(f"a machine for {name} cannot be typed into a page: {reason}")
    found = exercise(name)
    if found.typed is None:
        raise ValueError(f"an answer to {found.slug} cannot be typed into a page")
    return Box(found)
