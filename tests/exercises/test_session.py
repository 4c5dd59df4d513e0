"""What a reader sees: the exercise, its hints one by one, and the solution when it is due."""

import pytest

import exercises
from exercises import check, exercise, hint, solution
from exercises.catalogue import EXERCISES
from exercises.catalogue.hello_world.repeat_last import repeat_last
from exercises.order import NUMBERS
from exercises.statement import OF_THE_SOURCE, Exercise, sign
from tests.exercises.conftest import Patch
from tests.exercises.laws import of_each


@pytest.fixture(autouse=True)
def new_session(monkeypatch: Patch) -> None:
    """Nothing asked, nothing solved."""
    for name in ("hints_shown", "settled"):
        monkeypatch.setattr(exercises, name, type(getattr(exercises, name))())


def test_by_name_and_by_number() -> None:
    """One of the book's own names no source."""
    found, own = exercise("repeat-last"), exercise("told-apart")
    assert exercise(NUMBERS["repeat-last"]) is exercise("source: 2.1") is found
    said = f"{found.number} The last token, for ever [repeat-last]"
    assert repr(found) == f"{said} (10 minutes; → on the way through; source: 2.1, ♙ there)"
    with pytest.raises(ValueError, match="there is no exercise 'source: 9.1'"):
        exercise("source: 9.1")
    assert not own.source
    assert "source" not in repr(own) + own.body.split("\n")[0]


@of_each(EXERCISES.values())
def test_markdown(found: Exercise) -> None:
    text = found._repr_markdown_()
    assert text.startswith(f"**{found.number} {found.title}**")
    for mark in found.marks:
        assert (sign(mark) if mark in OF_THE_SOURCE else mark.value) in text
    assert f"{found.minutes} minutes" in text.split("\n")[2]
    assert (f"source: {found.source}" in text.split("\n")[2]) == bool(found.source)
    for i in range(1, len(found.hints) + 1):
        assert f"<details><summary>Hint {i}</summary>\n\n" in text
    assert text.count("<details>") == text.count("</details>") == len(found.hints)
    assert text.count("$") % 2 == 0
    assert text.count("```") % 2 == 0
    assert "Checked by" in text
    if found.judge:
        assert f"`{found.call}`" in text
    for line in found.checklist:
        assert f"\n- {line}" in text


def test_hints_come_one_by_one() -> None:
    found = exercise("repeat-last")
    for i, words in enumerate(found.hints, 1):
        assert str(hint("repeat-last")) == f"Hint {i} of {len(found.hints)}: {words}"
    for _ in range(2):
        assert "No more hints" in str(hint(NUMBERS["repeat-last"]))


def test_solution_after_a_pass_or_on_giving_up() -> None:
    """Of an open exercise after an answer."""
    assert "shows after check" in str(solution("repeat-last"))
    check("repeat-last", lambda d_vocab, n_ctx: None)
    assert "shows after check" in str(solution("repeat-last"))
    assert "def repeat_last(" in str(solution("repeat-last", give_up=True))
    assert "shows after check" in str(solution("repeat-last"))
    check("repeat-last", repeat_last)
    assert "def repeat_last(" in str(solution(NUMBERS["repeat-last"]))
    assert "shows after check" in str(solution("better-machine"))
    check("better-machine", "a machine without norms")
    assert "A sink" in str(solution("better-machine"))


@of_each(EXERCISES.values())
def test_every_solution_shows(found: Exercise) -> None:
    text = str(solution(found.slug, give_up=True))
    assert f"**{found.number} {found.title}, an answer**" in text
    assert text.count("```") % 2 == 0
    for function in found.code:
        assert f"def {function.__name__}(" in text
