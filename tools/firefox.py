"""Open every page of the built book in Firefox: its figures draw, its sliders and links act.

python -m tools.firefox            all pages
python -m tools.firefox index      some of them

Firefox is driven by Marionette, which it brings itself. Nothing else is installed.
"""

import argparse
import functools
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tqdm import tqdm

from tools.pages import names_of_pages

HTML = Path(__file__).resolve().parent.parent / "book" / "_build" / "html"
PATIENCE = 120  # seconds
# What is wrong with a page, as sentences: each figure is brought to the window, each of its sliders
# sent to an end, each link into a state pressed.
TRY = """
const [done] = arguments;
const wrong = [];
const counts = [0, 0, 0];
const frame = () => new Promise(requestAnimationFrame);
const inside = (figure, of) => [...figure.shadowRoot?.querySelectorAll(of) ?? []];
const drawn = (figure) => inside(figure, ".panels *, .verdict")
  .map((x) => [...x.attributes].map(({ value }) => value).join() + x.textContent).join();

async function tryFigure(figure) {
  figure.scrollIntoView({ block: "center" });
  for (let i = 0; i < 200 && !inside(figure, ".card").length; i++) await frame();
  const says = inside(figure, ".verdict").map((each) => each.textContent).join("").trim();
  if (!says) return wrong.push(`${figure.id} is not drawn`);
  counts[0]++;
  for (const slider of inside(figure, "input[type=range]").filter((x) => x.checkVisibility())) {
    const before = drawn(figure);
    slider.value = slider.value === slider.min ? slider.max : slider.min;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    const name = slider.labels[0]?.textContent;
    if (drawn(figure) === before) wrong.push(`${figure.id}: ${name} moves nothing`);
    counts[1]++;
    figure.handle.set({ ...figure.spec.state });
  }
}

async function tryLink(link) {
  const figure = document.getElementById(link.hash.slice(1).split("?")[0]);
  if (!figure) return wrong.push(`${link.hash} leads to no figure`);
  link.scrollIntoView({ block: "center" });
  await frame();
  const { top } = link.getBoundingClientRect();
  link.click();
  await frame();
  await frame();
  const moved = Math.abs(link.getBoundingClientRect().top - top);
  if (moved > 2) wrong.push(`${link.hash} moves its own line by ${moved} px`);
  const { state } = figure.handle;
  const asked = new URLSearchParams(link.hash.split(";")[0].split("?")[1]);
  const ignored = [...asked].filter(([name, value]) => name in state && `${state[name]}` !== value
    && Number(value) !== state[name]);
  if (ignored.length) wrong.push(`${link.hash} does not set ${ignored}`);
  counts[2]++;
}

(async () => {
  for (const figure of document.querySelectorAll("hand-figure")) await tryFigure(figure);
  for (const link of document.querySelectorAll("article a[href^='#'][href*='=']")) {
    await tryLink(link);
  }
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("wider than the window");
})().catch((error) => wrong.push(String(error))).finally(() => done([...counts, wrong]));
"""
ERRORS = """
const { nsIScriptError } = Ci;
return Services.console.getMessageArray()
  .filter((each) => each instanceof nsIScriptError && !(each.flags & nsIScriptError.warningFlag))
  .filter((each) => each.sourceName.includes("127.0.0.1"))
  .map((each) => `${each.errorMessage} (${each.sourceName}:${each.lineNumber})`);
"""


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line of log for each."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Firefox:
    """A headless Firefox: `command(name, parameters)` asks it for something."""

    def __init__(self, profile: str) -> None:
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        if program is None:
            raise FileNotFoundError("this needs Firefox: apt-get install firefox-esr")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        Path(profile, "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        own = ("--no-remote", "--profile", profile)
        driven = ("--marionette", "--remote-allow-system-access")
        self.process = subprocess.Popen(
            [program, "--headless", *driven, *own],
            env=os.environ | {"HOME": profile},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.socket = self.connected(port)
        self.file = self.socket.makefile("rwb")
        self.asked = 0
        self.read()
        self.command("WebDriver:NewSession", {"capabilities": {}})
        self.command("WebDriver:SetTimeouts", {"script": PATIENCE * 1000})
        self.command("WebDriver:SetWindowRect", {"width": 1280, "height": 900})

    def connected(self, port: int) -> socket.socket:
        """A connection, as soon as Firefox listens."""
        last = time.monotonic() + PATIENCE
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            except OSError:
                if time.monotonic() > last or self.process.poll() is not None:
                    raise
                time.sleep(0.2)

    def read(self) -> Any:
        """One message: its length, a colon, JSON."""
        length = b""
        while not length.endswith(b":"):
            length += self.file.read(1)
        return json.loads(self.file.read(int(length[:-1])))

    def command(self, name: str, parameters: dict[str, Any]) -> Any:
        """Ask for something and give the answer; raises RuntimeError where Firefox refuses."""
        self.asked += 1
        message = json.dumps([0, self.asked, name, parameters]).encode()
        self.file.write(b"%d:%s" % (len(message), message))
        self.file.flush()
        _, _, error, result = self.read()
        if error:
            raise RuntimeError(f"{name}: {error['message']}")
        return result.get("value", result) if isinstance(result, dict) else result

    def errors(self) -> list[str]:
        """The errors on the console so far that name one of our files; they are then forgotten."""
        self.command("Marionette:SetContext", {"value": "chrome"})
        found = self.command("WebDriver:ExecuteScript", {"script": ERRORS, "args": []})
        reset = {"script": "Services.console.reset();", "args": []}
        self.command("WebDriver:ExecuteScript", reset)
        self.command("Marionette:SetContext", {"value": "content"})
        return list(found)


@contextmanager
def firefox() -> Iterator[Firefox]:
    """A Firefox that nobody used before and that ends with the block."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Firefox(profile)
        try:
            yield browser
        finally:
            browser.process.terminate()
            browser.process.wait()


def main(arguments: list[str] | None = None) -> int:
    """Try the pages and list what is wrong with them; status 1 where something is."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.firefox",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("page", nargs="*", help="default: all of the book")
    named = parser.parse_args(arguments).page
    pages = [f"{name}.html" for name in named] or names_of_pages(HTML)
    if not pages:
        print("this needs the built book: run `make book`", file=sys.stderr)
        return 1
    wrong: list[str] = []
    counts = [0, 0, 0]
    handler = functools.partial(QuietHandler, directory=str(HTML))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, firefox() as browser:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for page in tqdm(pages, unit="page"):
            url = f"http://127.0.0.1:{server.server_port}/{page}"
            browser.command("WebDriver:Navigate", {"url": url})
            tried = browser.command("WebDriver:ExecuteAsyncScript", {"script": TRY, "args": []})
            counts = [a + b for a, b in zip(counts, tried[:3], strict=True)]
            wrong += [f"{page}: {each}" for each in (*tried[3], *browser.errors())]
        server.shutdown()
    print("\n".join(wrong) or "nothing is wrong")
    print(f"{len(pages)} pages, {counts[0]} figures, {counts[1]} sliders, {counts[2]} links")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
