"""A walk through the whole catalogue: every exercise has help for who is stuck."""

from types import ModuleType

import pytest

from exercises.catalogue import MODULES
from exercises.statement import Mark

HARD = {Mark.VERY_HARD, Mark.UNSOLVED}


def slug_of(module: ModuleType) -> str:
    """The name of an exercise, for the report."""
    return str(module.EXERCISE.slug)


@pytest.mark.parametrize("module", MODULES, ids=slug_of)
def test_help_is_there(module: ModuleType) -> None:
    found = module.EXERCISE
    assert len(found.hints) >= 2
    assert len(set(found.hints)) == len(found.hints)
    assert found.judge or len(found.checklist) >= 3
    if HARD & set(found.marks):
        assert len(found.hints) + len(found.checklist) >= 3
