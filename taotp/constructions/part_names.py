"""A reader's words for parts of a stream."""

from collections.abc import Mapping
from dataclasses import replace

from taotp_core.stream import Subspace

NUMERALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def before(n: int) -> list[str]:
    """What stood 1, 2 ... n places before.

    >>> before(2), before(11)[-1]
    (['one before', 'two before'], '11 before')
    """
    numerals = [*NUMERALS, *map(str, range(len(NUMERALS) + 1, n + 1))]
    return [f"{numeral} before" for numeral in numerals[:n]]


def called(
    where: Mapping[str, Subspace], words: Mapping[str, str], unseen: str
) -> tuple[Subspace, ...]:
    """Parts that code knows by their keys, in words where there are some; those unseen hidden.

    >>> from taotp_core.stream import subspaces
    >>> v, vv = subspaces(v=1, vv=1)
    >>> [part.name for part in called({"v": v, "vv": vv}, {"v": "number"}, "vv") if not part.hidden]
    ['number']
    """
    return tuple(
        replace(part, name=words.get(key, part.name), hidden=key in unseen.split())
        for key, part in where.items()
    )
