"""The story of an answer: what decided it, values first, in a sentence or two.

It is told from its causes: of the heads that brought what is heard, the last ones; where they took
it from another head, that one before them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from taotp.interp.lanes.causes import LOOKED, MOST_VOTES, TEXT, Causes, Cell, Thread, lead_at
from taotp.interp.lanes.codebooks import Meaning, shown, whole
from taotp.interp.lanes.lane import Carried, Lane, LaneHead
from taotp.interp.lanes.picture import cell
from taotp.interp.lanes.sentences import (
    FEW,
    MOSTLY,
    brings,
    counts,
    either,
    held,
    hundredths,
    is_found,
    named,
    says,
    sentence,
    tie,
)
from taotp_core.arrays import Array

if TYPE_CHECKING:
    from taotp.interp.lanes.reading import Lanes

NEARLY_ALL = 0.995  # of the weight, from which on one place takes all
NAMED = 0.005  # of a look: a smaller share is not named
ALIKE = 0.01  # weights that differ by less, in proportion, are alike
MOST_ADDED = 6  # numbers of a sum that is written down
ON_LINE = 1e-6  # of the largest value: what is off a line by less lies on it


def story(seen: "Lanes", at: int, causes: Causes) -> str:
    """What decided what is said at a position, and what is said."""
    tied = tie(seen, at)
    said = f"so {tied or says(seen, at)}."
    head = told_of(seen, at, causes)
    if head is None:
        return f"Here {tied}." if tied else alone(seen, at, causes)
    if counts(head):
        return f"{counted(seen, head, at)}, {said}"
    told = [decided(seen, head, at, causes), *cleared(seen, at, causes)]
    return f"{'; '.join(told)}{turned(seen, head, at, causes)}, {said}"


def told_of(seen: "Lanes", at: int, causes: Causes) -> LaneHead | None:
    """The head that a story tells of: of the last ones that brought something the loudest."""
    brings = {x.head for x in threads_to(causes, at)}
    heads = [
        head for head in seen.heads
        if not head.stack and (head in brings or not is_found(seen, head, at) or counts(head))
    ]  # fmt: skip
    if not heads:
        return None
    beside = [x for x in heads if x in brings and x.layer == heads[-1].layer]
    lead = lead_at(seen, at)
    return max(beside, key=lambda x: raises(x, at, lead), default=heads[-1])


def alone(seen: "Lanes", at: int, causes: Causes) -> str:
    """What decides where no head does: what stands there, the place alone, neither, or nothing."""
    if causes.in_any_case:
        return f"{capital(says(seen, at))}, whatever stands there."
    if causes.by_place:
        return f"This is position {at}, whatever stands there, so {says(seen, at)}."
    own = {
        lane.name for lane in seen.lanes
        if lane.by == "token" and lane.kind != "constant" and not lane.stack
    }  # fmt: skip
    if any(x.lane in own for x in causes.cells):
        return f"At position {at} stands {named(seen, seen.tokens[at])}, so {says(seen, at)}."
    return f"Nothing here speaks for another symbol, so {says(seen, at)}."


def raises(head: LaneHead, at: int, lead: Array) -> float:
    """How far what a head brought raises what is said over what comes next."""
    return sum(float(x.lane.rows[at] @ lead[list(x.lane.columns)]) for x in head.carried)


def tally(seen: "Lanes", at: int, causes: Causes) -> str:
    """How many of the symbols that a head takes alike are which; "" where it takes one."""
    votes = [x for x in threads_to(causes, at) if x.source.lane == TEXT and x.to in causes.said]
    alike = votes and max(x.weight for x in votes) <= (1 + ALIKE) * min(x.weight for x in votes)
    one = len({x.head for x in votes}) == 1 < len(votes) and carried_by(votes[0]).verb != "adds"
    symbols = [seen.value_at(x.source) for x in votes]
    wins = seen.lanes[-1].values[at] in symbols
    return shares(symbols) if alike and one and wins and len(votes) < MOST_VOTES else ""


def made_of(seen: "Lanes", at: int, causes: Causes) -> str:
    """A few words on what an answer is made of: votes, what is taken away, or by an MLP."""
    if told := tally(seen, at, causes):
        return told
    if away := strongest(threads_to(causes, at, away=True)):
        own = " ".join(f"+ {x} \u2212 {x}" for x in [cell(seen.value_at(y.to)) for y in away])
        return f"{cell(seen.lanes[-1].values[at])} {own}"
    threads = threads_to(causes, at)
    if not threads or not turned(seen, threads[-1].head, at, causes):
        return ""
    lane = carried_by(threads[-1]).lane
    sums = [x for x in seen.lanes if (x.by, x.part, x.stack) == ("sum", lane.part, "")]
    lane = next((x for x in sums if Cell(x.name, at) in causes.said), lane)
    if (more := units_add(seen, lane, at, causes)) is not None:
        sign = "\u2212" if more < 0 else "+"
        return f"{cell(lane.values[at])} {sign} {cell(abs(more))}, by the MLP" if more else ""
    if lane.kind != "number" or not isinstance(lane.values[at], (int, float)):
        return "by the MLP"
    return f"{cell(lane.shown[at])} to {cell(seen.lanes[-1].values[at])}, by the MLP"


def threads_to(causes: Causes, at: int, away: bool = False) -> list[Thread]:
    """What was brought to a position of the last stack, or what was taken `away` there."""
    here = (x for x in causes.threads if x.to.at == at and not x.to.stack)
    return [x for x in here if (carried_by(x).verb == "takes away") == away]


def cleared(seen: "Lanes", at: int, causes: Causes) -> list[str]:
    """What was taken away at a position, so that it is not heard."""
    away = threads_to(causes, at, away=True)
    return [
        f"its own {cell(seen.value_at(x.to))}, which it carries along, is taken away"
        for x in strongest(away)
    ]


def turned(seen: "Lanes", head: LaneHead, at: int, causes: Causes) -> str:
    """That units behind a head made the answer of what was brought, where they did."""
    if not any(x.layer >= head.layer for x in written_by_units(seen, at, causes)):
        return ""
    lanes = (carried_by(x).lane for x in threads_to(causes, at) if x.head is head)
    adds = [x for x in (units_add(seen, lane, at, causes) for lane in lanes) if x is not None]
    if not adds:
        return "; the MLP turns that into the answer"
    return f"; the MLP adds {cell(adds[0]) if adds[0] else 'nothing'}"


def written_by_units(seen: "Lanes", at: int, causes: Causes) -> list[Lane]:
    """The lanes of units that play a part at a position of the last stack."""
    names = {x.lane for x in causes.cells if x.at == at and not x.stack}
    return [x for x in seen.lanes if x.by == "mlp" and not x.stack and x.name in names]


def units_add(seen: "Lanes", lane: Lane, at: int, causes: Causes) -> float | None:
    """What units behind a lane add to its number; None where they do something else."""
    more = [x for x in written_by_units(seen, at, causes) if x.layer >= lane.layer]
    values = [x.values[at] for x in (lane, *more)]
    alike = all(x.part == lane.part and x.kind == "number" and x.unit == 1 for x in (lane, *more))
    if not more or not alike or not all(isinstance(x, int | float) for x in values):
        return None
    return whole(sum(map(number, values[1:])))


def decided(seen: "Lanes", head: LaneHead, at: int, causes: Causes) -> str:
    """What a head found, with what those beside it brought; without an end."""
    mostly = head.weight[at] > MOSTLY
    if mostly and (found := found_by(seen, head, at, causes)):
        return found
    threads = threads_to(causes, at)
    beside = strongest(x for x in threads if x.head.layer == head.layer)
    if len(beside) > 1 and all(x.weight > MOSTLY for x in beside):
        return gathered(seen, beside)
    own = strongest(x for x in threads if x.head is head)
    told = (one_place(seen, own[0]) if mostly else some_places(seen, head, at)) if own else ""
    first = read_before(seen, own[0], causes) if own and mostly else ""
    told = told or (marked(seen, own[0], causes) if own and mostly else "")
    if not told and head.relations is None and mostly and head.question.head.name:
        where = f"position {head.source[at]}, by the head \u201c{head.name}\u201d"
        told = f"Position {at} looks at {where}; what it compares is unclear"
        return f"{first}{told}{brings(seen, head, at)}"
    plain = sentence(seen, head, at).removesuffix(".")
    return first + (told or (f"In what is said, {plain}" if first else capital(plain)))


def marked(seen: "Lanes", thread: Thread, causes: Causes) -> str:
    """What a head that looks into an encoder found by a mark, and brings; "" for others."""
    head, at = thread.head, thread.to.at
    tags = head.liked[at] if head.liked else ()
    value = seen.value_at(thread.to)
    if not head.cross or not tags or not isinstance(value, tuple):
        return ""
    there = thread.source.at
    brings = listed([*map(str, value[:FEW])])
    return (
        f"Position {at} asks for \u201c{either(tags)}\u201d; of what is read, "
        f"{cell(seen.read[there])}, at {there}, is marked so and brings {brings}"
    )


def read_before(seen: "Lanes", thread: Thread, causes: Causes) -> str:
    """Of what a head took from an encoder, how it came there; "" for others."""
    before = [x for x in causes.threads if x.to == thread.source and x.to.stack]
    if not before:
        return ""
    there, value = strongest(before)[0], cell(seen.value_at(thread.source))
    where = f"position {there.to.at} {there.head.name}, {there.source.at}"
    return f"In what is read, {where}, and brings {value}. "


def strongest(threads: Iterable[Thread]) -> list[Thread]:
    """Of the threads of each head the strongest, in the order of where they come from."""
    best: dict[LaneHead, Thread] = {}
    for x in threads:
        if x.head not in best or x.weight > best[x.head].weight:
            best[x.head] = x
    return sorted(best.values(), key=lambda x: x.source.at)


def gathered(seen: "Lanes", threads: Sequence[Thread]) -> str:
    """What several heads brought together, each from one position."""
    if all(carried_by(x).verb == "adds" for x in threads):
        return added(seen, threads)
    places = listed([str(x.source.at) for x in threads])
    return f"Positions {places} hold {listed([cell(seen.value_at(x.source)) for x in threads])}"


def added(seen: "Lanes", threads: Sequence[Thread]) -> str:
    """The numbers that several heads add, those of places apart."""
    places = [x for x in threads if carried_by(x).taken == "place"]
    others = [x for x in threads if x not in places]
    told = [f"It adds {listed(amounts(seen, others))}, which is {total(seen, others)}"]
    told += [f"its position adds {total(seen, places)}"] if places else []
    return "; ".join(told if others else told[1:])


def amounts(seen: "Lanes", threads: Sequence[Thread]) -> list[str]:
    """The number that each thread carries."""
    return [cell(seen.value_at(x.to)) for x in threads]


def total(seen: "Lanes", threads: Sequence[Thread]) -> str:
    """The sum of the numbers that threads carry."""
    return cell(whole(sum(number(seen.value_at(x.to)) for x in threads)))


def number(value: Meaning) -> float:
    """The number that a value is; 0 for none."""
    return float(value) if isinstance(value, (int, float)) else 0.0


def carried_by(thread: Thread) -> Carried:
    """What a thread carries."""
    return next(x for x in thread.head.carried if x.lane.name == thread.to.lane)


def one_place(seen: "Lanes", thread: Thread) -> str:
    """What stands where a head looks, that finds it by its place; "" for others."""
    head, there = thread.head, thread.source
    relations = head.relations or ()
    if head.cross or there.lane != TEXT or len(relations) != 1:
        return ""
    how, by, among = relations[0].how, relations[0].by, relations[0].among
    ahead = thread.to.at - by
    if how == "back" and not 0 <= ahead < len(seen.tokens):
        where = (
            f"As nothing stands {abs(by)} {'back' if by > 0 else 'ahead'}, it looks at position "
        )
        return f"{where}{there.at}, where {cell(seen.tokens[there.at])} stands"
    by_place = relations[0].key == "place" and how == "among" and len(among) == 1
    if not by_place and not (how == "back" and thread.to.at - there.at == by):
        return ""
    back = f"{by} back, at" if how == "back" and by else "At"
    value = seen.value_at(thread.to)
    brings = "" if value in (None, seen.tokens[there.at]) else f", which brings {cell(value)}"
    return (
        f"{back} position {there.at}{',' * bool(by)} stands {cell(seen.tokens[there.at])}{brings}"
    )


def some_places(seen: "Lanes", head: LaneHead, at: int) -> str:
    """What a head takes from the positions that it looks at, alike or some more than others.

    "" where that is not what was typed, or where shares of it do not tell what is said.
    """
    if seen.noun not in {x.taken for x in head.carried if x.verb != "takes away"}:
        return ""
    groups = alike(head.question.weights[at].tolist())
    symbols = [[(seen.read if head.cross else seen.tokens)[j] for j in some] for _, some in groups]
    if hard := times_as_hard(groups):
        much, little = (listed([*map(cell, some)]) for some in symbols)
        total = weighed(seen, head, at)
        is_sum = f"; {total[0]} is {cell(total[1])}{digit_of(seen, total[1], at)}" if total else ""
        return f"It looks at {much}, {hard} times as hard as at {little}{is_sum}"
    if len(groups) > 1:
        return shared(seen, head, at)
    if len(symbols[0]) < 2:
        return ""
    where = which_places(groups[0][1], -1 if head.cross else at)
    if len(symbols[0]) > FEW:
        return f"It looks equally at {where}; {shares(symbols[0])}"
    these = listed([*map(cell, symbols[0])])
    return f"It looks equally at {where}, which hold {these}{in_all(head, symbols[0], at)}"


def which_places(some: Sequence[int], at: int) -> str:
    """Positions in words: all up to the one that asks, the last ones before it, or which."""
    each, n = listed([*map(str, some)]), len(some)
    if [*some] == [*range(at + 1)]:
        return f"all {n} positions so far"
    few = "" if n > FEW else f", {each}"
    if [*some] == [*range(at - n + 1, at + 1)]:
        return f"the last {n} positions{few}"
    return f"{n} positions{few}"


def times_as_hard(groups: Sequence[tuple[float, list[int]]]) -> int:
    """How many times as hard as at some a head looks at others; 0 where it is no such look."""
    hard = whole(groups[0][0] / groups[1][0]) if len(groups) == 2 else 0
    return hard if isinstance(hard, int) and hard > 1 else 0


def weighed(seen: "Lanes", head: LaneHead, at: int) -> tuple[str, int | float] | None:
    """The sum of the numbers that a head mixes, as it is written down, and what it comes to.

    None where it looks at one position or at many, where what it takes is not as large as the
    numbers that stand there, and where its mean of them is told.
    """
    if head.weight[at] > MOSTLY or head.cross or isinstance(seen.tokens, range):
        return None
    groups = alike(head.question.weights[at].tolist())
    some = [j for _, places in groups for j in places]
    numbers = {j: shown(seen.tokens[j]) for j in some}
    if not 1 < len(some) <= MOST_ADDED or None in numbers.values():
        return None
    plain = [[cell(seen.tokens[j]) for j in places] for _, places in groups]
    sums = [sum(numbers[j] or 0 for j in places) for _, places in groups]
    if hard := times_as_hard(groups):
        if not grows_with(head.question.given, numbers):
            return None
        much = " + ".join(plain[0])
        much = f"({much})" if len(plain[0]) > 1 else much
        return f"{hard} \u00d7 {much} + {' + '.join(plain[1])}", whole(hard * sums[0] + sums[1])
    adds = next((x.lane for x in head.carried if x.verb in ("adds", "scales")), None)
    if len(groups) > 1 or adds is None or whole(number(adds.values[at]) / adds.unit) != sums[0]:
        return None
    return " + ".join(plain[0]), whole(sums[0])


def drawn_of(seen: "Lanes", causes: Causes) -> Causes:
    """Causes without what other heads bring to a sum that is told: it would show as a symbol."""
    own = [x for x in causes.threads if x.to in causes.said and not x.head.stack]
    sums = {x.head for x in own if weighed(seen, x.head, x.to.at)}
    aside = [x for x in own if carried_by(x).lane.kind == "symbol" and x.head not in sums
             and x.head.layer in {head.layer for head in sums}]  # fmt: skip
    threads = [x for x in causes.threads if x not in aside]
    gone = {y for x in aside for y in (x.source, x.to)}
    gone -= {y for x in threads for y in (x.source, x.to)}
    cells = {x: None for x in causes.cells if x not in gone}
    return replace(causes, threads=threads, cells=cells)


def digit_of(seen: "Lanes", total: float, at: int) -> str:
    """Which digit of a sum is said at a position, after those that stand there already."""
    digits, said = cell(total), cell(seen.lanes[-1].values[at])
    for k in range(min(len(digits) - 1, at), -1, -1):
        before = "".join(map(cell, seen.tokens[at + 1 - k : at + 1]))
        if len(digits) > 1 and digits[:k] == before and digits[k] == said:
            return (
                f", of which {before} is said and {said} comes next"
                if k
                else (f", of which {said} comes first")
            )
    return ""


def grows_with(given: Array, numbers: Mapping[int, float | None]) -> bool:
    """Whether what keys give lies on a line, each as far along it as its number."""
    order = sorted(numbers, key=lambda j: number(numbers[j]))
    first, last = order[0], order[-1]
    span = number(numbers[last]) - number(numbers[first])
    step = (given[last] - given[first]) / (span or 1)
    return all(
        bool((abs(given[j] - given[first] - step * (number(numbers[j]) - number(numbers[first])))
              <= ON_LINE * abs(given).max()).all())
        for j in order
    )  # fmt: skip


def shared(seen: "Lanes", head: LaneHead, at: int) -> str:
    """Which share of a look each symbol gets, the largest first; "" unless that one is said."""
    shares: dict[Meaning, float] = {}
    weights = head.question.weights[at].tolist()
    for symbol, weight in zip(seen.read if head.cross else seen.tokens, weights, strict=False):
        shares[symbol] = shares.get(symbol, 0.0) + weight
    order = sorted(shares, key=lambda symbol: -round(shares[symbol], 9))
    copies = any(x.verb == "copies" and x.taken == seen.noun for x in head.carried)
    if not copies or order[0] != seen.lanes[-1].values[at]:
        return ""
    few = [symbol for symbol in order[:FEW] if shares[symbol] >= NAMED]
    others = sum(shares[symbol] for symbol in order[len(few) :])
    names = [*map(cell, few), *(["others"] if others >= NAMED else [])]
    parts = hundredths([*(shares[symbol] for symbol in few), others][: len(names)])
    told = [f"{name} {part}" for name, part in zip(names[1:], parts[1:], strict=True)]
    return f"Its attention is shared: {listed([f'{names[0]} gets {parts[0]}', *told])}"


def alike(weights: Sequence[float]) -> list[tuple[float, list[int]]]:
    """The positions of a look by their weights, the heaviest first; what hardly counts is left."""
    groups: list[tuple[float, list[int]]] = []
    for j in sorted(range(len(weights)), key=lambda j: -weights[j]):
        if weights[j] < LOOKED * max(weights):
            break
        if not groups or weights[j] < (1 - ALIKE) * groups[-1][0]:
            groups.append((weights[j], []))
        groups[-1][1].append(j)
    return [(weight, sorted(some)) for weight, some in groups]


def shares(symbols: Sequence[Meaning]) -> str:
    """How many positions hold which symbol, the commonest first."""
    found = Counter(symbols).most_common()
    told = [f"{n} {'hold' if n > 1 else 'holds'} {cell(symbol)}" for symbol, n in found]
    return listed([*told[:FEW], *(["others hold others"] if len(told) > FEW else [])])


def in_all(head: LaneHead, symbols: Sequence[Meaning], at: int) -> str:
    """What a head that adds makes of the numbers that symbols show; "" for others."""
    adds = next((x.lane for x in head.carried if x.verb in ("adds", "scales")), None)
    numbers = [shown(x) for x in symbols]
    if adds is None or None in numbers:
        return ""
    total = whole(sum(x or 0 for x in numbers))
    brings = whole(number(adds.values[at]) / adds.unit)
    mean = whole(total / len(numbers))
    return f"; that is {cell(total)} in all" if brings == total else f"; {cell(mean)} on average"


def listed(texts: Sequence[str]) -> str:
    """Texts as a list with its last *and*."""
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def seen_from(seen: "Lanes", head: LaneHead, at: int) -> int:
    """How many positions a head that takes from all alike takes from: in an encoder, later ones."""
    if head.question.causal:
        return at + 1
    return max(len(lane.values) for lane in seen.lanes if lane.stack == head.stack)


def found_before(seen: "Lanes", head: LaneHead, at: int) -> list[tuple[int, str]]:
    """The tags that a head takes from all positions alike, each with where it stands."""
    return [
        (i, tag)
        for lane in seen.lanes
        if lane.stack == head.stack and lane.layer < head.layer
        for i, value in enumerate(lane.values[: seen_from(seen, head, at)])
        for tag in (value if isinstance(value, tuple) else ())
        if any(tag == each or tag.startswith(f"{each} ") for each in head.reads)
    ]


def count_of(seen: "Lanes", head: LaneHead, at: int) -> tuple[int, int] | None:
    """At how many positions of how many a head that takes from all alike found what it counts.

    None for other heads, and where what it takes are numbers.
    """
    if not counts(head):
        return None
    found = found_before(seen, head, at)
    if not all(tag in head.reads for _, tag in found):
        return None
    return len({i for i, _ in found}), seen_from(seen, head, at)


def counted(seen: "Lanes", head: LaneHead, at: int) -> str:
    """What of it stands at positions that a head takes from all alike: a sentence without end."""
    found = [
        f"position {i}, {cell(seen.tokens[i])}, {tag}" for i, tag in found_before(seen, head, at)
    ]
    few = [*found[:FEW], *([f"{len(found) - FEW} more"] if len(found) > FEW else [])]
    if few:
        return f"Counted over all {seen_from(seen, head, at)} positions: {'; '.join(few)}"
    mark = f"\u201c{either(head.reads)}\u201d"
    return f"None of the {seen_from(seen, head, at)} positions is marked {mark}"


def found_by(seen: "Lanes", head: LaneHead, at: int, causes: Causes) -> str:
    """A sentence, without its end, on what the commonest comparisons find; "" for others."""
    relations, there = head.relations or (), head.source[at]
    value = cell(next(iter(brought(head, at)), None))
    same = [r for r in relations if r.how == "same"]
    if not is_found(seen, head, at):
        none = " and ".join(f"{r.key} is {cell(held(seen, r.query, at))}" for r in same)
        return f"There is no position whose {none}; it looks at position {there}"
    best = next((r for r in relations if r.how in ("smallest", "largest", "next larger")), None)
    if same:
        if told := stood_before(seen, head, at, causes):
            return told
        here = listed([f"the {r.query} is {cell(held(seen, r.query, at))}" for r in same])
        alike = listed([f"whose {r.key} is {cell(held(seen, r.query, at))}" for r in same])
        which = next((f"{r.how} " for r in relations if r.how in ("latest", "first")), "")
        found = f"The {which}position {alike} is {there}"
        is_there = value == cell((seen.read if head.cross else seen.tokens)[there])
        return f"Here {here}. {found}{', where' if is_there else '; it brings'} {value}" + (
            " stands" if is_there else ""
        )
    if best and best.how == "next larger":
        own = held(seen, best.query, at)
        if shown(own) is None:  # as where a list ends
            return f"Nothing is said yet: the smallest {best.key} is {value}, at position {there}"
        return f"The next larger {best.key} after {cell(own)} is {value}, at position {there}"
    if best:
        takes = "all" if head.weight[at] > NEARLY_ALL else "nearly all"
        found = f"Of all that it sees, the {best.how} {best.key} is {value}, at position {there}"
        return f"{found}, and takes {takes} of its attention"
    return ""


def stood_before(seen: "Lanes", head: LaneHead, at: int, causes: Causes) -> str:
    """That what ends here stood before, and what came next; "" where that is not what is found."""
    asks, answers = causes.match or ([], [])
    there = head.source[at]
    ends = [*range(at + 1 - len(asks), at + 1)], [*range(there - len(answers), there)]
    value = cell(next(iter(brought(head, at)), None))
    if not asks or (asks, answers) != ends or head.cross or value != cell(seen.tokens[there]):
        return ""
    several = "s" * (len(asks) > 1)
    latest = ", the latest time" if any(r.how == "latest" for r in head.relations or ()) else ""
    return (
        f"Here stand{'' if several else 's'} {listed([cell(seen.tokens[i]) for i in asks])}. "
        f"{'They' if several else 'It'} stood before at position{several} "
        f"{listed([*map(str, answers)])}{latest}, and {value} came next"
    )


def brought(head: LaneHead, at: int) -> list[Meaning]:
    """What a head brought to a position, but for what it takes away."""
    values = (each.lane.values[at] for each in head.carried if each.verb != "takes away")
    return [value for value in values if value is not None]


def capital(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]
