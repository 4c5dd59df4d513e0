"""Relations: what a head compares, told from a table of its scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from taotp.interp.lanes.codebooks import Meaning, shown
from taotp.interp.lanes.origins import Rows
from taotp_core.arrays import Array, Tokens

How = Literal[
    "back", "before", "after", "latest", "first",
    "same", "other", "smallest", "largest", "next larger", "among", "table", "tags",
]  # fmt: skip

PULL = 0.5  # in the exponent of attention: a weaker preference is none
ALIKE = 1e-4  # of the range of a row
ROUNDING = 1e-12  # of the widest range: a row that prefers less prefers nothing
BEST = 0.02  # of the range of a row: what scores as well as the best
MOST_LISTED = 12


@dataclass(frozen=True)
class Relation:
    """What of a key is held against what of the position that asks, and which is liked best.

    `query` and `key` name what is compared, query "" where all ask alike; `pull` is by how much, in
    the exponent of attention, the best leads the worst. `by` is how far "back" (ahead: below 0),
    `among` are the meanings that are liked, and `to` those for each meaning of the query.
    """

    how: How
    query: str
    key: str
    pull: float
    by: int = 0
    among: tuple[Meaning, ...] = ()
    to: tuple[tuple[Meaning, tuple[Meaning, ...]], ...] = ()

    def __str__(self) -> str:
        """In a few words.

        >>> print(Relation("back", "place", "place", 20.0, by=2))
        2 back
        """
        same = f"same {self.key}" if self.query == self.key else f"{self.key} same as {self.query}"
        steps = f"{abs(self.by)} {'back' if self.by > 0 else 'ahead'}"
        words: dict[str, str] = {
            "back": steps if self.by else "itself",
            "same": same,
            "other": same.replace("same as", "other than").replace("same ", "other "),
            "smallest": f"smallest {self.key}",
            "largest": f"largest {self.key}",
            "next larger": f"next larger {self.key}"
            + (f" after {self.query}" if self.query != self.key else ""),
            "among": f"{self.key} among {', '.join(map(str, self.among))}",
            "tags": f"is {' or '.join(map(str, self.among))}",
            "table": f"{self.key} that goes with {self.query}",
        }
        if self.how == "among" and self.key == "place" and len(self.among) == 1:
            return f"at position {self.among[0]}"
        return words.get(self.how, self.how)


def relation(M: Array, asks: Rows, answers: Rows, causal: bool) -> Relation:
    """The relation that a table of scores [meanings of the query, of the key] is of."""
    M = without_rounding(M - M.mean(1, keepdims=True))
    places = asks.kind == answers.kind == "place" and M.shape[0] == M.shape[1]
    pull = strength(M, places and causal)
    if places and (found := between_places(M, pull, causal)):
        return found
    scaled = M / np.maximum(np.ptp(M, axis=1), 1e-300)[:, None]
    order = ordered(scaled, answers.meanings)
    if np.abs(scaled - scaled.mean(0)).max() < ALIKE:
        return the_same_for_all(scaled.mean(0), order, answers, pull)
    if order:
        return Relation("largest" if order > 0 else "smallest", asks.name, answers.name, pull)
    how: How = "table"
    later_are_hidden = places and causal  # what would be liked best there is never seen
    if not later_are_hidden and asks.kind == answers.kind and asks.meanings == answers.meanings:
        each = np.arange(len(M))
        if (M.argmax(1) == each).all():
            how = "same"
        elif (M.argmin(1) == each).all():
            how = "other"
        elif next_larger(M.argmax(1), asks.meanings):
            how = "next larger"
    if how != "table":
        return Relation(how, asks.name, answers.name, pull)
    liked = best_of_each(scaled, asks.meanings, answers.meanings)
    return Relation("table", asks.name, answers.name, pull, to=liked)


def without_rounding(M: Array) -> Array:
    """The same table, with zeros in the rows whose preference is a matter of rounding."""
    wide = np.ptp(M, axis=1, keepdims=True)
    return np.where(wide > ROUNDING * wide.max(initial=0), M, 0)


def strength(M: Array, causal: bool) -> float:
    """By how much the best key leads the worst, for the middle one of those that ask."""
    if causal:  # later places are not seen
        pull = np.array([np.ptp(row[: i + 1]) for i, row in enumerate(M)])
    else:
        pull = np.ptp(M, axis=1)
    return float(np.median(pull[pull > 0])) if (pull > 0).any() else 0.0


def between_places(M: Array, pull: float, causal: bool) -> Relation | None:
    """Whether places prefer the one some steps back, the latest, the first, or those of one side.

    The first place may be set apart, for those who find nothing.
    """
    n = len(M)
    steps = [np.diff(M[i, : i + 1] if causal else M[i]) for i in range(1, n)]
    if all((step > 0).all() for step in steps):
        return Relation("latest", "", "place", pull)
    if all((step < 0).all() for step in steps):
        return Relation("first", "", "place", pull)
    seen = np.where(np.tril(np.ones((n, n), bool)) | (not causal), M, -np.inf)
    apart = np.arange(n) - seen.argmax(1)
    back = int(apart[-1] if causal else np.median(apart))  # the last sees most
    apart[[i for i in range(1, n) if lead(seen[i]) < PULL]] = n  # several as good as each other
    inside = apart[max(back, 0) : n + min(back, 0)]
    if len(inside) > 2 and (inside == back).mean() > 0.9:
        return Relation("back", "place", "place", pull, by=back)
    if causal:  # nothing after it is seen, and all before it
        return None
    if all(M[i, :i].min() > M[i, i:].max() for i in range(1, n)):
        return Relation("before", "place", "place", pull)
    if all(M[i, i + 1 :].min() > M[i, 1 : i + 1].max() for i in range(1, n - 1)):
        return Relation("after", "place", "place", pull)
    return None


def lead(row: Array) -> float:
    """By how much the best of two keys or more leads the next best."""
    next_best, best = np.partition(row, -2)[-2:]
    return float(best - next_best)


def ordered(scaled: Array, meanings: Sequence[Meaning]) -> int:
    """1 where every row grows with the numbers that keys show, -1 where it shrinks, else 0.

    Up to three keys may show none: they stand for where a text begins and ends.
    """
    numbers = [(n, i) for i, m in enumerate(meanings) if (n := shown(m)) is not None]
    if len(numbers) < max(3, len(meanings) - 3):
        return 0
    steps = np.diff(scaled[:, [i for _, i in sorted(numbers)]], axis=1)
    return 1 if (steps > 0).all() else -1 if (steps < 0).all() else 0


def the_same_for_all(liking: Array, order: int, answers: Rows, pull: float) -> Relation:
    """The relation where every position likes the same keys."""
    if order and answers.kind == "place":
        return Relation("latest" if order > 0 else "first", "", answers.name, pull)
    if order:
        return Relation("largest" if order > 0 else "smallest", "", answers.name, pull)
    top = np.flatnonzero(liking > liking.max() - BEST)[:MOST_LISTED]
    among = tuple(answers.meanings[i] for i in top)
    return Relation("among", "", answers.name, pull, among=among)


def next_larger(best: Tokens, meanings: Sequence[Meaning]) -> bool:
    """Whether each number likes the one after it best, but for the last."""
    numbers = [shown(m) for m in meanings]
    known = [i for i, n in enumerate(numbers) if n is not None]
    wanted = [numbers[i] for i in known[1:]]
    return len(known) > 2 and [numbers[best[i]] for i in known[:-1]] == wanted


def best_of_each(
    scaled: Array, asked: Sequence[Meaning], liked: Sequence[Meaning]
) -> tuple[tuple[Meaning, tuple[Meaning, ...]], ...]:
    """The keys that each query likes best."""
    tops = (np.flatnonzero(row > row.max() - BEST)[:MOST_LISTED] for row in scaled)
    return tuple((a, tuple(liked[i] for i in top)) for a, top in zip(asked, tops, strict=True))
