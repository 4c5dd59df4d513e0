"""What a figure may cost, and what it must be, asked of figures where they stand.

A cost is counted in work: calls of functions, and bytes. How long it takes is told in updates (see
`pace`), where that is asked.
"""

import statistics
from collections.abc import Iterable, Sequence

from playwright.sync_api import Page

from tests.pages.conftest import FRAME
from tests.pages.pace import updates
from tools.sampling import at_night

MOVES = 800 if at_night() else 80
MOST = 2  # updates that a move may take at night; 1 is the most seen
MOST_CALLS = 150_000  # of functions in a move; one that writes takes 132,000, most take 20,000
MOST_GROWN = 1_000_000  # bytes of heap after that many moves
TOGETHER = 40  # moves that are done together, before the page is drawn anew
COLLECTIONS = 4
# Moves: each control in turn is set to another of its values, and the machine to another step. To
# choose another text is no move: it is read and assembled.
MOVE = """([id, turn, moves, only]) => {
  const figure = document.getElementById(id);
  const { handle, spec } = figure;
  const value = ({ kind, values, least, most, by }, k) => {
    if (kind === "step") return k % (handle.run.last + 1);
    if (values) return values[k % values.length];
    if (kind === "log") return Math.min(most, least * 1.7 ** (k % 24));
    return least + (by * k) % (most - least);
  };
  const controls = [...spec.controls, ...spec.hidden]
    .filter(({ kind, by, values }) => ["log", "step"].includes(kind) || by || values)
    .filter(({ name }) => (only ? name === only : name !== "example"));
  const steps = [...figure.shadowRoot.querySelectorAll("[data-step]")].map((x) => x.dataset.step);
  if (steps.length && !only) controls.push({ name: "step", kind: "select", values: steps });
  for (let k = turn * moves; k < (turn + 1) * moves; k++) {
    const control = controls[k % controls.length];
    handle.set(control ? { [control.name]: value(control, Math.floor(k / controls.length)) } : {});
  }
}"""
# Whether what is painted can be seen on the ground of forced colors; what was never painted is not
# asked for.
PAINTED = """(id) => {
  const root = document.getElementById(id).shadowRoot;
  const words = "text, rect, path, circle, line, polygon, button, input, select, label, p, b, span";
  const clear = (color) => /^(none|transparent|rgba\\(.*, 0\\))$/.test(color);
  const ground = getComputedStyle(document.body).backgroundColor;
  return [...root.querySelectorAll(words)].filter((node) => node.checkVisibility()).map((node) => {
    const { color, fill, stroke, strokeWidth } = getComputedStyle(node);
    const inks = node instanceof SVGElement ? [fill, parseFloat(strokeWidth) ? stroke : "none"]
      : [color];
    const seen = inks.filter((ink) => !clear(ink));
    return [node.outerHTML.slice(0, 120), seen.length > 0, seen.some((ink) => ink !== ground)];
  });
}"""
REACHABLE = """(id) => {
  const root = document.getElementById(id).shadowRoot;
  const all = "button, input, select, textarea, summary, a[href], [tabindex]";
  const may = (x) => x.checkVisibility() && !x.disabled && x.tabIndex >= 0;
  const some = [...root.querySelectorAll(all)].filter(may);
  const radios = new Set();
  window.left = new Set(some.filter((x) => {
    const again = x.type === "radio" && radios.has(x.name);
    if (x.type === "radio") radios.add(x.name);
    return !again;
  }));
  root.addEventListener("focusin", ({ target }) => window.left.delete(target));
  const before = document.createElement("button");
  document.getElementById(id).before(before);
  before.focus();
  return window.left.size;
}"""


def forced_away(page: Page, figure: str) -> list[str]:
    """What is painted ordinarily and not to be seen where the reader's system chooses colors.

    A figure that draws more meanwhile, such as a computer at work, is looked at once it has.
    """
    again: list[list[object]] | None = None
    while True:
        ordinary = again or page.evaluate(PAINTED, figure)
        page.emulate_media(forced_colors="active")
        forced = page.evaluate(PAINTED, figure)
        page.emulate_media(forced_colors="none")
        again = page.evaluate(PAINTED, figure)
        if again == ordinary:
            break
    return [a[0] for a, b in zip(ordinary, forced, strict=True) if a[2] and not b[2]]


def not_reached_by_tab(page: Page, figure: str) -> list[str]:
    """The controls of a figure that Tab does not reach, and the figure where it does not leave."""
    for _ in range(page.evaluate(REACHABLE, figure) + 1):
        page.keyboard.press("Tab")
    lost: list[str] = page.evaluate("[...window.left].map((each) => each.outerHTML.slice(0, 120))")
    inside = f"document.activeElement === document.getElementById('{figure}')"
    return lost + ["Tab does not leave it"] * page.evaluate(inside)


class Counting:
    """Counts the calls of functions in a page, in the order of its devtools."""

    def __init__(self, page: Page) -> None:
        """Begin to count."""
        self.devtools = page.context.new_cdp_session(page)
        self.devtools.send("Profiler.enable")
        self.devtools.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})

    def calls(self) -> int:
        """How many there were since it was last asked."""
        scripts = self.devtools.send("Profiler.takePreciseCoverage")["result"]
        return sum(made["ranges"][0]["count"] for each in scripts for made in each["functions"])

    def end(self) -> None:
        """Count no more: a page is slower meanwhile."""
        self.devtools.send("Profiler.stopPreciseCoverage")
        self.devtools.send("Profiler.disable")
        self.devtools.detach()


def counted(page: Page, script: str, some: Iterable[object]) -> list[int]:
    """How many functions are called by a function in a page, with each of some arguments."""
    counting, found = Counting(page), []
    for each in some:
        counting.calls()
        page.evaluate(script, each)
        found.append(counting.calls())
    counting.end()
    return found


def too_dear(
    page: Page, script: str, some: Sequence[object], *, calls: float, most: float
) -> list[str]:
    """What a function costs too much of with some arguments, in the median: calls, by night time.

    `most` is in what an update may take.
    """
    made = statistics.median(counted(page, script, some))
    took = statistics.median(updates(page, script, some)) if at_night() else 0
    print(f"{made:.0f} calls, {took:.2f} updates")
    costs = {f"{made:.0f} calls": made > calls, f"{took:.2f} updates": took > most}
    return [said for said, dear in costs.items() if dear]


def kept_by_moves(page: Page, figure: str, moves: int) -> float:
    """How many bytes so many moves leave behind."""
    devtools = page.context.new_cdp_session(page)

    def heap() -> float:
        sizes = []
        for _ in range(COLLECTIONS):  # what one frees may have held more, or wait for a frame
            devtools.send("HeapProfiler.collectGarbage")
            sizes.append(devtools.send("Runtime.getHeapUsage")["usedSize"])
            page.evaluate(FRAME)
        return float(min(sizes))

    page.evaluate(MOVE, [figure, 0, TOGETHER, ""])  # what is kept for later is kept by then
    before = heap()
    for turn in range(1, moves // TOGETHER + 1):
        page.evaluate(MOVE, [figure, turn, TOGETHER, ""])
    return heap() - before


def dear_moves(page: Page, figure: str) -> list[str]:
    """What moves of a figure cost too much of: calls, bytes that stay, and at night time.

    All controls of the figure have their turn.
    """
    kept = kept_by_moves(page, figure, MOVES)
    print(f"{figure}: {kept / 1000:.0f} kB, ", end="")
    some = [[figure, turn, TOGETHER, ""] for turn in range(1, 1 + MOVES // TOGETHER)]
    calls, most = MOST_CALLS * TOGETHER, MOST * TOGETHER
    dear = too_dear(page, MOVE, some, calls=calls, most=most)
    return dear + [f"{kept:.0f} bytes"] * (kept > MOST_GROWN)
