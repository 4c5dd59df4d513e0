"""What a hostile person may put into an inbox: every file is answered by a sentence."""

import json
import os
import re
import signal
import sys
import time
import tracemalloc
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exercises.__main__ import FAILED, OK, main
from exercises.catalogue import EXERCISES
from exercises.catalogue.hello_world import repeat_last
from exercises.handing_in.boards import BOARDS
from exercises.handing_in.certificates import ENTRIES
from exercises.handing_in.credit import taken
from exercises.handing_in.format import MOST_BYTES, Refused
from exercises.handing_in.grade import Grade, alarm, grade, graded
from exercises.handing_in.inbox import read_file, submissions
from exercises.handing_in.ledger import Ledger
from exercises.handing_in.marks import FEW, Alike, Mark, feedback, marked, marks_as_csv
from exercises.handing_in.people import people
from exercises.handing_in.ranking import ranking
from exercises.handing_in.record import functions_asked
from exercises.judging.judge import MOST_BYTES as MOST_MEMORY
from exercises.judging.judge import Beyond, pay, verdict
from taotp_core.weights import Layer, Transformer
from tests.exercises.conftest import Patch, Said
from tests.exercises.laws import of_each
from tests.exercises.test_submit import changed, repeat_last_file
from tools.sampling import at_night

RIGHT = repeat_last_file(repeat_last.repeat_last)
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")


def refusal(path: Path) -> str:
    """Why a file is not read; it says the same when it is graded."""
    with pytest.raises(Refused) as refused:
        read_file(path)
    found = grade(path, path.name)
    assert (found.credit, found.words) == ("refused", str(refused.value))
    return found.words


@posix
def test_links_are_not_followed(tmp_path: Path, monkeypatch: Patch) -> None:
    """Nor is one that was put there at the last moment."""
    secret, folder = tmp_path / "secret.txt", tmp_path / "inbox"
    secret.write_bytes(RIGHT)
    folder.mkdir()
    link = folder / "x.json"
    for target in ("/etc/passwd", tmp_path / "nowhere", "x.json", secret):
        link.unlink(missing_ok=True)
        link.symlink_to(target)
        assert refusal(link) == "it is a link; only ordinary files are read"
    (folder / "outside").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "other.json").write_bytes(RIGHT)
    assert list(submissions(folder)) == [link]
    ordinary = os.lstat(secret)
    monkeypatch.setattr(os, "lstat", lambda path: ordinary)
    assert "it cannot be opened" in refusal(link)


@posix
def test_pipes_devices_and_folders(tmp_path: Path) -> None:
    pipe, folder = tmp_path / "pipe.json", tmp_path / "folder.json"
    os.mkfifo(pipe)  # and nobody waits for a writer
    folder.mkdir()
    for path in (pipe, folder, Path("/dev/zero")):
        assert refusal(path) == "it is not an ordinary file"
    assert "it cannot be opened: No such file" in refusal(tmp_path / "none.json")


def test_too_large_and_growing(tmp_path: Path, monkeypatch: Patch) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b" " * (MOST_BYTES + 1))
    assert refusal(path) == f"it has {MOST_BYTES + 1:,} bytes; at most {MOST_BYTES:,} are read"
    path.write_bytes(RIGHT)
    assert read_file(path) == RIGHT
    empty = tmp_path / "empty.json"
    empty.touch()
    before = os.stat(empty)  # what is there when the file is opened; then its bytes come
    monkeypatch.setattr(os, "fstat", lambda opened: before)
    assert refusal(path) == "it changed while it was read"


STRANGE_NAMES = (
    "\x1b[2J\x1b[31mred.json", "a\rb.json", "a\nb.json", "a\tb.json", "\u202egpj.json",
    "=cmd|' !A1.json", "<img src=x onerror=alert(1)>.json", " .json", "-rf.json", "\x7f.json",
    "%n%s.json", "`id`.json", "$(id).json", "'; drop table grades; --.json", ".json",
)  # fmt: skip


@pytest.mark.usefixtures("no_workers")
@posix
def test_strange_names(tmp_path: Path, capsys: Said) -> None:
    """All in one folder; one of them is no text."""
    folder, marks = tmp_path / "inbox", tmp_path / "marks.csv"
    folder.mkdir()
    names = (*STRANGE_NAMES, os.fsdecode(b"\xff\xfe.json"))
    for name in names:
        (folder / name).write_bytes(RIGHT)
    command = ["grade", str(folder), "--csv", str(marks)]
    assert main([*command[:2], "--feedback", str(tmp_path / "feedback")]) == OK
    *lines, last = capsys.readouterr().out.splitlines()
    assert len(lines) == len(names) and all(line.isprintable() for line in lines)
    assert last == f"{len(names)} files: {len(names)} verified"
    for name in names:
        (folder / name).write_bytes(b"not JSON")
    assert main(command) == FAILED
    text = marks.read_text("utf-8-sig")
    assert len(text.splitlines()) == 1 + len(names)
    assert text.replace("\n", "").isprintable() and "\\udcff\\udcfe.json" in text


@pytest.mark.usefixtures("no_workers")
def test_thousands_of_files(tmp_path: Path) -> None:
    many = 10_000 if at_night() else 300
    folder = tmp_path / "inbox"
    folder.mkdir()
    for i in range(many):
        (folder / f"{i:05}.json").write_bytes(b'{"format":1,"exercise":"x","author":"%d"}' % i)
    assert main(["grade", str(folder), "--csv", str(tmp_path / "marks.csv")]) == FAILED
    assert (tmp_path / "marks.csv").read_bytes().count(b"there is no exercise 'x'") == many


def test_the_same_file_a_thousand_times_is_named_briefly() -> None:
    """Own files are no copies; what many hand in is the natural answer, and no copy either."""
    one = graded(RIGHT)
    crowd = [replace(one, author=f"A {i}", file=f"{i}") for i in range(1000)]

    def same_as(some: Grade, grades: list[Grade]) -> tuple[tuple[str, ...], int]:
        found = Alike()
        for each in grades:
            found.add(each, *people([each]))
        return marked(some, None, found, *people([some])).same, len(found.first)

    assert same_as(crowd[0], crowd) == (("999 others",), FEW)  # kept, however many there are
    for i, named in ((0, (1, 2, 3)), (2, (0, 1, 3))):
        names = [f"A {j} ({j})" for j in named]
        assert same_as(crowd[i], crowd[:FEW])[0] == (*names, f"{FEW - 4} more")
    two = [replace(each, author="Bo" if i in (7, 9) else "Ada") for i, each in
           enumerate(crowd[:20])]  # fmt: skip
    assert same_as(two[0], two)[0] == ("Bo (7)", "Bo (9)")
    assert same_as(two[7], two)[0] == ("Ada (0)", "Ada (1)", "Ada (2)", "15 more")


# Markup in what a file says


MARKUP = "<script>alert(1)</script>[x](javascript:alert(1))|`*_"


@of_each(
    [MARKUP, "\n✓  ada.json: Ada, 2.1: right", "\u202eright", "\x1b[2J", "\n\n<img onerror=x>"]
)
def test_a_symbol_reaches_no_line_of_its_own(symbol: str) -> None:
    """Nor is it markup of a page, nor a cell of a table."""
    model = {"W_E": [[0, 1], [0, 2]], "W_pos": [[0, 0]] * 20}
    program = {"model": model, "vocabulary": [symbol, "x"], "start": symbol, "stop": "x"}
    found = graded(handed_in("no-positions", "hel_word", {"program": program}))
    assert found.credit == ("refused" if "\x1b" in symbol else "tried")
    assert found.words.isprintable() and found.prompt.isprintable()
    asked = replace(EXERCISES["no-positions"], judge=lambda answer: symbol)
    words = verdict(asked, 1).text
    assert words.isprintable()
    for mark in (Mark(found), Mark(replace(found, words=words))):
        for page in feedback([mark]).values():
            lines = page.decode().splitlines()
            assert all(line.startswith("    ") or "<" not in line for line in lines)
        assert b"\n=" not in marks_as_csv([mark])


def test_an_author_with_markup_reaches_no_table(tmp_path: Path) -> None:
    folder = tmp_path / "least-repeat-last"
    folder.mkdir()
    entry = ENTRY.read_bytes()
    (folder / "good.json").write_bytes(entry)
    for i, author in enumerate((MARKUP, "<b>Ada</b>", "../../x", "a|b", "# head")):
        bad = entry.replace(b'"This book"', json.dumps(author).encode())
        (folder / f"{i}.json").write_bytes(bad)
    found = ranking("least-repeat-last", tmp_path)
    assert [row.author for row in found.rows] == ["This book"]
    assert len(found.unverified) == 5
    link = '<a href="#least-repeat-last?entry=This+book">'
    assert re.findall("<[^>]*>", found._repr_markdown_()) == [link, "</a>"]


ENTRY = ENTRIES / "least-repeat-last" / "This-book.json"


def handed_in(slug: str, function: str, returned: object, *arguments: list[int]) -> bytes:
    """A file in which a function returned one thing, whatever it was asked."""
    one = {"function": function, "returned": returned}
    answers = [one | {"arguments": each} for each in arguments or [[]]]
    whole = {"format": 1, "exercise": slug, "author": "Eve", "answers": answers}
    return json.dumps(whole).encode()


# Work that a small file asks for


def zeros(*shape: int) -> dict[str, Any]:
    """An array of zeros, in a few bytes."""
    return {"shape": list(shape), "entries": []}


def mlp(d_model: int, units: int, heard: int = 0) -> dict[str, Any]:
    """An MLP of zeros, but for what some units hear."""
    hears = {"shape": [d_model, units], "entries": [[0, i, 1.0] for i in range(heard)]}
    rest = {"b_in": zeros(units), "W_out": zeros(units, d_model), "b_out": zeros(d_model)}
    return {"W_in": hears, **rest}


def head(d_model: int, wide: int) -> dict[str, Any]:
    """A head of zeros."""
    return {name: zeros(d_model, wide) for name in ("W_Q", "W_K", "W_V")} | {
        "W_O": zeros(wide, d_model)
    }


SMALL = {"W_E": [[1], [2]], "W_pos": [[0]]}
BOMBS = {  # models of few bytes that would be slow or large
    "wide heads": {**SMALL, "layers": [{"heads": [head(1, 9000)] + [head(1, 0)] * 1000}]},
    "many layers": {**SMALL, "layers": [{"heads": [head(1, 0)]}] * 5000},
    "long context": {**SMALL, "W_pos": zeros(900_000, 1)},
    "wide stream": {"W_E": zeros(61, 8000), "W_pos": zeros(50, 8000)},
    "large MLP": {**SMALL, "layers": [{"mlp": mlp(1, 300_000)}]},
}


@of_each(product(["repeat-last", "no-positions", "negative-numbers", "every-table"], BOMBS))
def test_bombs(slug: str, name: str) -> None:
    model: Any = BOMBS[name]
    n = len(model["W_E"]) if isinstance(model["W_E"], list) else model["W_E"]["shape"][0]
    symbols = ["<start>", "<stop>", *range(n)][:n]
    program = {"model": model, "vocabulary": symbols, "start": "<start>", "stop": "<stop>"}
    returned = {"model": model} if slug in ("repeat-last", "every-table") else {"program": program}
    arguments = [[n, 50] for n in (2, 3, 10, 61)] if slug == "repeat-last" else []
    (function, *_) = functions_asked(EXERCISES[slug])
    found = graded(handed_in(slug, function, returned, *arguments))
    assert found.credit in ("tried", "refused", "unfinished"), found
    assert found.words


def test_memory_is_bounded_by_pieces() -> None:
    """Every row of the stream of ten thousand texts would take gigabytes."""

    def wide(whole: dict[str, Any]) -> None:
        model = whole["answers"][0]["returned"]["model"]
        model |= {"W_E": zeros(10, 10_000), "W_pos": zeros(10, 10_000)}

    tracemalloc.start()
    found = graded(changed(ENTRY.read_bytes(), wide))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.credit == "tried", found
    assert most < MOST_MEMORY


def test_parts_without_a_number_are_not_run() -> None:
    """7 kB of shapes took as long as a hundred right machines."""
    wide = 3

    def with_part(kind: str, part: object) -> Grade:
        def change(whole: dict[str, Any]) -> None:
            model = whole["answers"][0]["returned"]["model"]
            model["layers"].append({"heads": [], "mlp": None} | {kind: part})

        return graded(changed(ENTRY.read_bytes(), change))

    assert with_part("mlp", mlp(wide, 100)).credit == "verified"
    for of, kind, part in (
        ("units", "mlp", mlp(wide, 100_000)),
        ("units", "mlp", mlp(wide, 100_000, heard=1000)),
        ("columns", "heads", [head(wide, 60_000)]),
    ):
        found = with_part(kind, part)
        assert found.credit == "refused" and f"has {of} of zeros, with which" in found.words


def test_what_takes_more_memory_than_allowed_is_not_run() -> None:
    model = Transformer(np.zeros((12, 9000)), np.zeros((8, 9000)), [Layer([])])
    prompts = np.zeros((10_000, 6), int)
    with pytest.raises(Beyond, match="at most 512 MB, got one that takes"):
        pay(model, *prompts.shape, kept=1)


def test_what_takes_more_work_than_allowed_is_not_run() -> None:
    machine = Transformer(np.zeros((2, 1)), np.zeros((4, 1)))

    def judge(answer: object) -> str:
        for _ in range(5):
            pay(machine, 10**9, 4, kept=0)
        raise AssertionError("it was run")

    result = verdict(replace(EXERCISES["repeat-last"], judge=judge), machine)
    assert result.beyond
    assert "expected at most 2e+11 operations in all, got" in result.text
    assert not verdict(EXERCISES["repeat-last"], repeat_last.repeat_last).beyond


def test_a_board_takes_one_machine() -> None:
    def second(whole: dict[str, Any]) -> None:
        whole["answers"].append(whole["answers"][0] | {"arguments": [1]})

    found = graded(changed(ENTRY.read_bytes(), second))
    words = "least-repeat-last takes one machine; the file holds 2 answers"
    assert (found.credit, found.words) == ("refused", words)


@posix
def test_right_and_idle_for_ever(tmp_path: Path, monkeypatch: Patch) -> None:
    def idle(whole: dict[str, Any]) -> None:
        model = whole["answers"][0]["returned"]["model"]
        model["layers"][0]["mlp"] = mlp(len(model["W_E"][0]), 5_000)

    path = tmp_path / "x.json"
    path.write_bytes(changed((ENTRIES / "least-add-3/This-book.json").read_bytes(), idle))
    monkeypatch.setattr("exercises.handing_in.grade.SECONDS", 0.3)
    ledger = Ledger(tmp_path / "ledger.sqlite")
    found = grade(path, "x.json", ledger=ledger)
    words = "no verdict after 0.3 seconds of processor time; a person may try it"
    assert (found.credit, found.words) == ("unfinished", words)
    assert found.author == "This book"
    assert ledger.table is not None
    assert ledger.table.execute("select count(*) from grades").fetchone() == (0,)  # try again


@posix
def test_time_of_other_programs_is_not_counted() -> None:
    """Nor is an alarm heard once it was put away."""
    with alarm(0.2) as rang:
        time.sleep(0.5)  # as where others have the processor
    assert not rang
    with alarm(0.2) as rang:
        while True:
            pass
    assert rang
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)
    assert signal.getsignal(signal.SIGPROF) == signal.SIG_DFL


def test_no_verdict_is_no_credit_and_can_be_reviewed() -> None:
    one = Grade("a.json", "unfinished", "no verdict", "Ada", "repeat-last", sha256="1")
    assert Mark(one, reviewed=True).credit == "reviewed"
    theirs = feedback([Mark(one)])
    assert b"~ no verdict" in theirs["Ada.md"]
    assert taken(theirs["Ada.progress.json"]) == ("Ada", {})


EMPTY: tuple[object, ...] = (
    {"model": {"W_E": [[0], [0]], "W_pos": [[0]]}},
    {"program": {"model": {"W_E": [[0]], "W_pos": [[0]]}, "vocabulary": ["a"]}}, None, 7, "text",
)  # fmt: skip


@of_each(product(BOARDS, EMPTY))
def test_every_board_refuses_an_empty_machine(slug: str, returned: object) -> None:
    (function,) = functions_asked(BOARDS[slug].exercise)
    found = graded(handed_in(slug, function, returned))
    assert found.credit == "tried", found
