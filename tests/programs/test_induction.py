"""Induction: every short prompt, what is near, chance where nothing came back."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest

from taotp.interp import in_context_loss
from taotp.programs import induction
from taotp_core import forward, rounding
from tests.laws import every
from tests.refused import refused


def expected(tokens: Sequence[int], d_vocab: int, near: int) -> int | None:
    """What followed the nearest token to the last, the latest of equals; None where none is."""
    found: tuple[int, int] | None = None
    for before, after in zip(tokens[:-1], tokens[1:], strict=True):
        apart = min((before - tokens[-1]) % d_vocab, (tokens[-1] - before) % d_vocab)
        if apart <= near and (found is None or apart <= found[0]):
            found = apart, after
    return None if found is None else found[1]


@every("d_vocab, longest, near", [(2, 8, 0), (3, 6, 0), (5, 5, 0), (5, 5, 1), (7, 4, 2)])
def test_every_short_prompt(d_vocab: int, longest: int, near: int) -> None:
    model = induction(d_vocab, longest + 2, near=near).model
    for n in range(1, longest + 1):
        prompts = np.array(list(product(range(d_vocab), repeat=n)))
        logits = forward(model, prompts, keep=1)[:, 0]
        for prompt, row in zip(prompts.tolist(), logits, strict=True):
            answer = expected(prompt, d_vocab, near)
            if answer is None:
                assert np.ptp(row) < 1e-6
            else:
                ahead = row[answer] - np.delete(row, answer).max()
                assert row.argmax() == answer and ahead == pytest.approx(40, abs=1e-6)


@every("d_vocab, n_ctx, places", [(1000, 400, (0, 1, 150, 297)), (30, 302, (0, 9, 297))])
def test_large_ones_are_right_too_and_in_float32(d_vocab: int, n_ctx: int, places: Any) -> None:
    program, rng = induction(d_vocab, n_ctx), np.random.default_rng(0)
    text = rng.integers(d_vocab, size=300).tolist()
    for place in places:
        asked = [*text, text[place]]
        for precision in ("float64", "float32")[: 1 + (d_vocab == 30)]:
            said = program.complete(asked, to=rounding(precision))
            assert said == [expected(asked, d_vocab, 0)]


def test_its_loss_is_chance_and_then_what_is_left_of_the_others() -> None:
    model = induction(10, 20, loud=5.0).model
    bits = in_context_loss(model)
    apart = 1 - np.cos(2 * np.pi * np.arange(10) / 10)
    after = np.log2(np.exp(-5.0 * apart / apart[1]).sum())
    assert np.allclose(bits, [np.log2(10)] * 9 + [np.log2(10)] + [after] * 9, rtol=0, atol=1e-9)


def test_bad_sizes_have_a_sentence() -> None:
    refused(
        (lambda: induction(1, 9), "vocabulary is 1"),
        (lambda: induction(6, 1), "n_ctx is 1"),
        (lambda: induction(6, 9, near=3), "near is 3; with 6 symbols it must be from 0 to 2"),
        (lambda: induction(6, 9, near=-1), "near is -1"),
    )
