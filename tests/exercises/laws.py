"""Laws on many things are one test each, or one a chapter, whose message names all that break it.

@of_each(BOARDS)            one test that asks every board
@of_each_exercise           a test for each chapter, of two workers one or the other; -k SLUG, or
                            [SLUG] behind the name of a test, asks one exercise alone
"""

import inspect
from collections.abc import Callable
from typing import Any

from tests.laws import Cases, Check, ask, asking_for, every


def of_each(some: Cases) -> Callable[[Check], Check]:
    """Make a law on one thing a test that asks it of some, or of what a function finds then.

    What stands behind a star in the law is a fixture, all else is of the thing: its parts, where it
    is a tuple.
    """
    return lambda law: every(", ".join(parts_of(law)), some)(law)


def of_each_exercise(law: Check) -> Check:
    """Make a law on a slug a test for each chapter, of all exercises in it."""
    own = parts_of(law)

    def test(slugs: tuple[str, ...], **fixtures: Any) -> None:
        ask(law, own, slugs, fixtures)

    return asking_for(test, law, own, "slugs")


def parts_of(law: Check) -> list[str]:
    """The arguments of a law that are no fixtures."""
    parameters = inspect.signature(law).parameters.values()
    return [each.name for each in parameters if each.kind is not each.KEYWORD_ONLY]
