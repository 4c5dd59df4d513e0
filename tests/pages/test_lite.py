"""Jupyter beside the pages, opened and driven as a reader does; nothing leaves the book's address.

A start of its kernel takes some 25 seconds of processor time: it is asked in turn, and at night.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from taotp.page.python import runtime
from tests.pages.built import PAGES, text_of
from tests.pages.conftest import (
    FLAGS,
    ONCE_FAILED,
    PATIENCE,
    QuietHandler,
    cannot_run,
    patient,
    serving,
)
from tools import changed, sampling
from tools.chromium import chromium_path
from tools.sampling import HTML

LITE = HTML / "lite"
PYTHON = HTML / "_static" / "python" / runtime.name_of()
PAGE = "hello_world"
ASKED_AGAIN = 20
BUTTON = re.compile(r'href="lite/notebooks/index\.html\?path=([\w.]+)"')
# Chromium asks it as it starts, with a blank page too, whether it may offer a service of its own.
OF_CHROMIUM = "CONNECT www.google.com:443 "
pytestmark = pytest.mark.usefixtures("html")


@pytest.fixture(autouse=True)
def made() -> None:
    """The book has Jupyter beside it."""
    if not (LITE / "made").is_file():
        cannot_run("the book was built without Jupyter: run `make lite`")


# As files


def test_every_page_with_cells_has_a_button_and_its_notebook_is_there() -> None:
    listed = json.loads((LITE / "api" / "contents" / "all.json").read_text("utf-8"))["content"]
    there = {each["path"] for each in listed if each["type"] == "notebook"}
    asked = {name: BUTTON.findall(text_of(name)) for name in PAGES}
    with_cells = {name for name in PAGES if " data-cell=" in text_of(name)}
    assert {name for name, found in asked.items() if found} == with_cells
    for name in with_cells:
        assert asked[name] == [f"{Path(name).stem}.ipynb"] and asked[name][0] in there
    for name in there:
        served, own = (nbformat.read(each / name, 4) for each in (LITE / "files", HTML.parents[1]))
        assert served == own
        outputs = json.loads((LITE / "files" / name).read_text("utf-8"))["cells"]
        texts = [text for cell in outputs for out in cell.get("outputs", ()) for text in told(out)]
        assert all(isinstance(text, str) for text in texts), name


def told(output: dict[str, Any]) -> list[Any]:
    """The texts of a stored output, of whatever kind."""
    data = output.get("data", {}).items()
    return [output.get("text", ""), *(x for kind, x in data if not kind.endswith("json"))]


def test_every_package_is_beside_the_pages_once_and_needs_no_other_nor_another_host() -> None:
    lock = json.loads((PYTHON / "pyodide-lock.json").read_text("utf-8"))["packages"]
    for name, entry in lock.items():
        path = (PYTHON / entry["file_name"]).resolve()
        assert path.is_relative_to(HTML.resolve()), name
        assert hashlib.sha256(path.read_bytes()).hexdigest() == entry["sha256"], name
        assert {*entry["depends"]} <= {*lock}, name
    assert {"taotp", "ipywidgets", "anywidget", "matplotlib", "ipython"} <= {*lock}
    once = {path.name for path in (LITE / "pypi").iterdir()}
    assert not once & {file.name for file in runtime.files()}
    assert not [*LITE.rglob("*.wasm")] and not [*LITE.rglob("python_stdlib.zip")]
    for path in LITE.rglob("jupyter-lite.json"):
        assert "://" not in path.read_text("utf-8"), path


# In a browser


class Book(QuietHandler):
    """Serves the book, and notes which files of Jupyter it was asked for."""

    asked: set[Path] = set()

    def send_head(self) -> Any:
        """Note what is asked for."""
        path = Path(self.translate_path(self.path))
        if path.is_file() and {"lite", "python"} & {*path.relative_to(HTML.resolve()).parts}:
            self.asked.add(path)
        return super().send_head()


class Elsewhere(QuietHandler):
    """Stands for every other host: it notes what it is asked for, and refuses."""

    asked: list[str] = []

    def parse_request(self) -> bool:
        """Note what is asked for."""
        super().parse_request()
        self.asked.append(self.requestline)
        self.send_error(403)
        return False


@pytest.fixture
def chapter(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A chapter in a browser that reaches the book, and nothing else.

    What is on its way elsewhere comes to a server of the test, whoever sends it: a page, a worker,
    or a service worker.
    """
    due = sampling.lot("lite") % sampling.IN_TURN == 0 or any("lite" in x for x in changed.files())
    if not (due or sampling.at_night()):
        pytest.skip("Jupyter beside the pages is not in turn")
    Book.asked.clear()
    Elsewhere.asked.clear()
    with serving(Book, HTML) as site, serving(Elsewhere, tmp_path) as proxy:
        # one of its own: a second list of features puts the one that all others have out of force
        quiet = [*FLAGS, "--disable-features=AutofillServerCommunication"]
        another = browser.browser_type.launch(executable_path=chromium_path(), args=quiet)
        context = another.new_context(
            viewport={"width": 1280, "height": 900},
            proxy={"server": proxy, "bypass": "127.0.0.1"},
        )
        page = context.new_page()
        page.goto(f"{site}/{PAGE}.html")
        yield page
        another.close()


def opened(chapter: Page) -> Page:
    """The notebook that the button of a page opens."""
    with chapter.expect_popup() as popup:
        chapter.locator(".btn-lite").click()
    notebook = patient(popup.value, PATIENCE)
    notebook.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
    return notebook


def run(notebook: Page, text: str) -> Locator:
    """Type a cell below the one that is chosen and run it to its end: what it shows."""
    notebook.locator(".jp-Notebook").press("Escape")
    notebook.keyboard.press("b")
    notebook.keyboard.press("Enter")
    notebook.keyboard.insert_text(text)
    notebook.keyboard.press("Control+Enter")
    cell = notebook.locator(".jp-Notebook .jp-Cell.jp-mod-active")
    expect(cell.locator(".jp-InputPrompt")).to_have_text(re.compile(r"\[\d+\]"), timeout=PATIENCE)
    return cell.locator(".jp-OutputArea")


def a_slider_is_moved_and_python_knows(notebook: Page) -> None:
    """By keys, as everybody can."""
    shown = run(notebook, "import ipywidgets\nslider = ipywidgets.IntSlider(3)\nslider")
    for _ in range(2):
        shown.locator(".noUi-handle").press("ArrowRight")
    is_told(notebook, "slider.value", "5")


def is_told(notebook: Page, asked: str, answer: str) -> None:
    """A cell, run again until Python knows: a widget's message waits for the one before it."""
    for _ in range(ASKED_AGAIN):
        shown = run(notebook, asked)
        if answer in shown.inner_text():
            return
    expect(shown).to_contain_text(answer, timeout=1)


FIGURE = """from taotp import figures
from taotp.programs import hello_world
shown = figures.explore(lambda N: hello_world("Hi!", loud=N), "", dials={"N": 10}, id="probe")
"""


def a_figure_is_alive(notebook: Page) -> None:
    """As the HTML of a cell, and as a widget whose state Python reads."""
    says_another_thing(run(notebook, f"{FIGURE}shown"))
    says_another_thing(run(notebook, "shown.widget"))
    is_told(notebook, "'N is', shown.widget.state['N']", "('N is', 1)")


def says_another_thing(shown: Locator) -> None:
    """The figure of an output, once its first slider is at its least."""
    verdict, slider = shown.locator(".verdict").first, shown.locator('input[type="range"]').first
    verdict.wait_for()
    before = verdict.inner_text()
    assert "Hi!" in before
    slider.press("Home")
    expect(verdict).not_to_have_text(before)


def the_first_cells_of_the_chapter_run(notebook: Page) -> None:
    """Those below the one that was typed, down to the first figure, which lives."""
    for _ in range(5):
        notebook.keyboard.press("Shift+Enter")
    figure = notebook.locator("hand-figure#hello")
    figure.wait_for(state="attached")
    figure.scroll_into_view_if_needed()
    expect(figure.locator(".verdict").first).to_contain_text("Right on 143 of 143")


def what_is_not_there_is_looked_for_nowhere(notebook: Page) -> None:
    """A package of others, and a module."""
    for asked, said in (
        ("%pip install no-such-package", "PyPI fallback is disabled"),
        ("import no_such_module", "ModuleNotFoundError"),
    ):
        expect(run(notebook, asked)).to_contain_text(said)


def test_a_reader_opens_a_page_in_jupyter_and_all_of_it_is_the_books_own(chapter: Page) -> None:
    expect.set_options(timeout=PATIENCE)
    try:
        notebook = opened(chapter)
        notebook.locator(".jp-Notebook .jp-Cell").first.click()
        library = run(notebook, "import taotp_core\ntaotp_core.__name__")
        expect(library).to_contain_text("'taotp_core'")  # nothing was run before
        the_first_cells_of_the_chapter_run(notebook)
        a_slider_is_moved_and_python_knows(notebook)
        a_figure_is_alive(notebook)
        what_is_not_there_is_looked_for_nowhere(notebook)
    finally:
        expect.set_options(timeout=ONCE_FAILED)
    assert [line for line in Elsewhere.asked if OF_CHROMIUM not in line] == []
    (said,) = re.findall(r"(\d+) MB at first", text_of(f"{PAGE}.html"))
    loaded = sum(path.stat().st_size for path in Book.asked) / 1e6
    assert int(said) == pytest.approx(loaded, abs=3)


def test_from_disk_it_says_that_it_needs_a_server(browser: Browser, site_file: str) -> None:
    """Pages have no button there, and its own pages have a sentence."""
    with browser.new_page() as page:
        page.goto(f"{site_file}/{PAGE}.html")
        page.locator(".python-alone").wait_for()
        assert not page.locator(".btn-lite").is_visible()
        page.goto(f"{site_file}/lite/notebooks/index.html")
        expect(page.locator("body")).to_contain_text("needs a server: type make serve")
