"""Machines of compilers, rebuilt from the rules in their sources, to be run and counted.

Tracr (Lindner and others 2023) writes a transformer for a program of RASP: a column for each value
that a variable may have, and matrices of one size in every layer. ALTA (Shaw and others 2024)
writes one layer, which is repeated, and a unit for each combination of values that changes another.
Neither is a package of this book's environment. What is built here is what their published code
would store: matrices are as large, and as many entries are not zero; the order of columns may be
another.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product

import numpy as np

from taotp_core.arrays import Array, Tokens, softmax
from taotp_core.measure import Count

COLD = 100.0  # what both multiply a match by
Direction = tuple[str, Hashable]  # a variable and one of its values
BOS, PAD, ONE = ("tokens", "bos"), ("tokens", "pad"), ("one", None)


@dataclass(frozen=True)
class Block:
    """A head or an MLP: matrices that read the stream, and one that writes into it."""

    reads: tuple[Array, ...]
    writes: Array


@dataclass(frozen=True)
class Tracr:
    """A machine of Tracr: what it embeds, its blocks by layer, and what it reads off at the end.

    W_E [V + 2, d_model], W_pos [n + 1, d_model], W_U [d_model, answers]. `layers` are pairs of a
    head and an MLP, None where the compiler fills in zeros; each layer stores both, as wide as the
    widest of all, with biases that are zero.
    """

    vocabulary: Sequence[Hashable]
    W_E: Array
    W_pos: Array
    W_U: Array
    layers: tuple[tuple[Block | None, Block | None], ...]

    def __call__(self, symbols: Sequence[Hashable]) -> list[Hashable]:
        """What it says of each symbol; a sign of the beginning is put before them."""
        ids = [len(self.vocabulary), *map(self.vocabulary.index, symbols)]
        x: Array = self.W_E[ids] + self.W_pos[: len(ids)]
        for head, mlp in self.layers:
            if head:
                q, k, v = (x @ W for W in head.reads)
                x = x + softmax(q @ k.T / np.sqrt(self.key_size)) @ v @ head.writes
            if mlp:
                x = x + np.maximum(x @ mlp.reads[0], 0) @ mlp.writes
        return [self.vocabulary[i] for i in (x @ self.W_U).argmax(axis=1)[1:]]

    @property
    def key_size(self) -> int:
        """How wide queries, keys and values are."""
        heads = [head for head, _ in self.layers if head]
        return max(int(W.shape[1]) for head in heads for W in head.reads)

    @property
    def d_mlp(self) -> int:
        """How many units each layer has."""
        return max(len(mlp.writes) for _, mlp in self.layers if mlp)

    def count(self) -> Count:
        """Its numbers, as the compiler stores them, and with what it reads off at the end."""
        d, K, H = self.W_E.shape[1], self.key_size, self.d_mlp
        each = 4 * d * K + 3 * K + d + 2 * d * H + H + d  # a head and an MLP, with biases
        ends = [self.W_E, self.W_pos, self.W_U]
        blocks = [block for layer in self.layers for block in layer if block]
        used = [W for block in blocks for W in (*block.reads, block.writes)]
        total = sum(W.size for W in ends) + each * len(self.layers)
        return Count(total, sum(int(np.count_nonzero(W)) for W in (*ends, *used)))


class Craft:
    """The columns of a machine of Tracr, and what makes its blocks."""

    def __init__(self, vocabulary: Sequence[Hashable], n: int, variables: Mapping[str, range]):
        self.vocabulary, self.n = vocabulary, n
        self.tokens = [("tokens", symbol) for symbol in vocabulary]
        self.indices = [("indices", i) for i in range(n)]
        self.answer = [("answer", symbol) for symbol in vocabulary]
        made = [(name, value) for name, values in variables.items() for value in values]
        every = [*self.tokens, BOS, PAD, *self.indices, ONE, ("width", None), *made, *self.answer]
        self.at = {direction: i for i, direction in enumerate(every)}

    def matrix(self, entries: Mapping[tuple[Direction, int], float], size: int) -> Array:
        """What reads the stream [d_model, size]."""
        W = np.zeros((len(self.at), size))
        for (direction, i), value in entries.items():
            W[self.at[direction], i] = value
        return W

    def head(
        self,
        queries: Sequence[Direction],
        keys: Sequence[Direction],
        selects: Callable[[Hashable, Hashable], bool],
        moves: Mapping[Direction, Direction],
        bos: float = 0.5,
    ) -> Block:
        """Looks where `selects` of a key's and a query's value is true, else at the beginning."""
        keys = [*keys, BOS]
        asks = {
            (q, j): COLD
            for q, (j, k) in product(queries, enumerate(keys))
            if k != BOS and selects(k[1], q[1])
        }
        asks[ONE, len(keys) - 1] = bos * COLD
        W_K = self.matrix({(k, j): 1 for j, k in enumerate(keys)}, len(keys))
        brings = list(dict.fromkeys(moves.values()))
        W_V = self.matrix({(a, brings.index(b)): 1 for a, b in moves.items()}, len(brings))
        W_O = self.matrix({(b, i): 1 for i, b in enumerate(brings)}, len(brings)).T
        widest = max(len(queries) + 2, len(keys))  # queries have both the beginning and one
        pad = widest - len(keys)
        W_Q = self.matrix(asks, len(keys))
        return Block((np.pad(W_Q, ((0, 0), (0, pad))), np.pad(W_K, ((0, 0), (0, pad))), W_V), W_O)

    def mlp(self, units: Sequence[tuple[dict[Direction, float], dict[Direction, float]]]) -> Block:
        """An MLP of units, each by what it reads and what it writes."""
        reads = {(a, i): value for i, (read, _) in enumerate(units) for a, value in read.items()}
        writes = {(b, i): value for i, (_, write) in enumerate(units) for b, value in write.items()}
        return Block((self.matrix(reads, len(units)),), self.matrix(writes, len(units)).T)

    def width(
        self, name: str, selects: Callable[[Hashable, Hashable], bool]
    ) -> tuple[Block, Block]:
        """How many tokens a token selects: the share of the beginning, and steps that count it."""
        share: Direction = ("width", None)
        head = self.head(self.tokens, self.tokens, selects, {BOS: share}, bos=1.0)
        shares = [1 / (k + 1) for k in range(self.n, -1, -1)]
        units: list[tuple[dict[Direction, float], dict[Direction, float]]] = [
            ({ONE: 1}, {(name, self.n): 1})
        ]
        for k, (a, b) in enumerate(zip(shares, shares[1:], strict=False)):
            rises: dict[Direction, float] = {(name, self.n - k - 1): 1, (name, self.n - k): -1}
            middle = COLD * (a + b) / 2
            units.append(({share: COLD, ONE: 1 - middle}, rises))
            units.append(({share: COLD, ONE: -middle}, {d: -x for d, x in rises.items()}))
        units.append(({BOS: 1}, {share: -1, (name, 0): -1}))
        return head, self.mlp(units)

    def machine(self, layers: Sequence[tuple[Block | None, Block | None]]) -> Tracr:
        """The whole, with tables of tokens and positions."""
        tokens = [*self.tokens, BOS, PAD]
        entries = {(token, i): 1.0 for i, token in enumerate(tokens)}
        W_E = self.matrix(entries | {(ONE, i): 1.0 for i in range(len(tokens))}, len(tokens)).T
        W_pos = self.matrix({(i, i[1] + 1): 1.0 for i in self.indices}, self.n + 1).T
        W_U = self.matrix({(a, i): 1.0 for i, a in enumerate(self.answer)}, len(self.answer))
        return Tracr(self.vocabulary, W_E, W_pos, W_U, tuple(layers))


def tracr_sort(vocabulary: Sequence[int], n: int) -> Tracr:
    """Tracr's `make_sort_unique`: up to n numbers in order, each at most once.

    >>> tracr_sort([1, 2, 3, 4], 5)([2, 4, 3, 1])
    [1, 2, 3, 4]
    """
    craft = Craft(vocabulary, n, {"target": range(n + 1)})
    target = [("target", i) for i in range(n + 1)]
    smaller = craft.width("target", lambda key, query: key < query)  # type: ignore[operator]
    moves = dict(zip(craft.tokens, craft.answer, strict=True))
    fetch = craft.head(craft.indices, target, lambda key, query: key == query, moves)
    return craft.machine([smaller, (fetch, None)])


def tracr_reverse(vocabulary: Sequence[Hashable], n: int) -> Tracr:
    """Tracr's `make_reverse`: up to n symbols from the last to the first.

    >>> "".join(map(str, tracr_reverse("abcd", 5)("abc")))
    'cba'
    """
    away, back = range(1 - n, n + 1), range(-n, n)
    craft = Craft(vocabulary, n, {"length": range(n + 1), "away": away, "back": back})
    length = craft.width("length", lambda key, query: True)
    both = product(range(n + 1), range(n))
    subtract = craft.mlp(
        [
            ({("length", a): 1, ("indices", i): 1, ONE: -1}, {("away", a - i): 1})
            for a, i in both
        ]
    )  # fmt: skip
    less = craft.mlp([({("away", x + 1): 1}, {("back", x): 1}) for x in back])
    asks = [("back", x) for x in back]
    moves = dict(zip(craft.tokens, craft.answer, strict=True))
    fetch = craft.head(asks, craft.indices, lambda key, query: key == query, moves)
    return craft.machine([length, (None, subtract), (None, less), (fetch, None)])


@dataclass(frozen=True)
class Rule:
    """If all variables in `given` have these values, the first of `change` becomes the second."""

    given: tuple[tuple[str, int], ...]
    change: tuple[str, int, int | None]


class Rules:
    """The rules of a program of ALTA: a context of values, and what is set in it."""

    def __init__(self, sizes: Mapping[str, int]):
        self.sizes, self.context = sizes, dict[str, int]()
        self.made: list[Rule] = []

    def each(self, *names: str) -> Iterator[tuple[int, ...]]:
        """All values of some variables, which are in the context meanwhile."""
        for values in product(*(range(self.sizes[name]) for name in names)):
            self.context.update(zip(names, values, strict=True))
            yield values
        for name in names:
            del self.context[name]

    @contextmanager
    def when(self, name: str, value: int) -> Iterator[None]:
        """One value of a variable."""
        self.context[name] = value
        yield
        del self.context[name]

    def set(self, name: str, new: int) -> None:
        """A rule for each value that the variable may have had before."""
        if name not in self.context:
            for _ in self.each(name):
                self.set(name, new)
        elif self.context[name] != new:
            self.made.append(Rule(tuple(self.context.items()), (name, self.context[name], new)))


CELLS, LARGEST = 16, 16  # of ALTA's example
VALUES = 2 * LARGEST + 1
RUN, SUBTRACT, GO_ON, DONE = range(4)
HEADS = {  # what each asks for; it looks for that place, and brings what is in memory there
    "a": "position_a",
    "b": "position_b",
    "c": "position_c",
    "mem_a": "a_clipped",
    "mem_b": "b_clipped",
}
STORED = ("mem", "position", "position_a", "position_b", "position_c")
SIZES = (
    dict.fromkeys(STORED, VALUES)
    | {"state": 4, "jump": 2, "a_clipped": VALUES, "b_clipped": VALUES}
    | dict.fromkeys(HEADS, VALUES)
)


def subleq_rules() -> list[Rule]:
    """The rules of ALTA's example of a computer, whose one instruction is SUBLEQ."""
    x = Rules(SIZES)
    for name in ("a", "b"):
        for (value,) in x.each(name):
            x.set(f"{name}_clipped", max(LARGEST, value))
    with x.when("state", RUN):
        for a, b in x.each("a", "b"):
            x.set("state", DONE if min(a, b) < LARGEST else SUBTRACT)
    with x.when("state", SUBTRACT):
        for a, b in x.each("mem_a", "mem_b"):
            x.set("jump", int(b <= a))
        for position, b in x.each("position", "b"):
            if position == b:
                for mem, a in x.each("mem", "mem_a"):
                    x.set("mem", mem - a + LARGEST)
        x.set("state", GO_ON)
    with x.when("state", GO_ON):
        go_on(x)
    empties = [Rule(((name, v),), (name, v, None)) for name in HEADS for v in range(VALUES)]
    return [*x.made, *empties]


def go_on(x: Rules) -> None:
    """Where the next instruction is: at c after a jump, else three cells on."""

    def to(place: int) -> None:
        for i, name in enumerate(("position_a", "position_b", "position_c")):
            x.set(name, place + i)

    with x.when("jump", 1):
        for (c,) in x.each("c"):
            if c < LARGEST:
                x.set("state", DONE)
            else:
                to(c)
                x.set("state", RUN)
    with x.when("jump", 0):
        for (place,) in x.each("position_a"):
            to(place + 3)
        x.set("state", RUN)


class Subleq:
    """ALTA's example: a computer of 16 cells with numbers from -16 to 16, one layer, repeated."""

    def __init__(self) -> None:
        starts = np.cumsum([0, *SIZES.values()])
        self.start = {name: int(at) for name, at in zip(SIZES, starts, strict=False)}
        self.d_model = int(starts[-1])
        self.rules = subleq_rules()
        most = max(len(rule.given) for rule in self.rules)
        outside = self.d_model  # a column that is always 0
        self.given = np.full((len(self.rules), most), outside)
        self.old = np.zeros(len(self.rules), int)
        self.new = np.full(len(self.rules), outside)
        for i, rule in enumerate(self.rules):
            self.given[i, : len(rule.given)] = [self.start[name] + v for name, v in rule.given]
            name, old, new = rule.change
            self.old[i] = self.start[name] + old
            if new is not None:
                self.new[i] = (self.start[name] + new) % self.d_model
        self.bias = 1.0 - np.array([len(rule.given) for rule in self.rules])

    def columns(self, name: str) -> slice:
        """Where a variable stands in a row."""
        return slice(self.start[name], self.start[name] + SIZES[name])

    def embedded(self, memory: Sequence[int]) -> Array:
        """A row for each cell, at the beginning [n, d_model]."""
        x = np.zeros((len(memory), self.d_model))
        begin = {"state": RUN, "jump": 0, "a_clipped": 0, "b_clipped": 0}
        begin |= {name: LARGEST + i for i, name in enumerate(STORED[2:])}
        for i, value in enumerate(memory):
            for name, v in (begin | {"mem": value + LARGEST, "position": i + LARGEST}).items():
                x[i, self.start[name] + v] = 1
        return x

    def layer(self, x: Array) -> Array:
        """The stream after one more layer."""
        place, held = x[:, self.columns("position")], x[:, self.columns("mem")]
        for name, asks in HEADS.items():
            looks = softmax(COLD**2 * x[:, self.columns(asks)] @ place.T)
            x[:, self.columns(name)] += looks @ held
        y = np.hstack([np.clip(x, 0, 1), np.zeros((len(x), 1))])
        hidden = np.clip(sum(y[:, at] for at in self.given.T) + self.bias, 0, 1)
        change = np.zeros_like(y)
        for row, units in enumerate(hidden):
            np.add.at(change[row], self.new, units)
            np.subtract.at(change[row], self.old, units)
        return x + change[:, :-1]

    def __call__(self, memory: Sequence[int], layers: int) -> Tokens:
        """What the cells hold after so many layers; three are one instruction."""
        x = self.embedded(memory)
        for _ in range(layers):
            x = self.layer(x)
        cells: Tokens = x[:, self.columns("mem")].argmax(axis=1) - LARGEST
        return cells

    def count(self) -> Count:
        """Its numbers as the compiler stores them: dense matrices, and two that copy each row."""
        d, R = self.d_model, len(self.rules)
        total = (VALUES + CELLS) * d + d * VALUES  # tables, and what is read off at the end
        total += len(HEADS) * 4 * d * VALUES
        total += 2 * (d * d + d) + d * R + R + R * d + d
        used = int(self.embedded([0])[0].sum() - 1) * VALUES + CELLS + VALUES
        used += len(HEADS) * 4 * VALUES + 2 * d
        used += int((self.given < d).sum() + np.count_nonzero(self.bias))
        used += R + int((self.new < d).sum())
        return Count(total, used)
