"""Which parts of a machine matter, by a definition that is computed and not by a tool."""

from functools import cache
from itertools import combinations

from taotp_core.look.parts import Part
from taotp_core.look.removing import ablated
from taotp_core.look.truth.cases import Case

MOST = 3  # parts removed at once: no machine here needs more to break


@cache
def ways_to_break(case: Case) -> tuple[frozenset[Part], ...]:
    """The smallest sets of parts without which some answer is another, of up to MOST parts.

    Smallest: no set of them holds another of them. Parts are removed by zeros.
    """
    found: list[frozenset[Part]] = []
    for size in range(1, MOST + 1):
        single = {part for known in found if len(known) == 1 for part in known}
        rest = [part for part in case.parts if part not in single]
        for some in map(frozenset, combinations(rest, size)):
            if not any(known <= some for known in found) and case.changed_by(
                ablated(case.model, sorted(some, key=str))
            ):
                found.append(some)
    return tuple(found)


@cache
def matters(case: Case) -> frozenset[Part]:
    """The parts that matter: those that some smallest way to break the machine has to remove."""
    return frozenset().union(*ways_to_break(case))


def in_order(case: Case, parts: frozenset[Part]) -> list[Part]:
    """Parts in the order of their writing."""
    return [part for part in case.parts if part in parts]
