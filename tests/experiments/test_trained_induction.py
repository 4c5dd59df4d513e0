"""The stored machine that learns from its prompt: its scores are the table's, and right."""

import json

import numpy as np
import pytest

from taotp.data import experiment, trained_induction
from taotp.interp import ablated, copying_scores, induction_scores, previous_token_scores
from taotp_core.measure import parameters
from tools.experiments.stored import FOLDER
from tools.experiments.train_induction import (
    D_VOCAB,
    LENGTH,
    RATE,
    STEPS,
    WORDS,
    course,
    losses,
    seen,
    texts,
)
from tools.experiments.trained_induction import SEED
from tools.experiments.training import as_model

CHANCE = np.log2(D_VOCAB)
ROUNDED = 0.02  # what float16 leaves of scores, and of bits


def test_its_numbers_are_those_of_the_table() -> None:
    (row,) = (r for r in experiment("train_induction") if (r["seed"], r["step"]) == (SEED, STEPS))
    for name, found in seen(trained_induction().model).items():
        assert row[name] == pytest.approx(found, abs=ROUNDED), name


def test_scores_name_a_previous_token_head_and_an_induction_head() -> None:
    model = trained_induction().model
    previous = np.array(previous_token_scores(model, length=LENGTH // 2))
    induction = np.array(induction_scores(model))
    assert [*np.argwhere(previous > 0.5)[0]] == [0, 0] and (previous > 0.5).sum() == 1
    assert [*np.argwhere(induction > 0.5)[0]] == [1, 1] and (induction > 0.5).sum() == 1
    assert copying_scores(model)[1][1] > 0.9
    # as long as it was trained, nobody needs the token before in the second half
    assert np.max(previous_token_scores(model)) < 0.1


def test_without_its_induction_head_it_does_not_learn_from_the_prompt() -> None:
    model = trained_induction().model
    first, second = losses(model)
    assert abs(first - CHANCE) < 0.1 and second < 0.02
    assert losses(ablated(model, [(1, 1)]))[1] > CHANCE
    assert losses(ablated(model, [(0, 0)]))[1] > CHANCE
    assert losses(ablated(model, [(1, 0)]))[1] < 0.05
    assert losses(ablated(model, [(0, 1)]))[1] < 2


def test_what_was_not_found_by_eight_hundred_steps_came_late_or_never() -> None:
    """It comes at once, or a machine is content with less: nothing lies between at the end."""
    last = [row for row in experiment("train_induction") if row["step"] == STEPS]
    found = [row["second"] < 0.1 for row in last]
    assert (len(found), sum(found)) == (12, 8)
    assert all(row["second"] > 2.9 for row in last if row["second"] >= 0.1)
    for row, there in zip(last, found, strict=True):
        assert (max(row["induction_1_0"], row["induction_1_1"]) > 0.4) == there


def test_the_first_steps_come_out_as_they_did() -> None:
    rows = [row for row in experiment("train_induction") if row["seed"] == SEED][:2]
    for row, (step, weights) in zip(rows, course(SEED), strict=False):
        assert row["step"] == step
        for name, found in seen(as_model(weights)).items():
            assert row[name] == pytest.approx(found, abs=0.02), (step, name)


def test_a_text_is_said_again_from_anywhere() -> None:
    tokens, answers = texts(np.random.default_rng(0))
    said = np.hstack([tokens, answers[:, -1:]])
    for row in said:
        assert any((np.roll(row[:LENGTH], -k) == row[LENGTH:]).all() for k in range(LENGTH))
    assert f"{LENGTH} of {D_VOCAB} tokens" in WORDS


def test_its_file_is_small_and_says_how_it_came_to_be() -> None:
    path = FOLDER / "trained_induction.json"
    stored = json.loads(path.read_text("utf-8"))
    assert path.stat().st_size < 200_000
    assert stored["made"] == {
        "by": "python -m tools.experiments trained_induction",
        "seed": SEED, "rate": RATE, "steps": STEPS,
    }  # fmt: skip
    program = trained_induction()
    assert parameters(program.model).total == 11_264
    assert program.complete("my quick brown fox, qui") == "c"
    assert program.complete("quick fox, qui") != "c"  # nothing came back so early in training
