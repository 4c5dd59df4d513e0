"""A reader's words for parts of a stream."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from taotp_core.stream import Subspace


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


def covering(named: Iterable[Subspace], d_model: int, rest: str = "x") -> Iterator[Subspace]:
    """Parts in the order of the stream, and `rest` for what lies between them.

    >>> [(part.name, len(part)) for part in covering([Subspace("token", 1, 2, 4)], 4)]
    [('x', 1), ('token', 2), ('x', 1)]
    """
    end = 0
    for part in sorted(named, key=lambda part: part.start):
        if part.start > end:
            yield Subspace(rest, end, part.start - end, d_model)
        yield part
        end = part.start + len(part)
    if end < d_model:
        yield Subspace(rest, end, d_model - end, d_model)
