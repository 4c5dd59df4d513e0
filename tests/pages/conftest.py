"""A real browser on the built book.

Fixtures for the tests of this folder:

    site        base address of the built book on a server of this machine
    site_file   base address of the same pages opened from disk (file://)
    new_page    new_page(viewport=(1280, 900), dark=False, javascript=True) -> a Playwright Page

Pages made by `new_page` are watched: when the test ends, a page error, an error on the console or a
request that left the book's own address fails the test, whatever else it looked at.
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
from typing import NoReturn

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Route,
    sync_playwright,
)

from tools.chromium import chromium_path
from tools.sampling import HTML, pages

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

REST_MS = 700  # a little more than a figure waits before it announces and writes the address
# Of waits that end as soon as a page is there, in ms. They only keep from waiting for ever, and a
# test that fails on a busy machine says nothing; once one has failed, others need not take as long.
PATIENCE, ONCE_FAILED = 600_000, 30_000

# The next frame, or a second: a browser without windows may draw no more frames while nothing
# moves, and what waits for one in a page waits for ever.
FRAME = """() => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 1000);
})"""
# A figure that waits in a closed fold is one of the page all the same.
UNFOLD = """(figure) => {
  const fold = figure.closest("details");
  if (fold) fold.open = true;
}"""
NewPage = Callable[..., Page]


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


def built_pages() -> list[str]:
    """Every page of the built book, as a path below its root."""
    return pages()


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
    """Wait until what a page was to do by then is done, by its own timers: they come in order."""
    page.evaluate("(ms) => new Promise((done) => setTimeout(done, ms))", ms)
    page.evaluate(FRAME)


def patient(page: Page, patience: int = PATIENCE) -> Page:
    """A page whose `wait_for_function` asks from outside: pages forbid eval."""
    page.set_default_timeout(patience)

    def wait(expression: str, *, arg: object = None, timeout: float = patience) -> None:
        end = time.monotonic() + timeout / 1000
        while not page.evaluate(expression, arg):
            if time.monotonic() > end:
                raise TimeoutError(f"{expression} was not so within {timeout} ms")
            page.wait_for_timeout(20)

    page.wait_for_function = wait  # type: ignore[method-assign, assignment]
    return page


@pytest.fixture
def patience(request: pytest.FixtureRequest) -> int:
    """How long a test waits for what does not come, in ms."""
    return ONCE_FAILED if request.session.testsfailed else PATIENCE


@pytest.fixture
def new_page(browser: Browser, patience: int) -> Iterator[NewPage]:
    """Make watched pages; what went wrong on any of them fails the test at its end."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def refuse(route: Route) -> None:
        troubles.append(f"outside request: {route.request.url}")
        route.abort()

    def note_error(said: ConsoleMessage) -> None:
        if said.type == "error":
            troubles.append(f"console: {said.text} ({said.location['url']})")

    def make(
        viewport: tuple[int, int] = (1280, 900), dark: bool = False, javascript: bool = True
    ) -> Page:
        context = browser.new_context(
            viewport={"width": viewport[0], "height": viewport[1]},
            color_scheme="dark" if dark else "light",
            java_script_enabled=javascript,
        )
        contexts.append(context)
        context.route(OUTSIDE, refuse)
        context.on("weberror", lambda error: troubles.append(f"page error: {error.error}"))
        context.on("console", note_error)
        return patient(context.new_page(), patience)

    yield make
    for context in contexts:
        context.close()
    assert not troubles, "\n".join(troubles)
