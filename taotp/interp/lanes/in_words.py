"""Where a claim on a head says that it looks, by its words alone: no weight is asked."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from taotp.interp.lanes.codebooks import Meaning, shown
from taotp.interp.lanes.relations import Relation

Holds = Mapping[str, Sequence[Meaning]]  # what stands at each position, by what it is called
Claim = Sequence[Relation]

RANKS = ("latest", "first", "smallest", "largest", "next larger")


def keys_in_words(claim: Claim, own: Mapping[str, Meaning], holds: Holds, seen: int) -> set[int]:
    """The keys, of the first `seen`, that a claim tells for a position which holds `own`.

    It is read as its sentence is: a position that meets every condition, and of those the best by
    each rank, the strongest first. Empty where there is none, or where something is not there.

    >>> claim = [Relation("same", "digit", "one before", 9.0), Relation("latest", "", "place", 1.0)]
    >>> holds = {"one before": [None, 1, 2, 1, 3], "place": [0, 1, 2, 3, 4]}
    >>> keys_in_words(claim, {"digit": 1}, holds, 5)
    {3}
    """
    if any(r.key not in holds or (r.query and r.query not in own) for r in claim):
        return set()
    kept = set(range(seen))
    for r in claim:
        if r.how not in RANKS:
            kept = {j for j in kept if meets(r, own.get(r.query), holds[r.key][j])}
    for r in sorted((r for r in claim if r.how in RANKS), key=lambda r: -r.pull):
        kept = best(r, own.get(r.query), {j: holds[r.key][j] for j in kept})
    return kept


def meets(r: Relation, own: Meaning, there: Meaning) -> bool:
    """Whether a key that holds something is what a position that holds its own looks for."""
    if there is None or (own is None and r.query):
        return False
    if r.how in ("back", "before", "after"):
        apart = number(own) - number(there)
        return {"back": apart == r.by, "before": apart > 0, "after": apart < 0}[r.how]
    if r.how in ("among", "table"):
        return there in (r.among if r.how == "among" else dict(r.to).get(own, ()))
    return (there == own) == (r.how != "other")  # "same", and "tags" as they were


def best(r: Relation, own: Meaning, held: Mapping[int, Meaning]) -> set[int]:
    """The best of some keys, each with what it holds; of what shows no number none is."""
    numbers = {j: n for j, x in held.items() if (n := shown(x)) is not None}
    if r.how == "next larger":
        least = shown(own)
        numbers = {j: n for j, n in numbers.items() if least is not None and n > least}
    which: Callable[[Iterable[int]], int] = max if r.how in ("largest", "latest") else min
    return {j for j, n in numbers.items() if n == which(numbers.values())}


def number(place: Meaning) -> int:
    """A place as a number."""
    found = shown(place)
    assert found is not None
    return found
