"""What a picture of lanes is made of: its rows, and what is said of heads."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from taotp.interp.lanes.codebooks import Codebook, Meaning, whole
from taotp.interp.lanes.comparing import Question
from taotp.interp.lanes.relations import Relation
from taotp_core.arrays import Array

LARGE = 1e5  # numbers, from which on they are shown in a unit

By = Literal["token", "place", "head", "cross", "mlp", "sum", "answer"]
Verb = Literal["copies", "brings", "takes away", "adds", "scales", "turns", "moves"]


@dataclass(frozen=True, eq=False)
class Lane:
    """One row: what a part of the stream was given at each position, decoded.

    `values` are meanings, None where nothing was given or it means nothing; `by` is who gave it, in
    which `layer` (-1: the embedding), and which head; `loud` is how many times as long each row is
    as that of the codebook. `stack` is "encoder" for lanes of an encoder. `rows` [n, size] are what
    was given, none of the answer.
    """

    name: str
    kind: str
    part: str
    by: By
    layer: int
    head: int | None
    columns: Sequence[int]
    book: Codebook
    values: Sequence[Meaning]
    rows: Array
    loud: Sequence[float] = ()
    stack: str = ""

    @cached_property
    def unit(self) -> float:
        """In what its numbers are shown."""
        numbers = [float(x) for x in self.values if isinstance(x, (int, float))]
        return unit_of(numbers) if self.kind == "number" else 1.0

    @cached_property
    def shown(self) -> Sequence[Meaning]:
        """Its values as they are shown: numbers in their unit."""
        if self.unit == 1:
            return self.values
        return [whole(x / self.unit) if isinstance(x, (int, float)) else x for x in self.values]


def unit_of(numbers: Sequence[float]) -> float:
    """The power of ten in which numbers are shown: 1 unless some are too large to be read.

    Of short ones it is what all can be divided by, else that of the largest.

    >>> unit_of([14_000_007, 15_000_008]), unit_of([3.984e10, 4.982e10]), unit_of([99, 7])
    (1000000.0, 10000000000.0, 1.0)
    """
    most = max(map(abs, numbers), default=0)
    if most < LARGE or not np.isfinite(most):
        return 1.0
    size = int(np.floor(np.log10(most)))
    digits = [f"{x / 10.0 ** (size - 3):.0f}" for x in numbers]  # four digits of the largest
    zeros = min(len(x) - len(x.rstrip("0")) for x in digits if x.strip("-0"))
    return float(10 ** (size - 3 + zeros if zeros > 1 else size))


@dataclass(frozen=True, eq=False)
class Carried:
    """What a head takes and what becomes of it in a part; `lane` is where it is seen."""

    verb: Verb
    taken: str
    put: str
    lane: Lane


@dataclass(frozen=True, eq=False)
class LaneHead:
    """What a head compares and brings, and where each position looks most, with the weight there.

    `relations` are its comparisons, the strongest first; none where it looks at all alike. They are
    None where no comparison that can be named tells where it looks: it is *unclear*. `liked` are
    the tags that each position looks for, where it looks for any, and `reads` those that it takes.
    `question` has all that it asks and answers with.
    """

    name: str
    layer: int
    number: int
    cross: bool
    relations: tuple[Relation, ...] | None
    carried: tuple[Carried, ...]
    source: Sequence[int]
    weight: Sequence[float]
    question: Question
    liked: Sequence[tuple[str, ...]] = ()
    stack: str = ""
    reads: tuple[str, ...] = ()

    @property
    def relation(self) -> str:
        """Its comparisons in words."""
        if self.relations is None:
            return "unclear"
        return " and ".join(map(str, self.relations)) or "everywhere"

    @property
    def operation(self) -> str:
        """What becomes of what it takes, in words."""
        said = [
            f"takes {each.taken} from {each.put}" if each.verb == "takes away"
            else f"{each.verb} {each.taken} to {each.put}"
            for each in self.carried
        ]  # fmt: skip
        return ", ".join(said) or "nothing"
