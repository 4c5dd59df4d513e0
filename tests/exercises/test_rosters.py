"""Points in the tables that Canvas and Moodle import, and whose a file is."""

import csv
import io
import os
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from exercises.__main__ import BAD_INPUT, FAILED, OK, main
from exercises.catalogue import EXERCISES
from exercises.handing_in.boards import BOARDS
from exercises.handing_in.format import Submission
from exercises.handing_in.grade import Grade
from exercises.handing_in.identity import agree, sender_of
from exercises.handing_in.marks import FEW
from exercises.handing_in.points import (
    EASY,
    HARD,
    LONG,
    SHORT,
    USUAL,
    read_points,
    shown,
    slug_of,
    usual_points,
)
from exercises.handing_in.record import submission_bytes
from exercises.handing_in.rosters import read_roster, whose
from tests.exercises.conftest import Patch, Said, full_disk
from tests.exercises.laws import of_each
from tests.laws import every

ROSTERS = Path(__file__).parent / "rosters"
PROOF, OTHER = "norm-keeps-sums", "norm-keeps-spheres"  # the solver's word: nothing is judged

Put = Callable[..., None]
Run = Callable[..., tuple[int, str]]


@pytest.fixture(autouse=True)
def my(my: Path, tmp_path: Path, monkeypatch: Patch) -> Path:
    """A folder of one's own, in which commands run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def put(my: Path) -> Put:
    """Put a proof into the inbox."""

    def put(file: str, author: str, exercise: str = PROOF) -> None:
        path = my / "inbox" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(submission_bytes(Submission(exercise, author, f"{file} by {author}")))

    return put


@pytest.fixture
def run(my: Path, capsys: Said, monkeypatch: Patch, no_workers: None) -> Run:
    """Grade the inbox with all proofs reviewed; what is left of the output is after the files."""
    monkeypatch.setattr("exercises.handing_in.marks.Mark.credit", CREDIT)

    def run(*options: str) -> tuple[int, str]:
        status = main(["grade", "inbox", *options])
        out, err = capsys.readouterr()
        return status, out.partition(" files: ")[2] + err

    return run


CREDIT = property(lambda mark: mark.grade.credit.replace("self", "reviewed"))


def table(name: str) -> list[dict[str, str]]:
    """The rows of a table."""
    text = Path(name).read_text("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def roster(name: str, old: str = "", new: str = "") -> None:
    """Put a roster there, in which a text is another."""
    text = (ROSTERS / f"{name}.csv").read_text("utf-8")
    Path("roster.csv").write_text(text.replace(old, new) if old else text, "utf-8")


def column(name: str) -> list[str]:
    """What the filled roster has below a name."""
    return [row[name] for row in table("roster_graded.csv")]


# Canvas


def test_canvas_gets_a_column_of_its_own(put: Put, run: Run) -> None:
    """Nor is a cell of the roster run, and numbers stay."""
    roster("canvas", "repeat-last (8802)", "Essay (8802)")
    put("lovelaceada_101_900_mine.json", "Ada Lovelace")
    put("lovelaceada_LATE_101_901_other-1.json", "Ada Lovelace", OTHER)
    put("noether/x.json", "Emmy Noether")
    status, said = run("--canvas", "roster.csv")
    assert status == OK
    head = "Student,ID,SIS User ID,SIS Login ID,Section,Transformers by Hand"
    assert ",".join(table("roster_graded.csv")[0]) == head
    assert column("Transformers by Hand") == ["", "4", "4", "", "2", "", "", ""]
    assert column("ID")[2:] == ["101", "102", "103", "104", "105", "999"]
    assert column("Student")[1] == "    Points Possible"
    evil = table("roster_graded.csv")[-2]
    assert [*evil.values()][0:4:2] == ["'=cmd|' /C calc'!A0", "-105"]
    assert evil["SIS Login ID"] == "'=evil"
    assert "roster_graded.csv has points for 2 of 5 students, for Canvas to import" in said
    assert "Transformers by Hand is a new column: Canvas asks" in said
    assert "There is no file of Boole, George; Ruiz, José; =cmd" in said


def test_columns_named_after_exercises_are_filled(put: Put, run: Run) -> None:
    roster("canvas", "repeat-last (8802)", f"{PROOF} (8802)")
    for file, who, *of in (
        ("a.json", "s-101"), ("b.json", "George Boole"), ("c.json", "Noether Emmy"),
        ("d.json", "Noether Emmy", OTHER),
    ):  # fmt: skip
        put(file, who, *of)
    status, said = run("--canvas", "roster.csv")
    assert status == OK
    assert [*table("roster_graded.csv")[0]][5:] == [f"{PROOF} (8802)"]  # no other may have changed
    wanted = ["Manual Posting", "5.00", "2", "EX", "2", "", "", ""]
    assert column(f"{PROOF} (8802)") == wanted
    assert "Boole, George is excused" in said
    assert f"Other points stood in {PROOF} (8802) before: Noether, Emmy had 4.00 and has 2." in said
    assert f"There is no column for {OTHER}." in said


def test_the_column_that_is_asked_for_gets_all_points(my: Path, put: Put, run: Run) -> None:
    """A new one has as points possible all that the teacher asks for."""
    roster("canvas")
    put("a.json", "Ada Lovelace")
    put("b.json", "Ada Lovelace", OTHER)
    (my / "points.csv").write_text(f"exercise,points\n{PROOF},2\n{OTHER},2\nrepeat-last,7\n")
    options = ["--canvas", "roster.csv", "--points", "points.csv"]
    for name in ("Homework 1", "8801", "homework 1 (8801)"):
        _, said = run(*options, "--assignment", name)
        assert "Homework 1 (8801) has 10.00 points possible, and the exercises 11." in said
        assert column("Homework 1 (8801)") == ["", "10.00", "4", "EX", "7.50", "", "", ""], name
    run(*options, "--assignment", "New")
    assert column("New")[1] == "11"


def test_rosters_as_spreadsheets_save_them(my: Path, put: Put, run: Run) -> None:
    text = (ROSTERS / "canvas.csv").read_text("utf-8").replace("repeat-last", PROOF)
    rows = list(csv.reader(io.StringIO(text)))
    put("a.json", "José Ruiz")
    for encoding, comma, ends in (
        ("utf-8", ",", "\n"), ("utf-8-sig", ";", "\r\n"), ("utf-16", "\t", "\r\n"),
    ):  # fmt: skip
        with (my / "roster.csv").open("w", encoding=encoding, newline="") as file:
            csv.writer(file, delimiter=comma, lineterminator=ends).writerows(rows)
        assert run("--canvas", "roster.csv")[0] == OK, encoding
        data = (my / "roster_graded.csv").read_bytes()
        assert data.startswith(b"\xef\xbb\xbfStudent" + comma.encode() + b"ID")
        text = data.decode("utf-8-sig")
        assert text.count("\r\n") == (len(rows) if ends == "\r\n" else 0)
        found = list(csv.reader(io.StringIO(text), delimiter=comma))
        assert found[6][0] == "Ruiz, José" and found[6][-1] == "2"


# Moodle


def test_moodle_gets_grades_and_comments(my: Path, put: Put, run: Run) -> None:
    roster("moodle")
    put("Ada Lovelace_501_assignsubmission_file_/mine.json", "Ada")
    put("George Boole_502_assignsubmission_file/mine.json", "george@school.invalid")
    put("José Ruiz_504_assignsubmission_file_/a.json", "José Ruiz")
    notebook = my / "inbox" / "Emmy Noether_503_assignsubmission_file_" / "zoe.ipynb"
    notebook.parent.mkdir()
    notebook.write_text("{}")
    status, said = run("--moodle", "roster.csv")
    assert status == FAILED  # as there is a file that could not be read
    assert column("Grade") == ["2", "2", "", "2.00"]
    ada, george, emmy, _ = column("Feedback comments")
    assert ada.endswith(f"{PROOF}: 2 of 2")
    assert george == "Come and see me."
    assert "please run `taotp-exercises submit zoe.ipynb" in emmy
    assert "The grade of José Ruiz cannot be changed in Moodle" in said
    assert "Other grades stood there before: George Boole had 3.00 and has 2." in said
    assert "No file could be read of Emmy Noether." in said
    before, after = table("roster.csv")[0], table("roster_graded.csv")[0]
    untouched = [*after][:5] + [*after][6:10]
    assert [after[name] for name in untouched] == [before[name] for name in untouched]


def test_names_may_be_hidden(put: Put, run: Run) -> None:
    roster("moodle_hidden")
    put("Participant_501_assignsubmission_file_/x.json", "Somebody")
    status, said = run("--moodle", "roster.csv")
    assert (status, column("Grade")) == (OK, ["2", ""])
    assert "counts for Participant 501, who sent it, though it names Somebody as author" in said


GERMAN = """ID,"Vollst\u00e4ndiger Name","ID-Nummer",E-Mail-Adresse,Status,Bewertung,Bestwertung,\
"Bewertung kann ge\u00e4ndert werden","Zuletzt ge\u00e4ndert (Abgabe)","Zuletzt ge\u00e4ndert \
(Bewertung)","Feedback-Kommentar"
"Teilnehmer/in501","Ada Lovelace",7001,ada@school.invalid,"Zur Bewertung abgegeben",,"10,00",Ja,\
"Freitag, 20. November 2026, 09:00",-,
"Teilnehmer/in502","George Boole",7002,george@school.invalid,"Entwurf","3,00","10,00",Nein,-,-,
"""
HIDDEN = """Identifiant,Statut,Note,"Note maximale","La note peut \u00eatre modifi\u00e9e",\
"Derni\u00e8re modification (travail remis)","Derni\u00e8re modification (note)"
"Participant 501","Remis pour \u00e9valuation",,"10,00",Oui,-,-
"""


def test_a_worksheet_of_another_language_is_known_by_its_order(
    my: Path, put: Put, run: Run
) -> None:
    (my / "roster.csv").write_text(GERMAN, "utf-8")
    put("Ada Lovelace_501_assignsubmission_file_/mine.json", "Ada")
    put("b.json", "george@school.invalid")
    for _ in range(2):  # what it wrote may be written over
        status, said = run("--moodle", "roster.csv")
        assert (status, column("Bewertung")) == (OK, ["2", "3,00"])
    assert column("Feedback-Kommentar")[0].endswith("2 of 2")
    assert "points stand in 'Bewertung', comments in 'Feedback-Kommentar'" in said
    assert "The grade of George Boole cannot be changed in Moodle" in said
    assert [*table("roster_graded.csv")[0]] == [*table("roster.csv")[0]]

    (my / "roster.csv").write_text(HIDDEN, "utf-8")
    (my / "roster_graded.csv").unlink()
    (my / "inbox" / "b.json").unlink()
    status, said = run("--moodle", "roster.csv")
    assert (status, column("Note")) == (OK, ["2"])
    assert "has points for 1 of 1 students" in said

    for unclear in (GERMAN.replace('"3,00","10,00"', '"3,00","9,00"'), GERMAN.replace("501", "")):
        (my / "roster.csv").write_text(unclear, "utf-8")
        assert run("--moodle", "roster.csv")[0] == BAD_INPUT


def test_more_than_moodle_takes_is_said(my: Path, put: Put, run: Run) -> None:
    roster("moodle")
    (my / "points.csv").write_text(f"exercise,points\n{PROOF},12.5\n")
    put("a.json", "Ada Lovelace")
    _, said = run("--moodle", "roster.csv", "--points", "points.csv")
    assert "Ada Lovelace has 12.5 points, and Moodle takes at most 10.00" in said


# Whose a file is


@of_each(
    [
        ("Ada Lovelace_1234_assignsubmission_file_/x.json", "Ada Lovelace", "1234"),
        ("week/Ada_B_12_assignsubmission_file/x.json", "Ada_B", "12"),
        ("Ada Lovelace_1234_assignsubmission_file_x.json", "Ada Lovelace", "1234"),
        ("lovelaceada_123_456_x.json", "lovelaceada", "123"),
        ("lovelaceada_LATE_123_456_my_x-1.json", "lovelaceada", "123"),
        ("ada/x.json", "ada", ""),
        ("week 1/ada/x.json", "week 1/ada", ""),
        ("repeat-last/ada/x.json", "ada", ""),
        ("least-search/x.json", None, None),
        ("x_1.json", None, None),
        ("x.json", None, None),
    ]
)
def test_senders(file: str, names: str | None, number: str | None) -> None:
    found = sender_of(file)
    assert (found and "/".join(found.names), found and found.number) == (names, number)
    assert bool(found and found.late) == ("LATE" in file)


@of_each(
    [
        ("ada/x.json", "Ada Lovelace", True),
        ("ps1-ada/x.json", "ada@school.invalid", True),
        ("lovelaceada_1_2_x.json", "Ada Lovelace", True),
        ("José Ruiz_1_assignsubmission_file_/x", "Jose Ruiz", True),
        ("ada/x.json", "Bo", False),
        ("lovelaceada_1_2_x.json", "Ada Lo", False),
        ("ada/x.json", "", True),
    ]
)
def test_whether_sender_and_author_may_be_one(file: str, author: str, may: bool) -> None:
    found = sender_of(file)
    assert found and agree(found, author) == may


TWINS = """\
Student,ID,SIS User ID,SIS Login ID,Section
"Ruiz, José",1,,jose,A
"Ruiz, Jose",2,,jr,A
"Lovelace, Ada",3,,ada,A
"Boole, George",4,,george,A
"Lee, Kim",5,,kim1,A
"Lee, Kim",6,,kim2,A
"""


@of_each(
    [
        ("x.json", "José Ruiz", "1", ""),
        ("x.json", "Jose Ruiz", "2", ""),
        ("x.json", "Josè Ruiz", None, "may be Ruiz, José (1) or Ruiz, Jose (2)"),
        ("x.json", "Kim Lee", None, "may be Lee, Kim (5) or Lee, Kim (6)"),
        ("kim2/x.json", "Kim Lee", "6", ""),
        ("Kim Lee/x.json", "kim1", "5", ""),
        ("leekim_6_70_x.json", "Kim Lee", "6", ""),
        ("x.json", "ada", "3", ""),
        ("x.json", "Lovelace", None, "who is not on the roster; perhaps Lovelace, Ada"),
        ("x.json", "Zoe", None, "x.json is by Zoe, who is not on the roster"),
        ("x.ipynb", "", None, "Nothing says who sent x.ipynb"),
        ("ada/x.ipynb", "", "3", ""),
        ("ada/x.json", "George Boole", "3", "names George Boole as author"),
        ("week1/x.json", "George Boole", "4", ""),
        ("boole/x.json", "Ada Lovelace", None, "names Lovelace, Ada as author, and was sent by b"),
        ("boolegeorge_4_70_x.json", "Ada Lovelace", "4", "though it names Ada Lovelace"),
        ("zoe_77_70_x.json", "Ada Lovelace", None, "sent by zoe 77, who is not on the roster"),
        ("Ada Lovelace_4_assignsubmission_file_/x.json", "Ada", "3", ""),  # Moodle's number
        ("Bo_4_assignsubmission_file_/x.json", "Ada Lovelace", None, "was sent by Bo 4"),
    ]
)
def test_nothing_is_guessed(
    file: str, author: str, number: str | None, said: str, *, my: Path
) -> None:
    (my / "twins.csv").write_text(TWINS, "utf-8")
    found = whose(Grade(file, "self", "", author), read_roster(my / "twins.csv", "Canvas"))
    assert (found.student and found.student.number) == number
    assert said in found.said and bool(said) == bool(found.said)


def test_a_worksheet_of_another_assignment_is_noticed() -> None:
    file = "Ada Lovelace_502_assignsubmission_file_/x.json"
    moodle = read_roster(ROSTERS / "moodle.csv", "Moodle")
    found = whose(Grade(file, "self", "", "Ada Lovelace"), moodle)
    assert found.student is None
    assert "has the number of George Boole (502)" in found.said


def test_files_of_nobody_are_listed_and_the_status_says_so(put: Put, run: Run) -> None:
    roster("canvas")
    put("x.json", "Ada")
    put("y.json", "George Boole")
    status, said = run("--canvas", "roster.csv")
    assert status == FAILED
    assert "x.json is by Ada, who is not on the roster; perhaps Lovelace, Ada." in said


# Points


def test_usual_points_follow_from_the_minutes() -> None:
    points = usual_points()
    assert set(points) == {*EXERCISES, *BOARDS}
    assert {str(points[slug]) for slug in points} == {"1", "2", "4"}
    assert points["train-hello-world"] >= points["repeat-last"] == 1


def test_a_number_of_another_edition_does_not_count_beside_a_name() -> None:
    assert slug_of("2.1 repeat-last") == slug_of("99.1 repeat-last") == "repeat-last"
    assert slug_of("99.1 Almost nothing but zeros") == "few-nonzeros"
    assert slug_of("99.1") is None


def test_the_page_for_teachers_says_the_points(root: Path) -> None:
    page = " ".join((root / "book/for_teachers.md").read_text("utf-8").split())
    assert f"An exercise of up to {SHORT} minutes has {EASY} point; one of {LONG} minutes" in page
    assert f"left unsolved, has {HARD}; any other has {USUAL}." in page
    assert "from eleven authors on, the column says how many" in page and FEW == 10


def test_points_of_a_teacher(my: Path, put: Put, run: Run) -> None:
    path = my / "points.csv"
    path.write_text(f"Exercise;Points\n{EXERCISES[PROOF].number};2,5\n", "utf-8-sig")
    assert read_points(path) == {PROOF: Decimal("2.5")}
    put("a.json", "Ada")
    put("b.json", "Ada", OTHER)
    status, said = run("--points", "points.csv", "--by-student", "students.csv")
    assert status == OK
    (row,) = table("students.csv")
    assert (row["student"], row["points"], row["reviewed"]) == ("Ada", "2.5", "2.5")
    assert list(row)[9:] == [f"{EXERCISES[PROOF].number} {PROOF}"]
    assert f"No points for 1 of them: points.csv does not name {OTHER}." in said


@every("points", ("0", "1000000", "-0.1", "1000000.1"))
def test_points_go_from_none_to_a_million(my: Path, points: str) -> None:
    """Mutant no other finds: an exercise that may not be worth nothing."""
    path = my / "points.csv"
    path.write_text(f"exercise,points\n{PROOF},{points}\n")
    if 0 <= Decimal(points) <= 1_000_000:
        assert read_points(path) == {PROOF: Decimal(points)}
    else:
        with pytest.raises(ValueError, match="they must be a number from 0 to 1,000,000"):
            read_points(path)


def test_points_are_written_as_one_does() -> None:
    written = {"10": "10", "2.50": "2.5", "0": "0", "1E+1": "10", "0.1": "0.1"}
    assert {x: shown(Decimal(x)) for x in written} == written


@pytest.mark.usefixtures("no_workers")
def test_a_row_a_student_keeps_credits_apart(put: Put) -> None:
    for name, who, of in (("a", "Ada", PROOF), ("b", "ADA", OTHER), ("bo/c", "Cy", PROOF)):
        put(f"{name}.json", who, of)
    command = ["grade", "inbox", "--csv", "marks.csv"]
    main(command)
    first, *others = table("marks.csv")
    with Path("marks.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, first)
        writer.writeheader()
        writer.writerows([first | {"reviewed": "yes"}, *others])
    main([*command, "--by-student", "students.csv"])
    ada, cy = table("students.csv")
    counts = [ada[name] for name in ("points", "verified", "reviewed", "self", "files")]
    assert counts == ["2", "0", "2", "2", "2"]
    assert (cy["student"], cy["points"], cy["self"], cy["differs"]) == ("Cy", "0", "2", "yes")


# Wrong inputs


WRONG = {
    "no roster": (["--canvas", "none.csv"], "there is no file none.csv"),
    "other columns": (["--moodle", "canvas.csv"], "has no column 'Identifier', 'Grade' and 'Last"),
    "other columns of Canvas": (["--canvas", "moodle.csv"], "no column 'ID' and 'Section'; export"),
    "twice": (["--canvas", "twice.csv"], "the student Ada (7) twice, in rows 2 and 4"),
    "words": (["--points", "words.csv"], "row 2: the points of repeat-last are 'two'; they must"),
    "endless": (["--points", "endless.csv"], "the points of repeat-last are 'inf'"),
    "unknown": (["--points", "unknown.csv"], "row 2: there is no exercise 'repeat-lst'"),
    "no points": (["--points", "canvas.csv"], "has no column 'exercise'"),
    "twice in points": (["--points", "again.csv"], "row 3: repeat-last has points already"),
    "empty": (["--canvas", "empty.csv"], "empty.csv is empty"),
    "nobody": (["--canvas", "nobody.csv"], "has no row for a student"),
    "a sum": (["--canvas", "canvas.csv", "--assignment", "Current Score"], "Canvas reckons"),
    "over itself": (["--canvas", "canvas.csv", "--to", "canvas.csv"], "is the roster; name"),
    "over another": (["--canvas", "canvas.csv", "--to", "words.csv"], "holds something else"),
    "no assignment": (["--moodle", "moodle.csv", "--assignment", "x"], "column of --canvas"),
    "nowhere to": (["--to", "x.csv"], "--to says where a filled roster goes"),
    "no text": (["--canvas", "quotes.csv"], "quotes.csv is not a table of a spreadsheet"),
    "half a point": (["--points", "half.csv"], "row 3 has 3 cells, and the table has 2 columns; a"),
    "a comma in a name": (["--canvas", "comma.csv"], "comma.csv, row 2 has 6 cells, and"),
    "a file": (["words.csv"], "words.csv is a file; a folder of files is needed"),
}


HEAD = "Student,ID,SIS User ID,SIS Login ID,Section\n"
TABLES = {
    "twice.csv": f"{HEAD}Ada,7,,,\nBo,8,,,\nAda,7,,,\n",
    "words.csv": "exercise,points\nrepeat-last,two\n",
    "endless.csv": "exercise,points\nrepeat-last,inf\n",
    "unknown.csv": "exercise,points\nrepeat-lst,2\n",
    "again.csv": f"exercise,points\nrepeat-last,2\n{EXERCISES['repeat-last'].number},3\n",
    "half.csv": "exercise,points\nnorm-keeps-sums,1,\nrepeat-last,0,5\n",
    "comma.csv": f"{HEAD}Lovelace, Ada,7,,,1\n",
    "empty.csv": "",
    "nobody.csv": HEAD,
    "quotes.csv": 'Student,ID,Section\n"Ada"x,7,\n',
    "canvas.csv": (ROSTERS / "canvas.csv").read_text("utf-8"),
    "moodle.csv": (ROSTERS / "moodle.csv").read_text("utf-8"),
}


@of_each(WRONG)
def test_wrong_inputs_get_a_sentence(name: str, *, my: Path, capsys: Said) -> None:
    (my / "inbox").mkdir(exist_ok=True)
    for file, text in TABLES.items():
        (my / file).write_text(text, "utf-8")
    options, sentence = WRONG[name]
    assert main(["grade", *([] if name == "a file" else ["inbox"]), *options]) == BAD_INPUT
    err = capsys.readouterr().err
    assert sentence in err and err.count("\n") == 1
    assert {path.name: path.read_text("utf-8") for path in Path().glob("*.csv")} == TABLES


def test_a_roster_is_filled_whole_or_not_at_all(
    my: Path, put: Put, run: Run, monkeypatch: Patch
) -> None:
    roster("canvas")
    put("a.json", "Ada Lovelace")
    run("--canvas", "roster.csv")
    before = (my / "roster_graded.csv").read_bytes()
    put("b.json", "Emmy Noether")
    monkeypatch.setattr(os, "fsync", full_disk)
    assert run("--canvas", "roster.csv")[0] == FAILED
    assert (my / "roster_graded.csv").read_bytes() == before


def test_a_roster_in_the_inbox_is_no_submission(put: Put, run: Run) -> None:
    put("a.json", "Ada Lovelace")
    Path("inbox/roster.csv").write_bytes((ROSTERS / "canvas.csv").read_bytes())
    options = ["--canvas", "inbox/roster.csv", "--csv", "inbox/marks.csv"]
    for _ in range(2):
        assert run(*options, "--feedback", "inbox/texts")[0] == OK
    assert [row["file"] for row in table("inbox/marks.csv")] == ["a.json"]
