"""Run the notebooks of the book and keep them in the one form that git, Colab and nbval agree on.

python -m tools.notebooks execute      run each notebook in place, then normalize it
python -m tools.notebooks normalize    keep only what is the same on every machine
python -m tools.notebooks stamp        write the set-up cell from the address in book/_config.yml,
                                       and what comes next from book/_toc.yml; fold code that draws
                                       and long listings
python -m tools.notebooks stills       draw the first figure of each chapter anew, as it is seen
                                       before a run
python -m tools.notebooks exercises    write the pages of exercises from the catalogue, and run them
python -m tools.notebooks check        fail where a notebook is not normalized or breaks a limit
python -m tools.notebooks new NAME "Title"    begin a chapter: its sections, and cells that run
python -m tools.notebooks numbers      list numbers of the prose that nothing computes
"""

import argparse
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import nbformat
import yaml
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from tqdm import tqdm

from tools import exercise_table
from tools.exercise_pages import PAGES, exercises_notebook
from tools.fingerprints import is_as_run, record
from tools.first_view import first_figure, made_to_wait
from tools.folding import (
    FOLDED_HEADING,
    fold,
    heads_lab_notes,
    in_jupyter,
    unfolded,
    with_heading_alone,
)
from tools.markdown import Plain, raw
from tools.new_chapter import BadName, chapter, check_name
from tools.next_links import on_its_way
from tools.notebook_style import (
    SETUP_TAG,
    broken_in_cells,
    broken_in_chapter,
    is_setup,
    unsaid_words,
    unspoken,
)
from tools.numbers import EVERYWHERE, exceptions, in_vain, uncomputed

BOOK = Path(__file__).resolve().parent.parent / "book"
NO_CHAPTERS = (  # the cover, an essay, one large figure, tables
    *("index", "first_hour", "why_by_hand", "playground", "python", "results"),
)
LISTS = ("leaderboards", "more_leaderboards", "progress")  # one table below the other
KEPT = ("text/plain", "text/markdown", "text/html")  # of what a cell shows; the last of stills
CELL_METADATA = ("mystnb", "tags")
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
FIND = """\
# The book's package has to be there.
from importlib.util import find_spec

"""
INSTALL = """\
import sys

if find_spec("taotp") is None and "google.colab" in sys.modules:
    import subprocess

    pip = [sys.executable, "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "{source}"], check=True)

"""
IN_BROWSER = """\
if find_spec("taotp") is None and sys.platform == "emscripten":
    from micropip import install
    from pyodide.ffi import run_sync

    run_sync(install("taotp[figures] @ {source}"))

"""
MISSING = """\
if find_spec("taotp") is None:
    raise ImportError(
        "taotp is not installed, and a notebook alone is not enough. "
        "{what_to_do}"
    )"""
IN_FOLDER = "In the folder of the book, run: pip install -r requirements.txt"
FROM_ADDRESS = "Run: pip install 'taotp[figures] @ {source}'"
WHEEL = "{pages}/lite/pypi/taotp-{version}-py3-none-any.whl"  # as _extensions/lite.py serves it


class NotebookError(Exception):
    """What is wrong with a notebook, in one sentence."""


# The one form


def text_of(output: Any) -> Any | None:
    """What is kept of an output: printed text, the text of a value, the name of an error."""
    if output.output_type == "stream":
        return output if output.name == "stdout" else None
    if output.output_type == "error":
        return nbformat.v4.new_output("error", ename=output.ename, evalue=output.evalue)
    texts = {kind: output.data[kind] for kind in KEPT if kind in output.data}
    return nbformat.v4.new_output(output.output_type, texts) if texts else None


def joined(outputs: list[Any]) -> list[Any]:
    """Outputs where printed text that arrived in pieces is one piece."""
    kept: list[Any] = []
    for output in outputs:
        if kept and output.output_type == kept[-1].output_type == "stream":
            kept[-1].text += output.text
        else:
            kept.append(output)
    return kept


def name_cells(cells: list[Any]) -> None:
    """Give each cell an id that follows from its text, so that an edit changes no other cell."""
    seen: dict[str, int] = {}
    for cell in cells:
        name = hashlib.sha256(cell.source.encode()).hexdigest()[:8]
        seen[name] = seen.get(name, 0) + 1
        cell["id"] = name if seen[name] == 1 else f"{name}-{seen[name]}"


def normalize(notebook: Any, page: str = "") -> Any:
    """Keep what is the same after every execution on every machine, and write prose plainly.

    `page` is the name of its file, from which links to its own parts are told.
    """
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    notebook.nbformat_minor = 5
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = Plain(page).write(cell.source)
    name_cells(notebook.cells)
    made_to_wait(notebook, keeps_a_still=Path(page).stem not in PAGES)
    count = 0
    for cell in notebook.cells:
        cell.metadata = {key: cell.metadata[key] for key in CELL_METADATA if cell.metadata.get(key)}
        cell.pop("attachments", None)
        if heads_lab_notes(cell):
            cell.metadata |= FOLDED_HEADING
        if cell.cell_type == "code":
            cell.metadata |= in_jupyter(cell.metadata.get("tags", ()))
            count += 1
            cell.execution_count = count
            cell.outputs = joined([kept for kept in map(text_of, cell.outputs) if kept])
            for output in cell.outputs:
                if output.output_type == "execute_result":
                    output.execution_count = count
    return notebook


def read_notebook(path: Path) -> Any:
    """Read one notebook."""
    return nbformat.read(path, as_version=4)


def file_text(notebook: Any) -> str:
    """A notebook as its file has it."""
    return str(nbformat.writes(notebook)) + "\n"


def save(notebook: Any, path: Path) -> None:
    """Write a notebook, normalized."""
    path.write_text(file_text(normalize(notebook, path.name)), encoding="utf-8")


# The set-up cell


def repository() -> tuple[str, str, str]:
    """The address of the repository, its branch, and the address of the pages.

    The addresses are empty until a publisher sets them.
    """
    settings = yaml.safe_load((BOOK / "_config.yml").read_text(encoding="utf-8"))
    found, pages = settings["repository"], settings.get("html", {}).get("baseurl", "")
    return found["url"].rstrip("/"), found["branch"], pages.rstrip("/")


def setup_source(address: str, branch: str, pages: str = "") -> str:
    """The text of the cell that finds the package and, given an address, installs it.

    On Colab from the wheel that the pages have, or else from the repository; from the wheel in a
    JupyterLite of others. In that of the book it is there.
    """
    if not address and not pages:
        return FIND + MISSING.format(what_to_do=IN_FOLDER)
    wheel = WHEEL.format(pages=pages, version=version("taotp"))
    source = wheel if pages else f"git+{address}@{branch}"
    brings = INSTALL + (IN_BROWSER if pages else "")
    missing = MISSING.format(what_to_do=FROM_ADDRESS.format(source=source))
    return FIND + brings.format(source=source) + missing


def stamped(notebook: Any, source: str) -> Any:
    """The notebook with that text in its set-up cell, which stands before every other code cell."""
    cells = [cell for cell in notebook.cells if not is_setup(cell)]
    first = next((at for at, cell in enumerate(cells) if cell.cell_type == "code"), len(cells))
    setup = nbformat.v4.new_code_cell(source, metadata={"tags": ["remove-cell", SETUP_TAG]})
    notebook.cells = [*cells[:first], setup, *cells[first:]]
    return notebook


def dressed(notebook: Any, path: Path) -> Any:
    """The notebook with all that is written for its author: set up, on its way, and folded."""
    set_up = stamped(with_heading_alone(notebook), setup_source(*repository()))
    return fold(on_its_way(set_up, path))


# The pages of exercises


def page_of_exercises(path: Path) -> Any:
    """The page of that name as the catalogue has it, not yet run."""
    return dressed(exercises_notebook(PAGES[path.stem]), path)


def without_outputs(notebook: Any, page: str) -> str:
    """The text of a notebook as if it was never run."""
    bare = nbformat.from_dict(notebook)
    for cell in bare.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    return file_text(normalize(bare, page))


def is_as_catalogued(path: Path) -> bool:
    """Whether a page of exercises is there and holds what the catalogue says."""
    wanted = without_outputs(page_of_exercises(path), path.name)
    return path.is_file() and without_outputs(read_notebook(path), path.name) == wanted


# The commands


def is_run(cell: Any) -> bool:
    """Whether a kernel is asked to run a cell."""
    return cell.cell_type == "code" and bool(cell.source.strip())


def run(notebooks: dict[Path, Any]) -> Iterator[Path]:
    """Run notebooks, one after another: the path of each that ran."""
    os.environ["TAOTP_MY"] = str(BOOK / "_build" / "my")  # what is checked is no reader's progress
    cells = sum(is_run(cell) for notebook in notebooks.values() for cell in notebook.cells)
    with tqdm(total=cells, unit="cell", file=sys.stderr) as progress:
        for path, notebook in notebooks.items():
            progress.set_description(path.name)
            client = NotebookClient(
                notebook,
                timeout=600,
                kernel_name="python3",
                resources={"metadata": {"path": str(path.parent)}},
                on_cell_complete=lambda **_: progress.update(),
            )
            try:
                client.execute()
            except CellExecutionError as error:
                message = f"{path.name} stopped: {error.ename}: {error.evalue}"
                raise NotebookError(message) from error
            yield path


def execute(paths: list[Path]) -> None:
    """Run notebooks from top to bottom; a notebook that fails is left as it was."""
    notebooks = {path: read_notebook(path) for path in paths}
    for path in run(notebooks):
        save(notebooks[path], path)
        record(path, notebooks[path])


def draw_stills(paths: list[Path]) -> None:
    """Run chapters up to their first figure, of which a still is kept where it is small."""
    notebooks = {path: read_notebook(path) for path in paths if path.stem not in PAGES}
    ends = {path: first_figure(notebook) for path, notebook in notebooks.items()}
    begun = {
        path: nbformat.from_dict(notebooks[path] | {"cells": notebooks[path].cells[: end + 1]})
        for path, end in ends.items()
        if end is not None
    }
    for path in run(begun):
        cells = begun[path].cells
        notebooks[path].cells[: len(cells)] = cells
        save(notebooks[path], path)


def normalize_all(paths: list[Path]) -> None:
    """Normalize notebooks without running them."""
    for path in paths:
        save(read_notebook(path), path)


def stamp(paths: list[Path]) -> None:
    """Write the set-up cell of notebooks and what comes next, and fold what a page folds."""
    for path in paths:
        save(dressed(read_notebook(path), path), path)


def write_exercises(_: list[Path]) -> None:
    """Write the pages of exercises that are not as the catalogue has them, and run those."""
    pages = [BOOK / f"{name}.ipynb" for name in PAGES]
    stale = [path for path in pages if not is_as_catalogued(path)]
    for path in stale:
        save(page_of_exercises(path), path)
    exercise_table.write()
    execute(stale)


def untrue_numbers(path: Path) -> Iterator[str]:
    """A sentence for each number that nothing computes, and each exception in vain."""
    if path.stem in PAGES:  # an exercise may ask for a number
        return
    listed, notebook = exceptions(), read_notebook(path)
    own = listed.get(path.stem, {})
    yield from uncomputed(notebook, own | listed[EVERYWHERE])
    yield from in_vain(notebook, own)


def problems(path: Path) -> Iterator[str]:
    """A sentence for each thing that is wrong with a notebook."""
    text = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(text, as_version=4)
    yield from broken_in_cells(notebook)
    if path.stem in PAGES:
        if not is_as_catalogued(path):
            yield "is not what the catalogue says: python -m tools.notebooks exercises"
    elif path.stem not in NO_CHAPTERS:
        yield from broken_in_chapter(notebook)
        if path.stem not in LISTS:
            yield from unspoken(notebook)
    if text != file_text(normalize(notebook, path.name)):
        yield "is not normalized: python -m tools.notebooks normalize"
    for number, cell in enumerate(notebook.cells, 1):
        if cell.cell_type == "markdown":
            for markup in raw(cell.source, path.name):
                yield f"cell {number} has {markup!r}, raw in Jupyter, or leading nowhere"
        if cell.cell_type == "code" and " at 0x" in str(cell.outputs):
            yield f"cell {number} shows a memory address, which differs in every run"
    yield from untrue_numbers(path)
    if not is_as_run(path, notebook):
        yield "does not hold what its last run computed: python -m tools.notebooks execute"
    for number, _, tag in unfolded(notebook):
        yield f"cell {number} is not folded ({tag}): python -m tools.notebooks stamp"
    cells = [cell.source for cell in notebook.cells]
    if len(cells) != len(with_heading_alone(nbformat.from_dict(notebook)).cells):
        yield "has lab notes in the cell of their heading: python -m tools.notebooks stamp"
    if cells != [cell.source for cell in stamped(notebook, setup_source(*repository())).cells]:
        yield "has a set-up cell unlike book/_config.yml: python -m tools.notebooks stamp"
    if cells != [cell.source for cell in on_its_way(notebook, path).cells]:
        yield "has a way on unlike book/_toc.yml: python -m tools.notebooks stamp"


def check(paths: list[Path]) -> None:
    """Check notebooks, and the words of the book's other pages."""
    found = [f"{path.name}: {problem}" for path in paths for problem in problems(path)]
    for page in sorted(BOOK.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        found += [f"{page.name} {problem}" for problem in unsaid_words(text)]
    if found:
        raise NotebookError("\n".join(found))
    print(f"{len(paths)} notebooks are normalized and within their limits")


NEXT = """\
book/{name}.ipynb is there and runs. Next:
  book/_toc.yml            a line: - file: {name}
  book/references.bib      the works that it cites
  make book                shows it; python -m tools.notebooks check says what it still lacks"""


def begin(words: list[str]) -> None:
    """Write and run the notebook of a new chapter, and say what comes next."""
    if len(words) != 2:
        raise NotebookError('new takes a name and a title: new looking_up "Looking things up"')
    name, title = words
    check_name(name, {path.stem for path in BOOK.iterdir()})
    path = BOOK / f"{name}.ipynb"
    save(dressed(chapter(name, title), path), path)
    execute([path])
    print(NEXT.format(name=name))


def numbers(paths: list[Path]) -> None:
    """List numbers of the prose that nothing computes, and exceptions that nothing needs."""
    if found := [f"{path.name}: {each}" for path in paths for each in untrue_numbers(path)]:
        raise NotebookError("\n".join(found))
    print(f"every number in the prose of {len(paths)} notebooks is computed, or excepted")


COMMANDS: dict[str, Callable[[list[Path]], None]] = {
    "execute": execute,
    "normalize": normalize_all,
    "stamp": stamp,
    "stills": draw_stills,
    "exercises": write_exercises,
    "check": check,
    "numbers": numbers,
}


def main(arguments: list[str] | None = None) -> int:
    """Run one command on the notebooks named, or on all."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.notebooks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=[*COMMANDS, "new"])
    parser.add_argument("notebook", nargs="*", help="default: all of the book")
    options = parser.parse_args(arguments)
    paths = [Path(name).resolve() for name in options.notebook] or sorted(BOOK.glob("*.ipynb"))
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        if options.command == "new":
            begin(options.notebook)
        else:
            COMMANDS[options.command](paths)
    except (NotebookError, BadName, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
