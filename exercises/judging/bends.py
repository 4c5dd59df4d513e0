"""Units of model answers that bend at many places: a count of a share, the square of a number."""

from collections.abc import Mapping

from taotp.constructions.by_history import Unit


def counted(share: str, says: Mapping[str, float], most: int) -> list[Unit]:
    """Units that say n times what is said where a column reads n/(n + 1), for n up to `most`.

    From n to n + 1 the line rises by 1 over 1/((n + 1)(n + 2)).

    >>> counted("share", {"n": 1.0}, 2)
    [({'share': 1.0}, 0.0, {'n': 2.0}), ({'share': 1.0}, -0.5, {'n': 4.0})]
    """
    return [
        ({share: 1.0}, -n / (n + 1), {name: 2.0 * (n + 1) * x for name, x in says.items()})
        for n in range(most)
    ]


def squared(number: str, square: str, most: int, *, below: bool = True) -> list[Unit]:
    """Units that say the square of what a column reads, a whole number from -most to most.

    Where it is never `below` 0, half as many will do.

    >>> squared("n", "nn", 2)[:2]
    [({'n': 1.0}, 0.0, {'nn': 1.0}), ({'n': 1.0}, -1.0, {'nn': 2.0})]
    """
    return [
        ({number: sign}, -float(n), {square: 2.0 if n else 1.0})
        for sign in ((1.0, -1.0) if below else (1.0,))
        for n in range(most)
    ]
