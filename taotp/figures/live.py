"""Figures that a reader can move, in a built page and in a live notebook."""

import html
import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from taotp.figures.figure import Figure, Json
from taotp.figures.spec import to_json
from taotp.page.bundle import PARTS, module, packed, part_script, script, with_needed

# Marks a figure of a notebook, whose pages and addresses are not ours.
NOTEBOOK = 'data-notebook=""'
FOR_PAGE = "TAOTP_PAGE"  # set while the book is built: figures are then plain HTML
ALIVE = "alive"  # what it says where a page runs Python: the scripts that draw are there


def for_page() -> bool:
    """Whether figures are drawn for a page, which has no kernel."""
    return bool(os.environ.get(FOR_PAGE))


def needs_still() -> bool:
    """Whether anybody may see a figure before, or without, its script."""
    return os.environ.get(FOR_PAGE) != ALIVE


@dataclass(frozen=True)
class LiveFigure:
    """A figure with controls.

    `figure` is what the script draws: its id is its place in the address of a page
    (`#id?N=3&step=7`) and must not be a heading's, its alt says what it proves. `still` makes the
    picture or table, as HTML, that stands for it on paper and where no script runs. `parts` names
    the further scripts that it needs. One that is to `dock` is the machine of its page: it may be
    as wide as the window, and stays with the reader when its place has scrolled out of sight.
    """

    figure: Figure = field(repr=False)
    still: Callable[[], str] = field(repr=False)
    parts: tuple[str, ...] = ()
    dock: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        if not self.alt.strip():
            raise ValueError(f"alt of figure {self.id} is empty; it must say what it proves")
        for part in self.parts:
            if part not in PARTS:
                known = ", ".join(PARTS)
                raise ValueError(f"part {part!r} of figure {self.id} must be one of {known}")

    def docked(self) -> "LiveFigure":
        """The same figure, as one that docks in a page."""
        return replace(self, dock=True)

    @property
    def id(self) -> str:
        """Its place in the address of a page."""
        return self.figure.id

    @property
    def title(self) -> str:
        """What stands above it."""
        return self.figure.title

    @property
    def alt(self) -> str:
        """What it proves."""
        return self.figure.alt

    @cached_property
    def spec(self) -> Json:
        """The figure as JSON, which is what the script gets."""
        return self.figure.as_json()

    def element(self, *attributes: str) -> str:
        """The figure as HTML: its data, the picture for readers without the script, its sentence.

        What asks for an answer proves nothing: its sentence is for readers without the script.
        """
        docks = self.dock and NOTEBOOK not in attributes
        named = " ".join([*self.parts, *(["dock"] if docks else [])])
        parts = [f'data-parts="{named}"'] if named else []
        parts += ['data-dock=""'] if docks else []
        first = " ".join([f'id="{html.escape(self.id)}"', *parts, *attributes])
        sentence = f"<p>{html.escape(self.alt)}</p>"
        still = self.still() if needs_still() else ""
        drawn = (
            f"<hand-figure {first}>"
            f'<script type="application/json">{to_json(self.spec)}</script>'
            f"{still}{sentence if self.figure.asks else ''}"
            "<noscript><p>With JavaScript this figure can be moved and broken.</p></noscript>"
            "</hand-figure>"
        )
        kind = "hand-live full-width" if docks else "hand-live"
        if self.figure.asks:
            return drawn
        return f'<div class="{kind}">{drawn}{sentence}</div>'

    def notebook_element(self) -> str:
        """The figure for a notebook, where a cell may be run again and the address is not ours.

        It brings its script, so that a notebook that is opened again shows it without a kernel.
        """
        scripts = "".join([*map(part_script, with_needed(self.parts)), script()])
        return f"{self.element(NOTEBOOK)}<script>{packed(scripts)}</script>"

    @cached_property
    def widget(self) -> Any:
        """The figure for a kernel: `widget.state` and `widget.outcome` can be set and observed."""
        from taotp.figures.widget import FigureWidget

        state = dict(self.spec["state"])
        return FigureWidget(_esm=module(*self.parts), spec=self.spec, state=state)

    def _repr_mimebundle_(self, **_: object) -> Json:
        """Words, and HTML for a page or a notebook."""
        shown = self.element() if for_page() else self.notebook_element()
        return {
            "text/plain": f"<{self.title}: live on the page>\n{self.alt}",
            "text/html": shown,
        }
