"""A text that writes itself: the page counts, cuts and draws as the library does."""

import gzip
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp.applications.letters.figure import Left, followers_in, written
from taotp.applications.letters.machine import letters
from taotp.constructions.chance import number
from taotp.data import romeo_and_juliet
from taotp.figures import writes_itself
from taotp.page.bundle import part_script
from taotp.reference import after
from taotp_core.decode import beam, distribution
from taotp_core.transformer import forward
from tests.in_node import in_node

SCRIPT = Path(__file__).with_name("figure.mjs")
PLAY = romeo_and_juliet()
PAGES = PLAY[:8000]
ABRA = "abracadabra"
Json = dict[str, Any]


def in_page(node: str, *states: Json, text: str = PAGES) -> list[Json]:
    """What the page counts and writes in each of some states."""
    spec = writes_itself(text, name="the play").spec
    answers: list[Json] = in_node(node, SCRIPT, {"spec": spec, "states": states})
    return answers


def test_the_counts_are_those_of_the_text(node: str) -> None:
    orders = (0, 1, 2, 3, 5, 8)
    states = [{"start": "Wherefore", "order": order, "said": 0} for order in orders]
    for order, answer in zip(orders, in_page(node, *states, text=PLAY), strict=True):
        right = Counter(after(PLAY, "Wherefore"[9 - order :]))
        assert dict(zip(answer["next"], answer["counts"], strict=True)) == right
        assert (answer["depth"], answer["next"]) == (order, sorted(right))


def test_what_never_stands_there_counts_from_its_longest_end(node: str) -> None:
    strange, none, last = in_page(
        node,
        {"start": "b\u00dfra", "order": 3, "said": 0},
        {"start": "\u00df", "order": 3, "said": 0},
        {"start": "dabra", "order": 5, "said": 0},
        text=ABRA,
    )
    assert (strange["depth"], strange["next"], strange["counts"]) == (2, ["c"], [1])
    assert strange["whole"]["kind"] == "soft"
    assert (
        "\u201c\u00dfra\u201d is never followed by anything in the play" in strange["whole"]["text"]
    )
    assert dict(zip(none["next"], none["counts"], strict=True)) == Counter(ABRA)
    assert last["depth"] == 4, "the text ends with it"
    after = followers_in(ABRA)
    assert after("dabra").tolist() == [0, 0, 1, 0, 0] == after("abra").tolist()
    assert after("\u00df").tolist() == [5, 2, 1, 1, 2]


HOWS: list[Json] = [
    {},
    {"temperature": 0},
    {"temperature": 0.35},
    {"temperature": 3},
    {"k": 4},
    {"p": 0.85},
    {"min_p": 0.2},
    {"temperature": 1.7, "k": 9, "p": 0.6, "min_p": 0.3},
    {"k": 1},
]
STARTS = {"Rom": 3, "th": 1, "": 0, "O, ": 2}


def test_what_is_left_is_what_python_leaves(node: str) -> None:
    asked = [(how, start, order) for how in HOWS for start, order in STARTS.items()]
    states = [{"start": start, "order": order, "said": 0, **how} for how, start, order in asked]
    for (how, start, _), answer in zip(asked, in_page(node, *states), strict=True):
        logits = np.log(answer["counts"])
        k = min(how["k"], len(logits)) if "k" in how else None
        right = distribution(logits, how.get("temperature", 1), k, how.get("p"), how.get("min_p"))
        assert answer["all"] == pytest.approx(right, rel=0, abs=1e-12), (how, start)
        assert [not rule for rule in answer["cut"]] == [p > 0 for p in right], (how, start)


def test_a_cut_is_named_by_its_rule(node: str) -> None:
    counts = {"a": 8, "b": 4, "c": 4, "d": 2, "e": 1, "f": 1}
    text = "".join(letter * n for letter, n in counts.items())
    rules: list[Json] = [
        {"k": 4, "p": 0.85, "min_p": 0.6},
        {"k": 2},
        {"p": 0.79},
        {"min_p": 0.25},
        {"min_p": 0.26},
        {"temperature": 0},
        {"temperature": 0.5, "min_p": 0.25},
    ]
    states = [{"start": "", "order": 0, "said": 0, **each} for each in rules]
    every, *own = in_page(node, *states, text=text)
    cuts = [every["cut"], *(each["cut"] for each in own)]
    # Of the four likeliest, the first three hold 16 of 18; of these two are half as likely.
    assert cuts[0] == ["", "min p", "min p", "p", "k", "k"]
    assert cuts[1] == ["", "", "", "k", "k", "k"], "equals of the last stay"
    assert cuts[2] == ["", "", "", "p", "p", "p"]
    assert cuts[3] == ["", "", "", "", "min p", "min p"]
    assert cuts[4] == ["", "", "", "min p", "min p", "min p"]
    assert cuts[5] == ["", *["temperature"] * 5]
    assert cuts[6] == cuts[4], "it is asked of what the temperature left"
    assert own[3]["all"] == pytest.approx([8 / 16, 4 / 16, 4 / 16, 0, 0, 0], abs=1e-15)


def test_a_seed_writes_the_same_in_python(node: str) -> None:
    found: dict[str, Left] = {
        "as counted": distribution,
        "top k, k = 5": partial(distribution, top_k=5),
        "temperature 0.7": partial(distribution, temperature=0.7),
        "min p, p = 0.1": partial(distribution, min_p=0.1),
        "greedy": partial(distribution, temperature=0),
    }
    seeds = (0, 7, 999)
    states = [{"start": "Rom", "order": 3, "seed": seed, "said": 100} for seed in seeds]
    for seed, answer in zip(seeds, in_page(node, *states), strict=True):
        said = {way["name"]: way["said"] for way in answer["ways"]}
        assert answer["text"] == "Rom" + said["as counted"]
        for way, left in found.items():
            assert said[way] == written(PAGES, "Rom", 100, 3, left, seed), (seed, way)


def test_numbers_of_a_seed_are_even_and_its_own() -> None:
    drawn = np.array([[number(seed, i) for i in range(500)] for seed in range(20)])
    assert ((drawn >= 0) & (drawn < 1)).all()
    tenths = np.bincount((drawn * 10).astype(int).ravel(), minlength=10)
    # Hoeffding: of 10,000 numbers a tenth is off by more than 0.02 once in 3,000 times.
    assert np.abs(tenths / drawn.size - 0.1).max() < 0.02
    assert len(np.unique(drawn)) == drawn.size
    assert np.abs(np.corrcoef(drawn) - np.eye(20)).max() < 0.25


def test_draws_stay_within_the_stated_bound(node: str) -> None:
    states = [{"seed": seed, "draws": 1000, "said": 3} for seed in range(40)]
    for answer in in_page(node, *states):
        draws, p = answer["draws"], np.array(answer["all"])
        off = np.abs(np.array(draws["times"]) / 1000 - p).max()
        assert sum(draws["times"]) == 1000
        assert draws["off"] == pytest.approx(off)
        assert draws["bound"] == pytest.approx(np.sqrt(np.log(2000 * (p > 0).sum()) / 2000))
        assert off < draws["bound"], "40 seeds: one passes in 25 such tests at the most"


def test_beam_search_finds_what_no_greedy_step_does(node: str) -> None:
    # After a stands b three times of five, but then it may be any of three; after c it is always d.
    text = "abxabyabzacdacd."
    one, two = in_page(
        node,
        {"start": "a", "order": 2, "beams": 1},
        {"start": "a", "order": 2, "beams": 2},
        text=text,
    )
    said = [each["ways"][1]["said"] for each in (one, two)]
    assert said[0] == one["ways"][0]["said"], "one beam is greedy"
    bits = [each["ways"][1]["bits"] for each in (one, two)]
    assert said[1].startswith("cd")
    assert bits[1] < bits[0]


def test_a_machine_of_the_same_order_says_the_same(node: str) -> None:
    """What is counted in the page is what the counted model says, by its weights."""
    line = PAGES[:400]
    program = letters(line, 2, n_ctx=3)
    starts = ("Th", "e ", "wwT", "h")
    states = [{"start": start, "order": 2, "said": 0} for start in starts]
    for start, answer in zip(starts, in_page(node, *states, text=line), strict=True):
        logits = forward(program.model, np.array(program.encode(start)))[-1]
        said = dict(zip(program.vocabulary, distribution(logits), strict=True))
        found = dict(zip(answer["next"], answer["all"], strict=True))
        assert {letter for letter, p in said.items() if p} == {*found}
        assert found == pytest.approx({letter: said[letter] for letter in found}, abs=1e-12)


def test_beams_find_what_the_machine_of_that_order_finds(node: str) -> None:
    # So long a text that no two of its letters are equally likely where it counts.
    line = PAGES[:3000]
    program = letters(line, 1, n_ctx=2)
    (answer,) = in_page(node, {"start": "T", "order": 1, "beams": 2}, text=line)
    best = beam(program.model, np.array(program.encode("T")), 100, 2, slide=True)[0]
    assert answer["ways"][1]["said"] == "".join(program.vocabulary[i] for i in best.tokens[1:])
    bits = -best.log_probability / np.log(2) / 100
    assert answer["ways"][1]["bits"] == pytest.approx(bits, rel=1e-12)


def test_what_it_says_is_so(node: str) -> None:
    states = [{"start": "Rom", "said": 0, "temperature": temperature} for temperature in (1, 0)]
    first, cold = in_page(node, *states)
    times = Counter(after(PAGES, "Rom"))
    follow = "1 letter follows" if len(times) == 1 else f"{len(times)} letters follow"
    stands = f"\u201cRom\u201d stands {times.total()} times in the play"
    assert first["whole"]["text"] == f"{stands}; {follow}."
    assert f"Number 1 of seed 0 is {number(0, 0):.4f} and falls on" in first["now"]["text"]
    assert cold["now"]["text"] == "Temperature 0 takes the likeliest: \u201ce\u201d."


def test_a_readers_own_text_is_counted_in_its_place(node: str) -> None:
    own, blank = in_page(
        node,
        {"own": ABRA, "start": "ab", "order": 2, "said": 0},
        {"own": "  ", "start": "ab", "order": 2, "said": 0},
    )
    assert own["whole"]["text"] == "\u201cab\u201d stands 2 times in your text; 1 letter follows."
    assert (own["next"], own["counts"]) == (["r"], [2])
    assert "in the play" in blank["whole"]["text"], "spaces alone are no text"


def test_the_text_is_sent_once_and_the_script_is_small() -> None:
    spec = writes_itself(PLAY, name="the play").spec
    assert spec["text"] == PLAY
    assert len(gzip.compress(part_script("letters").encode())) < 8_000


def test_the_table_without_script() -> None:
    table = writes_itself(ABRA, name="a word", start="a", order=2).still()
    assert '<th scope="row">greedy</th><td>bracadabra' in table


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="^the text has 1 letters; there must be at least 2"):
        writes_itself("a", name="a")
    with pytest.raises(ValueError, match="^order is 9; it must be from 0 to 8$"):
        writes_itself("abc", name="a", order=9)
    with pytest.raises(ValueError, match="^said is 500; it must be from 0 to 400$"):
        writes_itself("abc", name="a", said=500)
