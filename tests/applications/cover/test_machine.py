"""The cover's machine is that of hello_world, for any name; what breaks it is what breaks first."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp.applications.cover.figure import LOUD, MOST
from taotp.figures import cover
from taotp.programs import hello_world
from taotp_core import Array, Transformer, forward, greedy
from taotp_core.edits import with_numbers
from tests.in_node import in_node
from tests.laws import every
from tests.refused import refused

SCRIPT = Path(__file__).with_name("machine.mjs")
ALPHABET = "abcdefghijklmnopqrstuvwxyz \u00e9\u00df\u05d0\u0634\u4e2d\u03a9'-."
Json = dict[str, Any]
Changes = Mapping[str, float]


def in_page(node: str, *names: str, changed: Sequence[Changes | str] = ()) -> list[Json]:
    """What the page makes of some names, with numbers changed in them, as a link has them."""
    links = [each if isinstance(each, str) else ";".join(f"{at}={to}" for at, to in each.items())
             for each in changed or [{}] * len(names)]  # fmt: skip
    asked = [{"name": name, "changed": link, "at": "9.9e9"}
             for name, link in zip(names, links, strict=True)]  # fmt: skip
    said: list[Json] = in_node(node, SCRIPT, {"spec": cover().spec, "asked": asked})
    return said


def names() -> list[str]:
    """Names with letters that come once, twice, all the time, and as many as fit."""
    rng = np.random.default_rng(5)
    drawn = ["".join(rng.choice([*ALPHABET[: 3 + 2 * k]], size=1 + k)) for k in range(MOST)]
    return ["Ada Lovelace", "aaaa", "a", "", "abcdefghijklmnopqrstuvwx", *drawn]


def answers(model: Transformer) -> list[list[int]]:
    """What is said to each token at each place, by token and place."""
    places, tokens = len(model.W_pos), len(model.W_E)
    heard = np.repeat(np.arange(tokens)[:, None], places, axis=1)
    said: list[list[int]] = greedy(forward(model, heard)).tolist()
    return said


def test_numbers_and_answers_are_those_of_the_library(node: str) -> None:
    """Every name, every input: nothing else in the suite makes weights in two languages."""
    for name, said in zip(names(), in_page(node, *names()), strict=True):
        program = hello_world(name, loud=LOUD)
        for path in ("W_E", "W_pos"):
            table = getattr(program.model, path)
            assert np.abs(np.array(said[path]) - table.ravel()).max() <= 1e-12 * LOUD
        assert said["symbols"][1:-1] == list(program.vocabulary)[1:-1]
        assert said["answers"] == answers(program.model)
        assert said["says"] == [*program.encode(name)[1:], len(program.vocabulary) - 1]
        assert said["told"] == said["says"]
        assert said["right"] == len(said["says"]) * len(said["symbols"]), name


def test_changed_numbers_are_changed_as_the_library_does(node: str) -> None:
    rng, asked, changed = np.random.default_rng(8), ["Ada Lovelace", "Bob", "zz top"] * 6, []
    for name in asked:
        row, place = rng.integers(len(set(name)) + 2), rng.integers(len(name) + 1)
        to = rng.normal(0, [3, 30]).round(2)
        changed.append({f"W_E:{row}.{row % 3}": to[0], f"W_pos:{place}.{place % 3}": to[1]})
    found = in_page(node, *asked, changed=changed)
    for name, changes, said in zip(asked, changed, found, strict=True):
        model = with_numbers(hello_world(name, loud=LOUD).model, changes)
        assert (said["answers"], said["dropped"]) == (answers(model), 0)
    assert any(said["right"] < len(said["says"]) * len(said["symbols"]) for said in found)


# The number that is the most fragile


def reach(model: Transformer, place: str, was: float, way: list[int], says: list[int], side: int,
          largest: float) -> float:  # fmt: skip
    """How far a number may move to one side, by halving; infinity far beyond the largest."""

    def right(by: float) -> bool:
        moved = with_numbers(model, {place: was + side * by})
        said: list[int] = greedy(forward(moved, np.array(way))).tolist()
        return said[:-1] == says[:-1]  # where the name ends is no letter

    steps = largest * np.geomspace(1e-3, 4, 30)
    broken = next((float(by) for by in steps if not right(by)), np.inf)
    least = 0.0
    for _ in range(30 if broken < np.inf else 0):
        middle = (least + broken) / 2
        least, broken = (middle, broken) if right(middle) else (least, middle)
    return broken


@every("name", ["Ada Lovelace", "aaaa"])
def test_the_most_fragile_number_is_the_least_of_a_scan(node: str, name: str) -> None:
    """The page solves for it; here every number is moved until the name goes wrong."""
    (said,) = in_page(node, name)
    model = hello_world(name, loud=LOUD).model
    way, shares = [0, *said["says"][:-1]], {}
    for path in ("W_pos", "W_E"):
        table: Array = getattr(model, path)
        largest = float(np.abs(table).max())
        for row, column in np.ndindex(table.shape):
            place, was = f"{path}:{row}.{column}", float(table[row, column])
            how_far = partial(reach, model, place, was, way, said["says"], largest=largest)
            shares[path, row, column] = min(how_far(side=side) for side in (-1, 1)) / largest
    move = said["move"]
    assert move["share"] == pytest.approx(min(shares.values()), rel=1e-6)
    found = shares[move["path"], move["row"], move["column"]]
    assert found == pytest.approx(move["share"], rel=1e-6)


@every("name", ["Ada Lovelace", "a", "aaaa"])
def test_it_breaks_again_and_again_until_nothing_is_left(node: str, name: str) -> None:
    """Each time a number that nobody has moved yet makes a place of the name go wrong."""
    changes: dict[str, float] = {}
    right: set[int] = set()
    move: Json | None = None
    for _ in range(3 * (2 * len(name) + 3)):
        (said,) = in_page(node, name, changed=[changes])
        way = [0, *said["says"][:-1]]
        before, right = right, {p for p, (t, s) in enumerate(zip(way, said["says"], strict=True))
                                if said["answers"][t][p] == s and p < len(name)}  # fmt: skip
        if move is not None:
            assert move["place"] in before - right
            assert said["whole"]["kind"] == "wrong"
        if (move := said["move"]) is None:
            break
        place = f"{move['path']}:{move['row']}.{move['column']}"
        assert place not in changes
        changes[place] = move["value"]
    assert move is None
    assert not right or len(changes) == 3 * (len(said["says"]) + len(said["symbols"]))


# Names and links that nobody expects


NAMES: dict[str, int | None] = {
    "": 0,
    "e\u0301a": 2,  # a letter with its mark is one
    "\U0001f469\u200d\U0001f680!": 2,  # an emoji of three parts is one
    "\u05d3\u05d5\u05d3": 2,  # from right to left, one letter twice
    "<img src=x onerror=alert(1)>": None,
    "\u200b\u0007": 2,
    "__proto__": 5,
    "a;b?c#d&e=%f": 12,
    "z" + "\u0301" * 500: 1,
    "\ud800": 1,
}


def test_any_text_is_a_name_and_what_is_too_long_says_so(node: str) -> None:
    for (name, letters), said in zip(NAMES.items(), in_page(node, *NAMES), strict=True):
        assert letters is None or len(said["symbols"]) == letters + 2, name
        assert said["right"] == len(said["says"]) * len(said["symbols"]), name
        assert said["whole"]["kind"] == ("right" if name.strip() else ""), name
        if not name.strip():
            assert said["whole"]["text"] == "Type a name: one letter is enough."
    fits, *longer = in_page(node, *("ab" * n for n in (12, 13, 100_000)))
    assert not fits["waits"]
    for said in longer:
        assert said["waits"] and said["told"] == fits["told"]
        assert said["whole"]["text"].startswith(f"{MOST} letters fit here; the others wait in ")
    refused(*((partial(cover, name), "it must have 1 to 24") for name in ("", "a" * (MOST + 1))))


FORGED = {
    "W_pos:0.0=NaN": 1,
    "W_pos:0.0=Infinity;W_E:1.1=-Infinity": 2,
    "W_pos:0.0=1e999": 1,
    "W_pos:99.0=1;W_E:0.7=1;W_Q:0.0=1;layers.0.heads.0.W_Q:0.0=1": 4,
    "__proto__:0.0=1;constructor:0.0=1": 2,
    "%": 1,
    "W_pos:0.0=1e308": 0,
    "W_E:1.0=1e308;W_E:2.0=-1e308": 0,
    ";".join(f"W_E:{row}.{column}=1e308" for row in range(5) for column in range(3)): 0,
}


def test_a_forged_link_gets_a_sentence(node: str) -> None:
    """What is no number of the machine is counted and said; what is huge is a wrong machine."""
    found = in_page(node, *["Ada"] * len(FORGED), changed=[*FORGED])
    for (changed, dropped), said in zip(FORGED.items(), found, strict=True):
        assert said["dropped"] == dropped, changed
        many = "One changed number of" if dropped == 1 else f"{dropped} changed numbers of"
        begins = many if dropped else ("Wrong on", "Right on")
        assert said["whole"]["text"].startswith(begins), changed
        assert said["looked"]["place"] < len(said["says"])
    assert said["whole"]["kind"] == "wrong", "all is huge"
    assert said["right"] < len(said["says"]) * len(said["symbols"])
