"""Figures that know many words: neither to mount one nor to read another text is a long task.

While a task runs a page answers to nothing. It is held against the work of `pace`, as updates are.
Each visit is the first of a page, to which everything is new; the least of some visits counts.
Twelve updates are wanted. What is left above them is the first layout of a long page, which the
machine's picture asks for, and the copies of a machine of 15,460 numbers.
"""

import pytest
from playwright.sync_api import Page

from tests.pages.conftest import NewPage
from tests.pages.pace import pace

MOST = 20  # updates; 29 where a pattern of 96,000 letters was compiled
FIGURES = [("two_languages.html", "translate"), ("two_languages.html", "predict-old")]
TEXTS = ["I see the old man", "we do not have a dog", "the dog that sleeps eats"]
# Notes how long each figure takes to begin.
WATCH = """
  window.begun = {};
  const define = customElements.define;
  customElements.define = function (name, kind) {
    const { begin } = kind.prototype;
    kind.prototype.begin = function () {
      const [before, at] = [this.handle, performance.now()];
      begin.call(this);
      if (!before && this.handle) window.begun[this.id] = performance.now() - at;
    };
    define.call(this, name, kind);
  };
"""
TASKS = """([id, texts]) => {
  const { handle } = document.getElementById(id);
  return [window.begun[id], ...texts.map((text) => {
    const at = performance.now();
    handle.set({ text });
    return performance.now() - at;
  })];
}"""


@pytest.mark.parametrize(("name", "figure"), FIGURES)
def test_no_task_is_long(new_page: NewPage, site: str, name: str, figure: str) -> None:
    visits = [tasks(new_page(), f"{site}/{name}", figure) for _ in "123"]
    least = [min(times) for times in zip(*visits, strict=True)]
    print(f"{figure}: {', '.join(f'{each:.1f}' for each in least)} updates")
    assert max(least) <= MOST


def tasks(page: Page, address: str, figure: str) -> list[float]:
    """How long a figure takes to begin, and to read some texts, in what an update may take."""
    page.add_init_script(WATCH)
    page.goto(address, wait_until="load")
    page.evaluate("async () => { await window.MathJax?.startup?.promise; }")
    page.locator(f"#{figure}").scroll_into_view_if_needed()
    page.locator(f"#{figure} .card").wait_for()
    times: list[float] = page.evaluate(TASKS, [figure, TEXTS])
    update = pace(page)
    return [each / update for each in times]
