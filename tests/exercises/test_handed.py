"""What a page saves of an answer, typed or given to `check`, is graded as it was judged."""

import json
from pathlib import Path
from typing import Any

import pytest

from exercises import check
from exercises.answer_box import answer_box
from exercises.catalogue import EXERCISES
from exercises.handing_in.format import Refused
from exercises.handing_in.grade import Grade, graded
from exercises.handing_in.record import by_word
from exercises.handing_in.writing import file_of_checked
from exercises.judging.judge import CHECKED
from exercises.not_in_page import NOT_HANDED
from exercises.statement import TEXTS
from tests.exercises.laws import of_each
from tests.exercises.typed_answers import SLUGS, what_is_typed
from tests.exercises.verdicts import JUDGED, RIGHT, WRONG, answer, names_of, said_of
from tests.in_node import in_node
from tools.sampling import drawn

SAVED = Path(__file__).with_name("handed.mjs")
TYPED = 16  # exercises of a run by day
BY_DAY = 4  # machines of a run by day


def box(slug: str) -> Any:
    """The data of the box of an exercise."""
    typed = EXERCISES[slug].typed
    assert typed
    return answer_box(typed, EXERCISES[slug].number, slug).as_json()


def grades(node: str, spec: Any, states: list[dict[str, str]]) -> list[Grade]:
    """What is said of the files that a box saves."""
    files = in_node(node, SAVED, {"spec": spec, "states": states})
    return [graded(text.encode()) for text in files]


@of_each(lambda: drawn([slug for slug in SLUGS if box(slug)["hand"]], TYPED, "handed in"))
def test_what_was_typed_is_graded_as_python_judges_the_answer(slug: str, *, node: str) -> None:
    """Right ones are verified, by the same words; wrong ones never are."""
    answers = {
        name: typed for name, typed in what_is_typed(slug).items()
        if said_of(slug, name).passed or all(text.strip() for text in typed.values())
    }  # fmt: skip
    for name, found in zip(answers, grades(node, box(slug), [*answers.values()]), strict=True):
        said = said_of(slug, name)
        assert (found.author, found.exercise) == ("Ada", slug)
        assert (found.credit == "verified") == said.passed, (name, found)
        assert not said.passed or found.words.split()[0] == said.text.split()[0]


def texts() -> list[str]:
    """The exercises with a box for a machine that is the whole answer, and with a text of one."""
    found = [path.stem for path in sorted(TEXTS.glob("*.taotp"))]
    return drawn([slug for slug in found if EXERCISES[slug].typed and box(slug)["hand"]], BY_DAY,
                 "machines handed in")  # fmt: skip


@of_each(texts)
def test_a_machine_that_was_typed_is_verified(slug: str, *, node: str) -> None:
    (found,) = grades(node, box(slug), [{"listing": EXERCISES[slug].text}])
    assert found.credit == "verified", found


def test_what_no_box_hands_in_has_a_reason() -> None:
    """A box of a family takes one machine of it, and some take one function of two."""
    none = {slug for slug, each in EXERCISES.items() if each.typed and not box(slug)["hand"]}
    apart = {
        slug for slug in none
        if EXERCISES[slug].typed.family or EXERCISES[slug].stub.count("\ndef ") > 0  # type: ignore[union-attr]
    }  # fmt: skip
    assert none == apart | set(NOT_HANDED)
    assert json.dumps(sorted(none)).count(",") < 40, "most boxes hand in"


# Of an answer that `check` was given, as a page does for who presses Save


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
