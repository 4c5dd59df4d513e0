"""The live figure of position tables: hands of clocks, a reader's angles, and what norms do."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from taotp.figures import sketches
from taotp.figures.explorables import FOLDED, figure_with, logarithmic
from taotp.figures.figure import Dial, Figure, Json, Preset, Select
from taotp.figures.live import LiveFigure
from taotp.figures.pictures import POSITION
from taotp.figures.strokes import element, path, write
from taotp.figures.tables import table_of_cells
from taotp.positions import distinguishability, shift_residual
from taotp_core.arrays import Array
from taotp_core.encodings import (
    even_angles,
    on_circle,
    original_angles,
    random_angles,
    rotations,
)
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM, RMS_NORM, Norm

HANDS = ("t1", "t2", "t3", "t4")
NORMS: dict[str, Norm | None] = {"none": None, "LayerNorm": LAYER_NORM, "RMSNorm": RMS_NORM}
PACES = (1, 2, 3, 4)  # of the book's circles: turns in n positions
ASKED = ("preset", "norm")  # the controls of the question
SEED = 0  # of the random angles


@dataclass(frozen=True, kw_only=True)
class Clocks(Figure):
    """Hands of clocks, and the norms that a table of them may go through."""

    hands: Sequence[str]
    norms: Mapping[str, Json | None]
    kind: Literal["clocks"] = "clocks"


def degrees_of(angles: Array) -> Json:
    """What to set the hands to."""
    return dict(zip(HANDS, np.degrees(angles).tolist(), strict=True))


def presets() -> list[Json]:
    """Well-known angles, the last given as turns in n positions."""
    d_model = 2 * len(HANDS)
    named = {
        "original": original_angles(d_model),
        "random": random_angles(d_model, np.random.default_rng(SEED)),
        "even steps": even_angles(d_model),
    }
    two = [{"name": name, "set": {**degrees_of(t), "columns": 2}} for name, t in named.items()]
    paces = dict(zip(HANDS, PACES, strict=True))
    return [*two, {"name": "the book's circles", "set": {"columns": 3}, "paces": paces}]


def angles_of(preset: Json, n: int) -> Array:
    """The angles that a preset stands for, in radians."""
    turns = preset.get("paces", {})
    degrees = [preset["set"].get(hand, 360 * turns.get(hand, 0) / n) for hand in HANDS]
    return np.radians(degrees)


def table_of_clocks(n: int, angles: Array, columns: int, norm: Norm | None) -> Array:
    """The position table [n, columns * n_angles]: hands of two columns each, or on circles of 3."""
    turned = np.outer(np.arange(n), angles)
    laid = np.hstack([on_circle(hand) for hand in turned.T])
    codes = rotations(n, angles) if columns == 2 else laid
    return normalize(codes, norm) if norm else codes


def clocks(
    n: int = 24,
    *,
    id: str = "clocks",
    title: str = "Positions as hands of four clocks",
    show: Sequence[str] | None = None,
) -> LiveFigure:
    """Four hands, an angle for each, and the position table that they make for n positions.

    It starts with the original angles. A reader may turn the angles, normalize the table, lay each
    hand in three columns that layer norm leaves alone, and see what is heard and what can be
    shifted; queries may be turned back, as those of a head that looks a few positions back. A head
    under Post-LN reads the table without a norm. Raises ValueError for n below 4 or above 40.
    """
    if not 4 <= n <= 40:
        raise ValueError(f"n is {n}; it must be from 4 to 40 positions")
    known = presets()
    alt = (
        "Whatever the angles, one matrix moves every row to the next. Layer norm ends that for "
        "most angles, unless each hand lies across (1,1,1); RMSNorm does not."
    )

    def dial(name: str, label: str, least: float, most: float, unit: str = "") -> Dial:
        return Dial(name=name, label=label, least=least, most=most, unit=unit, smooth=bool(unit))

    def still() -> str:
        rows = []
        for preset in known:
            for name, norm in NORMS.items():
                codes = table_of_clocks(n, angles_of(preset, n), preset["set"]["columns"], norm)
                missed = shift_residual(codes)
                far = "nothing" if missed < 1e-9 else f"{missed:.2f}"
                angles = html.escape(preset["name"])
                rows.append([angles, name, f"{distinguishability(codes):.3f}", far])
        names = ("angles", "norm", "distinguishability", "missed by the best shift")
        return faces(n, angles_of(known[0], n), title) + table_of_cells(rows, names, title)

    drawn = Clocks(
        id=id,
        title=title,
        alt=alt,
        panels=["faces", "table", "heard", FOLDED],
        controls=[
            Preset(name="preset", label="angles", presets=known),
            Select(name="norm", label="norm", values=list(NORMS),
                   names=["none (Post-LN)", *list(NORMS)[1:]]),
            Select(name="columns", label="columns a hand", values=[2, 3],
                   names=["2: cos, sin", "3: across (1,1,1)"]),
            logarithmic("N", 1e-2, 1e6),
            *(dial(t, f"hand {i + 1}", 0, 360, "\N{DEGREE SIGN}") for i, t in enumerate(HANDS)),
            dial("row", "position", 0, 39),
            dial("n", "positions", 4, 40),
            dial("steps", "shift by", 1, 3),
            Select(name="asked", label="each asks for", values=["itself", "back"],
                   names=["itself", "the one so far back"]),
        ],
        state={**known[0]["set"], "norm": "none", "n": n, "N": 1, "steps": 1, "row": n // 4,
               "asked": "itself"},
        hands=list(HANDS),
        norms={
            name: None if norm is None else {"eps": norm.eps, "centered": norm.centered}
            for name, norm in NORMS.items()
        },
    )  # fmt: skip
    fold = [each.name for each in drawn.controls if each.name not in ASKED]
    return figure_with(drawn, still, show, ["clocks"], fold)


# What stands for it where no script runs

FACE, RADIUS = 156.0, 54.0  # from one clock to the next, and how large it is


def faces(n: int, angles: Array, title: str) -> str:
    """A clock for each angle, with a dot where its hand is at each position, as a picture."""
    ink = "".join(
        element("g", face(n, n // 4, float(angle), f"hand {i + 1}"),
                transform=f"translate({i * FACE:g} 0)")
        for i, angle in enumerate(angles)
    )  # fmt: skip
    return sketches.still(title, (2 * RADIUS + 40, ink))


def face(n: int, row: int, angle: float, name: str) -> str:
    """A clock whose hand turns by an angle from position to position, and stands at one of them."""
    center = RADIUS + 10

    def at(i: int, r: float) -> str:
        x, y = center + r * np.cos(i * angle), center + 10 - r * np.sin(i * angle)
        return f"{x:.1f} {y:.1f}"

    dots = "".join(f"M{at(i, RADIUS)}h0" for i in range(n))
    ring = element("circle", cx=center, cy=center + 10, r=RADIUS, fill="none",
                   stroke="currentColor", stroke_opacity=0.3)  # fmt: skip
    ink = ring + path(dots, stroke_width=5, stroke_linecap="round")
    ink += path(f"M{center:g} {center + 10:g}L{at(row, RADIUS)}", POSITION, stroke_width=3)
    words = f"{name}: {np.degrees(angle):.3g}\N{DEGREE SIGN} a step"
    return ink + write(0, 2 * RADIUS + 38, words, font_size=12)
