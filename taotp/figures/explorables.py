"""The live figures of the chapters."""

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Literal

import numpy as np

from taotp.figures.cases import Tried, every_input
from taotp.figures.figure import (
    Axis,
    ChoiceDial,
    Dial,
    Figure,
    Json,
    Line,
    LogDial,
    Points,
    Positions,
    Select,
    Speaker,
    Value,
)
from taotp.figures.live import LiveFigure
from taotp.figures.pictures import lines, points
from taotp.figures.spec import Columns, encode_model, encode_program
from taotp.figures.tables import table_of_cells
from taotp.programs import Program
from taotp_core.arrays import PRECISIONS, Array
from taotp_core.decode import greedy
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_back
from taotp_core.measure import margin
from taotp_core.stream import subspaces
from taotp_core.transformer import encode, forward, normalize, trace
from taotp_core.weights import LAYER_NORM, Layer, Transformer

TILT = Dial(name="tilt", label="tilt", least=0, most=90, unit="\N{DEGREE SIGN}", smooth=True)
DECODER_PANELS = ("tape", "step", "logits", "numbers", "compass")
DECODER_SHOWN = ("tape", "step", "logits")
FOLDED = "folded"  # the panel of controls that are folded, and its part of the script
FILL = (
    *(chr(i) for i in (*range(97, 123), *range(65, 91), *range(48, 58))),
    *(chr(i) for i in range(33, 0x180) if chr(i).isprintable()),
)


@dataclass(frozen=True, kw_only=True)
class CirclePoints(Figure):
    """Points of the circle, as many as are chosen."""

    choices: Sequence[Axis]
    labels: Sequence[str]
    options: Sequence[Points]
    columns: Sequence[Any]
    kind: Literal["circle"] = "circle"


@dataclass(frozen=True, kw_only=True)
class Cloud(Figure):
    """A cloud of points, each with a shape."""

    shapes: Sequence[str]
    points: Points
    columns: Sequence[Any]
    kind: Literal["cloud"] = "cloud"


@dataclass(frozen=True, kw_only=True)
class Hardening(Figure):
    """Models of one head, which reads so many positions."""

    choices: Sequence[Axis]
    positions: int
    options: Sequence[Json]
    columns: Sequence[Any]
    kind: Literal["hardening"] = "hardening"


def logarithmic(name: str, least: float, most: float) -> LogDial:
    """A dial from `least` to `most` on a logarithmic scale, with a box for exact values."""
    return LogDial(name=name, label=name, least=least, most=most)


def choice(name: str, values: Sequence[int | str], label: str | None = None) -> ChoiceDial | Select:
    """A dial over a few numbers, from the least to the most, or a list of a few names.

    Raises ValueError for 0 and 1, which say nothing to a reader.
    """
    if sorted(values, key=str) == [0, 1]:
        raise ValueError(f"{name} is {list(values)}; give each a name, as ['ours', 'printed']")
    numbers = [value for value in values if not isinstance(value, str)]
    if len(numbers) == len(values):
        return ChoiceDial(name=name, label=label or name, values=sorted(numbers))
    return Select(name=name, label=label or name, values=list(values))


def precision() -> Select:
    """A list of the precisions."""
    return Select(name="precision", label="precision", values=[*PRECISIONS])


def axes(choices: Mapping[str, Sequence[Any]]) -> list[Axis]:
    """The choices by which variants differ."""
    return [Axis(name=name, values=list(values)) for name, values in choices.items()]


def figure_with(
    figure: Figure,
    still: Callable[[], str],
    show: Sequence[str] | None,
    parts: Sequence[str] = (),
    fold: Sequence[str] = (),
) -> LiveFigure:
    """A live figure that shows some of its controls; an address can set the others.

    Where `show` is None it shows all: those that `fold` names, which are not of its question, in
    the panel "folded". Raises ValueError for a control that it does not have.
    """
    names = [control.name for control in figure.controls]
    for name in (*(show or ()), *fold):
        if name not in names:
            raise ValueError(f"control {name!r} is unknown; it must be one of {', '.join(names)}")
    folded = [name for name in names if show is None and name in fold]
    above = [name for name in names if name not in folded] if show is None else show
    shown = [each for each in figure.controls if each.name in above]
    hidden = [*(each for each in figure.controls if each not in shown), *figure.hidden]
    panels = [name for name in figure.panels if folded or name != FOLDED]
    drawn = replace(figure, panels=panels, controls=shown, hidden=hidden, folded=folded)
    return LiveFigure(drawn, still, (*parts, *([FOLDED] if folded else [])))


def alphabet(message: str, d_vocab: int) -> list[str]:
    """The symbols of a vocabulary of `d_vocab`, two of them sentinels, in which to say a message.

    The message's own where they are enough, in the order in which it uses them; otherwise more
    letters, digits and signs, in the order of Unicode. Raises ValueError for a size that is
    too small for the message, or too large for what there is.
    """
    own = list(dict.fromkeys(message))
    more = list(dict.fromkeys([*own, *FILL]))
    if not len(own) + 2 <= d_vocab <= len(more) + 2:
        raise ValueError(
            f"d_vocab is {d_vocab}; it must be from {len(own) + 2}, "
            f"which the message and its sentinels need, to {len(more) + 2}"
        )
    return own if d_vocab == len(own) + 2 else sorted(more[: d_vocab - 2])


def visible(symbol: str) -> str:
    """A symbol as it is drawn: a space as a mark, a sentinel without its brackets."""
    return "\N{OPEN BOX}" if symbol == " " else symbol.removeprefix("<").removesuffix(">") or symbol


def circle_figure(
    labels: Sequence[str] = (),
    *,
    n: int | None = None,
    most: int = 24,
    id: str = "circle",
    title: str = "The circle that layer norm leaves alone",
    show: Sequence[str] | None = None,
) -> LiveFigure:
    """The circle of radius sqrt(3) across (1, 1, 1), with a dial for its points and a tilt.

    Point i is called labels[i], and i where there is no such label. It starts with n points
    (None: one for each label, or 11).
    """
    labels = [visible(label) for label in labels]
    n = n or len(labels) or 11
    sizes = range(1, max(n, most) + 1)
    columns = Columns()
    options = [
        Points(rows=size, at=[columns.place(column) for column in circle(size).T]) for size in sizes
    ]
    drawn = CirclePoints(
        id=id,
        title=title,
        alt="Points of the circle of radius 1.732 across (1,1,1) stay where they are under "
        "layer norm.",
        panels=["circle"],
        controls=[choice("n", sizes, "points"), TILT],
        state={"n": n, "tilt": 0},
        choices=axes({"n": sizes}),
        labels=labels,
        options=options,
        columns=columns.stored,
    )

    def still() -> str:
        return points(
            circle(n),
            labels=labels or [str(i) for i in range(n)],
            title=title,
            alt=f"{n} points stand evenly on one circle.",
        ).still()

    return figure_with(drawn, still, show, ["circle"])


def cloud_points(d_model: int, n: int = 48, seed: int = 7) -> tuple[Array, list[str]]:
    """A cloud [n, d_model] with four points on the line (1, ..., 1), and a shape for each."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d_model)) * np.linspace(1.7, 0.9, d_model)
    x[:4] = np.array([-2.0, -1.0, 0.75, 1.75])[:, None]
    sides = ["dot" if row[0] > row[1] or d_model == 3 else "ring" for row in x]
    return x.round(3), ["square"] * 4 + sides[4:]


def cloud(
    d_model: int = 2,
    *,
    id: str | None = None,
    title: str | None = None,
    show: Sequence[str] | None = None,
) -> LiveFigure:
    """What layer norm does to a cloud of points in the plane (d_model 2) or in space (3).

    Raises ValueError for another d_model.
    """
    if d_model not in (2, 3):
        raise ValueError(f"d_model is {d_model}; a cloud can be drawn for 2 or 3")
    x, shapes = cloud_points(d_model)
    columns = Columns()
    title = title or f"Layer norm on {'the plane' if d_model == 2 else 'space'}"
    alt = (
        "Layer norm sends every point of the plane to one of two, and the line x = y to the origin."
        if d_model == 2
        else "Layer norm sends all of space to a circle, and the line x = y = z to its center."
    )
    degrees = "\N{DEGREE SIGN}"
    controls = [
        Dial(name="shift", label="shift", least=-2, most=2, by=0.1),
        logarithmic("stretch", 1e-12, 1e3),
        Dial(name="spin", label="spin", least=-180, most=180, by=2, unit=degrees, smooth=True),
    ]
    start = {"shift": 0, "stretch": 1, "spin": 0}
    if d_model == 3:
        controls.append(TILT)
        start["tilt"] = 45
    drawn = Cloud(
        id=id or f"cloud-{d_model}d",
        title=title,
        alt=alt,
        panels=["cloud"],
        controls=controls,
        state=start,
        shapes=shapes,
        points=Points(rows=len(x), at=[columns.place(column) for column in x.T]),
        columns=columns.stored,
    )

    def still() -> str:
        image = points(normalize(x, LAYER_NORM), before=x, title=title, alt=alt, tilt=45)
        return image.still()

    return figure_with(drawn, still, show, ["cloud"])


def paces(d_model: int) -> tuple[int, ...]:
    """The paces of the circles that fill a stream: 1, 2, 3 ..."""
    return tuple(range(1, d_model // 3 + 1))


def looking_back(N: float, steps: int, d_model: int, n: int) -> Transformer:
    """One head that looks some steps back, in a stream that holds nothing but the position."""
    (pos,) = subspaces(pos=d_model)
    head = attend_back(steps, pos, pos, pos, n=n, paces=paces(d_model), hard=N)
    return Transformer(np.zeros((1, d_model)), circle(n, paces(d_model)), [Layer([head])])


def weight_back(model: Transformer, row: int) -> float:
    """The attention that a position gives to the one before it."""
    pattern = trace(model, np.zeros(row + 1, int)).patterns[0][0]
    return float(pattern[row, row - 1])


def hardening(
    n: int = 12,
    *,
    N: float = 1.0,
    d_model: Sequence[int] = (3, 6, 12, 24),
    steps: Sequence[int] = (1, 2, 3),
    id: str = "hardening",
    title: str = "Attention, from soft to hard",
    show: Sequence[str] | None = None,
) -> LiveFigure:
    """One head that looks back over n positions, and the dial N that makes it sure.

    Positions stand on circles of paces 1, 2, ...; d_model is three times their number.
    """
    columns = Columns()
    options = [
        encode_model(lambda N, s=s, d=d: looking_back(N, s, d, n), columns)  # type: ignore[misc]
        for s, d in product(steps, d_model)
    ]
    row = n // 2 + 1
    alt = "A head gives one position 99 % of its weight once N is large; more dimensions need less."

    def still() -> str:
        loud = np.logspace(-2, 4, 49)
        curves = {
            f"d_model {d}": [weight_back(looking_back(N, 1, d, n), row) for N in loud]
            for d in d_model
        }
        return lines(
            loud,
            curves,
            title=title,
            alt=alt,
            logx=True,
            xlabel="N",
            level=0.99,
            ylabel="weight one step back",
        ).still()

    drawn = Hardening(
        id=id,
        title=title,
        alt=alt,
        panels=["pattern", "reading"],
        controls=[
            logarithmic("N", 1e-2, 1e6),
            choice("d_model", d_model),
            Dial(name="row", label="position", least=0, most=n - 1),
            Select(name="steps", label="steps back", values=list(steps)),
        ],
        state={"N": N, "d_model": d_model[0], "steps": steps[0], "row": row},
        choices=axes({"steps": steps, "d_model": d_model}),
        positions=n,
        options=options,
        columns=columns.stored,
    )
    return figure_with(drawn, still, show, ["hardening"])


def decoder(
    build: Callable[..., Program],
    says: str,
    *,
    N: float = 1e6,
    most: float = 1e8,
    step: int = 0,
    panels: Sequence[str] = DECODER_SHOWN,
    show: Sequence[str] | None = None,
    id: str = "decoder",
    title: str = "The decoder, one position at a time",
    **choices: Sequence[int],
) -> LiveFigure:
    """A program that speaks, step by step.

    `build(N)` makes it; `says` is what it should say. Panel "numbers" lets a reader change weights
    and tries every token at every position. Each further keyword, such as
    d_vocab=(11, 32, 256), becomes a dial and is given to `build` as well. Raises ValueError for an
    unknown panel or control, and where the weights are not sums of powers of N.
    """
    for panel in panels:
        if panel not in DECODER_PANELS:
            known = ", ".join(DECODER_PANELS)
            raise ValueError(f"panel {panel!r} is unknown; it must be one of {known}")
    columns = Columns()
    options = [
        encode_program(lambda N, chosen=chosen: build(N, **chosen), columns)  # type: ignore[misc]
        for chosen in (
            dict(zip(choices, values, strict=True)) for values in product(*choices.values())
        )
    ]
    first = {name: values[0] for name, values in choices.items()}
    program = build(N, **first)
    ends = [] if program.stop is None else [program.stop]
    cases = Tried()
    if "numbers" in panels:
        for option, values in zip(options, product(*choices.values()), strict=True):
            of_choice = build(N, **dict(zip(choices, values, strict=True)))
            option["cases"] = cases.place(every_input(of_choice, [*says, *ends]))
    alt = f"Every position holds the next symbol, N times as loud as the token: it says {says!r}."
    start: dict[str, Value] = {"N": N, "step": step, "precision": "float64", "text": ""}
    start |= {"off": "", "changed": "", "cell": "", "far": ""}

    def still() -> str:
        from taotp.figures.stills import at_start  # where no page is alive

        said = program.encode(says)
        image = at_start(program, said, step + 1, panels, title=title, own_words=True)
        return image + table_of_decoding(program, said, title)

    heard = "what has been said so far"
    drawn = Speaker(
        id=id,
        title=title,
        alt=alt,
        panels=list(panels),
        controls=[
            Positions(name="step", label="position"),
            logarithmic("N", 1, most),
            *(choice(name, values) for name, values in choices.items()),
            precision(),
            *([TILT] if "step" in panels else []),
            Line(name="text", label=heard, empty="its own words", cursor="step"),
        ],
        hidden=[Line(name=name) for name in ("changed", "cell", "far")],
        state={**start, "tilt": 0, **first},
        cursor="step",
        choices=axes(choices),
        answer=[*says, *map(str, ends)],
        circle=0,
        cases=cases.found,
        options=options,
        columns=columns.stored,
    )
    return figure_with(drawn, still, show, parts_of(panels))


PARTS_OF = {
    **{"step": "circle", "circle": "circle", "compass": "compass"},
    **{"machine": "machine", "numbers": "numbers"},
}


def parts_of(panels: Sequence[str]) -> list[str]:
    """The parts of the script that some panels need."""
    return sorted({PARTS_OF[panel] for panel in panels if panel in PARTS_OF})


def table_of_decoding(
    program: Program,
    heard: Sequence[int],
    title: str,
    told: int = 1,
    source: Sequence[int] = (),
) -> str:
    """What a program says after it was told the first tokens, and by how much it leads, as HTML.

    `source` is what an encoder read.
    """
    tokens, n_ctx = np.array(heard), program.model.n_ctx
    memory = encode(program.model, np.array(source)) if program.model.encoder else None
    logits = [*forward(program.model, tokens[:n_ctx], memory=memory)]
    for end in range(n_ctx + 1, len(tokens) + 1) if program.slide else ():
        logits.append(forward(program.model, tokens[end - n_ctx : end])[-1])
    names = ["\N{OPEN BOX}" if symbol == " " else str(symbol) for symbol in program.vocabulary]
    rows = [
        [
            str(i),
            html.escape(names[tokens[i]]),
            html.escape(names[int(greedy(logits[i]))]),
            f"{margin(logits[i]):.3g}",
        ]
        for i in range(told - 1, len(logits))
    ]
    return table_of_cells(rows, ["position", "hears", "says", "leads by"], title)
