"""Still pictures in one style: inline SVG that takes its colors from the page around it.

Positions are blue, tokens orange, results green; maps of signed numbers are centered on zero. Text
and lines have the color of the text around them, so that a picture reads well in light and dark.
"""

import html
import re
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from io import StringIO
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from taotp.figures.svg import CURRENT, inline
from taotp_core.arrays import Array
from taotp_core.stream import Subspace
from taotp_core.transformer import Trace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

POSITION, TOKEN, RESULT, QUIET = "#3b76d6", "#c8741a", "#2f9150", "#808080"
DASHES = ("-", "--", ":", "-.", (0, (5, 1)), (0, (1, 1)))
FEW_CURVES = 3  # beyond which their names stand beside them, since there is no room between
COLORS = (POSITION, TOKEN, RESULT, "#9a5fc0", "#c24d70", QUIET)
NARROW = 560  # pixels: no wider, and a phone shows it whole, its letters at three fifths or more
WIDTH = re.compile(r'<svg [^>]*?\bwidth="([\d.]+)(pt)?"')


@dataclass(frozen=True)
class Picture:
    """An SVG with the sentence that says what it proves.

    `svg` itself is silent: who listens hears the title, and then the sentence below it.
    """

    title: str
    alt: str
    svg: str = field(repr=False)

    def element(self) -> str:
        """The picture as HTML, with its sentence below it, which a page numbers."""
        name = html.escape(self.title)
        return (
            f'<figure class="hand-picture" aria-label="{name}" tabindex="0">'
            f"{self.shrinking()}<figcaption>{html.escape(self.alt)}</figcaption></figure>"
        )

    def still(self) -> str:
        """The picture as HTML, to stand in another figure, which has a sentence of its own."""
        name = html.escape(self.title)
        return (
            f'<div class="hand-picture" role="img" aria-label="{name}" tabindex="0">'
            f"{self.shrinking()}</div>"
        )

    def shrinking(self) -> str:
        """The SVG, marked where it may shrink to a narrow page; a wider one scrolls sideways."""
        width = WIDTH.match(self.svg)
        pixels = float(width[1]) * (4 / 3 if width[2] else 1) if width else 0
        return self.svg.replace("<svg ", '<svg class="whole" ', 1) if pixels <= NARROW else self.svg

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        words = f"<picture: {self.title}>\n{self.alt}"
        return {"text/plain": words, "text/html": self.element()}


def demand_words(title: str, alt: str) -> None:
    """Raise ValueError for a picture that does not say in words what it proves."""
    for name, text in (("title", title), ("alt", alt)):
        if not text.strip():
            raise ValueError(f"{name} is {text!r}; it must be a sentence, for readers who listen")


@contextmanager
def house_style() -> "Iterator[None]":
    """Text stays text, nothing has a background, and nothing varies from run to run.

    Raises ModuleNotFoundError, with what to do, where matplotlib is not installed.
    """
    if find_spec("matplotlib") is None:
        raise ModuleNotFoundError(
            "pictures are drawn by matplotlib, which is not installed here: "
            "run `pip install matplotlib`",
            name="matplotlib",
        )
    import matplotlib

    style: dict[Any, Any] = {
        "svg.fonttype": "none",
        "svg.hashsalt": "taotp",
        "font.family": "sans-serif",
        "font.size": 10,
        "axes.titlesize": 11,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": CURRENT,
        "axes.labelcolor": CURRENT,
        "axes.titlecolor": CURRENT,
        "axes.linewidth": 0.8,
        "text.color": CURRENT,
        "text.parse_math": False,
        "xtick.color": CURRENT,
        "ytick.color": CURRENT,
        "grid.color": QUIET,
        "grid.alpha": 0.3,
        "legend.frameon": False,
    }
    with matplotlib.rc_context(style):
        yield


def new_figure(width: float, height: float) -> "tuple[Figure, Axes]":
    """A figure of so many inches, with one pair of axes; made without pyplot's state."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    figure.patch.set_visible(False)
    axes = figure.add_subplot()
    axes.patch.set_visible(False)
    return figure, axes


def as_picture(figure: "Figure", title: str, alt: str) -> Picture:
    """The figure as inline SVG.

    `savefig` draws all of it once more to find a layout, which measures alone find.
    """
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    canvas: Any = FigureCanvasSVG(figure)
    dpi = figure.dpi
    layout = figure.get_layout_engine()
    if layout:
        figure.dpi = canvas.fixed_dpi
        layout.execute(figure)
        figure.set_layout_engine("none")
        figure.dpi = dpi
    file = StringIO()
    canvas.print_svg(file, metadata={"Date": None, "Creator": None})
    return Picture(title, alt, inline(file.getvalue(), title))


def number(x: float) -> str:
    """A number in at most five places."""
    short = f"{x:.0e}" if abs(x) >= 1e4 else f"{x:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short.replace("-", "\N{MINUS SIGN}")


def heat(
    matrix: Array,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    title: str,
    alt: str,
    values: bool = True,
    mark: Literal["largest"] | None = None,
) -> Picture:
    """A map of the entries of a matrix: blue above zero, orange below, stronger farther away.

    With `values` each entry is written in its place; `mark` frames the largest of each row. Raises
    ValueError where the names do not fit the matrix, and without a title and alt.
    """
    demand_words(title, alt)
    matrix = np.asarray(matrix, float)
    if matrix.shape != (len(rows), len(columns)):
        raise ValueError(
            f"the matrix is {matrix.shape} with {len(rows)} row names and {len(columns)} "
            "column names; there must be one for each"
        )
    wide = max([2, *(len(number(x)) for x in matrix.ravel().tolist())]) if values else 2
    with house_style():
        figure, axes = new_figure(
            1.0 + len(columns) * (0.14 + 0.085 * wide), 0.8 + 0.27 * len(rows)
        )
        draw_cells(axes, matrix, values)
        if mark:
            for i, j in enumerate(matrix.argmax(-1)):
                frame(axes, i, int(j))
        axes.set_xticks(range(len(columns)), columns)
        axes.set_yticks(range(len(rows)), rows)
        axes.tick_params(length=0, labeltop=True, labelbottom=False)
        axes.set_title(title)
        for spine in axes.spines.values():
            spine.set_visible(False)
        return as_picture(figure, title, alt)


def draw_cells(axes: "Axes", matrix: Array, values: bool) -> None:
    """Draw each entry as a cell of a strength that leaves its number readable.

    Matplotlib need not measure what stands inside the axes, whose limits are given.
    """
    from matplotlib.patches import Rectangle

    n_rows, n_columns = matrix.shape
    finite = np.abs(matrix[np.isfinite(matrix)])
    largest = float(finite.max(initial=0)) or 1.0
    for (i, j), entry in np.ndenumerate(matrix):
        x = float(entry)
        strength = 0.62 * min(1.0, abs(x) / largest) if np.isfinite(x) else 0.0
        if strength:
            color = POSITION if x > 0 else TOKEN
            cell = Rectangle((j - 0.5, i - 0.5), 1, 1, facecolor=color, alpha=strength, linewidth=0,
                             clip_on=False, in_layout=False)  # fmt: skip
            axes.add_artist(cell)
        if values and np.isfinite(x):
            axes.text(j, i, number(x), ha="center", va="center", fontsize=9, in_layout=False)
    axes.set_xlim(-0.5, n_columns - 0.5)
    axes.set_ylim(n_rows - 0.5, -0.5)


def frame(axes: "Axes", row: int, column: int) -> None:
    """Frame one cell."""
    from matplotlib.patches import Rectangle

    axes.add_artist(Rectangle((column - 0.47, row - 0.47), 0.94, 0.94, fill=False, in_layout=False,
                              edgecolor=CURRENT, linewidth=1.6, clip_on=False))  # fmt: skip


def stream(
    steps: Trace | Mapping[str, Array],
    subspaces: Sequence[Subspace] = (),
    *,
    title: str,
    alt: str,
    names: Sequence[str] | None = None,
) -> Picture:
    """The residual stream as a table that grows: for each step a band with a row for each position.

    `steps` is a trace, or arrays [n, d_model] by the name of the step. Columns stand under the
    names of their subspaces; entries that a step changed are framed, and a step that changed
    nothing is left out. `names` are what the positions hold.
    """
    demand_words(title, alt)
    bands = dict(steps.stream if isinstance(steps, Trace) else steps)
    bands = only_changes(bands)
    n, d_model = next(iter(bands.values())).shape
    rows = [*range(n)] if names is None else names
    with house_style():
        height = 0.85 + 0.27 * (n + 0.8) * len(bands)
        figure, axes = new_figure(1.9 + 0.5 * d_model, height)
        draw_bands(axes, bands, rows)
        draw_subspaces(axes, subspaces, d_model)
        axes.set_title(title, pad=22 if subspaces else 8)
        for spine in axes.spines.values():
            spine.set_visible(False)
        return as_picture(figure, title, alt)


def only_changes(bands: Mapping[str, Array]) -> dict[str, Array]:
    """The steps that changed anything, and the first."""
    kept: dict[str, Array] = {}
    before: Array | None = None
    for name, x in bands.items():
        if before is None or not np.array_equal(x, before):
            kept[name] = x
        before = x
    return kept


def draw_bands(axes: "Axes", bands: Mapping[str, Array], rows: Sequence[object]) -> None:
    """Draw one band below another, and frame what each changed."""
    gap = 0.8
    n = len(rows)
    whole = np.concatenate(list(bands.values()))
    positions: list[float] = []
    names: list[str] = []
    before: Array | None = None
    largest = float(np.abs(whole[np.isfinite(whole)]).max(initial=0)) or 1.0
    for number_of_band, (name, x) in enumerate(bands.items()):
        top = number_of_band * (n + gap)
        for (i, j), value in np.ndenumerate(x):
            near = before is None or np.isclose(value, before[i, j], atol=1e-9 * largest)
            draw_entry(axes, top + i, j, float(value), largest, changed=not near)
        positions += [top + i for i in range(n)]
        names += [str(row) for row in rows]
        axes.text(x.shape[1] - 0.3, top + (n - 1) / 2, name, va="center", ha="left")
        before = x
    axes.set_xlim(-0.5, whole.shape[1] + 1.9)
    axes.set_ylim(positions[-1] + 0.6, -0.6)
    axes.set_xticks([])
    axes.set_yticks(positions, names)
    axes.tick_params(length=0)


def draw_entry(
    axes: "Axes", row: float, column: int, value: float, largest: float, changed: bool
) -> None:
    """Draw one entry of the stream."""
    from matplotlib.patches import Rectangle

    if np.isfinite(value) and number(value) != "0":
        color = POSITION if value > 0 else TOKEN
        strength = 0.1 + 0.5 * min(1.0, abs(value) / largest)
        axes.add_artist(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=color, alpha=strength,
                                  linewidth=0, clip_on=False, in_layout=False))  # fmt: skip
    if changed:
        axes.add_artist(Rectangle((column - 0.46, row - 0.44), 0.92, 0.88, fill=False,
                                  edgecolor=CURRENT, linewidth=1.2, clip_on=False,
                                  in_layout=False))  # fmt: skip
    axes.text(column, row, number(value), ha="center", va="center", fontsize=9, in_layout=False,
              fontweight="bold" if changed else "normal")  # fmt: skip


def draw_subspaces(axes: "Axes", subspaces: Sequence[Subspace], d_model: int) -> None:
    """Write the names of subspaces above their columns, and draw the lines between them."""
    for subspace in subspaces:
        end = subspace.start + subspace.size
        middle = (subspace.start + end - 1) / 2
        axes.text(middle, -0.75, subspace.name, ha="center", va="bottom", style="italic")
        if end < d_model:
            axes.axvline(end - 0.5, color=CURRENT, linewidth=1.2)


def lines(
    x: Sequence[float] | Array,
    curves: Mapping[str, Sequence[float] | Array],
    *,
    title: str,
    alt: str,
    xlabel: str = "",
    ylabel: str = "",
    logx: bool = False,
    logy: bool = False,
    level: float | None = None,
    bands: Mapping[str, tuple[Array, Array]] | None = None,
) -> Picture:
    """Curves over x, told apart by color, dashes and a name at their end.

    `level` draws a thin line across; `bands` shade from a low to a high curve around those of the
    same name. Raises ValueError for more than six curves and for a band around none of them.
    """
    demand_words(title, alt)
    for name in bands or ():
        if name not in curves:
            raise ValueError(f"there is a band around {name!r}; it must be one of {list(curves)}")
    if len(curves) > len(COLORS):
        raise ValueError(f"there are {len(curves)} curves; at most {len(COLORS)} can be told apart")
    with house_style():
        figure, axes = new_figure(5.6, 3.2)
        for (name, y), color, dash in zip(curves.items(), COLORS, DASHES, strict=False):
            axes.plot(x, y, color=color, linestyle=dash, linewidth=2, label=name)
            if bands and name in bands:
                axes.fill_between(x, *bands[name], color=color, alpha=0.25, linewidth=0)
        if level is not None:
            axes.axhline(level, color=CURRENT, linewidth=0.8, linestyle=(0, (2, 3)))
        if logx:
            logarithmic(axes, "x")
        if logy:
            logarithmic(axes, "y")
        axes.set_xlabel(xlabel)
        axes.set_ylabel(ylabel)
        axes.set_title(title)
        axes.grid(True)
        if len(curves) > FEW_CURVES:
            figure.legend(handlelength=3, loc="outside right upper")
        elif len(curves) > 1:
            axes.legend(handlelength=3)
        return as_picture(figure, title, alt)


def trails(
    families: Mapping[str, Mapping[str, tuple[float, float]]],
    *,
    title: str,
    alt: str,
    xlabel: str = "",
    ylabel: str = "",
) -> Picture:
    """Named points (x, y) of some families, each joined in order by a thin line.

    The points of a family are told apart by their names beside them, and families by color and
    dashes. Raises ValueError for more than six.
    """
    demand_words(title, alt)
    if len(families) > len(COLORS):
        raise ValueError(
            f"there are {len(families)} families; at most {len(COLORS)} can be told apart"
        )
    with house_style():
        figure, axes = new_figure(6.2, 4.2)
        for (name, points), color, dash in zip(families.items(), COLORS, DASHES, strict=False):
            places = np.array(list(points.values()), float)
            axes.plot(*places.T, color=color, linestyle=dash, linewidth=1, label=name, marker="o")
            for (x, y), label in zip(places, points, strict=True):
                axes.annotate(
                    label, (x, y), (5, 4), textcoords="offset points", fontsize=9, color=color
                )
        axes.set_xlabel(xlabel)
        axes.set_ylabel(ylabel)
        axes.set_title(title)
        axes.grid(True)
        axes.margins(0.1)
        if len(families) > 1:
            figure.legend(handlelength=3, loc="outside right upper")
        return as_picture(figure, title, alt)


def logarithmic(axes: "Axes", which: Literal["x", "y"]) -> None:
    """Make an axis logarithmic, with powers of ten written at the size of other numbers."""
    axes.set(**{f"{which}scale": "log"})
    axes.minorticks_off()
    getattr(axes, f"{which}axis").set_major_formatter(lambda x, _: power_of_ten(x))


def power_of_ten(x: float) -> str:
    """0.01 and 1000 as they are, what lies beyond as 10 with a raised exponent."""
    if 1e-3 < x < 1e5:
        return f"{x:g}"
    raised = str.maketrans(
        "-0123456789", "\u207b\u2070\xb9\xb2\xb3\u2074\u2075\u2076\u2077\u2078\u2079"
    )
    return "10" + str(round(np.log10(x))).translate(raised)


def on_paper(x: Array, tilt: float = 0.0) -> Array:
    """Points of the plane as they are; points of space as seen along (1, 1, 1), then tilted."""
    if x.shape[-1] == 2:
        return x
    from taotp_core.encodings import EAST, NORTH

    up = np.ones(3) / np.sqrt(3)
    cos, sin = np.cos(np.deg2rad(tilt)), np.sin(np.deg2rad(tilt))
    return np.stack([x @ EAST, x @ NORTH * cos + x @ up * sin], -1)


def write(axes: "Axes", at: Array, text: str) -> None:
    """Write a word around a place."""
    axes.text(at[0], at[1], text, ha="center", va="center")


def write_beyond(axes: "Axes", tip: Array, far: float, text: str) -> None:
    """Write a word so far beyond a place, as seen from the origin, and lead away from it."""
    x, y = tip / (np.hypot(*tip) or 1)
    side = "left" if x > 0.3 else "right" if x < -0.3 else "center"
    axes.text(tip[0] + far * x, tip[1] + far * y, text, ha=side, va="center")


def draw_axes(axes: "Axes", d_model: int, length: float, tilt: float) -> None:
    """Draw the coordinate axes of the plane or of space, with their names."""
    for end, name in zip(np.eye(d_model) * length, "xyz", strict=False):
        tip = on_paper(end, tilt)
        start = -tip if d_model == 2 else 0 * tip
        axes.plot(*zip(start, tip, strict=True), color=CURRENT, linewidth=0.6, alpha=0.6)
        write(axes, tip * 1.07, name)


def points(
    x: Array,
    *,
    title: str,
    alt: str,
    labels: Sequence[str] | None = None,
    before: Array | None = None,
    tilt: float = 0.0,
) -> Picture:
    """Points of the plane [n, 2], or of space [n, 3] as seen along (1, 1, 1).

    `labels` stand beside them; `before` are the same points before something was done to them,
    drawn as gray rings.
    """
    demand_words(title, alt)
    x = np.asarray(x, float)
    size = max(float(np.abs(y).max()) for y in (x, before) if y is not None)
    with house_style():
        figure, axes = new_figure(3.6, 3.6)
        draw_axes(axes, x.shape[-1], 1.1 * size, tilt)
        if before is not None:
            axes.plot(*on_paper(before, tilt).T, "o", color=QUIET, markersize=5, fillstyle="none")
        flat = on_paper(x, tilt)
        axes.plot(*flat.T, "o", color=RESULT, markersize=6)
        for place, label in zip(flat, labels or (), strict=False):
            away = place / (np.hypot(*place) or 1) * 0.16 * size
            write(axes, place + away, label)
        axes.set_aspect("equal")
        axes.margins(0.12)
        axes.axis("off")
        axes.set_title(title)
        return as_picture(figure, title, alt)


def arrows(
    vectors: Mapping[str, Array],
    *,
    title: str,
    alt: str,
    kinds: Mapping[str, Literal["position", "token", "result"]] | None = None,
    around: Mapping[str, Array] | None = None,
    tilt: float = 0.0,
) -> Picture:
    """Named arrows from the origin, in the plane or in space as seen along (1, 1, 1).

    `kinds` says which stand for positions, tokens and results; the others have the color of text.
    `around` are named points that stand by, drawn in place of the coordinate axes.
    """
    demand_words(title, alt)
    colors = {"position": POSITION, "token": TOKEN, "result": RESULT}
    ends = {name: np.asarray(vector, float) for name, vector in vectors.items()}
    size = max(float(np.hypot(*on_paper(end, tilt))) for end in ends.values())
    with house_style():
        figure, axes = new_figure(3.6, 3.6)
        if around is None:
            draw_axes(axes, len(next(iter(ends.values()))), size, tilt)
        for name, at in (around or {}).items():
            place = on_paper(np.asarray(at, float), tilt)
            axes.plot(*place, "o", color=QUIET, markersize=4)
            write_beyond(axes, place, 0.1 * size, name)
        for name, end in ends.items():
            tip = on_paper(end, tilt)
            color = colors.get((kinds or {}).get(name, ""), CURRENT)
            style = {"arrowstyle": "-|>", "color": color, "lw": 2, "shrinkA": 0, "shrinkB": 0}
            axes.annotate("", (tip[0], tip[1]), (0, 0), arrowprops=style)
            write_beyond(axes, tip, 0.1 * size, name)
        axes.set_xlim(-1.35 * size, 1.35 * size)
        axes.set_ylim(-1.35 * size, 1.35 * size)
        axes.set_aspect("equal")
        axes.axis("off")
        axes.set_title(title)
        return as_picture(figure, title, alt)
