"""A page that is opened at its top: its first figure stands before its formulas are typeset."""

import re

import pytest

from benchmarks.slow_phone import STANDS
from tests.pages.conftest import NewPage, built_pages
from tools.turns import HTML

FORMULA = 'class="math notranslate'
FIGURE = re.compile(r"<hand-figure[^>]*\bid=")
# The first formula that appears says whether the first figure stood by then.
WATCH = f"""
  const stands = {STANDS};
  new MutationObserver((changes, watching) => {{
    if (!document.querySelector("mjx-container")) return;
    watching.disconnect();
    window.stoodBefore = Boolean(stands());
  }}).observe(document, {{ childList: true, subtree: true }});
"""


def has_both(name: str) -> bool:
    """Whether a page has a live figure and a formula."""
    text = (HTML / name).read_text("utf-8")
    return FORMULA in text and bool(FIGURE.search(text))


BOTH = [name for name in built_pages() if has_both(name)]


@pytest.mark.parametrize("name", BOTH)
def test_the_first_figure_stands_before_formulas(new_page: NewPage, site: str, name: str) -> None:
    page = new_page()
    page.add_init_script(WATCH)
    page.goto(f"{site}/{name}", wait_until="commit")
    page.wait_for_function("() => window.stoodBefore !== undefined")
    assert page.evaluate("() => window.stoodBefore")


def test_chapters_are_among_them() -> None:
    assert {"hello_world.html", "adding.html"} <= {*BOTH}
