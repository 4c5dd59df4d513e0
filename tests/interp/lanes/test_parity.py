"""The page tells a machine in symbols as Python does, and the terms of a dial add up to it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp.figures import explore
from taotp.figures.options import Panels
from taotp.interp.lanes import Causes, Cell, Instead, Lanes, lanes_of
from taotp.interp.lanes.causes import first_two, heard
from taotp.programs import hello_world, small
from taotp_core.program import Program
from tests.in_node import in_node
from tests.interp.lanes.machines import MACHINES, drawn, machine
from tests.laws import every

SCRIPT, EXPLAINED = map(Path(__file__).with_name, ("lanes.mjs", "explained.mjs"))
DRAWN = 3  # prompts of each machine


def prompts_of(name: str) -> list[Any]:
    rng = np.random.default_rng(5)
    return [drawn(name, rng) for _ in range(DRAWN)]


def asked(program: Program, prompts: list[Any], *states: dict[str, str]) -> list[dict[str, Any]]:
    """A figure of a program, with the prompts that it is asked, in some states."""
    spec = explore(lambda: program, prompts[0], panels=Panels(["machine"])).spec
    joint = spec["options"][0]["joint"]
    texts = [each if isinstance(each, str) else joint.join(map(str, each)) for each in prompts]
    more: Sequence[dict[str, str]] = states or [{}] * len(texts)
    return [{"spec": spec, "state": {"text": text, **each}}
            for text, each in zip(texts, more, strict=True)]  # fmt: skip


def names_in(program: Program, page: dict[str, Any]) -> dict[str, str]:
    """What the page calls symbols."""
    return dict(zip(map(str, program.vocabulary), page["names"], strict=True))


@every("name", MACHINES)
def test_the_page_tells_what_python_tells(node: str, name: str) -> None:
    program = machine(name)
    for page in in_node(node, SCRIPT, asked(program, prompts_of(name))):
        source = page["ids"][0] if program.model.encoder else ()
        seen, called = lanes_of(program, page["ids"][-1], source), names_in(program, page)
        assert_same_lanes(page["lanes"], seen, called)
        assert_same_heads(page["heads"], seen, called)
        assert page["sentences"] == [renamed(sentence, called) for sentence in seen.sentences]
        for at, (theirs, told) in enumerate(zip(page["causes"], page["stories"], strict=True)):
            if is_clear(seen, at):
                assert_same_causes(theirs, seen.causes(at), called)
                assert told == renamed(seen.story(at), called)
                assert page["instead"][at] == sent(seen.instead(at), called)


def test_the_page_adds_what_a_head_mixes(node: str) -> None:
    """No machine of the list looks with two strengths at numbers: a mutant forgot the factor.

    Nor does any have positions that prefer a key by rounding alone: a mutant counted those.
    """
    program, texts = small.add(2), ["45+78=", "90+17=", "33+33=", "08+50="]
    for text, page in zip(texts, in_node(node, SCRIPT, asked(program, texts)), strict=True):
        seen = lanes_of(program, page["ids"][-1])
        assert_same_heads(page["heads"], seen, {})
        said = range(len(text) - 1, len(seen.tokens))
        assert [page["stories"][at] for at in said] == [seen.story(at) for at in said]
        assert f" is {sum(map(int, text[:-1].split('+')))}, of which" in page["stories"][-1]


def test_the_page_tells_ties_and_ends_as_python_does(node: str) -> None:
    """Of the list no machine says its start: a mutant of the page alone left it without quotes.

    At N = 1 sums tie but for their last places, where one told which of them was the largest.
    """
    program = hello_world(loud=1)
    (page,) = in_node(node, SCRIPT, asked(program, ["Hello"]))
    seen, called = lanes_of(program, page["ids"][-1]), names_in(program, page)
    told = [renamed(seen.story(at), called) for at in range(len(seen.tokens))]
    assert page["stories"] == told
    assert told[0].startswith(
        "Here \u201cstart\u201d and H score the same. Nothing decides between"
    )
    assert told[0].endswith(" which is \u201cstart\u201d.")


LISTED = 6  # terms


@every("name", MACHINES)
def test_the_terms_of_every_dial_add_up(node: str, name: str) -> None:
    """Of each of its columns; and so do those of what they are products of, down to weights."""
    (dials,) = in_node(node, EXPLAINED, asked(machine(name), prompts_of(name)[:1]))
    assert len({dial["by"] for dial in dials}) > 2
    for dial in dials:
        for told in dial["columns"]:
            assert_adds_up(told, told["is"])
            assert told["value"] == pytest.approx(told["is"])
        for told in dial["trail"]:
            if not told["after"]:
                assert_adds_up(told, told["value"])
        *_, last = dial["trail"]
        assert len(dial["trail"]) < 100
        assert last["terms"] or last["value"] == 0, "a way ends with weights alone"
        assert dial["steps"], "each number has its step in the numbers"


def assert_adds_up(told: dict[str, Any], value: float) -> None:
    """Terms are products of their factors, and with the sum of the rest they are the number."""
    assert len(told["terms"]) <= LISTED
    assert told["terms"] == pytest.approx(told["products"])
    most = max(map(abs, told["terms"]), default=0)
    assert sum(told["terms"]) + told["together"] == pytest.approx(value, abs=1e-3 * most + 1e-12)


def sent(found: Instead | None, called: dict[str, str]) -> dict[str, Any] | None:
    """What would be said instead, as the page has it."""
    if found is None:
        return None
    texts = [[called.get(str(x), str(x)) for x in text] for text in found.texts]
    says = [called.get(str(x), str(x)) for x in found.says]
    return {"positions": [*found.positions], "texts": texts, "says": says, "now": found.now,
            "read": found.read}  # fmt: skip


def renamed(text: str, called: dict[str, str]) -> str:
    """A text with the names that the page has for sentinels."""
    for symbol, name in called.items():
        if symbol != name and len(symbol) > 2:
            text = text.replace(symbol, name)
    return text


def plain(value: object, called: dict[str, str]) -> object:
    """A value as it is sent: lists for tuples, names for symbols."""
    if isinstance(value, tuple):
        return [*value]
    return called.get(value, value) if isinstance(value, str) else value


def assert_same_lanes(page: list[dict[str, Any]], seen: Lanes, called: dict[str, str]) -> None:
    """Names, kinds and values, numbers to four digits."""
    assert [lane["name"] for lane in page] == [lane.name for lane in seen.lanes]
    assert [lane["kind"] for lane in page] == [lane.kind for lane in seen.lanes]
    for mine, theirs in zip(seen.lanes, page, strict=True):
        for i, value in enumerate(mine.values):
            there = theirs["values"][i]
            if isinstance(value, int | float) and not isinstance(value, bool):
                assert np.isclose(float(there), value, rtol=1e-3), (mine.name, i)
            else:
                assert there == plain(value, called), (mine.name, i)


def assert_same_heads(page: list[dict[str, Any]], seen: Lanes, called: dict[str, str]) -> None:
    """What is compared, what is brought, and where each position looks."""
    for mine, theirs in zip(seen.heads, page, strict=True):
        assert theirs["name"] == mine.name
        assert theirs["relation"] == renamed(mine.relation, called), mine.name
        assert theirs["operation"] == [[x.verb, x.taken, x.put] for x in mine.carried], mine.name
        assert np.allclose(theirs["weight"], mine.weight), mine.name


def is_clear(seen: Lanes, at: int) -> bool:
    """Whether rounding decides nothing: the same is heard whichever of equal logits come first."""
    logits = seen.logits[at]
    near = 1e-9 * float(np.abs(logits).max())

    def as_large_as(token: int) -> list[int]:
        return np.flatnonzero(np.abs(logits - logits[token]) <= near).tolist()

    said, then = map(as_large_as, first_two(logits))
    return len({tuple(heard(seen, at, i, j)) for i in said for j in then if i != j}) == 1


def assert_same_causes(page: dict[str, Any], mine: Causes, called: dict[str, str]) -> None:
    """Cells, what was brought and compared, and what was found to be the same."""

    def seat(cell: Cell) -> str:
        return f"{cell.stack}|{cell.lane}|{cell.at}"

    assert sorted(page["cells"]) == sorted(map(seat, mine.cells))
    threads = {(seat(x.source), seat(x.to), x.head.name): x.weight for x in mine.threads}
    theirs = {(source, to, head): float(weight) for source, to, head, weight in page["threads"]}
    assert theirs == pytest.approx(threads, abs=1e-3)
    pairs = [[seat(x.asks), seat(x.answers), x.how] for x in mine.pairs]
    assert sorted(page["pairs"]) == sorted(pairs)
    tags = [[seat(cell), *some] for cell, some in mine.tags.items() if some]
    assert sorted(page["tags"]) == sorted(tags)
    chosen = [[seat(cell), renamed(told, called)] for cell, told in mine.chosen.items()]
    assert sorted(page["chosen"]) == sorted(chosen)
    assert sorted(page["passed"]) == sorted([seat(x), told] for x, told in mine.passed.items())
    assert sorted(page["checked"]) == sorted(map(seat, mine.checked))
    assert page["ranked"] == [head.name for head in mine.ranked]
    assert page["match"] == (mine.match and [*mine.match])
