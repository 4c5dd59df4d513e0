"""Where a machine goes wrong first: the earliest dial that is not as it should be.

As in taotp/page/machine/lanes/wrong.js, with which a test compares it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from taotp.interp.lanes.causes import Cell
from taotp.interp.lanes.codebooks import ON_A_LINE, SMALL, Meaning
from taotp.interp.lanes.lane import Lane, LaneHead
from taotp.interp.lanes.picture import cell
from taotp.interp.lanes.reading import Lanes, lanes, lanes_of
from taotp.interp.lanes.sentences import FEW, MOSTLY, hundredths, named
from taotp.interp.lanes.stack import ONE
from taotp.interp.lanes.stories import listed
from taotp_core.arrays import Array
from taotp_core.program import Program

SPOKEN = 0.05  # of the weight: less is not spoken of
EVEN = 0.1  # of the largest: weights that differ by less are shared evenly


@dataclass(frozen=True)
class Wrong:
    """The dial that is wrong first, what it should hold, what it holds, and a sentence.

    `right` says whether the answer is nevertheless as it should be. Two dials whose heads look at
    another place may hold the same.
    """

    cell: Cell
    should: Meaning
    holds: Meaning
    right: bool
    sentence: str


def first_wrong(program: Program, right: Program, prompt: Any) -> Wrong | None:
    """Where a program goes wrong first on a prompt, compared with one as it should be.

    The earliest is told by layers, in them by parts, and of a part by positions. None where no dial
    differs. Raises ValueError as `complete` does for what is no prompt.
    """
    return compared(lanes(program, prompt), lanes(right, prompt))


def first_wrong_of(
    program: Program,
    right: Program,
    tokens: Sequence[int],
    source: Sequence[int] = (),
    called: Sequence[Meaning] | None = None,
) -> Wrong | None:
    """The same of ids: those that both were told and have said, and what their encoders read."""
    seen = [lanes_of(each, tokens, source, called) for each in (program, right)]
    return compared(*seen)


def compared(seen: Lanes, right: Lanes) -> Wrong | None:
    """The earliest dial of lanes that is not as in others, which are as they should be."""
    last = len(seen.tokens) - 1
    same = seen.lanes[-1].values[last] == right.lanes[-1].values[last]
    for where, should, holds, told in differences(seen, right):
        sentence = f"Still right here, though p{told[1:]}" if same else told
        return Wrong(where, should, holds, same, sentence)
    return None


Difference = tuple[Cell, Meaning, Meaning, str]


def differences(seen: Lanes, right: Lanes) -> Iterator[Difference]:
    """Each dial that is not as it should be, the earliest first, with a sentence."""
    *own, answer = right.lanes
    heads = {(h.stack, h.layer, h.number, h.cross): h for h in seen.heads}
    written = {(x.stack, x.name, tuple(x.columns)): x for x in seen.lanes}
    for lane in own:
        there = written.get((lane.stack, lane.name, tuple(lane.columns)))
        if there is None and lane.by in ("sum", "token"):
            continue  # is not shown where it says no more than others
        head = right.head_of(lane)
        key = (head.stack, head.layer, head.number, head.cross) if head else None
        yield from in_lane(lane, there, head, heads.get(key) if key else None)
    last = len(seen.tokens) - 1
    should, says = (x.lanes[-1].values[last] for x in (right, seen))
    if should != says:
        told = f"Position {last} should say {named(right, should)}; it says {named(seen, says)}."
        yield Cell(answer.name, last), should, says, told


def in_lane(
    lane: Lane, there: Lane | None, head: LaneHead | None, looking: LaneHead | None
) -> Iterator[Difference]:
    """The dials of a lane that are not as they should be."""
    sign = sign_of(head, lane)
    rows = np.zeros_like(lane.rows) if there is None else there.rows
    own, held = (lane.book.decode(sign * each) for each in (lane.rows, rows))
    for p, should in enumerate(lane.values):
        if differ(should, own[p]):
            continue  # where nothing is shown though something is written
        where = Cell(lane.name, p, lane.stack)
        if head and looking and should is not None and missed(head, looking, p):
            yield where, should, held[p], looks(head, looking, p)
        elif differ(should, held[p]):
            yield where, should, held[p], holds(lane, p, held[p], rows[p])


def sign_of(head: LaneHead | None, lane: Lane) -> int:
    """With which sign a lane is read: what is taken away is named by what it takes."""
    carried = head.carried if head else ()
    return -1 if any(x.lane is lane and x.verb == "takes away" for x in carried) else 1


def differ(one: Meaning, other: Meaning) -> bool:
    """Whether two meanings are not the same; numbers but for rounding."""
    numbers = [x for x in (one, other) if isinstance(x, int | float) and not isinstance(x, bool)]
    if len(numbers) == 2:
        a, b = numbers
        return bool(abs(a - b) > ON_A_LINE * max(1, abs(a)))
    return one != other


def missed(head: LaneHead, looking: LaneHead, p: int) -> bool:
    """Whether a head that should find one position does not."""
    if not head.weight[p] > MOSTLY:
        return False
    return not looking.weight[p] > ONE or looking.source[p] != head.source[p]


def looks(head: LaneHead, looking: LaneHead, p: int) -> str:
    """Where a head should have looked from a position, and where it looks."""
    back = head.relations is None or not any(r.how != "back" for r in head.relations)
    should = "look at" if back else "have found"
    read = " of what is read" if head.cross else ""
    itself = head.source[p] == p and not head.cross
    there = "itself" if itself else f"position {head.source[p]}{read}"
    weights = looking.question.weights[p]
    return f"Position {p} should {should} {there}; it {looked(weights, -1 if head.cross else p)}."


def looked(weights: Array, own: int) -> str:
    """Where weights lie: on its own position, on another, on some alike, how much on each."""
    order = sorted((j for j, w in enumerate(weights) if w > SPOKEN), key=lambda j: -weights[j])
    if not order:
        return "looks at nothing in particular"
    if weights[order[0]] > MOSTLY:
        return "looks at itself" if order[0] == own else f"looks at position {order[0]}"
    even = sorted(j for j in order if weights[j] > (1 - EVEN) * weights[order[0]])
    if len(even) == len(order) == 2:
        return f"looks at {even[0]} and {even[1]} half and half"
    if len(even) == len(order) > 2:
        return f"looks at {len(even)} positions alike"
    parts = hundredths(weights.tolist())
    return f"puts a weight of {listed([f'{parts[j]} on {j}' for j in order[:FEW]])}"


def holds(lane: Lane, p: int, held: Meaning, row: Array) -> str:
    """What a position should hold in a part, and what it holds."""
    should = lane.values[p]
    start = f"Position {p} should"
    if isinstance(should, tuple) and isinstance(held, tuple):
        missing = [tag for tag in should if tag not in held]
        extra = [tag for tag in held if tag not in should]
        if not missing:
            return f"{start} not hold {some_of(extra)} in {lane.name}."
        it = f"holds {some_of(extra)}" if extra else "does not"
        return f"{start} hold {some_of(missing)} in {lane.name}; it {it}."
    named = "nothing" if should is None else cell(should)
    return f"{start} hold {named} in {lane.name}; it holds {what(lane, p, held, row)}."


def what(lane: Lane, p: int, held: Meaning, row: Array) -> str:
    """What is held in words: where it is no row of the book, whether there is anything."""
    if held is not None:
        return cell(held)
    most = np.abs(lane.rows[p]).max(initial=0.0)
    silent = np.abs(row).max(initial=0.0) <= SMALL * most
    return "nothing" if silent else "nothing that can be read"


def some_of(tags: Sequence[Meaning]) -> str:
    """Some tags, and how many more there are."""
    more = [f"{len(tags) - FEW} more"] if len(tags) > FEW else []
    return " and ".join([*map(cell, tags[:FEW]), *more])
