"""Machines that learn in a page: its losses are numpy's, step by step, and so is what it says."""

import gzip
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp.applications.trained.compared import alike, found, seen, with_our_patterns
from taotp.applications.trained.figure import SHOWN
from taotp.applications.trained.lessons import LESSONS, as_model, batches, drawn, right
from taotp.applications.trained.machine import train
from taotp.figures import learns
from taotp.page.bundle import part_script
from tests.in_node import in_node
from tests.laws import every

SCRIPT = Path(__file__).with_name("figure.mjs")
# In a machine of few dimensions a last bit grows: numpy that adds the prompts of a batch in another
# order leaves itself as quickly, by 1e-9 after some 70 steps of the smallest, 130 of the sum.
STEPS = {"back": 300, "smallest": 40, "table": 300, "sum": 90}
Json = dict[str, Any]


def in_page(node: str, *states: Json) -> Json:
    """What the page's machines come to in each of some states, one after the other."""
    answer: Json = in_node(node, SCRIPT, {"spec": learns().spec, "states": states})
    return answer


@every("task", SHOWN)
def test_losses_are_those_of_numpy_step_by_step(node: str, task: str) -> None:
    lesson, steps = LESSONS[task](), STEPS[task]
    (said,) = in_page(node, {"task": task, "steps": steps, "seed": 4, "batch": 16})["said"]
    assert said["at"] == steps and said["asked"] == lesson.asked
    assert said["hand"]["right"] == lesson.asked
    ours = seen(lesson, lesson.by_hand.model)[5]
    assert np.abs(ours.reshape(len(ours), -1) - said["hand"]["patterns"]).max() < 1e-12
    for seed, learner in zip((4, 5), said["learners"], strict=True):
        W = drawn(lesson, seed)
        way = train(W, batches(lesson, seed, 16), lesson.rate, lesson.trained)
        losses = list(islice(way, steps))
        assert np.abs(np.array(losses) - learner["losses"]).max() < 1e-9
        model = as_model(lesson, W)
        assert np.abs(np.concatenate([w.ravel() for w in W.values()]) - learner["all"]).max() < 1e-6
        assert learner["right"] == right(lesson, model)
        assert abs(learner["alike"] - alike(lesson, model).max(1).min()) < 1e-6
        assert learner["ours"] == with_our_patterns(lesson, model)
        assert learner["found"] == found(lesson, model)


def test_other_settings_go_on_from_where_they_were(node: str) -> None:
    lesson = LESSONS["back"]()
    states: list[Json] = [
        {"steps": 40, "rate": 0.01},
        {"steps": 70, "rate": 0.1, "batch": 8},
        {"steps": 0},
    ]
    first, then, again = in_page(node, *states)["said"]
    assert then["learners"][0]["losses"][:40] == first["learners"][0]["losses"]
    assert then["settings"] == [[0, 0.01, 32], [40, 0.1, 8]]
    W = drawn(lesson, 0)
    way = train(W, batches(lesson, 0, 32), 0.01, lesson.trained)
    assert np.abs(np.array(list(islice(way, 40))) - first["learners"][0]["losses"]).max() < 1e-9
    assert again["at"] == 0 and again["learners"][0]["losses"] == []


def test_what_it_says_of_a_machine_is_what_was_found(node: str) -> None:
    (said,) = in_page(node, {"task": "back", "steps": 400})["said"]
    both = "seed 0 has 768 of 768 right, seed 1 has 768 of 768 right"
    assert said["whole"]["text"] == f"After 400 steps {both}."
    assert said["now"]["text"].startswith("Seed 0: our way: all stay right if it looks where ours")


def test_it_learns_in_slices(node: str) -> None:
    answer = in_page(node, {"task": "sum", "steps": 30, "batch": 128})
    assert all(gone <= most for gone, most in answer["slices"])
    assert len(answer["slices"]) >= 29


def test_the_script_is_small() -> None:
    assert len(gzip.compress(part_script("trained").encode())) < 8_000


def test_the_table_without_script() -> None:
    table = learns(["back", "smallest"]).still()
    assert (
        "last letter but one</th><td>216</td><td>1,500</td><td>10 of 10</td><td>10</td><td>0<"
        in table
    )


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="^there is no task 'hello' to learn; there are back, "):
        learns(["hello"])
    with pytest.raises(ValueError, match="^steps is 20001; it must be from 0 to 20,000$"):
        learns(steps=20_001)
