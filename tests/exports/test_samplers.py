"""What sampling draws from, here and in the transformers library."""

from typing import Any

import numpy as np
import pytest

from taotp_core import Array, distribution, softmax
from tests.laws import every

pytestmark = pytest.mark.engines
torch: Any = pytest.importorskip("torch", reason="torch is not installed")
transformers: Any = pytest.importorskip("transformers", reason="transformers is not installed")

RANDOM = np.random.default_rng(8)
HOWS: list[dict[str, Any]] = [
    {"temperature": 100.0},
    *({"top_k": k} for k in (1, 2, 9)),
    *({"top_p": p} for p in (1e-9, 0.8, 1.0)),
    *({"min_p": p} for p in (0.0, 0.2, 1.0)),
    {"temperature": 1.7, "top_k": 8, "top_p": 0.8, "min_p": 0.2},
    {"temperature": 0.4, "top_k": 7, "top_p": 0.99, "min_p": 0.01},
]


def theirs(logits: Array, **how: Any) -> Array:
    """The probabilities after the processors that `generate` of the transformers library makes."""
    model = transformers.GPT2LMHeadModel(
        transformers.GPT2Config(vocab_size=2, n_embd=2, n_layer=1, n_head=1, n_positions=2)
    )
    wanted = {"temperature": 1.0, "top_k": 0, "top_p": 1.0, "min_p": None, "do_sample": True} | how
    config = transformers.GenerationConfig(**wanted, num_beams=1)
    processors = model._get_logits_processor(config)
    scores = processors(torch.zeros((len(logits), 1), dtype=int), torch.tensor(logits))
    return softmax(scores.numpy())


def assert_alike(logits: Array, **how: Any) -> None:
    ours, other = distribution(logits, **how), theirs(logits, **how)
    np.testing.assert_allclose(ours, other, rtol=0, atol=1e-12)


@every("how", HOWS)
def test_random_logits_and_those_with_ties(how: dict[str, Any]) -> None:
    """And with tokens that are impossible; of ties, how many stay at top_p has a test."""
    some = np.where(RANDOM.random((50, 9)) < 0.4, -np.inf, RANDOM.normal(size=(50, 9)))
    assert_alike(np.insert(some, 0, 0, axis=1), **how)
    for spread in (0.1, 1.0, 5.0):
        assert_alike(RANDOM.normal(scale=spread, size=(100, 50)), **how)
    if "top_p" not in how:
        assert_alike(RANDOM.integers(0, 4, size=(100, 50)) / 2, **how)


@every("top_p", [0.013, 0.3, 0.77, 0.99])
def test_of_ties_at_top_p_as_many_stay(top_p: float) -> None:
    """Which of them is by id here, and there by a sort that promises no order."""
    logits = RANDOM.integers(0, 4, size=(100, 50)) / 2
    ours, other = distribution(logits, top_p=top_p), theirs(logits, top_p=top_p)
    np.testing.assert_allclose(np.sort(ours), np.sort(other), rtol=0, atol=1e-12)
    lowest, place = np.where(ours > 0, logits, np.inf).min(-1), np.arange(50)
    for row, p, least in zip(logits, ours, lowest, strict=True):
        tied = place[row == least]
        assert (p[tied] > 0).tolist() == sorted((p[tied] > 0).tolist(), reverse=True)
