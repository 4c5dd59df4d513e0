"""Names of a stream: every program has them, every format keeps them, and they decide nothing."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp.constructions.level import level
from taotp.constructions.pairs import paired
from taotp.figures.spec import Columns, encode_model
from taotp.interp.ground_truth.decoys import widened
from taotp.listing import read, write
from taotp.listing.stored import filled, settings
from taotp.programs import (
    Program,
    dial_tones,
    search,
    spoken_digits,
    two_stacks,
    weird_words,
)
from taotp.programs.printed_words import pointing, red_apple
from taotp.verify.machines import Machine
from taotp_core import RMS_NORM, Transformer, encode, forward, random_transformer
from taotp_core.equivalences import scramble, uniform
from taotp_core.inputs import model_of
from taotp_core.measure import parameters
from taotp_core.post_ln import post_norm
from taotp_core.stream import Subspace, subspaces
from taotp_core.weights import deciding, named_arrays, unnamed
from tests.in_node import in_node
from tests.laws import every
from tests.test_plain_machine import ASKED

NAMELESS = {"small.add", "small.add_by_looking", "small.multiply", "small.sort"}  # see `level`
MORE: dict[str, Callable[[], Program | Transformer]] = {
    "dial_tones": dial_tones,
    "red_apple": red_apple,
    "red_apple that points": lambda: pointing(red_apple(), worth=1.0),
    "spoken_digits": spoken_digits,
}
NAMES = [*ASKED, *MORE]


@cache
def stacks(name: str) -> tuple[Transformer, ...]:
    """The stack, or both stacks, of a program."""
    model = model_of(ASKED[name][0]() if name in ASKED else MORE[name]())
    return (model, model.encoder) if model.encoder else (model,)


def hollow(name: str) -> Transformer:
    """A machine of zeros with the streams of a program."""
    bare = [
        Transformer(np.zeros((1, x.d_model)), np.zeros((1, x.d_model)), subspaces=x.subspaces)
        for x in stacks(name)
    ]
    return replace(bare[0], encoder=bare[1]) if bare[1:] else bare[0]


def named(model: Transformer) -> list[tuple[str, int, int, bool]]:
    """What a machine calls the parts of its streams."""
    both = [*model.subspaces, *(model.encoder.subspaces if model.encoder else ())]
    return [(part.name, part.start, part.size, part.hidden) for part in both]


@every("name", NAMES)
def test_a_program_names_its_whole_stream_in_words(name: str) -> None:
    for model in stacks(name):
        covered = sum(len(part) for part in model.subspaces)
        assert covered == (0 if name in NAMELESS else model.d_model)
        assert not [part.name for part in model.subspaces if "_" in part.name]
        assert name in NAMELESS or not all(part.hidden for part in model.subspaces)


@every("name", NAMES)
def test_names_survive_in_a_text(name: str) -> None:
    model = hollow(name)
    again = read(write(model))
    assert named(again.program.model) == named(model)
    assert again.subspaces == tuple(model.subspaces)


SCRIPT = Path(__file__).parent / "listing" / "read.mjs"
SENTENCES = "symbols a b\ncontext 4\nstream a_token 3, past 2 x 3, one\n"


def test_the_page_reads_the_same_names(node: str) -> None:
    texts = {name: write(hollow(name)) for name in NAMES} | {"level two": SENTENCES}
    asked = [{"text": text, "name": name, "whole": True} for name, text in texts.items()]
    for (name, text), page in zip(texts.items(), in_node(node, SCRIPT, asked), strict=True):
        found = [(x["name"], x["at"], x["size"], x.get("hidden", False)) for x in page["subspaces"]]
        assert found == named(replace(read(text).program.model, encoder=None)), name


def test_a_text_gives_the_names_that_it_has() -> None:
    model = read(SENTENCES).program.model
    assert [(part.name, part.start, part.size) for part in model.subspaces] == [
        ("a_token", 0, 3), ("past.1", 3, 3), ("past.2", 6, 3), ("one", 9, 1)
    ]  # fmt: skip
    semes = "semes pig sg\ncontext 4\nword pigs: pig - sg\nsay pigs: pig\n"
    assert [part.name for part in read(semes).subspaces if not part.hidden] == [
        "pig",
        "sg",
        "start",
    ]


def test_names_too_long_for_a_machine_are_left_out() -> None:
    long = "x" * 39
    model = read(f"symbols a b\ncontext 4\nstream token, {long} 2 x 3\n").program.model
    assert [part.name for part in model.subspaces] == ["token"]


def what_decides(model: Transformer) -> list[bytes]:
    """All that a machine is asked for, but for its names."""
    return [*deciding(model, lambda setting: repr(setting).encode())]


@every("make", [lambda: search(5, 8, 2), weird_words, lambda: two_stacks.copy("abc", 4)])
def test_names_decide_nothing(make: Callable[[], Program]) -> None:
    program = make()
    bare = replace(program, model=unnamed(program.model))
    assert named(program.model) and not named(bare.model)
    one, other = program.model, bare.model
    tokens = np.arange(min(one.n_ctx, one.d_vocab))
    memory = None if one.encoder is None else encode(one, tokens)
    assert np.array_equal(
        forward(one, tokens, memory=memory), forward(other, tokens, memory=memory)
    )
    assert what_decides(one) == what_decides(other)
    assert [*named_arrays(one)] == [*named_arrays(other)]
    assert parameters(one) == parameters(other)
    prints = [Machine("it", write(each)).fingerprint for each in (program, bare)]
    assert prints[0] == prints[1]
    sent = [encode_model(lambda _, each=each: each, Columns()) for each in (one, other)]  # type: ignore[misc]
    assert sent[0] == sent[1]
    assert "subspaces" not in json.dumps(sent[0])


def drawn() -> Transformer:
    """A machine without a norm that has names."""
    model = random_transformer(0, d_model=6, norm=None)
    return replace(model, subspaces=subspaces(token=4, place=2))


DROP: dict[str, Callable[[Transformer], Transformer]] = {
    "scramble": lambda model: scramble(model, np.linalg.qr(np.eye(6) + 1)[0]),
    "level": level,
    "fine level": lambda model: level(model, fine=2),
    "paired": lambda model: paired(replace(model, norm_final=RMS_NORM)),
    "a decoy's room": lambda model: widened(model, 2),
}


def test_what_leaves_columns_keeps_names() -> None:
    program = search(5, 8, 2).model
    assert named(post_norm(program)) == named(program)
    assert named(uniform(drawn())) == named(drawn())


@every("name", DROP)
def test_what_turns_columns_or_adds_some_drops_names(name: str) -> None:
    assert named(DROP[name](drawn())) == []


TOKEN, PLACE, ONE = subspaces(token=3, place=2, one=1)
AGAIN = Subspace("token", 3, 1, 6)
WRONG: list[tuple[Sequence[Any], str]] = [
    ([TOKEN, AGAIN], "two subspaces are called 'token'; a name must be for one"),
    ([TOKEN, Subspace("x", 2, 2, 6)], "'token' and 'x' both have column 2; they must lie apart"),
    ([Subspace("x", 2, 2, 6), TOKEN], "'token' and 'x' both have column 2; they must lie apart"),
    ([Subspace("x", 5, 2, 6)], "'x' has size 2 from 5 of 6 on; it must lie in the 6 of the stream"),
    ([Subspace("x", -1, 2, 6)], "'x' has size 2 from -1 of 6 on"),
    ([Subspace("x", 0, 0, 6)], "'x' has size 0 from 0 of 6 on"),
    ([Subspace("x", 0, 1, 7)], "'x' has size 1 from 0 of 7 on"),
    ([Subspace("", 0, 1, 6)], "the name of subspaces[0] is ''; it must not be empty"),
    ([Subspace("a\nb", 0, 1, 6)], "it must be one line of characters that can be seen"),
    ([Subspace("x" * 41, 0, 1, 6)], "it has 41 characters; it must have at most 40"),
    (["token"], "subspaces[0] is a str; it must be a Subspace"),
]


@every("wrong, sentence", WRONG)
def test_wrong_names_get_a_sentence(wrong: Sequence[Any], sentence: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the sentence is asked below
        Transformer(np.eye(6), np.eye(6), subspaces=wrong)
    assert sentence in str(caught.value)


IN_FILES: list[tuple[object, str]] = [
    ("token", "its stream is wrong: the names of parts are not a list"),
    ([["token", 0]], 'part 0 is not ["name", start, size], nor one with "hidden" behind it'),
    ([["token", 0, 1, "seen"]], "part 0 is no"),
    ([["token", 0, True]], "part 0 is no"),
    ([["token", 0, 7]], "it must lie in the 6 of the stream"),
]


@every("rows, sentence", IN_FILES)
def test_wrong_names_in_a_file_get_a_sentence(rows: object, sentence: str) -> None:
    model = Transformer(np.eye(6), np.eye(6))
    said = json.dumps(json.loads(settings(model)) | {"stream": rows})
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the sentence is asked below
        filled(said, named_arrays(model))
    assert sentence in str(caught.value)
