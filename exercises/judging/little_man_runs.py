"""Programs of the Little Man Computer with their traces, and what a machine says step by step."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice, product, repeat

import numpy as np

from exercises.judging.asking import Shown
from exercises.judging.judge import (
    Tally,
    Wrong,
    conditions,
    fresh,
    knows,
    own_program,
    right,
    rounding_asked,
)
from taotp.little_man import assemble, history, number, shipped, vocabulary
from taotp.little_man.interpreter import exchanges
from taotp.little_man.tokens import JUMP, STORE, cell
from taotp_core.arrays import Tokens
from taotp_core.decode import generate
from taotp_core.program import Program

CELLS = 100
MOST = 10 * CELLS - 1  # the largest number
ROOM = 1000  # tokens that a machine reads, its own beginning not counted
WORDS = vocabulary(CELLS)
PLACES = {word: i for i, word in enumerate(WORDS)}
MARGIN = 1e-13  # the lead of a winner: a kind of token is much louder than a number
SOME = 1000  # programs that are asked at once
EDGES = (0, 1, -1, 499, 500, -500, 998, MOST, -MOST)
SHORT = (0, 100, 102, 201, 300, 301, 302, 500, 501, 601, 700, 802, 901, 902, MOST, -1)
INPUTS: dict[str, Sequence[int]] = {  # what a reader answers, where a program asks
    "add": (999, 2), "binary": (678,), "bottles": (2,), "collatz": (7,), "countdown": (9,),
    "digits": (907,), "divide": (17, 5), "factorial": (5,), "fibonacci": (900,), "gcd": (48, 36),
    "guess": (7, 3, 9, 7), "larger": (-400, 300), "largest": (4, 7, 998, -5, 99),
    "multiply": (12, 9), "nim": (3, 9, 2, 1, 3, 2, 1, 1, 1), "perfect": (28,), "power": (2, 6),
    "primes": (14,), "reverse": (5, 61, 999, 0), "sort": (4, 30, 7, 999, 8), "square": (11,),
    "squares": (9,), "sum": (400, -999, 12, 0), "table": (7,), "triangular": (12,),
}  # fmt: skip
FOR_EVER = (
    "loop LDA sum\nADD odd\nSTA sum\nLDA odd\nADD two\nSTA odd\nBRP loop\nOUT\nBRA loop\n"
    "sum DAT\nodd DAT 1\ntwo DAT 2"
)


@dataclass(frozen=True)
class Run:
    """The tokens of a prompt and of its trace, and what is right after each place of the trace.

    `wanted` begins after the prompt. It is what was said but for the ? that a reader answered.
    """

    tokens: list[int]
    wanted: list[int]

    @property
    def prompt(self) -> list[int]:
        """The tokens before the trace."""
        return self.tokens[: len(self.tokens) - len(self.wanted)]


def traced(prompt: Sequence[str], most: int, inputs: Iterable[int] = ()) -> Run:
    """A prompt and its first steps; a ? is a step like another where nobody answers."""
    steps = [*islice(exchanges(prompt, chain(inputs, repeat(None))), most)]
    tokens = [*prompt, *(written for _, written in steps)]
    return Run([PLACES[token] for token in tokens], [PLACES[said] for said, _ in steps])


def begun(stores: Iterable[tuple[int, int]], held: int, place: int) -> list[str]:
    """The prompt that stores each number in its cell, then holds a number and begins at a place.

    Ahead stands a 000, which is what every cell holds that nobody wrote.
    """
    pairs = [token for value, at in stores for token in (number(value), cell(STORE, at))]
    return [number(0), *pairs, number(held), cell(JUMP, place)]


# What is asked


def instructions() -> Iterator[Run]:
    """Every number as an instruction, each in a cell of its own; behind it there is nothing."""
    for value in range(-MOST, MOST + 1):
        place, near = (7 * value + 3) % CELLS, EDGES[value % len(EDGES)]
        loaded = [(EDGES[value % 7], abs(value) % CELLS), (value, place)]
        yield traced(begun(loaded, near, place), 3)


def held() -> Iterator[Run]:
    """Every number is loaded, before a branch of each kind, and said."""
    for value in range(-MOST, MOST + 1):
        place = value % (CELLS - 4)
        code = (599, 700 + value % 50, 850 + value % 50, 902)
        loaded = [(value, CELLS - 1), *((each, place + i) for i, each in enumerate(code))]
        yield traced(begun(loaded, 0, place), 5)


def never_stored() -> Iterator[Run]:
    """Each cell that nobody wrote is loaded, added and taken away, next to two that hold something.

    Long after the number that stands for it, and right after.
    """
    for at, first, long_ago in product(range(CELLS), (1, 2, 5), (0, 40)):
        place = (at + 50) % CELLS
        beside = [(5 + at, (at - 1) % CELLS), (MOST - at, (at + 1) % CELLS)]
        stored = [(7, (at + 60 + i % 20) % CELLS) for i in range(long_ago)]
        yield traced(begun([*stored, *beside, (100 * first + at, place)], 3, place), 2)


def totals() -> Iterator[Run]:
    """Every number with what makes its sum zero, one digit longer, or keeps it within three."""
    for a in range(-MOST, MOST + 1):
        for i, total in enumerate((0, MOST, MOST + 1, -MOST, -MOST - 1)):
            b, place = total - a, (a + 13 * i) % (CELLS - 1)
            there = (place + 50) % CELLS
            for minus in (0, 1) if abs(b) <= MOST else ():
                loaded = [(-b if minus else b, there), (100 + 100 * minus + there, place)]
                yield traced(begun(loaded, a, place), 1)


def drawn_totals(n: int) -> Iterator[Run]:
    """Sums and differences of drawn numbers, stored and loaded again."""
    for a, b, there, minus in fresh(1).integers(-MOST, MOST + 1, (n, 4)).tolist():
        at, kind = there % 90, 1 + minus % 2
        yield traced(begun([(b, at), (100 * kind + at, 95), (396, 96)], a, 95), 2)


def every_cell() -> Iterator[Run]:
    """All cells hold something, some were stored twice; each is loaded, stored and run into.

    What was stored in a cell before, and in its neighbors later, is not what it holds.
    """
    for at in range(CELLS):
        values = [(37 * i + 11 * at) % MOST for i in range(CELLS)]
        place = (at + 50) % CELLS
        code = [(500 + at, place), (100 + at, place + 1), (300 + at, place + 2), (600 + at, 49)]
        later = [(i % CELLS, (at + i) % CELLS) for i in (-1, 1, 2)]
        stored = [*((value, i) for i, value in enumerate(values)), (at, at), (MOST - at, at)]
        loaded = [*stored, *later, *((value, i) for value, i in code if i < CELLS)]
        yield traced(begun(loaded, at, place), 8)


def short_programs() -> Iterator[Run]:
    """Every program of three cells whose numbers are in SHORT."""
    for cells in product(SHORT, repeat=3):
        yield traced(history(cells), 9)


def drawn_programs(n: int, n_cells: int, n_steps: int) -> Iterator[Run]:
    """Drawn programs, three of four busy: few of their cells halt, and many load and store."""
    rng = fresh(n_cells)
    often = np.array([0.02, 0.18, 0.18, 0.2, 0.0, 0.15, 0.07, 0.08, 0.1, 0.02])
    for i in range(n):
        busy = 100 * rng.choice(10, n_cells, p=often) + rng.integers(0, n_cells, n_cells)
        cells = busy if i % 4 else rng.integers(-MOST, MOST + 1, n_cells)
        yield traced(history(cells.tolist()), n_steps)


def that_come_with_the_book() -> Iterator[Run]:
    """All programs that come with the library, with inputs, for as long as there is room."""
    for name in shipped.names():
        prompt = assemble(shipped.text(name))
        yield traced(prompt, ROOM + 1 - len(prompt), INPUTS.get(name, ()))


def long_histories(n: int) -> Iterator[Run]:
    """Programs that were loaded after most of the text: what holds was stored last, or long ago."""
    rng = fresh(3)
    for _ in range(n):
        before = [*zip(rng.integers(-MOST, 0, 380).tolist(), rng.integers(0, 99, 380).tolist(),
                       strict=True)]  # fmt: skip
        busy = [*zip(rng.permutation([*range(100, 400, 7), *range(500, 900, 9)])[:80].tolist(),
                     rng.permutation(CELLS)[:80].tolist(), strict=True)]  # fmt: skip
        prompt = begun([*before, *busy], 0, busy[0][1])
        yield traced(prompt, ROOM + 1 - len(prompt))


def for_ever() -> Iterator[Run]:
    """A program that never ends, for as long as there is room."""
    prompt = assemble(FOR_EVER)
    yield traced(prompt, ROOM + 1 - len(prompt))


@cache
def that_need_no_drawing() -> tuple[Run, ...]:
    """Those that are the same for every machine."""
    return (
        *instructions(), *held(), *never_stored(), *totals(), *every_cell(), *short_programs(),
        *that_come_with_the_book(),
    )  # fmt: skip


def all_runs() -> Iterator[Run]:
    """What a table asks."""
    yield from that_need_no_drawing()
    yield from drawn_totals(2000)
    yield from drawn_programs(300, 10, 40)
    yield from drawn_programs(100, CELLS, 80)
    yield from long_histories(8)
    yield from for_ever()


def some_runs() -> Iterator[Run]:
    """What is asked where there is a second: a part of each kind."""
    parts: tuple[tuple[Callable[[], Iterator[Run]], int], ...] = (
        (instructions, 8), (held, 9), (never_stored, 7), (totals, 80), (every_cell, 20),
    )  # fmt: skip
    for kind, step in parts:
        yield from islice(kind(), None, None, step)
    yield from drawn_totals(60)
    yield from drawn_programs(40, 10, 30)
    yield from long_histories(1)


# Asking


def in_rows(runs: Iterable[Run]) -> Iterator[tuple[Tokens, Tokens]]:
    """Tokens [n_rows, n] of runs, but for the last of each, and what follows, -1 for nothing."""
    left = iter(runs)
    while some := [*islice(left, SOME)]:
        some.sort(key=lambda run: len(run.tokens))
        for alike in np.array_split(np.arange(len(some)), 10):
            if len(alike):
                yield side_by_side([some[i] for i in alike])


def side_by_side(runs: Sequence[Run]) -> tuple[Tokens, Tokens]:
    """Rows of equal length; what stands behind a shorter one is asked nothing."""
    n = max(len(run.tokens) for run in runs) - 1
    tokens, expected = np.zeros((len(runs), n), int), np.full((len(runs), n), -1)
    for i, run in enumerate(runs):
        end = len(run.tokens) - 1
        tokens[i, :end] = run.tokens[:-1]
        expected[i, end - len(run.wanted) : end] = run.wanted
    return tokens, expected


def steps_right(program: Program, runs: Iterable[Run]) -> Tally:
    """How many steps a machine takes as the computer does; Wrong on the first other one."""
    ids, before = np.array([program.places[word] for word in WORDS]), program.encode([])
    names = [str(symbol) for symbol in program.vocabulary]
    tally = Tally()
    for tokens, expected in in_rows(runs):
        own = np.full((len(tokens), len(before)), before, int)
        asked = np.hstack([np.full(own.shape, -1), np.where(expected < 0, -1, ids[expected])])
        tally += right(
            program.model, np.hstack([own, ids[tokens]]), asked,
            Shown(names, " ", len(before)), lambda i: names[i], margin=MARGIN,
        )  # fmt: skip
    return tally


def by_its_own_tokens(program: Program, name: str) -> None:
    """Let a machine run a program that comes with the book to its end; Wrong where it parts."""
    run = traced(assemble(shipped.text(name)), ROOM)
    before = program.encode([])
    ids = [program.places[WORDS[i]] for i in run.tokens]
    given = np.array([*before, *ids[: len(run.prompt)]])
    said = generate(program.model, given, len(run.wanted), to=rounding_asked())[len(given) :]
    pairs = zip(said.tolist(), ids[len(run.prompt) :], strict=True)
    for i, (got, expected) in enumerate(pairs):
        if got != expected:
            word, other = (str(program.vocabulary[k]) for k in (expected, got))
            raise Wrong(f"at step {i + 1} of {name}, by its own tokens, expected {word}, "
                        f"got {other}")  # fmt: skip


def runs_programs(answer: object, where: str) -> tuple[Program, Tally, bool]:
    """A machine that runs programs, the steps that it was asked, and whether these are all.

    All are asked where there is time for it.
    """
    program = own_program(answer, where)
    knows(program, WORDS, "numbers, stores, jumps and signs", ROOM)
    if not conditions().whole:
        return program, steps_right(program, some_runs()), False
    tally = steps_right(program, all_runs())
    by_its_own_tokens(program, "fizzbuzz")
    return program, tally, True
