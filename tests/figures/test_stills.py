"""The picture that stands for a figure where no script runs shows its start."""

import re
from xml.etree import ElementTree

from taotp_core.figures import decoder, edit, explore
from taotp_core.figures.options import Panels
from taotp_core.figures.pictures import RESULT
from taotp_core.programs import hello_world, printed
from taotp_core.programs.adding import add
from taotp_core.programs.minimum import minimum
from taotp_core.stream import subspaces

SVG = "{http://www.w3.org/2000/svg}"


def drawn(still: str) -> ElementTree.Element:
    """The drawing of a still."""
    found = re.search(r"<svg.*?</svg>", still, re.DOTALL)
    assert found
    return ElementTree.fromstring(found[0])


def texts(still: str) -> list[str]:
    """Everything that is written in it, in order."""
    return [node.text or "" for node in drawn(still).iter(f"{SVG}text")]


def underlined(still: str) -> int:
    """How many symbols of the tape are said."""
    green = [p for p in drawn(still).iter(f"{SVG}path") if p.get("stroke") == RESULT]
    return len(green)


def test_the_tape_holds_what_was_heard_and_said() -> None:
    still = explore(lambda: add(2), "45+78=", panels=("tape",)).still()
    assert texts(still)[1:10] == [*"45+78=", *"123"]
    assert underlined(still) == 3
    assert "<table" in still, "the numbers stand below it"


def test_a_greeting_is_said_whole() -> None:
    made = decoder(lambda N: hello_world("Hi!", loud=N), "Hi!", panels=("tape",))
    assert texts(made.still())[1:] == ["H", "i", "!", "stop"]
    assert underlined(made.still()) == 4


def test_what_a_position_points_at_is_written() -> None:
    made = decoder(lambda N: hello_world("Hi!", loud=N), "Hi!", panels=("tape", "step"), step=1)
    assert "Position 1 points at i." in texts(made.still())
    assert "The H that it hears is too faint to turn it." in texts(made.still())


def test_a_hard_head_is_one_cell_a_row() -> None:
    """Each row of the pattern is one full cell, so that there is nothing but the darkest shade."""
    made = explore(lambda: printed.search(10, 32, 2), [1, 2, 5, 1, 2], panels=("machine",))
    darkest = [
        path for path in drawn(made.still()).iter(f"{SVG}path") if path.get("fill-opacity") == "1"
    ]
    cells = [path.get("d", "").count("M") for path in darkest]
    assert cells[0] == 5, "the first head looks at one position from each"


def test_the_stream_has_names_and_steps() -> None:
    made = explore(
        lambda: minimum(20, 8),
        [6, 2, 0, 12],
        panels=Panels(("machine",), subspaces=subspaces(token=3)),
    )
    said = texts(made.still())
    assert "token" in said
    assert "attention 0" in said
    logits = said[said.index("The logits at position 3: how far the others are behind") + 1 :]
    assert logits[0] == "0", "the smallest leads"
    assert all(word.startswith("\N{MINUS SIGN}") for word in logits[3::2])


def test_small_leads_keep_their_digits() -> None:
    made = explore(lambda: add(2), "45+78=", panels=("tape", "logits"))
    behind = texts(made.still())[-1]
    assert float(behind.replace("\N{MINUS SIGN}", "-")) < 0


def test_an_edited_text_has_its_picture() -> None:
    text = "symbols 0 to 9\ncontext 8\nsteps 1\nstream token 3\nembed token as circle 22, from 1\n"
    still = edit(text, "6 2 0").still()
    assert still.startswith("<pre>")
    assert underlined(still) == 1
