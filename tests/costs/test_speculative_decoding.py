"""A draft that guesses ahead: the same words, the same chances, fewer passes."""

import math
from collections import defaultdict
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from taotp.costs.speculative_decoding import by_seed, speculate
from taotp.data import romeo_and_juliet
from taotp.programs import letters, search
from taotp_core import Array, Tokens, distribution, forward, generate, random_transformer
from tests.laws import every

TEXT = romeo_and_juliet()[:3_000]  # who borrows has no ties, which a last digit would break


def every_way(steps: int, **how: int | float) -> Iterator[tuple[Tokens, float]]:
    """Each text that `speculate` can say, once for each way the dice fall, and its chance.

    Dice are falls of a list that is gone through as an odometer, so that no chance is left out.
    """
    large, small = machine(3), machine(1)
    falls: list[int] = []
    while True:
        tossed: list[tuple[int, Array]] = []

        def draw(p: Array, tossed: list[tuple[int, Array]] = tossed) -> int:
            possible = np.flatnonzero(p > 0)
            if len(tossed) == len(falls):
                falls.append(0)
            tossed.append((len(possible), p[possible] / p.sum()))
            return int(possible[falls[len(tossed) - 1]])

        said = speculate(large, small, np.array([0, 3]), steps, draw=draw, **how)  # type: ignore[arg-type]
        yield said.tokens, math.prod(p[i] for i, (_, p) in zip(falls, tossed, strict=True))
        while falls and falls[-1] == tossed[len(falls) - 1][0] - 1:
            falls.pop()
        if not falls:
            return
        falls[-1] += 1


def machine(seed: int):  # type: ignore[no-untyped-def]
    return random_transformer(seed, d_vocab=4, n_ctx=8, n_layers=1)


@every("ahead, steps", [(0, 2), (1, 3), (2, 3)])
@every("temperature", [0.7, 2.0])
def test_each_text_is_as_likely_as_without_a_draft(
    ahead: int, steps: int, temperature: float
) -> None:
    found: dict[tuple[int, ...], float] = defaultdict(float)
    for tokens, chance in every_way(steps, ahead=ahead, temperature=temperature):
        found[tuple(tokens.tolist())] += chance
    for more in product(range(4), repeat=steps):
        text = np.array([0, 3, *more])
        p = distribution(forward(machine(3), text[:-1]), temperature)[1:]
        alone = math.prod(p[np.arange(steps), more])
        assert math.isclose(found.get(tuple(text.tolist()), 0), alone, rel_tol=1e-9, abs_tol=1e-13)
    assert math.isclose(sum(found.values()), 1, rel_tol=1e-9)


def test_at_temperature_0_the_words_are_the_greedy_ones() -> None:
    models = [letters(TEXT, order, borrow=2, n_ctx=50).model for order in range(4)]
    for letter in (3, 17):
        prompt = np.array([letter])
        greedy = generate(models[3], prompt, 24).tolist()
        for small, ahead in product(models, (0, 1, 2, 6)):
            said = speculate(models[3], small, prompt, 24, ahead=ahead)
            assert said.tokens.tolist() == greedy
            assert sum(said.stood) + len(said.stood) == 24
            assert max(said.stood) <= ahead


def test_the_model_as_its_own_draft_is_never_wrong() -> None:
    model = search("abcdefgh", n_ctx=64, n_match=2).model
    said = speculate(model, model, np.array([2, 0, 1, 1, 0, 6, 4, 3, 2, 0]), 50, ahead=4)
    assert said.stood == [4] * 10
    drawn = speculate(model, model, np.array([2, 0]), 50, temperature=1.0, draw=by_seed(3))
    assert drawn.stood == [4] * 10


@every(
    "changed, says",
    [
        ({"draft": random_transformer(0, d_vocab=5)}, "the draft has 5 tokens, and the model 4"),
        ({"tokens": np.array([], int)}, "n from 1 on"),
        ({"tokens": np.array([[1]])}, r"shape \(1, 1\)"),
        ({"ahead": -1}, "ahead is -1"),
        ({"steps": 9}, "need n_ctx 9; it is 8"),
        ({"draft": random_transformer(0, d_vocab=4, n_ctx=8, causal=False)}, "not causal"),
    ],
)
def test_what_does_not_fit_is_refused(changed: dict[str, object], says: str) -> None:
    asked = {"model": machine(0), "draft": machine(1), "tokens": np.array([1]), "steps": 3}
    with pytest.raises(ValueError, match=says):
        speculate(**asked | changed)
