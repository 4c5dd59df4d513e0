"""A folder of submissions: its table, its feedback, what is kept, and nothing half-written."""

import codecs
import csv
import errno
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from operator import methodcaller
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import exercises
from exercises import check
from exercises.__main__ import BAD_INPUT, FAILED, INTERRUPTED, OK, main
from exercises.catalogue import EXERCISES
from exercises.catalogue.hello_world import repeat_last
from exercises.catalogue.searching import thrifty_search
from exercises.handing_in.format import MOST_BYTES, Answer, Submission, parse
from exercises.handing_in.grade import (
    ENDED,
    SECONDS,
    Grade,
    Handed,
    grade,
    graded,
    seed_of,
    within_limits,
)
from exercises.handing_in.inbox import submissions
from exercises.handing_in.ledger import Ledger
from exercises.handing_in.marks import file_name
from exercises.handing_in.record import record, submission_bytes
from exercises.handing_in.tables import harmless
from exercises.order import NUMBERS
from taotp.programs.hello_world import hello_world
from taotp_core.decode import predictions
from taotp_core.weights import Transformer
from tests.cluster import Cluster
from tests.exercises.laws import of_each
from tests.exercises.test_submit import changed, repeat_last_file
from tools.sampling import at_night, drawn


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    """Two right ones (one a copy), a wrong one, a word, and three that are no submissions."""
    folder = tmp_path / "inbox"
    folder.mkdir()
    right = repeat_last_file(repeat_last.repeat_last)
    (folder / "a.json").write_bytes(right)
    (folder / "b.json").write_bytes(changed(right, lambda whole: whole.update(author="Bo")))
    wrong = repeat_last_file(repeat_last.wrong_line(), "Cy")
    (folder / "c.json").write_bytes(wrong)
    (folder / "d").mkdir()
    word = Submission("norm-keeps-sums", "Ada", "It has mean zero: <script>alert(1)</script>")
    (folder / "d" / "=d.json").write_bytes(submission_bytes(word))
    (folder / "e.json").write_bytes(b"\x80pickle")
    (folder / "f.json").write_text('{"format": 1}')
    (folder / "notes.txt").write_text("a proof?")
    return folder


def rows(path: Path) -> list[dict[str, str]]:
    """The rows of a table of marks."""
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))


def test_table(inbox: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    marks = tmp_path / "marks.csv"
    assert main(["grade", str(inbox), "--csv", str(marks)]) == FAILED
    found = rows(marks)
    assert [row["file"] for row in found] == [
        *("a.json", "b.json", "c.json", "e.json", "f.json", "notes.txt"), "d/=d.json",
    ]  # fmt: skip
    assert [row["credit"] for row in found] == [
        *("verified", "verified", "tried", "refused", "refused", "refused", "self"),
    ]  # fmt: skip
    first, copy, wrong, *_ = found
    assert first["words"].startswith("81682 inputs, 4782 parameters")
    assert first["precisions"] == "float64 float32"
    assert (first["same_arrays_as"], copy["same_arrays_as"]) == ("Bo (b.json)", "Ada (a.json)")
    assert wrong["words"] == str(check("repeat-last", repeat_last.wrong_line()).text)
    assert wrong["prompt"]
    assert "7 files: 2 verified, 1 tried, 3 refused, 1 self" in capsys.readouterr().out


def test_the_prompt_of_a_wrong_one_shows_that_it_is_wrong() -> None:
    grade = graded(repeat_last_file(repeat_last.wrong_line()))
    tokens = [int(token) for token in grade.prompt.split()]
    size = int(grade.words.split("(V=")[1].split(")")[0])
    model = repeat_last.wrong_line()(size, 50)
    assert predictions(model, np.array(tokens))[-1] != tokens[-1]


@pytest.mark.usefixtures("no_workers")
def test_without_a_table_every_file_has_a_line(
    inbox: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["grade", str(inbox)])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 8
    assert lines[0].startswith(
        f"✓  a.json: Ada, {NUMBERS['repeat-last']} repeat-last: 81682 inputs"
    )
    words = "-  e.json: not a submission: the file is not UTF-8 text; please hand in the .json file"
    assert lines[3].startswith(words)


@pytest.mark.usefixtures("no_workers")
def test_reviews_are_kept_with_the_bytes_they_were_written_for(inbox: Path, tmp_path: Path) -> None:
    marks = tmp_path / "marks.csv"
    command = ["grade", str(inbox), "--csv", str(marks)]
    main(command)
    found = rows(marks)
    found[-1] |= {"reviewed": "Yes", "remark": "a good proof"}
    found[2] |= {"reviewed": "no", "remark": "look at b"}
    with marks.open("w", newline="", encoding="utf-8-sig") as file:  # as spreadsheets write it
        writer = csv.DictWriter(file, found[0])
        writer.writeheader()
        writer.writerows(found)
    main(command)
    again = rows(marks)
    assert (again[-1]["credit"], again[-1]["remark"]) == ("reviewed", "a good proof")
    assert (again[2]["credit"], again[2]["remark"]) == ("tried", "look at b")
    (inbox / "d" / "=d.json").write_bytes(
        submission_bytes(Submission("norm-keeps-sums", "Ada", "other"))
    )
    main(command)
    assert (rows(marks)[-1]["credit"], rows(marks)[-1]["remark"]) == ("self", "a good proof")


# How tables are saved; two of them are tried in a run by day.
SPREADSHEETS = (
    ("utf-8", ","), ("utf-8-sig", ";"), ("utf-16", "\t"), ("cp1252", ";"), ("utf-16", ","),
)  # fmt: skip


@pytest.mark.usefixtures("no_workers")
@pytest.mark.parametrize(("encoding", "comma"), drawn(SPREADSHEETS, 2, "spreadsheets"))
def test_a_table_as_spreadsheets_save_it(
    inbox: Path, tmp_path: Path, encoding: str, comma: str
) -> None:
    marks = tmp_path / "marks.csv"
    command = ["grade", str(inbox), "--csv", str(marks)]
    main(command)
    assert marks.read_bytes().startswith(codecs.BOM_UTF8)
    found = rows(marks)
    found[-1] |= {"reviewed": "yes", "remark": "schön; 1,5 of 2"}
    found = [row | {"group": f"G{i}"} for i, row in enumerate(found)]
    with marks.open("w", newline="", encoding=encoding, errors="replace") as file:
        writer = csv.DictWriter(file, found[0], delimiter=comma)
        writer.writeheader()
        writer.writerows(found)
    (inbox / "a.json").rename(inbox / "z.json")
    main(command)
    again = {row["file"]: row for row in rows(marks)}
    word = again["d/=d.json"]
    assert (word["credit"], word["remark"]) == ("reviewed", "schön; 1,5 of 2")
    assert word["group"] == "G6"
    assert again["z.json"]["group"] == "G0"  # known by its bytes
    assert list(word)[-1] == "group"


@pytest.mark.usefixtures("no_workers")
def test_files_without_the_ending_have_a_row(inbox: Path, tmp_path: Path) -> None:
    (inbox / "a.json").rename(inbox / "A.JSON")
    (inbox / "b.json").rename(inbox / "b")
    (inbox / "d" / "f.json").write_bytes(b"\xef\xbb\xbf" + (inbox / "c.json").read_bytes())
    main(["grade", str(inbox), "--csv", str(tmp_path / "marks.csv")])
    found = {row["file"]: row["credit"] for row in rows(tmp_path / "marks.csv")}
    assert found["A.JSON"] == found["b"] == "verified"
    assert found["d/f.json"] == "tried"


def test_a_folder_that_cannot_be_read_has_a_row(
    inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(folder: Path, onerror: Any) -> Any:
        onerror(PermissionError(13, "Permission denied", str(inbox / "d")))
        yield str(inbox), [], ["a.json"]

    monkeypatch.setattr(os, "walk", closed)
    assert list(submissions(inbox)) == [inbox / "d", inbox / "a.json"]


@pytest.mark.usefixtures("no_workers")
def test_feedback_for_any_name(tmp_path: Path) -> None:
    folder = tmp_path / "inbox"
    folder.mkdir()
    right = repeat_last_file(repeat_last.repeat_last)
    names = ["\U00020000" * 60, "Strauß", "Strauss", "राम", "J. R. Smith"]
    for i, author in enumerate(names):
        by_them = changed(right, methodcaller("update", author=author))
        (folder / f"{i}.json").write_bytes(by_them)
    assert main(["grade", str(folder), "--feedback", str(tmp_path / "out")]) == OK
    assert len(list((tmp_path / "out").glob("*.md"))) == len(names)


@pytest.mark.usefixtures("no_workers")
def test_feedback_for_the_others_is_written(
    inbox: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "Ada.md").write_text("# my own notes")
    (out / "Bo.md").mkdir()
    main(["grade", str(inbox), "--feedback", str(out)])
    assert (out / "Ada.md").read_text() == "# my own notes"
    assert (out / "Cy.md").exists()
    err = capsys.readouterr().err
    assert "Ada.md holds something else" in err
    assert "Bo.md is no ordinary file" in err


def test_a_name_on_a_disk_that_knows_ascii_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "getfilesystemencoding", lambda: "ascii")
    names = [file_name(author) for author in ("Ada", "José", "Josè", "李")]
    assert names[0] == "Ada"
    assert len(set(names)) == 4
    assert all(name.isascii() for name in names)


def deadly(handed: Handed) -> tuple[Grade, bool]:
    """Grade a file, and end the process at one that holds a script."""
    if b"<script>" in handed.data:
        os._exit(9)
    return within_limits(handed)


@pytest.mark.slow
@pytest.mark.parametrize("workers", drawn(["1", "2"], 1, "workers"))
def test_a_file_that_ends_its_worker_has_a_row_and_the_others_go_on(
    inbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    monkeypatch.setattr("exercises.handing_in.grade.within_limits", deadly)
    marks = tmp_path / "marks.csv"
    command = ["grade", str(inbox), "--csv", str(marks), "--workers", workers]
    assert main(command) == FAILED
    *others, last = rows(marks)
    assert (last["credit"], last["words"]) == ("unfinished", ENDED)
    assert [row["credit"] for row in others] == [
        *("verified", "verified", "tried", "refused", "refused", "refused"),
    ]  # fmt: skip
    monkeypatch.undo()
    monkeypatch.setenv("TAOTP_MY", str(tmp_path / "my"))
    assert main(command) == FAILED
    assert rows(marks)[-1]["words"] == ENDED  # remembered, and not tried again
    assert main([*command, "--anew"]) == FAILED
    assert rows(marks)[-1]["credit"] == "self"


@pytest.mark.slow
def test_a_run_that_was_killed_is_taken_up(inbox: Path, tmp_path: Path) -> None:
    code = (
        "import os, sys\nfrom exercises.__main__ import main\n"
        "from exercises.handing_in.ledger import Ledger\n"
        "end = os._exit  # main takes it away from what is handed in\n"
        "Ledger.put = lambda *asked: end(9)\nmain(sys.argv[1:])"
    )
    marks = tmp_path / "marks.csv"
    command = ["grade", str(inbox), "--csv", str(marks)]
    assert subprocess.run([sys.executable, "-c", code, *command]).returncode == 9
    assert not marks.exists()
    assert main(command) == FAILED
    assert rows(marks)[0]["credit"] == "verified"


def test_a_table_is_tried_apart_where_a_run_ended_at_it(
    inbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, ledger = inbox / "d" / "=d.json", Ledger(tmp_path / "ledger.sqlite")
    ledger.begin(Handed(0, "", path.read_bytes()).known_as)
    monkeypatch.setattr("exercises.handing_in.grade.within_limits", deadly)
    assert grade(path, "d", ledger).words == ENDED
    monkeypatch.undo()
    assert grade(path, "d", ledger).words == ENDED
    assert grade(path, "d").credit == "self"


# Many processes, and a cluster


@pytest.mark.slow(longest=True)
def test_any_number_of_workers_and_a_cluster_make_the_same_table(
    inbox: Path, tmp_path: Path, two: Cluster
) -> None:
    several = [["--workers", "1"], ["--workers", "3"], ["--dask", two.address]]
    for i, name in enumerate("abcef"):
        shutil.copy(inbox / f"{name}.json", inbox / f"{i:02}.json")
    tables = []
    for i, options in enumerate(several):
        marks = tmp_path / f"{i}.csv"
        assert main(["grade", str(inbox), "--anew", "--csv", str(marks), *options]) == FAILED
        tables.append(marks.read_bytes())
    assert len(rows(tmp_path / "0.csv")) == 12
    assert tables[0] == tables[1] == tables[2]


@pytest.mark.slow
def test_a_cluster_remembers_and_goes_on(
    inbox: Path, tmp_path: Path, two: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks = tmp_path / "marks.csv"
    command = ["grade", str(inbox), "--csv", str(marks), "--dask", two.address]
    monkeypatch.setattr("exercises.handing_in.grade.within_limits", deadly)
    main(command)
    assert [row["words"] == ENDED for row in rows(marks)] == [False] * 6 + [True]
    monkeypatch.setattr("exercises.handing_in.grade.run", nobody)
    main(command)
    assert [row["words"] == ENDED for row in rows(marks)] == [False] * 6 + [True]


def nobody(do: object, tasks: Iterable[Handed], *who: object) -> Iterator[Any]:
    """Workers to whom nothing must be given."""
    for handed in tasks:
        raise AssertionError(f"{handed.name} is judged again")
    yield from ()


def test_who_works_is_asked_with_care(inbox: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in (["--workers", "0"], ["--workers", "x"], ["--workers", "1", "--dask", "x"]):
        with pytest.raises(SystemExit):
            main(["grade", str(inbox), *wrong])
    assert "no whole number from 1" in capsys.readouterr().err
    assert main(["grade", str(inbox), "--dask", "nowhere://x"]) == BAD_INPUT
    assert "no scheduler answers at nowhere://x" in capsys.readouterr().err


@pytest.mark.usefixtures("no_workers")
def test_another_file_is_not_written_over(inbox: Path, tmp_path: Path) -> None:
    for text in (
        b"secret\n",
        b"",
        (inbox / "a.json").read_bytes(),
        b"my,own,table\n1,2,3\n",
        b"\xff\xfe\x00",
        b"x" * 200_000 + b"\n1\n",
    ):
        other = tmp_path / "other.csv"
        other.write_bytes(text)
        assert main(["grade", str(inbox), "--csv", str(other)]) == BAD_INPUT
        assert other.read_bytes() == text


@of_each(["=1+1", "+1", "-1", "@x", "\tx", "\r"])
def test_no_cell_is_a_formula(cell: str) -> None:
    assert harmless(cell) == "'" + cell
    assert harmless("x" + cell) == "x" + cell


@pytest.mark.usefixtures("no_workers")
def test_feedback(inbox: Path, tmp_path: Path) -> None:
    folder = tmp_path / "feedback"
    main(["grade", str(inbox), "--feedback", str(folder)])
    assert sorted(path.name for path in folder.iterdir()) == [
        *("Ada.md", "Ada.progress.json", "Bo.md", "Bo.progress.json", "Cy.md"),
        *("Cy.progress.json", "_not_read.md"),
    ]  # fmt: skip
    ada = (folder / "Ada.md").read_text("utf-8")
    words = "repeat-last\n\n    a.json\n\n✓ verified by machine\n\n    81682 inputs"
    assert f"## {NUMBERS['repeat-last']} {words}" in ada
    assert "○ the solver's word, for a person to review" in ada
    assert "<script>" not in ada
    wrong = (folder / "Cy.md").read_text("utf-8")
    assert "✗ not right" in wrong
    assert "A prompt to try in a figure of the chapter:\n\n    " in wrong
    assert "e.json: the file is not UTF-8 text" in (folder / "_not_read.md").read_text("utf-8")
    assert json.loads((folder / "Ada.progress.json").read_bytes())["progress"] == {
        "repeat-last": "verified", "norm-keeps-sums": "self"
    }  # fmt: skip


# Seeds, salts, precisions, copies


def search_file(make: Any) -> bytes:
    """A submission for an exercise whose inputs are drawn."""
    _, answers = record(EXERCISES["thrifty-search"], {"thrifty_search": make})
    return submission_bytes(Submission("thrifty-search", "Ada", "", tuple(answers)))


def test_inputs_follow_from_the_arrays_and_the_salt() -> None:
    data = search_file(thrifty_search.thrifty_search)
    arrays = graded(data).arrays
    assert len({seed_of(arrays, b""), seed_of(arrays, b"salt"), seed_of("other", b"")}) == 3
    noted = changed(data, lambda whole: whole.update(author="Bo", note="try 7"))
    assert graded(noted).arrays == arrays  # so that no name or note moves the inputs
    assert graded(noted).words == graded(data).words
    assert graded(data, b"salt") == graded(data, b"salt")
    counts = {graded(data, salt).words.split(" inputs")[0] for salt in (b"", b"a", b"b", b"c")}
    assert len(counts) > 1
    assert str(check("thrifty-search", thrifty_search.thrifty_search)) == str(
        check("thrifty-search", thrifty_search.thrifty_search)
    )  # a notebook says the same in every run


@pytest.mark.usefixtures("no_workers")
def test_salt_of_the_command(inbox: Path, tmp_path: Path) -> None:
    salt = tmp_path / "salt.txt"
    command = ["grade", str(inbox), "--class-salt", str(salt)]
    assert main(command) == BAD_INPUT
    salt.write_text("  \n")
    assert main(command) == BAD_INPUT
    salt.write_text("secret\n")
    assert main(command) == FAILED


def test_precisions_are_those_in_which_it_is_right() -> None:
    assert graded(repeat_last_file(repeat_last.repeat_last)).precisions == ("float32",)
    assert graded(search_file(thrifty_search.thrifty_search)).precisions == ("float32",)
    value = submission_bytes(Submission("other-base", "Ada", "", tuple(
        Answer("parameters_in_base", (b,), 58 * b + 49) for b in (2, 3, 7, 10, 12, 16, 60, 100)
    )))  # fmt: skip
    assert graded(value).precisions is None


def test_equal_arrays_are_recognized_however_they_are_written() -> None:
    program = hello_world()
    one = Submission("no-positions", "Ada", "", (Answer("hel_word", (), program),))

    def sparse(whole: dict[str, Any]) -> None:
        inside = whole["answers"][0]["returned"]["program"]
        W = np.array(inside["model"]["W_E"])
        entries = [[*map(int, place), W[tuple(place)]] for place in np.argwhere(W)]
        inside["model"]["W_E"] = {"shape": list(W.shape), "entries": entries}
        inside["vocabulary"] = [f"{symbol}!" for symbol in inside["vocabulary"]]
        inside["start"], inside["stop"] = "<start>!", "<stop>!"
        whole |= {"author": "Bo", "note": "all my own work"}

    def other(whole: dict[str, Any]) -> None:
        whole["answers"][0]["returned"]["program"]["model"]["W_E"][0][0] += 1e-9

    data = submission_bytes(one)
    assert graded(changed(data, sparse)).arrays == graded(data).arrays != ""
    assert graded(changed(data, other)).arrays != graded(data).arrays


def test_negative_zero_is_zero() -> None:
    zeros = [np.array([[1.0, 2.0, zero]]) for zero in (0.0, -0.0)]
    names = {
        graded(
            submission_bytes(Submission("weak-spike", "Ada", "", (Answer("weak_spike", (), W),)))
        ).arrays
        for W in zeros
    }
    assert len(names) == 1


# Resumable, and nothing half-written


@pytest.mark.usefixtures("no_workers")
def test_a_second_run_judges_nothing_again(
    inbox: Path, tmp_path: Path, my: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "1.csv", tmp_path / "2.csv"
    main(["grade", str(inbox), "--csv", str(first)])

    monkeypatch.setattr("exercises.handing_in.grade.run", nobody)
    main(["grade", str(inbox), "--csv", str(second)])
    assert first.read_bytes() == second.read_bytes()
    with pytest.raises(AssertionError, match="judged again"):
        main(["grade", str(inbox), "--anew"])
    (my / "ledger.sqlite").unlink()
    with pytest.raises(AssertionError, match="judged again"):
        main(["grade", str(inbox)])


def test_an_interrupted_run_is_taken_up(
    inbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    marks, judged = tmp_path / "marks.csv", []

    def interrupted(do: Any, tasks: Iterable[Handed], *who: Any) -> Iterator[Any]:
        for handed in tasks:
            judged.append(handed.name)
            if len(judged) == 3:
                raise KeyboardInterrupt
            yield handed, do(handed)

    monkeypatch.setattr("exercises.handing_in.grade.run", interrupted)
    assert main(["grade", str(inbox), "--csv", str(marks)]) == INTERRUPTED
    assert "what was finished is kept" in capsys.readouterr().err
    assert not marks.exists()
    assert main(["grade", str(inbox), "--csv", str(marks)]) == FAILED
    assert len(judged) == 3 + 4  # two of six were known
    assert len(rows(marks)) == 7


def test_other_code_grades_anew(
    inbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ledger.sqlite"
    Ledger(path).put("x", {"credit": "verified"})
    assert Ledger(path).get("x") == {"credit": "verified"}
    monkeypatch.setattr("exercises.handing_in.ledger.code", lambda: "other")
    assert Ledger(path).get("x") is None


@pytest.mark.parametrize("damage", [b"", b"not a database", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_ledger_is_made_anew(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "ledger.sqlite"
    path.write_bytes(damage)
    Ledger(path).put("x", {"a": 1})
    assert Ledger(path).get("x") == {"a": 1}


def test_a_ledger_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    ledger = Ledger(tmp_path / "file" / "ledger.sqlite")
    ledger.put("x", {"a": 1})
    assert ledger.get("x") is None


@pytest.mark.usefixtures("no_workers")
@pytest.mark.parametrize("option", ["--csv", "--feedback"])
def test_a_full_disk_leaves_what_was_there(
    inbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], option: str,
) -> None:  # fmt: skip
    target = tmp_path / "out"
    command = ["grade", str(inbox), option, str(target)]
    main(command)
    before = {path: path.read_bytes() for path in [target, *target.rglob("*")] if path.is_file()}
    (inbox / "a.json").unlink()

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)  # which is where a disk says so at the latest
    assert main(command) == FAILED
    assert "the disk is full" in capsys.readouterr().err
    after = {path: path.read_bytes() for path in [target, *target.rglob("*")] if path.is_file()}
    assert after == before


@pytest.mark.usefixtures("no_workers")
def test_all_right_is_status_0_and_nothing_there_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "one"
    folder.mkdir()
    assert main(["grade", str(folder)]) == FAILED
    (folder / "a.json").write_bytes(repeat_last_file(repeat_last.repeat_last))
    assert main(["grade", str(folder)]) == OK
    assert main(["grade", str(folder / "none")]) == BAD_INPUT


@pytest.mark.slow(longest=True)
def test_a_class(tmp_path: Path) -> None:
    many = 100 if at_night() else 21
    folder = tmp_path / "class"
    folder.mkdir()
    rng = np.random.default_rng(0)
    for i in range(many):
        gain, shift = rng.uniform(1, 9), rng.normal()

        def own(d_vocab: int, n_ctx: int, gain: float = gain, shift: float = shift) -> Transformer:
            model = repeat_last.repeat_last(d_vocab, n_ctx)
            return Transformer(gain * model.W_E + shift, model.W_pos)

        data = repeat_last_file(own, f"Pupil {i}")
        (folder / f"{i:02}.json").write_bytes(data if i % 10 else data[: len(data) // (1 + i % 7)])
    main(["grade", str(folder), "--csv", str(tmp_path / "marks.csv")])
    credits = [row["credit"] for row in rows(tmp_path / "marks.csv")]
    cut = [i for i in range(0, many, 10) if i % 7]  # the others are cut to all of it
    assert credits.count("verified") == many - len(cut)
    assert credits.count("refused") == len(cut) > 1


def test_the_page_for_teachers_says_the_limits(root: Path) -> None:
    page = (root / "book/for_teachers.md").read_text("utf-8")
    assert "Waste five minutes of one core" in page
    assert "at most two million bytes" in page
    assert (SECONDS, MOST_BYTES) == (5 * 60, 2_000_000)


def test_parse_is_the_only_reader() -> None:
    folder = Path(str(exercises.__file__)).parent
    readers = {
        path.name
        for path in folder.rglob("*.py")
        if "json.loads" in path.read_text("utf-8") or "pickle" in path.read_text("utf-8")
    }
    # The ledger and the certificates are our own; what is handed in goes through one door.
    assert readers == {"format.py", "ledger.py", "certificates.py"}
    assert parse(repeat_last_file(repeat_last.repeat_last)).author == "Ada"


@pytest.mark.usefixtures("no_workers")
def test_feedback_has_no_markup_of_a_file(tmp_path: Path) -> None:
    name = "<img src=x onerror=1>.json"
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / name).write_text('{"format": "<script>1</script>"}')
    whole = {"format": 1, "exercise": "repeat-last", "author": "Ada", "answers": "<b>"}
    (tmp_path / "in" / "b.json").write_text(json.dumps(whole))
    main(["grade", str(tmp_path / "in"), "--feedback", str(tmp_path / "out")])
    pages = [path.read_text("utf-8") for path in (tmp_path / "out").glob("*.md")]
    assert any("&lt;img src=x onerror=1>.json" in page for page in pages)
    assert not any("<" in page for page in pages)
