"""The stored machines that were trained: their sizes, what they say, and how they came to be."""

import json

import numpy as np
import pytest

from taotp.data import (
    experiment,
    read_and_held_back,
    trained,
    trained_hello_world,
    trained_induction,
    trained_letters,
)
from taotp.interp import ablated, copying_scores, induction_scores, previous_token_scores
from taotp.programs import hello_world
from taotp_core.measure import parameters
from taotp_core.transformer import forward
from taotp_core.weights import named_arrays
from tools.experiments import train_induction as course
from tools.experiments import train_letters as letters
from tools.experiments import trained_hello_world as hello
from tools.experiments import trained_induction as induction
from tools.experiments.play import bits, ids
from tools.experiments.stored import FOLDER
from tools.experiments.training import as_model, from_model, single

ROUNDED = 0.02  # what float16 leaves of scores, and of bits


def test_hello_world_has_as_many_numbers_as_by_hand_and_listens() -> None:
    by_hand, found = hello_world(hello.MESSAGE), trained_hello_world()
    assert found.complete("") == hello.MESSAGE
    assert parameters(found.model).total == parameters(by_hand.model).total == 72
    assert found.vocabulary == by_hand.vocabulary
    _, answers = hello.text()
    table = np.tile(np.arange(11)[:, None], 13)
    right = [(forward(each.model, table).argmax(-1) == answers).sum() for each in (by_hand, found)]
    assert right == [143, 24]


def test_scores_name_a_previous_token_head_and_an_induction_head() -> None:
    """They are those of the table."""
    model, at = trained_induction().model, (induction.SEED, course.STEPS)
    (row,) = (r for r in experiment("train_induction") if (r["seed"], r["step"]) == at)
    for name, found in course.seen(model).items():
        assert row[name] == pytest.approx(found, abs=ROUNDED), name
    previous = np.array(previous_token_scores(model, length=course.LENGTH // 2))
    assert np.argwhere(previous > 0.5).tolist() == [[0, 0]]
    assert np.argwhere(np.array(induction_scores(model)) > 0.5).tolist() == [[1, 1]]
    assert copying_scores(model)[1][1] > 0.9
    # as long as it was trained, nobody needs the token before in the second half
    assert np.max(previous_token_scores(model)) < 0.1


def test_without_its_induction_head_it_does_not_learn_from_the_prompt() -> None:
    model, chance = trained_induction().model, np.log2(course.D_VOCAB)
    first, second = course.losses(model)
    assert abs(first - chance) < 0.1 and second < 0.02
    left = {head: course.losses(ablated(model, [head]))[1] for head in np.ndindex(2, 2)}
    assert min(left[1, 1], left[0, 0]) > chance
    assert left[1, 0] < 0.05 and left[0, 1] < 2


def test_what_was_not_found_by_eight_hundred_steps_came_late_or_never() -> None:
    """It comes at once, or a machine is content with less: nothing lies between at the end."""
    last = [row for row in experiment("train_induction") if row["step"] == course.STEPS]
    found = [row["second"] < 0.1 for row in last]
    assert (len(found), sum(found)) == (12, 8)
    assert all(row["second"] > 2.9 for row in last if row["second"] >= 0.1)
    for row, there in zip(last, found, strict=True):
        assert (max(row["induction_1_0"], row["induction_1_1"]) > 0.4) == there


def test_the_first_steps_of_induction_come_out_as_they_did() -> None:
    rows = [row for row in experiment("train_induction") if row["seed"] == induction.SEED][:2]
    for row, (step, weights) in zip(rows, course.course(induction.SEED), strict=False):
        assert row["step"] == step
        for name, found in course.seen(as_model(weights)).items():
            assert row[name] == pytest.approx(found, abs=0.02), (step, name)


def test_a_text_is_said_again_from_anywhere() -> None:
    length = course.LENGTH
    tokens, answers = course.texts(np.random.default_rng(0))
    for row in np.hstack([tokens, answers[:, -1:]]):
        assert any((np.roll(row[:length], -k) == row[length:]).all() for k in range(length))
    assert f"{length} of {course.D_VOCAB} tokens" in course.WORDS


def test_the_file_of_induction_is_small_and_says_how_it_came_to_be() -> None:
    text = (FOLDER / "trained_induction.json").read_text("utf-8")
    assert len(text) < 200_000
    assert json.loads(text)["made"] == {
        "by": "python -m tools.experiments trained_induction",
        "seed": induction.SEED, "rate": course.RATE, "steps": course.STEPS,
    }  # fmt: skip
    program = trained_induction()
    assert parameters(program.model).total == 11_264
    assert program.complete("my quick brown fox, qui") == "c"
    assert program.complete("quick fox, qui") != "c"  # nothing came back so early in training


def test_letters_have_the_sizes_and_the_cost_of_the_experiment() -> None:
    """Rounding to float16 changes less than a hundredth of a bit."""
    program = trained_letters()
    model = program.model
    assert (model.d_vocab, model.n_ctx, model.d_model) == (69, letters.N_CTX, letters.D_MODEL)
    assert [len(layer.heads) for layer in model.layers] == [letters.N_HEADS] * 2
    assert sum(W.size for W in named_arrays(model).values()) == 60_624
    of = {"machine": "two layers", "seed": 0, "step": letters.STEPS}.items()
    (found,) = [row["held_back"] for row in experiment("train_letters") if of <= row.items()]
    cost = bits(single(from_model(model)), ids(read_and_held_back()[1]))
    assert cost == pytest.approx(found, abs=0.01)
    said = program.complete("Rome", steps=40)
    assert len(said) == 40 and said[0] == "o"
    assert program.complete("What is your name, and what is your quarrel? ", steps=3)


def test_a_name_that_none_has() -> None:
    with pytest.raises(ValueError, match="no trained model is called 'verse'; there are trained_"):
        trained("verse")
    with pytest.raises(ValueError, match="no experiment is called 'train_sorted'; there are .*, t"):
        experiment("train_sorted")
