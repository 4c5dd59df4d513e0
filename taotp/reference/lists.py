"""What should be said of a list: its least, its largest, its order, itself."""

from collections.abc import Sequence
from typing import Any

from taotp.reference.kinds import Key, S, Said


def minimum(prompt: Sequence[S], **_: object) -> list[S] | None:
    """The smallest of some numbers.

    >>> minimum([6, 2, 12])
    [2]
    """
    return [min(prompt, key=number)] if len(prompt) else None


def maximum(prompt: Sequence[S], **_: object) -> list[S] | None:
    """The largest of some numbers.

    >>> maximum([6, 2, 12])
    [12]
    """
    return [max(prompt, key=number)] if len(prompt) else None


def next_larger(prompt: Sequence[S], **_: object) -> list[S] | None:
    """The smallest number that is larger than the last, where there is one.

    >>> next_larger([9, 3, 7, 0, 2])
    [3]
    """
    larger = [each for each in prompt if number(each) > number(prompt[-1])]
    return minimum(larger)


def sort(prompt: Sequence[S], **_: object) -> list[S] | None:
    """Numbers from the smallest to the largest, where no two are the same.

    >>> sort([6, 2, 12])
    [2, 6, 12]
    """
    return sorted(prompt, key=number) if len({*prompt}) == len(prompt) else None


def number(symbol: Any) -> int:
    """The number that a symbol stands for."""
    return int(symbol)


def copied(prompt: Sequence[S], **_: object) -> list[S]:
    """All of it.

    >>> copied("cab")
    ['c', 'a', 'b']
    """
    return [*prompt]


def backward(prompt: Sequence[S], **_: object) -> list[S]:
    """All of it from the last to the first.

    >>> backward("cab")
    ['b', 'a', 'c']
    """
    return [*prompt[::-1]]


def in_order(prompt: Sequence[S], *, vocabulary: Sequence[S], **_: object) -> list[S]:
    """All of it in the order of the vocabulary, each as often as it was read.

    >>> in_order("caba", vocabulary="abc")
    ['a', 'a', 'b', 'c']
    """
    return sorted(prompt, key=[*vocabulary].index)


def first_said(prompt: Sequence[S], *, names: Sequence[S] = (), **_: object) -> list[S]:
    """The names in it, each once, in the order in which they come first; all are names without any.

    >>> first_said("cabca", names="ab")
    ['a', 'b']
    """
    return [*dict.fromkeys(symbol for symbol in prompt if not names or symbol in names)]


TOLD: dict[str, Key] = {"copy": copied, "reverse": backward, "sort": in_order, "which": first_said}


def retold(prompt: Sequence[S], *, task: str, **known: Any) -> Said:
    """What was read, said again as a task of TOLD says.

    >>> retold("cab", task="reverse")
    ['b', 'a', 'c']
    """
    return TOLD[task](prompt, **known)
