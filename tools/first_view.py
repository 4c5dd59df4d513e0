"""What a notebook shows before it is run: what to do, and a still of its first figure.

A figure is live only once its cell has run, so that its text says to run it. The first one of a
chapter is seen at once: its still, which stands for it on paper too, is kept as a picture that
needs no script, where it is small. Outputs that nbval compares stay what was computed.
"""

import html
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from tools.fingerprints import NOT_COMPARED

MOST = 30_000  # bytes of a still
KIND = "text/html"
LIVE = re.compile(r"<(?P<title>[^\n]*): live on the page>$", re.MULTILINE)
PICTURE = re.compile(r"<picture: (?P<title>[^\n;]*)>$", re.MULTILINE)
WAITS = re.compile(
    r"<(?:picture: )?(?P<title>[^\n]*)[:;] run this cell to see it(?P<live> live)?>\n?(?P<says>.*)",
    re.DOTALL,
)
SCRIPT = re.compile(r"<script\b.*?</script>", re.DOTALL)
DRAWN = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
LOOK = 'font-family="sans-serif" style="background:#fff"'  # a picture has no page to take it from
SAFE = " =:/'(),.;-+*!?&{}@$"  # of an address that stands in quotation marks
STILL = '<img alt="{title}" src="data:image/svg+xml,{drawn}"><p>{says}{to_do}</p>'
TO_DO = " <em>Run this cell (Shift and Enter) to see it live.</em>"


def is_not_compared(cell: Any) -> bool:
    """Whether a cell shows what nobody compares, such as a figure."""
    return NOT_COMPARED in cell.metadata.get("tags", ())


def with_what_to_do(text: str) -> str:
    """The words of a figure with what a reader does to see it; any other text as it is."""
    if found := LIVE.match(text):
        return f"<{found['title']}: run this cell to see it live>{text[found.end() :]}"
    if found := PICTURE.match(text):
        return f"<picture: {found['title']}; run this cell to see it>{text[found.end() :]}"
    return text


def as_picture(shown: str, told: re.Match[str]) -> str:
    """What a figure has for readers without its script, as a picture; "" where it is too large."""
    found = DRAWN.search(SCRIPT.sub("", shown))
    if not found:
        return ""
    drawn = found[0].replace("<svg ", f"<svg {LOOK} ", 1).replace('"', "'")
    title, says = (html.escape(told[name]) for name in ("title", "says"))
    to_do = TO_DO if told["live"] else ""
    still = STILL.format(title=title, drawn=quote(drawn, SAFE), says=says, to_do=to_do)
    return still if len(still) <= MOST else ""


def still_of(output: Any, told: re.Match[str]) -> str:
    """The still of a figure that was drawn, or that is kept already; "" where there is none."""
    shown = output.data.get(KIND, "")
    return shown if shown.startswith(STILL[:8]) else as_picture(shown, told)


def figures(cell: Any) -> Iterator[tuple[Any, re.Match[str]]]:
    """The figures that a cell shows, each with its words once they say what to do."""
    if cell.cell_type == "code" and is_not_compared(cell):
        for output in cell.outputs:
            text = with_what_to_do(output.get("data", {}).get("text/plain", ""))
            if told := WAITS.match(text):
                yield output, told


def first_figure(notebook: Any) -> int | None:
    """The place of the cell that shows the first figure of a notebook."""
    return next((n for n, cell in enumerate(notebook.cells) if [*figures(cell)]), None)


def made_to_wait(notebook: Any, keeps_a_still: bool) -> None:
    """Let figures say what to do; of what is drawn the first still alone is left."""
    first = keeps_a_still
    for cell in notebook.cells:
        stills = []
        for output, told in figures(cell):
            output.data["text/plain"] = with_what_to_do(output.data["text/plain"])
            stills.append((output, still_of(output, told) if first else ""))
            first = False
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop(KIND, None)
        for output, still in stills:
            output.data |= {KIND: still} if still else {}
