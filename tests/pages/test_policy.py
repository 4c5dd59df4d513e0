"""Pages refuse to load what is not their own, from a server and from disk, and work so."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.pages.conftest import FRAME, patient, serving
from tests.pages.test_python import Asked

HASHES = ("#%", "#%zz;hello?N=3", "#hello?N=%;%E0%A4%A")
# Each way to ask for something outside; whether it was answered, and the rules that refused it.
ASK = """async ([address, rules]) => {
  const refused = new Set();
  const all = new Promise((done) => document.addEventListener("securitypolicyviolation",
    ({ effectiveDirective }) => refused.add(effectiveDirective).size === rules && done()));
  const add = (name, more) => new Promise((done) =>
    document.body.append(Object.assign(document.createElement(name), more,
      { onload: done, onerror: done })));
  const asked = fetch(address, { mode: "no-cors" }).then(() => "answered", () => "refused");
  const added = [
    add("script", { src: address }),
    add("img", { src: address }),
    add("iframe", { src: address }),
    add("link", { rel: "stylesheet", href: address }),
  ];
  navigator.sendBeacon(address, "mine");
  const answer = await asked;
  await (answer === "refused" ? all : Promise.all(added));
  return [answer, ...[...refused].sort()];
}"""
REFUSED = ["refused", "connect-src", "frame-src", "img-src", "script-src-elem", "style-src-elem"]


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """The address of something outside of the book that counts who asks."""
    Asked.seen.clear()
    with serving(Asked, tmp_path) as address:
        yield f"{address}/outside"


@pytest.mark.parametrize("bypass", [False, True])
def test_what_is_outside_is_refused(
    browser: Browser, site: str, site_file: str, elsewhere: str, bypass: bool
) -> None:
    """Without the rules it is answered, so it is they that refuse; they are those of all pages."""
    context = browser.new_context(bypass_csp=bypass)
    page = patient(context.new_page())
    for address in (f"{site}/404.html", f"{site_file}/search.html"):
        page.goto(address, wait_until="domcontentloaded")
        answer = page.evaluate(ASK, [elsewhere, len(REFUSED) - 1])
        assert answer == (["answered"] if bypass else REFUSED), address
        assert bool(Asked.seen) == bypass, address
    context.close()


def test_an_address_with_a_percent_sign_is_harmless(page: Page, site: str, site_file: str) -> None:
    """The page is opened at it, and goes to it."""
    for place, hash_ in zip((site_file, site, site_file), HASHES, strict=True):
        page.goto("about:blank")
        page.goto(f"{place}/hello_world.html{hash_}", wait_until="domcontentloaded")
        page.locator("hand-figure .card").first.wait_for()
        page.evaluate("(hash) => { location.hash = ''; location.hash = hash; }", hash_)
        page.evaluate(FRAME)  # after which the page was told of both
        assert page.locator("hand-figure .verdict").first.inner_text().strip()
