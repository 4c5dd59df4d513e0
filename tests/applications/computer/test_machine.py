"""The computer against the interpreter: drawn programs, all sums, long runs, and its size."""

from itertools import islice
from typing import Any

import numpy as np
import pytest

from exercises.results import LONG_RUN
from taotp import little_man
from taotp.applications.computer.machine import Address, Computer
from taotp.programs import computer
from taotp_core.arrays import PRECISIONS, Array, Rounding
from taotp_core.measure import parameters
from taotp_core.stream import read, write
from taotp_core.transformer import feed_forward, normalize, residual, unembed
from taotp_core.weights import LAYER_NORM, RMS_NORM, Norm
from tests.applications.computer.parity import Run, drawn_cells, run_of, wrong
from tests.laws import every
from tools.sampling import at_night, lot

SQUARES = "loop LDA sum\nADD odd\nSTA sum\nLDA odd\nADD two\nSTA odd\nBRP loop\nOUT\nBRA loop\n"
SQUARES += "sum DAT\nodd DAT 1\ntwo DAT 2"  # it never ends: sums lose their first digits
NUMBERS = range(-999, 1000)
EDGES = (-999, -501, -500, -499, -1, 0, 1, 499, 500, 501, 999)
SETTINGS: list[dict[str, Any]] = [{}, {"loud": 1e5}, {"loud": 1e5, "hard": 32.0, "digits": True}]


def test_size() -> None:
    for digits, there in ((False, 232), (True, 320)):
        found = parameters(computer(digits=digits).model).parts
        assert found["attention"].nonzero + found["mlp"].nonzero == there
    program = computer()
    found = parameters(program.model).parts
    assert found["embedding"].nonzero == 8607 and found["positions"].nonzero == 4095
    layers = program.model.layers
    assert (len(layers), sum(len(layer.heads) for layer in layers)) == (3, 4)
    assert program.model.d_model == 33 and program.n_cells == 100
    assert max(head.sizes["d_head"] for layer in layers for head in layer.heads) == 3


@every(
    "n_cells, n_drawn, seed",
    [*((n_cells, 60, 0) for n_cells in (3, 4, 22, 23)), *((100, 15, seed) for seed in range(4))],
)
def test_drawn_programs(n_cells: int, n_drawn: int, seed: int) -> None:
    """By day three hundred, at night ten thousand; the certificate has all of three cells."""
    rng, n = np.random.default_rng((n_cells, seed)), n_drawn * (34 if at_night() else 1)
    n_steps = 200
    program = computer(n_cells, 2 * n_cells + 2 + n_steps)
    runs = (run_of(drawn_cells(rng, n_cells, busy=i % 4 > 0), n_steps, n_cells) for i in range(n))
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
        ("float64", {"norm": None}),
    ],
)
def test_every_sum_of_two_numbers(word: str, precision: str, how: dict[str, Any]) -> None:
    """All four million at night, and a part by day: what is held and what is loaded meet in a row.

    What is held is in a row, whatever was loaded, and so is what was loaded: so a row for each of
    the two has all that the last MLP reads.
    """
    program, to = computer(n_ctx=30, **how), PRECISIONS[precision]
    held, loaded = before_execution(program, word, to)
    s = Address(100, 10 if how.get("digits") else 100, 30).layout()
    m = loaded @ read(s["m"])
    layer = program.model.layers[-1]
    assert layer.mlp
    numbers = np.array(NUMBERS)
    drawn = np.random.default_rng(lot(f"{word} {precision} {how}")).choice(numbers, 4)
    for a in NUMBERS if at_night() else {24, 957, 52, -948, -682, *drawn.tolist()}:
        x = np.tile(held[a - numbers[0]], (len(numbers), 1))
        x += (m - x @ read(s["m"])) @ write(s["m"])
        x = to(x + feed_forward(to(normalize(x, layer.norm_mlp)), layer.mlp, to))
        said = unembed(program.model, x, to).argmax(-1)
        whole = a + numbers if word == "ADD" else a - numbers
        wanted = np.sign(whole) * (abs(whole) % 1000)
        right = program.ids([little_man.number(v) for v in wanted.tolist()])
        wrong_ones = numbers[said != right].tolist()
        assert wrong_ones == [], f"{a} {word} {wrong_ones[:5]}"


@every("precision", ["float64", "float32"])
@every("how", SETTINGS)
def test_the_largest_sums_by_whole_programs(precision: str, how: dict[str, Any]) -> None:
    """Sums of three digits that are next to one of four, and those of four, in far cells."""
    runs = []
    for a in range(-999, 1000, 1 if at_night() else 11):
        for word, sign in (("ADD", 1), ("SUB", -1)):
            prompt = little_man.assemble(f"LDA 98\n{word} 99")
            for total in (-1000, -999, 999, 1000):
                if abs(b := sign * (total - a)) <= 999:
                    stored = [*prompt[:-2], little_man.number(a), ">98", little_man.number(b)]
                    stored += [">99", *prompt[-2:]]
                    runs.append(Run(stored, [*islice(little_man.steps(stored), 2)]))
    assert [*wrong(computer(n_ctx=20, **how), runs, to=PRECISIONS[precision])] == []


@every("word", ["ADD", "SUB"])
def test_all_sums_of_an_edge(word: str) -> None:
    """Each number and what makes it one digit longer, or zero, or keeps it just within."""
    prompt = little_man.assemble(f"LDA 4\n{word} 5\nBRZ 0\nBRP 0")
    values = [*range(-999, 1000, 1 if at_night() else 61), *EDGES]
    pairs = [(a, b) for a in values for b in EDGES] + [(b, a) for a in values for b in EDGES]
    runs = []
    for a, b in pairs:
        stored = [*prompt[:-2], little_man.number(a), ">04", little_man.number(b), ">05"]
        stored += prompt[-2:]
        runs.append(Run(stored, [*islice(little_man.steps(stored), 4)]))
    assert [*wrong(computer(n_ctx=30), runs)] == []


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


def at(place: int, n_cells: int, digits: bool) -> tuple[Computer, Run]:
    """A machine whose first position is so far on, for float32, and what it should say there."""
    run = run_of(little_man.numbers(SQUARES, n_cells), 250, n_cells)
    n_ctx = len(run.prompt) + len(run.trace)
    first = place - n_ctx
    return computer(n_cells, n_ctx, loud=1e5, hard=32, first=first, digits=digits), run


@every(
    "n_cells, digits, right, not_right",
    [(100, False, 2**14, 2**15), (100, True, 2**19, 2**20), (20, False, 2**20, 2**23)],
)
def test_how_long_a_text_float32_can_tell_apart(
    n_cells: int, digits: bool, right: int, not_right: int
) -> None:
    """Places are far from 0; digits of an address need fewer bits than their product."""
    single = PRECISIONS["float32"]
    for place, wanted in ((right, True), (not_right, False)):
        program, run = at(place, n_cells, digits)
        assert ([*wrong(program, [run], to=single)] == []) == wanted


def test_float32_tells_all_numbers_apart() -> None:
    prompt = little_man.assemble("LDA 4\nADD 5\nSUB 5\nLDA 5")
    runs = []
    for a in range(-999, 1000):
        b = a * 37 % 1999 - 999  # each number once
        stored = [*prompt[:-2], little_man.number(a), ">04", little_man.number(b), ">05"]
        stored += prompt[-2:]
        runs.append(Run(stored, [*islice(little_man.steps(stored), 4)]))
    assert [*wrong(computer(n_ctx=30, loud=1e5), runs, to=PRECISIONS["float32"])] == []


def test_digits_run_every_kind_of_program() -> None:
    rng, n_steps = np.random.default_rng(9), 200
    for n_cells in (3, 10, 22, 23, 100):
        program = computer(n_cells, 2 * n_cells + 2 + n_steps, digits=True)
        runs = (run_of(drawn_cells(rng, n_cells, busy=i % 4 > 0), n_steps, n_cells)
                for i in range(400 if at_night() else 15))  # fmt: skip
        assert [*wrong(program, runs)] == []


def test_what_breaks_it() -> None:
    """A lead of 64 is more than is needed, one of 1 is too little, and bfloat16 is too coarse."""
    run = run_of(little_man.numbers(SQUARES), 700)
    n_ctx = len(run.prompt) + len(run.trace)
    assert [*wrong(computer(n_ctx=n_ctx, hard=16), [run])] == []
    assert [*wrong(computer(n_ctx=n_ctx, hard=1), [run])] == [run]
    assert [*wrong(computer(n_ctx=n_ctx), [run], to=PRECISIONS["bfloat16"])] == [run]


def test_a_reader_answers() -> None:
    program = computer(n_ctx=40)
    prompt = little_man.assemble("INP\nSTA 50\nINP\nSUB 50\nOUT\nHLT")
    assert [*program.trace(prompt, [10, 3])] == ["010", ">50", "003", "-007", "!", "."]
    assert program.complete(prompt) == ["?", ">50", "?", "000", "!"]  # nobody answers
    with pytest.raises(ValueError, match="the program asks for input 2; there are 1"):
        program.run(prompt, [10])
    with pytest.raises(ValueError, match="input 1 is -1000; it must be from -999 to 999"):
        program.run(prompt, [-1000])


@every(
    "prompt, sentence",
    [
        (["901", ">00", "000"], "does not say where to begin"),
        (["901", ">00", "@00"], "has no 000"),
        (["000", "@00", "@100"], "'@100' is not in the vocabulary"),
    ],
)
def test_a_prompt_that_begins_no_program(prompt: list[str], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        next(computer(n_ctx=9).trace(prompt))


def test_sizes_that_are_no_computer() -> None:
    for n_cells, n_ctx in ((2, 9), (100, 0)):
        with pytest.raises(ValueError, match="must be at least 3 and 1"):
            computer(n_cells, n_ctx)


def test_a_text_that_is_full() -> None:
    with pytest.raises(ValueError, match="the text is full: the machine has 12 positions, 8 of"):
        computer(n_ctx=12).run("loop BRA loop\nDAT\nDAT")
