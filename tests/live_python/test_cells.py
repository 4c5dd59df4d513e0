"""Cells run as a page runs them, here by this Python."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from taotp.figures import arrows
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


def test_a_text_that_never_ends_is_cut(cells: Cells) -> None:
    told = run(cells, ["for k in range(10):\n    print('x' * 100_000)"])
    shown = "".join(each["text"] for each in of_kind(told, "output"))
    assert MOST_LETTERS < len(shown) < MOST_LETTERS + 100 and shown.endswith("no more of this.\n")


def test_a_cell_may_wait(cells: Cells) -> None:
    told = run(cells, ["import asyncio\nawait asyncio.sleep(0)\n7"])
    assert of_kind(told, "output")[0]["text"] == "7"


def test_a_picture_is_shown_as_svg(cells: Cells) -> None:
    text = "from matplotlib.figure import Figure\nf = Figure()\nf.add_subplot().plot([1, 2])\nf"
    (output,) = of_kind(run(cells, [text]), "output")
    assert output["mime"] == "image/svg+xml" and "<svg" in output["text"]
