"""A real browser on the built book.

Fixtures for the tests of this folder:

    site        base address of the built book on a server of this machine
    site_file   base address of the same pages opened from disk (file://)
    page        a Playwright Page as new, 1280 by 900 and by daylight: one for all tests of a worker
    timed       the same with a clock that the test drives: `rest` lets its time pass
    new_page    new_page(viewport=(1280, 900), dark=False, javascript=True, timed=False) -> a Page
                of its own, for tests that need two, another kind, or that change what a browser is

All are watched: when the test ends, a page error, an error on the console or a request that left
the book's own address fails the test, whatever else it looked at.
"""

import functools
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Route,
    ViewportSize,
    expect,
    sync_playwright,
)

from tools.chromium import chromium_path
from tools.sampling import HTML

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
OUTSIDE = re.compile(r"^(https?|wss?)://(?!127\.0\.0\.1:)")

REST_MS = 700  # of a page's clock: more than a figure waits before it announces, and is addressed
# Of waits that end as soon as a page is there, in ms. They only keep from waiting for ever, and a
# test that fails on a busy machine says nothing; once one has failed, others need not take as long.
PATIENCE, ONCE_FAILED = 600_000, 30_000
expect.set_options(timeout=ONCE_FAILED)

# `nextFrame()` in every page: what waits for one may look again. A browser without windows may draw
# no more frames while nothing moves, so something does that nobody sees; one that draws none all
# the same is waited for no longer than a second.
FRAMES = """
self.nextFrame = () => new Promise((done) => {
  const root = document.documentElement;
  const moving = root.animate({ outlineOffset: ["0px", "9px"] }, 9000);
  const go = () => { moving.cancel(); done(); };
  requestAnimationFrame(() => setTimeout(go));
  setTimeout(go, 1000);
});"""
FRAME = "() => nextFrame()"
# What a page keeps is gone, and what a figure would keep as the page is left; where a page may
# keep nothing there is nothing.
FORGET = """() => {
  for (const figure of document.querySelectorAll("hand-figure")) figure.remove();
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {}
}"""
# A figure that waits in a closed fold, or on another screen, is one of the page all the same.
UNFOLD = """(figure) => {
  const step = figure.closest("[data-step]:not([data-here])");
  if (step) location.hash = `#step=${step.dataset.step}`;
  const fold = figure.closest("details");
  if (fold && !fold.open) {
    fold.open = true;
    fold.dataset.unfolded = "";
  }
}"""
NewPage = Callable[..., Page]
USUAL: ViewportSize = {"width": 1280, "height": 900}


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line of log for each."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class QuietServer(ThreadingHTTPServer):
    """Serves on when a page was closed before it had everything."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a connection that the browser broke off."""
        if not isinstance(sys.exception(), ConnectionError):
            raise


def cannot_run(why: str) -> NoReturn:
    """Fail in continuous integration, skip by name on a reader's machine."""
    if os.environ.get("CI"):
        pytest.fail(f"browser test cannot run: {why}", pytrace=False)
    pytest.skip(f"browser test not run: {why}")


@pytest.fixture(scope="session")
def html() -> Path:
    """The folder of the built book."""
    if not (HTML / "index.html").is_file():
        pytest.fail("the book is not built: run `make book` first", pytrace=False)
    return HTML


@pytest.fixture(scope="session")
def site(html: Path) -> Iterator[str]:
    """Serve the built book on 127.0.0.1 and give its base address."""
    with serving(QuietHandler, html) as address:
        yield address


@contextmanager
def serving(handler: type[SimpleHTTPRequestHandler], folder: Path) -> Iterator[str]:
    """A server of this machine for a folder: its address."""
    with QuietServer(("127.0.0.1", 0), functools.partial(handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def site_file(html: Path) -> str:
    """The base address of the built book opened from disk."""
    return html.as_uri()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the whole run."""
    path = chromium_path()
    if path is None:
        cannot_run("no chromium on this machine (set CHROMIUM to its path)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def rest(page: Page, ms: int = REST_MS) -> None:
    """Let so much time pass by the clock of a page that is `timed`."""
    page.clock.fast_forward(ms)
    page.evaluate(FRAME)


# Asks in the page itself, which is cheaper than from outside, until something is so, and for five
# seconds at most: where the page has gone elsewhere it is asked anew.
WAIT = """async (arg) => {
  const holds = HOLDS;
  for (let k = 0; k < 200; k++) {
    if (holds(arg)) return true;
    await new Promise((go) => setTimeout(go, 25));
  }
  return false;
}"""
FUNCTION = re.compile(r"\s*(\(\w*\)|\w+)\s*=>")


def patient(page: Page, patience: int = PATIENCE) -> Page:
    """A page whose `wait_for_function` needs no eval, which pages forbid."""
    page.set_default_timeout(patience)

    def wait(expression: str, *, arg: object = None, timeout: float = patience) -> None:
        asked = expression if FUNCTION.match(expression) else f"() => {expression}"
        end = time.monotonic() + timeout / 1000
        while not so(page, WAIT.replace("HOLDS", f"({asked})"), arg):
            if time.monotonic() > end:
                raise TimeoutError(f"{expression} was not so within {timeout} ms")

    page.wait_for_function = wait  # type: ignore[method-assign, assignment]
    return page


def so(page: Page, script: str, arg: object) -> bool:
    """What a script answers, and no where the page went elsewhere meanwhile."""
    try:
        return bool(page.evaluate(script, arg))
    except Error as error:
        if "navigation" not in str(error):
            raise
        return False


@pytest.fixture
def patience(request: pytest.FixtureRequest) -> int:
    """How long a test waits for what does not come, in ms."""
    return ONCE_FAILED if request.session.testsfailed else PATIENCE


def watched(browser: Browser, troubles: list[str], **options: Any) -> BrowserContext:
    """A context that notes what goes wrong on its pages."""

    def refuse(route: Route) -> None:
        troubles.append(f"outside request: {route.request.url}")
        route.abort()

    def note_error(said: ConsoleMessage) -> None:
        if said.type == "error":
            troubles.append(f"console: {said.text} ({said.location['url']})")

    context = browser.new_context(**options)
    context.add_init_script(FRAMES)
    context.route(OUTSIDE, refuse)
    context.on("weberror", lambda error: troubles.append(f"page error: {error.error}"))
    context.on("console", note_error)
    return context


class Tab(NamedTuple):
    """A page that many tests use one after another, and what went wrong on it."""

    page: Page
    troubles: list[str]


def tab_of(browser: Browser) -> Tab:
    """A tab of a context of its own."""
    troubles: list[str] = []
    return Tab(watched(browser, troubles, viewport=USUAL).new_page(), troubles)


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Tab:
    """The tab of a worker."""
    return tab_of(browser)


@pytest.fixture(scope="session")
def timed_tab(browser: Browser) -> Tab:
    """The tab of a worker whose clock tests drive."""
    made = tab_of(browser)
    made.page.clock.install()
    return made


def as_new(tab: Tab, patience: int) -> Iterator[Page]:
    """The page of a tab for one test; what went wrong on it fails the test at its end."""
    page, troubles = tab
    troubles.clear()
    yield patient(page, patience)
    page.evaluate(FORGET)
    page.goto("about:blank")
    page.set_viewport_size(USUAL)
    page.emulate_media(media="null", reduced_motion="null", forced_colors="null")
    assert not troubles, "\n".join(troubles)


@pytest.fixture
def page(tab: Tab, patience: int) -> Iterator[Page]:
    """A page as new, watched."""
    yield from as_new(tab, patience)


@pytest.fixture
def timed(timed_tab: Tab, patience: int) -> Iterator[Page]:
    """A page as new, watched, for whose time `rest` is asked."""
    yield from as_new(timed_tab, patience)


@pytest.fixture
def new_page(browser: Browser, patience: int) -> Iterator[NewPage]:
    """Make watched pages; what went wrong on any of them fails the test at its end."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def make(
        viewport: tuple[int, int] = (1280, 900),
        dark: bool = False,
        javascript: bool = True,
        timed: bool = False,
    ) -> Page:
        context = watched(
            browser,
            troubles,
            viewport={"width": viewport[0], "height": viewport[1]},
            color_scheme="dark" if dark else "light",
            java_script_enabled=javascript,
        )
        contexts.append(context)
        if timed:
            context.clock.install()
        return patient(context.new_page(), patience)

    yield make
    for context in contexts:
        context.close()
    assert not troubles, "\n".join(troubles)
