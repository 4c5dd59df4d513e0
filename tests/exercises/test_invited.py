"""Answers that statements invite: wrong ones fail with a reason, unusual right ones pass.

By day those of a twelfth of the exercises are judged, and of those that changed.
"""

from pathlib import Path

from exercises.order import CHAPTERS, WORKSHOP
from tests.exercises import invited
from tests.exercises.in_turn import in_full
from tests.exercises.invited import invited_by, of_chapter
from tests.exercises.laws import of_each, of_each_exercise
from tests.exercises.test_answers import REASON
from tests.exercises.verdicts import JUDGED, said_of

PAGES = [chapter.page for chapter in CHAPTERS if chapter is not WORKSHOP]


@of_each_exercise
def test_wrong_answers_are_told_why_and_unusual_right_ones_pass(slug: str) -> None:
    if in_full(slug):
        found = invited_by(slug)
        for what in found.wrong:
            line = said_of(slug, what)
            assert line.outcome == "failed" and REASON.search(line.text), (what, line)
        for what in found.right:
            assert said_of(slug, what).passed, (what, said_of(slug, what))


@of_each(PAGES)
def test_each_exercise_invites_some(page: str) -> None:
    slugs = next(each.slugs for each in CHAPTERS if each.page == page)
    assert set(of_chapter(page)) == {slug for slug in slugs if slug in JUDGED}
    assert all(each.wrong and each.right for each in of_chapter(page).values())


def test_each_chapter_has_its_file() -> None:
    files = {path.stem for path in Path(invited.__file__).parent.glob("[a-z]*.py")}
    assert files <= {*PAGES}
    assert all(page in files for page in PAGES if {*JUDGED}.intersection(of_chapter(page)))
