"""Progress: kept in one file, added to and never lost, shown by chapter."""

import builtins
import os
import sys
from pathlib import Path

import pytest

import exercises
from exercises.__main__ import BAD_INPUT, FAILED, OK, main
from exercises.catalogue import EXERCISES
from exercises.handing_in.credit import ORDER, more
from exercises.handing_in.format import Refused
from exercises.handing_in.grade import graded
from exercises.order import PAGES, WORKSHOP
from exercises.progress_store import data_folder, keep, kept, my_folder, next_one, progress_lines
from tests.exercises.conftest import Patch, Said
from tests.exercises.laws import of_each

RIGHT = {"W_pos:0.2": 5e6}  # of jello


def test_more_counts_before_less() -> None:
    assert kept() == ("", {})
    keep({"repeat-last": "tried"}, "Ada")
    keep({"repeat-last": "verified", "no-positions": "self"})
    keep({"repeat-last": "tried", "no-positions": "reviewed"})
    assert kept() == ("Ada", {"repeat-last": "verified", "no-positions": "reviewed"})
    assert [more("tried", each) for each in ORDER] == ["tried", *ORDER[1:]]


@of_each(
    [
        ("hello", "not JSON"),
        ("[]", "must be an object"),
        ('{"format": 2, "progress": {}}', "format is 2; this is for format 1"),
        ('{"format": 1, "progress": []}', "progress is not an object"),
        ('{"format": 1, "progress": {"repeat-last": "best"}}', "is none of tried, self, reviewed"),
        ('{"format": 1, "progress": {}, "author": "<b>"}', "author is"),
        ('{"format": 1, "progress": {}, "x": 1}', "unknown key 'x'"),
    ]
)
def test_another_file_is_not_touched(text: str, sentence: str, *, my: Path) -> None:
    path = own_file(my, text)
    with pytest.raises(Refused, match=sentence):
        keep({"repeat-last": "verified"})
    assert path.read_text() == text
    assert main(["progress"]) == BAD_INPUT


def own_file(my: Path, text: str) -> Path:
    """A file of progress with this text, which is one's own."""
    my.mkdir(exist_ok=True)
    path = my / "progress.json"
    path.write_text(text)
    return path


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: Patch) -> Path:
    """Where the package is, if it was installed without the book; and nothing is named."""
    package = tmp_path / "site-packages" / "exercises"
    monkeypatch.delenv("TAOTP_MY")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("exercises.progress_store.PACKAGE", package)
    monkeypatch.setattr(sys, "platform", "linux")
    return package


def test_without_the_book_progress_is_where_a_user_keeps_data(wheel: Path, tmp_path: Path) -> None:
    """Beside a book it stays there."""
    keep({"repeat-last": "verified"}, "Ada")
    assert kept() == ("Ada", {"repeat-last": "verified"})
    assert (tmp_path / "data" / "taotp" / "progress.json").exists()
    assert not wheel.exists()
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


@of_each(
    [
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data"),
        ("linux", {"XDG_DATA_HOME": "data"}, "/home/ada/.local/share"),
        ("linux", {}, "/home/ada/.local/share"),
        ("darwin", {}, "/home/ada/Library/Application Support"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local"),
        ("win32", {}, "/home/ada/AppData/Local"),
    ]
)
def test_each_system_has_a_folder_for_data(system: str, named: dict[str, str], folder: str) -> None:
    with pytest.MonkeyPatch.context() as patched:
        for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
            patched.delenv(name, raising=False)
        for name, value in {"HOME": "/home/ada", **named}.items():
            patched.setenv(name, value)
        patched.setattr(sys, "platform", system)
        assert data_folder() == Path(folder)


def test_save_and_add(tmp_path: Path, monkeypatch: Patch) -> None:
    keep({"repeat-last": "verified"}, "Ada")
    file = tmp_path / "mine.json"
    assert main(["progress", "--save", str(file)]) == OK
    monkeypatch.setenv("TAOTP_MY", str(tmp_path / "elsewhere"))
    keep({"rms-norm": "tried"})
    assert main(["progress", "--add", str(file)]) == OK
    assert kept() == ("Ada", {"repeat-last": "verified", "rms-norm": "tried"})
    assert main(["progress", "--add", str(tmp_path / "none.json")]) == BAD_INPUT


def test_save_does_not_replace_another_file_a_link_or_a_device(tmp_path: Path) -> None:
    keep({"repeat-last": "verified"}, "Ada")
    nowhere, link, other = (tmp_path / f"{name}.json" for name in ("nowhere", "link", "other"))
    link.symlink_to(nowhere)
    other.write_text('{"mine": 1}')
    for path in (link, other, tmp_path, Path(os.devnull)):
        assert main(["progress", "--save", str(path)]) == BAD_INPUT
    assert link.is_symlink() and not nowhere.exists()
    assert other.read_text() == '{"mine": 1}'


def test_reviewed_by_somebody(capsys: Said) -> None:
    assert main(["progress", "--reviewed", "norm-keeps-sums"]) == OK
    assert "◐ reviewed 1" in capsys.readouterr().out
    assert main(["progress", "--reviewed", "nothing"]) == BAD_INPUT


def test_a_progress_that_cannot_be_written(tmp_path: Path, my: Path, capsys: Said) -> None:
    my.write_text("a file where the folder should be")
    assert main(["progress", "--reviewed", "repeat-last"]) == FAILED
    assert "cannot be used" in capsys.readouterr().err
    answer = tmp_path / "x.py"
    answer.write_text("def factor(d_head):\n    return d_head**-0.5\n")
    assert main(["check", str(answer)]) == OK  # the verdict is not lost
    said = capsys.readouterr()
    assert f"✓  {EXERCISES['compact-attention'].number}" in said.out
    assert "Progress was not kept" in said.err


def test_a_check_is_kept_in_a_notebook_only(monkeypatch: Patch) -> None:
    assert exercises.check("jello", RIGHT).passed
    monkeypatch.setattr(builtins, "__IPYTHON__", True, raising=False)
    exercises.check("jello", None)
    assert kept() == ("", {})
    for answer, credit in ((7, "tried"), (RIGHT, "verified")):
        exercises.check("jello", answer)
        assert kept() == ("", {"jello": credit})
    assert "Hello World           ·✓" in str(exercises.progress())


def test_a_check_moves_a_damaged_file_away(my: Path, monkeypatch: Patch) -> None:
    """And never raises for its progress."""
    monkeypatch.setattr(builtins, "__IPYTHON__", True, raising=False)
    my.write_text("in the way")
    assert exercises.check("jello", RIGHT).passed
    my.unlink()
    for damage in ("{", '{"format": "mine"}'):
        own_file(my, damage)
        assert exercises.check("jello", RIGHT).passed
        assert kept() == ("", {"jello": "verified"})
    aside = [(my / f"progress.damaged-{i}.json").read_text() for i in (1, 2)]
    assert aside == ["{", '{"format": "mine"}']


def test_lines_have_a_sign_for_each_exercise() -> None:
    credits = {"repeat-last": "verified", "few-nonzeros": "tried", "integers": "self"}
    found = list(progress_lines(credits))
    (chapter,) = (line for line in found if line.startswith("Hello World "))
    assert chapter.split() == ["Hello", "World", "✓·✗··○···", "2", "of", "9"]
    signs = sum(line.count(sign) for line in found[:-2] for sign in "✓◐○✗·")
    assert signs == len(EXERCISES)
    assert found[-2].startswith("✓ verified 1  ◐ reviewed 0  ○ self 1  ✗ tried 1  · new ")


def test_what_to_try_next() -> None:
    first = [*WORKSHOP.slugs, *(slug for slug in PAGES if PAGES[slug] == "what_comes_next")]
    for progress, slug in (
        ({}, "build-letter"),
        # The shortest one of the first chapter.
        (dict.fromkeys(WORKSHOP.slugs, "verified"), "fifty-thirty-twenty"),
        ({"sort-33": "tried"}, "sort-33"),
        (dict.fromkeys(first, "self"), "temperature"),
        (dict.fromkeys(EXERCISES, "verified"), ""),
    ):
        found = next_one(progress, EXERCISES.values())
        assert (found.slug if found else "") == slug


OLD_FILE = b"""{"format": 1, "exercise": "norm-keeps-sums", "author": "Ada",
"note": "By angles.", "answers": []}"""
OLD_PROGRESS = """{"format": 1, "author": "Ada", "progress":
 {"sort-33": "verified", "table-as-text": "tried", "trained-embeddings": "self", "no-more": "self"}}
"""


def test_progress_from_before_the_order_changed(my: Path) -> None:
    """It names exercises by their slugs, so that chapters may be inserted and moved.

    One that there is no more is left out.
    """
    own_file(my, OLD_PROGRESS)
    found = {"sort-33": "verified", "table-as-text": "tried", "trained-embeddings": "self"}
    assert kept() == ("Ada", found)
    keep({"sort-33": "tried"})
    assert kept() == ("Ada", found)
    assert next_one(found, EXERCISES.values()) is EXERCISES["table-as-text"]
    moved = graded(OLD_FILE)
    assert (moved.credit, moved.exercise) == ("self", "norm-keeps-sums")
