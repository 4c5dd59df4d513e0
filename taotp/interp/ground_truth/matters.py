"""Which parts of a machine matter: what is left when all are taken out that can be."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from taotp.interp.ablation import ablated
from taotp.interp.ground_truth.cases import Case
from taotp.interp.ground_truth.limits import AT_ONCE
from taotp.interp.ground_truth.stand_ins import StandIn, mean_of_place, next_text, with_stand_ins
from taotp.interp.parts import Part

HOW: dict[str, StandIn | None] = {"zero": None, "mean": mean_of_place, "other text": next_text}


@cache
def can_go(case: Case, parts: frozenset[Part], how: str = "zero") -> bool:
    """Whether every answer stays where some parts are taken out together.

    In their place stands nothing ("zero"), or at each place the mean of what they wrote there, or
    what they wrote there in another text.
    """
    stand_in = HOW[how]
    if not parts:
        return True
    if stand_in is None:
        return not case.changed_by(ablated(case.model, sorted(parts, key=str)))
    return not case.share_other(with_stand_ins(case, parts, stand_in))


def left(
    case: Case, order: Sequence[Part], how: str = "zero", gone: frozenset[Part] = frozenset()
) -> list[Part]:
    """What cannot go: parts are taken out for good in an order, each if no answer changes by it.

    `gone` are those that are out before. What is left is enough. Each was needed at its turn, and
    may be able to go after others have gone.
    """
    kept = []
    for part in order:
        if can_go(case, gone | {part}, how):
            gone |= {part}
        else:
            kept.append(part)
    return kept


def orders(parts: Sequence[Part]) -> list[list[Part]]:
    """An order for each part, in which it comes last."""
    return [[*parts[i + 1 :], *parts[: i + 1]] for i in range(len(parts))]


@cache
def matters(case: Case, how: str = "zero") -> frozenset[Part]:
    """The parts that matter: those that are left in some order of taking out what can go.

    First each part is taken out alone; those that cannot go matter. If the others can go together,
    none of them matters, though some order may leave one. If not, they are taken out one after the
    other, in an order for each of them in which it comes last, so that whoever might stand in for
    it has gone before.
    """
    alone = [part for part in case.parts if not can_go(case, frozenset({part}), how)]
    others = [part for part in case.parts if part not in alone]
    if can_go(case, frozenset(others), how):
        return frozenset(alone)
    return frozenset(alone).union(*(left(case, order, how) for order in orders(others)))


@cache
def ways_to_break(case: Case) -> tuple[frozenset[Part], ...]:
    """The smallest sets of parts without which some answer is another, of up to AT_ONCE parts.

    Smallest: no set of them holds another of them. Parts are removed by zeros.
    """
    found: list[frozenset[Part]] = []
    for size in range(1, AT_ONCE + 1):
        single = {part for known in found if len(known) == 1 for part in known}
        rest = [part for part in case.parts if part not in single]
        for some in map(frozenset, combinations(rest, size)):
            if not any(known <= some for known in found) and not can_go(case, some):
                found.append(some)
    return tuple(found)


def in_order(case: Case, parts: Iterable[Part]) -> list[Part]:
    """Parts in the order of their writing."""
    chosen = set(parts)
    return [part for part in case.parts if part in chosen]
