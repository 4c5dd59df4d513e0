"""A walk through the whole catalogue: what every exercise has, and what it says to a mistake."""

from types import ModuleType

import pytest

from exercises import check
from exercises.catalogue import MODULES
from exercises.statement import Mark

MACHINE = [module for module in MODULES if module.EXERCISE.judge]
HARD = {Mark.VERY_HARD, Mark.UNSOLVED}


def slug_of(module: ModuleType) -> str:
    """The name of an exercise, for the report."""
    return str(module.EXERCISE.slug)


def answers(module: ModuleType, kind: str) -> list[str]:
    """The names of the answers of one kind."""
    return [name for name in vars(module) if name.startswith(kind)]


@pytest.mark.parametrize("module", MODULES, ids=slug_of)
def test_help_is_there(module: ModuleType) -> None:
    found = module.EXERCISE
    assert len(found.hints) >= 2
    assert len(set(found.hints)) == len(found.hints)
    assert found.judge or len(found.checklist) >= 3
    if HARD & set(found.marks):
        assert len(found.hints) + len(found.checklist) >= 3


@pytest.mark.parametrize("module", MACHINE, ids=slug_of)
def test_two_wrong_answers_that_differ(module: ModuleType) -> None:
    slug = module.EXERCISE.slug
    texts = {check(slug, getattr(module, name)()).text for name in answers(module, "wrong_")}
    assert len(texts) >= 2
    for name in answers(module, "wrong_"):
        assert getattr(module, name).__doc__.strip()


# What is said to the usual mistakes: the end of the line, by the words that matter.
EXPLAINED = [
    ("fewer-lines", "without_final_norm", "right but for the final norm"),
    (
        "compact-attention",
        "nothing_missing",
        "divides its scores by something that grows with d_head",
    ),
    ("cached-decode", "no_cache", "are rows of old positions computed again"),
    ("no-einsum", "mask", "does the first row hear of those after it?"),
    ("other-language", "single_precision", "is something in single precision"),
    ("other-language", "no_mask", "does the first row hear of those after it?"),
    ("scramble", "no_question_asked", "what does the norm do to a row"),
    ("repeat-last", "line", "does layer norm keep neighbors apart?"),
    ("no-positions", "tied", "that is the token it has read; nothing louder was added"),
    ("concatenate-keys", "at_the_front", "do the heads look at the places before it?"),
    ("table-as-text", "side_by_side", "the 2 symbols of the question stand 3 times in the text"),
    ("table-as-text", "keys_only", "stand 1 times in the text, and that follows them"),
    ("thrifty-search", "phantom", "do your heads look before the start of the text?"),
    ("sort-33", "ratio_alone", "units in the last place; it must be 300"),
    ("minimum-of-millions", "half_circle", "what weights does the last row of attention have?"),
    ("other-base", "bias", "4 too few"),
    ("no-cleanup-head", "digit_missing", "does the MLP read each sum where its spike stands?"),
    ("tens-digit", "ones", "those are the ones"),
    ("tens-digit", "no_modulus", "from 100 on the tens begin at 0 again"),
    ("tens-digit", "rounded", "that is rounded"),
    ("real-from-complex", "columns", "its transpose would be right"),
    ("real-from-complex", "order", "right if all real parts came first"),
    ("shift-sinusoids", "order", "which comes first, the sine or the cosine?"),
    ("shift-sinusoids", "fitted", "right near the start"),
    ("angles-of-the-original", "order", "the angles are right"),
    ("angles-of-the-original", "exponent", "each is the root of the right one"),
    ("angles-of-the-original", "direction", "from last to first"),
]


@pytest.mark.parametrize(("slug", "name", "words"), EXPLAINED)
def test_usual_mistakes_are_explained(slug: str, name: str, words: str) -> None:
    (module,) = (module for module in MACHINE if slug_of(module) == slug)
    assert words in check(slug, getattr(module, f"wrong_{name}")()).text
