"""Machines whose stream is named directions: rows that a norm leaves alone, heads in two matrices.

Every row is balanced: one column holds minus the sum of the others, so that centering does nothing,
exactly. A separate pair (+loud, -loud) fixes what a norm divides by, up to the square of the rest.
The number one is read from that pair. No biases are needed: with a row, all that is read from it
grows and shrinks.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from taotp.words.rules import CONDITION, Rule, condition, conditions, named, texts_of
from taotp_core.arrays import Array
from taotp_core.gadgets import SURE, beside
from taotp_core.stream import Moves, Semes, Subspace, Vector, semes
from taotp_core.weights import MLP, Head, Layer

IMPLIED = ("start", "one")  # the row of position 0, and the number one; a text may use them
COLUMNS = ("balance", "loud", "place")  # names of other columns, which no seme may have
UNSEEN = ("balance", "loud", "-loud")
FOUND = 1.0  # what a key scores that is looked for
RIVAL = 0.5  # what the row of position 0 scores, which is found where nothing else is
FINE = 2.0**50  # parts of one that places are told in: sums are exact, and a sine that is 0 is 0
NEAR = 0.4  # how much more the nearest scores than the farthest
PLACES = ("everywhere", "N back", "N ahead", "nearest before", "nearest after", "first", "memory")
STEPS = re.compile(r"(\d+) (back|ahead)")


@dataclass(frozen=True, eq=False)
class Layout:
    """The columns of a stream: semes, `start`, the balance, the loud pair, place and waves.

    `loud` is what the pair holds; numbers beside it are read as if they were smaller by their
    square / (4 loud^2). `waves` is how many circles tell positions (0: none; 1 is enough for so
    many back or ahead, half of n_ctx for the nearest, and no more than that are made). `read_as` is
    what a reader calls some of the semes, wherever the stream is shown. Raises ValueError for semes
    that are named as what is implied, and for numbers out of range.
    """

    semes: Semes
    n_ctx: int
    loud: float = 30.0
    waves: int = 0
    read_as: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in (*IMPLIED, *COLUMNS):
            if name in self.semes.names:
                raise ValueError(f"the seme {name!r} is implied; call yours something else")
        if self.n_ctx < 1 or not self.loud > 0 or not 0 <= self.waves <= self.n_ctx:
            raise ValueError(
                f"n_ctx is {self.n_ctx}, loud {self.loud} and waves {self.waves}; they must be "
                "at least 1, above 0, and from 0 to n_ctx"
            )

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The name of each column of the stream."""
        size = self.semes.size
        own = (
            self.semes.names if size == len(self.semes) else [f"semes.{i + 1}" for i in range(size)]
        )
        waves = [f"{side} {h}" for h in self.circles for side in ("cos", "sin")]
        place = ["place", *waves] if self.waves else []
        return (*own, "start", "balance", "loud", "-loud", *place)

    @cached_property
    def circles(self) -> tuple[int, ...]:
        """How many half turns each wave takes over the context: odd numbers."""
        return tuple(range(1, 2 * self.waves, 2)[: (self.n_ctx + 1) // 2])

    @cached_property
    def d_model(self) -> int:
        """How many numbers a row of the stream has."""
        return len(self.columns)

    @cached_property
    def subspaces(self) -> tuple[Subspace, ...]:
        """The stream in named parts: the semes, what is implied, and all waves as one.

        What levels a row and the waves, which say the place again, are not for readers.
        """
        n, d_model = self.semes.size, self.d_model
        whole = n != len(self.semes)
        own = [Subspace("semes", 0, n, d_model)] if whole else []
        rest = [*self.columns[0 if not whole else n :]]
        start = n if whole else 0
        waves = 2 * len(self.circles)
        single = rest[: len(rest) - waves]
        called = {**dict(zip(single, single, strict=True)), **self.read_as}
        own += [
            Subspace(called[name], start + i, 1, d_model, name in UNSEEN)
            for i, name in enumerate(single)
        ]
        circles = [Subspace("waves", d_model - waves, waves, d_model, True)] if waves else []
        return (*own, *circles)

    @property
    def scale(self) -> float:
        """What a norm divides by, where nothing but the pair counts."""
        return float(self.loud * np.sqrt(2 / self.d_model))

    def column(self, name: str) -> Array:
        """The unit vector [d_model] of a column."""
        unit = np.zeros(self.d_model)
        unit[self.places[name]] = 1.0
        return unit

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each column stands."""
        return {name: at for at, name in enumerate(self.columns)}

    @cached_property
    def named(self) -> Semes:
        """All that a vector may name, as directions of the stream without their balance."""
        rows = np.zeros((len(self.semes) + len(IMPLIED), self.d_model))
        rows[: len(self.semes), : self.semes.size] = self.semes.rows
        rows[len(self.semes) :] = self.column("start"), self.column("loud") / self.loud
        return Semes((*self.semes.names, *IMPLIED), rows)

    def direction(self, name: str) -> Array:
        """How a seme stands in a row [d_model], without its balance."""
        return self.named.row(name)

    def reading(self, said: str | Vector) -> Array:
        """What a normed row is multiplied by to have a vector's share of the row [d_model]."""
        return self.scale * self.named.vector(said)

    def writing(self, said: str | Vector) -> Array:
        """A vector as it is added to a row: balanced [d_model]; ValueError for `one`."""
        row: Array = self.written([said])[0]
        return row

    def written(self, vectors: Collection[str | Vector]) -> Array:
        """Vectors as they are added to rows [n, d_model]; ValueError for `one`."""
        rows = self.named.sums(vectors)
        wrong = np.flatnonzero(rows[:, self.places["loud"]])
        if len(wrong):
            said = [*vectors][wrong[0]]
            raise ValueError(f"{said!r} writes 'one', which is only read; write a seme")
        return self.balanced(rows)

    def balanced(self, rows: Array) -> Array:
        """Rows with minus their sum in the column of the balance."""
        rows[..., self.places["balance"]] -= rows.sum(-1)
        return rows

    def embedding(self, words: Mapping[Any, str | Vector]) -> Array:
        """The rows of words [n, d_model], each with the loud pair."""
        rows = self.written(words.values())
        rows += self.loud * (self.column("loud") - self.column("-loud"))
        return rows

    def unembedding(self, words: Mapping[Any, str | Vector]) -> Array:
        """The columns of words [d_model, n]: what a last norm leaves of a row is read by each."""
        rows = self.named.sums(words.values())
        rows *= self.scale
        return rows.T

    def positions(self) -> Array:
        """The rows of positions [n_ctx, d_model]; position 0 is nowhere."""
        rows = np.zeros((self.n_ctx, self.d_model))
        if self.waves:
            rows[:, self.places["place"] :] = self.waved(np.arange(float(self.n_ctx)))
            rows[0] = 0
        return self.balanced(rows)

    def waved(self, at: Array) -> Array:
        """Places as a share of the context, and as points on circles [n, 1 + 2 waves]."""
        angles = np.outer(at, self.circles) * np.pi / self.n_ctx
        circles = np.stack([np.cos(angles), np.sin(angles)], -1).reshape(len(at), -1)
        faint = circles / len(self.circles)  # beside the pair
        return np.rint(np.column_stack([at / self.n_ctx, faint]) * FINE) / FINE

    def head(
        self,
        where: str,
        move: str | Moves,
        look: str | Moves = "",
        *,
        hard: float = SURE,
        name: str = "",
    ) -> Head:
        """A head that looks somewhere for what its matrix says, and moves what it finds.

        `where` is one of PLACES; `look` is query>key, `move` value>out. What is looked for should
        score 1: the rival at position 0 scores 1/2. `hard` is what the best leads the next by.
        Raises ValueError for another place, for texts that say no matrix, and without the waves
        that a place needs.
        """
        return self.moving(Sought(self, where, look).queries_and_keys(hard), move, name)

    def counting(self, move: str | Moves, *, hard: float = SURE, name: str = "") -> Head:
        """A head that adds up what all rows before hold: value>out, as `head` has it.

        They weigh alike and position 0 what is missing to n_ctx, so that n_ctx times the average is
        the sum. Position 0 must hold nothing of it. Raises ValueError for too few waves.
        """
        sought = Sought(self, "nearest before", "")
        sought.terms.clear()
        sought.step(-1, 1.0)
        missing = np.log(self.n_ctx + 1.0 - np.arange(1.0, self.n_ctx + 1))
        asks = np.zeros(self.d_model)
        waves = self.waved(np.arange(1.0, self.n_ctx + 1))
        asks[self.places["place"] :] = np.linalg.lstsq(waves, missing)[0]
        sought.add(1 / hard, asks, sought.start)
        sought.gap = 1.0
        return self.moving(sought.queries_and_keys(hard), move, name, float(self.n_ctx))

    def moving(
        self, where: tuple[Array, Array], move: str | Moves, name: str, loud: float = 1.0
    ) -> Head:
        """A head that looks by two matrices for unnormed rows, and moves `loud` times a matrix."""
        W_Q, W_K = where
        moves = self.named.moves(move)
        rows = self.written([{right: 1.0} for _, _, right in moves])
        outs: defaultdict[str, Any] = defaultdict(float)
        for (factor, left, _), row in zip(moves, rows, strict=True):
            outs[left] += loud * factor * row
        return Head(
            W_Q=self.scale * W_Q,
            W_K=self.scale * W_K,
            W_V=self.scale * self.named.sums([{left: 1.0} for left in outs]).T,
            W_O=np.array([*outs.values()]).reshape(-1, self.d_model),
            name=name,
        )

    def units(self, rules: Iterable[Rule]) -> MLP:
        """A ReLU for each rule: it writes as much as it reads, where that is above 0."""
        made = [*rules]
        reads = self.named.sums(self.read([rule.reads for rule in made]))
        return MLP(
            np.ascontiguousarray(self.scale * reads.T),
            np.zeros(len(made)),
            self.written(named([rule.writes for rule in made], self.named.units)),
            np.zeros(self.d_model),
        )

    def read(self, said: Sequence[str | Vector]) -> list[str | Vector]:
        """What rules read: vectors and texts of them as they are, conditions as vectors."""
        made, texts = [*said], texts_of(said)
        hold = [i for i, found in enumerate(map(CONDITION.search, texts)) if found]
        for i, vector in zip(hold, conditions([texts[i] for i in hold]), strict=True):
            made[i] = vector
        return named(made, self.named.units)

    def unit(self, reads: str | Vector, writes: str | Vector) -> MLP:
        """One ReLU: it writes as much of a vector as it reads, where that is above 0."""
        return self.units([Rule(reads, writes)])

    def when(self, holds: str, writes: str | Vector) -> MLP:
        """One unit: it writes where all semes are 1, and those after `not` 0: sg and not verb.

        Raises ValueError for another text.
        """
        return self.unit(condition(holds), writes)

    def layer(
        self, heads: Sequence[Head] = (), units: Sequence[MLP] = (), cross: Sequence[Head] = ()
    ) -> Layer:
        """A layer of heads, units side by side, and heads that look into a memory."""
        return Layer(heads, beside(*units) if units else None, cross=cross)


class Sought:
    """What a head looks for: terms of its scores, each a vector that asks and one that is asked."""

    def __init__(self, layout: Layout, where: str, look: str | Moves) -> None:
        self.layout, self.where = layout, where
        units = layout.named.units
        self.start, self.one = units["start"], units["one"]
        self.elsewhere = self.one - self.start  # reads a one from every row but that of position 0
        self.terms: list[tuple[Array, Array]] = []
        self.gap = FOUND - RIVAL
        steps = STEPS.fullmatch(where)
        if where not in PLACES and steps is None:
            known = ", ".join(PLACES)
            raise ValueError(f"a head looks {where!r}; it must be one of {known}")
        moves = layout.named.moves(look)
        self.terms += [(factor * units[left], units[right]) for factor, left, right in moves]
        self.most = sum(max(factor, 0) for factor, *_ in moves) or FOUND
        if where in ("everywhere", "memory") and not look:
            return
        self.rival(RIVAL)
        if where not in ("everywhere", "memory"):
            self.by_place(steps, bool(look))
        if where != "memory":  # the row of position 0 looks at itself
            self.add(-2 * (self.most + FOUND), self.start, self.elsewhere)

    def add(self, factor: float, asks: Array, asked: Array) -> None:
        """Add a term to the scores."""
        self.terms.append((factor * asks, asked))

    def rival(self, score: float) -> None:
        """Let the row of position 0 score so much."""
        self.add(score, self.one, self.start)

    def by_place(self, steps: re.Match[str] | None, looks: bool) -> None:
        """Add to the scores of other rows what their place is worth."""
        if not self.layout.waves:
            raise ValueError(f"a head looks {self.where!r}, but the layout has no waves; give some")
        if steps is not None:
            if looks:
                self.rival(FOUND)
            ahead = int(steps[1]) * (1 if steps[2] == "ahead" else -1)
            angle = np.pi / self.layout.n_ctx
            self.gap = FOUND - RIVAL
            tall = FOUND / (1 - np.cos(angle))
            self.add(FOUND - tall, self.one, self.elsewhere)
            self.turned(1, tall * np.cos(ahead * angle), tall * np.sin(ahead * angle))
            return
        if not looks:
            self.add(FOUND, self.one, self.elsewhere)
        self.gap = NEAR / self.layout.n_ctx
        side = -1 if self.where == "nearest before" else 1
        self.add(-side * NEAR, self.one, self.layout.column("place"))
        if side > 0:
            self.add(NEAR, self.one, self.elsewhere)
        if self.where != "first":
            self.step(side, self.most + FOUND + NEAR)

    def step(self, side: int, taken: float) -> None:
        """Take so much from the rows that are not on one side of what asks.

        A step over all distances is waves of 1, 3, 5 ... half turns, exactly.
        """
        n, circles = self.layout.n_ctx, self.layout.circles
        if len(circles) < (n + 1) // 2:
            raise ValueError(
                f"a head looks {self.where!r} with {len(circles)} waves; it needs {(n + 1) // 2}"
            )
        self.add(-taken / 2, self.one, self.elsewhere)
        for h in circles:
            share = taken / n / (2 if h == n else 1)
            self.turned(h, -share, side * share / np.tan(h * np.pi / (2 * n)))

    def turned(self, h: int, cosine: float, sine: float) -> None:
        """Add cosine cos(h t) + sine sin(h t); t is the angle from what asks to what is asked."""
        waves = len(self.layout.circles)
        cos, sin = waves * self.layout.column(f"cos {h}"), waves * self.layout.column(f"sin {h}")
        self.terms += [(cosine * cos - sine * sin, cos), (cosine * sin + sine * cos, sin)]

    def queries_and_keys(self, hard: float) -> tuple[Array, Array]:
        """W_Q and W_K [d_model, d_head] for unnormed rows; the best leads the next by `hard`."""
        if not self.terms:
            nothing = np.zeros((self.layout.d_model, 1))
            return nothing, nothing
        asks, asked = (np.array(each).T for each in zip(*self.terms, strict=True))
        return hard / self.gap * np.sqrt(len(self.terms)) * asks, asked


__all__ = ["FOUND", "NEAR", "PLACES", "RIVAL", "Layout", "Semes", "semes"]
