"""The picture that stands for a figure where no script runs shows its start."""

import re
from xml.etree import ElementTree

import numpy as np

from taotp.figures import decoder, edit, explore
from taotp.figures.finished import short
from taotp.figures.options import Panels
from taotp.figures.pictures import POSITION, RESULT
from taotp.programs import hello_world, printed, search
from taotp.programs.adding import add
from taotp.programs.minimum import minimum
from taotp_core.stream import subspaces
from taotp_core.transformer import trace

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


def test_arcs_of_the_row_looked_at_are_as_wide_as_their_weights() -> None:
    program, heard = printed.search(10, 32, 2), [1, 2, 5, 1, 2]
    still = explore(lambda: program, heard, panels=("machine",)).still()
    arcs = [p for p in drawn(still).iter(f"{SVG}path") if p.get("stroke") == POSITION]
    widths = [p.get("stroke-width") for p in arcs for _ in range(p.get("d", "").count("M"))]
    run = trace(program.model, np.array(program.encode(heard)))
    weights = [w for heads in run.patterns.values() for head in heads for w in head[-1].tolist()]
    assert sorted(map(str, widths)) == sorted(f"{1 + 4 * w:.0f}" for w in weights if w > 0.02)


def test_the_machine_is_drawn_with_its_numbers() -> None:
    """What the trace computes stands in it, every row of it, and what each row says."""
    made = explore(
        lambda: minimum(20, 8),
        [6, 2, 0, 12],
        panels=Panels(("machine",), subspaces=subspaces(token=3)),
    )
    said = texts(made.still())
    for word in ("token", "embed", "finds the smallest", "after", "says"):
        assert word in said
    embedded = trace(minimum(20, 8).model, np.array([6, 2, 0, 12])).stream["embedding"]
    numbers = [short(x) for x in embedded.ravel().tolist()]
    start = said.index(numbers[0])
    assert said[start : start + len(numbers)] == numbers
    assert said[-4:] == ["6", "2", "0", "0"]


def test_rows_that_are_left_out_are_counted() -> None:
    """Thirteen rows are drawn of twenty, the last of them, and lines say how many are not."""
    made = explore(lambda: search(2, 20, 2), [0, 1] * 10, panels=("machine",))
    whole = next(g for g in drawn(made.still()).iter(f"{SVG}g") if g.get("data-of"))
    assert (whole.get("data-rows"), whole.get("data-of")) == ("13", "20")
    left = [int(word.split()[0]) for word in texts(made.still()) if "more row" in word]
    assert sum(left) == 7


def test_zero_is_written_as_zero() -> None:
    assert [short(x) for x in (-2e-16, 0.0, -0.004, 1.414, -10.04, 123.4, 3e5)] == [
        "0", "0", "0", "1.41", "\N{MINUS SIGN}10.0", "123", "3e5"
    ]  # fmt: skip


def test_small_leads_keep_their_digits() -> None:
    made = explore(lambda: add(2), "45+78=", panels=("tape", "logits"))
    behind = texts(made.still())[-1]
    assert float(behind.replace("\N{MINUS SIGN}", "-")) < 0


def test_an_edited_text_has_its_picture() -> None:
    text = "symbols 0 to 9\ncontext 8\nsteps 1\nstream token 3\nembed token as circle 22, from 1\n"
    still = edit(text, "6 2 0").still()
    assert still.startswith("<pre>")
    assert underlined(still) == 1
