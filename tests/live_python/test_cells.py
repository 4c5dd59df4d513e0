"""Cells run as a page runs them, here by this Python."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from taotp.figures import arrows
from taotp.listing.reading import read
from taotp.page.python.cells import MOST_LETTERS, Cells

Told = list[dict[str, Any]]


def run(cells: Cells, texts: list[str], k: int = -1, quiet: tuple[int, ...] = ()) -> Told:
    """What is told while a cell runs, the last where none is named."""
    told: Told = []
    cells.say = told.append
    with ThreadPoolExecutor(1) as apart:  # from a loop that other tests of this process have
        apart.submit(asyncio.run, cells.run(texts, k % len(texts), quiet)).result()
    return told


def of_kind(told: Told, kind: str) -> Told:
    """What was told of one kind."""
    return [each for each in told if each["kind"] == kind]


@pytest.fixture
def cells() -> Cells:
    """The cells of a page on which nothing ran."""
    return Cells(lambda said: None)


def test_text_and_value_are_shown_in_their_order(cells: Cells) -> None:
    told = run(cells, ["print('one')\ndisplay(2)\nprint('three')\n4"])
    assert [each["text"] for each in of_kind(told, "output")] == ["one\n", "2", "three\n", "4"]


@pytest.mark.parametrize("text", ["a = 1", "None", "4;", "# nothing", ""])
def test_nothing_is_shown(cells: Cells, text: str) -> None:
    told = run(cells, [text])
    assert not of_kind(told, "output")
    assert of_kind(told, "end")[0]["ok"]


def test_the_best_form_is_shown() -> None:
    shows = "class A:\n    def _repr_{}_(self): return '*x*'\nA()"
    for name, mime, text in (
        ("html", "text/html", "*x*"),
        ("svg", "image/svg+xml", "*x*"),
        ("markdown", "text/html", "<p><em>x</em></p>\n"),
    ):
        (output,) = of_kind(run(Cells(print), [shows.format(name)]), "output")
        assert (output["mime"], output["text"]) == (mime, text)


def test_formulas_of_markdown_are_left_to_the_page(cells: Cells) -> None:
    text = r"class A:" "\n" r"    def _repr_markdown_(self): return '$a<b$ and\n\n$$c$$'" "\nA()"
    (output,) = of_kind(run(cells, [text]), "output")
    assert r'<span class="math inline">\(a&lt;b\)</span>' in output["text"]
    assert r"\[c\]" in output["text"]


def test_a_live_figure_is_shown_for_a_page(cells: Cells, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAOTP_PAGE", "1")
    figure = arrows(
        {"a": np.array([1.0, 0.0, -1.0])}, kinds={"a": "token"}, title="One", alt="It points."
    )
    cells.names["figure"] = figure
    (output,) = of_kind(run(cells, ["figure"]), "output")
    assert output["mime"] == "text/html" and "It points." in output["text"]


def test_cells_that_are_needed_run_first_and_show_nothing_where_they_are_as_printed(
    cells: Cells,
) -> None:
    texts = ["a = 1\nprint(a)", "b = 2", "a"]
    told = run(cells, texts, quiet=(0,))
    assert of_kind(told, "plan") == [{"kind": "plan", "cell": 2, "before": 1}]
    assert [each["cell"] for each in of_kind(told, "output")] == [2]
    texts[0] = "a = 3\nprint(a)"
    told = run(cells, texts)
    assert [(each["cell"], each["text"]) for each in of_kind(told, "output")] == [
        (0, "3\n"), (2, "3")
    ]  # fmt: skip
    assert of_kind(run(cells, texts), "plan")[0]["before"] == 0


def test_an_error_says_what_the_library_says_and_marks_the_line_of_the_cell(cells: Cells) -> None:
    told = run(cells, ["from taotp_core import rounded\n\nrounded('much')\n1"])
    (error,) = of_kind(told, "error")
    assert error["line"] == 3 and "Error: " in error["said"]
    assert 'File "<cell 0>", line 3' in error["way"] and "cells.py" not in error["way"]
    assert not of_kind(told, "output") and not of_kind(told, "end")[0]["ok"]


def test_the_line_is_that_of_the_reader_in_a_cell_above_too(cells: Cells) -> None:
    texts = ["def half(n):\n    return 1 / n", "half(2)\nhalf(0)"]
    (error,) = of_kind(run(cells, texts), "error")
    assert (error["cell"], error["line"]) == (1, 2)
    assert 'File "<cell 0>", line 2, in half' in error["way"]
    told = run(cells, ["1 / 0\na = 1", "a"])
    assert of_kind(told, "error")[0]["cell"] == 0
    assert of_kind(told, "above") == [{"kind": "above", "cell": 1, "failed": 0}]


@pytest.mark.parametrize(("text", "line"), [("a = (", 1), ("a = 1\nb = = 2", 2), ("\tx = 1", 1)])
def test_what_is_no_python_is_said_with_its_line(cells: Cells, text: str, line: int) -> None:
    (error,) = of_kind(run(cells, [text]), "error")
    assert error["line"] == line and error["way"] == ""
    assert error["said"].split(":")[0] in {"SyntaxError", "IndentationError"}


@pytest.mark.parametrize("text", ["input('?')", "exit()", "raise KeyboardInterrupt"])
def test_what_would_end_or_wait_is_an_error_like_others(cells: Cells, text: str) -> None:
    assert of_kind(run(cells, [text]), "error")
    assert of_kind(run(cells, ["1 + 1"]), "output")[0]["text"] == "2"


def test_the_source_of_a_typed_function_is_known(cells: Cells) -> None:
    told = run(cells, ["import inspect\ndef f():\n    return 1\nprint(inspect.getsource(f))"])
    assert of_kind(told, "output")[0]["text"].startswith("def f():\n    return 1")


@pytest.mark.parametrize("text", ["for k in range(10):\n    print('x' * 100_000)", "'x' * 10**6"])
def test_a_text_that_never_ends_is_cut(cells: Cells, text: str) -> None:
    """Printed, or the value of a cell: a page that lays out millions of letters stands still."""
    shown = "".join(each["text"] for each in of_kind(run(cells, [text]), "output"))
    assert MOST_LETTERS < len(shown) < MOST_LETTERS + 100 and shown.endswith("no more of this.\n")


def test_a_cell_may_wait(cells: Cells) -> None:
    told = run(cells, ["import asyncio\nawait asyncio.sleep(0)\n7"])
    assert of_kind(told, "output")[0]["text"] == "7"


def test_a_picture_is_shown_as_svg(cells: Cells) -> None:
    text = "from matplotlib.figure import Figure\nf = Figure()\nf.add_subplot().plot([1, 2])\nf"
    (output,) = of_kind(run(cells, [text]), "output")
    assert output["mime"] == "image/svg+xml" and "<svg" in output["text"]


SHORT = "symbols a b\ncontext 4\nnorms none\nstream letter 2\nembed letter as one-hot\n"


def built(cells: Cells, texts: list[str], stands: str, k: int = -1) -> Told:
    """What is told while a cell runs, with a text on the bench of a letter."""
    told: Told = []
    cells.say = told.append
    with ThreadPoolExecutor(1) as apart:
        run = cells.run(texts, k % len(texts), (), [("build_letter", stands)])
        apart.submit(asyncio.run, run).result()
    return told


def test_what_stands_on_a_bench_is_a_variable_and_a_changed_one_is_another(cells: Cells) -> None:
    """A cell that has run with another text runs again; a mutant that keeps the first is found."""
    texts = ["says = build_letter.complete('a')", "says"]
    told = built(cells, texts, f"{SHORT}unembed letter of a b as one-hot\n")
    assert of_kind(told, "plan") == [{"kind": "plan", "cell": 1, "before": 1}]
    assert of_kind(told, "output")[0]["text"] == "'aaaa'"
    told = built(cells, texts, f"{SHORT}unembed letter of b a as one-hot\n")
    assert of_kind(told, "output")[0]["text"] == "'baba'"
    told = built(cells, ["build_letter = 7", "build_letter"], "")
    assert of_kind(told, "output")[0]["text"] == "7", "a page's own name is its own"


@pytest.mark.parametrize(
    ("stands", "words"),
    [("", "Nothing stands there."), ("embed ____ as ____", "2 blanks are left."),
     ("foo", "build_letter:1:1: no line begins with 'foo'")],
)  # fmt: skip
def test_what_is_no_program_is_said_where_a_cell_wants_it_alone(
    cells: Cells, stands: str, words: str
) -> None:
    (error,) = of_kind(built(cells, ["build_letter"], stands), "error")
    assert error["cell"] == 0 and error["said"].startswith("build_letter is not a program yet. ")
    assert words in error["said"]
    assert of_kind(built(cells, ["1 + 1"], stands), "output")[0]["text"] == "2"


@pytest.mark.parametrize("value", ["listing.read(text).program", "text"])
def test_what_gets_the_name_of_a_bench_goes_back_as_its_text(cells: Cells, value: str) -> None:
    text = f"{SHORT}unembed letter of b a as one-hot\n"
    cells.names["text"] = text
    told = built(cells, [f"from taotp import listing\nbuild_letter = {value}"], "")
    (back,) = of_kind(told, "built")
    assert back["name"] == "build_letter" and back["cell"] == 0
    assert read(back["text"]).program.complete("a") == read(text).program.complete("a")
    assert not of_kind(built(cells, ["build_letter"], text), "built"), "who only reads, gives none"
    (back,) = of_kind(built(cells, ["build_letter = 7"], text), "built")
    assert back["said"].endswith("it is int, and has to be a program or a text")
