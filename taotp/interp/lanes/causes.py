"""What plays a part in what is said at a position, found backwards from the answer."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from taotp.interp.lanes.codebooks import SMALL
from taotp.interp.lanes.lane import Carried, Lane, LaneHead
from taotp.interp.lanes.relations import How, Relation
from taotp.interp.lanes.sentences import MOSTLY, choice, counts, fits, is_found
from taotp_core.arrays import Array
from taotp_core.transformer import unembed
from taotp_core.weights import MLP

if TYPE_CHECKING:
    from taotp.interp.lanes.reading import Lanes

HEARD = 0.25  # of the answer's lead: a lane that gives less of it plays no part
LOOKED = 0.05  # of what a head gives most from: what it gives less from plays none
ONE = 0.5  # of the weight, from which on a head has found what it compared
MOST_SOURCES = 6  # positions of one look
MOST_VOTES = 12  # of one that takes symbols from all positions alike
MOST_TRIED = 64  # other symbols that a head might have brought
NEXT: How = "next larger"  # than what stands where it asks
RANKED = ("smallest", "largest", NEXT)
TEXT = "text"  # the lane of what was typed


@dataclass(frozen=True)
class Cell:
    """A place of the picture: the name of a lane, or `TEXT`, a position, and the stack."""

    lane: str
    at: int
    stack: str = ""


@dataclass(frozen=True, eq=False)
class Thread:
    """What a head brought from one cell to another, with the weight of its look."""

    source: Cell
    to: Cell
    weight: float
    head: LaneHead


@dataclass(frozen=True)
class Pair:
    """What is held against what."""

    asks: Cell
    answers: Cell
    how: How


@dataclass(eq=False)
class Causes:
    """What plays a part: cells, what was brought between them, and what was compared.

    `ranked` are heads that look for the best of all. `match` are the places of the text that were
    found to be the same, those that ask and those that answer; None where there are none. `tags`
    are those of a cell that were read there or looked for, in this order. `said` are the cells at
    the position itself that the answer is made of; `by_place` tells that of the text there only the
    number of the position is, `in_any_case` that not even that is. `chosen` says of cells that
    heads look at by which rule they were chosen among others, unless they are `ranked`, and
    `passed` of those others that they stand "earlier" or "later". `checked` are those in which what
    is counted might have been found and was not.
    """

    cells: dict[Cell, None] = field(default_factory=dict)  # in the order in which they were found
    threads: list[Thread] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    ranked: list[LaneHead] = field(default_factory=list)
    match: tuple[list[int], list[int]] | None = None
    tags: dict[Cell, dict[str, None]] = field(default_factory=dict)
    said: list[Cell] = field(default_factory=list)
    by_place: bool = False
    in_any_case: bool = False
    chosen: dict[Cell, str] = field(default_factory=dict)
    passed: dict[Cell, str] = field(default_factory=dict)
    checked: dict[Cell, None] = field(default_factory=dict)


def causes(seen: "Lanes", at: int) -> Causes:
    """What plays a part in what is said at a position."""
    return Search(seen).back_from(at)


@dataclass(eq=False)
class Search:
    """A search for causes, from the answer back to the text."""

    seen: "Lanes"
    found: Causes = field(default_factory=Causes)
    open: list[Cell] = field(default_factory=list)
    heard: set[Lane] = field(default_factory=set)  # lanes that the answer is made of

    def add(self, cell: Cell) -> None:
        """A cell that plays a part, whose own causes are to be found."""
        if cell not in self.found.cells:
            self.found.cells[cell] = None
            self.open.append(cell)

    def back_from(self, at: int) -> Causes:
        """All that plays a part in what is said at a position."""
        self.add(Cell("answer", at))
        for each in heard(self.seen, at, *first_two(self.seen.logits[at])):
            self.heard.add(each)
            self.say(Cell(each.name, at))
            if each.kind == "number" and each.by == "head":  # what is heard of it is the sum
                sums = [x for x in self.seen.lanes if (x.by, x.part) == ("sum", each.part)]
                for total in sums[-1:]:
                    self.say(Cell(total.name, at))
        self.ask_own(at)
        while self.open:
            cell = self.open.pop(0)
            if lane := self.lane(cell):
                self.causes_of(lane, cell)
        self.found.match = self.match()
        return self.found

    def ask_own(self, at: int) -> None:
        """Whether of a position itself its symbol, its number or neither decides what is said."""
        by = {each.by for each in self.heard}
        self.found.by_place = "place" in by and "token" not in by
        model = self.seen.model
        if model.layers or model.d_vocab > MOST_TRIED or isinstance(self.seen.tokens, range):
            return
        if changes(self.seen, at, model.W_E, self.seen.symbols.index(self.seen.tokens[at])):
            self.found.by_place = False
            for lane in self.seen.lanes:
                if lane.by == "token" and lane.values[at] is not None and lane not in self.heard:
                    self.say(Cell(lane.name, at))
        else:
            self.found.by_place = changes(self.seen, at, model.W_pos, at)
            self.found.in_any_case = not self.found.by_place

    def say(self, cell: Cell) -> None:
        """A cell that the answer is made of."""
        self.found.said.append(cell)
        self.add(cell)

    def here(self, cell: Cell, name: str) -> Cell:
        """Another cell at the same position that a lane is made of."""
        there = Cell(name, cell.at, cell.stack)
        (self.say if cell in self.found.said else self.add)(there)
        return there

    def tag(self, cell: Cell, some: Iterable[str]) -> None:
        """Tags of a cell that play a part."""
        self.found.tags.setdefault(cell, {}).update(dict.fromkeys(some))

    def lane(self, cell: Cell) -> Lane | None:
        """The lane of a cell; None for the text, and for the answer, which has no other cause."""
        lane = self.seen.lane_at(cell)
        return lane if lane and lane.by != "answer" else None

    def causes_of(self, lane: Lane, cell: Cell) -> None:
        """What stood at the same position when a lane was written, or where a head looked."""
        match lane.by:
            case "token" | "place":
                if not (self.found.in_any_case and cell in self.found.said):
                    self.here(cell, TEXT)
            case "mlp":
                W_in = self.units_of(lane).W_in
                for each in holding(W_in, self.before(lane), cell):
                    if each.by != "mlp":
                        there = self.here(cell, each.name)
                        self.tag(there, tags_that_are_read(each, cell.at, W_in))
            case "sum":
                for each in self.before(lane):
                    if each.part == lane.part and is_at(each, cell) and each.by != "sum":
                        self.here(cell, each.name)
            case _:
                self.looked(lane, cell)

    def before(self, lane: Lane | None) -> Sequence[Lane]:
        """The lanes that were written before one; all where there is none."""
        return self.seen.lanes[: self.seen.lanes.index(lane)] if lane else self.seen.lanes

    def units_of(self, lane: Lane) -> MLP:
        """The units that wrote a lane."""
        model = self.seen.model.encoder if lane.stack else self.seen.model
        assert model is not None
        mlp = model.layers[lane.layer].mlp
        assert mlp is not None
        return mlp

    def looked(self, lane: Lane, cell: Cell) -> None:
        """Where a head looked for what it brought, and what it held against what."""
        head = self.seen.head_of(lane)
        if head is None:
            return
        carried = next(x for x in head.carried if x.lane is lane)
        lead = lead_at(self.seen, cell.at)[list(lane.columns)] if lane in self.heard else None
        given, weights = given_to(head, lane, cell.at, lead), head.question.weights[cell.at]
        most = MOST_SOURCES
        votes = head.relations == () or is_shared(self.seen, head, carried, cell.at)
        if votes and lane.kind == "symbol":  # those against it are looked at too
            given, most = weights[: len(given)], MOST_VOTES
        order = np.argsort(-given, kind="stable")[:most]
        sources = [int(j) for j in order if given[j] > LOOKED * given.max()]
        for j in sources:
            source = self.source_of(head, carried, cell, j)
            self.add(source)
            if taken := self.lane(source):
                self.tag(source, tags_that_are_read(taken, j, head.question.head.W_V))
                self.tag(source, head.liked[cell.at] if head.liked else ())
            self.found.threads.append(Thread(source, cell, float(weights[j]), head))
            if carried.verb == "takes away" and cell in self.found.said and source.at == cell.at:
                self.found.said.append(source)  # it would be heard
        is_ranked = any(r.how in RANKED for r in head.relations or ())
        if sources and not is_ranked and (told := choice(self.seen, head, cell.at)):
            chosen = self.found.threads[-len(sources)].source
            self.found.chosen.setdefault(chosen, told)
            self.pass_over(head, carried, cell, chosen)
        if lane.kind == "tags" and counts(head):
            self.check(head, cell.at)
        if sources and weights[sources[0]] > ONE and is_found(self.seen, head, cell.at):
            for relation in head.relations or ():
                self.compared(head, relation, cell, sources[0])

    def pass_over(self, head: LaneHead, carried: Carried, cell: Cell, chosen: Cell) -> None:
        """Where else stands what a head that takes the first or the latest looks for."""
        where = "earlier" if "latest" in {r.how for r in head.relations or ()} else "later"
        for j in range(cell.at + 1 if head.question.causal else len(head.question.given)):
            other = self.source_of(head, carried, cell, j)
            if j != chosen.at and other.lane == chosen.lane and fits(self.seen, head, cell.at, j):
                self.found.passed.setdefault(other, where)

    def check(self, head: LaneHead, at: int) -> None:
        """Where units read what they may write for a head that counts, and wrote nothing of it."""
        for lane in self.seen.lanes:
            if lane.by != "mlp" or lane.stack != head.stack or lane.layer >= head.layer:
                continue
            reads = self.read_for(lane, head.reads)
            for p in range(at + 1):
                wrote = lane.values[p]
                found = isinstance(wrote, tuple) and {*head.reads} & {*wrote}
                if not found and {"token", "head"} <= {
                    x.by for x in self.before(lane)
                    if x.stack == lane.stack and x.values[p] is not None
                    and reads[list(x.columns)][held(x.rows[p])].any()
                }:  # fmt: skip
                    self.found.checked[Cell(lane.name, p, lane.stack)] = None

    def read_for(self, lane: Lane, tags: Iterable[str]) -> NDArray[np.bool_]:
        """Which columns of the stream speak for some of the tags of a lane that units wrote."""
        mlp = self.units_of(lane)
        named = zip(lane.book.meanings, lane.columns, strict=False)
        columns = [column for tag, column in named if lane.kind == "tags" and tag in {*tags}]
        units = (mlp.W_out[:, columns] != 0).any(1)
        return np.array((mlp.W_in[:, units] > 0).any(1))

    def source_of(self, head: LaneHead, carried: Carried, cell: Cell, j: int) -> Cell:
        """The cell at key j of what a head brought: of tags the last lane that it reads there."""
        there = Cell(TEXT, j, "encoder" if head.cross else cell.stack)
        if carried.verb != "moves":
            return self.named(carried.taken, there, carried.lane)
        before = self.before(None if head.cross else carried.lane)
        last = [*holding(head.question.head.W_V, before, there)][-1:]
        return Cell(last[0].name, j, there.stack) if last else there

    def compared(self, head: LaneHead, relation: Relation, cell: Cell, j: int) -> None:
        """What a head held against what, or that it looked for the best of all."""
        if relation.how in RANKED:
            if head not in self.found.ranked:
                self.found.ranked.append(head)
            if relation.how == NEXT and relation.query:
                self.add(self.named(relation.query, Cell(TEXT, cell.at, cell.stack)))
        elif relation.query and "place" not in (relation.query, relation.key):
            there = Cell(TEXT, j, "encoder" if head.cross else cell.stack)
            asks = self.named(relation.query, Cell(TEXT, cell.at, cell.stack))
            answers = self.named(relation.key, there)
            self.add(asks)
            self.add(answers)
            self.found.pairs.append(Pair(asks, answers, relation.how))

    def named(self, name: str, there: Cell, until: Lane | None = None) -> Cell:
        """The cell of an origin by its name, at the place of a cell of the text."""
        if name in (self.seen.noun, "place"):
            return there
        before = self.before(until)
        last = [x for x in before if is_at(x, there) and x.by != "sum" and name in (x.name, x.part)]
        return Cell(last[-1].name, there.at, there.stack) if last else there

    def match(self) -> tuple[list[int], list[int]] | None:
        """Of what is the same, the places of the text that it came from."""
        same = [x for x in self.found.pairs if x.how == "same"]
        same = [x for x in same if not x.asks.stack and not x.answers.stack]
        asks = self.places(x.asks for x in same)
        answers = self.places(x.answers for x in same)
        return (asks, answers) if asks and len(asks) == len(answers) else None

    def places(self, cells: Iterable[Cell]) -> list[int]:
        """The places of the text that cells came from."""
        return sorted({at for cell in cells for at in self.text_of(cell)})

    def text_of(self, cell: Cell) -> list[int]:
        """The place of the text that a cell came from, along the strongest threads."""
        if cell.lane == TEXT:
            return [cell.at]
        threads = [x for x in self.found.threads if x.to == cell]
        if threads:
            return self.text_of(max(threads, key=lambda x: x.weight).source)
        lane = self.lane(cell)
        return [cell.at] if lane and lane.by == "token" else []


def is_shared(seen: "Lanes", head: LaneHead, carried: Carried, at: int) -> bool:
    """Whether what a head copies of the text to a position is shared by several."""
    copies = carried.verb == "copies" and carried.taken == seen.noun
    return copies and head.weight[at] <= MOSTLY


def brought_to(seen: "Lanes", heads: Iterable[LaneHead], at: int) -> list[Thread]:
    """What heads bring to a position, whether it plays a part in what is said or not."""
    search = Search(seen)
    for head in heads:
        for each in head.carried:
            if each.lane.values[at] is not None:
                search.looked(each.lane, Cell(each.lane.name, at, head.stack))
    return search.found.threads


def changes(seen: "Lanes", at: int, rows: Array, own: int) -> bool:
    """Whether another of some rows, in place of a position's own, would change what is said."""
    tried = unembed(seen.model, seen.stream[at] + rows - rows[own]).argmax(-1)
    return bool((tried != seen.logits[at].argmax()).any())


def first_two(logits: Array) -> tuple[int, int]:
    """What is said, and what comes next; the same where there is nothing else."""
    said = int(logits.argmax())
    others = np.where(np.arange(len(logits)) == said, -np.inf, logits)
    return said, int(others.argmax()) if len(logits) > 1 else said


def lead_at(seen: "Lanes", at: int) -> Array:
    """What the unembedding reads for what is said over what comes next [d_model]."""
    said, then = first_two(seen.logits[at])
    W_U = seen.model.unembedding
    lead: Array = W_U[:, said] - W_U[:, then]
    return lead


def heard(seen: "Lanes", at: int, said: int, then: int) -> list[Lane]:
    """The lanes that raise one symbol over another, by what the unembedding reads there.

    Of what heads brought, less is enough where another symbol in its stead would change what is
    said, as where three letters are looked up together. A number that is 0 raises nothing: it is
    heard where nothing else but constants is.
    """
    own = [lane for lane in seen.lanes if not lane.stack and lane.by not in ("answer", "sum")]
    W_U = seen.model.unembedding
    lead = W_U[:, said] - W_U[:, then]
    leads = [float(lane.rows[at] @ lead[list(lane.columns)]) for lane in own]
    least = HEARD * sum(max(0.0, x) for x in leads)
    found = [
        lane for lane, x in zip(own, leads, strict=True)
        if x > least or (lane.by in ("head", "cross") and decides(seen, lane, at, lead))
    ]  # fmt: skip
    if not all(lane.kind == "constant" for lane in found):
        return found
    numbers = [
        lane for lane in own
        if lane.kind == "number" and lane.by in ("head", "cross", "mlp")
        and lead[list(lane.columns)].any()
    ]  # fmt: skip
    return numbers or found


def decides(seen: "Lanes", lane: Lane, at: int, lead: Array) -> bool:
    """Whether most symbols in place of what a head brought would lead less, one by too little."""
    book, columns = lane.book, list(lane.columns)
    if lane.kind != "symbol" or book.rows is None or book.line is not None:
        return False
    if lane.values[at] is None or len(book.rows) > MOST_TRIED:
        return False
    changes = book.rows * lane.loud[at] - lane.rows[at]
    if (changes @ lead[columns]).mean() >= 0:
        return False
    tried = np.repeat(seen.stream[at][None], len(changes), 0)
    tried[:, columns] += changes
    return bool((unembed(seen.model, tried).argmax(-1) != seen.logits[at].argmax()).any())


def is_at(lane: Lane, cell: Cell) -> bool:
    """Whether a lane holds something at the place of a cell."""
    return lane.stack == cell.stack and lane.by != "answer" and lane.values[cell.at] is not None


def holding(W: Array, lanes: Iterable[Lane], cell: Cell) -> Iterator[Lane]:
    """The lanes, but for those of places, that hold at a place what a matrix reads."""
    for lane in lanes:
        columns = list(lane.columns)
        if lane.by != "place" and is_at(lane, cell) and W[columns][held(lane.rows[cell.at])].any():
            yield lane


def held(row: Array) -> Array:
    """Which numbers of a row are no rounding of others."""
    size = np.abs(row)
    found: Array = size > SMALL * size.max(initial=0.0)
    return found


def tags_that_are_read(lane: Lane, at: int, W: Array) -> Iterator[str]:
    """The tags of a lane that a matrix reads at a position."""
    if lane.kind == "tags":
        on = held(lane.rows[at])
        for tag, column, is_on in zip(lane.book.meanings, lane.columns, on, strict=True):
            if is_on and W[column].any():
                yield str(tag)


def given_to(head: LaneHead, lane: Lane, at: int, lead: Array | None = None) -> Array:
    """How much a head gives to a lane at a position from each key, over what it gives from any.

    Where it is known what raises the answer, as `lead` [size], how much each gives of that.
    """
    asked = head.question
    weights = asked.weights[at, : at + 1] if asked.causal else asked.weights[at]
    values = asked.given[: len(weights)] @ asked.head.W_O[:, list(lane.columns)]
    parts = values * weights[:, None]
    raised = parts @ lead if lead is not None else np.zeros(1)
    if raised.max() > SMALL * np.abs(raised).max():
        return np.maximum(raised, 0.0)
    sizes: Array = np.abs(parts - np.median(parts, 0)).sum(1)
    return sizes if sizes.max(initial=0.0) > 0 else weights
