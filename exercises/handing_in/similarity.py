"""Which entry of a leaderboard was made from which, by leaving numbers out."""

import numpy as np

from taotp_core.arrays import Array
from taotp_core.program import Program
from taotp_core.weights import MLP, Transformer, named_arrays

Machine = Transformer | Program | MLP
TELLING = 8  # sizes of numbers that a machine must have: fewer may be the same by chance
DIGITS = 9  # to which numbers are the same


def made_from(machine: Machine, other: Machine) -> bool:
    """Whether a machine is another one with numbers deleted, or replaced by zeros.

    What is left of each of its arrays then stands in one of the other's of the same name, all of it
    times one factor: scores of a narrower head are divided by less. Or all arrays are as large as
    the other's, and what is left of each stands where it stood, each row or each column times a
    factor of its own. And the other stores more. Machines of a few round numbers tell nothing.
    """
    own, theirs = arrays(machine), arrays(other)
    (stored, left), (most, there) = counts(own), counts(theirs)
    if not tells(own) or stored > most or left > there or (stored, left) == (most, there):
        return False
    found = all(any(name == a and within(W, V) for a, V in theirs) for name, W in own)
    return found or scaled(machine, other)


def same_but_for_factors(machine: Machine, other: Machine) -> bool:
    """Whether two machines of one size are each other, with factors of rows or columns.

    Nobody can tell from that which of them was first.
    """
    own, theirs = arrays(machine), arrays(other)
    return tells(own) and counts(own) == counts(theirs) and scaled(machine, other)


def tells(found: list[tuple[str, Array]]) -> bool:
    """Whether arrays have so many sizes of numbers that two machines have them by no chance."""
    return len({abs(x) for _, W in found for x in W[W != 0].tolist()}) >= TELLING


def scaled(machine: Machine, other: Machine) -> bool:
    """Whether each array is the other's of the same place, with zeros and factors.

    So many numbers must follow from others that it is no chance.
    """
    own, theirs = by_path(machine), by_path(other)
    follow = 0
    for path, W in own.items():
        V = theirs.get(path)
        if V is None or V.shape != W.shape or (chosen := factors(W, V)) is None:
            return False
        follow += int(np.count_nonzero(W)) - chosen
    return follow >= TELLING


def factors(part: Array, whole: Array) -> int | None:
    """How many factors make a part of an array: one, or one a row or a column; None if none do.

    Signs and places are kept.
    """
    kept = part != 0
    if (whole[kept] == 0).any():
        return None
    ratios = np.divide(part, whole, out=np.full(part.shape, np.nan), where=kept)
    if not (ratios[kept] > 0).all():
        return None
    for lines in (ratios.reshape(1, -1), np.atleast_2d(ratios), np.atleast_2d(ratios).T):
        held = lines[(~np.isnan(lines)).any(axis=1)]
        if (np.nanmax(held, axis=1) <= np.nanmin(held, axis=1) * (1 + 10.0**-DIGITS)).all():
            return len(held)
    return None


def counts(found: list[tuple[str, Array]]) -> tuple[int, int]:
    """How many numbers arrays have, and how many of them are not zero."""
    return sum(W.size for _, W in found), sum(int(np.count_nonzero(W)) for _, W in found)


def by_path(machine: Machine) -> dict[str, Array]:
    """The arrays of a machine by where they stand in it."""
    return named_arrays(machine.model if isinstance(machine, Program) else machine)


def arrays(machine: Machine) -> list[tuple[str, Array]]:
    """The arrays of a machine, by their own names."""
    return [(path.rpartition(".")[2], W) for path, W in by_path(machine).items()]


def within(part: Array, whole: Array) -> bool:
    """Whether an array's numbers other than zero are among another's, all times one factor."""
    some, others = part[part != 0], whole[whole != 0]
    if not some.size:
        return True
    known, times = np.unique(rounded(others), return_counts=True)
    for factor in np.unique(others) / some[0]:
        if not np.isin(rounded(some[1:3] * factor), known).all():  # most fail at once
            continue
        wanted, needed = np.unique(rounded(some * factor), return_counts=True)
        at = np.searchsorted(known, wanted).clip(max=len(known) - 1)
        if np.array_equal(known[at], wanted) and (times[at] >= needed).all():
            return True
    return False


def rounded(numbers: Array) -> Array:
    """Numbers to some digits, of their own size each."""
    return np.array([float(f"{x:.{DIGITS}g}") for x in numbers.ravel().tolist()])
