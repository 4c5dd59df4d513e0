"""What is written down of an answer that `check` was given, as a page does for who presses Save."""

import json

import pytest

from exercises import check
from exercises.catalogue import EXERCISES
from exercises.handing_in.format import Refused
from exercises.handing_in.grade import Grade, graded
from exercises.handing_in.record import by_word
from exercises.handing_in.writing import file_of_checked
from exercises.judging.judge import CHECKED
from tests.exercises.laws import of_each
from tests.exercises.verdicts import JUDGED, RIGHT, WRONG, answer, names_of
from tools.sampling import drawn

QUICK = 12  # exercises of a run by day
CREDIT = {"passed": "verified", "failed": "tried", "new": "tried"}


def graded_file(slug: str) -> Grade | None:
    """What is said of the file of the last answer; None where no file holds it."""
    try:
        return graded(file_of_checked(slug, "Ada", ["def other(): pass"]).encode())
    except Refused:
        return None


@of_each(lambda: drawn(JUDGED, QUICK, "written down"))
def test_a_file_of_what_was_checked_is_graded_as_it_was_judged(slug: str) -> None:
    """Right or wrong, functions or values; where nobody can judge by data it has the code."""
    for name in (names_of(slug, RIGHT)[0], names_of(slug, WRONG)[0]):
        said = check(slug, answer(slug, name))
        found = graded_file(slug)
        if found is None:
            assert not said.passed, "what is right can be handed in"
        elif by_word(EXERCISES[slug]):
            assert found.credit in ("self", "refused")
        else:
            assert found.credit == CREDIT[said.outcome], (name, found, said)


def test_the_code_that_a_person_reads_is_that_of_the_cells_that_it_needs() -> None:
    slug = next(slug for slug in JUDGED if by_word(EXERCISES[slug]))
    name = EXERCISES[slug].stub.partition("def ")[2].partition("(")[0]
    check(slug, answer(slug, names_of(slug, RIGHT)[0]))
    cells = ["import numpy as np", "def by(): return 2", f"def {name}(): return by()", "other = 3"]
    note = json.loads(file_of_checked(slug, "Ada", cells))["note"]
    assert note == f"{cells[1]}\n\n{cells[2]}"


def test_what_cannot_be_written_down_is_said() -> None:
    CHECKED.get().pop("repeat-last", None)
    with pytest.raises(Refused, match="repeat-last was not checked here; check it, then save it"):
        file_of_checked("repeat-last", "Ada", [])
    check("mystery", 3)
    with pytest.raises(Refused, match="asks for mystery and turned_mystery; check got something"):
        file_of_checked("mystery", "Ada", [])
    check("three-keys", ["a", "b", "c", "d"])
    with pytest.raises(Refused, match="author is '%'"):
        file_of_checked("three-keys", "%", [])
