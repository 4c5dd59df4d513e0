"""Machines of the book with the shapes that the hand gave them, trained from random numbers."""

from collections.abc import Iterator
from itertools import product

from taotp.applications.trained.compared import (
    alike,
    found,
    whatever_is_heard,
    with_our_patterns,
    without_a_head,
)
from taotp.applications.trained.lessons import BATCH, LESSONS, Lesson, learned, right
from taotp_core.weights import Transformer, named_arrays

SEEDS = range(10)
POINTS = [{"task": task, "seed": seed} for task, seed in product(LESSONS, SEEDS)]
WORDS = (
    f"answers right of those asked in all prompts, after all steps of Adam in batches of {BATCH}; "
    "the largest weight; the least share of a pattern by hand that some head has; right with our "
    "patterns in its heads, and at worst without one of them (of a machine without heads: right "
    "with every token at every place, of all)"
)


def measure(task: str, seed: int) -> Iterator[dict[str, object]]:
    """What a machine of a seed gets right, and whether it does it our way."""
    lesson = LESSONS[task]()
    yield {"steps": lesson.steps, "rate": lesson.rate, **measured(lesson, learned(lesson, seed))}


def measured(lesson: Lesson, model: Transformer) -> dict[str, object]:
    """One row of the table, of any machine with the shapes of a lesson."""
    heads = bool(model.layers)
    least = min(float(W) for W in alike(lesson, model).max(1)) if heads else 0.0
    return {
        "right": right(lesson, model),
        "asked": lesson.asked,
        "largest": round(max(float(abs(W).max()) for W in named_arrays(model).values()), 1),
        "alike": round(least, 2),
        "ours_in_place": with_our_patterns(lesson, model)
        if heads
        else whatever_is_heard(lesson, model),
        "without": min(without_a_head(lesson, model)) if heads else 0,
        "found": found(lesson, model),
    }
