"""From functions to a file and back: what a learner hands in is judged as the functions were."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exercises.__main__ import BAD_INPUT, FAILED, IN_ASCII, INTERRUPTED, OK, main
from exercises.catalogue import EXERCISES
from exercises.catalogue.hello_world import repeat_last
from exercises.handing_in.attempt import without_magics
from exercises.handing_in.format import Answer, Refused, Submission, parse
from exercises.handing_in.grade import graded
from exercises.handing_in.record import by_word, functions_asked, record, replay, submission_bytes
from exercises.order import NUMBERS
from exercises.progress_store import kept
from taotp_core.weights import Transformer
from tests.exercises.verdicts import recorded
from tools.sampling import drawn


def repeat_last_file(make: Callable[[int, int], Transformer], author: str = "Ada") -> bytes:
    """A submission of what a function returns."""
    exercise = EXERCISES["repeat-last"]
    _, answers = record(exercise, {"repeat_last": make})
    return submission_bytes(Submission("repeat-last", author, "", tuple(answers)))


def changed(data: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """A submission after a change of its JSON."""
    whole = json.loads(data)
    change(whole)
    return json.dumps(whole).encode()


def test_a_call_that_was_not_recorded_is_named() -> None:
    data = changed(repeat_last_file(repeat_last.repeat_last), lambda whole: whole["answers"].pop())
    grade = graded(data)
    assert grade.credit == "tried"
    assert grade.words == "for repeat_last(101, 50) expected an answer in the file, got none"


def test_an_answer_for_other_arguments_is_none() -> None:
    def other(whole: dict[str, Any]) -> None:
        whole["answers"][0]["arguments"] = [2.0, 50]

    grade = graded(changed(repeat_last_file(repeat_last.repeat_last), other))
    assert grade.words == "for repeat_last(2, 50) expected an answer in the file, got none"


def test_other_functions_and_two_answers_are_refused() -> None:
    data = repeat_last_file(repeat_last.repeat_last)
    twice = changed(data, lambda whole: whole["answers"].append(whole["answers"][0]))
    assert graded(twice).words == "repeat_last is answered twice for the same arguments"
    other = changed(data, lambda whole: whole["answers"][0].update(function="forward"))
    assert graded(other).words == "repeat-last asks for repeat_last, nothing else"


def test_unknown_exercise() -> None:
    grade = graded(b'{"format":1,"exercise":"no-such","author":"Ada"}')
    assert (grade.credit, grade.words) == ("refused", "there is no exercise 'no-such'")


def test_what_no_machine_can_judge_is_the_word_of_its_solver() -> None:
    for slug in ("no-einsum", "guesses", "norm-keeps-sums"):
        assert by_word(EXERCISES[slug])
        grade = graded(submission_bytes(Submission(slug, "Ada", "import os; os.abort()")))
        assert (grade.credit, grade.words) == ("self", "for a person to review")
    assert not by_word(EXERCISES["table-as-text"])


def test_a_stand_in_returns_what_was_written_and_no_more() -> None:
    exercise = EXERCISES["few-nonzeros"]
    answers = recorded(exercise.slug, "accepted_one_hot").answers
    submission = parse(submission_bytes(Submission(exercise.slug, "Ada", "", answers)))
    parts: Any = replay(exercise, submission, [])
    first, second = parts
    assert np.array_equal(first(2, 50).W_E, np.eye(2))
    assert second().start == "<start>"


@pytest.mark.parametrize(
    ("thing", "sentence"),
    [
        (True, "holds True; write 1 or 0"),
        (object(), "holds object"),
        (lambda: 1, "a file holds data alone"),
        (float("nan"), "holds NaN"),
        (np.array([1e-40]), "is 1e-40; numbers must be 0 or from 1e-30 to 1e"),
        ({1, 2}, "holds set"),
        (np.random.default_rng(0).normal(size=(400, 400)), "the answer takes 3,"),
    ],
    ids=["bool", "object", "function", "nan", "tiny", "set", "large"],
)
def test_what_is_no_data_is_not_written(thing: Any, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        submission_bytes(Submission("repeat-last", "Ada", "", (Answer("f", (), thing),)))


# The command


GOOD = """
import numpy as np
from taotp_core import Transformer
from taotp_core.encodings import circle
print("not shown")
def repeat_last(d_vocab, n_ctx):
    return Transformer(circle(d_vocab), np.zeros((n_ctx, 3)))
def factor(d_head):
    return d_head**-0.5
def smallest_misfit():
    raise NotImplementedError
"""
WRONG = """
import numpy as np
from taotp_core import Transformer
def repeat_last(d_vocab, n_ctx):
    return [1, 2, 3]
def factor(d_head):
    return 1 / 0
def parameters_in_base(b):
    return 58 * b
def sparse_repeat_last(d_vocab, n_ctx):
    return Transformer(np.eye(d_vocab), np.zeros((n_ctx, d_vocab)))
def sparse_hello_world():
    raise NotImplementedError
"""


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A file with two right answers and a stub."""
    path = tmp_path / "good.py"
    path.write_text(GOOD)
    return path


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A file that is wrong in several ways."""
    path = tmp_path / "wrong.py"
    path.write_text(WRONG)
    return path


def test_check_says_what_is_right(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(good)]) == OK
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"✓  {NUMBERS['compact-attention']} compact-attention   84 rows")
    assert second.startswith(f"✓  {NUMBERS['repeat-last']} repeat-last   81682 inputs")


def test_check_says_what_is_wrong(wrong: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(wrong)]) == FAILED
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert "with d_head 1 raised ZeroDivisionError: division by zero" in lines[0]
    second = "with V=2 expected a Transformer, got a list"
    assert lines[1] == f"✗  {NUMBERS['repeat-last']} repeat-last   {second}"
    assert "with b=2 expected 165, got 116" in lines[2]


def test_submit_writes_what_grades_as_right(
    good: Path, my: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["submit", str(good), "repeat-last"]) == BAD_INPUT
    assert "Give --author NAME, once" in capsys.readouterr().err
    assert main(["submit", str(good), NUMBERS["repeat-last"], "--author", "Ada"]) == OK
    assert main(["submit", str(good), "compact-attention"]) == OK
    for slug in ("repeat-last", "compact-attention"):
        assert graded((my / "submissions" / slug / "Ada.json").read_bytes()).credit == "verified"
    capsys.readouterr()
    assert main(["progress"]) == OK
    assert "✓ verified 2  ◐ reviewed 0  ○ self 0  ✗ tried 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("exercise", "status", "sentence"),
    [
        ("repeat-last", FAILED, "expected a Transformer, got a list"),
        ("compact-attention", FAILED, "raised ZeroDivisionError"),
        ("other-base", FAILED, "expected 165, got 116"),
        ("few-nonzeros", FAILED, "part 2 not attempted yet"),
        ("no-positions", BAD_INPUT, "no-positions asks for hel_word; wrong.py defines none"),
        ("norm-keeps-sums", BAD_INPUT, "asks for a text, in a .md or .txt file"),
        ("9.99", BAD_INPUT, "there is no exercise '9.99'"),
    ],
)
def test_submit_writes_nothing_wrong(
    wrong: Path, my: Path, capsys: pytest.CaptureFixture[str], exercise: str, status: int,
    sentence: str,
) -> None:  # fmt: skip
    assert main(["submit", str(wrong), exercise, "--author", "Ada"]) == status
    said = capsys.readouterr()
    assert sentence in said.out + said.err
    assert not (my / "submissions").exists()


def test_submit_anyway(wrong: Path, my: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["submit", str(wrong), "other-base", "--author", "Ada", "--anyway"]
    assert main(command) == FAILED
    data = (my / "submissions" / "other-base" / "Ada.json").read_bytes()
    assert graded(data).words.startswith("with b=2 expected 165, got 116: 49 too few")
    assert "is the file to hand in" in capsys.readouterr().out


def test_submit_a_proof(tmp_path: Path, my: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof = tmp_path / "proof.md"
    proof.write_text("A row that sums to zero has mean zero.")
    command = ["submit", str(proof), "norm-keeps-sums", "--author", "Ada"]
    assert main(command) == OK
    data = (my / "submissions" / "norm-keeps-sums" / "Ada.json").read_bytes()
    assert parse(data).note == proof.read_text()
    assert graded(data).credit == "self"
    out = capsys.readouterr().out
    for point in EXERCISES["norm-keeps-sums"].checklist:
        assert f"  - {point}\n" in out
    assert 'Compare it with solution("norm-keeps-sums", give_up=True).' in out


def notebook(*sources: str) -> str:
    """A notebook of these code cells."""
    cells = [{"cell_type": "code", "source": source.splitlines(True)} for source in sources]
    return json.dumps({"cells": [{"cell_type": "markdown", "source": "words"}, *cells]})


def test_a_notebook_goes_on_after_a_cell_that_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.ipynb"
    path.write_text(notebook("%matplotlib inline\n!ls", "1 / 0", GOOD, "%%bash\nnot Python"))
    assert main(["check", str(path)]) == FAILED  # because of the cell, which is named
    out = capsys.readouterr().out
    assert f"✓  {NUMBERS['repeat-last']} repeat-last" in out
    assert "!  mine.ipynb, code cell 2: ZeroDivisionError: division by zero" in out


def test_what_a_notebook_allows_beside_python(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "beside.py").write_text(GOOD)
    path = tmp_path / "mine.ipynb"
    cells = ["%%time\nfiles = !ls\nx = 1", "!ls\n?x\nx.real?\nx + 1", "%%html\n<b>"]
    path.write_text(notebook(*cells, "from beside import repeat_last"))
    assert main(["check", str(path)]) == OK
    assert f"✓  {NUMBERS['repeat-last']} repeat-last" in capsys.readouterr().out
    text = 'words = """\n!important\n%d\n"""\n'
    assert without_magics(text) == text
    assert without_magics(text + "!ls") != text


def test_what_code_calls_is_handed_in_with_it(tmp_path: Path, my: Path) -> None:
    path = tmp_path / "mine.ipynb"
    cells = ["STEP = 1", "def idle():\n    pass", "def more(steps):\n    return steps + STEP",
             "def sliding_decode(tokens, model, steps):\n    return more(steps)"]  # fmt: skip
    path.write_text(notebook(*cells))
    main(["submit", str(path), "sliding-window", "--author", "Ada", "--anyway"])
    data = (my / "submissions" / "sliding-window" / "Ada.json").read_bytes()
    assert parse(data).note == "\n\n".join([cells[0], *cells[2:]])


def test_read_shows_a_proof_and_a_source(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.json"
    proof = Submission("norm-keeps-sums", "Ada", "One.\n\u202etwo")
    path.write_bytes(submission_bytes(proof))
    assert main(["read", str(path)]) == OK
    out = capsys.readouterr().out
    assert out.startswith("Ada: norm-keeps-sums, ")
    assert "\nOne.\n\\u202etwo\n" in out
    assert f"  - {EXERCISES['norm-keeps-sums'].checklist[0]}\n" in out
    path.write_bytes(repeat_last_file(repeat_last.repeat_last))
    assert main(["read", str(path)]) == OK
    out = capsys.readouterr().out
    assert "repeat_last(2, 50) = Transformer with W_E [2, 3], W_pos [50, 3]" in out
    assert main(["read", str(tmp_path / "none")]) == BAD_INPUT


def test_submit_writes_over_nothing_else(
    good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = good.read_text()
    command = ["submit", str(good), "repeat-last", "--author", "Ada", "--to"]
    assert main([*command, str(good)]) == BAD_INPUT
    assert "holds something else; name another file" in capsys.readouterr().err
    assert good.read_text() == before
    link = tmp_path / "link.json"
    link.symlink_to(good)
    assert main([*command, str(link)]) == BAD_INPUT
    assert main([*command, os.devnull]) == BAD_INPUT
    assert "is no ordinary file" in capsys.readouterr().err
    assert link.is_symlink()
    own = tmp_path / "own.json"
    assert main([*command, str(own)]) == OK
    assert main([*command, str(own)]) == OK


def test_an_empty_file_is_no_answer() -> None:
    for slug in ("repeat-last", "norm-keeps-sums", "least-sort"):
        found = graded(submission_bytes(Submission(slug, "Ada", " ")))
        assert (found.credit, found.words) == ("refused", "it holds no answer")


def test_what_is_too_large_for_a_file_is_handed_in_as_source(tmp_path: Path, my: Path) -> None:
    path = tmp_path / "mine.py"
    source = "def minimum_of_millions(d_vocab, n_ctx):\n    return 1\n"
    path.write_text(source)
    main(["submit", str(path), "minimum-of-millions", "--author", "Ada", "--anyway"])
    data = (my / "submissions" / "minimum-of-millions" / "Ada.json").read_bytes()
    assert parse(data).note == source.strip()


def test_a_terminal_without_signs(good: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "exercises", "check", str(good)],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert f"+  {NUMBERS['repeat-last']} repeat-last".encode() in done.stdout
    assert ("✗ é" * 2).encode("ascii", IN_ASCII) == b"x \\xe9" * 2


def test_doctor_sees_damaged_progress(my: Path, capsys: pytest.CaptureFixture[str]) -> None:
    my.mkdir()
    (my / "progress.json").write_text("{")
    assert main(["doctor"]) == FAILED
    assert "✗  progress.json cannot be read: the file is not JSON" in capsys.readouterr().out


def test_code_is_handed_in_to_be_read(tmp_path: Path, my: Path) -> None:
    path = tmp_path / "mine.ipynb"
    answer = (
        "def sliding_decode(tokens, model, steps):\n"
        "    from taotp_core import generate\n"
        "    return generate(model, tokens, steps, slide=True)"
    )
    path.write_text(notebook("x = 1", answer))
    command = ["submit", str(path), "sliding-window", "--author", "Ada", "--anyway"]
    assert main(command) in (OK, FAILED)
    data = (my / "submissions" / "sliding-window" / "Ada.json").read_bytes()
    assert parse(data).note == answer
    assert graded(data).credit == "self"


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("x.txt", "hello", "neither a .py nor an .ipynb"),
        ("x.ipynb", "{}", "x.ipynb is no notebook"),
        ("x.ipynb", "[" * 10_000, "x.ipynb is no notebook"),
        ("x.ipynb", "\x00", "x.ipynb is no notebook"),
    ],
)
def test_other_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, sentence: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert main(["check", str(path)]) == BAD_INPUT
    assert sentence in capsys.readouterr().err


def test_a_file_that_exits_or_does_not_compile(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.py"
    for text, words in (("import sys; sys.exit(3)", "SystemExit: 3"), ("def", "SyntaxError")):
        path.write_text(text)
        assert main(["check", str(path)]) == FAILED
        assert words in capsys.readouterr().out


@pytest.mark.parametrize("name", ["sort-1000", NUMBERS["sort-1000"], "source: 5.4"])
def test_an_exercise_is_shown_by_slug_and_by_number(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", name]) == OK
    shown = capsys.readouterr().out
    assert shown.startswith(f"{NUMBERS['sort-1000']} ")
    assert "source: 5.4" in shown.split("\n")[0]
    assert EXERCISES["sort-1000"].statement.strip() in shown
    assert main(["show", "source: 9.9"]) == BAD_INPUT


def test_work_copies_once(my: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["work", "hello_world"]) == OK
    copy = my / "hello_world_exercises.ipynb"
    assert f"taotp-exercises check {copy}" in capsys.readouterr().out
    assert "repeat_last" in copy.read_text("utf-8")
    assert (my / "hello_world.ipynb").exists()
    copy.write_text("mine")
    assert main(["work", "hello_world"]) == OK
    assert copy.read_text() == "mine"
    assert main(["work", "hello_world_exercises"]) == BAD_INPUT
    capsys.readouterr()
    assert main(["work", "../README"]) == BAD_INPUT
    said = capsys.readouterr().err
    assert "there is no chapter '../README'; there are a_computer, a_small_change, " in said


@pytest.mark.parametrize(
    "command", [["-m", "exercises"], [str(Path(sys.executable).with_name("taotp-exercises"))]]
)
def test_an_interrupt_while_the_commands_are_loaded(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n\nclass Finder:\n    def find_spec(self, name, *where):\n"
        "        if name == 'exercises.catalogue':\n            raise KeyboardInterrupt\n\n"
        "sys.meta_path.insert(0, Finder())\n"
    )
    done = subprocess.run(
        [sys.executable, *command, "doctor"], capture_output=True, text=True,
        env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{Path.cwd()}"},
    )  # fmt: skip
    assert done.stderr == "Interrupted.\n"
    assert done.returncode in (-signal.SIGINT, INTERRUPTED)


def test_links_of_a_copy_lead_to_the_book(my: Path) -> None:
    assert main(["work", "hello_world"]) == OK
    text = (my / "hello_world.ipynb").read_text("utf-8")
    targets = re.findall(r"\]\(([^)#\s]+\.(?:ipynb|md|bib))", text)
    assert {"hello_world_exercises.ipynb"} < set(targets)
    assert all((my / target).is_file() for target in targets)


def test_without_the_book_there_is_nothing_to_copy(
    my: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("exercises.__main__.BOOK", my / "none")
    assert main(["work", "hello_world"]) == BAD_INPUT
    assert "chapters are not installed with the library" in capsys.readouterr().err


def test_interrupt(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("exercises.__main__.run_file", interrupted)
    assert main(["check", str(good)]) == 130


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        main(["--help"])
    assert done.value.code == 0
    out = capsys.readouterr().out
    for command in ("work", "show", "check", "submit", "grade", "board", "progress", "doctor"):
        assert f"    {command} " in out
    assert "130  interrupted" in out


def test_doctor_finds_nothing_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == OK
    assert "✗" not in capsys.readouterr().out


TWO_CHANGES = """
from exercises import check

def one_number():
    return "W_pos:0.2=5e6"

check("jello", one_number)

def one_number():
    return "W_E:3.1=0"

check("files-first", one_number)
"""
NAMED = """
def one_number_jello():
    return "W_pos:0.2=5e6"

def one_number_files_first():
    return "W_E:3.1=-5"
"""


def checked(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[int, list[str], dict[str, str]]:
    """What `check` makes of a file: its exit code, its lines, and what is remembered."""
    path = tmp_path / "course.py"
    path.write_text(source)
    status = main(["check", str(path)])
    return status, capsys.readouterr().out.splitlines(), kept()[1]


def test_a_file_says_for_which_exercise_a_name_is_that_several_ask_for(
    tmp_path: Path, my: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, lines, remembered = checked(TWO_CHANGES, tmp_path, capsys)
    assert status == OK
    assert [line.split()[2] for line in lines] == ["files-first", "jello"]
    assert remembered == {"files-first": "verified", "jello": "verified"}
    status, lines, remembered = checked(NAMED, tmp_path, capsys)
    assert status == FAILED
    assert [line[0] + line.split()[2] for line in lines] == ["✗files-first", "✓jello"]


def test_an_older_file_is_not_wrong_about_what_it_does_not_answer(
    tmp_path: Path, my: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = "def one_number():\n    return {!r}\n"
    status, lines, remembered = checked(plain.format("W_pos:0.2=5e6"), tmp_path, capsys)
    assert (status, len(lines)) == (OK, 1)
    assert remembered == {"jello": "verified"}
    assert main(["submit", str(tmp_path / "course.py"), "jello", "--author", "Ada"]) == OK
    capsys.readouterr()
    status, lines, _ = checked(plain.format("W_pos:0.2=5"), tmp_path, capsys)
    assert (status, len(lines)) == (FAILED, 1)
    assert lines[0].startswith("✗  one_number is right for none of files-first, jello, ")
    assert lines[0].endswith("name it after the one it is for, as one_number_files_first")
    assert kept()[1] == {"jello": "verified"}


def test_an_entry_for_a_leaderboard_is_known_as_one(
    tmp_path: Path, my: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, lines, _ = checked("def least_search():\n    return 1\n", tmp_path, capsys)
    command = f"taotp-exercises submit {tmp_path / 'course.py'} least-search"
    assert (status, lines) == (OK, [f"·  least-search: an entry for a leaderboard; {command}"])
    assert main(["show", "least-search"]) == OK
    said = capsys.readouterr().out
    assert "Checked by machine: `taotp-exercises submit FILE least-search`." in said
    assert "check(" not in said


@pytest.mark.parametrize(
    ("ends", "when"),
    drawn(
        [*product(
            ("import os; os._exit(0)", "import sys; sys.exit(0)"),
            ("{ends}\n{answer}", "{answer}    {ends}\n"),
        )],
        1, "ends",
    ),
)  # fmt: skip
def test_a_file_that_ends_the_command_is_said_to(tmp_path: Path, ends: str, when: str) -> None:
    answer = "def sums_of_a_row(*given):\n    pass\n"
    name = next(iter(functions_asked(EXERCISES["repeat-last"])))
    answer = answer.replace("sums_of_a_row", name)
    path = tmp_path / "mine.py"
    path.write_text(when.format(ends=ends, answer=answer))
    done = subprocess.run(
        [sys.executable, "-m", "exercises", "check", str(path)],
        capture_output=True, text=True, check=False, env={**os.environ, "TAOTP_MY": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 1
    assert "SystemExit" in done.stdout
