"""Work that is always the same, against which costs in a page are held.

Times in ms depend on the machine, and on what else it does; both slow this work as well. It takes
about 8 ms on an idle machine: that is what an update of a figure may take.
"""

import statistics

from playwright.sync_api import Page

# Much of what updates do: products of a matrix, numbers as words, nodes and their attributes.
WORK = """() => {
  const [size, shapes, begun] = [64, 680, performance.now()];
  let x = Array.from({ length: size }, (_, i) => i / size);
  for (let k = 0; k < 440; k++) {
    const part = (j) => x.reduce((sum, y, i) => sum + y * (((i * j + k) % 7) - 3), 0);
    x = x.map((_, j) => part(j) / size);
  }
  const image = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (let i = 0; i < shapes; i++) {
    const node = document.createElementNS(image.namespaceURI, "text");
    for (const name of ["x", "y", "class"]) node.setAttribute(name, x[i % size].toFixed(2));
    node.textContent = JSON.stringify([i, x[i % size]]);
    image.append(node);
  }
  return performance.now() - begun;
}"""
RUNS = 30
A_MOMENT = 7.5  # of it: once a dial rests, what takes longer than an update may take this


def pace(page: Page) -> float:
    """How long the work takes in a page now, in ms: the median of some runs."""
    runs: list[float] = page.evaluate(f"(runs) => Array.from({{ length: runs }}, {WORK})", RUNS)
    return statistics.median(runs[RUNS // 3 :])  # the first are compiled meanwhile
