"""A walk through the whole catalogue: every exercise has help for who is stuck."""

from exercises.catalogue import EXERCISES
from exercises.handing_in.points import LONG
from exercises.order import CHAPTERS, CONTENTS, Chapter
from exercises.statement import OF_THE_SOURCE, Exercise, Mark
from tests.exercises.laws import of_each


@of_each(EXERCISES.values())
def test_help_is_there(found: Exercise) -> None:
    assert len(found.hints) >= 2
    assert len(set(found.hints)) == len(found.hints)
    assert found.judge or len(found.checklist) >= 3
    if found.minutes >= LONG or Mark.UNSOLVED in found.marks:
        assert len(found.hints) + len(found.checklist) >= 3


@of_each(CONTENTS)
def test_a_page_begins_with_what_takes_least(chapter: Chapter) -> None:
    minutes = [EXERCISES[slug].minutes for slug in chapter.slugs]
    assert minutes == sorted(minutes)


def test_minutes_are_honest_and_round() -> None:
    for slug, minutes in ((s, m) for chapter in CHAPTERS for s, m in chapter.minutes.items()):
        assert 2 <= minutes <= 240, slug
        assert minutes < 15 or not minutes % 5, f"{slug}: nobody knows it to the minute"


def test_exercises_that_take_as_long_stand_as_they_are_listed() -> None:
    given = {"long": 30, "one": 5, "other": 5}
    assert Chapter("page", "title", given).slugs == ("one", "other", "long")
    assert Chapter("page", "title", given, leads=True).slugs == ("long", "one", "other")


def test_only_the_sources_exercises_have_its_marks_of_difficulty() -> None:
    for each in EXERCISES.values():
        assert each.source or not set(OF_THE_SOURCE) & set(each.marks), each.slug
