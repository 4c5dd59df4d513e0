"""Arguments under the names that they had before: they work for one release, and warn."""

import warnings
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
New = str | tuple[str, Callable[[Any], Any]]  # a name, and what makes its value of the old one


def renamed(**names: New) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a function take arguments by old names too, with a DeprecationWarning that names the new.

    Where the new one means another number, a function beside its name makes it of the old. Raises
    TypeError for an argument that is given under both.

    >>> @renamed(sure="hard", minutes=("seconds", lambda minutes: 60 * minutes))
    ... def look(*, hard=1.0, seconds=0):
    ...     return hard, seconds
    >>> with warnings.catch_warnings(record=True, action="always") as said:
    ...     look(sure=2.0, minutes=3)
    (2.0, 180)
    >>> print(said[0].message)
    look calls its argument 'sure' 'hard' now; the old name will be gone in the next release
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def called(*args: P.args, **given: P.kwargs) -> R:
            if old := names.keys() & given.keys():
                for name in sorted(old, reverse=True):
                    under_new_name(function.__name__, given, name, names[name])
            return function(*args, **given)

        called.__dict__["renamed"] = names
        return called

    return decorate


def under_new_name(function: str, given: dict[str, Any], name: str, new: New) -> None:
    """Put an argument under its new name, and warn who called the function."""
    value = given.pop(name)
    if not isinstance(new, str):
        new, value_of = new
        value = value_of(value)
    if new in given:
        raise TypeError(f"{function} got {new!r} twice, once by its old name {name!r}")
    warnings.warn(
        f"{function} calls its argument {name!r} {new!r} now; "
        "the old name will be gone in the next release",
        DeprecationWarning,
        stacklevel=3,
    )
    given[new] = value
