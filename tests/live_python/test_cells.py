"""Cells run as a page runs them, here by this Python."""

import asyncio
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from taotp.figures import arrows
from taotp.listing.reading import read
from taotp.page.python.cells import MOST_LETTERS, Cells
from tests.laws import every

Told = list[dict[str, Any]]
SHORT = "symbols a b\ncontext 4\nnorms none\nstream letter 2\nembed letter as one-hot\n"
BACK = f"{SHORT}unembed letter of b a as one-hot\n"


def run(
    cells: Cells, texts: list[str], quiet: Sequence[int] = (), bench: str | None = None
) -> Told:
    """What is told while the last cell runs, with a text on the bench of a letter, if any."""
    told: Told = []
    cells.say = told.append
    built = [] if bench is None else [("build_letter", bench)]
    with ThreadPoolExecutor(1) as apart:  # from a loop that other tests of this process have
        apart.submit(asyncio.run, cells.run(texts, len(texts) - 1, quiet, built)).result()
    return told


def of_kind(told: Told, kind: str) -> Told:
    """What was told of one kind."""
    return [each for each in told if each["kind"] == kind]


def shown(told: Told) -> list[str]:
    """The texts that are shown."""
    return [each["text"] for each in of_kind(told, "output")]


@every("text, texts", [
    ("print('one')\ndisplay(2)\nprint('three')\n4", ["one\n", "2", "three\n", "4"]),
    *((text, []) for text in ("a = 1", "None", "4;", "# nothing", "")),
    ("import inspect\ndef f():\n    1\nprint(inspect.getsource(f))", ["def f():\n    1\n\n"]),
    ("import asyncio\nawait asyncio.sleep(0)\n7", ["7"]),
])  # fmt: skip
def test_what_is_printed_and_a_value_are_shown_in_their_order(text: str, texts: list[str]) -> None:
    told = run(Cells(print), [text])
    assert shown(told) == texts and of_kind(told, "end")[0]["ok"]


FORMULAS = (
    r'<p><span class="math inline">\(a&lt;b\)</span> and</p>' "\n"
    r'<div class="math block">' "\n" r"\[c\]" "\n</div>\n"
)  # fmt: skip


@every("name, value, mime, text", [
    ("html", "*x*", "text/html", "*x*"),
    ("svg", "*x*", "image/svg+xml", "*x*"),
    ("markdown", "*x*", "text/html", "<p><em>x</em></p>\n"),
    ("markdown", "$a<b$ and\n\n$$c$$", "text/html", FORMULAS),  # which are left to the page
])  # fmt: skip
def test_the_best_form_is_shown(name: str, value: str, mime: str, text: str) -> None:
    shows = f"class A:\n    def _repr_{name}_(self): return {value!r}\nA()"
    (output,) = of_kind(run(Cells(print), [shows]), "output")
    assert (output["mime"], output["text"]) == (mime, text)


def test_figures_are_shown_for_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = Cells(print)
    monkeypatch.setenv("TAOTP_PAGE", "1")
    cells.names["figure"] = arrows(
        {"a": np.array([1.0, 0.0, -1.0])}, kinds={"a": "token"}, title="One", alt="It points."
    )
    (output,) = of_kind(run(cells, ["figure"]), "output")
    assert output["mime"] == "text/html" and "It points." in output["text"]
    text = "from matplotlib.figure import Figure\nf = Figure()\nf.add_subplot().plot([1, 2])\nf"
    (output,) = of_kind(run(cells, [text]), "output")
    assert output["mime"] == "image/svg+xml" and "<svg" in output["text"]


def test_cells_that_are_needed_run_first_and_show_nothing_where_they_are_as_printed() -> None:
    cells = Cells(print)
    texts = ["a = 1\nprint(a)", "b = 2", "a"]
    told = run(cells, texts, quiet=(0,))
    assert of_kind(told, "plan") == [{"kind": "plan", "cell": 2, "before": 1}]
    assert [each["cell"] for each in of_kind(told, "output")] == [2]
    texts[0] = "a = 3\nprint(a)"
    told = run(cells, texts)
    outputs = [(each["cell"], each["text"]) for each in of_kind(told, "output")]
    assert outputs == [(0, "3\n"), (2, "3")]
    assert of_kind(run(cells, texts), "plan")[0]["before"] == 0


@every("texts, cell, line, said, way", [
    (["from taotp_core import rounded\n\nrounded('much')\n1"], 0, 3, ".*Error: ", "line 3"),
    (["def half(n):\n    return 1 / n", "half(2)\nhalf(0)"], 1, 2, "ZeroDiv", "line 2, in half"),
    (["1 / 0\na = 1", "a"], 0, 1, "ZeroDiv", "line 1"),
    (["a = ("], 0, 1, "SyntaxError: ", ""),
    (["a = 1\nb = = 2"], 0, 2, "SyntaxError: ", ""),
    (["\tx = 1"], 0, 1, "IndentationError: ", ""),
    (["input('?')"], 0, 1, "RuntimeError: ", "line 1"),
    (["exit()"], 0, 1, "SystemExit", "line 1"),
    (["raise KeyboardInterrupt"], 0, 1, "KeyboardInterrupt", "line 1"),
])  # fmt: skip
def test_an_error_is_said_and_marks_the_line_of_the_reader(
    texts: list[str], cell: int, line: int, said: str, way: str
) -> None:
    """In a cell above too; what would end Python or wait is an error like others."""
    cells = Cells(print)
    told = run(cells, texts)
    (error,) = of_kind(told, "error")
    assert (error["cell"], error["line"]) == (cell, line)
    assert re.match(said, error["said"])
    assert re.match('  File "<cell' if way else "$", error["way"]) and way in error["way"]
    assert not shown(told) and not of_kind(told, "end")[-1]["ok"]
    above = [{"kind": "above", "cell": len(texts) - 1, "failed": cell}]
    assert of_kind(told, "above") == above * (cell < len(texts) - 1)
    assert shown(run(cells, ["1 + 1"])) == ["2"]


@every("text", ["for k in range(10):\n    print('x' * 100_000)", "'x' * 10**6"])
def test_a_text_that_never_ends_is_cut(text: str) -> None:
    """Printed, or the value of a cell: a page that lays out millions of letters stands still."""
    all_of_it = "".join(shown(run(Cells(print), [text])))
    assert MOST_LETTERS < len(all_of_it) < MOST_LETTERS + 100
    assert all_of_it.endswith("no more of this.\n")


# What stands on a bench


def test_what_stands_on_a_bench_is_a_variable_and_a_changed_one_is_another() -> None:
    """A cell that has run with another text runs again; a mutant that keeps the first is found."""
    cells = Cells(print)
    texts = ["says = build_letter.complete('a')", "says"]
    told = run(cells, texts, bench=f"{SHORT}unembed letter of a b as one-hot\n")
    assert of_kind(told, "plan") == [{"kind": "plan", "cell": 1, "before": 1}]
    assert shown(told) == ["'aaaa'"]
    assert shown(run(cells, texts, bench=BACK)) == ["'baba'"]
    told = run(cells, ["build_letter = 7", "build_letter"], bench="")
    assert shown(told) == ["7"], "a page's own name is its own"


@every("stands, words", [
    ("", "Nothing stands there."),
    ("embed ____ as ____", "2 blanks are left."),
    ("foo", "build_letter:1:1: no line begins with 'foo'"),
])  # fmt: skip
def test_what_is_no_program_is_said_where_a_cell_wants_it_alone(stands: str, words: str) -> None:
    cells = Cells(print)
    (error,) = of_kind(run(cells, ["build_letter"], bench=stands), "error")
    assert error["cell"] == 0 and error["said"].startswith("build_letter is not a program yet. ")
    assert words in error["said"]
    assert shown(run(cells, ["1 + 1"], bench=stands)) == ["2"]


@every("value", ["listing.read(text).program", "text"])
def test_what_gets_the_name_of_a_bench_goes_back_as_its_text(value: str) -> None:
    cells = Cells(print, {"text": BACK})
    told = run(cells, [f"from taotp import listing\nbuild_letter = {value}"], bench="")
    (back,) = of_kind(told, "built")
    assert back["name"] == "build_letter" and back["cell"] == 0
    assert read(back["text"]).program.complete("a") == read(BACK).program.complete("a")
    only_read = run(cells, ["build_letter"], bench=BACK)
    assert not of_kind(only_read, "built"), "who only reads, gives none"
    (back,) = of_kind(run(cells, ["build_letter = 7"], bench=BACK), "built")
    assert back["said"].endswith("it is int, and has to be a program or a text")
