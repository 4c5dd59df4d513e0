"""Python in the page, driven as a reader does; what is typed reaches no other host.

One page is shared, as each start of Python takes seconds.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from exercises.__main__ import main as graded_by_command
from exercises.catalogue import BENCHES, EXERCISES
from exercises.handing_in.grade import graded
from taotp.page.python import runtime
from tests.pages.accessible import assert_for_everybody
from tests.pages.built import text_of
from tests.pages.conftest import QuietHandler, cannot_run, patient, serving, tab_of
from tools.pages import BOOK
from tools.sampling import HTML, at_night

LOADED = HTML / "_static" / "python" / "now.json"
PAGE = "hello_world"
STATE = "document.body.dataset.python === '{}'"
AT_REST = f"{STATE.format('ready')} && !document.querySelector('[data-stop]:not([hidden])')"
KEPT = f"transformers-by-hand-python {PAGE}"
PROGRESS = "localStorage.getItem('transformers-by-hand-progress')"
MOST_MEMORY = 500e6  # bytes


def place_of(begun: str) -> int:
    """The number of the cell of code of that page that begins so."""
    cells = json.loads((BOOK / f"{PAGE}.ipynb").read_text("utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    (found,) = [place for place, text in enumerate(code) if text.startswith(begun)]
    return found


FIRST, SECOND = place_of("message = "), place_of("read_off(")  # the second needs some above it


class Asked(QuietHandler):
    """Notes whom it is asked by, and answers anybody."""

    seen: list[str] = []

    def parse_request(self) -> bool:
        """Note that somebody asks."""
        understood = super().parse_request()
        self.seen.append(self.path)
        return understood


@pytest.fixture(scope="module", autouse=True)
def made(html: Path) -> None:
    """The book has Python in its pages."""
    if not (html / "_static" / "python" / "now.json").is_file():
        cannot_run("the book was built without Python: run `make book` where a registry is reached")


@pytest.fixture(scope="module")
def requests() -> list[str]:
    """What the shared page has asked for."""
    return []


@pytest.fixture(scope="module")
def shared(browser: Browser, site: str, requests: list[str]) -> Iterator[Page]:
    """A chapter, opened once for the tests of this file, in their order."""
    page, troubles = tab_of(browser)
    patient(page)
    page.on("request", lambda request: requests.append(request.url))
    yield opened(page, f"{site}/{PAGE}.html")
    page.context.close()
    assert not [each for each in troubles if "Content Security Policy" not in each]


def opened(page: Page, address: str) -> Page:
    """Go to a page whose cells can be run."""
    page.goto(address)
    page.wait_for_function(STATE.format("off"))
    return page


def place_on(page: Page, what: str = "[data-cell]") -> int:
    """The number of the first cell of a page, or of one of some kind."""
    return int(page.locator(what).first.get_attribute("data-cell") or -1)


def cell(page: Page, place: int) -> Locator:
    """A cell of code of the page."""
    return page.locator(f'[data-cell="{place}"]')


def box(page: Page, place: int) -> Locator:
    """The text box of a cell."""
    return cell(page, place).locator("[contenteditable]")


def output(page: Page, place: int) -> Locator:
    """What a cell shows."""
    return cell(page, place).locator("[data-output]")


def run(page: Page, place: int, text: str | None = None) -> str:
    """Run a cell to its end, with another text where one is given: what it shows."""
    if text is not None:
        box(page, place).fill(text)
    cell(page, place).locator("[data-run]").click()
    page.wait_for_function(AT_REST)
    return output(page, place).inner_text().strip()


def a_cell_shows_what_is_printed_once_those_that_it_needs_have_run(shared: Page) -> None:
    """It says what the build printed."""
    printed = output(shared, SECOND).inner_text().strip()
    assert run(shared, SECOND) == printed != ""
    cells = json.loads((LOADED.parent / "cells" / f"{PAGE}.json").read_text("utf-8"))
    assert box(shared, SECOND).inner_text().strip() == cells[SECOND].strip()


def a_changed_cell_shows_what_it_says_now_and_others_follow(shared: Page) -> None:
    """Other cells stand on what was typed."""
    text = "message = 'Hi'\nsymbols = ['<start>', 'H', 'i', '<stop>']\nsays = [*message, '<stop>']"
    assert run(shared, FIRST, f"{text}\nlen(says)") == "3"
    text = "next_symbol = lambda said: says[len(said)]\nnext_symbol('H')"
    assert run(shared, FIRST + 1, text) == "'i'"


def an_error_is_said_and_its_line_marked(shared: Page) -> None:
    """It is the sentence of the library, at the line of the reader."""
    said = run(shared, FIRST, "from taotp_core import rounded\n\nrounded('much')")
    assert "Line 3" in said and "rounded('much')" in said and "Error" in said
    assert shared.evaluate("CSS.highlights.has('python-fault')")
    assert_for_everybody(shared, f'[data-cell="{FIRST}"]')
    shared.set_viewport_size({"width": 1280, "height": 900})
    shared.evaluate("document.documentElement.dataset.theme = 'light'")


def keys_alone_will_do(shared: Page) -> None:
    """A new line is indented, and Shift and Enter run it."""
    where = box(shared, FIRST)
    where.fill("")
    where.press_sequentially("for k in range(2):")
    where.press("Enter")
    where.press_sequentially("print(k)")
    where.press("Shift+Enter")
    expect(output(shared, FIRST)).to_have_text("0\n1\n")
    assert where.inner_text().rstrip() == "for k in range(2):\n    print(k)"
    shared.wait_for_function(STATE.format("ready"))


def a_figure_of_a_cell_is_alive(shared: Page) -> None:
    """It has a name of its own, beside the one of the page."""
    text = """from taotp import figures
from taotp.programs import hello_world
figures.explore(lambda N: hello_world('Hi!', loud=N), '', dials={'N': 10}, id='hello')"""
    run(shared, FIRST, text)
    figure = output(shared, FIRST).locator("hand-figure")
    figure.locator(".verdict").first.wait_for()
    assert figure.get_attribute("id") == "python-hello"


def the_page_is_alive_while_python_runs_and_stops_twice(shared: Page) -> None:
    """One types and draws beside an endless cell; what is stopped as Python starts is stopped.

    The text is kept, and Python starts anew.
    """
    shared.locator("hand-figure").first.scroll_into_view_if_needed()
    slider = shared.locator("hand-figure input[type=range]:visible").first
    slider.scroll_into_view_if_needed()
    for _ in range(2):  # the second one waits for the Python that the first has ended
        box(shared, FIRST).fill("while True: pass")
        cell(shared, FIRST).locator("[data-run]").click()
        stop = cell(shared, FIRST).locator("[data-stop]")
        stop.wait_for()
        before = slider.input_value()
        slider.press("ArrowLeft" if before == slider.get_attribute("max") else "ArrowRight")
        assert slider.input_value() != before
        box(shared, SECOND).fill("2 + 2")
        stop.click()
        expect(cell(shared, FIRST).locator(".python-said")).to_contain_text("Stopped.")
        assert stop.is_hidden()
        assert box(shared, FIRST).inner_text().strip() == "while True: pass"
    assert run(shared, SECOND) == "4"
    cell(shared, SECOND).locator("[data-back]").click()
    assert run(shared, FIRST, "6 * 7") == "42"


def all_above_is_run_up_to_an_error(shared: Page) -> None:
    """In their order, and not the cell itself; what was typed above counts."""
    box(shared, FIRST).fill("message = 'Oh'\nsymbols = list(message)\nprint('first')")
    run(shared, SECOND, "message")
    cell(shared, SECOND).locator("[data-above]").click()
    shared.wait_for_function(AT_REST)
    assert output(shared, FIRST).inner_text().strip() == "first"
    assert shared.locator("[data-cell] .python-row").count() > 3, "each runs where it stands"
    box(shared, FIRST).fill("1 / 0")
    cell(shared, SECOND).locator("[data-above]").click()
    expect(output(shared, FIRST)).to_contain_text("ZeroDivisionError")
    shared.wait_for_function(STATE.format("ready"))
    said = cell(shared, FIRST + 1).locator(".python-said")
    expect(said).to_have_text("A cell above ended with an error.")
    cell(shared, SECOND).locator("[data-back]").click()
    assert run(shared, FIRST, "6 * 7") == "42"


def what_was_typed_is_there_again_and_has_not_run(shared: Page) -> None:
    """Until the reader goes back to what is printed."""
    assert shared.evaluate("key => localStorage.getItem(key)", KEPT)
    shared.reload()
    expect(box(shared, FIRST)).to_have_text("6 * 7\n")
    assert shared.evaluate("document.body.dataset.python") == "off"
    assert "42" not in output(shared, FIRST).inner_text()
    cell(shared, FIRST).locator("[data-back]").click()
    assert box(shared, FIRST).inner_text().startswith("message = ")
    run(shared, FIRST + 1)
    cell(shared, FIRST + 1).locator("[data-reset]").click()
    assert shared.evaluate("document.body.dataset.python") == "off"
    assert not shared.evaluate("key => localStorage.getItem(key)", KEPT)


def test_a_chapter_is_run_changed_broken_and_stopped(shared: Page, requests: list[str]) -> None:
    assert cell(shared, FIRST).locator("[data-run]").is_visible()
    assert not [url for url in requests if "/python/" in url], "a page that is read loads nothing"
    a_cell_shows_what_is_printed_once_those_that_it_needs_have_run(shared)
    a_changed_cell_shows_what_it_says_now_and_others_follow(shared)
    an_error_is_said_and_its_line_marked(shared)
    keys_alone_will_do(shared)
    a_figure_of_a_cell_is_alive(shared)
    the_page_is_alive_while_python_runs_and_stops_twice(shared)
    all_above_is_run_up_to_an_error(shared)
    what_was_typed_is_there_again_and_has_not_run(shared)


HTTP, WS = "http://127.0.0.1:{port}/outside", "ws://127.0.0.1:{port}/outside"
# Each line asks for something from another host, and must fail or be refused.
TYPED = f"""
import js
from pyodide.ffi import to_js
async def attempt(name, ask):
    try:
        result = ask()
        if hasattr(result, "then"):
            result = await result
        print(name, "asked", result)
    except BaseException as error:
        print(name, "refused", type(error).__name__)
http, ws = {HTTP!r}, {WS!r}
await attempt("fetch", lambda: js.fetch(http))
def xhr():
    request = js.XMLHttpRequest.new()
    request.open("GET", http, False)
    request.send()
await attempt("xhr", xhr)
await attempt("importScripts", lambda: js.importScripts(http))
await attempt("import", lambda: js.eval("import('" + http + "')"))
await attempt("socket", lambda: js.WebSocket.new(ws))
await attempt("events", lambda: js.EventSource.new(http))
await attempt("worker", lambda: js.Worker.new(http))
await attempt("kept", lambda: js.eval(
    "caches.open('outside').then((kept) => kept.add('" + http + "'))"))
inner = "fetch(`" + http + "`).then(() => postMessage(1), () => postMessage(0))"
await attempt("inner", lambda: js.eval(
    "new Promise((done, failed) => {{ const inner = new Worker(URL.createObjectURL(new Blob(['"
    + inner + "']))); inner.onmessage = ({{ data }}) => (data ? done(data) : failed()); }})"))
import urllib.request
await attempt("urllib", lambda: urllib.request.urlopen(http, timeout=5))
from pyodide.http import open_url
await attempt("open_url", lambda: open_url(http).read())
class Picture:
    def _repr_html_(self):
        return ('<svg><image href="' + http + '"/></svg><style>@import url(' + http + ');</style>'
                '<img alt="" src="' + http + '"><iframe src="' + http + '"></iframe>'
                '<script src="' + http + '"></script><link rel="stylesheet" href="' + http + '">'
                '<b onclick="fetch(1)" style="background: url(' + http + ')">shown</b>')
Picture()
"""


def test_what_is_typed_reaches_no_other_host(shared: Page, tmp_path: Path) -> None:
    """Not from the worker, and not by what it shows; without the rules of the page it would."""
    Asked.seen.clear()
    with serving(Asked, tmp_path) as address:
        port = address.rpartition(":")[2]
        said = run(shared, FIRST, TYPED.replace("{port}", port))
        assert said.count("refused") >= 8 and said.endswith("shown"), said
        assert output(shared, FIRST).locator("iframe, script, link, [onclick]").count() == 0
        # What comes to an end later has come to it once another of its kind has.
        shared.evaluate("address => fetch(address).catch(() => 0)", address)
        assert Asked.seen == [], said


def test_a_page_of_ones_own_has_a_cell_and_lines_to_begin_with(shared: Page, site: str) -> None:
    """With all that it may load Python stays below its memory, but for the files that made it."""
    place = place_on(opened(shared, f"{site}/python.html"))
    assert shared.locator("[data-cell]").count() == 1
    shown = []
    for line in shared.locator("[data-take]").all():
        line.click()
        shown.append(run(shared, place))
    assert len(shown) == 6 and shown[:4] == ["'Good morning!'", "[1, 3, 7, 9]", "'1022'", "'c'"]
    assert "Parameters" in shown[5]
    shared.locator(".python-more").click()
    text = "import exercises, matplotlib.pyplot, pyodide_js\npyodide_js._module.HEAP8.length"
    assert 20e6 < int(run(shared, place + 1, text)) < MOST_MEMORY / 2
    assert run(shared, place + 1, "a = 2\na") == "2"
    shared.reload()
    expect(box(shared, place + 1)).to_have_text("a = 2\na\n")


RIGHT = """import numpy as np
from taotp_core import Transformer
from taotp_core.encodings import circle
def repeat_last(d_vocab, n_ctx):
    return Transformer(circle(d_vocab), np.zeros((n_ctx, 3)))
check("repeat-last", repeat_last)"""
WRONG = RIGHT.replace("circle(d_vocab)", "np.zeros((d_vocab, 3))")
EXERCISE = '[data-exercise="repeat-last"]'


def handed_in(page: Page, place: int, author: str) -> str:
    """The text of the file that a cell saves under a name."""
    row = page.locator(f'[data-cell="{place}"] .python-hand')
    row.get_by_label("Your name").fill(author)
    with page.expect_download() as coming:
        row.locator("[data-hand]").click()
    page.wait_for_function(STATE.format("ready"))
    assert coming.value.suggested_filename == "repeat-last.json"
    return Path(coming.value.path()).read_text("utf-8")


def test_an_exercise_is_judged_in_its_cell_and_handed_in_as_it_was_judged(
    shared: Page, site: str
) -> None:
    """The verdict is that of `check`, and is kept where boxes keep theirs.

    The file is that of `submit`: `grade` says of it what the page said, right or wrong.
    """
    shared.evaluate("localStorage.clear()")
    place = place_on(opened(shared, f"{site}/{PAGE}_exercises.html"), EXERCISE)
    exercise = cell(shared, place)
    assert box(shared, place).is_visible(), "there is nothing to unfold"
    assert exercise.locator("[data-check]").inner_text() == "Check"
    hand = exercise.locator("[data-hand]")
    for text, verdict, sign, credit in (
        (None, "blank", "\N{MIDDLE DOT}", ""),
        ("1 / 0", "fault", "Line 1", ""),
        (RIGHT, "passed", "\N{CHECK MARK}", "verified"),
        (WRONG, "failed", "\N{BALLOT X}", "tried"),
    ):
        said = run(shared, place, text)
        assert said.startswith(sign), said
        assert exercise.get_attribute("data-verdict") == verdict
        assert hand.count() == bool(credit)
        if credit:
            found = graded(handed_in(shared, place, "Ada").encode())
            assert (found.author, found.exercise, found.credit) == ("Ada", "repeat-last", credit)
            assert said.endswith(found.words)
            expect(exercise.locator(".python-hand")).to_contain_text("json is saved.")
    hand.locator("..").get_by_label("Your name").fill("<b>")
    hand.click()
    expect(exercise.locator(".python-hand")).to_contain_text("Author is '<b>'")
    assert_for_everybody(shared, f'[data-cell="{place}"]')
    box(shared, place).press_sequentially("#")
    assert hand.count() == 0, "what stands there was not checked"
    kept = json.loads(shared.evaluate(PROGRESS))
    assert (kept["author"], kept["progress"]) == ("<b>", {"repeat-last": "verified"})


PHONE: ViewportSize = {"width": 390, "height": 844}
WITHIN = """(node) => {
  const { left, right, height } = node.getBoundingClientRect();
  return left >= 0 && right <= innerWidth && height >= 24;
}"""


def test_an_exercise_of_chapter_3_is_solved_on_a_phone_and_graded(
    browser: Browser, site: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By touch, from the page to the line of `python -m exercises grade`; asked at night.

    A button beside the window, or a file that only a wide page saves, is found here.
    """
    if not at_night():
        pytest.skip("a phone's start of Python is asked at night")
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = opened(patient(context.new_page()), f"{site}/{PAGE}_exercises.html")
    place = place_on(page, EXERCISE)
    box(page, place).tap()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(RIGHT)
    check = cell(page, place).locator("[data-check]")
    check.tap()
    hand = cell(page, place).locator("[data-hand]")
    hand.wait_for()
    assert output(page, place).inner_text().strip().startswith("\N{CHECK MARK}")
    for button in (check, hand, cell(page, place).locator("[data-back]")):
        button.scroll_into_view_if_needed()
        assert button.evaluate(WITHIN), button
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    (tmp_path / "repeat-last.json").write_text(handed_in(page, place, "Ada"), "utf-8")
    context.close()
    assert graded_by_command(["grade", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "Ada" in said and "repeat-last" in said and "verified" in said


def test_a_text_of_a_figure_is_a_variable_and_a_program_is_a_text(shared: Page, site: str) -> None:
    """By one press each way; nothing runs by itself."""
    shared.evaluate("localStorage.clear()")
    shared.goto(f"{site}/workshop.html")
    bench = shared.locator("#build-vote")
    bench.scroll_into_view_if_needed()
    bench.locator("textarea").first.fill(BENCHES["build-vote"].filled)
    bench.get_by_text("Keep and share").click()
    bench.get_by_role("link", name="Use it in Python").click()
    shared.wait_for_url(re.compile(r"python\.html"))
    place = place_on(shared)
    expect(box(shared, place)).to_contain_text("program = listing.read(r'''")
    assert shared.evaluate("document.body.dataset.python") == "off"
    run(shared, place)
    playground = cell(shared, place).locator("a[data-figure]").get_attribute("href")
    assert (playground or "").startswith("playground.html#bench?listing=")
    text = f"{box(shared, place).inner_text()}\nfrom exercises import check\n"
    assert run(shared, place, f"{text}check('build-vote', program)").startswith("\N{CHECK MARK}")
    cell(shared, place).locator("button[data-figure]").click()
    shared.wait_for_url(re.compile(r"workshop\.html"))
    shared.locator("#build-vote").locator(".verdict", has_text="right on all").first.wait_for()


def test_what_stands_on_a_bench_is_a_variable_of_its_page_and_goes_back(
    shared: Page, site: str
) -> None:
    """By one press each way, with the text that a cell makes; kept, and not run by itself."""
    shared.evaluate("localStorage.clear()")
    shared.goto(f"{site}/{PAGE}.html")
    shared.locator("details:has(> #build-letter) > summary").click()
    bench = shared.locator("hand-figure#build-letter")
    text = bench.locator("textarea").first
    filled = BENCHES["build-letter"].filled
    text.fill(filled)
    bench.get_by_text("Keep and share").click()
    bench.get_by_role("link", name="Use it in Python").click()
    own = shared.locator("[data-cell]", has=shared.get_by_text("build_letter", exact=True))
    place = int(own.last.get_attribute("data-cell") or -1)
    expect(box(shared, place)).to_have_text("build_letter\n")
    assert shared.evaluate("document.body.dataset.python") == "off"
    assert run(shared, place, "build_letter.complete('c')[:2]") == "'bb'"
    other = "from taotp.listing import write\nbuild_letter = write(build_letter)"
    run(shared, place, f"{other}.replace('<abc', '<bca')")
    assert_for_everybody(shared, f'[data-cell="{place}"]')
    cell(shared, place).locator("[data-back-to]").click()
    expect(text).to_have_value(re.compile('"vocabulary": "<bca"'))
    expect(bench.locator(".verdict").first).to_contain_text("it says c; it should say b")
    shared.reload()
    expect(box(shared, place)).to_contain_text("build_letter = write")
    assert shared.evaluate("document.body.dataset.python") == "off"


def test_the_files_of_the_build_are_those_of_the_list() -> None:
    now = json.loads(LOADED.read_text("utf-8"))
    for file in runtime.files():
        path = LOADED.parent / now["base"] / file.name
        assert runtime.is_right(path.read_bytes(), file), path
    texts = {path.name for path in (LOADED.parent / now["base"] / "licenses").iterdir()}
    assert {"README.txt", "MPL-2.0.txt", "PSF-2.0.txt", "numpy-LICENSE.txt"} <= texts
    everything = {each.name for each in LOADED.parent.iterdir()}
    named = {now["worker"], now["page"], now["ours"]["url"]}
    named |= {
        load["url"] for loads in now["later"].values() for load in loads if "/" not in load["url"]
    }
    assert everything == named | {"now.json", "cells", now["version"]}


def test_a_page_from_disk_says_how_to_run_it(page: Page, site_file: str) -> None:
    page.goto(f"{site_file}/{PAGE}.html")
    expect(page.locator(".python-alone")).to_contain_text("make serve")
    assert page.locator("[data-run]").count() == 0


def test_every_judged_exercise_has_a_cell_on_its_page() -> None:
    """But those that are texts with blanks, which have a bench."""
    lacking = {
        each.slug
        for each in EXERCISES.values()
        if each.judge and f'data-exercise="{each.slug}"' not in text_of(f"{each.page}.html")
    }
    assert all(slug.startswith("build-") for slug in lacking), lacking
