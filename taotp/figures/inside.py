"""Look inside: any of some programs, with parts taken out, and what tools say of each part."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from taotp import interp
from taotp.figures.editor import typed_in
from taotp.figures.explorables import figure_with
from taotp.figures.explore import explore
from taotp.figures.figure import Control, Figure, Line, Positions, Select, Speaker
from taotp.figures.live import LiveFigure
from taotp.figures.options import Answer, Dials
from taotp.figures.pair import known, speaker_of
from taotp.figures.tables import table_of
from taotp.programs import Program
from taotp_core.transformer import forward
from taotp_core.weights import Transformer

TOOLS = (
    *("nothing", "zero", "mean", "resample", "everywhere", "patch", "edges", "paths"),
    *("patterns", "lens", "attribution", "previous", "induction"),
)


@dataclass(frozen=True, kw_only=True)
class Bench(Control):
    """A list of programs, by group and name, a list of tools, a prompt and one to patch from.

    A program's name is what it is called in an address; here it has the one that a reader sees.
    """

    programs: Mapping[str, Mapping[str, str]]
    kind: Literal["inside"] = "inside"


@dataclass(frozen=True, kw_only=True)
class Inspected:
    """A program to look into: its name in an address, and how it speaks.

    `other` is a second prompt, `at` has the paths of parts that are taken out at first, and
    `scores` what kind of head each is, by what is asked, [layer][head].
    """

    name: str
    speaker: Speaker
    other: str
    at: str
    scores: Mapping[str, Sequence[Sequence[float]]]


@dataclass(frozen=True, kw_only=True)
class Inside(Figure):
    """Programs whose parts can be taken out, and tools that say what each part is for."""

    cursor: str
    programs: Sequence[Inspected]
    kind: Literal["inside"] = "inside"


@dataclass(frozen=True)
class Subject:
    """A program to look into: a prompt and a second one that is as long, as one types them.

    `at` are the paths of what is taken out at first, with spaces between: "layers.0.heads.1",
    "layers.0.mlp", "embedding.3" (a position). `label` is what it is called in the list (None: as
    in the address), where it may stand in a group. `answer` says what is right as in `explore`.
    """

    program: Program
    prompt: str
    other: str
    at: str = ""
    label: str | None = None
    group: str = ""
    answer: Answer = None
    n_match: int | None = None


def inside(
    subjects: Mapping[str, Subject],
    *,
    first: str = "",
    tool: str = "zero",
    id: str = "inside",
    title: str = "Look inside",
    alt: str = "Parts are taken out of a machine, and what changes is drawn beside what was.",
    show: Sequence[str] | None = None,
) -> LiveFigure:
    """Programs by their names in an address, of which a reader takes parts out, held against tools.

    It starts with `first` ("": the first one) and `tool`, one of TOOLS. Raises ValueError for no
    programs, for a name or a tool that is unknown, for prompts of unequal length, for a part that a
    program does not have, and as `explore` does.
    """
    if not subjects:
        raise ValueError("subjects is empty; there must be one program at least")
    begin = first or next(iter(subjects))
    known([*subjects], [begin])
    known(TOOLS, [tool], "tool")
    made = {name: looked_at(name, subject) for name, subject in subjects.items()}
    hidden: list[Control] = [
        Select(name="program", values=[*subjects]),
        Select(name="tool", values=TOOLS),
        Line(name="text", cursor="row"),
        Line(name="other", cursor="row"),
        Line(name="at"),
        Positions(name="row", label="position"),
    ]
    drawn = Inside(
        id=id,
        title=title,
        alt=alt,
        panels=["inside"],
        controls=[Bench(name="bench", programs=by_group(subjects))],
        hidden=hidden,
        state={"program": begin, "tool": tool, "text": None, "other": None, "at": None, "row": -1},
        cursor="row",
        programs=[inspected for inspected, _ in made.values()],
    )
    parts = sorted({"inside", *(part for _, figure in made.values() for part in figure.parts)})

    def still() -> str:
        return made[begin][1].still() + table_of_parts(begin, subjects[begin])

    return figure_with(drawn, still, show, parts)


def looked_at(name: str, subject: Subject) -> tuple[Inspected, LiveFigure]:
    """A program as the figure knows it, and as a figure of its own."""
    program = subject.program
    prompt, other = (typed_in(program, text) for text in (subject.prompt, subject.other))
    if len(prompt) != len(other):
        raise ValueError(
            f"the prompts of {name} have {len(prompt)} and {len(other)} symbols; they must have "
            "as many, so that one can be patched from the other"
        )
    sought: Dials = {} if subject.n_match is None else {"n_match": [subject.n_match]}
    own = explore(
        lambda **_: program,
        "".join(map(str, prompt)) if are_letters(program) else prompt,
        dials=sought,
        answer=subject.answer,
        title=subject.label or name,
    )
    speaker = speaker_of(own)
    state = {**speaker.state, "text": subject.prompt}
    speaker = replace(speaker, state=state, controls=(), hidden=())
    known(paths(program, len(program.encode(prompt))), subject.at.split(), f"part of {name}")
    inspected = Inspected(
        name=name,
        speaker=speaker,
        other=subject.other,
        at=subject.at,
        scores=scores(program.model),
    )
    return inspected, own


def table_of_parts(name: str, subject: Subject) -> str:
    """What a program says first without each of its parts, as HTML; "" where it has none."""
    program = subject.program
    prompt, model = typed_in(program, subject.prompt), program.model
    tokens = np.array(program.encode(prompt))
    memory = None if model.encoder is None else program.memory(prompt)
    rows = {}
    for part in interp.parts_of(model):
        logits = forward(interp.ablated(model, [part]), tokens, keep=1, memory=memory)
        number, which = part
        own = model.layers[number].heads[which].name if isinstance(which, int) else ""
        called = f"MLP {number}" if which == "mlp" else f"{number}.{which} {own}".strip()
        says = program.vocabulary[int(logits[-1].argmax())]
        rows[called] = [html.escape(str(says))]
    if not rows:
        return ""
    title = f"{subject.label or name}, with a part taken out"
    return table_of(rows, ["without", "it says"], title)


def by_group(subjects: Mapping[str, Subject]) -> dict[str, dict[str, str]]:
    """What programs are called, by their group and their name."""
    groups: dict[str, dict[str, str]] = {}
    for name, subject in subjects.items():
        groups.setdefault(subject.group, {})[name] = subject.label or name
    return groups


def are_letters(program: Program) -> bool:
    """Whether all symbols that one types are letters, which stand without spaces."""
    return all(isinstance(symbol, str) and len(symbol) == 1 for symbol in program.typed)


def paths(program: Program, n: int) -> list[str]:
    """What can be taken out of a program that hears n tokens, by path."""
    stacks = [("", program.model, n)]
    if program.model.encoder is not None:
        stacks.append(("encoder.", program.model.encoder, program.model.encoder.n_ctx))
    found = []
    for prefix, model, count in stacks:
        found += [f"{prefix}embedding.{i}" for i in range(count)]
        for number, layer in enumerate(model.layers):
            at = f"{prefix}layers.{number}"
            found += [f"{at}.heads.{h}" for h in range(len(layer.heads))]
            found += [f"{at}.cross.{h}" for h in range(len(layer.cross))]
            found += [f"{at}.mlp"] if layer.mlp is not None else []
    return found


def scores(model: Transformer) -> dict[str, list[list[float]]]:
    """What kind of head each is, by tokens said twice; nothing where there is no room for them."""
    try:
        asked = interp.said_twice(model)
    except ValueError:
        return {}
    known = {"previous": interp.previous_token_scores, "induction": interp.induction_scores}
    return {name: score(model, length=asked.length) for name, score in known.items()}
