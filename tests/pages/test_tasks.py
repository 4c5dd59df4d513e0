"""Figures that know many words: neither to mount one nor to read another text is a long task.

While a task runs a page answers to nothing. It is held against the work of `pace`, as updates are.
Each visit is the first of a page, to which everything is new; the least of some visits counts.
Twelve updates are wanted. What is left above them is the first layout of a long page, which the
machine's picture asks for, and the copies of a machine of 15,460 numbers.
"""

import pytest
from playwright.sync_api import Page

from tests.pages.conftest import NewPage
from tests.pages.pace import updates

MOST = 30  # updates; seen are 14 to 21, by what else lies in the processor's caches
FIGURES = [("two_languages.html", "translate"), ("two_languages.html", "predict-old")]
TEXTS = ["I see the old man", "we do not have a dog", "the dog that sleeps eats"]
# The figure named begins when it is told to.
WAIT = """
  const define = customElements.define;
  customElements.define = function (name, kind) {
    const { begin } = kind.prototype;
    kind.prototype.begin = function () {
      if (this.id === "FIGURE") window.begin = () => begin.call(this);
      else begin.call(this);
    };
    define.call(this, name, kind);
  };
"""
BEGIN = "() => window.begin()"
READ = "([id, text]) => document.getElementById(id).handle.set({ text })"


@pytest.mark.parametrize(("name", "figure"), FIGURES)
def test_no_task_is_long(new_page: NewPage, site: str, name: str, figure: str) -> None:
    visits = [tasks(new_page(), f"{site}/{name}", figure) for _ in "123"]
    least = [min(times) for times in zip(*visits, strict=True)]
    print(f"{figure}: {', '.join(f'{each:.1f}' for each in least)} updates")
    assert max(least) <= MOST


def tasks(page: Page, address: str, figure: str) -> list[float]:
    """How long a figure takes to begin, and to read some texts, in what an update may take."""
    page.add_init_script(WAIT.replace("FIGURE", figure))
    page.goto(address, wait_until="load")
    page.evaluate("async () => { await window.MathJax?.startup?.promise; }")
    page.locator(f"#{figure}").scroll_into_view_if_needed()
    page.wait_for_function("() => Boolean(window.begin)")
    begin = updates(page, BEGIN, [None])
    page.locator(f"#{figure} .card").wait_for()
    return begin + updates(page, READ, [[figure, text] for text in TEXTS])
