"""The live figure of a machine of many programs: who is awake, and where each head looks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from taotp.figures.explore import explore
from taotp.figures.figure import Speaker
from taotp.figures.live import LiveFigure
from taotp.figures.tables import table_of
from taotp.programs.choosing import Choice
from taotp_core.program import Program, Symbol
from taotp_core.transformer import trace


@dataclass(frozen=True, kw_only=True)
class Sleepers(Speaker):
    """A machine that says one token, and a prompt that each of its programs may be asked."""

    prompts: Mapping[str, str]
    kind: str = "sleepers"


def sleepers(
    one: Choice,
    prompts: Mapping[str, Sequence[Symbol]],
    *,
    asked: str | None = None,
    panels: Sequence[str] = ("sleepers",),
    id: str = "sleepers",
    title: str = "Who is awake",
    alt: str = "The first token wakes one program; all heads of the others look at that token.",
) -> LiveFigure:
    """All heads of a machine by program and layer, and where each looks; a reader types a prompt.

    `prompts` has one for each program, without its name and as symbols; that of `asked` (None: of
    the first) is shown first. What is said is one token. `panels` are names from those of
    `explore`, with "sleepers" among them. Raises ValueError for a program without a prompt, for one
    whose prompt has symbols around it that nobody types, and for two symbols that look alike.
    """
    if len(set(map(str, one.vocabulary))) < len(one.vocabulary):
        raise ValueError("two symbols look alike when typed, as 6 and '6'; they must differ")
    for name in one.programs:
        if name not in prompts:
            raise ValueError(f"there is no prompt for {name!r}; each program must have one")
        if one.programs[name].sentinels:
            raise ValueError(f"{name!r} puts sentinels around a prompt, which nobody types here")
    first = next(iter(one.programs)) if asked is None else asked
    program = Program(one.model, one.vocabulary, steps=1)
    others = [panel for panel in panels if panel != "sleepers"]
    made = explore(
        lambda: program, [first, *prompts[first]], panels=others, id=id, title=title, alt=alt
    )
    drawn = made.figure
    assert isinstance(drawn, Speaker)
    shown = Sleepers(
        **drawn.shared()
        | {
            "panels": [
                panel if panel == "sleepers" else drawn.panels[others.index(panel)]
                for panel in panels
            ],
            "prompts": {name: " ".join(map(str, (name, *prompts[name]))) for name in one.programs},
            "kind": "sleepers",
        }
    )
    still = partial(still_of, program, one, [first, *prompts[first]], title)
    return replace(made, figure=shown, still=still, parts=(*made.parts, "choosing"))


def still_of(program: Program, one: Choice, prompt: Sequence[Symbol], title: str) -> str:
    """The machine itself, and where each head looks, as a picture and a table."""
    from taotp.figures.stills import at_start  # where no page is alive

    ids = [one.places[symbol] for symbol in prompt]
    image = at_start(program, ids, len(ids), ("machine",), title=title)
    return image + table_of_heads(one, prompt, title)


def table_of_heads(one: Choice, prompt: Sequence[Symbol], title: str) -> str:
    """Where each head looks most from the last token, as a table."""
    ids = np.array([one.places[symbol] for symbol in prompt])
    seen = trace(one.model, ids)
    rows = {
        f"{number + 1}. {head.name}": [
            "the first token" if (at := int(looks[-1].argmax())) == 0 else repr(prompt[at]),
            f"{looks[-1, at]:.0%}",
        ]
        for number, layer in enumerate(one.model.layers)
        for head, looks in zip(layer.heads, seen.patterns[number], strict=True)
    }
    return table_of(rows, ["layer and head", "looks most at", "share"], title)
