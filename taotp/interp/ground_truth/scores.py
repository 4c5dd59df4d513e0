"""How right tools are: precision and recall, beside tools that know nothing."""

from collections.abc import Collection, Hashable, Iterable
from typing import NamedTuple, TypeVar

import numpy as np

P = TypeVar("P")

COIN = 0.5  # how often the tool that throws coins names a part


class Found(NamedTuple):
    """Of one machine: its parts, those that matter, and those a tool names."""

    parts: Collection[Hashable]
    matters: Collection[Hashable]
    named: Collection[Hashable]


class Score(NamedTuple):
    """How right a tool is about some machines; None where there is nothing to divide by.

    `precision` is which share of the parts that it names matter, `recall` which share of those that
    matter it names: the means over machines, of which those are left out where it names none, or
    where none matters. `lift` is its share of all parts that matter less its share of all that do
    not: 0 for whoever does not look.
    """

    precision: float | None
    recall: float | None
    lift: float | None
    machines: int


def score(found: Iterable[Found]) -> Score:
    """Precision, recall and lift over machines.

    >>> parts, matters = ["a", "b", "c", "d"], ["a", "b"]
    >>> score([Found(parts, matters, ["a", "c"]), Found(parts, matters, ["a"])])
    Score(precision=0.75, recall=0.5, lift=0.25, machines=2)
    """
    every = [(set(parts), set(matters), set(named)) for parts, matters, named in found]
    needed = sum(len(matters) for _, matters, _ in every)
    idle = sum(len(parts - matters) for parts, matters, _ in every)
    hits = sum(len(named & matters) for _, matters, named in every)
    alarms = sum(len(named - matters) for _, matters, named in every)
    return Score(
        mean(len(named & matters) / len(named) for _, matters, named in every if named),
        mean(len(named & matters) / len(matters) for _, matters, named in every if matters),
        hits / needed - alarms / idle if needed and idle else None,
        len(every),
    )


def mean(values: Iterable[float]) -> float | None:
    """The mean, None of nothing."""
    found = list(values)
    return float(np.mean(found)) if found else None


# Tools that know nothing


def names_all(parts: Collection[P]) -> list[P]:
    """The tool that names every part."""
    return list(parts)


def names_none(parts: Collection[P]) -> list[P]:
    """The tool that names no part."""
    return []


def names_by_chance(parts: Collection[P], seed: int) -> list[P]:
    """The tool that throws a coin for each part."""
    coins = np.random.default_rng(seed).random(len(parts)) < COIN
    return [part for part, coin in zip(parts, coins, strict=True) if coin]


def by_chance(machines: Iterable[tuple[Collection[Hashable], Collection[Hashable]]]) -> Score:
    """What is to be expected of the tool that throws coins: the mean over all throws.

    Of what it names the share that matters is that of all parts, however many it names; of what
    matters it names half.

    >>> by_chance([(["a", "b", "c", "d"], ["a"])])
    Score(precision=0.25, recall=0.5, lift=0.0, machines=1)
    """
    every = list(machines)
    return Score(
        mean(len(matters) / len(parts) for parts, matters in every if parts),
        COIN if any(matters for _, matters in every) else None,
        0.0,
        len(every),
    )
