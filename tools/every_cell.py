"""Run every cell of code of the built pages where one reads, and hold what it prints to the build.

python -m tools.every_cell                       all pages, in Chromium
python -m tools.every_cell --firefox adding ...  some of them, in Firefox

A page is opened once, as a reader opens it, and its cells are run one after another. Texts and
tables are compared; figures are the scripts' own. Answers to exercises are asked by the tests.
"""

import argparse
import functools
import re
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from tqdm import tqdm

from tools.chromium import chromium_path
from tools.firefox import QuietHandler, firefox
from tools.pages import names_of_pages
from tools.sampling import HTML

MOST_SECONDS = 900  # for one page
CELL = re.compile(r'data-cell="\d')  # and not the cells of a table that is drawn
# Ends with what went otherwise: a sentence for each cell, and how many cells ran.
RUN = """
const body = document.body;
const began = Date.now();
const rest = (ms) => new Promise((then) => setTimeout(then, ms));
const WITHOUT = "hand-figure, .hand-live, button, style, script, noscript";
const textOf = (cell) => [...cell.querySelectorAll("[data-output]")].map((output) => {
  const copy = output.cloneNode(true);
  for (const each of copy.querySelectorAll(WITHOUT)) each.remove();
  return copy.textContent;
}).join(" ").replace(/\\s+/g, " ").trim();
const isBusy = () => body.dataset.python !== "ready" ||
  document.querySelector("[data-stop]:not([hidden])");

async function runAll() {
  while (body.dataset.python !== "off") {
    await rest(50);
    if (Date.now() - began > MOST) return [0, ["nothing can be run"]];
  }
  const wrong = [];
  const cells = [...document.querySelectorAll("[data-cell]:not([data-exercise])")]
    .filter((cell) => cell.querySelector("[data-run]"));
  for (const cell of cells) {
    const printed = textOf(cell);
    cell.querySelector("[data-run]").click();
    do {
      await rest(30);
      if (Date.now() - began > MOST) return [cells.length, [...wrong,
        `cell ${cell.dataset.cell}: nothing after ${MOST / 1000} seconds`]];
    } while (isBusy());
    const said = textOf(cell);
    if (said === printed) continue;
    let i = 0;
    while (said[i] === printed[i]) i++;
    const around = (text) => text.slice(Math.max(0, i - 40), i + 60);
    wrong.push(`cell ${cell.dataset.cell}: "${around(said)}", printed "${around(printed)}"`);
  }
  return [cells.length, wrong];
}
"""
Ran = tuple[int, list[str]]  # cells, and what went otherwise
Opened = AbstractContextManager[Callable[[str], Ran]]  # a browser that runs the page at an address


@contextmanager
def in_chromium(most: int) -> Iterator[Callable[[str], Ran]]:
    """What runs the page at an address in a Chromium that keeps what it loaded."""
    program = chromium_path()
    if program is None:
        raise FileNotFoundError("this needs Chromium")
    script = f"async () => {{ const MOST = {most * 1000}; {RUN} return runAll(); }}"
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as playwright:
        browser = playwright.chromium.launch_persistent_context(
            profile, executable_path=program, args=["--no-sandbox"]
        )
        page = browser.new_page()

        def run(address: str) -> Ran:
            page.goto(address)
            count, wrong = page.evaluate(script)
            return count, wrong

        yield run
        browser.close()


@contextmanager
def in_firefox(most: int) -> Iterator[Callable[[str], Ran]]:
    """The same in a Firefox."""
    ends = "const done = arguments[0]; runAll().then(done, (error) => done([0, [String(error)]]));"
    script = f"const MOST = {most * 1000}; {RUN} {ends}"
    with firefox() as browser:
        browser.socket.settimeout(2 * most)
        browser.command("WebDriver:SetTimeouts", {"script": 2 * most * 1000})

        def run(address: str) -> Ran:
            browser.command("WebDriver:Navigate", {"url": address})
            asked: dict[str, Any] = {"script": script, "args": []}
            count, wrong = browser.command("WebDriver:ExecuteAsyncScript", asked)
            return count, wrong

        yield run


def pages_with_cells(folder: Path) -> list[str]:
    """The pages on which something can be run."""
    return [name for name in names_of_pages(folder) if CELL.search((folder / name).read_text())]


def run_all(pages: list[str], browser: Callable[[int], Opened], most: int) -> Ran:
    """Run the cells of some pages, from a server of this machine."""
    ran, wrong = 0, list[str]()
    handler = functools.partial(QuietHandler, directory=str(HTML))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, browser(most) as run:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name in tqdm(pages, unit="page"):
            count, found = run(f"http://127.0.0.1:{server.server_port}/{name}")
            ran += count
            wrong += [f"{name}, {each}" for each in found]
        server.shutdown()
    return ran, wrong


def main(arguments: list[str] | None = None) -> int:
    """Run the cells of the pages and list what went otherwise; status 1 where something did."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.every_cell",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("page", nargs="*", help="default: all that have cells")
    parser.add_argument("--firefox", action="store_true", help="in Firefox")
    parser.add_argument("--most", type=int, default=MOST_SECONDS, help="seconds for one page (900)")
    given = parser.parse_args(arguments)
    known = pages_with_cells(HTML) if HTML.is_dir() else []
    pages = [f"{name}.html" for name in given.page] or known
    if unknown := [name for name in pages if name not in known]:
        print(f"{unknown[0]} is no page with cells of the built book", file=sys.stderr)
        return 1
    if not pages:
        print("this needs the built book, with Python: run `make book`", file=sys.stderr)
        return 1
    try:
        ran, wrong = run_all(pages, in_firefox if given.firefox else in_chromium, given.most)
    except FileNotFoundError as error:  # of a browser that is not here
        print(error, file=sys.stderr)
        return 1
    print("\n".join([*wrong, f"{ran} cells of {len(pages)} pages, {len(wrong)} otherwise"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
