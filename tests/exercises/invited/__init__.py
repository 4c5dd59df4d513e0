"""Answers that the statements invite, beside those of the catalogue: a module for each chapter.

Each is judged once. Of an exercise there are at least two wrong ones, which a reader may take for
right, and a right one that its author did not think of.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple

from exercises.order import PAGES, WORKSHOP


class Invited(NamedTuple):
    """Answers to one exercise, as `check` takes them, each by what it is."""

    wrong: Mapping[str, object]
    right: Mapping[str, object]


NONE = Invited({}, {})


def of_chapter(page: str) -> dict[str, Invited]:
    """What is invited by the exercises of a chapter; nothing by those of the workshop."""
    found: dict[str, Invited] = {}
    return found if page == WORKSHOP.page else import_module(f"{__name__}.{page}").INVITED


def invited_by(slug: str) -> Invited:
    """What an exercise invites."""
    return of_chapter(PAGES[slug]).get(slug, NONE)
