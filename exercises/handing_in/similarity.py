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
    times one factor: scores of a narrower head are divided by less. And the other stores more.
    Machines of a few round numbers tell nothing.
    """
    own, theirs = arrays(machine), arrays(other)
    if len({abs(x) for _, W in own for x in W[W != 0].tolist()}) < TELLING:
        return False
    (stored, left), (most, there) = counts(own), counts(theirs)
    if stored > most or left > there or (stored, left) == (most, there):
        return False
    return all(any(name == a and within(W, V) for a, V in theirs) for name, W in own)


def counts(found: list[tuple[str, Array]]) -> tuple[int, int]:
    """How many numbers arrays have, and how many of them are not zero."""
    return sum(W.size for _, W in found), sum(int(np.count_nonzero(W)) for _, W in found)


def arrays(machine: Machine) -> list[tuple[str, Array]]:
    """The arrays of a machine, by their own names, without those of zeros."""
    found = named_arrays(machine.model if isinstance(machine, Program) else machine)
    return [(path.rpartition(".")[2], W) for path, W in found.items()]


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
