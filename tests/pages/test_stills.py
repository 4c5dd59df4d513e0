"""Every figure of every built page has a still: a drawing with words, for paper and no script."""

import json
import re
from xml.etree import ElementTree

import pytest

from tests.pages.conftest import built_pages
from tools.sampling import HTML

SVG = "{http://www.w3.org/2000/svg}"
FIGURE = re.compile(
    r'<hand-figure[^>]*\bid="([^"]+)"[^>]*><script type="application/json">(.*?)</script>'
    r"(.*?)<noscript>",
    re.DOTALL,
)
WORDS_ALONE = {"answer", "progress"}  # a box to answer in, and a list of links
FEWEST_SHAPES = 2  # of what is no text


def stills_of(name: str) -> list[tuple[str, str, str]]:
    """The id, the kind and the still of each figure of a built page."""
    page = (HTML / name).read_text("utf-8")
    found = [(id, json.loads(spec)["kind"], still) for id, spec, still in FIGURE.findall(page)]
    return [each for each in found if each[1] not in WORDS_ALONE]


WITH_FIGURES = [name for name in built_pages() if stills_of(name)]


@pytest.mark.parametrize("name", WITH_FIGURES)
def test_every_figure_has_a_drawing_with_words(name: str) -> None:
    for id, kind, still in stills_of(name):
        drawings = re.findall(r"<svg.*?</svg>", still, re.DOTALL)
        assert drawings, f"{id}, a {kind}, has no drawing"
        for drawing in drawings:
            nodes = [*ElementTree.fromstring(drawing).iter()]
            words = "".join(node.text or "" for node in nodes if node.tag == f"{SVG}text")
            shapes = [node for node in nodes if node.tag in (f"{SVG}path", f"{SVG}rect")]
            assert re.search(r"\w", words), f"the drawing of {id} says nothing"
            assert len(shapes) >= FEWEST_SHAPES, f"the drawing of {id} shows nothing"


@pytest.mark.parametrize("name", WITH_FIGURES)
def test_a_machine_in_steps_stands_whole_on_paper(name: str) -> None:
    """Its still has the rows of the machine itself, and says how many of how many they are."""
    page = (HTML / name).read_text("utf-8")
    for id, spec, still in FIGURE.findall(page):
        if "machine" in json.loads(spec)["panels"]:
            rows = re.search(r'data-rows="(\d+)" data-of="(\d+)"', still)
            assert rows, f"{id} has tiles alone"
            assert 0 < int(rows[1]) <= int(rows[2])
