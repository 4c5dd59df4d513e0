"""The computer against the interpreter: drawn programs, all sums, long runs, and its size."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from exercises.results import LONG_RUN
from taotp import little_man
from taotp.applications.computer.machine import Address, Computer
from taotp.little_man import history, steps
from taotp.little_man.tokens import ASK
from taotp.programs import computer
from taotp_core import LAYER_NORM, RMS_NORM, Norm, predictions
from taotp_core.arrays import PRECISIONS, Array, Rounding, to_float64
from taotp_core.decode import greedy
from taotp_core.program import Program
from taotp_core.stream import read, write
from taotp_core.transformer import feed_forward, normalize, residual, unembed
from taotp_core.weights import mapped
from tests.applications.computer.test_shipped import ASKED
from tests.laws import every
from tests.refused import refused
from tools.sampling import at_night, lot

SQUARES = "loop LDA sum\nADD odd\nSTA sum\nLDA odd\nADD two\nSTA odd\nBRP loop\nOUT\nBRA loop\n"
SQUARES += "sum DAT\nodd DAT 1\ntwo DAT 2"  # it never ends: sums lose their first digits
NUMBERS = range(-999, 1000)
SINGLE = "arrays of float32"
EDGES = (-999, -501, -500, -499, -1, 0, 1, 499, 500, 501, 999)
SETTINGS: list[dict[str, Any]] = [{}, {"loud": 1e5, "hard": 32.0}, {"digits": True}]


@dataclass(frozen=True)
class Run:
    """A prompt, and the trace that should follow it."""

    prompt: list[str]
    trace: list[str]


def run_of(cells: Sequence[int], n_steps: int, n_cells: int = 100) -> Run:
    """The first steps of a program, whose questions nobody answers."""
    prompt = history(cells, n_cells)
    return Run(prompt, [*islice(steps(prompt, None, n_cells), n_steps)])


def wrong(program: Program, runs: Iterable[Run], to: Rounding = to_float64) -> Iterator[Run]:
    """The runs in which the machine says something else, given the right tokens so far."""
    ids, every = program.places, iter(runs)
    while many := [*islice(every, 128)]:
        rows = [[ids[token] for token in (*run.prompt, *run.trace)] for run in many]
        tokens = np.zeros((len(rows), max(map(len, rows))), int)
        for i, row in enumerate(rows):
            tokens[i, : len(row)] = row
        said = predictions(program.model, tokens[:, :-1], to=to)
        for run, row, spoken in zip(many, rows, said, strict=True):
            n = len(run.prompt)
            if row[n:] != spoken[n - 1 : len(row) - 1].tolist():
                yield run


def drawn_cells(rng: np.random.Generator, n_cells: int, busy: bool) -> list[int]:
    """A drawn program; one that is busy has few cells that halt, and loads and stores much."""
    most = 10 * n_cells
    if not busy:
        return [int(v) for v in rng.integers(1 - most, most, n_cells)]
    weights: Array = np.array([0.02, 0.18, 0.18, 0.2, 0.0, 0.15, 0.07, 0.08, 0.1, 0.02])
    first = rng.choice(10, n_cells, p=weights)
    cell = np.where(first == 9, rng.integers(1, 3, n_cells), rng.integers(0, n_cells, n_cells))
    return [int(v) for v in first * n_cells + cell]


@every(
    "n_cells, n_drawn, seed, digits",
    [
        *((n_cells, 40, 0, digits) for n_cells in (3, 22, 23) for digits in (False, True)),
        *((100, 10, seed, False) for seed in range(4)), (10, 15, 9, True), (100, 15, 9, True),
    ],
)  # fmt: skip
def test_drawn_programs(n_cells: int, n_drawn: int, seed: int, digits: bool) -> None:
    """By day three hundred, at night ten thousand; the certificate has all of three cells."""
    rng, n = np.random.default_rng((n_cells, seed)), n_drawn * (34 if at_night() else 1)
    program = computer(n_cells, 2 * n_cells + 202, digits=digits)
    runs = (run_of(drawn_cells(rng, n_cells, busy=i % 4 > 0), 200, n_cells) for i in range(n))
    assert [*wrong(program, runs)] == []


def test_programs_that_nobody_loaded_whole() -> None:
    """Cells that were never stored are asked for, run into and written."""
    rng, n = np.random.default_rng(5), 2000 if at_night() else 200
    runs = []
    for _ in range(n):
        cells = drawn_cells(rng, 100, busy=True)[: int(rng.integers(1, 9))]
        runs.append(run_of(cells, 60))
    assert sum(run.trace[-1] == "." for run in runs) > n / 4
    assert [*wrong(computer(n_ctx=80), runs)] == []


def in_single(program: Computer) -> Computer:
    """A program whose weights, and so all that it computes, are arrays of float32."""
    return replace(program, model=mapped(program.model, lambda _, W: W.astype(np.float32)))


def before_execution(program: Computer, word: str, to: Rounding) -> tuple[Array, Array]:
    """Rows before the last MLP [1999, d_model]: each number held, each loaded, beside a 7."""
    prompt = little_man.assemble(f"LDA 4\n{word} 5")
    begins = [*prompt[:-2], "007", ">05", *prompt[-2:], "007"]
    seen: dict[tuple[str, int], Array] = {}

    def keep(what: str, number: int, x: Array) -> Array:
        seen[what, number] = x
        return x

    def rows(varied: int) -> Array:
        tokens = np.tile(program.ids(begins), (len(NUMBERS), 1))
        tokens[:, varied] = program.ids([little_man.number(v) for v in NUMBERS])
        residual(program.model, tokens, touch=keep, to=to)
        return seen["attention", 2][:, -1]

    return rows(-1), rows(len(prompt) - 2)


@every("word", ["ADD", "SUB"])
@every(
    "precision, how",
    [
        *((precision, how) for precision in ("float64", "float32") for how in SETTINGS),
        *((SINGLE, how) for how in SETTINGS),
        ("float64", {"norm": None}),
    ],
)
def test_every_sum_of_two_numbers(word: str, precision: str, how: dict[str, Any]) -> None:
    """All four million at night, and a part by day: what is held and what is loaded meet in a row.

    What is held is in a row, whatever was loaded, and so is what was loaded: so a row for each of
    the two has all that the last MLP reads.
    """
    program, to = computer(n_ctx=30, **how), PRECISIONS.get(precision, to_float64)
    if precision == SINGLE:
        program = in_single(program)
    held, loaded = before_execution(program, word, to)
    s = Address(100, 10 if how.get("digits") else 100, 30).layout()
    m = loaded @ read(s["m"])
    layer = program.model.layers[-1]
    assert layer.mlp
    numbers = np.array(NUMBERS)
    drawn = np.random.default_rng(lot(f"{word} {precision} {how}")).choice(numbers, 1)
    for a in NUMBERS if at_night() else {957, -948, *drawn.tolist()}:
        x = np.tile(held[a - numbers[0]], (len(numbers), 1))
        x += (m - x @ read(s["m"])) @ write(s["m"])
        x = to(x + feed_forward(normalize(x, layer.norm_mlp, to), layer.mlp, to))
        said = greedy(unembed(program.model, x, to))
        whole = a + numbers if word == "ADD" else a - numbers
        wanted = np.sign(whole) * (abs(whole) % 1000)
        right = program.ids([little_man.number(v) for v in wanted.tolist()])
        wrong_ones = numbers[said != right].tolist()
        assert wrong_ones == [], f"{a} {word} {wrong_ones[:5]}"


def sum_of(text: str, at: int, a: int, b: int, n_steps: int) -> Run:
    """The run of a text with two numbers in a cell and the next."""
    prompt = little_man.assemble(text)
    cells = [little_man.number(a), f">{at:02}", little_man.number(b), f">{at + 1:02}"]
    stored = [*prompt[:-2], *cells, *prompt[-2:]]
    return Run(stored, [*islice(steps(stored), n_steps)])


@every("word", ["ADD", "SUB"])
def test_all_sums_of_an_edge(word: str) -> None:
    """Each number and what makes it one digit longer, or zero, or keeps it just within."""
    values = [*range(-999, 1000, 1 if at_night() else 97), *EDGES]
    pairs = [(a, b) for a in values for b in EDGES] + [(b, a) for a in values for b in EDGES]
    runs = [sum_of(f"LDA 4\n{word} 5\nBRZ 0\nBRP 0", 4, a, b, 4) for a, b in pairs]
    assert [*wrong(computer(n_ctx=30), runs)] == []


@every("digits", [False, True])
def test_every_step_of_every_program_in_arrays_of_float32(digits: bool) -> None:
    """What the library has, and a program that fills the text, by the tokens that should be there.

    A constant of 1e10 was squared to infinity by the last norm.
    """
    n_ctx = 2_048
    program, runs = in_single(computer(n_ctx=n_ctx, digits=digits)), []
    for name, (_, asked) in ASKED.items():
        prompt = little_man.assemble(little_man.text(name))
        runs += [
            Run(prompt, [*islice(steps(prompt, given), n_ctx - len(prompt))]) for given in asked
        ]
    prompt = little_man.assemble(SQUARES)
    runs.append(Run(prompt, [*islice(steps(prompt), n_ctx - len(prompt))]))
    assert sum(len(run.trace) for run in runs) > 15_000
    for run in runs:
        tokens = [program.places[token] for token in (*run.prompt, *run.trace)]
        said = predictions(program.model, np.array(tokens[:-1]))[len(run.prompt) - 1 :]
        answers = tokens[len(run.prompt) :]
        asks = said == program.places[ASK]  # where a reader's answer takes its place
        assert (said == answers)[~asks].all()


def test_a_long_run_by_its_own_tokens() -> None:
    """Nothing adds up: every token rounds. At night as many steps as the page of results says."""
    n = LONG_RUN if at_night() else 1_000
    prompt = little_man.assemble(SQUARES)
    program = computer(n_ctx=len(prompt) + n)
    own = [*islice(program.trace(prompt), n)]
    assert own == [*islice(little_man.steps(prompt), n)]
    assert len(set(own)) > 200


@every("digits", [False, True])
@every("norm", [None, LAYER_NORM, RMS_NORM])
def test_other_norms(norm: Norm | None, digits: bool) -> None:
    rng = np.random.default_rng(1)
    program = computer(20, 160, norm=norm, digits=digits)
    runs = [run_of(drawn_cells(rng, 20, busy=True), 100, 20) for _ in range(40)]
    assert [*wrong(program, runs)] == []


def test_a_reader_answers_and_what_cannot_be_gets_a_sentence() -> None:
    asks, full = little_man.assemble("INP\nSTA 50\nINP\nSUB 50\nOUT\nHLT"), computer(n_ctx=12)
    assert [*computer(n_ctx=40).trace(asks, [10, 3])] == ["010", ">50", "003", "-007", "!", "."]
    assert computer(n_ctx=40).complete(asks) == ["?", ">50", "?", "000", "!"]  # nobody answers
    begins = {
        ("901", ">00", "000"): "does not say where to begin",
        ("901", ">00", "@00"): "has no 000",
        ("000", "@00", "@100"): "'@100' is not in the vocabulary",
    }
    trace = computer(n_ctx=9).trace
    refused(*((partial(lambda cells: next(trace(cells)), [*cells]), said)
              for cells, said in begins.items()))  # fmt: skip
    refused(
        (lambda: computer(n_ctx=40).run(asks, [10]), "the program asks for input 2; there are 1"),
        (lambda: computer(n_ctx=40).run(asks, [-1000]), "input 1 is -1000; it must be from -999"),
        (lambda: computer(2, 9), "must be at least 3 and 1"),
        (lambda: computer(100, 0), "must be at least 3 and 1"),
        (lambda: full.run("loop BRA loop\nDAT\nDAT"), "the text is full: the machine has 12"),
    )
