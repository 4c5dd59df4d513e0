"""A walk through the whole catalogue: what every exercise has, and what it says to a mistake."""

from types import ModuleType

import pytest

from exercises import check
from exercises.catalogue import MODULES
from exercises.statement import Mark

MACHINE = [module for module in MODULES if module.EXERCISE.judge]
HARD = {Mark.VERY_HARD, Mark.UNSOLVED}


def number_of(module: ModuleType) -> str:
    """The number of an exercise, for the report."""
    return str(module.EXERCISE.number)


def answers(module: ModuleType, kind: str) -> list[str]:
    """The names of the answers of one kind."""
    return [name for name in vars(module) if name.startswith(kind)]


@pytest.mark.parametrize("module", MODULES, ids=number_of)
def test_help_is_there(module: ModuleType) -> None:
    found = module.EXERCISE
    assert len(found.hints) >= 2
    assert len(set(found.hints)) == len(found.hints)
    assert found.judge or len(found.checklist) >= 3
    if HARD & set(found.marks):
        assert len(found.hints) + len(found.checklist) >= 3


@pytest.mark.parametrize("module", MACHINE, ids=number_of)
def test_two_wrong_answers_that_differ(module: ModuleType) -> None:
    slug = module.EXERCISE.slug
    texts = {check(slug, getattr(module, name)()).text for name in answers(module, "wrong_")}
    assert len(texts) >= 2
    for name in answers(module, "wrong_"):
        assert getattr(module, name).__doc__.strip()


# What is said to the usual mistakes: the end of the line, by the words that matter.
EXPLAINED = [
    ("1.1", "without_final_norm", "right but for the final norm"),
    ("1.2", "nothing_missing", "divides its scores by something that grows with d_head"),
    ("1.3", "no_cache", "are rows of old positions computed again"),
    ("1.4", "mask", "does the first row hear of those after it?"),
    ("1.5", "single_precision", "is something in single precision"),
    ("1.5", "no_mask", "does the first row hear of those after it?"),
    ("1.8", "no_question_asked", "what does the norm do to a row"),
    ("2.1", "line", "does layer norm keep neighbors apart?"),
    ("2.4", "tied", "that is the token it has read; nothing louder was added"),
    ("3.2", "at_the_front", "do the heads look at the places before it?"),
    ("4.3", "side_by_side", "the 2 symbols of the question stand 3 times in the text"),
    ("4.3", "keys_only", "stand 1 times in the text, and that follows them"),
    ("4.4", "phantom", "do your heads look before the start of the text?"),
    ("5.1", "powers_of_two", "by how much does the next number lead there?"),
    ("5.2", "hard_alone", "what weights does the last row of attention have?"),
    ("6.5", "bias", "4 too few"),
    ("6.13", "digit_missing", "does the MLP read each sum where its spike stands?"),
    ("6.14", "ones", "those are the ones"),
    ("6.14", "no_modulus", "from 100 on the tens begin at 0 again"),
    ("6.14", "rounded", "that is rounded"),
    ("7.2", "columns", "its transpose would be right"),
    ("7.2", "order", "right if all real parts came first"),
    ("7.3", "order", "which comes first, the sine or the cosine?"),
    ("7.3", "fitted", "right near the start"),
    ("7.4", "order", "the angles are right"),
    ("7.4", "exponent", "each is the root of the right one"),
    ("7.4", "direction", "from last to first"),
]


@pytest.mark.parametrize(("number", "name", "words"), EXPLAINED)
def test_usual_mistakes_are_explained(number: str, name: str, words: str) -> None:
    (module,) = (module for module in MACHINE if number_of(module) == number)
    assert words in check(number, getattr(module, f"wrong_{name}")()).text
