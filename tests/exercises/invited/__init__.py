"""Answers that the statements invite, beside those of the catalogue: a module for each chapter.

Each is judged once. Of an exercise there are at least two wrong ones, which a reader may take for
right, and a right one that its author did not think of. Those that need much of the exercise's own
stand in its file in the catalogue, as `also_wrong_...` and `also_right_...`.
"""

from collections.abc import Mapping
from types import ModuleType
from typing import NamedTuple

from exercises.catalogue import MODULES


class Invited(NamedTuple):
    """Answers to one exercise, as `check` takes them, each by what it is."""

    wrong: Mapping[str, object]
    right: Mapping[str, object]


def of_catalogue(chapter: str) -> dict[str, Invited]:
    """The answers to the exercises of a chapter that stand in their files."""
    return {
        module.EXERCISE.slug: Invited(named(module, "also_wrong_"), named(module, "also_right_"))
        for module in MODULES
        if module.EXERCISE.chapter == chapter and module.EXERCISE.judge
    }


def named(module: ModuleType, kind: str) -> dict[str, object]:
    """The answers of one kind, by what their names say."""
    return {
        name.removeprefix(kind).replace("_", " "): make()
        for name, make in vars(module).items()
        if name.startswith(kind)
    }
