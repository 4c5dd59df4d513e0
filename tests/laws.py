"""One test asks a law of many cases and names all that break it: a row each would say no more."""

import inspect
import reprlib
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

Check = Callable[..., None]
Cases = Iterable[Any] | Callable[[], Iterable[Any]]
LONGEST = 200  # characters of a case in a message
FAILURES = (Exception, pytest.fail.Exception)


def every(names: str, cases: Cases) -> Callable[[Check], Check]:
    """Ask a test of every case, in one test whose message lists all offenders.

    `names` are arguments of the test, as for `pytest.mark.parametrize`; the others are fixtures,
    which all cases share. Cases that are dear to make are given by a function of no arguments.
    Where some are skipped, the test is, once the others were asked.
    """
    own = [name.strip() for name in names.split(",")]
    found = cases if callable(cases) else tuple(cases)  # also of what can be gone through once

    def decorate(check: Check) -> Check:
        def law(**fixtures: Any) -> None:
            ask(check, own, found() if callable(found) else found, fixtures)

        return asking_for(law, check, own)

    return decorate


def ask(check: Check, own: Sequence[str], cases: Iterable[Any], fixtures: dict[str, Any]) -> None:
    """Ask a law of all cases, each a value for its one argument or a tuple for its `own` ones."""
    offenders, skipped = [], []
    asked = [*cases]
    for case in asked:
        values = (case,) if len(own) == 1 else case
        try:
            check(**fixtures, **dict(zip(own, values, strict=True)))
        except pytest.skip.Exception as reason:
            skipped.append(str(reason))
        except FAILURES as error:
            offenders.append((case, error))
    assert asked, "there is no case to ask"
    if offenders:
        raise AssertionError(message(check, offenders, len(asked))) from offenders[0][1]
    if skipped:
        pytest.skip(f"{len(skipped)} of {len(asked)} cases: {'; '.join({*skipped})}")


def asking_for(law: Check, check: Check, own: Sequence[str], *more: str) -> Check:
    """A law that is called as the test it is made of, and that pytest gives its other arguments.

    `more` are fixtures that the law takes beside them.
    """
    for name in ("__name__", "__qualname__", "__module__", "__doc__", "pytestmark"):
        if hasattr(check, name):
            setattr(law, name, getattr(check, name))
    parameters = inspect.signature(check).parameters
    assert not {*own} - {*parameters}, f"{', '.join(own)} are no arguments"
    shared = [*more, *(name for name in parameters if name not in own)]
    law.__dict__["__signature__"] = inspect.Signature(
        [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in shared]
    )
    return law


def message(check: Check, offenders: Sequence[tuple[Any, BaseException]], asked: int) -> str:
    """What is said of those that break a law: each case, its line and its error."""
    said = [f"{len(offenders)} of {asked} cases break the law:"]
    file = inspect.unwrap(check).__code__.co_filename
    for case, error in offenders:
        frames = traceback.walk_tb(error.__traceback__)
        lines = [line for frame, line in frames if frame.f_code.co_filename == file]
        where = f"line {lines[-1]}: " if lines else ""
        said.append(f"- {SHORT.repr(case)}\n  {where}{type(error).__name__}: {error}")
    return "\n".join(said)


SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = LONGEST
