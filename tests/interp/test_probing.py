"""Probes: what is on a line is found, and what is not is not."""

import numpy as np
import pytest

from taotp.interp import probe
from taotp.interp.parts import run
from taotp.programs import search
from taotp_core import Transformer

PROMPTS = np.random.default_rng(0).integers(4, size=(120, 6))
MODEL = search(4, 9, 1).model


def test_what_a_head_brought_is_there_after_it_and_not_before() -> None:
    before = PROMPTS[:, -2].tolist()
    at = {step: probe(MODEL, PROMPTS, before, step) for step in ("embedding", "attention 0")}
    assert at["attention 0"].accuracy == 1.0
    assert at["embedding"].accuracy < 0.5 and at["attention 0"].control < 0.5
    assert at["embedding"].commonest == pytest.approx(0.25, abs=0.15)


def test_a_probe_reads_other_rows() -> None:
    found = probe(MODEL, PROMPTS, PROMPTS[:, -1].tolist(), "embedding")
    rows = run(MODEL, np.array([[0, 3], [2, 1]])).stream["embedding"][:, -1]
    others = run(MODEL, PROMPTS).stream["embedding"][:, -1]
    assert found(others) == PROMPTS[:, -1].tolist()
    assert found.step == "embedding" and len(found(rows)) == 2


def test_how_loud_a_column_is_makes_no_difference() -> None:
    loud = Transformer(MODEL.W_E * 1e9, MODEL.W_pos)
    soft = Transformer(MODEL.W_E, MODEL.W_pos * 1e-3)
    for model in (loud, soft):
        assert probe(model, PROMPTS, PROMPTS[:, -1].tolist(), "embedding").accuracy == 1.0


def test_what_is_learned_by_heart_is_not_there() -> None:
    """Any labels of few prompts can be fitted; a probe is asked others."""
    labels = np.random.default_rng(1).integers(2, size=12).tolist()
    found = [probe(MODEL, PROMPTS[:12], labels, "attention 1", seed=seed) for seed in range(8)]
    assert np.mean([each.accuracy for each in found]) < 0.75


def test_the_seed_decides() -> None:
    labels = PROMPTS[:, 0].tolist()
    once, again, other = (
        probe(MODEL, PROMPTS, labels, "attention 1", seed=seed) for seed in (1, 1, 2)
    )
    assert np.array_equal(once.W, again.W) and not np.array_equal(once.W, other.W)
