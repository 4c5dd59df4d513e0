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
from tests.exercises.conftest import Patch, Said
from tests.exercises.in_turn import in_full
from tests.exercises.laws import of_each
from tests.exercises.verdicts import RIGHT, WRONG, answer, names_of, said_of
from tests.in_node import in_node
from tools.sampling import drawn

SCRIPT = Path(__file__).parent / "benches.mjs"
MOST_LINES = 12  # of an answer, those included that are given
LEAST_WRONG = 5


def texts_of(slug: str) -> dict[str, str]:
    """The answers of the catalogue to a bench, right and wrong, by their names."""
    names = (*names_of(slug, RIGHT), *names_of(slug, WRONG))
    return {name: answer(slug, name) for name in names}


def tried(slug: str) -> dict[str, str]:
    """Those that are typed into the page in this run: all of benches in full, else three."""
    texts = texts_of(slug)
    names = [*texts] if in_full(slug) else [next(iter(texts)), *drawn([*texts][1:], 2, slug)]
    return {name: texts[name] for name in names}


@pytest.fixture(scope="module")
def in_the_page(node: str) -> dict[str, Any]:
    """What the page asks of each bench, and says of each answer."""
    asked = [{"spec": bench(slug).spec, "texts": [*tried(slug).values()]} for slug in BENCHES]
    return dict(zip(BENCHES, in_node(node, SCRIPT, asked), strict=True))


@of_each(BENCHES)
def test_the_page_asks_and_says_the_same(slug: str, *, in_the_page: dict[str, Any]) -> None:
    found, of = in_the_page[slug], BENCHES[slug]
    if not isinstance(of, NameBench):
        assert found["inputs"] == [["".join(text), said] for text, said in of.inputs.items()]
    for name, verdict in zip(tried(slug), found["verdicts"], strict=True):
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
    where = re.compile(
        r'; after ".*" .+; it should say \S+$|^(it says|the machine has) .+(;|,) |^at line \d+, '
    )
    assert all(where.search(said) for said in wrong), wrong
    assert not any(" expected " in said for said in wrong), wrong  # nobody talks like that


def test_a_machine_is_a_text_a_program_or_a_transformer() -> None:
    """Whose symbols may stand in another order beside others."""
    filled = BENCHES["build-search"].filled
    program = listing.read(filled).program
    given: tuple[object, ...] = (program, program.model, lambda: program)
    assert all(check("build-search", each).passed for each in given)
    few = Transformer(np.eye(3), np.zeros((20, 3)))
    for machine, words in (
        (program.model.W_E, "the machine is a ndarray; it should be a text"),
        (few, "the machine has 3 tokens; it should have 8, a b c"),
        (Program(few, "xyz"), "the machine does not know the symbol a; it should"),
        (listing.read(filled.replace("context 13", "context 12")).program,
         "the machine has a context of 12; it needs 13 or more"),
    ):  # fmt: skip
        assert words in check("build-search", machine).text
    text = BENCHES["build-vote"].filled.replace("symbols a b", "symbols z b a y")
    wide = text.replace("letter 2, count 2", "letter 4, count 4, spare 3")
    assert check("build-vote", wide).passed


def test_a_terminal_shows_the_text_and_how_it_is_judged(monkeypatch: Patch) -> None:
    block = build_yourself("build-name", "build-vote")
    first, second = re.split(r"(?<=check, hint)\n\n", repr(block))
    assert "Build it yourself first: Your name (3 blanks)" in first
    assert "So: nothing → Ada" in first
    assert BENCHES["build-vote"].text in second
    assert 'check("build-vote", """...""") judges it' in second
    monkeypatch.setenv("TAOTP_PAGE", "1")
    assert block._repr_html_().count("<details class=") == 2
    assert [*block._repr_mimebundle_()] == ["text/plain", "text/html"]
    with pytest.raises(ValueError, match="has no bench"):
        build_yourself("jello")


def test_a_live_notebook_has_the_figures_of_the_page(monkeypatch: Patch) -> None:
    """Closed, each with its task, its boxes and its help; what is typed can be read back."""
    monkeypatch.delenv("TAOTP_PAGE", raising=False)
    block = build_yourself("build-name", "build-vote")
    bundle, shown, vote = block._repr_mimebundle_(), block.widget, block.figures["build-vote"]
    assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"] == shown.model_id
    without = bundle["text/html"]
    assert without.count("<details><summary>") == 2 and "<script" not in without
    assert shown.selected_index is None
    assert [shown.get_title(i) for i in range(2)] == [
        f"Build it yourself first: {each.title} (3 blanks)" for each, _ in block.benches
    ]
    task, mounted, help_ = shown.children[1].children
    assert mounted is vote.widget and mounted.spec == vote.spec
    assert "<i>So:</i>" in task.value and "Hint 1" in help_.value
    assert vote.text == BENCHES["build-vote"].text
    mounted.state = {**mounted.state, "listing": BENCHES["build-vote"].filled}
    assert check("build-vote", vote.text).passed
    assert vote.program.complete("abbab", steps=1) == "b"


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
    text = BENCHES["build-back"].text
    one = text.replace(BLANK, "1", 1)
    two = one.replace(BLANK, "letter", 1)
    told = {text: "not attempted yet", one: "2 blanks are left", two: "1 blank is left"}
    assert {left: check("build-back", left).text for left in told} == told
    assert check("build-back", two).outcome == "new"


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


def test_a_text_is_checked_handed_in_and_graded(mine: Path, capsys: Said) -> None:
    assert main(["check", "build-search", str(mine)]) == OK
    assert "✓  W.12 build-search   right on all 1,480 inputs asked" in capsys.readouterr().out
    assert graded(submitted(mine, "build-search")).credit == "verified"
    named = mine.rename(mine.with_name("build-latest.taotp"))
    assert main(["check", str(named)]) == FAILED
    assert "✗  W.11 build-latest   right on" in capsys.readouterr().out
    assert main(["work", "workshop"]) == OK
    copy = mine.parent / "my" / "workshop.ipynb"
    assert capsys.readouterr().out.count(f"Copied to {copy}.") == 1
    assert r"bench(\"build-search\")" in copy.read_text("utf-8")


def submitted(path: Path, slug: str) -> bytes:
    """What is handed in with a text."""
    handed = path.with_name("mine.json")
    assert main(["submit", str(path), slug, "--author", "Ada", "--to", str(handed)]) == OK
    return handed.read_bytes()


def test_a_text_is_checked_and_enters_a_board(mine: Path, capsys: Said) -> None:
    """The task of an exercise, and a board, whose file holds the machine and not the text."""
    mine.write_text(AAB, "utf-8")
    assert main(["check", "least-aab", str(mine)]) == OK
    assert "13 inputs, 33 parameters" in capsys.readouterr().out
    assert graded(submitted(mine, "least-aab")).credit == "verified"
    mine.write_text(AAB.replace("attend", "atend"), "utf-8")
    assert main(["submit", str(mine), "least-aab", "--author", "Ada"]) == BAD_INPUT
    assert "at line 9, column 1: " in capsys.readouterr().err
    assert main(["check", "later-noun", str(mine)]) == FAILED


def test_what_the_page_saves_is_graded() -> None:
    for slug, credit in (("build-vote", "verified"), ("build-back", "tried")):
        answer = {"function": "build_vote", "arguments": [], "returned": BENCHES[slug].filled}
        file = {"format": 1, "exercise": "build-vote", "author": "Ada", "answers": [answer]}
        assert graded(json.dumps(file).encode()).credit == credit


@of_each(
    [
        ("check jello mine.taotp", "jello does not ask for a machine, so it takes no"),
        ("check mine.taotp", "there is no exercise 'mine'"),
        ("check build-search mine.py", "its name must end in .taotp"),
        ("check build-vote build-back mine.taotp", "one exercise and one file are"),
        ("submit mine.taotp jello --author A", "jello does not ask for a machine"),
        ("submit mine.taotp repeat-last --author A",
         "repeat-last asks for a function of every size, of which a text is one"),
    ]
)  # fmt: skip
def test_wrong_commands_get_a_sentence(
    command: str, said: str, *, mine: Path, capsys: Said
) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(mine.parent)
        Path("mine.py").write_text("", "utf-8")
        assert main(command.split()) == BAD_INPUT
    assert said in capsys.readouterr().err
