"""A check is weak if a right answer with one number changed still passes it.

What became of each mutant is written down in mutants.json, of which shares are asked here. That it
is still so is tried in `test_answers.py`.
"""

from tests.exercises.laws import of_each
from tests.exercises.mutants import ANEW, DATA, FAILS, MANY, NOT_DATA, ROBUST, WRITTEN
from tests.exercises.verdicts import JUDGED, RIGHT, names_of

FLOOR = 0.9  # the share of them that has to fail, of all exercises that are not in ROBUST
LEAST = 0.75  # of a single one, of which too few are drawn to tell 0.85 from 0.95


def share(slugs: list[str]) -> float:
    """The share of the mutants of some exercises that fails."""
    all_of_them = "".join("".join(WRITTEN[slug].values()) for slug in slugs)
    assert len(all_of_them) >= MANY
    return all_of_them.count(FAILS) / len(all_of_them)


@of_each(DATA)
def test_most_mutants_fail(slug: str) -> None:
    assert share([slug]) >= ROBUST.get(slug, LEAST)


def test_nine_of_ten_mutants_fail() -> None:
    assert share([slug for slug in DATA if slug not in ROBUST]) >= FLOOR


def test_every_accepted_answer_is_written_down() -> None:
    written = {slug: list(found) for slug, found in WRITTEN.items()}
    assert written == {slug: names_of(slug, RIGHT) for slug in DATA}, ANEW


def test_exceptions_have_a_judge() -> None:
    assert {*JUDGED} >= {*ROBUST, *NOT_DATA}
    assert not ROBUST.keys() & NOT_DATA.keys()
