"""The picture that stands for a figure where no script runs shows its start."""

import re
from collections.abc import Sequence

import numpy as np

from taotp.figures import decoder, edit, explore
from taotp.figures.finished import short
from taotp.figures.pictures import POSITION, RESULT
from taotp.figures.stills import machine
from taotp.figures.strokes import svg
from taotp.programs import Program, hello_world, printed, search
from taotp.programs.adding import add
from taotp.programs.minimum import minimum
from taotp_core.program import Symbol
from taotp_core.stream import Subspace, subspaces
from taotp_core.transformer import trace
from tests.figures import asking


def drawn(still: str) -> str:
    """The drawing of a still."""
    found = re.search(r"<svg.*?</svg>", still, re.DOTALL)
    assert found
    return found[0]


def texts(still: str) -> list[str]:
    return asking.texts(drawn(still))


def paths(still: str, color: str) -> list[dict[str, str]]:
    """The lines of a color."""
    nodes = asking.nodes(drawn(still))
    return [each.attrib for each in nodes
            if each.tag.endswith("path") and each.get("stroke") == color
            and each.get("fill") == "none"]  # fmt: skip


def in_numbers(program: Program, heard: Sequence[Symbol], named: Sequence[Subspace] = ()) -> str:
    """The machine in numbers, as it is drawn where it cannot be told in symbols."""
    tokens = np.array(program.encode(heard))
    run = trace(program.model, tokens)
    blocks = machine(program, tokens, run, len(tokens) - 1, named, ())
    return svg(0, 0, "".join(ink for _, ink in blocks))


def test_the_tape_holds_what_was_heard_and_said() -> None:
    still = explore(lambda: add(2), "45+78=", panels=("tape",)).still()
    assert texts(still)[1:10] == [*"45+78=", *"123"]
    assert len(paths(still, RESULT)) == 3
    assert "<table" in still, "the numbers stand below it"
    greeting = decoder(lambda N: hello_world("Hi!", loud=N), "Hi!", panels=("tape",)).still()
    assert texts(greeting)[1:] == ["H", "i", "!", "stop"]
    assert len(paths(greeting, RESULT)) == 4
    text = "symbols 0 to 9\ncontext 8\nsteps 1\nstream token 3\nembed token as circle 22, from 1\n"
    edited = edit(text, "6 2 0").still()
    assert edited.startswith("<pre>")
    assert sum(x["d"].endswith("h18") for x in paths(edited, RESULT)) == 1, "below a symbol"


def test_what_a_position_points_at_is_written() -> None:
    made = decoder(lambda N: hello_world("Hi!", loud=N), "Hi!", panels=("tape", "step"), step=1)
    wanted = {"Position 1 points at i.", "The H that it hears is too faint to turn it."}
    assert wanted <= {*texts(made.still())}


def test_arcs_of_the_row_looked_at_are_as_wide_as_their_weights() -> None:
    program, heard = printed.search(10, 32, 2), [1, 2, 5, 1, 2]
    arcs = paths(in_numbers(program, heard), POSITION)
    widths = [arc["stroke-width"] for arc in arcs for _ in range(arc["d"].count("M"))]
    run = trace(program.model, np.array(program.encode(heard)))
    weights = [w for heads in run.patterns.values() for head in heads for w in head[-1].tolist()]
    assert sorted(widths) == sorted(f"{1 + 4 * w:.0f}" for w in weights if w > 0.02)


def test_the_machine_is_drawn_with_its_numbers() -> None:
    """What the trace computes stands in it, every row of it, and what each row says."""
    said = texts(in_numbers(minimum(20, 8), [6, 2, 0, 12], subspaces(token=3)))
    assert {"token", "embed", "finds the smallest", "after", "says"} <= {*said}
    embedded = trace(minimum(20, 8).model, np.array([6, 2, 0, 12])).stream["embedding"]
    numbers = [short(x) for x in embedded.ravel().tolist()]
    start = said.index(numbers[0])
    assert said[start : start + len(numbers)] == numbers
    assert said[-4:] == ["6", "2", "0", "0"]


def test_rows_that_are_left_out_are_counted() -> None:
    """Thirteen rows are drawn of twenty, the last of them, and lines say how many are not."""
    still = in_numbers(search(2, 20, 2), [0, 1] * 10)
    whole = next(node for node in asking.nodes(drawn(still)) if node.get("data-of"))
    assert (whole.get("data-rows"), whole.get("data-of")) == ("13", "20")
    assert sum(int(word.split()[0]) for word in texts(still) if "more row" in word) == 7


def test_numbers_are_short_and_small_leads_keep_their_digits() -> None:
    assert [short(x) for x in (-2e-16, 0.0, -0.004, 1.414, -10.04, 123.4, 3e5)] == [
        "0", "0", "0", "1.41", "\N{MINUS SIGN}10.0", "123", "3e5"
    ]  # fmt: skip
    behind = texts(explore(lambda: add(2), "45+78=", panels=("tape", "logits")).still())[-1]
    assert float(behind.replace("\N{MINUS SIGN}", "-")) < 0
