"""The playground: every text of a gallery in an editor, as wide as the window."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal
from urllib.parse import urlencode

from taotp.figures.editor import Editor, Example, TextArea, edit
from taotp.figures.figure import Control, Fold, Json, Line, Select
from taotp.figures.gallery import about, grouped, size_of
from taotp.figures.inside import TOOLS
from taotp.figures.live import for_page
from taotp.listing.skeleton import PROMPT, SENTENCES

ID = "bench"  # no heading has this name
OWN = "A text of your own"
# What an address says of looking inside; "at" is a number of the machine in steps there.
INSIDE = (Select(name="tool", values=TOOLS), Line(name="other"), Line(name="out"))


@dataclass(frozen=True, kw_only=True)
class Tools(Control):
    """What opens and saves texts.

    `boards` says of each board what is asked of its entries; `own` is the example of which nothing
    is known.
    """

    boards: Mapping[str, Json]
    own: str
    kind: Literal["tools"] = "tools"


def playground(
    examples: Mapping[str, Example],
    *,
    boards: Mapping[str, Json] | None = None,
    panels: Sequence[str] = ("machine", "numbers"),
    id: str = ID,
    title: str = "Playground",
    alt: str = "Any text of the language runs here: those of the gallery, and yours.",
) -> Editor:
    """An editor with all the texts of a gallery, the first one shown.

    It opens and saves files, takes pictures, and tries every short prompt. `boards` says, by the
    name of a leaderboard, what is known of the machines that are handed in to it: `asked`, the keys
    of a listing that their models lack, and `example` and `prompt` to be shown with them. Raises
    ValueError for no examples, and as `edit` does.
    """
    if not examples:
        raise ValueError("examples is empty; a playground needs one at least")
    known = dict(examples) | {OWN: Example(SENTENCES, PROMPT, group="Yours")}
    (name, first), *others = known.items()
    made = edit(
        *(first.text, first.prompt),
        panels=panels,
        answer=first.answer,
        n_match=first.n_match,
        examples=dict(others),
        id=id,
        title=title,
        name=name,
        alt=alt,
        rows=24,
    )
    listing, *rest = made.figure.controls
    assert isinstance(listing, TextArea)
    prompts = {key: {"prompt": each.prompt, "group": each.group} for key, each in known.items()}
    tools = Tools(name="tools", boards=boards or {}, own=OWN)
    controls = [tools, replace(listing, examples=prompts), *rest]
    drawn = replace(
        made.figure,
        controls=controls,
        hidden=[*made.figure.hidden, *INSIDE],
        panels=[*made.figure.panels, "look", "try"],
        folds={**made.figure.folds, "look": Fold(title="Look inside", opens=("out",))},
        state={**made.figure.state, "tool": "zero", "other": None, "out": ""},
    )
    return Editor(drawn, made.still, (*made.parts, "inside", "playground"), known)


@dataclass(frozen=True)
class Gallery:
    """What there is in a playground, as a table of links that put a text into it."""

    examples: Mapping[str, Example] = field(repr=False)
    id: str = ID

    def _repr_html_(self) -> str:
        return "".join(
            f'<h3 class="hand-group">{html.escape(group)}</h3>'
            f'<ul class="hand-gallery">{"".join(map(self.item, names))}</ul>'
            for group, names in grouped(self.examples)
        )

    def item(self, name: str) -> str:
        """One entry as HTML: a link that opens it, what it does, and where it is built."""
        example = self.examples[name]
        state = {"example": name} | ({"text": example.prompt} if example.prompt else {})
        words = " ".join(filter(None, [about(example), f"{size_of(example)}."]))
        page = f"{example.page}.{'html' if for_page() else 'ipynb'}"
        built = f' <a href="{page}">Its page</a>' if example.page else ""
        link = f'<a href="#{self.id}?{html.escape(urlencode(state))}">{html.escape(name)}</a>'
        return f"<li><b>{link}</b><span>{html.escape(words)}{built}</span></li>"

    def __repr__(self) -> str:
        lines = []
        for group, names in grouped(self.examples):
            lines += [group, *(f"  {name}: {size_of(self.examples[name])}" for name in names)]
        return "\n".join(lines)
