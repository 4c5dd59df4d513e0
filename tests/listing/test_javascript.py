"""The page's reader and the library's: the same faults letter by letter, the same arrays."""

from dataclasses import fields
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from taotp.listing import ListingError, read, write
from taotp.programs import Program
from taotp.words.cutting import Words
from taotp_core.arrays import Shaped
from taotp_core.weights import unsaid
from tests.examples import full_transformer
from tests.in_node import in_node
from tests.laws import every
from tests.listing.mutants import EXAMPLES, mutants
from tests.listing.test_semes import HEAD, SAME

HERE = Path(__file__).parent
SCRIPT = HERE / "read.mjs"
BAD = sorted(HERE.glob("bad/*.taotp"))
MUTANTS = 600
NEAR = 1e-12  # of the largest entry


def in_page(node: str, texts: list[tuple[str, str]], whole: bool = False) -> list[dict[str, Any]]:
    """What the page's reader makes of texts with their names."""
    asked = [{"text": text, "name": name, "whole": whole} for name, text in texts]
    answers: list[dict[str, Any]] = in_node(node, SCRIPT, asked)
    return answers


def decoded(path: Path) -> str | None:
    """What stands in a file, None where it is not UTF-8: the page has text, never bytes."""
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return None


def in_library(name: str, text: str) -> str:
    """The faults of a text as they are rendered; none for a program."""
    try:
        read(text, name)
    except ListingError as error:
        return str(error)
    return ""


def test_bad_files_have_the_same_faults(node: str) -> None:
    texts = [(path.name, text) for path in BAD if (text := decoded(path)) is not None]
    assert len(texts) >= 100
    for (name, _), answer in zip(texts, in_page(node, texts), strict=True):
        expected = (HERE / "bad" / name).with_suffix(".txt").read_text("utf-8")
        assert f"{answer.get('shown')}\n" == expected, name


def test_mutants_have_the_same_faults(node: str) -> None:
    found = enumerate(mutants(7, MUTANTS))
    texts = [(f"mutant {i}", data.decode("utf-8", "replace")) for i, data in found]
    expected = [in_library(name, text) for name, text in texts]
    assert sum(map(bool, expected)) > MUTANTS / 2
    assert not all(expected)
    for (name, text), answer, shown in zip(texts, in_page(node, texts), expected, strict=True):
        assert answer.get("shown", "") == shown, f"{name}: {text!r}"
    sound = [pair for pair, shown in zip(texts, expected, strict=True) if not shown]
    for (_, text), answer in zip(sound, in_page(node, sound, whole=True), strict=True):
        assert_same_model(read(text).program.model, answer["model"])


def in_parts(value: dict[str, Any]) -> dict[str, Any]:
    """What the page has for a part of a model: its arrays as arrays, and all else as it is."""
    return {
        name: np.array(part["data"], float).reshape(part["rows"], part["columns"])
        if isinstance(part, dict) and "data" in part
        else part
        for name, part in value.items()
    }


def assert_same_model(mine: Any, its: Any, where: str = "model") -> None:
    """Every field of a part in both readers; arrays as near as sines elsewhere allow."""
    if not isinstance(mine, Shaped):
        assert its == mine, where
        return
    found = in_parts(its)
    said = {slot.name for slot in fields(mine) if not unsaid(slot.name, getattr(mine, slot.name))}
    assert set(found) == said, where
    for name, other in found.items():
        wanted, place = getattr(mine, name), f"{where}.{name}"
        if isinstance(wanted, tuple):
            for i, pair in enumerate(zip(wanted, other, strict=True)):
                assert_same_model(*pair, f"{place}.{i}")
        elif isinstance(wanted, np.ndarray) and other is not None:
            wanted = wanted[:, None] if wanted.ndim == 1 else wanted
            assert other.shape == wanted.shape, place
            apart = np.abs(other - wanted).max(initial=0)
            assert apart <= NEAR * np.abs(wanted).max(initial=0), f"{place}: {apart} apart"
        else:
            assert_same_model(wanted, other, place)


GOOD = {path.name: path.read_text("utf-8") for path in EXAMPLES}


def test_good_texts_have_the_same_arrays(node: str) -> None:
    pages = in_page(node, [*GOOD.items()], whole=True)
    for (name, text), page in zip(GOOD.items(), pages, strict=True):
        program = read(text, name).program
        assert_same_model(program.model, page["model"], name)
        assert page["vocabulary"] == list(program.vocabulary), name
        assert_same_ends(program, page)


def assert_same_ends(program: Program, page: dict[str, Any]) -> None:
    """The same is put around prompts, and they are cut into the same words."""
    keys = ("start", "stop", "after", "opening", "steps", "slide")
    assert [page[key] for key in keys] == [getattr(program, key) for key in keys]
    words = program.pieces
    if not isinstance(words, Words):
        assert page["words"] is None
        return
    spelled, kin = (
        {word: [*said] for word, said in found.items()} for found in (words.spelled, words.kin)
    )
    wanted = {"known": [*words.known], "spelled": spelled, "kin": kin}
    assert {"kin": {}, **page["words"]} == wanted


def test_machines_of_semes_are_the_same(node: str) -> None:
    """Every place to look, factors that names show, semes in fewer numbers."""
    places = [f"{n} {way}" for n in (0, 2) for way in ("back", "ahead")]
    places += ["first", "nearest before", "nearest after", "everywhere"]
    looks = ["", "look one>a", "look 2e-5 a>b - 1e20 b>a + .12345c>a 3 b>start"]
    heads = [f"layer\nhead {where}, {look} move -2a>b + a>c" for where in places for look in looks]
    said = [f"{HEAD}{text.replace(',  move', ', move')}" for text in heads]
    said += [f"{HEAD}layer\n{text}" for pair in SAME for text in pair]
    said += [f"loud 1e6\n{said[0]}", "semes a b in 2"]
    said += ["semes a b c d e in 3\nword x: a - 2 b\nsay x: c\nlayer\nunit a > b"]
    texts = [(f"text {i}", text) for i, text in enumerate(said)]
    for (_, text), page in zip(texts, in_page(node, texts, whole=True), strict=True):
        made = read(text)
        assert_same_model(made.program.model, page["model"])
        assert page["vocabulary"] == list(made.program.vocabulary)
        assert_same_ends(made.program, page)
        laid = [(each["name"], each["at"], each["size"]) for each in page["subspaces"]]
        assert laid == [(each.name, each.start, each.size) for each in made.subspaces]


@every("norms", ["before", "after"])
def test_every_field_of_a_model_is_read(node: str, norms: Literal["before", "after"]) -> None:
    model = full_transformer(where=norms)
    (page,) = in_page(node, [("full", write(model))], whole=True)
    assert_same_model(model, page["model"])


def test_a_wrong_number_is_noticed(node: str) -> None:
    text = GOOD["search.taotp"]
    (page,) = in_page(node, [("search", text.replace("1214.4509949348776", "1214.450995"))], True)
    with pytest.raises(AssertionError, match=r"layers.1.heads.0.W_Q: .* apart"):
        assert_same_model(read(text).program.model, page["model"])
