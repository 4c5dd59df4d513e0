"""Laws on many things are one test each, or one a chapter, whose message names all that break it.

@of_each(BOARDS)            one test that asks every board
@of_each_exercise           a test for each chapter, of two workers one or the other; -k SLUG, or
                            [SLUG] behind the name of a test, asks one exercise alone
"""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

Law = Callable[..., None]  # of one thing, or of the parts of one that is a tuple; then of fixtures
BROKEN = (Exception, pytest.fail.Exception)


def of_each(some: Iterable[Any] | Callable[[], Iterable[Any]]) -> Callable[[Law], Law]:
    """Make a law on one thing a test that asks it of some, or of what a function finds then."""
    find = some if callable(some) else tuple(some).__iter__

    def test_of(law: Law) -> Law:
        @wraps(law)
        def test(**fixtures: Any) -> None:
            ask(law, find(), fixtures)

        return asking_for(test, fixtures_of(law))

    return test_of


def of_each_exercise(law: Law) -> Law:
    """Make a law on a slug a test for each chapter, of all exercises in it."""

    @wraps(law)
    def test(slugs: tuple[str, ...], **fixtures: Any) -> None:
        ask(law, slugs, fixtures)

    return asking_for(test, ["slugs", *fixtures_of(law)])


def ask(law: Law, some: Iterable[Any], fixtures: dict[str, Any]) -> None:
    """Ask a law of each of some; the failure has what each says that breaks it."""
    broken: list[str] = []
    for each in some:
        parts = each if type(each) is tuple else (each,)
        try:
            law(*parts, **fixtures)
        except BROKEN as error:
            broken.append(f"{called(parts)}: line {line(error)}: {error or type(error).__name__}")
    assert not broken, "\n\n".join(broken)


def called(parts: tuple[Any, ...]) -> str:
    """What a thing is called in a message: its name, or the beginning of what it looks like."""
    names = (str(getattr(part, "__name__", part)) for part in parts)
    return ", ".join(name if len(name) <= 60 else f"{name[:60]}..." for name in names)


def line(error: BaseException) -> int:
    """Where in the law it was broken: the first line below the one that asks."""
    trace = error.__traceback__
    inside = trace and trace.tb_next
    return inside.tb_lineno if inside else 0


def fixtures_of(law: Law) -> list[str]:
    """The parameters of a law that are fixtures: those that stand behind a star."""
    parameters = inspect.signature(law).parameters.values()
    return [each.name for each in parameters if each.kind is each.KEYWORD_ONLY]


def asking_for(test: Law, fixtures: list[str]) -> Law:
    """A test that pytest gives these fixtures."""
    parameters = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in fixtures]
    test.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return test
