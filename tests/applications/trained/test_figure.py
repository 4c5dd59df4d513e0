"""Machines that learn in a page: its losses are numpy's, step by step, and so is what it says."""

from itertools import islice

import numpy as np

from taotp.applications.trained.compared import alike, found, seen, with_our_patterns
from taotp.applications.trained.figure import SHOWN
from taotp.applications.trained.lessons import LESSONS, as_model, batches, drawn, right
from taotp.applications.trained.machine import train
from taotp.figures import learns
from tests.applications.page import Json, in_page
from tests.laws import every
from tests.refused import refused

FIGURE = learns()
# In a machine of few dimensions a last bit grows: numpy that adds the prompts of a batch in another
# order leaves itself as quickly, by 1e-9 after some 70 steps of the smallest, 130 of the sum.
STEPS = {"back": 120, "smallest": 40, "table": 120, "sum": 60}


@every("task", SHOWN)
def test_losses_are_those_of_numpy_step_by_step(node: str, task: str) -> None:
    lesson, steps = LESSONS[task](), STEPS[task]
    state = {"task": task, "steps": steps, "seed": 4, "batch": 16}
    (said,) = in_page(node, __file__, FIGURE, state)["said"]
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
    states: list[Json] = [{"steps": 40, "rate": 0.01}, {"steps": 70, "rate": 0.1, "batch": 8}]
    states.append({"steps": 0})
    first, then, again = in_page(node, __file__, FIGURE, *states)["said"]
    assert then["learners"][0]["losses"][:40] == first["learners"][0]["losses"]
    assert then["settings"] == [[0, 0.01, 32], [40, 0.1, 8]]
    W = drawn(lesson, 0)
    way = train(W, batches(lesson, 0, 32), 0.01, lesson.trained)
    assert np.abs(np.array(list(islice(way, 40))) - first["learners"][0]["losses"]).max() < 1e-9
    assert again["at"] == 0 and again["learners"][0]["losses"] == []


def test_what_it_says_of_a_machine_is_what_was_found(node: str) -> None:
    (said,) = in_page(node, __file__, FIGURE, {"task": "back", "steps": 400})["said"]
    both = "seed 0 has 768 of 768 right, seed 1 has 768 of 768 right"
    assert said["whole"]["text"] == f"After 400 steps {both}."
    assert said["now"]["text"].startswith("Seed 0: our way: all stay right if it looks where ours")


def test_it_learns_in_slices_and_a_table_stands_without_script(node: str) -> None:
    answer = in_page(node, __file__, FIGURE, {"task": "sum", "steps": 30, "batch": 128})
    assert all(gone <= most for gone, most in answer["slices"])
    assert len(answer["slices"]) >= 29
    row = "last letter but one</th><td>216</td><td>1,500</td><td>10 of 10</td><td>10</td><td>0<"
    assert row in learns(["back", "smallest"]).still()
    refused(
        (lambda: learns(["hello"]), "^there is no task 'hello' to learn; there are back, "),
        (lambda: learns(steps=20_001), "^steps is 20001; it must be from 0 to 20,000$"),
    )
