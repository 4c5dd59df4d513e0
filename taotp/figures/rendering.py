"""Our own vector drawings as dots, for pictures that must be files, such as the card of a link.

It knows what `strokes` writes and nothing else: groups that are moved and scaled, rectangles,
circles, paths of lines, curves and quarters of circles, and lines of text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self
from xml.etree.ElementTree import Element

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path

POINTS = 72  # to the inch
QUARTER = 0.5523  # how far the handles of a quarter of a circle reach, of its radius
COMMAND = re.compile(r"([MLHVCQhvaz])([^MLHVCQhvaz]*)")
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")


@dataclass(frozen=True)
class Place:
    """Where a drawing stands: its upper left, how large it is, and how much is seen of it."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    opacity: float = 1.0

    def inside(self, of: Element) -> Self:
        """The same inside of an element."""
        moved = {
            kind: [*map(float, NUMBER.findall(given))]
            for kind, given in re.findall(r"(\w+)\(([^)]*)\)", of.get("transform", ""))
        }
        dx, dy = [*moved.get("translate", [0.0]), 0.0][:2]
        return replace(
            self,
            x=self.x + self.scale * dx,
            y=self.y + self.scale * dy,
            scale=self.scale * moved.get("scale", [1.0])[0],
            opacity=self.opacity * float(of.get("opacity", 1)),
        )

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the drawing is."""
        return self.x + self.scale * x, self.y + self.scale * y


def render(of: Element, axes: "Axes", place: Place, ink: str, dots: int) -> None:
    """Draw an element and what is inside, on axes whose unit is a dot and that grow downwards.

    `ink` is the color of what has none of its own, and `dots` are those to the inch.
    """
    from matplotlib.patches import PathPatch

    here, tag = place.inside(of), of.tag.rpartition("}")[2]
    if tag == "text":
        size = float(of.get("font-size", 13)) * here.scale * POINTS / dots
        side = {"middle": "center", "end": "right"}.get(of.get("text-anchor", ""), "left")
        axes.text(*here.at(number(of, "x"), number(of, "y")), of.text or "", ha=side, va="baseline",
                  fontsize=size, weight=of.get("font-weight", "normal"), alpha=here.opacity,
                  color=color(of.get("fill"), ink))  # fmt: skip
    elif tag in ("rect", "circle", "path"):
        dashes = [here.scale * float(x) for x in NUMBER.findall(of.get("stroke-dasharray", ""))]
        wide = number(of, "stroke-width", 1) * here.scale * POINTS / dots
        axes.add_patch(PathPatch(
            outline(of, tag, here),
            facecolor=shade(of, "fill", "black", here.opacity, ink),
            edgecolor=shade(of, "stroke", "none", here.opacity, ink),
            linewidth=wide if of.get("stroke", "none") != "none" else 0,
            linestyle=(0, [x * POINTS / dots / wide for x in dashes]) if dashes else "solid",
            capstyle="round" if of.get("stroke-linecap") == "round" else "butt",
            joinstyle="round",
        ))  # fmt: skip
    for each in of:
        render(each, axes, here, ink, dots)


def number(of: Element, name: str, other: float = 0.0) -> float:
    """An attribute that is a number."""
    return float(of.get(name, other))


def color(name: str | None, ink: str) -> str:
    """A color by its name."""
    return ink if name in (None, "currentColor") else str(name)


def shade(
    of: Element, what: str, other: str, opacity: float, ink: str
) -> tuple[float, float, float, float]:
    """The color of an area or of a line, with how much is seen of it."""
    from matplotlib.colors import to_rgba

    named = of.get(what, other)
    if named == "none":
        return 0.0, 0.0, 0.0, 0.0
    return to_rgba(color(named, ink), opacity * number(of, f"{what}-opacity", 1))


def outline(of: Element, tag: str, here: Place) -> "Path":
    """A shape as a path."""
    from matplotlib.path import Path
    from matplotlib.transforms import Affine2D

    if tag == "path":
        found = [*segments(of.get("d", ""))]
        path = Path([point for _, points in found for point in points],
                    [code for code, points in found for _ in points])  # fmt: skip
    elif tag == "circle":
        path = Path.circle((number(of, "cx"), number(of, "cy")), number(of, "r"))
    else:
        x, y, w, h = (number(of, name) for name in ("x", "y", "width", "height"))
        r = min(number(of, "rx"), w / 2, h / 2)
        d = (
            f"M{x + r} {y}h{w - 2 * r}a{r} {r} 0 0 1 {r} {r}v{h - 2 * r}a{r} {r} 0 0 1 {-r} {r}"
            f"h{2 * r - w}a{r} {r} 0 0 1 {-r} {-r}v{2 * r - h}a{r} {r} 0 0 1 {r} {-r}z"
        )
        return outline(Element("path", d=d), "path", here)
    return path.transformed(Affine2D().scale(here.scale).translate(here.x, here.y))


def segments(d: str) -> Iterator[tuple[int, list[tuple[float, float]]]]:
    """The parts of a path: the code of each, and its points.

    An arc is a quarter of a circle, which goes on in the direction of the line before it. Raises
    ValueError for anything else.
    """
    from matplotlib.path import Path

    x = y = 0.0
    start, sideways = (0.0, 0.0), True
    for command, given in COMMAND.findall(d):
        at = [*map(float, NUMBER.findall(given))]
        code, points = Path.LINETO, [(x, y)]
        match command, at:
            case "M" | "L", [x, y]:
                code, points = Path.MOVETO if command == "M" else Path.LINETO, [(x, y)]
                start = (x, y) if command == "M" else start
            case "H", [x]:
                points = [(x, y)]
            case "V", [y]:
                points = [(x, y)]
            case ("h", [by]):
                x, sideways = x + by, True
                points = [(x, y)]
            case ("v", [by]):
                y, sideways = y + by, False
                points = [(x, y)]
            case "C", [a, b, c, e, x, y]:
                code, points = Path.CURVE4, [(a, b), (c, e), (x, y)]
            case "Q", [a, b, x, y]:
                code, points = Path.CURVE3, [(a, b), (x, y)]
            case "a", [_, _, 0.0, 0.0, 1.0, dx, dy]:
                near, far = QUARTER, 1 - QUARTER
                first = (x + near * dx, y) if sideways else (x, y + near * dy)
                second = (x + dx, y + far * dy) if sideways else (x + far * dx, y + dy)
                x, y = x + dx, y + dy
                code, points = Path.CURVE4, [first, second, (x, y)]
            case "z", []:
                code, points = Path.CLOSEPOLY, [start]
            case _:
                raise ValueError(f"a path goes on with {command}{given}, which nothing here writes")
        yield int(code), points
