"""When the first figure of a page is painted on a slow phone, and what the page weighs.

python -m tools.benchmarks.slow_phone                    the cover and four pages
python -m tools.benchmarks.slow_phone adding.html ...    pages of the built book
python -m tools.benchmarks.slow_phone --plain            from a host that compresses nothing

A phone that is 360 pixels wide, with a processor a quarter as fast as this one, 1.6 Mbit/s and 150
ms to the host, in Chromium. A chapter is opened at its first figure, as by a link to it. The median
of some runs counts; a busy machine is slower.
"""

import argparse
import functools
import gzip
import statistics
import sys
import threading
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from playwright.sync_api import Browser, sync_playwright
from tqdm import tqdm

from tools.chromium import chromium_path

HTML = Path(__file__).resolve().parents[2] / "book" / "_build" / "html"
PAGES = ("index.html", "hello_world.html", "searching.html", "a_computer.html", "workshop.html")
KILOBIT = 1000 / 8  # bytes
LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1600 * KILOBIT,
    "uploadThroughput": 750 * KILOBIT,
}
SLOWER = 4  # than this machine
FIRST = "document.querySelector('hand-figure')?.id ?? ''"
STANDS = "() => document.querySelector('hand-figure')?.shadowRoot?.querySelector('.card')"
# The page itself tells when: at the frame that paints the figure. A test tool that asks, and even a
# timer of the page, waits for the scripts behind it.
TELLS = f"""
  const look = () => {{
    if (({STANDS})()) self.stood = performance.now();
    else requestAnimationFrame(look);
  }};
  requestAnimationFrame(look);
"""
PATIENCE = 120_000  # ms
MOST_SECONDS = 3  # until the first figure stands


class Host(SimpleHTTPRequestHandler):
    """A host that keeps connections and compresses texts, as most do."""

    protocol_version = "HTTP/1.1"
    compresses = True

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def send_head(self) -> BytesIO | BinaryIO | None:
        """Answer with a file, compressed where it is text."""
        path = Path(self.translate_path(self.path))
        if not (self.compresses and path.is_file()) or path.suffix in {".woff", ".woff2", ".png"}:
            return super().send_head()
        content = gzip.compress(path.read_bytes(), mtime=0)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return BytesIO(content)


class PlainHost(Host):
    """A host that compresses nothing."""

    compresses = False


@dataclass(frozen=True)
class Visit:
    """One visit: seconds until the first figure stood and until all was loaded, kilobytes."""

    figure: float
    whole: float
    kilobytes: float


def first_figure(browser: Browser, address: str) -> str:
    """The id of the first figure of a page."""
    page = browser.new_page()
    page.goto(address)
    found = str(page.evaluate(FIRST))
    page.close()
    return found


def visit(browser: Browser, address: str) -> Visit:
    """Open a page on a slow phone that has never seen the book."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, bypass_csp=True
    )  # Playwright waits by eval
    page = context.new_page()
    phone = context.new_cdp_session(page)
    phone.send("Network.enable")
    phone.send("Network.emulateNetworkConditions", LINE)
    phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    sizes: list[float] = []
    phone.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.add_init_script(TELLS)
    page.goto(address, wait_until="commit")
    stood = page.wait_for_function("self.stood", timeout=PATIENCE)
    figure = stood.json_value() / 1000
    page.wait_for_load_state("load", timeout=PATIENCE)
    whole = page.evaluate("performance.timing.loadEventStart - performance.timing.navigationStart")
    context.close()
    return Visit(figure, whole / 1000, sum(sizes) / 1000)


def visits(browser: Browser, site: str, name: str, times: int = 1) -> list[Visit]:
    """Open one page so many times."""
    figure = "" if name == "index.html" else first_figure(browser, f"{site}/{name}")
    return [visit(browser, f"{site}/{name}#{figure}".rstrip("#")) for _ in range(times)]


def line_of(name: str, seen: list[Visit]) -> str:
    """The medians of some visits, as a row of a table."""
    figure, whole, kilobytes = (
        statistics.median(getattr(each, part) for each in seen)
        for part in ("figure", "whole", "kilobytes")
    )
    met = "yes" if figure <= MOST_SECONDS else "no"
    return f"| {name} | {figure:.1f} s | {met} | {whole:.1f} s | {kilobytes:.0f} kB |"


def main(arguments: list[str] | None = None) -> int:
    """Visit the pages and print a table."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.benchmarks.slow_phone",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("pages", nargs="*", default=PAGES)
    parser.add_argument("--plain", action="store_true", help="compress nothing")
    parser.add_argument("--times", type=int, default=3, help="visits of each page (3)")
    given = parser.parse_args(arguments)
    chromium = chromium_path()
    if chromium is None or not (HTML / "index.html").is_file():
        print("this needs chromium, and the built book: run `make book`", file=sys.stderr)
        return 1
    handler = functools.partial(PlainHost if given.plain else Host, directory=str(HTML))
    rows = [
        f"| page | first figure | at most {MOST_SECONDS} s | all loaded | in all |",
        "| --- | --- | --- | --- | --- |",
    ]
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        site = f"http://127.0.0.1:{server.server_port}"
        for name in tqdm(given.pages, unit="page"):
            rows.append(line_of(name, visits(browser, site, name, given.times)))
        browser.close()
        server.shutdown()
    print("\n".join(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
