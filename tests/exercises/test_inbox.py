"""Whatever lies in an inbox: each file has a row, which says what to ask for."""

import os
from pathlib import Path
from typing import Any

import pytest

from exercises.__main__ import OK, main
from exercises.handing_in.format import MOST_BYTES, Refused, Submission
from exercises.handing_in.inbox import below, everything, submissions
from exercises.handing_in.record import submission_bytes
from exercises.handing_in.requests import PLEASE, read_submission, request_for, with_request
from tests.exercises.conftest import Patch, Said
from tests.exercises.laws import of_each

RIGHT = submission_bytes(Submission("norm-keeps-sums", "ada.lovelace@school.invalid", "Q.E.D."))
CELLS = b'{"cells": [{"source": ["check(\\"repeat-last\\", mine)"]}], "nbformat": 4}'


@of_each(["a.json", "late.json.txt", "proof.txt", "A.JSON", "a", "a.json_"])
def test_a_submission_is_read_whatever_it_is_called(name: str) -> None:
    for before in (b"", b"\xef\xbb\xbf", b"\r\n "):
        assert request_for(name, before + RIGHT) == "", before


@of_each(
    [
        ("zoe.ipynb", CELLS, "a notebook; please run `taotp-exercises submit zoe.ipynb repeat"),
        ("zoe.json", CELLS, "a notebook; please call it zoe.ipynb again, run `taotp-exercises"),
        ("my work.py", b"check('x')", 'please run `taotp-exercises submit "my work.py" EXER'),
        ("a.py", b"check('repeat-last', a); check('few-nonzeros', b)", "submit a.py EXERCISE`"),
        ("$(rm -r x).py", b"", "the file is empty"),
        ("$(rm -r x).py", b"x", "please run `taotp-exercises submit FILE EXERCISE`"),
        ("echo.taotp", b"x", "this is the text of a machine; please run"),
        ("proof.md", b"Q", "if it is a proof, please run `taotp-exercises submit proof.md"),
        ("essay.docx", b"PK\3\4", "please save it as plain text, as essay.md, and run `taotp"),
        ("essay.PDF", b"%PDF", "this is a PDF; if it is a proof"),
        ("all.zip", b"PK\3\4", f"this is an archive; {PLEASE}, without packing it"),
        ("photo.heic", b"x", f"this is a picture; {PLEASE}"),
        ("a.json.crdownload", b"x", f"this is a transfer that did not finish; {PLEASE}"),
        ("a.xyz", b"x", f"this is a file of another kind; {PLEASE}"),
        ("a.json", b" \n", f"the file is empty; {PLEASE}"),
    ]
)
def test_what_to_ask_for(name: str, data: bytes, wish: str) -> None:
    assert wish in request_for(name, data)


@of_each(["zoe_LATE_12_34_my_work.py", "Zoe_12_assignsubmission_file_my_work.py", "my_work.py"])
def test_a_file_has_the_name_that_its_author_knows(name: str, *, tmp_path: Path) -> None:
    (tmp_path / name).write_text("x = 1")
    with pytest.raises(Refused, match="submit my_work.py EXERCISE"):
        read_submission(tmp_path / name)


def test_what_is_too_large_or_closed(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b" " * (MOST_BYTES + 1))
    with pytest.raises(Refused, match="bytes; at most") as refused:
        read_submission(path)
    assert with_request(str(refused.value)).endswith(PLEASE)
    closed = "it cannot be opened: Permission denied"  # which is not its author's fault
    assert with_request(closed) == closed


def test_what_a_system_makes_is_passed_over(tmp_path: Path) -> None:
    for name in (
        *(
            ".DS_Store",
            "._a.json",
            "._a.json.swp",
            "Thumbs.db",
            "desktop.ini",
            "~$essay.docx",
            ".gitignore",
        ),
        *("__MACOSX/a.json", ".git/config", ".ipynb_checkpoints/a.ipynb", "__pycache__/a.pyc"),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(RIGHT)
    kept = [tmp_path / ".json", tmp_path / "a.json", tmp_path / "ada" / "b.json"]
    kept[2].parent.mkdir()
    for path in kept:
        path.write_bytes(RIGHT)
    assert list(everything(tmp_path)) == kept
    assert list(everything(tmp_path, below(tmp_path, [kept[2].parent, Path("x")]))) == kept[:2]
    entries = [path.name for path in submissions(tmp_path) if path.parent == tmp_path]
    assert entries == [".json", "a.json"]


def test_a_folder_that_cannot_be_read_has_a_row(tmp_path: Path, monkeypatch: Patch) -> None:
    def closed(folder: Path, onerror: Any) -> Any:
        onerror(PermissionError(13, "Permission denied", str(tmp_path / "d")))
        yield str(tmp_path), [], ["a.json"]

    monkeypatch.setattr(os, "walk", closed)
    for files in (submissions, everything):
        assert list(files(tmp_path)) == [tmp_path / "d", tmp_path / "a.json"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_to_a_folder_has_a_row_and_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "x.json").write_bytes(RIGHT)
    (tmp_path / "in" / "link").symlink_to(tmp_path, target_is_directory=True)
    assert list(everything(tmp_path / "in")) == [tmp_path / "in" / "link"]


@pytest.mark.usefixtures("no_workers")
def test_an_address_may_be_the_author(tmp_path: Path, capsys: Said) -> None:
    proof = tmp_path / "proof.md"
    proof.write_text("Q.E.D.")
    who = "ada.lovelace@school.invalid"
    assert main(["submit", str(proof), "norm-keeps-sums", "--author", who]) == OK
    assert (tmp_path / "my/submissions/norm-keeps-sums" / f"{who}.json").is_file()
    inbox = str(tmp_path / "my" / "submissions")
    assert main(["grade", inbox, "--feedback", str(tmp_path / "texts")]) == OK
    assert (tmp_path / "texts" / f"{who}.md").read_text("utf-8").startswith(f"# Feedback for {who}")
