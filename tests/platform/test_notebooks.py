"""The commands that run, normalize, stamp and check notebooks."""

import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tests.laws import every
from tools import notebooks
from tools.notebook_style import broken_in_cells, broken_in_chapter, unspoken
from tools.notebooks import (
    NotebookError,
    execute,
    normalize,
    read_notebook,
    save,
    setup_source,
    stamped,
)

PICTURE = new_output("display_data", {"text/plain": "<Figure size 640x480 with 1 Axes>"})
WORDS = "A sentence of eight words stands before it. " * 2


def notebook(*cells: NotebookNode) -> Any:
    """A notebook of some cells after a title."""
    return new_notebook(cells=[new_markdown_cell("# Title"), *cells])


def chapter(*sources: str) -> Any:
    """A notebook with a paragraph before each line of code."""
    cells = [new_markdown_cell("# Title\n\nA sentence."), new_code_cell("1 + 1")]
    for source in sources:
        cells += [new_markdown_cell(WORDS * source.count("\n") + WORDS), new_code_cell(source)]
    return new_notebook(cells=[*cells, new_markdown_cell(WORDS)])


def lines(count: int) -> str:
    """Code of so many lines."""
    return "\n".join(f"x = {n}" for n in range(count))


def broken_in(notebook: Any) -> str:
    """Every limit that a notebook breaks."""
    return "\n".join([*broken_in_cells(notebook), *broken_in_chapter(notebook)])


def ids(*cells: NotebookNode) -> list[str]:
    """The ids of a title and some cells in the one form of a notebook."""
    return [cell.id for cell in normalize(notebook(*cells)).cells]


# One form


def test_normalizing_keeps_text_and_drops_the_rest() -> None:
    outputs = [
        new_output("stream", name="stdout", text="a"),
        new_output("stream", name="stdout", text="b\n"),
        new_output("stream", name="stderr", text="warning\n"),
        new_output("execute_result", {"text/plain": "3", "text/html": "3"}, execution_count=7),
        new_output("display_data", {"image/png": "AAAA", "text/plain": "<Figure>"}),
        new_output("display_data", {"application/vnd.jupyter.widget-view+json": {"model_id": "1"}}),
    ]
    cell = new_code_cell("f()", outputs=outputs, execution_count=7, metadata={"collapsed": True})
    kept = normalize(notebook(cell)).cells[1]
    assert [output.get("text") or output.data for output in kept.outputs] == [
        "ab\n",
        {"text/plain": "3"},
        {"text/plain": "<Figure>"},
    ]
    assert kept.execution_count == kept.outputs[1].execution_count == 1
    assert kept.metadata == {}


def test_ids_are_of_what_cells_say_and_unique() -> None:
    """So an edit changes the id of no other cell."""
    before = ids(new_code_cell("a"), new_code_cell("b"))
    after = ids(new_code_cell("a"), new_code_cell("new"), new_code_cell("b"))
    assert [after[0], after[1], after[3]] == before
    assert len({*after, *before}) == 4
    same = [new_code_cell("a") for _ in range(3)]
    assert len({*ids(*same)}) == 4 and ids(*same) == ids(*same)


def test_a_notebook_that_stops_is_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "chapter.ipynb"
    save(notebook(new_code_cell("1 / 0")), path)
    before = path.read_text()
    with pytest.raises(NotebookError, match=r"chapter\.ipynb stopped: ZeroDivisionError"):
        execute([path])
    assert path.read_text() == before


# nbval


def shown(source: str, *values: str) -> list[Any]:
    """A notebook of one cell for each value that it says it has."""
    return [
        notebook(new_code_cell(source, outputs=[new_output("execute_result", {"text/plain": value},
                                                           execution_count=1)]))
        for value in values
    ]  # fmt: skip


def nbval(root: Path, folder: Path, *options: str) -> list[str]:
    """The notebooks of a folder whose cells fail, by the settings of the book."""
    shutil.copy(root / "book" / "conftest.py", folder)
    shutil.copytree(root / "book" / "_extensions", folder / "_extensions", dirs_exist_ok=True)
    names = sorted(path.name for path in folder.glob("*.ipynb"))
    command = [sys.executable, "-m", "pytest", "--nbval", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *options, *names], cwd=folder, capture_output=True, text=True, check=False
    )
    failed = [name for name in names if f"FAILED {name}" in done.stdout]
    assert done.returncode == bool(failed), done.stdout
    return failed


@pytest.mark.slow
@every("workers", [(), ("-n", "1")])
def test_nbval_compares_every_number_in_forked_kernels(
    root: Path, tmp_path: Path, workers: tuple[str, ...]
) -> None:
    pages = dict(zip("ab", shown("2 * 3", "6", "7"), strict=True))
    if sys.platform == "linux":  # only there are kernels forked
        (pages["c"],) = shown("'numpy' in __import__('sys').modules", "True")
    for name, page in pages.items():
        save(page, tmp_path / f"{name}.ipynb")
    assert nbval(root, tmp_path, *workers) == ["b.ipynb"]


@pytest.mark.slow
def test_nbval_compares_what_the_build_heard(root: Path, tmp_path: Path) -> None:
    """And runs nothing again: what ran in the build says 6, where a kernel would say 8."""
    runs = get_cache(str(tmp_path / "_build" / "executed" / "of this machine"))
    pages = *shown("2 * 4", "6"), *shown("4 * 2", "7")
    for name, found in zip("ab", pages, strict=True):
        path = tmp_path / f"{name}.ipynb"
        save(found, path)
        ran = read_notebook(path)
        ran.cells[1].outputs[0].data["text/plain"] = "6"
        runs.cache_notebook_bundle(CacheBundleIn(ran, str(path)), check_validity=False)
    assert nbval(root, tmp_path, "--of-the-build") == ["b.ipynb"]


# The set-up cell


def test_stamping_puts_one_cell_before_all_code() -> None:
    source = setup_source("https://forge/us/book", "main")
    once = stamped(notebook(new_code_cell("1")), setup_source("", "main"))
    twice = stamped(once, source)
    assert [cell.source for cell in twice.cells] == ["# Title", source, "1"]
    assert twice.cells[1].metadata.tags == ["remove-cell", "setup"]
    assert "git+https://forge/us/book@main" in source


# Limits


def test_code_may_say_what_prose_may_not() -> None:
    text = "Call `just(x)` and read [adjust](simply.md) and\n\n```python\nobviously = 1\n```\n"
    assert "says" not in broken_in(notebook(new_markdown_cell(text)))


@every(
    "wrong, sentence",
    [
        (chapter(lines(2), lines(31), lines(2)), "cell 6 has 31 lines of code, at most 30"),
        (chapter(lines(6), lines(6), lines(6)), "median cell of 6 lines of code, at most 5"),
        (chapter(lines(2), lines(2), lines(13)), "90th percentile of 13 lines of code, at most 12"),
        (chapter("x = '" + "a" * 80 + "'"), "cell 4 has a line of 86 characters, at most 80"),
        (notebook(new_code_cell(lines(7))), "opens with a cell of 7 lines, at most 6"),
        (notebook(new_code_cell("1")), "1.0 words of prose per line of code, 8 to 25"),
        (notebook(new_markdown_cell(WORDS * 2), new_code_cell("1")), "33.0 words of prose"),
        (notebook(new_markdown_cell("Obviously.")), "cell 2 says “Obviously”"),
        (notebook(new_code_cell("plot()", outputs=[PICTURE])), "cell 2 shows a picture without"),
    ],
)
def test_a_broken_limit_is_named(wrong: Any, sentence: str) -> None:
    assert sentence in broken_in(wrong)


# A sentence before and after each cell


def told(*kinds: str) -> Any:
    """A notebook of cells that say, show, define or import, or are hidden; others are prose."""
    seven = new_output("execute_result", {"text/plain": "7"}, execution_count=1)
    make = {
        "says": lambda: new_markdown_cell("A sentence."),
        "shows": lambda: new_code_cell("3 + 4", outputs=[seven]),
        "defines": lambda: new_code_cell("def f():\n    return 7"),
        "imports": lambda: new_code_cell("import math\n\nfrom a import (\n    b,\n    c,\n)"),
        "hidden": lambda: new_code_cell("f()", metadata={"tags": ["remove-cell"]}),
    }
    return notebook(*(make.get(kind, partial(new_markdown_cell, kind))() for kind in kinds))


@every(
    "kinds, sentence",
    [
        (["shows", "says"], "cell 1 ends in a heading"),
        (["says", "shows"], "cell 3 is code, and the page ends with it"),
        (["says", "shows", "## Next", "says"], "cell 3 is followed by a heading"),
        (["says", "shows", "says", "shows", "shows", "says"], "cell 5 shows something"),
        (["says", "defines", "defines", "shows", "says"], "cell 3 shows nothing, nor does"),
        (["In percent:\n\n## Next", "says"], "cell 2 has a colon before a heading: In percent:"),
        (["In percent:", "says"], "cell 2 ends in a colon, and no code follows"),
    ],
)
def test_a_cell_without_words_is_named(kinds: list[str], sentence: str) -> None:
    assert sentence in "\n".join(unspoken(told(*kinds)))


def test_a_bench_is_no_first_cell_of_a_chapter() -> None:
    """The reader meets it before the figure, which then stands with the first line that is run."""
    bench = new_code_cell("build_yourself()", metadata={"tags": ["bench", "remove-input"]})
    text, so = new_markdown_cell(" ".join(["word"] * 60)), new_markdown_cell("So.")
    page = notebook(text, bench, so, new_code_cell(lines(7)))
    assert "opens with a cell of 7 lines" in "\n".join(broken_in_chapter(page))


# The check as a whole


def checked(path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What the check says about one notebook; nothing if it passes."""
    status = notebooks.main(["check", str(path)])
    said = capsys.readouterr().err
    assert bool(status) == bool(said)
    return said


def test_what_is_wrong_with_a_notebook_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = tmp_path / "good.ipynb"
    save(stamped(chapter(lines(2)), setup_source(*notebooks.repository())), good)
    assert checked(good, capsys) == ""
    text, content = good.read_text(), read_notebook(good)
    good.write_text(text.replace('"execution_count": 2', '"execution_count": 20'))
    assert "good.ipynb: is not normalized" in checked(good, capsys)
    save(stamped(content, setup_source("https://forge/us/book", "main")), good)
    assert "set-up cell unlike book/_config.yml" in checked(good, capsys)
    good.write_text(text)
    content = read_notebook(good)
    address = {"text/plain": "<object at 0x7f>"}
    content.cells[2].outputs = [new_output("display_data", address)]
    save(content, good)
    assert "shows a memory address" in checked(good, capsys)


def test_an_output_changed_by_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where the prose says nothing of it, and whatever is done to the notebook but a run.

    Another run gives the same file.
    """
    path = tmp_path / "index.ipynb"
    source = "import numpy as np\nprint('seen')\nnp.arange(3) / 3, 12_665 + 1"
    save(stamped(notebook(new_code_cell(source)), setup_source(*notebooks.repository())), path)
    notebooks.main(["stamp", str(path)])
    execute([path])
    capsys.readouterr()
    assert checked(path, capsys) == ""
    first = path.read_text()
    assert "0.33333333" in first and "seen" in first
    path.write_text(first.replace("12666", "12667"))
    for change in ("normalize", "stamp"):
        notebooks.main([change, str(path)])
        assert "does not hold what its last run computed" in checked(path, capsys)
    execute([path])
    capsys.readouterr()
    assert checked(path, capsys) == "" and path.read_text() == first


# A new chapter


def test_a_new_chapter_runs_and_passes_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(notebooks, "BOOK", tmp_path)
    (tmp_path / "_config.yml").write_text('repository: {url: "", branch: main}')
    assert notebooks.main(["new", "half_way", "Half way"]) == 0
    assert "a line: - file: half_way" in capsys.readouterr().out
    path = tmp_path / "half_way.ipynb"
    assert checked(path, capsys) == ""
    content = read_notebook(path)
    assert content.cells[0].source.startswith('<a id="half-way"></a>\n# Half way\n')
    assert "(1092, 0)" in str(content)
    assert notebooks.main(["new", "half_way", "Half way"]) == 1
    assert capsys.readouterr().err == "half_way is there already; choose another\n"


@every(
    "words, sentence",
    [
        (["search", "Search"], "search is the name of a page that Sphinx writes; choose another"),
        (
            ["3_ways", "Ways"],
            "'3_ways' is not the name of a chapter; use small letters: looking_up",
        ),
        (["ways"], 'new takes a name and a title: new looking_up "Looking things up"'),
    ],
)
def test_a_bad_name_gets_a_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert notebooks.main(["new", *words]) == 1
    assert capsys.readouterr().err == f"{sentence}\n"
