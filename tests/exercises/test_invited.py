"""Answers that statements invite: wrong ones fail with a reason, unusual right ones pass.

By day those of a third of the exercises are judged, and of those that changed.
"""

from importlib import import_module
from pathlib import Path

import pytest

from exercises import check
from exercises.catalogue import EXERCISES, module_of
from exercises.order import CHAPTERS
from tests.exercises import invited
from tests.exercises.in_turn import in_full
from tests.exercises.invited import Invited
from tests.exercises.test_catalogue import REASON

HERE = Path(invited.__file__).parent
OF_CHAPTERS: dict[str, dict[str, Invited]] = {
    path.stem: import_module(f"{invited.__name__}.{path.stem}").INVITED
    for path in sorted(HERE.glob("[a-z]*.py"))
}
ALL = {slug: each for found in OF_CHAPTERS.values() for slug, each in found.items()}
ASKED = [slug for slug in ALL if in_full(module_of(slug))]
WRONG = [(slug, what) for slug in ASKED for what in ALL[slug].wrong]
RIGHT = [(slug, what) for slug in ASKED for what in ALL[slug].right]


@pytest.mark.parametrize(("slug", "what"), WRONG)
def test_wrong_answers_are_told_why(slug: str, what: str) -> None:
    line = check(slug, ALL[slug].wrong[what])
    assert line.outcome == "failed", line
    assert REASON.search(line.text), line


@pytest.mark.parametrize(("slug", "what"), RIGHT)
def test_right_answers_are_right_however_unusual(slug: str, what: str) -> None:
    line = check(slug, ALL[slug].right[what])
    assert line.passed, line


@pytest.mark.parametrize("chapter", OF_CHAPTERS)
def test_each_exercise_invites_some(chapter: str) -> None:
    slugs = next(each.slugs for each in CHAPTERS if each.page == chapter)
    assert set(OF_CHAPTERS[chapter]) == {slug for slug in slugs if EXERCISES[slug].judge}
    for slug, each in OF_CHAPTERS[chapter].items():
        assert len(each.wrong) >= 2, slug
        assert each.right, slug
