"""Work that is always the same, against which costs in a page are held.

Both are told in processor time of the page's own thread, so that it does not matter what else the
machine does. The work takes about 7 ms: that is what an update of a figure may take.
"""

import statistics
from collections.abc import Callable, Iterable

from playwright.sync_api import Page

# Much of what updates do: products of a matrix, numbers as words, nodes and their attributes.
WORK = """() => {
  const [size, shapes] = [64, 680];
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
}"""
RUNS = 20
A_MOMENT = 7.5  # of it: once a dial rests, what takes longer than an update may take this


def clock(page: Page) -> Callable[[], float]:
    """Reads how many ms of a processor a page has taken from now on."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def read() -> float:
        metrics = devtools.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(x["value"] for x in metrics if x["name"] == "TaskDuration"))

    return read


def pace(page: Page) -> float:
    """How many ms of a processor the work takes in a page: the median of some runs."""
    return statistics.median(taken(page, WORK, [None] * RUNS)[RUNS // 3 :])  # compiled by then


def taken(page: Page, script: str, some: Iterable[object]) -> list[float]:
    """How many ms of a processor a function takes in a page with each of some arguments."""
    read, found = clock(page), []
    for each in some:
        before = read()
        page.evaluate(script, each)
        found.append(read() - before)
    return found


def updates(page: Page, script: str, some: Iterable[object]) -> list[float]:
    """The same in what an update may take."""
    times, update = taken(page, script, some), pace(page)
    return [time / update for time in times]
