"""The figure of dial tones hears in the page what the library hears."""

import json
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import numpy as np

from taotp.applications.dialing.figure import (
    LEAD,
    NO_NOISE,
    STATE,
    TRIES,
    dialing,
    listener,
    telephone,
)
from taotp.applications.dialing.machine import TONES
from taotp.applications.dialing.tones import KEYS, pressed
from taotp.programs import Program, dial_tones
from taotp_core.transformer import encode, trace
from tests.applications import page
from tests.applications.page import Json

FIGURE = dialing()


def in_page(node: str, *states: Json, **more: Any) -> Any:
    """What the page makes of each state, or of sounds that are given."""
    said = page.in_page(node, __file__, FIGURE, *states, **more)
    return said if more else said["answers"]


def machine_of(state: Json) -> Program:
    """The program whose numbers a state sets; where it says so no guard turns its tone down."""
    asked = {**STATE, **state}
    own: Json = {name: asked[name] for name in ("phases", "gain", "whisper")}
    own["hard"] = own.pop("gain")
    program = dial_tones(lead=0.0 if asked["zeros"] == "off" else LEAD, **own)
    encoder = program.model.encoder
    assert encoder
    first, second, *others = encoder.layers
    assert second.mlp
    kept = np.arange(len(second.mlp.W_out)) >= (2 * len(TONES) if asked["guards"] != "on" else 0)
    mlp = replace(second.mlp, W_out=second.mlp.W_out * kept[:, None])
    layers = [first, replace(second, mlp=mlp), *others]
    model = replace(program.model, encoder=replace(encoder, layers=layers))
    return replace(program, model=model)


def assert_same(state: Json, answer: Json) -> None:
    """The page heard its samples as the program does."""
    program, samples = machine_of(state), np.array(answer["samples"], np.float64)
    assert program.source
    memory = encode(program.model, program.source(samples))
    said = [KEYS.index(key) for key in answer["said"]]
    tokens = np.array([program.vocabulary.index("start"), *said])
    run = trace(program.model, tokens, memory=memory)
    assert np.abs(run.logits - answer["logits"]).max() < 1e-6
    assert program.complete(samples) == answer["said"]


def test_it_hears_what_python_hears(node: str) -> None:
    states: list[Json] = [{"dial": "159D"} | each["set"] for each in TRIES]
    states += [
        {"dial": KEYS, "noise": 10, "seed": 3},
        {"dial": "0000", "level": -25, "twist": 4, "deviation": -1.5, "off": 40, "on": 40},
        {"dial": "7*", "phases": 3, "twist": -8, "gap": 7, "on": 60, "gain": 1e3, "lead": 0},
        {"dial": ""},
    ]
    answers = in_page(node, *states)
    for state, answer in zip(states, answers, strict=True):
        assert_same(state, answer)
    by_name = {each["name"]: answer for each, answer in zip(TRIES, answers, strict=False)}
    for name in ("well dialed", "a bit off", "a gap inside", "nearly silent"):
        assert by_name[name]["said"] == "159D", name
    assert [number["words"] for number in by_name["nearly silent"]["numbers"]] == [*"1234"]
    for name in ("far off", "half a press", "too soft"):
        assert by_name[name]["said"] == "", name
    for name in ("far off, no guards", "no silence before", "gain too low", "positions too loud"):
        assert by_name[name]["whole"]["kind"] == "wrong", name


def test_the_page_dials_as_python_does(node: str) -> None:
    """The same phases are the same samples."""
    state = {"dial": "3B#", "level": -7, "twist": 2, "deviation": 1.25, "gap": 9, "lead": 31,
             "on": 47, "off": 44}  # fmt: skip
    (answer,) = in_page(node, state)
    expected, rng = np.zeros(len(answer["samples"])), Mock(np.random.Generator)
    for press in answer["presses"]:
        rng.uniform.side_effect = press["phases"]
        sound = pressed(press["key"], 47, -7, 2, np.array([1.25, 1.25]), rng)
        size = len(sound)
        sound[(size - 72) // 2 : (size - 72) // 2 + 72] = 0
        expected[press["from"] : press["to"]] = sound
    assert np.abs(expected - answer["samples"]).max() < 1e-12
    assert len(expected) == 8 * (31 + 3 * 47 + 2 * 44 + 50)


def test_noise_is_as_loud_as_it_says_and_a_state_is_one_sound(node: str) -> None:
    states = [{"noise": noise, "seed": 5} for noise in (12, NO_NOISE, 12)]
    noisy, clean, again = (np.array(a["samples"]) for a in in_page(node, *states))
    assert np.array_equal(noisy, again)
    sounding = clean != 0
    power = np.square(clean[sounding]).mean()
    assert abs(10 * np.log10(power / np.square(noisy - clean).mean()) - 12) < 0.5


SAYS: list[tuple[Json, str, str, str]] = [
    ({}, "right", "Dialed 159D, heard 159D.", "The standard, ITU-T Q.24: such presses must be hea"),
    ({"deviation": 2.5}, "soft", "Dialed 159D, heard nothing.", "leaves it open: 2.5 % off"),
    ({"on": 23}, "right", "Dialed 159D, heard nothing.", "presses of 23 ms must not be heard"),
    ({"level": -54}, "soft", "Dialed 159D, heard nothing.", "it open: \N{MINUS SIGN}54 dBm0"),
    ({"level": -56}, "right", "Dialed 159D, heard nothing.", "\N{MINUS SIGN}56 dBm0 must not"),
    ({"gain": 30}, "wrong", "Dialed 159D, heard", "must be heard"),
    ({"dial": ""}, "", "Nothing is dialed: press a key.", ""),
    ({"dial": "(1) 59-D"}, "right", "Dialed 159D, heard 159D. Left out: “(”, “)”, “-”.", ""),
]


def test_what_it_says_is_so(node: str) -> None:
    answers = in_page(node, *(state for state, *_ in SAYS))
    for (state, kind, text, standard), answer in zip(SAYS, answers, strict=True):
        assert answer["whole"]["kind"] == kind, state
        assert answer["whole"]["text"].startswith(text), state
        assert standard in answer["now"]["text"], state
        assert bool(answer["now"]["text"]) is bool(state.get("dial", "159D")), state


def test_what_cannot_be_dialed_is_told_and_sounds_of_all_kinds_are_heard(node: str) -> None:
    letter, many, long = in_page(
        node, {"dial": "15E"}, {"dial": "1" * 25}, {"dial": "1" * 24, "on": 120}
    )
    assert letter["error"] == "“E” is not a key of a telephone; those are " + " ".join(KEYS)
    assert many["error"] == "At most 24 keys; take some away."
    assert "this machine hears up to" in long["whole"]["text"]
    assert long["whole"]["kind"] == ""
    noise = np.random.default_rng(0).uniform(-1, 1, 4000)
    sounds = [np.zeros(4000), np.full(4000, 0.3), noise, np.zeros(1)]
    heard = in_page(node, sounds=[sound.tolist() for sound in sounds])["heard"]
    assert [each["said"] for each in heard] == [dial_tones().complete(s) for s in sounds]


def test_a_telephone_alone_is_the_same_figure_with_all_else_folded_away() -> None:
    """What an address could set, it still can; the machine and the sound are those of the other."""
    whole, alone = dialing("12").spec, telephone("12").spec
    assert alone["panels"] == ["telephone"] and not alone["controls"]
    names = {each["name"] for each in (*whole["controls"], *whole["hidden"])}
    assert {each["name"] for each in alone["hidden"]} == names
    for name in ("machine", "forks", "standard", "state"):
        assert alone[name] == whole[name]
    assert len(json.dumps(whole["machine"], separators=(",", ":"))) <= 15_400  # bytes
    assert len(listener().values) < 200
    table = dialing("12").still()
    assert '<th scope="row">well dialed</th><td>12' in table
    assert '<th scope="row">far off</th><td>nothing</td>' in table
