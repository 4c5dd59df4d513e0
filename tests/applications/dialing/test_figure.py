"""The figure of dial tones hears in the page what the library hears."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

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
from taotp_core.weights import Transformer
from tests.in_node import in_node
from tests.laws import every

SCRIPT = Path(__file__).with_name("figure.mjs")
MOST_WEIGHTS = 15_400  # bytes
Json = dict[str, Any]


@cache
def spec() -> Json:
    """What the page is told of the figure."""
    return dialing().spec


def in_page(node: str, states: list[Json], **more: Any) -> Json:
    """What the page makes of each state, and of sounds that are given."""
    told: Json = in_node(node, SCRIPT, {"spec": spec(), "states": states, **more})
    return told


def machine_of(state: Json) -> Program:
    """The program whose numbers a state sets."""
    asked = {**STATE, **state}
    own: Json = {name: asked[name] for name in ("phases", "gain", "whisper")}
    own["hard"] = own.pop("gain")
    own["lead"] = 0.0 if asked["zeros"] == "off" else LEAD
    program = dial_tones(**own)
    return program if asked["guards"] == "on" else replace(program, model=unguarded(program.model))


def unguarded(model: Transformer) -> Transformer:
    """The same model, in which no guard turns its tone down."""
    assert model.encoder
    layers = list(model.encoder.layers)
    mlp = layers[1].mlp
    assert mlp
    kept = np.arange(len(mlp.W_out)) >= 2 * len(TONES)
    layers[1] = replace(layers[1], mlp=replace(mlp, W_out=mlp.W_out * kept[:, None]))
    return replace(model, encoder=replace(model.encoder, layers=layers))


def assert_same(state: Json, answer: Json) -> None:
    """The page heard its samples as the program does."""
    program = machine_of(state)
    samples = np.array(answer["samples"], np.float64)
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
        {"dial": "7*", "phases": 3, "twist": -8, "gap": 7, "on": 60},
        {"dial": "#1", "gain": 1e3, "on": 33, "noise": 5, "lead": 0},
        {"dial": ""},
    ]
    answers = in_page(node, states)["answers"]
    for state, answer in zip(states, answers, strict=True):
        assert_same(state, answer)
    by_name = {each["name"]: answer for each, answer in zip(TRIES, answers, strict=False)}
    assert by_name["well dialed"]["said"] == by_name["a bit off"]["said"] == "159D"
    assert by_name["nearly silent"]["said"] == "159D"
    assert [number["words"] for number in by_name["nearly silent"]["numbers"]] == [*"1234"]
    for name in ("far off", "half a press", "too soft"):
        assert by_name[name]["said"] == "", name
    for name in (
        *("far off, no guards", "no silence before", "gain too low", "positions too loud"),
    ):
        assert by_name[name]["whole"]["kind"] == "wrong", name


def test_the_page_dials_as_python_does(node: str) -> None:
    """The same phases are the same samples."""
    state = {"dial": "3B#", "level": -7, "twist": 2, "deviation": 1.25, "gap": 9, "lead": 31,
             "on": 47, "off": 44}  # fmt: skip
    (answer,) = in_page(node, [state])["answers"]
    expected = np.zeros(len(answer["samples"]))
    for press in answer["presses"]:

        class Known(np.random.Generator):
            phases = iter(press["phases"])

            def uniform(self, *_: Any, **__: Any) -> Any:
                return next(self.phases)

        rng = Known(np.random.PCG64(0))
        sound = pressed(press["key"], 47, -7, 2, np.array([1.25, 1.25]), rng)
        size = len(sound)
        sound[(size - 72) // 2 : (size - 72) // 2 + 72] = 0
        expected[press["from"] : press["to"]] = sound
    assert np.abs(expected - answer["samples"]).max() < 1e-12
    assert len(expected) == 8 * (31 + 3 * 47 + 2 * 44 + 50)


def test_noise_is_as_loud_as_it_says_and_a_state_is_one_sound(node: str) -> None:
    states = [{"noise": noise, "seed": 5} for noise in (12, NO_NOISE, 12)]
    noisy, clean, again = (np.array(a["samples"]) for a in in_page(node, states)["answers"])
    assert np.array_equal(noisy, again)
    sounding = clean != 0
    power = np.square(clean[sounding]).mean()
    assert abs(10 * np.log10(power / np.square(noisy - clean).mean()) - 12) < 0.5


@every(
    "state, kind, text, standard",
    [
        ({}, "right", "Dialed 159D, heard 159D.", "such presses must be heard"),
        ({"deviation": 2.5}, "soft", "Dialed 159D, heard nothing.", "leaves it open: 2.5 % off"),
        ({"on": 23}, "right", "Dialed 159D, heard nothing.", "presses of 23 ms must not be heard"),
        ({"level": -54}, "soft", "Dialed 159D, heard nothing.", "it open: \N{MINUS SIGN}54 dBm0"),
        ({"level": -56}, "right", "Dialed 159D, heard nothing.", "\N{MINUS SIGN}56 dBm0 must not"),
        ({"gain": 30}, "wrong", "Dialed 159D, heard", "must be heard"),
        ({}, "right", "Dialed 159D, heard 159D.", "The standard, ITU-T Q.24: such"),
        ({"dial": ""}, "", "Nothing is dialed: press a key.", ""),
        ({"dial": "(1) 59-D"}, "right", "Dialed 159D, heard 159D. Left out: “(”, “)”, “-”.", ""),
    ],
)
def test_what_it_says_is_so(node: str, state: Json, kind: str, text: str, standard: str) -> None:
    (answer,) = in_page(node, [state])["answers"]
    assert answer["whole"]["kind"] == kind
    assert answer["whole"]["text"].startswith(text)
    assert standard in answer["now"]["text"]
    assert bool(answer["now"]["text"]) is bool(state.get("dial", "159D"))


def test_what_cannot_be_dialed_is_told(node: str) -> None:
    letter, many, long = in_page(
        node, [{"dial": "15E"}, {"dial": "1" * 25}, {"dial": "1" * 24, "on": 120}]
    )["answers"]
    assert letter["error"] == "“E” is no key of a telephone; those are " + " ".join(KEYS)
    assert many["error"] == "At most 24 keys; take some away."
    assert "this machine hears up to" in long["whole"]["text"]
    assert long["whole"]["kind"] == ""


def test_sounds_of_all_kinds_are_heard_or_refused(node: str) -> None:
    rng = np.random.default_rng(0)
    sounds = [np.zeros(4000), np.full(4000, 0.3), rng.uniform(-1, 1, 4000), np.zeros(1)]
    heard = in_page(node, [], sounds=[sound.tolist() for sound in sounds])["heard"]
    assert [each["said"] for each in heard] == [dial_tones().complete(s) for s in sounds]


def test_the_weights_are_small() -> None:
    weights = json.dumps(spec()["machine"], separators=(",", ":"))
    assert len(weights) <= MOST_WEIGHTS
    assert len(listener().values) < 200


def test_what_stands_for_it_on_paper() -> None:
    table = dialing("12").still()
    assert '<th scope="row">well dialed</th><td>12' in table
    assert '<th scope="row">far off</th><td>nothing</td>' in table


def test_a_telephone_alone_is_the_same_figure_with_all_else_folded_away() -> None:
    """What an address could set, it still can; the machine and the sound are those of the other."""
    whole, alone = dialing("12").spec, telephone("12").spec
    assert alone["panels"] == ["telephone"] and not alone["controls"]
    names = {each["name"] for each in alone["hidden"]}
    assert names == {each["name"] for each in (*whole["controls"], *whole["hidden"])}
    assert {k: alone[k] for k in ("machine", "forks", "standard", "state")} == {
        k: whole[k] for k in ("machine", "forks", "standard", "state")
    }
