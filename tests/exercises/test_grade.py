"""A folder of submissions: its table, its feedback, what is kept, and nothing half-written."""

import codecs
import csv
import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
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
from exercises.handing_in.ledger import Ledger
from exercises.handing_in.marks import file_name
from exercises.handing_in.record import record, submission_bytes
from exercises.handing_in.tables import harmless
from exercises.order import NUMBERS
from taotp.programs.hello_world import hello_world
from taotp_core.decode import predictions
from tests.cluster import Cluster
from tests.exercises.conftest import Patch, Said, full_disk
from tests.exercises.laws import of_each
from tests.exercises.test_submit import changed, repeat_last_file
from tests.exercises.verdicts import recorded
from tests.laws import every
from tools.sampling import drawn


@cache
def handed(author: str = "Ada", wrong: bool = False) -> bytes:
    """A file on repeat-last."""
    return repeat_last_file(repeat_last.wrong_line() if wrong else repeat_last.repeat_last, author)


def word(note: str) -> bytes:
    """A proof, which is its solver's word."""
    return submission_bytes(Submission("norm-keeps-sums", "Ada", note))


OTHERS = ["verified", "verified", "tried", "refused", "refused", "refused"]
# How tables are saved; two of them are tried in a run by day.
SPREADSHEETS = (
    ("utf-8", ","), ("utf-8-sig", ";"), ("utf-16", "\t"), ("cp1252", ";"), ("utf-16", ","),
)  # fmt: skip


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    """Two right ones (one a copy), a wrong one, a word, and three that are no submissions."""
    folder = tmp_path / "inbox"
    (folder / "d").mkdir(parents=True)
    for name, data in {
        "a.json": handed(), "b.json": handed("Bo"), "c.json": handed("Cy", wrong=True),
        "d/=d.json": word("It has mean zero: <script>alert(1)</script>"),
        "e.json": b"\x80pickle", "f.json": b'{"format": 1}', "notes.txt": b"a proof?",
    }.items():  # fmt: skip
        (folder / name).write_bytes(data)
    return folder


def rows(path: Path) -> list[dict[str, str]]:
    """The rows of a table of marks."""
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))


def credits_in(path: Path) -> list[str]:
    """What files have in a table of marks, one behind the other."""
    return [row["credit"] for row in rows(path)]


@pytest.mark.usefixtures("no_workers")
def test_table(inbox: Path, tmp_path: Path, capsys: Said) -> None:
    marks = tmp_path / "marks.csv"
    assert main(["grade", str(inbox), "--csv", str(marks)]) == FAILED
    found = rows(marks)
    files = "a.json b.json c.json e.json f.json notes.txt d/=d.json"
    assert [row["file"] for row in found] == files.split()
    assert credits_in(marks) == [*OTHERS, "self"]
    first, copy, wrong, *_ = found
    assert first["words"].startswith("81682 inputs, 4782 parameters")
    assert first["precisions"] == "float64 float32"
    assert (first["same_arrays_as"], copy["same_arrays_as"]) == ("Bo (b.json)", "Ada (a.json)")
    assert wrong["words"] == str(check("repeat-last", repeat_last.wrong_line()).text)
    assert wrong["prompt"]
    assert "7 files: 2 verified, 1 tried, 3 refused, 1 self" in capsys.readouterr().out


def graded_in(
    folder: Path, files: dict[str, bytes], *more: str
) -> tuple[list[dict[str, str]], Path]:
    """The table of marks of some files in a folder, and where their feedback is."""
    for name, data in files.items():
        (folder / "inbox" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "inbox" / name).write_bytes(data)
    table, texts = folder / "marks.csv", folder / "texts"
    main(["grade", str(folder / "inbox"), "--csv", str(table), "--feedback", str(texts), *more])
    return rows(table), texts


COPIED = {  # a file of Ada's, and the very same from another student
    "two folders": ("ada/x.json", "bo/x.json", "bo"),
    "Moodle": (
        "Ada_17_assignsubmission_file_/x.json", "Bo_18_assignsubmission_file_/x.json", "Bo 18",
    ),
    "Canvas": ("ada_17_901_x.json", "bo_18_902_x.json", "bo 18"),
}  # fmt: skip


@every("way", COPIED)
@pytest.mark.usefixtures("no_workers")
def test_a_file_that_two_hand_in_is_named_by_who_sent_it(
    way: str, tmp_path: Path, capsys: Said
) -> None:
    """Both have Ada as its author: the copy was hers, with her points and in her feedback."""
    of_ada, of_bo, bo = COPIED[way]
    proof = word("It has mean zero.")
    found, texts = graded_in(
        tmp_path / way, {of_ada: proof, of_bo: proof},
        "--by-student", str(tmp_path / way / "students.csv"),
    )  # fmt: skip
    by_file = {row["file"]: row for row in found}
    assert by_file[of_ada]["same_arrays_as"] == f"{bo} ({of_bo}, the same file)"
    assert by_file[of_bo]["same_arrays_as"] == f"Ada ({of_ada}, the same file)"
    assert [by_file[name]["differs"] for name in (of_ada, of_bo)] == ["", "yes"]
    said = capsys.readouterr().out
    assert said.count("The same file, to the last byte, is from ") == 1
    assert f"{bo} ({of_bo})" in said
    students = rows(tmp_path / way / "students.csv")
    assert [row["files"] for row in students] == ["1", "1"]
    assert {path.name for path in texts.iterdir()} == {
        f"{name}.{end}" for name in ("Ada", bo) for end in ("md", "progress.json")
    }


@pytest.mark.usefixtures("no_workers")
def test_what_one_hands_in_twice_is_no_copy(tmp_path: Path, capsys: Said) -> None:
    proof = word("It has mean zero.")
    twice = {f"week {number}/{name}": proof for number in (1, 2) for name in ("a.json", "b.json")}
    found, _ = graded_in(tmp_path, twice)
    assert {(row["same_arrays_as"], row["differs"]) for row in found} == {("", "")}
    assert "The same file" not in capsys.readouterr().out


@pytest.mark.usefixtures("no_workers")
def test_each_person_has_a_page_of_their_own(tmp_path: Path, monkeypatch: Patch) -> None:
    """Also those whose names a disk takes for one, or cannot write."""
    authors = ["Bo", "Bo.", "bo", "B\u00f6", "Bo\u0308", "Bo-1", "Bo 1", "Bo.1", "\U00020000" * 60]
    notes = {
        f"{i}.json": submission_bytes(Submission("norm-keeps-sums", author, f"proof {i}"))
        for i, author in enumerate(authors)
    }
    _, texts = graded_in(tmp_path, notes)
    pages = [path for path in texts.iterdir() if path.suffix == ".md"]
    told = [path.read_text("utf-8") for path in pages]
    assert sum(f"{i}.json" in text for text in told for i in range(len(authors))) == len(authors)
    assert len(pages) == len(authors) - 2, "capitals and ways to write a letter make no difference"
    assert len({path.name.casefold() for path in pages}) == len(pages)
    monkeypatch.setattr(sys, "getfilesystemencoding", lambda: "ascii")
    found = [file_name(author) for author in ("Ada", "José", "Josè", "李")]
    assert found[0] == "Ada" and len(set(found)) == 4
    assert all(name.isascii() for name in found)


def test_the_prompt_of_a_wrong_one_shows_that_it_is_wrong() -> None:
    grade = graded(handed("Cy", wrong=True))
    tokens = [int(token) for token in grade.prompt.split()]
    size = int(grade.words.split("(V=")[1].split(")")[0])
    model = repeat_last.wrong_line()(size, 50)
    assert predictions(model, np.array(tokens))[-1] != tokens[-1]


@pytest.mark.usefixtures("no_workers")
def test_without_a_table_every_file_has_a_line(inbox: Path, capsys: Said) -> None:
    main(["grade", str(inbox)])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 8
    assert lines[0].startswith(
        f"✓  a.json: Ada, {NUMBERS['repeat-last']} repeat-last: 81682 inputs"
    )
    words = "-  e.json: not a submission: the file is not UTF-8 text; please hand in the .json file"
    assert lines[3].startswith(words)


@pytest.mark.usefixtures("no_workers")
@of_each(lambda: drawn(SPREADSHEETS, 2, "spreadsheets"))
def test_reviews_are_kept_with_the_bytes_they_were_written_for(
    encoding: str, comma: str, *, inbox: Path, tmp_path: Path
) -> None:
    """However a spreadsheet saves the table, and whatever columns a person adds."""
    marks, proof = tmp_path / "marks.csv", inbox / "d" / "=d.json"
    data = proof.read_bytes()
    command = ["grade", str(inbox), "--csv", str(marks)]
    marks.unlink(missing_ok=True)
    main(command)
    assert marks.read_bytes().startswith(codecs.BOM_UTF8)
    found = [row | {"group": f"G{i}"} for i, row in enumerate(rows(marks))]
    found[-1] |= {"reviewed": "Yes", "remark": "schön; 1,5 of 2"}
    found[2] |= {"reviewed": "no", "remark": "look at b"}
    with marks.open("w", newline="", encoding=encoding, errors="replace") as file:
        writer = csv.DictWriter(file, found[0], delimiter=comma)
        writer.writeheader()
        writer.writerows(found)
    (inbox / "a.json").rename(inbox / "z.json")
    main(command)
    again = {row["file"]: row for row in rows(marks)}
    both = [[again[name][of] for of in ("credit", "remark")] for name in ("d/=d.json", "c.json")]
    assert both == [["reviewed", "schön; 1,5 of 2"], ["tried", "look at b"]]
    assert again["d/=d.json"]["group"] == "G6" and [*again["z.json"]][-1] == "group"
    assert again["z.json"]["group"] == "G0"  # known by its bytes
    (inbox / "z.json").rename(inbox / "a.json")
    proof.write_bytes(word("other"))
    main(command)
    assert [rows(marks)[-1][name] for name in ("credit", "remark")] == ["self", "schön; 1,5 of 2"]
    proof.write_bytes(data)


@pytest.mark.usefixtures("no_workers")
def test_feedback_for_the_others_is_written(inbox: Path, tmp_path: Path, capsys: Said) -> None:
    out = tmp_path / "out"
    (out / "Bo.md").mkdir(parents=True)
    (out / "Ada.md").write_text("# my own notes")
    main(["grade", str(inbox), "--feedback", str(out)])
    assert (out / "Ada.md").read_text() == "# my own notes"
    assert (out / "Cy.md").exists()
    err = capsys.readouterr().err
    assert "Ada.md holds something else" in err and "Bo.md is not an ordinary file" in err


def deadly(handed: Handed) -> tuple[Grade, bool]:
    """Grade a file, and end the process at one that holds a script."""
    if b"<script>" in handed.data:
        os._exit(9)
    return within_limits(handed)


@pytest.mark.slow
def test_a_file_that_ends_its_worker_has_a_row_and_the_others_go_on(
    inbox: Path, tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr("exercises.handing_in.grade.within_limits", deadly)
    marks = tmp_path / "marks.csv"
    (workers,) = drawn(["1", "2"], 1, "workers")
    command = ["grade", str(inbox), "--csv", str(marks), "--workers", workers]
    assert main(command) == FAILED
    assert rows(marks)[-1]["words"] == ENDED
    assert credits_in(marks) == [*OTHERS, "unfinished"]
    monkeypatch.undo()
    monkeypatch.setenv("TAOTP_MY", str(tmp_path / "my"))
    assert main(command) == FAILED
    assert rows(marks)[-1]["words"] == ENDED  # remembered, and not tried again
    assert main([*command, "--anew"]) == FAILED
    assert credits_in(marks)[-1] == "self"


def test_a_table_is_tried_apart_where_a_run_ended_at_it(
    inbox: Path, tmp_path: Path, monkeypatch: Patch
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
    several = [["--workers", "3"], ["--dask", two.address]]
    for i, name in enumerate("abcef"):
        shutil.copy(inbox / f"{name}.json", inbox / f"{i:02}.json")
    tables = []
    for i, options in enumerate(several):
        marks = tmp_path / f"{i}.csv"
        assert main(["grade", str(inbox), "--anew", "--csv", str(marks), *options]) == FAILED
        tables.append(marks.read_bytes())
    assert len(rows(tmp_path / "0.csv")) == 12
    assert tables[0] == tables[1]


@pytest.mark.slow
def test_a_cluster_remembers_and_goes_on(
    inbox: Path, tmp_path: Path, two: Cluster, monkeypatch: Patch
) -> None:
    marks = tmp_path / "marks.csv"
    command = ["grade", str(inbox), "--csv", str(marks), "--dask", two.address]
    for name, do in (("within_limits", deadly), ("run", nobody)):
        monkeypatch.setattr(f"exercises.handing_in.grade.{name}", do)
        main(command)
        assert [row["words"] == ENDED for row in rows(marks)] == [False] * 6 + [True]


def nobody(do: object, tasks: Iterable[Handed], *who: object) -> Iterator[Any]:
    """Workers to whom nothing must be given."""
    for handed in tasks:
        raise AssertionError(f"{handed.name} is judged again")
    yield from ()


def test_who_works_is_asked_with_care(inbox: Path, capsys: Said) -> None:
    for wrong in (["--workers", "0"], ["--workers", "x"], ["--workers", "1", "--dask", "x"]):
        with pytest.raises(SystemExit):
            main(["grade", str(inbox), *wrong])
    assert "not a whole number from 1" in capsys.readouterr().err
    assert main(["grade", str(inbox), "--dask", "nowhere://x"]) == BAD_INPUT
    assert "no scheduler answers at nowhere://x" in capsys.readouterr().err


@pytest.mark.usefixtures("no_workers")
def test_another_file_is_not_written_over(inbox: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    submission = (inbox / "a.json").read_bytes()
    long = b"x" * 200_000 + b"\n1\n"
    for text in (b"secret\n", b"", submission, b"my,own,table\n1,2,3\n", b"\xff\xfe\x00", long):
        other.write_bytes(text)
        assert main(["grade", str(inbox), "--csv", str(other)]) == BAD_INPUT
        assert other.read_bytes() == text


@of_each(["=1+1", "+1", "-1", "@x", "\tx", "\r"])
def test_no_cell_is_a_formula(cell: str) -> None:
    assert harmless(cell) == "'" + cell
    assert harmless("x" + cell) == "x" + cell


@pytest.mark.usefixtures("no_workers")
def test_feedback(inbox: Path, tmp_path: Path) -> None:
    """It has no markup of a file, nor of a file's name."""
    (inbox / "e.json").rename(inbox / "<img src=x onerror=1>.json")
    (inbox / "f.json").write_text('{"format": "<script>1</script>"}')
    folder = tmp_path / "feedback"
    main(["grade", str(inbox), "--feedback", str(folder)])
    pages = {path.name: path.read_text("utf-8") for path in folder.iterdir()}
    people = [f"{name}.{kind}" for name in ("Ada", "Bo", "Cy") for kind in ("md", "progress.json")]
    assert sorted(pages) == [*people, "_not_read.md"]
    assert not any("<" in page for page in pages.values())
    ada, cy = pages["Ada.md"], pages["Cy.md"]
    words = "repeat-last\n\n    a.json\n\n✓ verified by machine\n\n    81682 inputs"
    assert f"## {NUMBERS['repeat-last']} {words}" in ada
    assert "○ the solver's word, for a person to review" in ada
    assert "✗ not right" in cy
    assert "A prompt to try in a figure of the chapter:\n\n    " in cy
    assert "&lt;img src=x onerror=1>.json: the file is not UTF-8 text" in pages["_not_read.md"]
    progress = {"repeat-last": "verified", "norm-keeps-sums": "self"}
    assert json.loads(pages["Ada.progress.json"])["progress"] == progress


# Seeds, salts, precisions, copies


def search_file(make: Any) -> bytes:
    """A submission for an exercise whose inputs are drawn."""
    _, answers = record(EXERCISES["thrifty-search"], {"thrifty_search": make})
    return submission_bytes(Submission("thrifty-search", "Ada", "", tuple(answers)))


def test_inputs_follow_from_the_arrays_and_the_salt() -> None:
    """A notebook says the same in every run, and no name or note moves the inputs."""
    data = search_file(thrifty_search.thrifty_search)
    grades = {salt: graded(data, salt) for salt in (b"", b"a")}
    arrays = grades[b""].arrays
    assert len({seed_of(arrays, b""), seed_of(arrays, b"salt"), seed_of("other", b"")}) == 3
    noted = graded(changed(data, lambda whole: whole.update(author="Bo", note="try 7")))
    assert (noted.arrays, noted.words) == (arrays, grades[b""].words)
    assert graded(data, b"a") == grades[b"a"]
    assert len({grade.words.split(" inputs")[0] for grade in grades.values()}) > 1
    lines = [str(check("thrifty-search", thrifty_search.thrifty_search)) for _ in range(2)]
    assert lines[0] == lines[1]


def test_a_function_of_drawn_inputs_is_graded_by_those_of_the_notebook() -> None:
    """A file holds what it returned for these, and for no others."""
    answers = recorded("real-from-complex", "accepted_blocks").answers
    data = submission_bytes(Submission("real-from-complex", "Ada", "", answers))
    assert graded(data, b"salt").credit == "verified"


@pytest.mark.usefixtures("no_workers")
def test_salt_of_the_command(inbox: Path, tmp_path: Path) -> None:
    salt = tmp_path / "salt.txt"
    command = ["grade", str(inbox), "--class-salt", str(salt)]
    assert main(command) == BAD_INPUT
    for text, status in (("  \n", BAD_INPUT), ("secret\n", FAILED)):
        salt.write_text(text)
        assert main(command) == status


def test_precisions_are_those_in_which_it_is_right() -> None:
    assert graded(handed()).precisions == ("float32",)
    answers = recorded("other-base", "accepted_formula").answers
    of_no_machine = graded(submission_bytes(Submission("other-base", "Ada", "", answers)))
    assert of_no_machine.credit == "verified"
    assert of_no_machine.precisions is None


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

    def with_entry(value: float) -> Callable[[dict[str, Any]], None]:
        def change(whole: dict[str, Any]) -> None:
            whole["answers"][0]["returned"]["program"]["model"]["W_E"][0][0] = value

        return change

    data = submission_bytes(one)
    assert graded(changed(data, sparse)).arrays == graded(data).arrays != ""
    zero, below, other = (graded(changed(data, with_entry(x))).arrays for x in (0.0, -0.0, 1e-9))
    assert zero == below != other


# Resumable, and nothing half-written


@pytest.mark.usefixtures("no_workers")
def test_a_second_run_judges_nothing_again(
    inbox: Path, tmp_path: Path, my: Path, monkeypatch: Patch
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
    inbox: Path, tmp_path: Path, monkeypatch: Patch, capsys: Said
) -> None:
    marks, judged = tmp_path / "marks.csv", []

    def interrupted(do: Any, tasks: Iterable[Handed], *who: Any) -> Iterator[Any]:
        for task in tasks:
            judged.append(task.name)
            if len(judged) == 3:
                raise KeyboardInterrupt
            yield task, do(task)

    monkeypatch.setattr("exercises.handing_in.grade.run", interrupted)
    assert main(["grade", str(inbox), "--csv", str(marks)]) == INTERRUPTED
    assert "what was finished is kept" in capsys.readouterr().err
    assert not marks.exists()
    assert main(["grade", str(inbox), "--csv", str(marks)]) == FAILED
    assert len(judged) == 3 + 4  # two of six were known
    assert len(rows(marks)) == 7


def test_a_ledger_that_cannot_be_written_ends_nothing(
    tmp_path: Path, monkeypatch: Patch, capsys: Said
) -> None:
    """As on a disk that is read alone, where a full one was passed over."""

    def read_only(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    (tmp_path / "ledger.sqlite").write_bytes(b"no table of sqlite" * 100)
    monkeypatch.setattr(Path, "unlink", read_only)
    ledger = Ledger(tmp_path / "ledger.sqlite")
    assert "ledger.sqlite cannot be written: all is graded anew." in capsys.readouterr().err
    ledger.put("x", {"a": 1})
    assert ledger.get("x") is None


def test_a_ledger_forgets_what_other_code_graded(tmp_path: Path, monkeypatch: Patch) -> None:
    """A damaged one is made anew, and one that cannot be written is done without."""
    path = tmp_path / "ledger.sqlite"
    for damage in (None, b"", b"not a database", b"SQLite format 3\0" + b"\xff" * 5000):
        path.write_bytes(damage) if damage is not None else None
        Ledger(path).put("x", {"credit": "verified"})
        assert Ledger(path).get("x") == {"credit": "verified"}, damage
    monkeypatch.setattr("exercises.handing_in.ledger.code", lambda: "other")
    assert Ledger(path).get("x") is None
    ledger = Ledger(path / "ledger.sqlite")
    ledger.put("x", {"a": 1})
    assert ledger.get("x") is None


@pytest.mark.usefixtures("no_workers")
@of_each(["--csv", "--feedback"])
def test_a_full_disk_leaves_what_was_there(
    option: str, *, inbox: Path, tmp_path: Path, capsys: Said
) -> None:
    target = tmp_path / option
    command = ["grade", str(inbox), option, str(target)]

    def there() -> dict[Path, bytes]:
        paths = [target, *target.rglob("*")]
        return {path: path.read_bytes() for path in paths if path.is_file()}

    main(command)
    before, a = there(), (inbox / "a.json").read_bytes()
    (inbox / "a.json").unlink()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", full_disk)
        assert main(command) == FAILED
    assert "the disk is full" in capsys.readouterr().err
    assert there() == before
    (inbox / "a.json").write_bytes(a)


@pytest.mark.usefixtures("no_workers")
def test_all_right_is_status_0_and_nothing_there_is_not(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    assert main(["grade", str(tmp_path / "one")]) == FAILED
    (tmp_path / "one" / "a.json").write_bytes(handed())
    assert main(["grade", str(tmp_path / "one")]) == OK
    assert main(["grade", str(tmp_path / "none")]) == BAD_INPUT


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
    # The ledger and the certificates are our own; what is handed in goes through one door. A link
    # of a machine holds texts alone, and nothing of it is graded.
    assert readers == {"format.py", "ledger.py", "certificates.py", "links.py"}
    assert parse(handed()).author == "Ada"
