"""Answers that the statements invite, beside those of the catalogue: a module for each chapter.

Each is judged once. Of an exercise there is at least one wrong one that is near to right, as none
of the catalogue is, and a right one that its author did not think of. In the tables of the modules
"wrong: " and "right: " are followed by what an answer is, and "wrong" and "right" alone have
functions whose docstrings say it.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

from exercises.order import PAGES, WORKSHOP


class Invited(NamedTuple):
    """Answers to one exercise, as `check` takes them, each by what it is."""

    wrong: dict[str, object]
    right: dict[str, object]


def told_apart(answers: Mapping[str, Any]) -> Invited:
    """The wrong ones and the right ones of a row of a table."""
    found = Invited({}, {})
    for key, given in answers.items():
        kind, _, what = key.partition(": ")
        named = {what: given} if what else {each.__doc__.rstrip("."): each for each in given}
        found._asdict()[kind].update(named)
    return found


def of_chapter(page: str) -> dict[str, Invited]:
    """What is invited by the exercises of a chapter; nothing by those of the workshop."""
    if page == WORKSHOP.page:
        return {}
    rows = import_module(f"{__name__}.{page}").INVITED
    return {slug: told_apart(answers) for slug, answers in rows.items()}


def invited_by(slug: str) -> Invited:
    """What an exercise invites."""
    return of_chapter(PAGES[slug]).get(slug, Invited({}, {}))
