"""The lanes of one stack of a machine on one prompt, in the order in which they are written."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from taotp.interp.lanes.codebooks import SMALL, TINY, Codebook, Meaning, codebook, fitted, shown
from taotp.interp.lanes.comparing import Question
from taotp.interp.lanes.lane import By, Carried, Lane, LaneHead, Verb
from taotp.interp.lanes.names import START, Group, grouped
from taotp.interp.lanes.origins import Normed, Origin, Rows, normed
from taotp.interp.lanes.relations import Relation
from taotp.interp.parts import Run, before_mlp, embedded, written_by
from taotp_core.arrays import Array
from taotp_core.inputs import are_frames
from taotp_core.weights import Head, Norm, Transformer

SAME, AGAINST = 0.999, 0.99  # cosines, from which on rows are those of a codebook, or undo them
ANSWER = "answer"  # the name of the last lane, which says what is said
ONE = 0.5  # of the weight, from which on a head brings what stands at one place


@dataclass(frozen=True, eq=False)
class Brings:
    """A head at work: what it takes from with what weights, and what it has written."""

    layer: int
    number: int
    name: str
    head: Head
    answers: Normed
    keys: Sequence[Origin]
    weights: Array
    written: Array
    source: "Stack"
    cross: bool

    def taken(self, rows: Array, columns: Sequence[int]) -> Array:
        """What becomes of rows that the head takes, in some columns of the stream."""
        found: Array = rows @ self.head.W_V @ self.head.W_O[:, columns]
        return found

    def writes_to(self, group: Group) -> bool:
        """Whether it writes to a part of the stream."""
        size = np.abs(self.head.W_O)
        return bool(size[:, list(group.columns)].max(initial=0.0) > SMALL * size.max(initial=0.0))


@dataclass(eq=False)
class Stack:
    """One stack on one prompt; `draw` fills `lanes` and `heads`.

    `symbols` are those of the vocabulary, `noun` what one of them is called, `title` "encoder" or
    "", and `above` the encoder into which cross heads look.
    """

    of: Run
    symbols: Sequence[Meaning]
    noun: str
    title: str = ""
    above: "Stack | None" = None
    lanes: list[Lane] = field(default_factory=list)
    heads: list[LaneHead] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    origins: list[Origin] = field(default_factory=list)
    written: dict[str, list[Lane]] = field(default_factory=dict)
    books: dict[str, Codebook] = field(default_factory=dict)
    scales: dict[int, tuple[float, float]] = field(default_factory=dict)

    @property
    def model(self) -> Transformer:
        """The transformer that is read."""
        return self.of.model

    @cached_property
    def groups(self) -> Sequence[Group]:
        """The parts of its stream that are shown, each with its columns."""
        return grouped(self.model)

    @cached_property
    def tags(self) -> Group | None:
        """The part that is told by the names of its columns."""
        return next((group for group in self.groups if group.tags), None)

    def draw(self) -> "Stack":
        """Fill the lanes from the embedding to the last layer."""
        self.embedding()
        for number, layer in enumerate(self.model.layers):
            made = [self.head(number, h, head) for h, head in enumerate(layer.heads)]
            made += [self.head(number, h, head, self.above) for h, head in enumerate(layer.cross)]
            self.origins += [origin for some in made for origin in some]
            if layer.heads or layer.cross:
                self.sums(number, before_mlp(self.model, number))
            if layer.mlp is not None:
                self.units(number)
                self.sums(number, f"mlp {number}")
        return self

    def put(
        self, name: str, group: Group, by: By, book: Codebook, values: Sequence[Meaning],
        rows: Array, layer: int = -1, head: int | None = None,
    ) -> Lane:  # fmt: skip
        """Add a lane of a part, under a name that no other has."""
        used = {lane.name for lane in self.lanes}
        number = next(n for n in range(1, len(used) + 2) if numbered(name, n) not in used)
        loud = [book.loudness(row, value) for row, value in zip(rows, values, strict=True)]
        lane = Lane(numbered(name, number), book.kind, group.name, by, layer, head, group.columns,
                    book, values, rows, loud, self.title)  # fmt: skip
        self.lanes.append(lane)
        self.written.setdefault(group.name, []).append(lane)
        if book.kind != "unclear":
            self.books[group.name] = book
        return lane

    def named_by(self, group: Group, writer: str) -> str:
        """The name of a lane: that of the part where it is new, else that of who writes to it."""
        taken = group.name in self.written or group.tags or group.name == ANSWER
        return writer if taken else group.name

    # The embedding

    def embedding(self) -> None:
        """The lanes of tokens and places."""
        tokens, places = embedded(self.of)
        W_E, W_pos = self.model.W_E, self.model.W_pos
        heard = are_frames(self.of.inputs)
        of_tokens, of_places = np.any(W_E, axis=0), np.any(W_pos, axis=0)
        for group in self.groups:
            columns = list(group.columns)
            own = not heard and bool(of_tokens[columns].any())
            if own:
                self.tokens(group, tokens[:, columns])
            if of_places[columns].any():
                name = f"{group.name} of the place" if own else self.named_by(group, "place")
                book = self.book_of_places(group, W_pos[:, columns])
                rows = places[:, columns]
                self.put(name, group, "place", book, book.decode(rows), rows)
        if not heard and of_tokens.any():
            can = Rows(self.noun, "symbol", tuple(self.symbols), W_E)
            self.origins.append(Origin(can, [int(i) for i in self.of.inputs]))
        if of_places.any():
            can = Rows("place", "place", tuple(range(len(W_pos))), W_pos)
            self.origins.append(Origin(can, range(len(places))))
        self.sums(-1, "embedding")

    def tokens(self, group: Group, rows: Array) -> None:
        """The lane of what tokens write to a part; of a number, nothing for who shows none."""
        E = self.model.W_E[:, list(group.columns)]
        if group.tags:
            for column, at in zip(group.columns, E.T, strict=True):
                if np.unique(at).size > 2 and (found := fitted(at, self.symbols)):
                    self.scales[column] = found[:2]
        book = self.book_of_tags(group) or codebook(E, tuple(self.symbols), "symbol")
        values = book.decode(rows)
        if book.kind == "number":
            ids = [int(i) for i in self.of.inputs]
            values = [
                None if shown(self.symbols[i]) is None else v
                for i, v in zip(ids, values, strict=True)
            ]
        name = group.name if group.tags else self.named_by(group, "token")
        self.put(name, group, "token", book, values, rows)

    def book_of_tags(self, group: Group) -> Codebook | None:
        """The codebook of tags as far as their scales are known by now; None for another part."""
        if not group.tags:
            return None
        scales = tuple(self.scales.get(column) for column in group.columns)
        return Codebook("tags", group.tags, scales=scales)

    def book_of_places(self, group: Group, P: Array) -> Codebook:
        """The codebook of what places write: that of the tokens where they point as those do."""
        known = self.books.get(group.name)
        if (
            known is not None
            and known.rows is not None
            and known.line is None
            and (-1 not in known.nearest(P[np.linalg.norm(P, axis=1) > 0]))
        ):
            return known
        return self.book_of_tags(group) or codebook(P, tuple(range(len(P))), "place")

    # Heads

    def normed(self, norm: Norm | None, number: int) -> Normed:
        """What the norm before the heads of a layer does to what the layer begins with."""
        steps = [
            step for step in self.of.stream if step == "embedding" or int(step.split()[1]) < number
        ]
        return normed(norm if self.model.norms == "before" else None, self.of.stream[steps[-1]])

    def head(self, number: int, h: int, head: Head, above: "Stack | None" = None) -> list[Origin]:
        """Tell one head, add the lanes of what it brings, and give what it may add."""
        layer = self.model.layers[number]
        asks = self.normed(layer.norm_cross if above else layer.norm_attn, number)
        source = above or self
        answers = asks
        if above:
            answers = normed(above.model.norm_final, above.of.stream[[*above.of.stream][-1]])
        weights = (self.of.cross_patterns if above else self.of.patterns)[number][h]
        causal = self.model.causal and not above
        question = Question(
            head, asks, [*self.origins], answers, [*source.origins], weights, causal, source.tags
        )
        self.questions.append(question)
        name = head.name or f"{'cross head' if above else 'head'} {h} of layer {number}"
        written = written_by(self.of, (number, f"cross {h}" if above else h))
        found = self.relations(question)
        brings = Brings(number, h, name, head, answers, source.origins, weights,
                        written, source, above is not None)  # fmt: skip
        carried = [
            self.carry(brings, group, found) for group in self.groups if brings.writes_to(group)
        ]
        self.heads.append(
            LaneHead(name, number, h, above is not None, found, tuple(told for told, _ in carried),
                     [int(i) for i in weights.argmax(-1)], [float(w) for w in weights.max(-1)],
                     question, question.liked(tags_in(found)), self.title,
                     tags_read(head, source.tags))
        )  # fmt: skip
        return [origin for _, some in carried for origin in some]

    def relations(self, question: Question) -> tuple[Relation, ...] | None:
        """What a head compares; None where that does not tell where it looks."""
        if self.model.rotary is not None:  # no table of scores holds for all places
            return None
        compared = question.compared()
        return None if compared is None else tuple(each.told for each in compared)

    def carry(
        self, brings: Brings, group: Group, found: Sequence[Relation] | None
    ) -> tuple[Carried, list[Origin]]:
        """What a head brings to a part: what is told of it, and what it may add from now on."""
        columns = list(group.columns)
        o, taken = most_taken(brings, columns)
        if group.tags and brings.source.tags:
            taken = brings.source.tags.name
        put = None
        if o is not None and not group.tags:
            put = brings.taken(brings.answers.rows(o.can.rows), columns)
        verb, book, sign = self.becomes(brings, group, o, put)
        rows = brings.written[:, columns]
        values = without_the_absent(book.decode(sign * rows), found)
        by: By = "cross" if brings.cross else "head"
        lane = self.put(self.named_by(group, brings.name), group, by, book, values, rows,
                        brings.layer, brings.number)  # fmt: skip
        told = Carried(verb, taken, group.name, lane)
        if o is None or put is None or verb == "takes away":
            return told, []
        full = np.zeros((len(o.can.rows), self.model.d_model))
        full[:, columns] = put
        looks = zip(brings.weights.argmax(-1), brings.weights.max(-1), strict=True)
        at = [o.at[j] if weight > ONE else -1 for j, weight in looks]
        return told, [Origin(Rows(lane.name, o.can.kind, o.can.meanings, full), at)]

    def becomes(
        self, brings: Brings, group: Group, o: Origin | None, put: Array | None
    ) -> tuple[Verb, Codebook, float]:
        """What becomes of what is taken: the verb, the codebook for it, and with which sign.

        `put` are the rows that the head makes of those of the origin, but for tags.
        """
        known, columns = self.books.get(group.name), list(group.columns)
        if group.tags:
            self.hand_on(brings, group)
            return "moves", self.book_of_tags(group) or Codebook("unclear"), 1.0
        if o is None or put is None:
            return "brings", known or Codebook("unclear"), 1.0
        own = o.can.rows[:, [] if brings.cross else columns]
        if known is not None and known.kind == "number":
            return "adds", known, 1.0
        if (
            known is not None
            and known.rows is not None
            and known.rows.shape == put.shape
            and (alike(put, known.rows) > SAME)
        ):
            return "copies", known, 1.0
        made = codebook(put, o.can.meanings, o.can.kind)
        if own.any() and alike(put, -own) > AGAINST:
            return "takes away", known or made, -1.0
        if known is None:
            unit = self.unit_of(brings, group, o) if made.kind == "number" else None
            if unit is None or np.isclose(unit, made.slope):
                return "copies", made, 1.0
            return "scales", replace(made, slope=unit), 1.0
        return "turns", known if made.line is not None else made, 1.0

    def unit_of(self, brings: Brings, group: Group, o: Origin) -> float | None:
        """How a number is written in the one part from which a head takes it.

        None where it is none of one column, or under a norm, which has a factor of its own.
        """
        if brings.answers.norm is not None or len(group.columns) > 1:
            return None
        source = brings.source
        into = brings.head.W_V @ brings.head.W_O[:, group.columns[0]]
        parts = [
            each for each in source.groups if np.ptp(o.can.rows * into, 0)[list(each.columns)].any()
        ]
        book = source.books.get(parts[0].name) if len(parts) == 1 else None
        one = book is not None and book.kind == "number" and len(parts[0].columns) == 1
        return book.slope if book is not None and one else None

    def hand_on(self, brings: Brings, group: Group) -> None:
        """A tag that a head fills from one other is read as that one is."""
        known = sorted(brings.source.scales)
        gains = brings.head.W_V[known] @ brings.head.W_O * brings.answers.middle
        for column in group.columns:
            if column not in self.scales and gains[:, column].any():
                first = int(np.abs(gains[:, column]).argmax())
                slope, offset = brings.source.scales[known[first]]
                gain = float(gains[first, column])
                self.scales[column] = slope * gain, offset * gain

    # Sums and units

    def sums(self, number: int, step: str) -> None:
        """A lane for each part that several things were added to by now, where it says more."""
        for group in self.groups:
            lanes, known = self.written.get(group.name, []), self.books.get(group.name)
            fresh = len(lanes) > 1 and lanes[-1].layer == number and not group.tags
            if fresh and known is not None and self.read_after(group, number, step):
                rows = self.of.stream[step][:, list(group.columns)]
                values = known.decode(rows)
                if values != [*lanes[-1].values]:
                    self.put(f"{group.name} in all", group, "sum", known, values, rows, number)

    def read_after(self, group: Group, number: int, step: str) -> bool:
        """Whether a later part, or the unembedding, reads a part of the stream."""
        columns = list(group.columns)
        for later, layer in enumerate(self.model.layers):
            heads = (*layer.heads, *layer.cross) if later > number else ()
            if any(W[columns].any() for head in heads for W in (head.W_Q, head.W_K, head.W_V)):
                return True
            after = later > number or (later == number and not step.startswith("mlp"))
            if after and layer.mlp is not None and layer.mlp.W_in[columns].any():
                return True
        return bool(self.model.unembedding[columns].any())

    def units(self, number: int) -> None:
        """The lanes of what the MLP of a layer writes."""
        mlp = self.model.layers[number].mlp
        assert mlp is not None
        written = written_by(self.of, (number, "mlp"))
        largest = float(np.abs(mlp.W_out).max(initial=0.0))
        for group in self.groups:
            columns = list(group.columns)
            if largest and np.abs(mlp.W_out[:, columns]).max(initial=0.0) > SMALL * largest:
                book, rows = self.book_of_units(group), written[:, columns]
                name = self.named_by(group, f"MLP of layer {number}")
                self.put(name, group, "mlp", book, book.decode(rows), rows, number)

    def book_of_units(self, group: Group) -> Codebook:
        """The codebook of what units write: that of the part, else what it makes one say."""
        if found := self.book_of_tags(group) or self.books.get(group.name):
            return found
        said = self.model.unembedding[list(group.columns)].T
        return codebook(said, tuple(self.symbols), "symbol") if said.any() else Codebook("unclear")


def numbered(name: str, n: int) -> str:
    """A name, with its number from the second on."""
    return name if n == 1 else f"{name} {n}"


def most_taken(brings: Brings, columns: Sequence[int]) -> tuple[Origin | None, str]:
    """The origin of most of what a head may bring to a part here, and the name of what it takes."""
    found: list[tuple[float, Origin]] = []
    for o in brings.keys:
        rows = brings.taken(brings.answers.placed(o), columns)
        found.append((float(np.abs(rows).sum()), o))
    if found and (most := max(found, key=lambda pair: pair[0]))[0]:
        return most[1], most[1].can.name
    W_V = np.abs(brings.head.W_V)
    taken = [
        group.name
        for group in brings.source.groups
        if W_V[list(group.columns)].max(initial=0.0) > SMALL * W_V.max(initial=0.0)
    ]
    return None, " and ".join(taken)


def without_the_absent(values: list[Meaning], found: Sequence[Relation] | None) -> list[Meaning]:
    """What a head brings to each position: nothing where so far back, or ahead, there is none."""
    by = next((r.by for r in found or () if r.how == "back"), 0)
    n = len(values)
    return [value if 0 <= i - by < n else None for i, value in enumerate(values)]


def tags_read(head: Head, tags: Group | None) -> tuple[str, ...]:
    """The tags that a head takes, but for that of the start, which others are measured by."""
    if tags is None:
        return ()
    size = np.abs(head.W_V).max(1, initial=0.0)
    on = size > SMALL * size.max(initial=TINY)
    return tuple(t for t, c in zip(tags.tags, tags.columns, strict=True) if on[c] and t != START)


def tags_in(found: Sequence[Relation] | None) -> tuple[str, ...]:
    """The tags that relations name."""
    return tuple(str(tag) for r in found or () if r.how == "tags" for tag in r.among)


def alike(a: Array, b: Array) -> float:
    """The cosine of rows of two tables that differ most in where they point.

    0 where one of them holds nothing and the other does, and where none does.
    """
    sizes = np.linalg.norm(a, axis=1), np.linalg.norm(b, axis=1)
    on, too = (size > SMALL * size.max(initial=TINY) for size in sizes)
    if not on.any() or (on != too).any():
        return 0.0
    return float(((a * b).sum(1)[on] / (sizes[0] * sizes[1])[on]).min())
