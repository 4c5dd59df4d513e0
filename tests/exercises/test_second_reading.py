"""A second reading of every exercise: what its statement invites and what it allows, judged once.

An answer `also_wrong_...` of a catalogue file is a mistake that a careful reader may make;
`also_right_...` is right in a way that nobody expected. Both are asked of the judge, and of
nothing else.
"""

from types import ModuleType

import pytest

from exercises import check
from exercises.catalogue import MODULES
from tests.exercises.test_catalogue import REASON

MACHINE = [module for module in MODULES if module.EXERCISE.judge]


def cases(kind: str) -> list[tuple[ModuleType, str]]:
    """The modules and names of all answers of one kind."""
    return [(module, name) for module in MACHINE for name in vars(module) if name.startswith(kind)]


def name_of(case: object) -> str:
    """The slug of a module, or the name of an answer."""
    return case.EXERCISE.slug if isinstance(case, ModuleType) else str(case)


@pytest.mark.parametrize(("module", "name"), cases("also_right_"), ids=name_of)
def test_an_unusual_right_answer_passes(module: ModuleType, name: str) -> None:
    said = check(module.EXERCISE.slug, getattr(module, name)())
    assert said.passed, said


@pytest.mark.parametrize(("module", "name"), cases("also_wrong_"), ids=name_of)
def test_an_invited_mistake_is_told(module: ModuleType, name: str) -> None:
    said = check(module.EXERCISE.slug, getattr(module, name)())
    assert said.outcome == "failed", said
    assert REASON.search(said.text), said
    assert getattr(module, name).__doc__
