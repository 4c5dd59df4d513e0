"""Progress: kept in one file, added to and never lost, shown by chapter."""

import builtins
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

import exercises
from exercises.__main__ import BAD_INPUT, FAILED, OK, main
from exercises.catalogue import EXERCISES
from exercises.catalogue.hello_world.repeat_last import repeat_last
from exercises.handing_in.credit import ORDER, more
from exercises.handing_in.format import Refused
from exercises.handing_in.grade import graded
from exercises.order import PAGES, WORKSHOP
from exercises.progress_store import data_folder, keep, kept, my_folder, next_one, progress_lines


def test_nothing_yet() -> None:
    assert kept() == ("", {})


def test_more_counts_before_less() -> None:
    keep({"repeat-last": "tried"}, "Ada")
    keep({"repeat-last": "verified", "no-positions": "self"})
    keep({"repeat-last": "tried", "no-positions": "reviewed"})
    assert kept() == ("Ada", {"repeat-last": "verified", "no-positions": "reviewed"})
    assert [more("tried", each) for each in ORDER] == [
        "tried",
        "tried",
        "self",
        "reviewed",
        "verified",
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "not JSON"),
        ("[]", "must be an object"),
        ('{"format": 2, "progress": {}}', "format is 2; this is for format 1"),
        ('{"format": 1, "progress": []}', "progress is no object"),
        ('{"format": 1, "progress": {"repeat-last": "best"}}', "is none of tried, self, reviewed"),
        ('{"format": 1, "progress": {"repeat-last": 3}}', "is none of tried, self, reviewed"),
        ('{"format": 1, "progress": {}, "author": "<b>"}', "author is"),
        ('{"format": 1, "progress": {}, "x": 1}', "unknown key 'x'"),
    ],
)
def test_another_file_is_not_touched(my: Path, text: str, sentence: str) -> None:
    my.mkdir()
    path = my / "progress.json"
    path.write_text(text)
    with pytest.raises(Refused, match=sentence):
        keep({"repeat-last": "verified"})
    assert path.read_text() == text
    assert main(["progress"]) == BAD_INPUT


def test_unknown_exercises_are_left_out(my: Path) -> None:
    my.mkdir()
    whole = {"format": 1, "progress": {"repeat-last": "self", "of-another-edition": "verified"}}
    (my / "progress.json").write_text(json.dumps(whole))
    assert kept() == ("", {"repeat-last": "self"})


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the package is, if it was installed without the book; and nothing is named."""
    monkeypatch.delenv("TAOTP_MY")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(
        "exercises.progress_store.PACKAGE", tmp_path / "site-packages" / "exercises"
    )
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path / "site-packages" / "exercises"


def test_without_the_book_progress_is_where_a_user_keeps_data(wheel: Path, tmp_path: Path) -> None:
    keep({"repeat-last": "verified"}, "Ada")
    assert kept() == ("Ada", {"repeat-last": "verified"})
    assert (tmp_path / "data" / "taotp" / "progress.json").exists()
    assert not wheel.exists()


def test_beside_a_book_it_stays_there(wheel: Path) -> None:
    toc = wheel.parent / "book" / "_toc.yml"
    toc.parent.mkdir(parents=True)
    toc.touch()
    assert my_folder() == wheel / "my"


def test_what_was_kept_beside_the_package_still_counts(wheel: Path) -> None:
    keep({"repeat-last": "verified"}, "Ada", wheel / "my" / "progress.json")
    keep({"rms-norm": "tried"})
    assert kept() == ("Ada", {"repeat-last": "verified", "rms-norm": "tried"})
    (wheel / "my" / "progress.json").write_text("{")
    assert kept()[1]["repeat-last"] == "verified"


@pytest.mark.parametrize(
    ("system", "named", "folder"),
    [
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data"),
        ("linux", {"XDG_DATA_HOME": "data"}, "/home/ada/.local/share"),
        ("linux", {}, "/home/ada/.local/share"),
        ("darwin", {}, "/home/ada/Library/Application Support"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local"),
        ("win32", {}, "/home/ada/AppData/Local"),
    ],
)
def test_each_system_has_a_folder_for_data(
    system: str, named: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/ada", **named}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", system)
    assert data_folder() == Path(folder)


def test_save_and_add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep({"repeat-last": "verified"}, "Ada")
    file = tmp_path / "mine.json"
    assert main(["progress", "--save", str(file)]) == OK
    monkeypatch.setenv("TAOTP_MY", str(tmp_path / "elsewhere"))
    keep({"rms-norm": "tried"})
    assert main(["progress", "--add", str(file)]) == OK
    assert kept() == ("Ada", {"repeat-last": "verified", "rms-norm": "tried"})
    assert main(["progress", "--add", str(tmp_path / "none.json")]) == BAD_INPUT


def test_save_does_not_write_over_another_file(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text('{"mine": 1}')
    assert main(["progress", "--save", str(other)]) == BAD_INPUT
    assert other.read_text() == '{"mine": 1}'


def test_save_does_not_replace_a_link_or_a_device(tmp_path: Path) -> None:
    keep({"repeat-last": "verified"}, "Ada")
    nowhere, link = tmp_path / "nowhere.json", tmp_path / "link.json"
    link.symlink_to(nowhere)
    for path in (link, tmp_path, Path(os.devnull)):
        assert main(["progress", "--save", str(path)]) == BAD_INPUT
    assert link.is_symlink()
    assert not nowhere.exists()


def test_reviewed_by_somebody(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["progress", "--reviewed", "norm-keeps-sums"]) == OK
    assert "◐ reviewed 1" in capsys.readouterr().out
    assert main(["progress", "--reviewed", "nothing"]) == BAD_INPUT


def test_a_progress_that_cannot_be_written(
    tmp_path: Path, my: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    my.write_text("a file where the folder should be")
    assert main(["progress", "--reviewed", "repeat-last"]) == FAILED
    assert "cannot be used" in capsys.readouterr().err
    answer = tmp_path / "x.py"
    answer.write_text("def factor(d_head):\n    return d_head**-0.5\n")
    assert main(["check", str(answer)]) == OK  # the verdict is not lost
    said = capsys.readouterr()
    assert f"✓  {EXERCISES['compact-attention'].number}" in said.out
    assert "Progress was not kept" in said.err


def test_a_check_is_kept_in_a_notebook_only(monkeypatch: pytest.MonkeyPatch) -> None:
    exercises.check("repeat-last", repeat_last)
    assert kept() == ("", {})
    monkeypatch.setattr(builtins, "__IPYTHON__", True, raising=False)
    exercises.check("repeat-last", None)
    assert kept() == ("", {})
    exercises.check("repeat-last", 7)
    assert kept() == ("", {"repeat-last": "tried"})
    exercises.check("repeat-last", repeat_last)
    assert kept() == ("", {"repeat-last": "verified"})
    assert "Hello World           ✓" in str(exercises.progress())


def test_a_check_never_raises_for_its_progress(my: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtins, "__IPYTHON__", True, raising=False)
    my.write_text("in the way")
    assert exercises.check("repeat-last", repeat_last).passed


def test_a_check_moves_a_damaged_file_away(my: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtins, "__IPYTHON__", True, raising=False)
    my.mkdir()
    for damage in ("{", '{"format": "mine"}'):
        (my / "progress.json").write_text(damage)
        assert exercises.check("repeat-last", repeat_last).passed
        assert kept() == ("", {"repeat-last": "verified"})
    aside = [(my / f"progress.damaged-{i}.json").read_text() for i in (1, 2)]
    assert aside == ["{", '{"format": "mine"}']


def test_lines_have_a_sign_for_each_exercise() -> None:
    found = list(
        progress_lines({"repeat-last": "verified", "few-nonzeros": "tried", "integers": "self"})
    )
    (chapter,) = (line for line in found if line.startswith("Hello World "))
    assert chapter.split() == ["Hello", "World", "✓·✗··○···", "2", "of", "9"]
    signs = sum(line.count(sign) for line in found[:-2] for sign in "✓◐○✗·")
    assert signs == len(EXERCISES)
    assert found[-2].startswith("✓ verified 1  ◐ reviewed 0  ○ self 1  ✗ tried 1  · new ")


def test_what_to_try_next() -> None:
    def next_slug(progress: dict[str, Any]) -> str:
        found = next_one(progress, EXERCISES.values())
        return found.slug if found else ""

    first = [*WORKSHOP.slugs, *(slug for slug in PAGES if PAGES[slug] == "what_comes_next")]
    assert next_slug({}) == "build-letter"
    built = dict.fromkeys(WORKSHOP.slugs, "verified")
    assert next_slug(built) == "fifty-thirty-twenty"  # the shortest one of the first chapter
    assert next_slug({"sort-33": "tried"}) == "sort-33"
    assert next_slug(dict.fromkeys(first, "self")) == "temperature"
    assert next_slug(dict.fromkeys(EXERCISES, "verified")) == ""


OLD_PROGRESS = """{
 "format": 1,
 "author": "Ada",
 "progress": {
  "sort-33": "verified",
  "table-as-text": "tried",
  "trained-embeddings": "self"
 }
}
"""


def test_progress_from_before_the_order_changed(my: Path) -> None:
    """It names exercises by their slugs, so that chapters may be inserted and moved."""
    my.mkdir(exist_ok=True)
    (my / "progress.json").write_text(OLD_PROGRESS)
    author, found = kept()
    assert author == "Ada"
    assert found == {"sort-33": "verified", "table-as-text": "tried", "trained-embeddings": "self"}
    keep({"sort-33": "tried"})
    assert kept()[1]["sort-33"] == "verified"
    assert next_one(kept()[1], EXERCISES.values()) is EXERCISES["table-as-text"]


OLD_FILE = b"""{"format": 1, "exercise": "norm-keeps-sums", "author": "Ada",
"note": "By angles.", "answers": []}"""


def test_a_file_handed_in_before_its_exercise_moved_to_another_chapter() -> None:
    found = graded(OLD_FILE)
    assert (found.credit, found.exercise) == ("self", "norm-keeps-sums")
