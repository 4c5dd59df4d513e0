"""Every page refuses to load what is not its own, from a server and from disk, and works so."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.pages.conftest import NewPage, QuietHandler, built_pages, patient, rest, serving
from tools.sampling import HTML

META = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)"')
LOADS = re.compile(r"<(?:script|style|link|img|body)\b")
# Each way to ask for something outside; whether it was answered, and the rules that refused it.
ASK = """async (address) => {
  const refused = new Set();
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
    refused.add(effectiveDirective));
  const add = (name, more) =>
    document.body.append(Object.assign(document.createElement(name), more));
  const asked = fetch(address, { mode: "no-cors" }).then(() => "answered", () => "refused");
  add("script", { src: address });
  add("img", { src: address });
  add("iframe", { src: address });
  add("link", { rel: "stylesheet", href: address });
  navigator.sendBeacon(address, "mine");
  const answer = await asked;
  await new Promise((done) => setTimeout(done, 500));
  return [answer, ...[...refused].sort()];
}"""
REFUSED = ["refused", "connect-src", "frame-src", "img-src", "script-src-elem", "style-src-elem"]


class Asked(QuietHandler):
    """Notes what it is asked for."""

    seen: list[str] = []

    def parse_request(self) -> bool:
        """Note that somebody asks."""
        understood = super().parse_request()
        self.seen.append(self.command)
        return understood


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """The address of something outside of the book that counts who asks."""
    Asked.seen.clear()
    with serving(Asked, tmp_path) as address:
        yield f"{address}/outside"


@pytest.mark.parametrize("name", [*built_pages(), "404.html"])
def test_a_page_says_first_what_it_may_load(name: str) -> None:
    text = (HTML / name).read_text("utf-8")
    found = META.search(text)
    assert found
    assert not LOADS.search(text, 0, found.start())
    rules = unescape(found[1]).split("; ")
    assert rules[0] == "default-src 'self' file: 'unsafe-inline' data: blob:"
    assert not re.search(r"https?:|[*]|unsafe-eval", found[1])


@pytest.mark.parametrize("place", ["site", "site_file"])
@pytest.mark.parametrize(
    ("name", "bypass"),
    [("hello_world", True), ("hello_world", False), ("404", False), ("search", False)],
)
def test_what_is_outside_is_refused(
    browser: Browser, request: pytest.FixtureRequest, elsewhere: str, place: str, name: str,
    bypass: bool,
) -> None:  # fmt: skip
    context = browser.new_context(bypass_csp=bypass)
    page = patient(context.new_page())
    page.goto(f"{request.getfixturevalue(place)}/{name}.html")
    said = page.evaluate(ASK, elsewhere)
    context.close()
    assert said == (["answered"] if bypass else REFUSED)
    assert bool(Asked.seen) == bypass  # so it is the policy that refuses


@pytest.mark.parametrize("place", ["site", "site_file"])
@pytest.mark.parametrize("hash_", ["#%", "#%zz;hello?N=3", "#hello?N=%;%E0%A4%A"])
def test_an_address_with_a_percent_sign_is_harmless(
    new_page: NewPage, request: pytest.FixtureRequest, place: str, hash_: str
) -> None:
    page = new_page()
    page.goto(f"{request.getfixturevalue(place)}/hello_world.html{hash_}")
    page.locator("hand-figure .card").first.wait_for()
    page.evaluate("(hash) => { location.hash = ''; location.hash = hash; }", hash_)
    rest(page, 200)
    assert page.locator("hand-figure .verdict").first.inner_text().strip()
