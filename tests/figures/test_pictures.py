"""Still pictures: named, quiet about colors of their own, the same each time."""

import re
from collections.abc import Callable
from io import StringIO
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure

from taotp.figures import Picture, arrows, heat, lines, points, stream, trails
from taotp.figures.svg import inline
from taotp_core import random_transformer, trace
from taotp_core.encodings import circle
from taotp_core.stream import subspaces
from tests.laws import every

MATRIX = np.array([[1.0, -2.0, 0.0], [0.5, 0.25, -1e-9]])
ALT = "the second is the largest"


def pictures(alt: str = ALT) -> dict[str, Callable[[], Picture]]:
    run = trace(random_transformer(0, d_model=6, d_mlp=0), np.array([1, 2, 3]))
    pos, token = subspaces(pos=3, token=3)
    return {
        "heat": lambda: heat(MATRIX, "ab", "xyz", title="heat", alt=alt, mark="largest"),
        "stream": lambda: stream(run, (pos, token), title="stream", alt=alt, names="abc"),
        "lines": lambda: lines([1, 10, 100], {"one": [1, 2, 3], "two": [3, 2, 1]}, title="lines",
                               alt=alt, logx=True, xlabel="N", ylabel="weight", level=2.5,
                               bands={"one": (np.array([0, 1, 2]), np.array([2, 3, 3]))}),
        "points": lambda: points(circle(5), title="points", alt=alt, labels="abcde"),
        "plane": lambda: points(MATRIX[:, :2], title="plane", alt=alt, before=MATRIX[:, 1:]),
        "arrows": lambda: arrows({"p": MATRIX[0], "t": MATRIX[1]}, title="arrows", alt=alt,
                                 kinds={"p": "position"}),
        "around": lambda: arrows({"p": MATRIX[0]}, title="around", alt=alt,
                                 around={"a": MATRIX[1], "b": np.array([0.0, 0.0, 2.0])}),
        "trails": lambda: trails({"one": {"a": (0, 1), "b": (1, 3)}, "two": {"c": (2, 2)}},
                                 title="trails", alt=alt, xlabel="x", ylabel="y"),
    }  # fmt: skip


NAMES = list(pictures())


@every("name", NAMES)
def test_picture_fits_into_a_page(name: str) -> None:
    picture = pictures()[name]()
    root = ElementTree.fromstring(picture.svg)
    assert root.attrib["aria-hidden"] == "true"  # the figure around it says it in words
    assert "currentColor" in picture.svg
    for unwanted in (" style=", "<style", "#010203", "#000000", "#ffffff", "font-family", "DejaVu"):
        assert unwanted not in picture.svg
    sizes = [float(size) * 4 / 3 for size in re.findall(r'font-size="([\d.]+)px"', picture.svg)]
    assert min(sizes) >= 12
    ids = re.findall(r' id="([^"]+)"', picture.svg)
    used = re.findall(r'(?:url\(#|href="#)([\w-]+)', picture.svg)
    assert set(ids) == set(used)
    assert all(id.startswith(name) for id in ids)


@every("name", NAMES)
def test_picture_is_the_same_each_time(name: str) -> None:
    first, second = pictures()[name](), pictures()[name]()
    assert first._repr_mimebundle_() == second._repr_mimebundle_()
    assert first._repr_mimebundle_()["text/plain"] == f"<picture: {name}>\n{ALT}"


@every("name", NAMES)
def test_who_listens_hears_the_title_and_the_claim_once(name: str) -> None:
    element = pictures()[name]().element()
    assert element.startswith(f'<figure class="hand-picture" aria-label="{name}" tabindex="0">')
    assert element.count(ALT) == 1
    assert element.endswith(f"<figcaption>{ALT}</figcaption></figure>")


def test_in_another_figure_a_picture_has_no_caption() -> None:
    still = pictures()["lines"]().still()
    assert ALT not in still
    assert 'role="img" aria-label="lines"' in still


@every("name", NAMES)
def test_picture_needs_words(name: str) -> None:
    with pytest.raises(ValueError, match="alt is ' '; it must be a sentence"):
        pictures(alt=" ")[name]()


@every("width, shrinks", [("420pt", True), ("421pt", False), ("560", True), ("561", False)])
def test_phone_shows_a_narrow_picture_whole(width: str, shrinks: bool) -> None:
    picture = Picture("a line", ALT, f'<svg aria-hidden="true" width="{width}" height="90"></svg>')
    assert ('<svg class="whole" ' in picture.element()) is shrinks
    assert ('<svg class="whole" ' in picture.still()) is shrinks


def texts(picture: Picture) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(picture.svg).iter()
            if node.tag.endswith("text")]  # fmt: skip


def test_heat_writes_every_value() -> None:
    shown = texts(pictures()["heat"]())
    for word in ("a", "b", "x", "y", "z", "1", "\N{MINUS SIGN}2", "0.5", "0.25", "heat"):
        assert word in shown
    with pytest.raises(ValueError, match=r"the matrix is \(2, 3\) with 3 row names"):
        heat(MATRIX, "abc", "xyz", title="t", alt=ALT)


def test_points_around_stand_in_place_of_the_axes() -> None:
    assert {"p", "t", "x", "y", "z"} <= {*texts(pictures()["arrows"]())}
    shown = texts(pictures()["around"]())
    assert {"p", "a", "b"} <= {*shown}
    assert not {"x", "y", "z"} & {*shown}


def test_stream_leaves_out_what_changed_nothing() -> None:
    shown = texts(pictures()["stream"]())
    assert "attention 0" in shown
    assert "mlp 0" not in shown
    assert "pos" in shown
    assert "token" in shown


def test_stream_frames_what_changed() -> None:
    x = np.zeros((1, 3))
    y = np.array([[0.0, 7.0, 0.0]])
    picture = stream({"embedding": x, "attention 0": y}, title="t", alt=ALT)
    assert picture.svg.count('stroke="currentColor"') == 1


def test_names_of_many_curves_stand_beside_them() -> None:
    def right_end(n: int) -> float:
        picture = lines([0, 1], {f"curve {i}": [i, i] for i in range(n)}, title="t", alt=ALT)
        nodes = ElementTree.fromstring(picture.svg).iter()
        names = [node for node in nodes if (node.text or "").startswith("curve")]
        return min(float(name.attrib["x"]) for name in names) / float(
            ElementTree.fromstring(picture.svg).attrib["viewBox"].split()[2]
        )

    assert right_end(6) > 0.8


def test_too_many_curves() -> None:
    with pytest.raises(ValueError, match="there are 7 curves; at most 6"):
        lines([1], {str(i): [i] for i in range(7)}, title="t", alt=ALT)
    with pytest.raises(ValueError, match="there are 7 families; at most 6"):
        trails({str(i): {"a": (i, i)} for i in range(7)}, title="t", alt=ALT)


def test_a_band_stands_around_its_curve() -> None:
    ends = {"one": (np.zeros(2), np.ones(2))}
    bare, banded = (lines([1, 2], {"one": [0, 1]}, title="t", alt=ALT, bands=b).svg
                    for b in (None, ends))  # fmt: skip
    assert banded.count('fill-opacity="0.25"') == bare.count('fill-opacity="0.25"') + 1
    with pytest.raises(ValueError, match="a band around 'one'; it must be one of .'two'."):
        lines([1, 2], {"two": [0, 1]}, title="t", alt=ALT, bands=ends)


def test_without_matplotlib_a_picture_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taotp.figures.pictures.find_spec", lambda name: None)
    for draw in pictures().values():
        with pytest.raises(
            ModuleNotFoundError, match="drawn by matplotlib.*pip install matplotlib"
        ):
            draw()


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_what_matplotlib_saves(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its layout is found without drawing it first, and is the same."""
    drawn = pictures()[name]().svg

    def saved(figure: Figure, title: str, alt: str) -> Picture:
        file = StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
        return Picture(title, alt, inline(file.getvalue(), title))

    monkeypatch.setattr("taotp.figures.pictures.as_picture", saved)
    assert pictures()[name]().svg == drawn
