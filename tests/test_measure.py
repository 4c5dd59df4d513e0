"""Counting parameters, and the lead of the winner."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from taotp.programs import add, hello_world
from taotp_core import MLP, PRECISIONS, Head, Layer, Norm, Transformer
from taotp_core.measure import Count, accuracy, lead, margin, parameters, precision_ladder
from tests.laws import every


def test_hello_world_is_counted_as_in_the_source() -> None:
    counted = parameters(hello_world("Hello World!").model)
    assert (counted.total, counted.nonzero) == (72, 71)
    assert counted.parts["positions"] == Count(39, 39)
    assert counted.parts["unembedding"] == Count(0, 0)


def some(n: int, *shape: int) -> np.ndarray:
    """Zeros but for so many numbers."""
    x = np.zeros(shape)
    x.flat[:n] = 1
    return x


def test_every_part_is_counted_once() -> None:
    head = Head(some(1, 4, 2), some(2, 4, 2), some(3, 4, 3), some(4, 3, 4))
    short = Head(some(1, 4, 1), some(1, 4, 1), some(1, 4, 1), some(1, 1, 4))
    mlp = MLP(some(5, 4, 6), some(6, 6), some(7, 6, 4), some(2, 4))
    norm = Norm(some(3, 4), some(0, 4))
    layers = [Layer([head, short], mlp, norm, None), Layer([short], None, Norm(beta=some(1, 4)))]
    counted = parameters(Transformer(some(8, 10, 4), some(9, 5, 4), layers, norm, some(11, 4, 10)))
    assert counted.parts == {
        "embedding": Count(40, 8),
        "positions": Count(20, 9),
        "unembedding": Count(40, 11),
        "attention": Count(8 + 8 + 12 + 12 + 16 + 16, 1 + 2 + 3 + 4 + 4 + 4),
        "mlp": Count(24 + 6 + 24 + 4, 5 + 6 + 7 + 2),
        "norms": Count(8 + 4 + 8, 3 + 1 + 3),
    }
    assert (counted.total, counted.nonzero) == (250, 73)
    assert len({Count(3, 1), Count(3, 1)}) == 1  # frozen, so that it may be a key


def test_margin_and_lead() -> None:
    assert margin(np.array([[-1.0, -4.0], [7.0, 7.0]])).tolist() == [3.0, 0.0]
    assert margin(np.array([1.0, 5.0, 2.5])) == 2.5 and margin(np.zeros((2, 3, 4))).shape == (2, 3)
    logits = np.array([[1.0, 5.0, 2.0], [1.0, 5.0, 2.0], [3.0, 3.0, 0.0]])
    assert lead(logits, np.array([1, 2, 0])).tolist() == [3, -3, 0]
    assert lead(logits[None], np.array([[0, 0, 2]])).tolist() == [[-4, -4, -3]]
    assert np.isnan(lead(np.array([1.0, np.nan, 0.0]), np.array(0)))
    inf, nan = np.inf, np.nan
    overflown = np.array([[inf, 1, 0], [inf, 1, inf], [nan, 1, 0], [0, nan, inf], [-inf] * 3])
    np.testing.assert_array_equal(margin(overflown), [inf, 0, nan, nan, 0])


def test_uniform_heads_are_counted_as_in_the_source() -> None:
    lean, uniform = (parameters(add(1).model, uniform=u) for u in (False, True))
    assert (uniform.total, uniform.nonzero, uniform.parts["attention"].total) == (2088, 735, 252)
    assert lean.nonzero == 735 and lean.total <= 2088
    assert {**lean.parts, "attention": 0} == {**uniform.parts, "attention": 0}


def doubled(prompt: list[int], to: Callable[[Any], Any]) -> list[int]:
    """A program that says its prompt twice, and stammers in float16."""
    if 13 in prompt:
        raise ValueError("13 is not in the vocabulary")
    if to is PRECISIONS["float16"] and len(prompt) > 2:
        raise ValueError("a logit is not a number")
    return prompt * (1 if to is PRECISIONS["bfloat16"] else 2)


def test_accuracy_is_the_share_of_right_answers() -> None:
    prompts, expected = [[1], [2, 3], [4], [5]], [[1, 1], [2, 3, 2, 3], [4], [5, 5]]
    assert accuracy(doubled, iter(prompts), iter(expected)) == 0.75
    assert accuracy(doubled, prompts, expected, PRECISIONS["bfloat16"]) == 0.25


@every("ask, some, expected, message", [
    (accuracy, [], [], "^there are no prompts; give at least 1$"),
    (accuracy, [[1], [2]], [[1, 1]], "shorter"),
    (accuracy, [[13]], [[13]], "not in the vocabulary"),
    (precision_ladder, [[1], [13]], [[1, 1], [13, 13]], "not in the vocabulary"),
])  # fmt: skip
def test_prompts_that_cannot_be_counted(ask: Any, some: Any, expected: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ask(doubled, some, expected)


def test_the_precision_ladder_counts_what_is_not_a_number_as_wrong() -> None:
    prompts = [[1], [2], [1, 2, 3], [4, 5, 6]]
    shares = precision_ladder(doubled, iter(prompts), (p + p for p in prompts))
    assert shares == {"float64": 1.0, "float32": 1.0, "bfloat16": 0.0, "float16": 0.5}
    assert list(shares) == list(PRECISIONS)
    greets = precision_ladder(hello_world().complete, [""], ["Hello World!"])
    assert [*greets.values()] == [1.0, 1.0, 1.0, 0.0]
    sums = {f"{a}+{b}=": f"{a + b:02d}" for a in range(0, 10, 3) for b in range(10)}
    shares = precision_ladder(add(1).complete, [*sums], [*sums.values()])
    assert shares["float64"] == 1 and shares["float16"] < 0.1
