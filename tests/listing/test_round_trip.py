"""Any program, written and read, is the same to the last bit."""

from dataclasses import replace
from typing import Literal

import numpy as np
from hypothesis import given

from taotp.listing import read, write
from taotp.programs import Program, minimum
from taotp_core import MLP, Head, Layer, Norm, Transformer, random_transformer
from taotp_core.weights import named_arrays
from tests.examples import EVERY_TIME_THE_SAME, full_transformer, models
from tests.laws import every
from tests.listing.mutants import EXAMPLES
from tests.listing.same import assert_same_bits, assert_same_program
from tests.listing.test_stored import MADE
from tools.sampling import drawn

# Of what is as large as these the room of stored files asks, and a test at night.
LARGE = {"agreement", "english_french", "sentiment", "weird_words", "dial_tones", "three digits"}
SMALLER = [name for name in MADE if name not in LARGE and not name.startswith("spoken")]
BASE = random_transformer(0, d_vocab=3, n_ctx=2, d_model=3, n_layers=1)


@every("name", lambda: drawn(SMALLER, len(SMALLER) // 2, "written programs"))
def test_a_program_survives(name: str) -> None:
    program = MADE[name]()
    text = write(program)
    again = read(text).program
    assert_same_program(program, again)
    assert write(again) == text


@given(models())
@EVERY_TIME_THE_SAME
def test_a_random_model_survives(model: Transformer) -> None:
    through(model)


def through(model: Transformer) -> Transformer:
    """A model as it is read from what is written."""
    again = read(write(model)).program.model
    assert_same_bits(model, again)
    return again


@every("where", ["before", "after"])
def test_every_field_survives(where: Literal["before", "after"]) -> None:
    model = full_transformer(where=where)
    again = through(model)
    assert list(named_arrays(again)) == list(named_arrays(model))
    assert len(named_arrays(model)) > 100


@every("size", [0, 1])
def test_biases_of_some_heads_survive(size: int) -> None:
    W, b = np.ones((3, size)), np.zeros(size)
    heads = [Head(W, W, W, W.T, b_K=b), Head(W, W, W, W.T), Head(W, W, W, W.T, b_O=-np.zeros(3))]
    for layer in (Layer(heads), Layer(cross=heads[:2], norm_cross=None)):
        through(replace(BASE, layers=[layer]))


def test_odd_layers_survive() -> None:
    through(replace(BASE, layers=[
        Layer(norm_attn=None, norm_mlp=None),
        Layer(mlp=MLP(np.zeros((3, 0)), np.zeros(0), np.zeros((0, 3)), np.array([1.0, -0.0, 2]))),
        Layer(mlp=MLP(np.zeros((3, 2)), -np.zeros(2), np.zeros((2, 3)), np.zeros(3))),
        Layer(norm_mlp=Norm(np.ones(3), np.zeros(3))),
        Layer(norm_mlp=Norm(-np.zeros(3), None, eps=0.0, centered=False)),
    ]))  # fmt: skip


@every("shape", [(400, 250), (200, 600)])
def test_a_large_matrix_of_few_numbers_takes_little_room(shape: tuple[int, int]) -> None:
    W = np.zeros(shape)
    W[3, 7], W[-1, -1], W[0, 0] = 1 / 3, -5e-324, -0.0
    model = Transformer(W, np.zeros((2, shape[1])))
    through(model)
    assert len(write(model)) < 200
    assert "[3, 7, 0.3]" in write(model, digits=1)
    rounded = Transformer(np.array([[0.126, -0.001], [2.5, 1e6]]), np.zeros((1, 2)))
    assert "[[0.13, 0], [2.5, 1000000]]" in write(rounded, digits=2)


def test_the_sign_of_a_zero_and_the_last_bit_survive() -> None:
    odd = np.array([[-0.0, 5e-324, 1.7976931348623157e308], [0.1, 1 / 3, -1e-17]])
    through(Transformer(odd, -np.zeros((2, 3))))


@every(
    "symbols",
    [["a", 1], ['"', "\\"], ["\n\t\x00\x7f", "\u00e9\U0001f600"], [5, -3], [0, 1], ["0", "1"]],
)
def test_symbols_survive(symbols: list[str | int]) -> None:
    model = Transformer(np.eye(2), np.eye(2))
    program = Program(model, symbols, start=symbols[0], after=symbols[1])
    assert_same_program(program, read(write(program)).program)


def test_what_is_zero_or_usual_takes_no_room() -> None:
    text = write(minimum(3, 500))
    assert '"block_size": 500' in text and "ln1" not in text and "vocabulary" not in text
    assert len(text.splitlines()) < 20


def test_sentences_written_as_numbers_are_the_same_program() -> None:
    for path in EXAMPLES:
        program = read(path.read_text(), path.name).program
        again = read(written := write(program)).program
        assert_same_program(program, again)
        assert again.pieces == program.pieces and write(again) == written
