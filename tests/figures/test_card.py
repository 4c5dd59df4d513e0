"""The card of a link shows numbers that do what it says of them, or a machine in symbols."""

import struct
from io import BytesIO
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.image import imread

from taotp.figures import card as cards
from taotp.figures import explore
from taotp.figures.card import SAYS, card, card_of, printed_greeting, still_in
from taotp.figures.lanes.layout import TAG, rows_of
from taotp.figures.lanes.picture import outline
from taotp.figures.pictures import RESULT
from taotp.figures.rendering import Place, render, segments
from taotp.interp.lanes import lanes
from tests.interp.lanes.machines import MACHINES, drawn, machine
from tests.laws import every

SMALLEST = 10  # dots of a letter
SHOWN = ("search", "minimum", "sort", "echo", "reverse", "weird_words", "brackets", "add_mod10")


def test_a_card_is_a_picture_of_the_size_that_is_asked_for() -> None:
    """The numbers on it say the greeting; a page without a machine has none."""
    program = printed_greeting()
    assert not program.model.layers
    assert program.model.W_E.size + program.model.W_pos.size == 72
    assert program.complete("") == SAYS
    image = card()
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", image[16:24]) == (1200, 630)
    assert image == card()
    assert still_in("<p>No machine.</p><svg><text>a drawing</text></svg>") == ""


@every("name", SHOWN)
def test_a_page_with_a_machine_has_a_card_of_it(name: str) -> None:
    """All of it stands on the card, in letters that can be read, with its story."""
    prompt = drawn(name, np.random.default_rng(5))
    page = f"<p>A text.</p>{explore(lambda: machine(name), prompt, panels=('machine',)).element()}"
    story = lanes(machine(name), prompt).story().replace("</s>", "end")
    placed: list[Place] = []
    with pytest.MonkeyPatch.context() as patch:

        def watched(of: Element, axes: Any, place: Place, ink: str, dots: int) -> None:
            placed.append(place)
            render(of, axes, place, ink, dots)

        patch.setattr(cards, "render", watched)
        image, words = card_of(still_in(page), "Its page")
    assert struct.unpack(">II", image[16:24]) == (1200, 630)
    assert words == f"Its page. {story}"
    _, shown = cards.story_and_lanes(still_in(page))
    (place,) = placed
    for left, top, right, bottom in cards.boxes_of(shown[0], place):
        assert 0 <= left <= right <= 1200
        assert 140 <= top <= bottom <= 630, "below the story"
        assert bottom - top >= SMALLEST
    dots = imread(BytesIO(image))[..., :3]
    green = np.abs(dots - np.array(to_rgb(RESULT))).max(-1) < 0.02
    assert green.sum() > 100, "the answer is there"


@every("name", MACHINES)
def test_outlines_of_cells_come_out_as_they_are_drawn(name: str) -> None:
    """Quarters of circles too: each goes on where the line before it ends, and all is closed."""
    seen = lanes(machine(name), drawn(name, np.random.default_rng(2)))
    for row in rows_of(seen, seen.causes()):
        for p in range(len(row.values)):
            if not row.lines(p):
                continue
            points = np.array([at for _, some in segments(outline(row, 50.0, p)) for at in some])
            left, top = points.min(0)
            right, bottom = points.max(0)
            assert np.isclose(bottom - top, 2 * row.half(p), rtol=1e-2)
            assert np.isclose((left + right) / 2, 50, atol=0.1)
            assert np.allclose(points[-1], points[0], atol=0.1)
            steps = [np.hypot(*np.subtract(b, a)) for a, b in pairwise(points)]
            assert max(steps) <= max(right - left, TAG * (len(row.lines(p)) + 1))
    with pytest.raises(ValueError, match="a path goes on with Q1 2, which nothing here writes"):
        [*segments("M0 0Q1 2")]
