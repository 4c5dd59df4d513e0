"""Lanes in sentences: what each head compared and brought at a position, and what is said."""

from collections.abc import Iterator, Sequence
from math import floor
from typing import TYPE_CHECKING

import numpy as np

from taotp.interp.lanes.codebooks import Meaning, shown
from taotp.interp.lanes.lane import LaneHead
from taotp.interp.lanes.names import START
from taotp.interp.lanes.picture import cell
from taotp.interp.lanes.relations import Relation
from taotp_core.decode import greedy

if TYPE_CHECKING:
    from taotp.interp.lanes.reading import Lanes

MOSTLY = 0.9  # of the weight, from which on a head looks at one place
TIED = 1e-9  # of the largest score: what is as near to it scores the same
EQUAL = 1e-9  # apart, two shares are one
FEW = 4  # that are listed
RUN = 3  # numbers in a row that are told by their ends


def sentences(seen: "Lanes", at: int) -> Iterator[str]:
    """A sentence for each head of the last stack, and one for what is said."""
    for head in seen.heads:
        if not head.stack:
            yield f"{head.name}: {sentence(seen, head, at)}"
    yield f"So {tie(seen, at) or says(seen, at)}."


def says(seen: "Lanes", at: int) -> str:
    """What is said at a position."""
    return f"it says {named(seen, seen.lanes[-1].values[at])}"


def named(seen: "Lanes", symbol: Meaning) -> str:
    """A symbol in a sentence; what nobody types is quoted, or *it says stop* would read on."""
    typed = {*seen.typed}
    ends = {s for i, s in enumerate(seen.symbols) if i not in typed}
    return f"\u201c{cell(symbol)}\u201d" if symbol in ends else cell(symbol)


def tie(seen: "Lanes", at: int) -> str:
    """That several symbols score the same, and why one is said; "" where one scores the most."""
    logits = seen.logits[at]
    most = float(logits.max())
    scale = min(max(abs(most), 1.0), float(abs(logits).max()))  # quiet ones are told apart too
    same = [i for i, x in enumerate(logits.tolist()) if x >= most - TIED * scale]
    if len(same) < 2:  # none where a logit is not a number
        return ""
    won = int(greedy(logits))  # lowest id of a tie, however sums were rounded
    *before, last = (named(seen, seen.symbols[i]) for i in same)
    few = f"{', '.join(before)} and {last}"
    many = f"{'all ' if len(same) == len(logits) else ''}{len(same)} symbols"
    why = (
        ", so it says the first of them in the list of symbols, which is" if won == same[0]
        else " but rounding, and that favors"
    )  # fmt: skip
    return (
        f"{few if len(same) <= FEW else many} score the same. Nothing decides between them{why} "
        f"{named(seen, seen.symbols[won])}"
    )


def counts(head: LaneHead) -> bool:
    """Whether a head takes tags from all positions alike."""
    return head.relations == () and bool(head.reads)


def choice(seen: "Lanes", head: LaneHead, at: int) -> str:
    """By which rule a head chose where it looks, as "latest noun" or "next larger: 3".

    "" where it chose among none, as who looks so many steps back, and where it finds more than one.
    """
    relations, there = head.relations or (), head.source[at]
    if not head.weight[at] > MOSTLY or head.cross:
        return ""
    hows = {r.how for r in relations}
    for r in relations:
        if r.how in ("smallest", "largest", "next larger") and r.key != "place":
            ends = r.how == "next larger" and shown(held(seen, r.query, at)) is None
            return f"{'smallest' if ends else r.how}: {cell(held(seen, r.key, there))}"
    which = next((r.how for r in relations if r.how in ("latest", "first")), "")
    tags = head.liked[at] if head.liked else ()
    if not which or hows >= {"latest", "first"}:
        return ""
    which = "next" if hows >= {"after", "first"} else which
    return f"{which} {tags[0]}" if len(tags) == 1 else which


def lead(seen: "Lanes", head: LaneHead, at: int) -> str:
    """By how much the best score of a head is above the next, which is what a softmax goes by.

    "" where it is not above another.
    """
    row = head.question.scores[at]
    *_, following, best = [-1, *(p for p in np.argsort(row) if np.isfinite(row[p]))]
    ahead = row[best] - row[following]
    if following < 0 or not ahead > 0 or not head.relations:
        return ""
    names = [cell(held(seen, head.relations[0].key, p)) for p in (best, following)]
    told = f"{ahead:,.0f}" if 1e3 <= ahead < 1e7 else f"{ahead:.3g}"
    told = told.replace("e+0", "e").replace("e+", "e")  # as the page writes powers of ten
    return f"{names[0]} leads {names[1]} by {told}"


def is_found(seen: "Lanes", head: LaneHead, at: int) -> bool:
    """Whether what a head looks for as the same is the same where it looks."""
    there = head.source[at]
    same = (r for r in head.relations or () if r.how == "same")
    there_in = there_of(head)
    return all(
        held(seen, r.query, at, head.stack) == held(seen, r.key, there, there_in) for r in same
    )


def fits(seen: "Lanes", head: LaneHead, at: int, j: int) -> bool:
    """Whether a key has what a head looks for from a position, wherever others like it stand."""
    liked = {*(head.liked[at] if head.liked else ())}
    held_there = (
        lane.values[j] for lane in seen.lanes
        if lane.stack == there_of(head) and lane.layer < head.layer
    )  # fmt: skip
    tags = {tag for value in held_there if isinstance(value, tuple) for tag in value}
    return (not liked or bool(liked & tags)) and all(
        is_so(seen, head, r, at, j) for r in head.relations or ()
    )


def is_so(seen: "Lanes", head: LaneHead, r: Relation, at: int, j: int) -> bool:
    """Whether a relation of a head holds between a position and a key; all may be the first."""
    own, there = held(seen, r.query, at, head.stack), held(seen, r.key, j, there_of(head))
    match r.how:
        case "same":
            return own is not None and own == there
        case "other":
            return own != there
        case "before" | "after":
            return j < at if r.how == "before" else j > at
        case "among" | "table":
            return there in (r.among if r.how == "among" else dict(r.to).get(own, ()))
    return r.how in ("latest", "first", "tags")


def sentence(seen: "Lanes", head: LaneHead, at: int) -> str:
    """What a head did at a position."""
    return f"position {at} {looks(seen, head, at)}{brings(seen, head, at)}."


def looks(seen: "Lanes", head: LaneHead, at: int) -> str:
    """Where a head looks from a position, and why."""
    mostly = head.weight[at] > MOSTLY
    found = f"position {head.source[at]}" if mostly else "several"
    if head.relations is None:
        return f"looks at {found}; why is unclear"
    if not head.relations:
        return f"sees {found} alone" if mostly else "looks at all alike"
    back = next((r for r in head.relations if r.how == "back"), None)
    if back is not None:
        return steps(back.by, at, head)
    told = f"looks for {sought(seen, head, at)}"
    return f"{told}: {found}" if mostly else f"{told}, and finds more than one"


def steps(by: int, at: int, head: LaneHead) -> str:
    """A look so many steps back, or ahead where `by` is below 0."""
    if not by:
        return "looks at the same position of what is read" if head.cross else "looks at itself"
    way = "back" if by > 0 else "ahead"
    if not 0 <= at - by < len(head.source) and not head.cross:
        there = f"position {head.source[at]}" if head.weight[at] > MOSTLY else "several"
        return f"looks {abs(by)} {way}, where nothing stands, and so at {there}"
    return f"looks {abs(by)} {way}, at position {head.source[at]}"


def sought(seen: "Lanes", head: LaneHead, at: int) -> str:
    """What a head looks for, as a position with its conditions."""
    relations = head.relations or ()
    which = next((r.how for r in relations if r.how in ("latest", "first")), "")
    side = next((f" {r.how} it" for r in relations if r.how in ("before", "after")), "")
    tags = head.liked[at] if head.liked else ()
    side = "" if START in tags else side  # who finds nothing looks at the start, wherever it is
    is_what = f" that is {either(tags)}" if tags else ""
    whose = [told for r in relations if (told := wanted(seen, head, r, at))]
    conditions = f" whose {' and whose '.join(whose)}" if whose else ""
    return f"{f'the {which}' if which else 'a'} position{side}{is_what}{conditions}"


def wanted(seen: "Lanes", head: LaneHead, r: Relation, at: int) -> str:
    """What a relation of a head asks of a key, with what the position that asks holds; "" for none.

    Of several that will do, where what is found there is one of them.
    """
    own = held(seen, r.query, at, head.stack)
    mine = cell(own) if r.query == r.key else f"its own {r.query}, {cell(own)}"
    match r.how:
        case "same":
            return f"{r.key} is {mine}"
        case "other":
            return f"{r.key} is not {mine}"
        case "smallest" | "largest":
            return f"{r.key} is the {r.how}"
        case "next larger":
            return f"{r.key} is the next larger after {cell(own)}"
        case "among" | "table":
            liked = r.among if r.how == "among" else dict(r.to).get(own, ())
            there = held(seen, r.key, head.source[at], there_of(head))
            if there not in liked or len(liked) > FEW:
                return ""
            if r.how == "table" and r.query not in ("", "place"):
                return f"{r.key} goes with its own {r.query}, {cell(own)}"
            if r.key == "place":
                return f"number is {numbers(liked)}"
            return f"{r.key} is {either(liked)}"
    return ""


def numbers(liked: tuple[Meaning, ...]) -> str:
    """Numbers of positions, those in a row by their ends.

    >>> numbers((0, 1, 2)), numbers((4, 5, 6)), numbers((4, 6))
    ('at most 2', 'between 4 and 6', '4 or 6')
    """
    first, last = int(str(liked[0])), int(str(liked[-1]))
    if len(liked) < RUN or last - first != len(liked) - 1:
        return either(liked)
    return f"between {first} and {last}" if first else f"at most {last}"


def hundredths(shares: Sequence[float]) -> list[str]:
    """Shares in two digits that add up as they do: what is left goes to those that lost most.

    Where it is not enough for all that are equal, each of them is rounded alone.

    >>> hundredths([0.2595, 0.0351, 0.7054])
    ['0.26', '0.03', '0.71']
    >>> hundredths([1 / 3, 1 / 3, 1 / 3])
    ['0.33', '0.33', '0.33']
    """
    least = [floor(100 * x + 1e-6) for x in shares]
    left = floor(100 * sum(shares) + 0.5) - sum(least)
    lost = [round(100 * x - n, 6) for x, n in zip(shares, least, strict=True)]
    order = sorted(range(len(shares)), key=lambda i: -lost[i])
    most, rest = order[: max(0, left)], order[max(0, left) :]

    def among(some: list[int], i: int) -> bool:
        return any(abs(shares[i] - shares[j]) < EQUAL for j in some)

    parted = [among(most, i) and among(rest, i) for i in range(len(shares))]
    alone = [floor(100 * x + 0.5 + 1e-6) for x in shares]
    told = [alone[i] if parted[i] else n + (i in most) for i, n in enumerate(least)]
    return [f"{n / 100:.2f}" for n in told]


def either(meanings: tuple[Meaning, ...]) -> str:
    """Some of what will do."""
    more = [f"{len(meanings) - FEW} more"] if len(meanings) > FEW else []
    return " or ".join([*map(cell, meanings[:FEW]), *more])


def there_of(head: LaneHead) -> str:
    """The stack in which a head looks."""
    return "encoder" if head.cross else head.stack


def held(seen: "Lanes", name: str, at: int, stack: str = "") -> Meaning:
    """What a position of a stack holds under the name of an origin."""
    if name == seen.noun:
        return (seen.read if stack else seen.tokens)[at]
    if name == "place":
        return at
    own = (lane for lane in seen.lanes if (lane.name, lane.stack) == (name, stack))
    return next((lane.values[at] for lane in own), None)


def brings(seen: "Lanes", head: LaneHead, at: int) -> str:
    """What a head brings to a position."""
    said = []
    for each in head.carried:
        value = each.lane.values[at]
        if value is not None:
            verb = each.verb if each.verb in ("takes away", "adds") else "brings"
            as_it_was = each.taken == seen.noun and each.verb not in ("moves", "scales")
            noun = f"{each.taken} " if as_it_was else ""
            said.append(f"{verb} {noun}{cell(value)}")
    return f"; it {' and '.join(said)}" if said else ""
