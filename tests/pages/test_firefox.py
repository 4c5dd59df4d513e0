"""The road of a reader through Python in the page, in Firefox; at night, where Firefox is.

Alone: TAOTP_LANE=nightly pytest tests/pages/test_firefox.py
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.pages.conftest import QuietHandler, cannot_run, serving
from tests.pages.test_python import FIRST, LOADED, PAGE, RIGHT, SECOND, TYPED, WRONG, Asked
from tools.firefox import PATIENCE, Firefox, firefox
from tools.sampling import HTML, at_night

ANOTHER, NEEDED = "adding", 4  # a second page, and a cell of it
SHIFT_ENTER = "\ue008\ue007"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # what the protocol calls a node
WAIT = """const [done] = arguments;
const look = () => ({} ? done() : setTimeout(look, 50));
look();"""
TYPE = """const box = document.querySelector(`[data-cell="${arguments[0]}"] [data-box]`);
box.focus();
getSelection().selectAllChildren(box);
document.execCommand("insertText", false, arguments[1]);
return box;"""
STOP = """const cell = document.querySelector(`[data-cell="${arguments[0]}"]`);
const stop = cell.querySelector("[data-stop]");
stop.click();
return [stop.hidden, cell.querySelector(".python-said").textContent];"""
READY = (
    "document.body.dataset.python === 'ready' && "
    "!document.querySelector('[data-stop]:not([hidden])')"
)


class Reader:
    """Somebody who reads pages in Firefox, and runs their cells."""

    def __init__(self, browser: Firefox, site: str) -> None:
        self.browser = browser
        self.site = site

    def does(self, script: str, *given: object) -> Any:
        """What a script of the page returns."""
        return self.browser.command("WebDriver:ExecuteScript", {"script": script, "args": [*given]})

    def waits(self, what: str) -> None:
        """Until an expression holds in the page."""
        asked = {"script": WAIT.format(what), "args": []}
        self.browser.command("WebDriver:ExecuteAsyncScript", asked)

    def opens(self, name: str) -> None:
        """A page, whose cells have their buttons then."""
        self.browser.command("WebDriver:Navigate", {"url": f"{self.site}/{name}.html"})
        self.waits("document.body.dataset.python === 'off'")

    def shown(self, place: int) -> str:
        """What a cell shows."""
        of = f'[data-cell="{place}"] [data-output]'
        return str(self.does("return document.querySelector(arguments[0]).innerText", of)).strip()

    def begins(self, place: int, text: str) -> None:
        """Types a cell and asks for it by keys."""
        box = self.does(TYPE, place, text)
        keys = {"id": box[ELEMENT], "text": SHIFT_ENTER}
        self.browser.command("WebDriver:ElementSendKeys", keys)

    def runs(self, place: int, text: str = "") -> str:
        """Runs a cell to its end, with another text where one is given: what it shows."""
        if text:
            self.begins(place, text)
        else:
            press = f'[data-cell="{place}"] [data-run]'
            self.does("document.querySelector(arguments[0]).click()", press)
        self.waits(READY)
        return self.shown(place)


@pytest.fixture
def reader() -> Iterator[Reader]:
    """A reader whose Firefox nobody used before."""
    if not at_night():
        pytest.skip("Firefox is asked at night")
    if not (shutil.which("firefox-esr") or shutil.which("firefox")):
        pytest.skip("Firefox is not here")
    if not LOADED.is_file():
        cannot_run("the book was built without Python")
    Asked.seen.clear()
    with serving(QuietHandler, HTML) as site, firefox() as browser:
        browser.command("WebDriver:SetTimeouts", {"script": 10 * PATIENCE * 1000})
        yield Reader(browser, site)


def an_endless_cell_is_stopped_at_once(reader: Reader) -> None:
    """By the press itself, twice in a row; the second time Python has not started again."""
    for _ in range(2):
        reader.begins(FIRST, "while True: pass")
        reader.waits(f"""!document.querySelector('[data-cell="{FIRST}"] [data-stop]').hidden""")
        hidden, said = reader.does(STOP, FIRST)
        assert hidden and said.startswith("Stopped.")
    assert reader.runs(FIRST, "6 * 7") == "42"


def test_cells_and_exercises_run_in_firefox_as_in_chromium(reader: Reader, tmp_path: Path) -> None:
    """A key, a policy or a worker that only Chromium has is found here, and nowhere else."""
    reader.opens(PAGE)
    printed = reader.shown(SECOND)
    assert reader.runs(SECOND) == printed != ""
    said = reader.runs(FIRST, "from taotp_core import rounded\n\nrounded('much')")
    assert "Line 3" in said and "Error" in said
    assert reader.does("return CSS.highlights.has('python-fault')")
    an_endless_cell_is_stopped_at_once(reader)
    with serving(Asked, tmp_path) as address:  # and is there until the end, for what comes late
        said = reader.runs(FIRST, TYPED.replace("{port}", address.rpartition(":")[2]))
        assert said.count("refused") >= 8 and said.endswith("shown"), said
        goes_on(reader)
        assert Asked.seen == [], said
    wrong = reader.browser.errors()
    assert not [each for each in wrong if "Security" not in each and "/outside" not in each]


def goes_on(reader: Reader) -> None:
    """To a second page, and to an exercise."""
    reader.opens(ANOTHER)
    printed = reader.shown(NEEDED)
    assert reader.runs(NEEDED) == printed != ""
    reader.opens(f"{PAGE}_exercises")
    place = """return document.querySelector('[data-exercise="repeat-last"]').dataset.cell"""
    cell = int(reader.does(place))
    for text, sign in ((WRONG, "\N{BALLOT X}"), (RIGHT, "\N{CHECK MARK}")):
        assert reader.runs(cell, text).startswith(sign)
    kept = reader.does("return localStorage.getItem('transformers-by-hand-progress')")
    assert json.loads(kept)["progress"] == {"repeat-last": "verified"}
