"""Any program as a live figure: type a prompt, move its constants, look inside, break it."""

import html
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from taotp_core.arrays import Array
from taotp_core.figures.cases import Tried
from taotp_core.figures.explorables import (
    TILT,
    axes,
    choice,
    figure_with,
    logarithmic,
    parts_of,
    precision,
    table_of_decoding,
)
from taotp_core.figures.figure import (
    Control,
    Dial,
    Failures,
    Fold,
    Gate,
    Json,
    Line,
    Points,
    Positions,
    Select,
    Speaker,
)
from taotp_core.figures.live import LiveFigure
from taotp_core.figures.pictures import lines
from taotp_core.figures.spec import Columns, encode_program
from taotp_core.figures.steps import first_look, steps_of
from taotp_core.figures.stills import at_start
from taotp_core.program import Symbol
from taotp_core.programs import Program
from taotp_core.specification import Specification
from taotp_core.stream import Subspace
from taotp_core.tasks import KEYS
from taotp_core.weights import MLP
from taotp_core.words.cutting import Words

PANELS = ("machine", "tape", "circle", "logits", "numbers", "compass")
SHOWN = ("machine",)
NUMBERS = {"numbers": Fold(title="Change one number", opens=("changed", "cell", "far"))}
RETOLD = ("copied", "reversed", "in_order", "first_said", "retold")  # what is read, said again
ANSWERS = tuple(name for name in KEYS if name != "lookup")  # which is known by its table
NEEDED = {
    "search": "n_match, as a list of one number or more",
    "first_said": "names, as a list",
    "retold": "task, as a list of copy, reverse, sort and which",
}
STILL = ("heads", "stream", "logits")  # what stands for the machine on paper

Layout = Sequence[Subspace] | Callable[..., Sequence[Subspace]]
Table = Mapping[Sequence[Symbol], Symbol]


def explore(
    build: Callable[..., Program],
    prompt: str | list[Any],
    *,
    answer: str | list[str] | Table | None = None,
    panels: Sequence[str] = SHOWN,
    subspaces: Layout | None = None,
    right: Specification | None = None,
    tried: Sequence[Sequence[Symbol]] | None = None,
    N: float | None = 1e6,
    constant: str = "N",
    least: float = 1,
    most: float = 1e8,
    show: Sequence[str] | None = None,
    step: str | None = None,
    id: str = "explore",
    title: str = "The machine, in steps",
    alt: str | None = None,
    dock: bool = False,
    folded: bool = False,
    **choices: Sequence[Any],
) -> LiveFigure:
    """A program that reads what is typed in the page, and what happens in it on the way.

    `build(N)` makes it; N None means that it has no such constant, and `build()` makes it;
    `constant` is what the constant is called. Each further keyword, such as n_match=(2, 3), becomes
    a dial, or a list where its values are names, and is given to `build` as well; one with a single
    value has neither. `step` is where the panel "machine" starts, from `steps_of` (None: where a
    head looks first). `answer` says what is right: a name from ANSWERS ("search" needs the keyword
    n_match, "first_said" needs names, each value a string of them with spaces between, and "retold"
    needs task, which is copy, reverse, sort or which), the table of a lookup, all that it says
    where nothing is typed, or nothing. Panel
    "numbers" lets a reader change weights and says how many cases stay right: the prompts `tried`,
    or all short ones, or a sample, answered as `answer` says or `right(prompt, **choices)`, which
    returns None for what is left open. `subspaces` names parts of the stream; where they change
    with the choices it is a function of those. With `dock` it stays with a reader of the page;
    with `folded` the panel "numbers" stands behind a line that opens it.
    Where the program has an encoder, what is typed is what that reads. A program of words is given
    a text, as prompt="The dog sleeps.", which the page cuts as it does. Raises ValueError for an
    unknown panel, step, answer or control, for a panel "circle" without a subspace of size 3, for a
    panel "numbers" of an encoder, and where the weights are not sums of powers of N.
    """
    for panel in panels:
        if panel not in PANELS:
            raise ValueError(f"panel {panel!r} is unknown; it must be one of {', '.join(PANELS)}")
    columns = Columns()
    options, programs, cases = [], [], Tried()
    known = answer_by_name(answer, choices)
    for values in product(*choices.values()):
        chosen = dict(zip(choices, values, strict=True))
        of_N = with_constant(build, N, chosen)
        programs.append(of_N(1.0 if N is None else N))
        option = encode_program(of_N, columns, constant, sample=prompt)
        named = subspaces(**chosen) if callable(subspaces) else subspaces
        option |= {"subspaces": layout(named, programs[-1].model.d_model)}
        if "numbers" in panels and (answer or right):
            what = right and partial(right, **chosen)
            option["cases"] = cases.add(
                programs[-1], prompt, what, known | chosen | {"prompts": tried}
            )
        options.append(option)
    program = programs[0]
    first = {name: values[0] for name, values in choices.items()}
    joint = str(options[0]["joint"])
    text = prompt if isinstance(prompt, str) else joint.join(map(str, prompt))
    of_words = isinstance(program.pieces, Words)
    symbols = program.cut(prompt) if of_words else prompt
    tokens, says = program.encode(symbols), program.complete(list(symbols))
    source = [] if program.model.encoder is None else program.read(symbols)
    if source and "numbers" in panels:
        raise ValueError("panel 'numbers' does not try programs with an encoder; leave it out")
    heard = tokens + heard_again(program, [program.places[symbol] for symbol in says])
    said = program.joined(says) if of_words else joint.join(map(str, says))
    start: dict[str, Any] = {"text": text, "row": -1, constant: 1 if N is None else N}
    start |= {"precision": "float64"}
    start |= {"off": "", "changed": "", "cell": "", "far": "", "tilt": 0}
    start |= {"step": step or first_look(program.model), "at": ""}
    steps = {name: None for each in programs for name in steps_of(each.model)}
    if start["step"] not in steps:
        raise ValueError(f"step {step!r} is unknown; it must be one of {', '.join(steps)}")
    dials: list[Control] = [] if N is None else [logarithmic(constant, least, most)]
    dials += [choice(name, values) for name, values in choices.items() if len(values) > 1]
    row = Positions(name="row", label="position")
    told = "what the encoder reads" if source else "prompt"
    drawn = Speaker(
        id=id,
        title=title,
        alt=alt or f"After {text!r} the program says {said!r}; it can be moved until it does not.",
        panels=["disc" if panel == "circle" else panel for panel in panels],
        controls=[
            Line(name="text", label=told, cursor="row"),
            *([] if "machine" in panels else [row]),
            *dials,
            precision(),
            *([TILT] if "circle" in panels else []),
        ],
        hidden=[
            *([row] if "machine" in panels else []),
            *(Line(name=name) for name in ("off", "changed", "cell", "far", "at")),
            Select(name="step", values=[*steps]),
        ],
        state=start | first,
        cursor="row",
        constant=constant,
        choices=axes(choices),
        circle=first_circle(options[0]) if {"circle", "compass"} & {*panels} else None,
        cases=cases.found,
        options=options,
        columns=columns.stored,
        **known,
    )
    parts = [*parts_of(panels), *needs(programs)]

    def still() -> str:
        named = subspaces(**first) if callable(subspaces) else subspaces
        image = at_start(
            *(program, heard, len(tokens), drawn_still(panels)),
            title=title,
            subspaces=named or (),
            source=source,
        )
        return image + table_of_decoding(program, heard, title, len(tokens), source)

    made = figure_with(replace(drawn, folds=NUMBERS if folded else {}), still, show, parts)
    return made.docked() if dock else made


def drawn_still(panels: Sequence[str]) -> Sequence[str]:
    """What is drawn of some panels where no script runs."""
    return (*panels, *STILL) if "machine" in panels else panels


def needs(programs: Iterable[Program]) -> list[str]:
    """The parts of the script that wider machines need, and programs of words."""
    found = []
    for program in programs:
        model = program.model
        if isinstance(program.pieces, Words):
            found.append("cutting")
        if model.encoder or any(each.mlp and each.mlp.act != "relu" for each in model.layers):
            found.append("wider")
    return sorted({*found})


def heard_again(program: Program, said: list[int]) -> list[int]:
    """What a program says that it hears itself: all but what it ends with."""
    return said if program.stop is not None else said[:-1]


def with_constant(
    build: Callable[..., Program], N: float | None, chosen: Json
) -> Callable[[float], Program]:
    """The program as a function of N alone."""
    if N is None:
        made = build(**chosen)
        return lambda _: made
    return lambda N: build(N, **chosen)


def layout(named: Sequence[Subspace] | None, d_model: int) -> list[Json]:
    """Names of neighboring coordinates, from the first to the last: x where there are none."""
    if not named:
        return [{"name": "x", "at": 0, "size": d_model}]
    inside = sorted(named, key=lambda s: s.start)
    return [{"name": s.name, "at": s.start, "size": s.size} for s in inside]


def first_circle(option: Json) -> int:
    """Where the first subspace of size 3 starts; raises ValueError where there is none."""
    for group in option["subspaces"]:
        if group["size"] == 3:
            return int(group["at"])
    raise ValueError("panel 'circle' needs a subspace of size 3; name one in subspaces")


def answer_by_name(answer: str | list[str] | Table | None, choices: Mapping[str, Any]) -> Json:
    """What is right, as the page knows it; raises ValueError for what it does not know."""
    if isinstance(answer, Mapping):
        table = {" ".join(map(str, key)): str(value) for key, value in answer.items()}
        return {"answer": "lookup", "table": table, "length": len(next(iter(answer)))}
    if isinstance(answer, list):
        return {"answer": [str(symbol) for symbol in answer]}
    if answer is not None and answer not in ANSWERS:
        known = ", ".join(ANSWERS)
        raise ValueError(f"answer {answer!r} is unknown; it must be a table or one of {known}")
    keyword, _, form = NEEDED.get(str(answer), "").partition(",")
    if keyword and keyword not in choices:
        raise ValueError(f"answer {answer!r} needs {keyword},{form}")
    return {"answer": answer}


def failures(
    rows: Sequence[Any],
    columns: Sequence[Any],
    right: Array,
    *,
    names: tuple[str, str],
    target: str,
    alt: str,
    cases: Sequence[Sequence[Json]] | None = None,
    id: str = "failures",
    title: str = "Where it is right",
) -> LiveFigure:
    """Right or wrong over two things at once, as Python found it: [n_rows, n_columns].

    `right` holds the share of cases that are right, from 0 to 1. `names` says what the rows and
    the columns are. A cell picked sets them in the figure whose id is `target`, where it has
    controls of these names, and what `cases` says for the cell as well, such as a prompt that
    fails: {"text": "1 2 1 1"}. Raises ValueError where `right` or `cases` have another shape.
    """
    right = np.asarray(right, float)
    shape = len(rows), len(columns)
    listed = shape if cases is None else (len(cases), *{len(row) for row in cases})
    if right.shape != shape or listed != shape:
        raise ValueError(f"right, cases are {right.shape}, {listed}; rows and columns are {shape}")
    down, across = names
    drawn = Failures(
        id=id,
        title=title,
        alt=alt,
        panels=["failures"],
        state={},
        names=list(names),
        rows=list(rows),
        columns=list(columns),
        right=right.tolist(),
        cases=None if cases is None else [list(row) for row in cases],
        target=target,
    )

    def still() -> str:
        return table_of_failures(rows, columns, right, f"{title}: {down} down, {across} across")

    return figure_with(drawn, still, None, ["failures"])


def table_of_failures(rows: Sequence[Any], columns: Sequence[Any], right: Array, title: str) -> str:
    """The share that is right, in percent, as HTML."""
    head = "".join(f"<th scope=col>{html.escape(str(name))}" for name in columns)
    body = "".join(
        f"<tr><th scope=row>{html.escape(str(name))}" + "".join(f"<td>{x:.0%}" for x in shares)
        for name, shares in zip(rows, right, strict=True)
    )
    caption = f"<caption>{html.escape(title)}</caption>"
    return f'<table class="hand-table">{caption}<thead><tr><td>{head}<tbody>{body}</table>'


def gate(
    mlp: MLP,
    at: Array,
    values: Array,
    *,
    look: int = 0,
    put: int = 0,
    units: int | None = None,
    by: int = 1,
    near: float = 0.01,
    id: str = "gate",
    title: str = "A sum of ReLUs",
    alt: str = "Enough ReLUs meet any points: three make a spike, and spikes add up.",
    show: Sequence[str] | None = None,
) -> LiveFigure:
    """What an MLP makes of one coordinate: its units, their kinks and their sum, beside points.

    It reads coordinate `look` (the others are 0) and writes `put`; the points are (at, values). A
    dial keeps the first units (it starts with `units` and goes `by` so many), others bend one of
    them: its bias and its weight in W_in. A point is met where the sum is within `near` of it, as
    a share of the range of the values. Raises ValueError where there are not as many values as
    places, or fewer than two.
    """
    at, values = np.asarray(at, float), np.asarray(values, float)
    if at.shape != values.shape or at.size < 2:
        raise ValueError(f"at, values are {at.shape}, {values.shape}; both must be [n], n >= 2")
    columns = Columns()
    parts = [columns.place(part) for part in (mlp.W_in[look], mlp.b_in, mlp.W_out[:, put])]
    n, base = len(mlp.b_in), float(mlp.b_out[put])
    kept = n if units is None else units
    loudest = int(np.abs(mlp.W_out[: max(1, kept), put]).argmax())
    margin = np.ptp(at) / (2 * at.size)
    bottom, top = min(0.0, float(values.min())), max(0.0, float(values.max()))

    def still() -> str:
        x = np.unique(np.concatenate([at, np.linspace(at.min() - margin, at.max() + margin, 400)]))
        y = np.maximum(np.outer(x, mlp.W_in[look]) + mlp.b_in, 0) @ mlp.W_out[:, put] + base
        return lines(x, {"sum of the units": y}, title=title, alt=alt, xlabel="x").still()

    drawn = Gate(
        id=id,
        title=title,
        alt=alt,
        panels=["gate"],
        controls=[
            Dial(name="units", label="units kept", least=0, most=n, by=by),
            Dial(name="unit", label="unit to bend", least=0, most=n - 1),
            Dial(name="bias", label="added to its bias", least=-2, most=2, by=0.1),
            Dial(name="weight", label="times its weight", least=-1, most=3, by=0.1),
        ],
        state={"units": kept, "unit": loudest, "bias": 0, "weight": 1},
        units=Points(rows=n, at=parts),
        base=base,
        points=np.stack([at, values], 1).tolist(),
        near=near * float(top - bottom),
        least=float(at.min() - margin),
        most=float(at.max() + margin),
        bottom=float(bottom),
        top=float(top),
        columns=columns.stored,
    )
    return figure_with(drawn, still, show, ["gate"])
