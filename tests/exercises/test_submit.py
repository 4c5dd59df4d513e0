"""From functions to a file and back: what a learner hands in is judged as the functions were."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import cache
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
from exercises.handing_in.record import by_word, record, submission_bytes
from exercises.order import NUMBERS
from exercises.progress_store import kept
from taotp_core.weights import Transformer
from tests.exercises.conftest import Patch, Said
from tests.exercises.laws import of_each
from tools.sampling import drawn


@cache
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


FILES: dict[str, tuple[Callable[[Any], object], str]] = {
    "a call that was not recorded": (
        lambda whole: whole["answers"].pop(),
        "for repeat_last(101, 50) expected an answer in the file, got none",
    ),
    "other arguments": (
        lambda whole: whole["answers"][0].update(arguments=[2.0, 50]),
        "for repeat_last(2, 50) expected an answer in the file, got none",
    ),
    "two answers": (
        lambda whole: whole["answers"].append(whole["answers"][0]),
        "repeat_last is answered twice for the same arguments",
    ),
    "another function": (
        lambda whole: whole["answers"][0].update(function="forward"),
        "repeat-last asks for repeat_last, nothing else",
    ),
    "unknown": (lambda whole: whole.update(exercise="no-such"), "there is no exercise 'no-such'"),
    "nothing": (lambda whole: whole.update(answers=[], note=" "), "it holds no answer"),
}


@of_each(FILES)
def test_a_file_that_does_not_answer_is_told_why(name: str) -> None:
    change, words = FILES[name]
    found = graded(changed(repeat_last_file(repeat_last.repeat_last), change))
    assert (found.credit, found.words) == ("tried" if "got none" in words else "refused", words)


def test_what_no_machine_can_judge_is_the_word_of_its_solver() -> None:
    for slug in ("no-einsum", "guesses", "norm-keeps-sums"):
        assert by_word(EXERCISES[slug])
        grade = graded(submission_bytes(Submission(slug, "Ada", "import os; os.abort()")))
        assert (grade.credit, grade.words) == ("self", "for a person to review")
    assert graded(submission_bytes(Submission(slug, "Ada", " "))).words == "it holds no answer"
    assert not by_word(EXERCISES["table-as-text"])


@of_each(
    [
        (True, "holds True; write 1 or 0"),
        (object(), "holds object"),
        (lambda: 1, "a file holds data alone"),
        (float("nan"), "holds NaN"),
        (np.array([1e-40]), "is 1e-40; numbers must be 0 or from 1e-30 to 1e"),
        ({1, 2}, "holds set"),
        (np.random.default_rng(0).normal(size=(400, 400)), "the answer takes 3,"),
    ]
)
def test_what_is_no_data_is_not_written(thing: Any, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        submission_bytes(Submission("repeat-last", "Ada", "", (Answer("f", (), thing),)))


# The command


CHEAP = "def factor(d_head):\n    return d_head**-0.5\n"
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
    return written(tmp_path / "good.py", GOOD)


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A file that is wrong in several ways."""
    return written(tmp_path / "wrong.py", WRONG)


def written(path: Path, text: str) -> Path:
    """A file with a text."""
    path.write_text(text)
    return path


def handed_in(my: Path, slug: str) -> bytes:
    """What a command wrote to be handed in."""
    return (my / "submissions" / slug / "Ada.json").read_bytes()


def test_check_says_what_is_right(good: Path, capsys: Said) -> None:
    assert main(["check", str(good)]) == OK
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"✓  {NUMBERS['compact-attention']} compact-attention   84 rows")
    assert second.startswith(f"✓  {NUMBERS['repeat-last']} repeat-last   81682 inputs")


def test_check_says_what_is_wrong(wrong: Path, capsys: Said) -> None:
    assert main(["check", str(wrong)]) == FAILED
    first, second, third = capsys.readouterr().out.splitlines()
    assert "with d_head 1 raised ZeroDivisionError: division by zero" in first
    words = "with V=2 expected a Transformer, got a list"
    assert second == f"✗  {NUMBERS['repeat-last']} repeat-last   {words}"
    assert "with b=2 expected 165, got 116" in third


def test_submit_writes_what_grades_as_right(good: Path, my: Path, capsys: Said) -> None:
    assert main(["submit", str(good), "repeat-last"]) == BAD_INPUT
    assert "give --author NAME" in capsys.readouterr().err
    assert main(["submit", str(good), NUMBERS["repeat-last"], "--author", "Ada"]) == OK
    assert main(["submit", str(good), "compact-attention"]) == OK
    for slug in ("repeat-last", "compact-attention"):
        assert graded(handed_in(my, slug)).credit == "verified"
    capsys.readouterr()
    assert main(["progress"]) == OK
    assert "✓ verified 2  ◐ reviewed 0  ○ self 0  ✗ tried 0" in capsys.readouterr().out


@of_each(
    [
        ("other-base", FAILED, "expected 165, got 116"),
        ("few-nonzeros", FAILED, "part 2 not attempted yet"),
        ("no-positions", BAD_INPUT, "no-positions asks for hel_word; wrong.py defines none"),
        ("norm-keeps-sums", BAD_INPUT, "asks for a text, in a .md or .txt file"),
        ("9.99", BAD_INPUT, "there is no exercise '9.99'"),
    ]
)
def test_submit_writes_nothing_wrong(
    exercise: str, status: int, sentence: str, *,
    wrong: Path, my: Path, capsys: Said,
) -> None:  # fmt: skip
    assert main(["submit", str(wrong), exercise, "--author", "Ada"]) == status
    said = capsys.readouterr()
    assert sentence in said.out + said.err
    assert not (my / "submissions").exists()


def test_submit_anyway(wrong: Path, my: Path, capsys: Said) -> None:
    command = ["submit", str(wrong), "other-base", "--author", "Ada", "--anyway"]
    assert main(command) == FAILED
    words = graded(handed_in(my, "other-base")).words
    assert words.startswith("with b=2 expected 165, got 116: 49 too few")
    assert "Hand in " in capsys.readouterr().out


def test_submit_a_proof(tmp_path: Path, my: Path, capsys: Said) -> None:
    proof = written(tmp_path / "proof.md", "A row that sums to zero has mean zero.")
    assert main(["submit", str(proof), "norm-keeps-sums", "--author", "Ada"]) == OK
    data = handed_in(my, "norm-keeps-sums")
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


def test_a_notebook_goes_on_after_a_cell_that_fails(tmp_path: Path, capsys: Said) -> None:
    cells = ["%matplotlib inline\n!ls", "1 / 0", CHEAP, "%%bash\nnot Python"]
    path = written(tmp_path / "mine.ipynb", notebook(*cells))
    assert main(["check", str(path)]) == FAILED  # because of the cell, which is named
    out = capsys.readouterr().out
    assert f"✓  {NUMBERS['compact-attention']} compact-attention" in out
    assert "!  mine.ipynb, code cell 2: ZeroDivisionError: division by zero" in out


def test_what_a_notebook_allows_beside_python(tmp_path: Path, capsys: Said) -> None:
    written(tmp_path / "beside.py", CHEAP)
    cells = ["%%time\nfiles = !ls\nx = 1", "!ls\n?x\nx.real?\nx + 1", "%%html\n<b>"]
    path = written(tmp_path / "mine.ipynb", notebook(*cells, "from beside import factor"))
    assert main(["check", str(path)]) == OK
    assert f"✓  {NUMBERS['compact-attention']} compact-attention" in capsys.readouterr().out
    text = 'words = """\n!important\n%d\n"""\n'
    assert without_magics(text) == text
    assert without_magics(text + "!ls") != text


def test_what_code_calls_is_handed_in_with_it(tmp_path: Path, my: Path) -> None:
    """Code for a person to read; so is what is too large for a file."""
    cells = ["STEP = 1", "def idle():\n    pass", "def more(steps):\n    return steps + STEP",
             "def sliding_decode(tokens, model, steps):\n    return more(steps)"]  # fmt: skip
    large = "def minimum_of_millions(d_vocab, n_ctx):\n    return 1"
    path = written(tmp_path / "mine.ipynb", notebook(*cells, large))
    for slug, note in (
        ("sliding-window", "\n\n".join([cells[0], *cells[2:]])), ("minimum-of-millions", large),
    ):  # fmt: skip
        main(["submit", str(path), slug, "--author", "Ada", "--anyway"])
        assert parse(handed_in(my, slug)).note == note
        assert graded(handed_in(my, slug)).credit == "self"


def test_read_shows_a_proof_and_a_source(tmp_path: Path, capsys: Said) -> None:
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


def test_submit_writes_over_nothing_else(tmp_path: Path, capsys: Said) -> None:
    cheap, link, own = (tmp_path / name for name in ("cheap.py", "link.json", "own.json"))
    command = ["submit", str(written(cheap, CHEAP)), "compact-attention", "--author", "Ada", "--to"]
    assert main([*command, str(cheap)]) == BAD_INPUT
    assert "holds something else; choose another name" in capsys.readouterr().err
    link.symlink_to(cheap)
    assert main([*command, str(link)]) == BAD_INPUT
    assert main([*command, os.devnull]) == BAD_INPUT
    assert "is not an ordinary file" in capsys.readouterr().err
    assert link.is_symlink() and cheap.read_text() == CHEAP
    assert [main([*command, str(own)]) for _ in range(2)] == [OK, OK]


def test_a_terminal_without_signs(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "exercises", "check", str(written(tmp_path / "x.py", CHEAP))],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert f"+  {NUMBERS['compact-attention']} compact-attention".encode() in done.stdout
    assert ("✗ é" * 2).encode("ascii", IN_ASCII) == b"x \\xe9" * 2


def test_doctor_sees_damaged_progress(my: Path, capsys: Said) -> None:
    assert main(["doctor"]) == OK
    assert "✗" not in capsys.readouterr().out
    my.mkdir(exist_ok=True)
    (my / "progress.json").write_text("{")
    assert main(["doctor"]) == FAILED
    assert "✗  progress.json cannot be read: the file is not JSON" in capsys.readouterr().out


@of_each(
    [
        ("x.txt", "hello", BAD_INPUT, "neither a .py nor an .ipynb"),
        ("x.ipynb", "{}", BAD_INPUT, "x.ipynb is not a notebook"),
        ("x.ipynb", "[" * 10_000, BAD_INPUT, "x.ipynb is not a notebook"),
        ("x.py", "import sys; sys.exit(3)", FAILED, "SystemExit: 3"),
        ("x.py", "def", FAILED, "SyntaxError"),
    ]
)
def test_other_files(
    name: str, text: str, status: int, sentence: str, *,
    tmp_path: Path, capsys: Said,
) -> None:  # fmt: skip
    assert main(["check", str(written(tmp_path / name, text))]) == status
    said = capsys.readouterr()
    assert sentence in said.out + said.err


def test_an_exercise_is_shown_by_slug_and_by_number(capsys: Said) -> None:
    for name in ("sort-1000", NUMBERS["sort-1000"], "source: 5.4"):
        assert main(["show", name]) == OK
        shown = capsys.readouterr().out
        assert shown.startswith(f"{NUMBERS['sort-1000']} ")
        assert "source: 5.4" in shown.split("\n")[0]
        assert EXERCISES["sort-1000"].statement.strip() in shown
    assert main(["show", "source: 9.9"]) == BAD_INPUT


def test_work_copies_once(my: Path, monkeypatch: Patch, capsys: Said) -> None:
    """Links of a copy lead to the book; without the book there is nothing to copy."""
    assert main(["work", "hello_world"]) == OK
    copy = my / "hello_world_exercises.ipynb"
    assert f"taotp-exercises check {copy}" in capsys.readouterr().out
    assert "repeat_last" in copy.read_text("utf-8")
    text = (my / "hello_world.ipynb").read_text("utf-8")
    targets = re.findall(r"\]\(([^)#\s]+\.(?:ipynb|md|bib))", text)
    assert {copy.name} < set(targets)
    assert all((my / target).is_file() for target in targets)
    copy.write_text("mine")
    assert main(["work", "hello_world"]) == OK
    assert copy.read_text() == "mine"
    assert main(["work", "hello_world_exercises"]) == BAD_INPUT
    capsys.readouterr()
    assert main(["work", "../README"]) == BAD_INPUT
    said = capsys.readouterr().err
    assert "there is no chapter '../README'; there are a_computer, a_small_change, " in said
    monkeypatch.setattr("exercises.__main__.BOOK", my / "none")
    assert main(["work", "hello_world"]) == BAD_INPUT
    assert "chapters are not installed with the library" in capsys.readouterr().err


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


def test_interrupt(good: Path, monkeypatch: Patch) -> None:
    def interrupted(*arguments: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("exercises.__main__.run_file", interrupted)
    assert main(["check", str(good)]) == 130


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


def checked(source: str, tmp_path: Path, capsys: Said) -> tuple[int, list[str], dict[str, str]]:
    """What `check` makes of a file: its exit code, its lines, and what is remembered."""
    status = main(["check", str(written(tmp_path / "course.py", source))])
    return status, capsys.readouterr().out.splitlines(), kept()[1]


def test_a_file_says_for_which_exercise_a_name_is_that_several_ask_for(
    tmp_path: Path, capsys: Said
) -> None:
    status, lines, remembered = checked(TWO_CHANGES, tmp_path, capsys)
    assert status == OK
    assert [line.split()[2] for line in lines] == ["files-first", "jello"]
    assert remembered == {"files-first": "verified", "jello": "verified"}
    status, lines, _ = checked(NAMED, tmp_path, capsys)
    assert status == FAILED
    assert [line[0] + line.split()[2] for line in lines] == ["✗files-first", "✓jello"]


def test_an_older_file_is_not_wrong_about_what_it_does_not_answer(
    tmp_path: Path, capsys: Said
) -> None:
    plain = "def one_number():\n    return {!r}\n"
    status, lines, remembered = checked(plain.format("W_pos:0.2=5e6"), tmp_path, capsys)
    assert (status, len(lines), remembered) == (OK, 1, {"jello": "verified"})
    assert main(["submit", str(tmp_path / "course.py"), "jello", "--author", "Ada"]) == OK
    capsys.readouterr()
    status, (line,), remembered = checked(plain.format("W_pos:0.2=5"), tmp_path, capsys)
    assert (status, remembered) == (FAILED, {"jello": "verified"})
    assert line.startswith("✗  one_number is not right for any of files-first, jello, ")
    assert line.endswith("name it after the one it is for: one_number_files_first")


def test_an_entry_for_a_leaderboard_is_known_as_one(tmp_path: Path, capsys: Said) -> None:
    status, lines, _ = checked("def least_search():\n    return 1\n", tmp_path, capsys)
    command = f"taotp-exercises submit {tmp_path / 'course.py'} least-search"
    assert (status, lines) == (OK, [f"·  least-search: an entry for a leaderboard; {command}"])
    assert main(["show", "least-search"]) == OK
    said = capsys.readouterr().out
    assert "Checked by machine: `taotp-exercises submit FILE least-search`." in said
    assert "check(" not in said


ENDS = product(
    ("import os; os._exit(0)", "import sys; sys.exit(0)"),
    ("{}\ndef factor(*given):\n    pass\n", "def factor(*given):\n    {}\n"),
)


@of_each(drawn([*ENDS], 1, "ends"))
def test_a_file_that_ends_the_command_is_said_to(ends: str, when: str, *, tmp_path: Path) -> None:
    path = written(tmp_path / "mine.py", when.format(ends))
    done = subprocess.run(
        [sys.executable, "-m", "exercises", "check", str(path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "SystemExit" in done.stdout
