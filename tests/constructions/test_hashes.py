"""Hashes that are fitted give every answer its lead; the gradient is what differences say."""

from collections.abc import Iterable, Iterator

import numpy as np
import pytest

from taotp.constructions import hashes
from taotp_core.measure import lead
from tests.laws import every


def table(n: int, d_vocab: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Different keys of two tokens, and an answer of each."""
    rng = np.random.default_rng(seed)
    keys = rng.choice(d_vocab**2, n, replace=False)
    return np.stack([keys // d_vocab, keys % d_vocab], 1), rng.integers(d_vocab, size=n)


def loss(hashing: hashes.Hash, keys: np.ndarray, answers: np.ndarray) -> float:
    """The summed cross-entropy, by its definition."""
    scores = hashing.of(keys) @ hashing.tokens.T
    return float((np.log(np.exp(scores).sum(1)) - scores[np.arange(len(keys)), answers]).sum())


@every("d_vocab, few", [(5, True), (hashes.FEW, False)])
def test_the_gradient_is_what_differences_say(d_vocab: int, few: bool) -> None:
    assert (2 * d_vocab <= hashes.FEW) is few  # rows are added up in one way or the other
    keys, answers = table(12, d_vocab)
    hashing = hashes.random_hash(2, d_vocab, 4, seed=1)
    scores, gradient = hashes.scores_and_gradient(hashing, keys, answers)
    assert scores == pytest.approx(hashing.of(keys) @ hashing.tokens.T)
    rng = np.random.default_rng(2)
    for i, array in enumerate(hashing):
        step = rng.normal(size=array.shape)
        up, down = (
            loss(hashing._replace(**{hashes.Hash._fields[i]: array + by * step}), keys, answers)
            for by in (1e-5, -1e-5)
        )
        assert (gradient[i] * step).sum() == pytest.approx((up - down) / 2e-5, rel=1e-6)


def test_a_fitted_hash_gives_every_answer_its_lead_and_stops() -> None:
    keys, answers = table(8, 6)
    steps: list[int] = []

    def counted(numbers: Iterable[int]) -> Iterator[int]:
        for number in numbers:
            steps.append(number)
            yield number

    found = hashes.fitted_hash(keys, answers, 6, 8, progress=counted)
    scores = found.of(keys) @ found.tokens.T
    assert (scores.argmax(1) == answers).all() and lead(scores, answers).min() >= hashes.LEAD
    assert 1 < len(steps) < hashes.STEPS
    assert np.allclose(found.tokens.mean(1), 0) and np.allclose(found.tokens.var(1), 1, atol=1e-3)
    before = hashes.fitted_hash(
        keys, answers, 6, 8, progress=lambda numbers: [*numbers][: len(steps) - 2]
    )
    scores = before.of(keys) @ before.tokens.T
    assert lead(scores, answers).min() < hashes.LEAD  # it stops at the first step that is enough
