"""The program of the four tools, on every prompt."""

from itertools import product

import numpy as np
import pytest

from taotp.programs import echo
from taotp_core import Array, Transformer, forward
from taotp_core.measure import margin
from tests.laws import every
from tests.refused import refused


def every_prompt(n_symbols: int, n: int) -> Array:
    """Every prompt of one length: [n_prompts, n]. Causal, so it holds the shorter ones."""
    return np.array([*product(range(n_symbols), repeat=n)])


def share_right(model: Transformer, prompts: Array, length: int) -> float:
    """How many positions, from `length` symbols on, say what stood there."""
    said = forward(model, prompts)[:, length - 1 :].argmax(axis=-1)
    return float((said == prompts[:, : said.shape[1]]).mean())


@every("n_symbols, n_ctx, length", [
    (1, 1, 1), (2, 8, 1), (3, 7, 2), (5, 6, 3), (4, 6, 6), (3, 8, 5),
])  # fmt: skip
def test_every_prompt(n_symbols: int, n_ctx: int, length: int) -> None:
    model = echo(range(n_symbols), n_ctx, length).model
    assert share_right(model, every_prompt(n_symbols, n_ctx), length) == 1.0


def test_it_leads_by_what_neighbors_on_the_circle_are_apart() -> None:
    logits = forward(echo("abcde", 6).model, every_prompt(5, 6))[:, 2:]
    assert margin(logits).min() == pytest.approx(3 - 3 * np.cos(2 * np.pi / 5), abs=1e-8)
    soft = echo("abcde", 6, hard=0.1).model
    assert share_right(soft, every_prompt(5, 6), 3) < 1, "too soft is wrong"


def test_it_goes_on_until_a_context_is_full_that_may_be_long() -> None:
    assert echo("abcde", 12).complete("abc") == "abcabcabca"
    assert echo("abcde", 12, 2).complete("eeabc") == "bcbcbcbc"
    program = echo(range(500), 2000, 40)
    prompt = np.random.default_rng(0).integers(500, size=1999).tolist()
    assert program.complete(prompt) == prompt[-40:-38]


def test_bad_input_gets_a_sentence() -> None:
    refused(
        (lambda: echo("", 6, 3), "circle of 0"),
        (lambda: echo("aba", 6, 3), "2 different symbols"),
        (lambda: echo("abc", 2, 3), "length is 3"),
        (lambda: echo("abc", 6, 0), "length is 0"),
        (lambda: echo("abcde", 12).complete("ab"), "the prompt has 2 symbols; it needs 3"),
    )
