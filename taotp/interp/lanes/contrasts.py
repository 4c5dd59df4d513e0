"""Two states of what a head reads that differ in one thing, and what a claim's words say of each.

Keys and who asks are changed apart. A key is first given all else that the claim names of the key
that is told; then what is tried is exchanged alone. The divisor of a norm stays as it was: what is
not exchanged is as loud as before.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.random import Generator

from taotp.interp.lanes.codebooks import LOUD, SMALL, TINY, Meaning
from taotp.interp.lanes.comparing import Question
from taotp.interp.lanes.in_words import Claim, keys_in_words
from taotp.interp.lanes.intervening import exchanged, weights_of
from taotp.interp.lanes.names import START, on_columns
from taotp.interp.lanes.origins import Normed, Origin
from taotp.interp.lanes.relations import Relation
from taotp_core.arrays import Array

TRIES = 12  # draws for each change that is wanted
Kind = str  # of a change, with the number of what is changed: "swap", "draw", "ask 0"


@dataclass(frozen=True, eq=False)
class State:
    """A head as it asks at a position, and the keys at which a claim's words tell it to look."""

    question: Question
    at: int
    told: frozenset[int]

    @property
    def seen(self) -> int:
        """How many keys there are to be seen."""
        return self.at + 1 if self.question.causal else self.question.weights.shape[1]

    @property
    def look(self) -> Array:
        """The weights of the keys that are seen."""
        row: Array = weights_of(self.question)[self.at, : self.seen]
        return row


Pair = tuple[State, State]


@dataclass(frozen=True, eq=False)
class Trial:
    """A claim on a head in a run, and changes by which it is tried.

    Of tags the words say which a position looks for, and no more: those that are like the tags of
    the key at which it looked in the run.
    """

    run: Question
    claim: Claim
    rng: Generator

    def moving(self, of: Relation, n: int) -> Iterator[Pair]:
        """Up to n changes of what one relation compares by which the words tell of other keys."""
        found = (self.contrast(of) for _ in range(TRIES * n))
        moves = (p for p in found if p and p[0].told and p[1].told and not p[0].told & p[1].told)
        yield from (pair for pair, _ in zip(moves, range(n), strict=False))

    def resting(self, n: int) -> Iterator[Pair]:
        """Up to n changes of what is not named; of a claim, where its words tell of some keys."""
        found = (self.idle(self.state(self.run, self.drawn_position())) for _ in range(TRIES * n))
        rests = (p for p in found if p and (not self.claim or 0 < len(p[0].told) < p[0].seen))
        yield from (pair for pair, _ in zip(rests, range(n), strict=False))

    def drawn_position(self) -> int:
        """A position that asks."""
        return int(self.rng.integers(len(self.run.weights)))

    # What the words say

    def state(self, question: Question, at: int) -> State:
        """What the words of the claim say for a position."""
        return State(question, at, frozenset(self.told(question, at, self.tags_at(at))))

    def told(self, question: Question, at: int, tags: Sequence[int]) -> set[int]:
        """The keys that the words tell, with the tags of some columns as they were found."""
        own = {o.can.name: meaning_at(o, at) for o in question.origins}
        holds: dict[str, Sequence[Meaning]] = {"place": range(question.weights.shape[1])}
        holds |= {o.can.name: [meaning_at(o, j) for j in range(len(o.at))] for o in question.keys}
        claim = [r for r in self.claim if r.how != "tags"]
        if tags:
            wanted = self.run.answers.x[self.run.weights[at].argmax(), tags]
            holds["tags"] = [np.allclose(row, wanted) for row in question.answers.x[:, tags]]
            claim.append(Relation("among", "", "tags", 0.0, among=(True,)))
        seen = at + 1 if question.causal else question.weights.shape[1]
        return keys_in_words(claim, own, holds, seen) if claim else set()

    @cached_property
    def named(self) -> frozenset[str]:
        """The tags that the claim names."""
        return frozenset(str(tag) for r in self.claim if r.how == "tags" for tag in r.among)

    @cached_property
    def at_a_start(self) -> Sequence[bool]:
        """Which positions look at a start since they find nothing else."""
        liked = self.run.liked([*self.named]) or [()] * len(self.run.weights)
        return [
            START in some and self.run.weights[at].argmax() not in
            self.told(self.run, at, self.columns(self.named - {START}))
            for at, some in enumerate(liked)
        ]  # fmt: skip

    def tags_at(self, at: int) -> list[int]:
        """The columns of the tags that a position looks for."""
        return self.columns({START} if self.at_a_start[at] else self.named - {START})

    def columns(self, named: Set[str]) -> list[int]:
        """The columns of some tags."""
        pairs = zip(self.run.tags.columns, self.run.tags.tags, strict=True) if self.run.tags else ()
        return [column for column, tag in pairs if tag in named]

    def starts(self, at: int) -> set[int]:
        """The keys with a start, at which whoever finds nothing looks; none where it is sought."""
        tags = self.run.tags
        if tags is None or START not in tags.tags or self.at_a_start[at]:
            return set()
        held = np.abs(self.run.answers.x[:, tags.columns[tags.tags.index(START)]])
        return set(np.flatnonzero(held > SMALL * held.max(initial=TINY)).tolist())

    @cached_property
    def squares(self) -> list[int]:
        """Columns beside tags that no place writes to, as the squares of their numbers."""
        places = [on_columns(o.can.rows) for o in self.run.keys if o.can.kind == "place"]
        beside = self.run.tags.beside if self.run.tags else ()
        return [c for c in beside if not any(on[c] for on in places)]

    # Changes of what is named

    def contrast(self, of: Relation) -> Pair | None:
        """A change of what one relation compares, with the state before; None where none is."""
        at = self.drawn_position()
        first = self.state(self.run, at)
        told = sorted(first.told - self.starts(at))
        others = sorted({*range(first.seen)} - first.told - self.starts(at))
        if not told or not others:
            return None
        s, t = int(self.rng.choice(told)), int(self.rng.choice(others))
        twin = self.twin(of, at, s, t)
        if of.how == "tags":
            tags = self.tags_at(at)
            changed = swapped(twin, [*tags, *self.squares], s, t) if tags else None
        else:
            changed = self.changed(twin, of, at, s, t)
        return (self.state(twin, at), self.state(changed, at)) if changed else None

    def twin(self, of: Relation, at: int, s: int, t: int) -> Question:
        """Key t has all that the claim names of key s, but for what one relation compares."""
        question = self.run
        for number, origin in enumerate(question.keys):
            if origin.can.name in {r.key for r in self.claim} - {of.key}:
                question = with_keys(question, number, {t: origin.at[s]}) or question
        if of.how != "tags" and (tags := self.tags_at(at)):
            columns = [*tags, *self.squares]
            question = with_numbers(question, t, columns, question.answers.x[s, columns])
        return question

    def changed(self, question: Question, of: Relation, at: int, s: int, t: int) -> Question | None:
        """What a relation compares is exchanged between keys, or drawn, for one or for who asks."""
        k = next((i for i, o in enumerate(question.keys) if o.can.name == of.key), None)
        q = next((i for i, o in enumerate(question.origins) if o.can.name == of.query), None)
        kind = self.one_of([*["swap", "draw"] * (k is not None), *["ask"] * (q is not None)])
        if kind == "swap" and k is not None:
            held = question.keys[k].at
            return with_keys(question, k, {s: held[t], t: held[s]})
        if kind == "draw" and k is not None:
            return with_keys(question, k, {t: self.row_of(question.keys[k])})
        if kind == "ask" and q is not None:
            return asking(question, q, at, self.row_of(question.origins[q]))
        return None

    def one_of(self, kinds: Sequence[Kind]) -> Kind:
        """One of some kinds of change; "" where there is none."""
        return kinds[int(self.rng.integers(len(kinds)))] if kinds else ""

    def row_of(self, origin: Origin) -> int:
        """A row of an origin."""
        return int(self.rng.integers(len(origin.can.rows)))

    # Changes of what is not named

    def idle(self, before: State) -> Pair | None:
        """A change of something that the claim does not name; None where all is named."""
        question, t = before.question, int(self.rng.integers(before.seen))
        what, _, number = self.one_of(self.idle_kinds).partition(" ")
        changed: Question | None = None
        if what == "tags":
            other = int(self.rng.integers(before.seen))
            changed = swapped(question, self.quiet_tags(t, other), t, other)
        elif what == "key":
            row = self.row_of(question.keys[int(number)])
            changed = with_keys(question, int(number), {t: row})
        elif what == "ask":
            row = self.row_of(question.origins[int(number)])
            changed = asking(question, int(number), before.at, row)
        return (before, self.state(changed, before.at)) if changed else None

    @cached_property
    def idle_kinds(self) -> list[Kind]:
        """What may be changed beside a claim; where tags are told, tokens are told by them."""
        named, asked = {r.key for r in self.claim}, {r.query for r in self.claim}
        keys = [
            f"key {i}"
            for i, o in enumerate(self.run.keys)
            if o.can.name not in named and (self.run.tags is None or o.can.kind == "place")
        ]
        if self.run.tags is not None:
            return [*keys, "tags"]
        asks = [f"ask {i}" for i, o in enumerate(self.run.origins) if o.can.name not in asked]
        return [*keys, *asks]  # fmt: skip

    def quiet_tags(self, t: int, other: int) -> list[int]:
        """The columns of tags that the claim does not name, without what a norm is fixed by."""
        assert self.run.tags is not None
        size = np.abs(self.run.answers.x[[t, other]]).max(0)
        pairs = zip(self.run.tags.columns, self.run.tags.tags, strict=True)
        return [c for c, tag in pairs if tag not in self.named and size[c] < LOUD]


def meaning_at(o: Origin, at: int) -> Meaning:
    """What an origin holds at a position; None where it is not known."""
    return o.can.meanings[o.at[at]] if o.at[at] >= 0 else None


def with_keys(question: Question, number: int, rows: Mapping[int, int]) -> Question | None:
    """Keys that hold other rows of an origin; None where one of them is not known."""
    origin, answers = question.keys[number], question.answers
    for at, row in rows.items():
        if origin.at[at] < 0 or row < 0:
            return None
        answers = moved(answers, at, origin.can.rows[row] - origin.can.rows[origin.at[at]])
        origin = exchanged(origin, at, row)
    keys = [*question.keys]
    keys[number] = origin
    return replace(question, keys=keys, answers=answers)


def asking(question: Question, number: int, at: int, row: int) -> Question | None:
    """A position that asks with another row of an origin; None where its own is not known."""
    origin = question.origins[number]
    if origin.at[at] < 0:
        return None
    asks = moved(question.asks, at, origin.can.rows[row] - origin.can.rows[origin.at[at]])
    origins = [*question.origins]
    origins[number] = exchanged(origin, at, row)
    return replace(question, origins=origins, asks=asks)


def swapped(question: Question, columns: Sequence[int], s: int, t: int) -> Question:
    """Two keys with each other's numbers in some columns."""
    x = question.answers.x[:, columns]
    return with_numbers(with_numbers(question, s, columns, x[t]), t, columns, x[s])


def with_numbers(question: Question, at: int, columns: Sequence[int], row: Array) -> Question:
    """A key with other numbers in some columns, whose norm takes away the mean that it took."""
    change = np.zeros(question.answers.x.shape[1])
    change[columns] = row - question.answers.x[at, columns]
    norm = question.answers.norm
    scaled = change if norm is None or norm.gamma is None else change * norm.gamma
    return replace(question, answers=added(question.answers, at, change, scaled))


def moved(of: Normed, at: int, change: Array) -> Normed:
    """The stream with a row added at one position."""
    return added(of, at, change, of.straight(change[None])[0])


def added(of: Normed, at: int, change: Array, straight: Array) -> Normed:
    """The same, where it is known what the norm leaves of the row beside its divisor."""
    x, stream = of.x.copy(), of.stream.copy()
    x[at] += change
    stream[at] += straight * of.shares[at]
    return Normed(of.norm, x, of.shares, stream)
