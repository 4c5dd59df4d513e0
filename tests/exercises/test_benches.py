"""Benches: right and wrong machines in Python and in the page, and what both are asked."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exercises import check
from exercises.__main__ import BAD_INPUT, FAILED, OK, main
from exercises.answer_field import bench
from exercises.bench_block import build_yourself
from exercises.catalogue import BENCHES
from exercises.handing_in.grade import graded
from exercises.judging.bench import NameBench
from taotp import listing
from taotp.listing.skeleton import BLANK
from taotp_core.program import Program
from taotp_core.weights import Transformer
from tests.exercises.laws import of_each
from tests.exercises.verdicts import RIGHT, WRONG, answer, names_of, said_of
from tests.in_node import in_node

SCRIPT = Path(__file__).parent / "benches.mjs"
MOST_LINES = 12  # of an answer, those included that are given
LEAST_WRONG = 5


def texts_of(slug: str) -> dict[str, str]:
    """The answers of the catalogue to a bench, right and wrong, by their names."""
    names = (*names_of(slug, RIGHT), *names_of(slug, WRONG))
    return {name: answer(slug, name) for name in names}


@pytest.fixture(scope="module")
def in_the_page(node: str) -> dict[str, Any]:
    """What the page asks of each bench, and says of each answer."""
    asked = [
        {"spec": bench(slug).spec, "texts": [*texts_of(slug).values(), BENCHES[slug].text]}
        for slug in BENCHES
    ]
    return dict(zip(BENCHES, in_node(node, SCRIPT, asked), strict=True))


@of_each(BENCHES)
def test_the_page_asks_and_says_the_same(slug: str, *, in_the_page: dict[str, Any]) -> None:
    found, of = in_the_page[slug], BENCHES[slug]
    if not isinstance(of, NameBench):
        assert found["inputs"] == [["".join(text), said] for text, said in of.inputs.items()]
    for name, verdict in zip(texts_of(slug), found["verdicts"], strict=False):
        said = said_of(slug, name)
        if verdict["kind"] == "fault":
            assert said.text.endswith(verdict["text"]), name
        else:
            assert (verdict["kind"] == "right") == said.passed, name
            assert verdict["text"] == said.text, name


@of_each(BENCHES)
def test_answers_are_few_lines_and_wrong_ones_are_told_where(slug: str) -> None:
    of = BENCHES[slug]
    assert len(of.filled.splitlines()) <= MOST_LINES
    assert of.text.count(BLANK) == len(of.answers)
    wrong = [said_of(slug, name).text for name in names_of(slug, WRONG)]
    assert len(wrong) >= LEAST_WRONG
    where = re.compile(r'; on ".*" expected \S+, got |^(in|at) .+ expected .+, got ')
    assert all(where.search(said) for said in wrong), wrong


def test_a_machine_is_a_text_a_program_or_a_transformer() -> None:
    program = listing.read(BENCHES["build-search"].filled).program
    given: tuple[object, ...] = (program, program.model, lambda: program, program.model.W_E, 3)
    said = [check("build-search", each) for each in given]
    assert [each.passed for each in said] == [True, True, True, False, False]
    assert said[3].text == (
        "in the machine expected a text, a Program or a Transformer, got a ndarray"
    )
    few = Transformer(np.eye(3), np.zeros((20, 3)))
    assert "got one of 3" in check("build-search", few).text
    assert "expected the symbol a, got none such" in check("build-search", Program(few, "xyz")).text
    short = listing.read(BENCHES["build-search"].filled.replace("context 13", "context 12")).program
    assert check("build-search", short).text == (
        "in the machine expected a context of 13 or more, got 12"
    )


def test_a_notebook_shows_the_text_and_how_it_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    block = build_yourself("build-name", "build-vote")
    assert block._repr_html_() is None
    first, second = re.split(r"(?<=check, hint)\n\n", repr(block))
    assert "Build it yourself first: Your name (3 blanks)" in first
    assert "So: nothing → Ada" in first
    assert BENCHES["build-vote"].text in second
    assert 'check("build-vote", """...""") judges it' in second
    monkeypatch.setenv("TAOTP_PAGE", "1")
    assert (block._repr_html_() or "").count("<details class=") == 2
    with pytest.raises(ValueError, match="has no bench"):
        build_yourself("jello")


def test_symbols_may_stand_in_another_order_beside_others() -> None:
    text = BENCHES["build-vote"].filled.replace("symbols a b", "symbols z b a y")
    wide = text.replace("letter 2, count 2", "letter 4, count 4, spare 3")
    assert check("build-vote", wide).passed


@of_each([np.nan, np.inf, -np.inf])
def test_numbers_that_are_none_are_wrong(value: float) -> None:
    program = listing.read(BENCHES["build-letter"].filled).program
    W_E = program.model.W_E.copy()
    W_E[1, 0] = value
    model = object.__new__(Transformer)
    for name, each in vars(program.model).items():
        object.__setattr__(model, name, W_E if name == "W_E" else each)
    assert not check("build-letter", replace(program, model=model)).passed


def test_blanks_that_are_left_are_counted() -> None:
    of = BENCHES["build-back"]
    assert check("build-back", of.text).text == "not attempted yet"
    one = of.text.replace(BLANK, "1", 1)
    assert check("build-back", one).text == "2 blanks are left"
    two = one.replace(BLANK, "letter", 1)
    assert check("build-back", two).outcome == "new"
    assert check("build-back", two).text == "1 blank is left"


# In a terminal


AAB = """symbols a b
context 5
stream x, y, z
embed x of b as row [2]
embed y of a as row [1]
place x as symbols a a b a a, times -1/2
place y as symbols a b b b b, times -1
layer
attend everywhere, read x, write -12 x
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A right search as a file."""
    path = tmp_path / "mine.taotp"
    path.write_text(BENCHES["build-search"].filled, "utf-8")
    return path


def test_a_text_is_checked_handed_in_and_graded(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "build-search", str(mine)]) == OK
    assert "✓  W.12 build-search   right on all 1,480 inputs asked" in capsys.readouterr().out
    handed = mine.with_name("mine.json")
    command = ["submit", str(mine), "build-search", "--author", "Ada", "--to", str(handed)]
    assert main(command) == OK
    assert graded(handed.read_bytes()).credit == "verified"
    named = mine.rename(mine.with_name("build-latest.taotp"))
    assert main(["check", str(named)]) == FAILED
    assert "✗  W.11 build-latest   right on" in capsys.readouterr().out


def test_a_text_is_checked_and_enters_a_board(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The task of an exercise, and a board, whose file holds the machine and not the text."""
    mine.write_text(AAB, "utf-8")
    assert main(["check", "least-aab", str(mine)]) == OK
    assert "13 inputs, 33 parameters" in capsys.readouterr().out
    handed = mine.with_name("mine.json")
    command = ["submit", str(mine), "least-aab", "--author", "Ada", "--to", str(handed)]
    assert main(command) == OK
    assert graded(handed.read_bytes()).credit == "verified"
    mine.write_text(AAB.replace("attend", "atend"), "utf-8")
    assert main(command) == BAD_INPUT
    assert "at line 9, column 1 expected a sentence" in capsys.readouterr().err
    assert main(["check", "later-noun", str(mine)]) == FAILED


def test_the_workshop_can_be_had_as_a_notebook(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["work", "workshop"]) == OK
    copy = mine.parent / "my" / "workshop.ipynb"
    assert capsys.readouterr().out.count(f"{copy} is yours.") == 1
    assert r"bench(\"build-search\")" in copy.read_text("utf-8")


def test_what_the_page_saves_is_graded() -> None:
    answer = {"function": "build_vote", "arguments": [], "returned": BENCHES["build-vote"].filled}
    file = {"format": 1, "exercise": "build-vote", "author": "Ada", "answers": [answer]}
    assert graded(json.dumps(file).encode()).credit == "verified"
    answer["returned"] = BENCHES["build-back"].filled
    assert graded(json.dumps(file).encode()).credit == "tried"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["check", "jello", "mine.taotp"], "jello asks for no machine, and takes no text in a"),
        (["check", "mine.taotp"], "there is no exercise 'mine'"),
        (["check", "build-search", "none.taotp"], "there is no file none.taotp"),
        (["check", "build-search", "mine.py"], "its name must end in .taotp"),
        (["check", "build-vote", "build-back", "mine.taotp"], "one exercise and one file are"),
        (["submit", "mine.taotp", "jello", "--author", "A"], "jello asks for no machine, and"),
        (
            ["submit", "mine.taotp", "repeat-last", "--author", "A"],
            "repeat-last asks for a function of every size, of which a text is one",
        ),
    ],
)
def test_wrong_commands_get_a_sentence(
    mine: Path,
    command: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(mine.parent)
    Path("mine.py").write_text("", "utf-8")
    assert main(command) == BAD_INPUT
    assert said in capsys.readouterr().err
