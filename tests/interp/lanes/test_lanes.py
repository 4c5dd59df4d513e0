"""Lanes say what a forward pass does, and no more than changes of the machine bear out."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from taotp.interp.lanes import Lanes, lanes, questions
from taotp.interp.lanes.codebooks import codebook
from taotp.interp.lanes.intervening import intervened
from taotp.interp.lanes.picture import cell, rows
from taotp.programs import Program, add_digits_mod10, lookup, rule110, search, weird_words
from taotp.programs.printed import aab
from taotp_core.arrays import Array
from taotp_core.transformer import trace
from tests.interp.lanes.machines import FACTOR, MACHINES, drawn, machine
from tests.laws import every

DRAWN = 8  # prompts of each machine
LESS = 2


def runs(name: str, n: int = DRAWN) -> list[tuple[Program, Any, Lanes]]:
    rng, program = np.random.default_rng(len(name)), machine(name)
    prompts = [drawn(name, rng) for _ in range(n)]
    return [(program, prompt, lanes(program, prompt)) for prompt in prompts]


def patterns(program: Program, prompt: Any) -> dict[tuple[int, bool], Array]:
    """Where the heads of each layer look, and its cross heads."""
    seen = trace(program.model, program.encode(prompt), memory=program.memory(prompt))
    own = {(layer, False): each for layer, each in seen.patterns.items()}
    return own | {(layer, True): each for layer, each in seen.cross_patterns.items()}


@every("name", MACHINES)
def test_the_answer_is_what_the_program_says(name: str) -> None:
    for program, prompt, seen in runs(name):
        said = program.complete(list(program.cut(prompt)), steps=1)
        answer = seen["answer"].values[-1]
        assert answer in program.sentinels if not said else [answer] == said


@every("name", MACHINES)
def test_heads_look_where_the_forward_pass_looks_and_a_sentence_says_where(name: str) -> None:
    for program, prompt, seen in runs(name, LESS):
        looks, heads = patterns(program, prompt), [head for head in seen.heads if not head.stack]
        for head in heads:
            rows = looks[head.layer, head.cross][head.number]
            assert np.allclose(rows.max(-1), head.weight), head.name
            at = rows[range(len(rows)), list(head.source)]
            assert np.allclose(at, rows.max(-1)), head.name
        answer = str(seen["answer"].values[-1]).replace(" ", "␣").replace("\n", "⏎")
        assert seen.sentences[-1].endswith(f"{answer}.")
        for head, said in zip(heads, seen.sentences, strict=False):
            assert said.startswith(f"{head.name}: position {len(seen.tokens) - 1} ")
            found = re.search(r"(?:at|:|sees) position (\d+)", said.removeprefix(f"{head.name}: p"))
            assert found is None or int(found[1]) == head.source[-1], said


@every("name, back", [
    ("search", 1), ("search", 2), ("search 3", 3), ("induction", 1), ("before_last", 1),
    ("echo", 2), ("lookup", 1), ("letters", 1),
])  # fmt: skip
def test_who_looks_back_brings_what_stands_there(name: str, back: int) -> None:
    for _, _, seen in runs(name):
        (head,) = (h for h in seen.heads if h.relation.startswith(f"{back} back"))
        told = next(each for each in head.carried if each.verb in ("copies", "turns"))
        tokens = [*seen.tokens]
        wanted = [None] * min(back, len(tokens)) + tokens[:-back]
        assert [*told.lane.values] == wanted


@every("name, told", [
    ("minimum", min), ("maximum", max), ("sum", lambda digits: FACTOR * np.mean(digits)),
])  # fmt: skip
def test_what_is_chosen_or_added_up_is_brought_on(name: str, told: Callable[..., float]) -> None:
    """No other test finds a factor that is lost: of one place a symbol is told rightly without."""
    for _, prompt, seen in runs(name):
        (brought, *_), wanted = seen.heads[0].carried, [
            told(prompt[: i + 1]) for i in range(len(prompt))
        ]  # fmt: skip
        assert np.allclose(np.array(brought.lane.values, float), wanted, atol=0.02)
        assert (brought.verb == "scales") == (name == "sum")


def test_search_is_told_as_it_was_built() -> None:
    (head,) = (h for h in lanes(search("0123", 12, 2), "0120123").heads if h.layer == 1)
    assert head.relations is not None and head.relations[0].query == "digit"
    assert [r.how for r in head.relations] == ["same", "same", "latest"]


@every("name", MACHINES)
def test_what_is_claimed_of_a_head_holds_when_it_is_changed(name: str) -> None:
    rng = np.random.default_rng(0)
    for program, prompt, _ in runs(name, LESS):
        for head, question in questions(program, prompt):
            if head.relations is not None:
                found = intervened(question, head.relations, rng)
                assert found.right >= 0.9 * found.asked, (prompt, head.name, head.relation, found)


def test_a_wrong_claim_does_not_hold() -> None:
    asked = {
        head.name: (question, head.relations)
        for head, question in questions(machine("search"), "27182818284518")
    }
    (question, own), (_, other) = asked["looks 1 back"], asked["finds the same 2"]
    assert own is not None and other is not None
    assert intervened(question, own, np.random.default_rng(0)).right == 32
    assert intervened(question, other, np.random.default_rng(0)).right < 16


def test_the_picture_as_text() -> None:
    seen = lanes(search("0123456789", 12, 1), "31413")
    lines = str(seen).splitlines()
    assert lines[0].split() == ["0", "1", "2", "3", "4"]
    assert lines[1].split()[-5:] == ["3", "1", "4", "1", "3"]
    assert any(line.split()[-5:] == ["·", "3", "1", "4", "1"] for line in lines)
    assert "so it says 1. Had something else stood at 1: 0 → 0, " in " ".join(str(seen).split())


@every("width", [50, 80, 120])
def test_the_text_fits_a_terminal_and_cuts_no_word(width: int) -> None:
    """What plays a part in the answer stays where anything is left out."""
    rng = np.random.default_rng(7)
    for name in MACHINES:
        seen = lanes(machine(name), drawn(name, rng))
        last = len(seen.tokens) - 1
        lines = [*rows(seen, last, width)]
        wide = [line for line in lines if len(line) > width]
        assert not wide or len(lines[0].split()) == 1, (name, wide)  # one column is there always
        known = {word for lane in seen.lanes for value in lane.values for word in words_in(value)}
        known |= {word for lane in seen.lanes for word in lane.name.split()}
        known |= {word for token in (*seen.tokens, *seen.read) for word in words_in(token)}
        numbers = {*map(str, range(1 + max(last, len(seen.read))))}
        rest = {"\N{MIDDLE DOT}", "\N{HORIZONTAL ELLIPSIS}", "on", "text", "The", "encoder:"}
        shown = {word for line in lines for word in line.split()}
        more = {word for word in shown if re.fullmatch(r"\+\d+", word)}
        assert shown <= known | numbers | rest | more, (name, shown - known - numbers - rest)
        own = lines[lines.index("") + 1 :] if seen.read else lines
        stay = {each.at for each in seen.causes().cells if not each.stack}
        places = {int(word) for word in own[0].split() if word.isdigit()}
        assert last in places
        assert stay <= places or len(places) <= len(stay), (name, stay, places)


def words_in(value: Any) -> list[str]:
    """The words of a value as the text has them."""
    return ", ".join(map(str, value)).split() if isinstance(value, tuple) else cell(value).split()


def test_a_long_text_keeps_the_place_that_was_found() -> None:
    text = "0123456789" * 5 + "5" + "0123456789"[:4]
    first = str(lanes(search("0123456789", 80, 3), text)).splitlines()[0].split()
    assert first[-1] == "54"
    assert "44" in first, "the latest 0 1 2 3 but the last, with what came next"
    assert "20" not in first


def test_what_there_is_not_gets_a_sentence() -> None:
    seen = lanes(machine("minimum"), [3, 4])
    with pytest.raises(KeyError, match="'held' is not a lane; there are"):
        seen["held"]
    with pytest.raises(ValueError, match="99 is not in the vocabulary"):
        lanes(machine("minimum"), [99])


@every("n", range(2, 40))
def test_a_codebook_reads_its_own_rows_and_nothing_between(n: int) -> None:
    angles = 2 * np.pi * np.arange(n) / n
    rows = np.column_stack([np.cos(angles), np.sin(angles)])
    book = codebook(rows, range(n), "symbol")
    if n == 2:  # two that point away from each other
        assert book.decode(rows) == [0, 1]
        return
    assert book.decode(3 * rows) == [*range(n)]
    between = rows + np.roll(rows, 1, 0)
    assert set(book.decode(between)) == {None}
    assert book.decode(np.zeros((1, 2))) == [None]


# What was found wrong, and is mended


def test_few_rows_are_no_order_of_places() -> None:
    """Of eight places one alone has a seventh before it: that is no next larger place."""
    program = lookup({f"{i:08b}": "01"[i % 2] for i in range(40)}, 8)
    told = [head.relation for head, _ in questions(program, "00111100")]
    assert told[:6] == ["itself", *(f"{k} back" for k in range(1, 6))]
    assert not any("next larger" in each for each in told)


def test_who_sees_one_key_best_does_not_look_everywhere() -> None:
    """Though no comparison is found that tells it."""
    ((_, question),) = questions(add_digits_mod10(), "86")
    assert question.compared() == []
    weights = question.weights.copy()
    weights[1] = [0.9, 0.1]
    assert replace(question, weights=weights).compared() is None


def test_the_first_and_the_latest_together_are_no_claim() -> None:
    told = {head.name: head.relations for head, _ in questions(machine("reverse"), "abca")}
    assert told["looks at its mirror place"] is None and told["asks for its place"] is not None
    assert [head.relations for head, _ in questions(rule110(8, 64), "11100000")] == [None]


def test_of_two_that_are_liked_alike_none_is_so_many_back() -> None:
    """The smallest machine of two letters takes the mean of the last two."""
    ((head, _),) = questions(aab(), "bbba")
    assert head.relations is not None and [r.how for r in head.relations] == ["table"]


def test_who_finds_nothing_looks_at_the_start_and_not_behind_itself() -> None:
    said = lanes(weird_words(), "a dog near the cabinets sleep").sentences
    (told,) = (each for each in said if each.startswith("asks the next noun"))
    assert "that is start" in told and "after it" not in told
