"""Still pictures: named, quiet about colors of their own, the same each time, and what they show.

A strip has a file of its own, as has the drawing of a machine.
"""

import re
from collections.abc import Callable
from functools import cache, partial
from io import StringIO
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure

from taotp import figures
from taotp.figures import Picture, chains, lines, number_lines, squares, stream, tables
from taotp.figures.chains import HIGH, Ways, planned
from taotp.figures.strokes import SIZE
from taotp.figures.svg import inline
from taotp.figures.table_maps import LEVELS
from taotp.programs import hello_world, search
from taotp_core import random_transformer, trace
from taotp_core.encodings import circle
from taotp_core.stream import subspaces
from tests.figures.asking import nodes, texts
from tests.laws import every
from tests.refused import refused

MATRIX = np.array([[1.0, -2.0, 0.0], [0.5, 0.25, -1e-9]])
ALT = "the second is the largest"
RUN = trace(random_transformer(0, d_model=6, d_mlp=0), np.array([1, 2, 3]))
BAND = {"one": (np.array([0, 1, 2]), np.array([2, 3, 3]))}
# After c either d comes, or at once e: the long way passes the row of d.
FORK: Ways = {
    "a": {"b": 0.4, "c": 0.6}, "b": {"c": 1.0}, "c": {"d": 0.5, "e": 0.5}, "d": {"e": 1.0},
}  # fmt: skip
WAYS = {"averaged": [(4.0, 5.0), (6.0, 5.0)], "doubled": [(5.0, 10.0)]}
TABLES = {"one": np.random.default_rng(0).uniform(-1, 1, (7, 12)), "two": np.eye(7, 12),
          "<three>": np.zeros((7, 12))}  # fmt: skip
TABLES["one"][3, 4] = -2.0

TRAILS = {"one": {"a": (0, 1), "b": (1, 3)}, "two": {"c": (2, 2)}}
Draw = Callable[..., Picture]
BY_MATPLOTLIB: dict[str, Draw] = {
    "heat": lambda **how: figures.heat(MATRIX, "ab", "xyz", mark="largest", **how),
    "stream": lambda **how: stream(RUN, subspaces(pos=3, token=3), names="abc", **how),
    "lines": lambda **how: lines([1, 10, 100], {"one": [1, 2, 3], "two": [3, 2, 1]}, logx=True,
                                 xlabel="N", ylabel="weight", level=2.5, bands=BAND, **how),
    "points": lambda **how: figures.points(circle(5), labels="abcde", **how),
    "plane": lambda **how: figures.points(MATRIX[:, :2], before=MATRIX[:, 1:], **how),
    "arrows": lambda **how: figures.arrows({"p": MATRIX[0], "t": MATRIX[1]},
                                           kinds={"p": "position"}, **how),
    "around": lambda **how: figures.arrows({"p": MATRIX[0]}, **how, around={
        "a": MATRIX[1], "b": np.array([0.0, 0.0, 2.0])}),
    "trails": lambda **how: figures.trails(TRAILS, xlabel="x", ylabel="y", **how),
}  # fmt: skip
BY_STROKES: dict[str, Draw] = {
    "chains": lambda **how: chains({"x": FORK}, **how),
    "number lines": lambda **how: number_lines(WAYS, **how),
    "squares": lambda **how: squares([[0, 1, 0], [1, 0, 1]], **how),
    "tables": lambda **how: tables(TABLES, **how),
    "strip": lambda **how: figures.looks(search("ab ", 64, 3), "ab" * 32, 1, 0, **how),
    "machine": lambda **how: figures.machine(hello_world(), **how),
}
PICTURES = BY_MATPLOTLIB | BY_STROKES


@cache
def drawn(name: str, title: str = "", alt: str = ALT) -> Picture:
    return PICTURES[name](title=title or name, alt=alt)


@every("name", PICTURES)
def test_a_picture_fits_into_a_page_and_is_the_same_each_time(name: str) -> None:
    picture = drawn(name)
    assert picture._repr_mimebundle_() == drawn.__wrapped__(name)._repr_mimebundle_()
    assert picture._repr_mimebundle_()["text/plain"] == f"<picture: {name}>\n{ALT}"
    for unwanted in (" style=", "<style", "#010203", "#000", "#fff", "font-family", "DejaVu"):
        assert unwanted not in picture.svg, unwanted
    ids = re.findall(r' id="([^"]+)"', picture.svg)
    assert {*ids} == {*re.findall(r'(?:url\(#|href="#)([\w-]+)', picture.svg)}
    if name in BY_MATPLOTLIB:
        root = ElementTree.fromstring(picture.svg)
        assert root.attrib["aria-hidden"] == "true"  # the figure around it says it in words
        assert "currentColor" in picture.svg
        sizes = [float(size) * 4 / 3 for size in re.findall(r'font-size="([\d.]+)px"', picture.svg)]
        assert min(sizes) >= 12
        assert all(id.startswith(name) for id in ids)


@every("name", PICTURES)
def test_a_picture_has_words(name: str) -> None:
    """Who listens hears the title and the claim once."""
    element = drawn(name).element()
    assert element.startswith(f'<figure class="hand-picture" aria-label="{name}" tabindex="0">')
    assert element.count(ALT) == 1
    assert element.endswith(f"<figcaption>{ALT}</figcaption></figure>")
    still = drawn(name).still()
    assert ALT not in still, "in another figure it has no caption"
    assert f'role="img" aria-label="{name}"' in still
    for words in ("title", "alt"):
        with pytest.raises(ValueError, match=f"{words} is ' '; it must be a sentence"):
            drawn(name, **{words: " "})


@every("width, shrinks", [("420pt", True), ("421pt", False), ("560", True), ("561", False)])
def test_phone_shows_a_narrow_picture_whole(width: str, shrinks: bool) -> None:
    picture = Picture("a line", ALT, f'<svg aria-hidden="true" width="{width}" height="90"></svg>')
    assert ('<svg class="whole" ' in picture.element()) is shrinks
    assert ('<svg class="whole" ' in picture.still()) is shrinks


@every(
    "name, there, missing",
    [
        ("heat", "a b x y z 1 \N{MINUS SIGN}2 0.5 0.25 heat", ""),
        ("arrows", "p t x y z", ""),
        ("around", "p a b", "x y z"),  # in place of the axes
        ("stream", "attention 0|pos|token", "mlp 0|nothing"),  # what changed nothing is left out
    ],
)
def test_what_is_written(name: str, there: str, missing: str) -> None:
    by = "|" if "|" in there else None
    shown = {*texts(drawn(name))}
    assert {*there.split(by)} <= shown
    assert not {*missing.split(by)} & shown


def test_names_of_many_curves_stand_beside_them() -> None:
    curves = {f"curve {i}": [i, i] for i in range(6)}
    root, *inner = nodes(lines([0, 1], curves, title="t", alt=ALT))
    ends = [float(node.attrib["x"]) for node in inner if (node.text or "").startswith("curve")]
    assert min(ends) / float(root.attrib["viewBox"].split()[2]) > 0.8


def test_a_band_stands_around_its_curve_and_a_frame_around_what_changed() -> None:
    x, y = np.zeros((1, 3)), np.array([[0.0, 7.0, 0.0]])
    picture = stream({"embedding": x, "attention 0": y}, title="t", alt=ALT)
    assert picture.svg.count('stroke="currentColor"') == 1
    ends = {"one": (np.zeros(2), np.ones(2))}
    bare, banded = (lines([1, 2], {"one": [0, 1]}, title="t", alt=ALT, bands=b).svg
                    for b in (None, ends))  # fmt: skip
    assert banded.count('fill-opacity="0.25"') == bare.count('fill-opacity="0.25"') + 1


SEVEN = {str(i): [i] for i in range(7)}
BAD: list[tuple[Draw, tuple[Any, ...], dict[str, Any], str]] = [
    (figures.heat, (MATRIX, "abc", "xyz"), {}, r"the matrix is \(2, 3\) with 3 row names"),
    (lines, ([1], SEVEN), {}, "there are 7 curves; at most 6"),
    (figures.trails, ({name: {"a": (0, 0)} for name in SEVEN},), {}, "there are 7 families; at"),
    (lines, ([1, 2], {"two": [0, 1]}), {"bands": {"one": (np.zeros(2), np.ones(2))}},
     "a band around 'one'; it must be one of .'two'."),
    (chains, ({},), {}, "at least one way"),
    (chains, ({"x": {"a": {}}},), {}, "at least one way"),
    (chains, ({"x": {"a": {"b": 1.0}, "b": {"a": 1.0}}},), {}, "comes back to itself"),
    (chains, ({"x": {"a": {"b": 0.0}}},), {}, "the share of 'b' after 'a' is 0.0"),
    (chains, ({"x": {"a": {"b": float("nan")}}},), {}, "is nan"),
    (number_lines, ({},), {}, "at least one way"),
    (number_lines, ({"averaged": []},), {}, "at least one way"),
    (number_lines, ({"stays": [(5.0, 5.0)]},), {}, r"\(5.0, 5.0\) goes nowhere"),
    (squares, ([],), {}, "the rows have .* cells; all must have as many"),
    (squares, ([[1], [1, 0]],), {}, "the rows have .* cells; all must have as many"),
    (tables, ({"a": np.zeros((2, 3)), "b": np.zeros((3, 2))},), {},
     r"the tables are a \(2, 3\), b \(3, 2\); all must be of"),
    (tables, ({},), {}, "the tables are none"),
]  # fmt: skip


def test_what_cannot_be_drawn_is_refused() -> None:
    words = {"title": "t", "alt": ALT}
    refused(*((partial(draw, *of, **words, **how), sentence) for draw, of, how, sentence in BAD))


def test_without_matplotlib_a_picture_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taotp.figures.pictures.find_spec", lambda name: None)
    for name in BY_MATPLOTLIB:
        with pytest.raises(ModuleNotFoundError, match="by matplotlib.*pip install matplotlib"):
            drawn.__wrapped__(name)


@pytest.mark.parametrize("name", BY_MATPLOTLIB)
def test_a_picture_is_what_matplotlib_saves(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its layout is found without drawing it first, and is the same."""
    svg = drawn(name).svg

    def saved(figure: Figure, title: str, alt: str) -> Picture:
        file = StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
        return Picture(title, alt, inline(file.getvalue(), title))

    monkeypatch.setattr("taotp.figures.pictures.as_picture", saved)
    assert drawn.__wrapped__(name).svg == svg


# Chains, number lines, squares and tables


def test_states_of_a_chain_stand_below_all_that_lead_to_them() -> None:
    plan = planned(FORK, top=0.0)
    for spots, _ in plan.ways:
        heights = np.array([spot.y for spot in spots])
        assert (np.diff(heights) > HIGH).all()
    for row in plan.rows:
        ends = [(spot.x - spot.width / 2, spot.x + spot.width / 2) for spot in row]
        assert all(right < left for (_, right), (left, _) in zip(ends, ends[1:], strict=False))


def test_each_chain_is_a_drawing_of_its_own_that_holds_it() -> None:
    """So that a narrow page can put one below the other; shares stand where there is a choice."""
    root = ElementTree.fromstring(chains({"x": FORK, "y": FORK}, title="t", alt=ALT).svg)
    pictures = root.findall("span/{http://www.w3.org/2000/svg}svg")
    plan = planned(FORK, top=0.0)
    assert len(pictures) == 2
    assert all(float(picture.attrib["width"]) >= plan.width for picture in pictures)
    assert all(float(each.attrib["height"]) > plan.rows[-1][0].y + HIGH for each in pictures)
    written = [node.text for node in nodes(drawn("chains")) if node.text]
    assert sorted(written) == sorted(["chains", "x", *"abcde", "0.4", "0.6", "0.5", "0.5"])


def test_every_number_and_name_of_a_line_is_written_once() -> None:
    wanted = ["number lines", "averaged", "doubled", "4", "6", "5", "5", "10"]
    assert sorted(filter(None, texts(drawn("number lines")))) == sorted(wanted)


def test_there_is_a_square_for_each_one() -> None:
    places = re.findall(r"M([\d.]+) ([\d.]+)h", drawn("squares").svg)
    top = SIZE + 10
    at = [tuple(map(float, each)) for each in places]
    assert at == [(20, top), (0, top + 20), (40, top + 20)]


def test_every_cell_of_a_table_has_its_level() -> None:
    svg = drawn("tables").svg
    groups = re.findall(r"<svg [^>]*>(.*?)</svg>", svg)
    for table, group in zip(TABLES.values(), groups, strict=True):
        levels = np.zeros(table.shape, int)
        paths = r'stroke="(#\w+)" stroke-opacity="([\d.]+)" d="([^"]*)"'
        for color, opacity, path in re.findall(paths, group):
            sign = 1 if color == "#3b76d6" else -1
            for j, i, run in re.findall(r"M(\d+)\.5 (\d+)v(\d+)", path):
                part = levels[int(i) : int(i) + int(run), int(j)]
                assert not part.any(), "no cell is drawn twice"
                part += sign * round(float(opacity) * LEVELS)
        assert np.array_equal(levels, np.rint(table / 2 * LEVELS).astype(int))
    assert "&lt;three&gt;" in svg
    assert "<path" not in tables({"zero": np.zeros((2, 2))}, title="Zero", alt=ALT).svg
