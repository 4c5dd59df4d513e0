"""The live figure of three laws of scale: loss against size, text and computing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from taotp.figures import sketches
from taotp.figures.explorables import figure_with
from taotp.figures.figure import Figure, LogDial, Select
from taotp.figures.live import LiveFigure
from taotp.figures.pictures import POSITION, RESULT, TOKEN
from taotp.figures.strokes import SIZE, element, path, write
from taotp.figures.tables import table_of

PF_DAY = 1e15 * 24 * 60 * 60  # floating-point operations


@dataclass(frozen=True, kw_only=True)
class LawOfScale:
    """A law of loss: (c / x) ** alpha, drawn from `least` to `most`; x was `tried` between two."""

    name: str
    what: str
    unit: str
    c: float
    alpha: float
    least: float
    most: float
    tried: Sequence[float]


@dataclass(frozen=True, kw_only=True)
class LawsOfScale(Figure):
    """Laws of scale, and for each training run its place on each of them.

    `unit` is how many operations the unit of computing has.
    """

    unit: float
    laws: Sequence[LawOfScale]
    runs: Mapping[str, Sequence[float]]
    kind: Literal["lawsOfScale"] = "lawsOfScale"


# Kaplan and others 2020: constants of their equations 1.1 to 1.3 (the textbook has them in footnote
# 3 of 8.8.1); sizes of models and of data that were tried, from their section 2. Of computing they
# say that the law holds over eight powers of ten, and their figure 13 has these, read by eye.
N = LawOfScale(
    name="N", what="numbers in the model", unit="", c=8.8e13, alpha=0.076,
    least=1e3, most=1e13, tried=(768, 1.5e9),
)  # fmt: skip
D = LawOfScale(
    name="D", what="tokens of text", unit="", c=5.4e13, alpha=0.095,
    least=1e6, most=5e13, tried=(22e6, 23e9),
)  # fmt: skip
C = LawOfScale(
    name="C", what="computing", unit="PF-days", c=3.1e8, alpha=0.050,
    least=1e-11, most=1e7, tried=(1e-8, 1),
)  # fmt: skip
LAWS = (N, D, C)


@dataclass(frozen=True)
class Run:
    """A training run: N numbers without embeddings, and D tokens of text."""

    N: float
    D: float

    @property
    def C(self) -> float:
        """Computing in PF-days: six operations for each number and token."""
        return 6 * self.N * self.D / PF_DAY


def loss(law: LawOfScale, x: float) -> float:
    """The loss in nats per token that a law gives: (c / x) ** alpha."""
    return float((law.c / x) ** law.alpha)


def laws(
    runs: Mapping[str, Run] | None = None,
    *,
    at: Run = Run(1e8, 1e10),
    more: float = 10.0,
    id: str = "laws",
    title: str = "Three laws of scale",
    alt: str = "On logarithmic scales each law is a straight line, and falls slowly.",
    show: Sequence[str] | None = None,
) -> LiveFigure:
    """The loss by each of three laws, at N and D, at what computing these take, and at `more`.

    A reader drags N, D and C along the lines, and sets how many times more there is. `runs` are
    dots on all three, by name. Raises ValueError for what is outside a line.
    """
    for name, run in {"at": at, **(runs or {})}.items():
        for law in LAWS:
            x = getattr(run, law.name)
            if not law.least <= x <= law.most:
                raise ValueError(
                    f"{law.name} of {name} is {x:g}; it must be from {law.least:g} to {law.most:g}"
                )
    if not 1 <= more <= 1e6:
        raise ValueError(f"more is {more:g}; it must be from 1 to 1,000,000")

    def still() -> str:
        rows = {
            f"{law.name}, {law.what}": [
                f"{x:.3g} {law.unit}".strip(), f"{loss(law, x):.3f}", f"{loss(law, more * x):.3f}"
            ]
            for law, x in zip(LAWS, (at.N, at.D, at.C), strict=True)
        }  # fmt: skip
        heads = ["law", "at", "loss in nats", f"with {more:g} times as much"]
        image = at_start(at, more, runs or {}, title)
        return image + table_of(rows, heads, title)

    drawn = LawsOfScale(
        id=id,
        title=title,
        alt=alt,
        panels=["lawN", "lawD", "lawC", "price"],
        controls=[
            *(LogDial(name=law.name, label=label_of(law), least=law.least, most=law.most)
              for law in LAWS),
            LogDial(name="more", label="times more", least=1, most=1e6),
            Select(name="measure", label="loss in", values=["nats", "bits"]),
        ],
        state={"N": at.N, "D": at.D, "C": float(f"{at.C:.3g}"), "more": more, "measure": "nats"},
        unit=PF_DAY,
        laws=LAWS,
        runs={name: [getattr(run, law.name) for law in LAWS] for name, run in (runs or {}).items()},
    )  # fmt: skip
    return figure_with(drawn, still, show, ["laws"])


# What stands for it where no script runs

PANEL, HIGH, APART = 190.0, 150.0, 225.0  # of a law, and from one to the next
LOSSES = (0.9, 15.0)  # that are drawn, in nats


def at_start(at: Run, more: float, runs: Mapping[str, Run], title: str) -> str:
    """The three lines, each with its training runs, with `at` and with more of it, as a picture."""
    ink = "".join(
        element("g", drawn_law(law, at, more, runs), transform=f"translate({k * APART:g} 0)")
        for k, law in enumerate(LAWS)
    )
    return sketches.still(title, (HIGH + 44, ink))


def drawn_law(law: LawOfScale, at: Run, more: float, runs: Mapping[str, Run]) -> str:
    """A law on logarithmic scales, solid where it was tried and dashed beyond."""

    def place(x: float) -> tuple[float, float]:
        across = np.log(x / law.least) / np.log(law.most / law.least)
        up = np.log(loss(law, x) / LOSSES[0]) / np.log(LOSSES[1] / LOSSES[0])
        return round(PANEL * float(across), 1), round(HIGH * (1 - float(up)) + 20, 1)

    def line(start: float, end: float, **more: str | float) -> str:
        (x, y), (x2, y2) = place(start), place(end)
        return path(f"M{x:g} {y:g}L{x2:g} {y2:g}", POSITION, stroke_width=2, **more)

    def dot(x: float, color: str, size: float) -> str:
        cx, cy = place(x)
        return element("circle", cx=cx, cy=cy, r=size, fill=color)

    now, then = getattr(at, law.name), getattr(at, law.name) * more
    ink = write(0, SIZE, f"loss by {law.name}, {law.what}", font_size=11)
    ink += path(f"M0 20V{HIGH + 20:g}H{PANEL:g}", stroke_opacity=0.5)
    ink += line(law.least, law.most, stroke_dasharray="4 4", stroke_opacity=0.7) + line(*law.tried)
    ink += "".join(dot(getattr(run, law.name), "currentColor", 3) for run in runs.values())
    ink += dot(now, TOKEN, 5) + (dot(then, RESULT, 5) if then <= law.most else "")
    says = f"{loss(law, now):.2f}, and {loss(law, then):.2f} with {more:g} times as much"
    ends = write(0, HIGH + 36, f"{law.least:g}", font_size=11)
    ends += write(PANEL, HIGH + 36, f"{law.most:g}", font_size=11, text_anchor="end")
    return ink + ends + write(0, HIGH + 52, says, font_size=11)


def label_of(law: LawOfScale) -> str:
    """What the dial of a law is called."""
    return f"{law.name}, {law.unit or law.what.split()[0]}"
