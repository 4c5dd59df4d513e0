"""The machine that hears keys: each layer by itself, the lines of the standard, and bad input."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from taotp.applications.dialing.dialed import HEARD, SILENT, string
from taotp.applications.dialing.machine import FORKS, HOUR, SIZE, TONES, ringing, stream
from taotp.applications.dialing.tones import COLUMNS, ROWS, dial
from taotp.applications.dialing.tones import KEYS as TELEPHONE
from taotp.programs import dial_tones
from taotp.sound.wav import RATE
from taotp_core.arrays import Array
from taotp_core.measure import parameters
from taotp_core.stream import read
from taotp_core.transformer import residual
from tests.laws import every
from tests.refused import refused
from tools.sampling import at_night, lot

HEARS = dial_tones()
ENCODER = HEARS.model.encoder
S = stream(9)


def after(samples: Array, layer: int) -> Array:
    """The encoder's stream after the MLP of a layer."""
    assert ENCODER is not None and HEARS.source is not None
    found: dict[int, Array] = {}

    def keep(what: str, number: int, x: Array) -> Array:
        if what == "mlp":
            found[number] = x
        return x

    residual(ENCODER, HEARS.source(samples), touch=keep)
    return found[layer]


# The machine as a whole


@every("line", [line for line in (*HEARD, *SILENT) if line != "all worst"])
def test_it_hears_what_the_standard_accepts_and_nothing_else(line: str) -> None:
    for seed in in_turn(20):
        samples, keys = string(line, seed)
        assert HEARS.complete(samples) == keys, seed


def test_half_the_phases_are_enough_for_nominal_keys() -> None:
    half = dial_tones(phases=4)
    for seed in range(5):
        samples, keys = string("nominal", seed)
        assert half.complete(samples) == keys


def in_turn(seeds: int) -> range:
    """A third of the seeds, by the commit; all at night."""
    return range(seeds) if at_night() else range(lot("dialing") % 3, seeds, 3)


# Its layers


def test_its_size_is_as_promised_and_a_fork_says_how_loud_its_tone_is_at_any_phase() -> None:
    forks = ringing(7)
    assert ENCODER is not None and len(ENCODER.layers) == 6
    assert parameters(HEARS.model).nonzero - np.count_nonzero(forks) <= 1_800
    assert [*FORKS[TONES]] == [*ROWS, *COLUMNS] and (np.diff(FORKS) > 0).all()
    time = np.arange(SIZE) / RATE
    for k in TONES:
        for phase in np.linspace(0, 6, 13):
            tone = np.cos(2 * np.pi * FORKS[k] * time + phase)
            heard = np.maximum(tone @ forks[:, k], 0).sum() * np.pi / 7
            assert heard == pytest.approx(1, abs=0.02)


def test_below_a_floor_no_key_is_heard_and_above_it_every_key() -> None:
    """All keys at each level: Q.24 asks that they are heard from -25 dBm0 on, and not below -55."""
    for level in (0, -10, -25, -40, *range(-46, -60, -1), -70, -80):
        call = dial(TELEPHONE, level=level, on=40.0, seed=-level)
        if level >= -50:
            assert HEARS.complete(call) == TELEPHONE, level
        if level <= -55:
            assert HEARS.complete(call) == "", level
    assert dial_tones(floor=None).complete(call) == TELEPHONE
    higher = dial_tones(floor=-30.0)  # a decibel to either side of another floor
    for level, keys in ((-29.0, TELEPHONE), (-31.0, "")):
        assert higher.complete(dial(TELEPHONE, level=level, seed=1)) == keys


def test_clocks_tell_the_time() -> None:
    told = after(np.zeros(RATE), 2)
    frame = np.arange(len(told))
    assert np.allclose((told @ read(S.hours)).sum(axis=1), frame // HOUR)
    assert np.allclose((told @ read(S.minute))[:, 0], frame % HOUR, atol=1e-3)
    assert np.allclose((told @ read(S.minutes)).sum(axis=1), frame % HOUR // 8)
    assert np.allclose((told @ read(S.start))[:, 0], frame == 0)


def test_each_press_begins_once_and_has_its_number() -> None:
    x = after(dial("11223*D", seed=1), 5)
    begins, number = (x @ read(column) for column in (S.begins, S.number))
    at = np.flatnonzero(begins)
    assert len(at) == 7 and (begins[at] == 1).all()
    steps = number[at, 0] / number[at[0], 0]
    assert np.allclose(steps, np.arange(1, 8), rtol=1e-3)
    assert (np.delete(number, at) == 0).all()


# What it is given


def test_forty_keys_are_heard_and_more_are_said_to_be_there() -> None:
    keys = ("0123456789ABCD#*" * 3)[:28]
    assert HEARS.complete(dial(keys, on=40.0, off=40.0)) == keys
    few = dial_tones(presses=5)
    assert few.complete(dial("12345")) == "12345"
    assert few.complete(dial("123456")) == "12345…"


TIME = 2 * np.pi * np.arange(17_640) / 44_100
HEARD_AS: dict[str, tuple[Array, str]] = {
    "float32": (dial("159D0*", seed=1).astype(np.float32), "159D0*"),
    "no pause": (dial("159D0*3", on=100.0, off=0.0, seed=4), "159D0*3"),
    "nothing around": (dial("5", lead=0.0, tail=0.0), "5"),
    "short, nothing around": (dial("5", on=23.0, lead=0.0, tail=0.0), ""),
    "silence": (np.zeros(RATE), ""),
    "shorter than a frame": (np.full(100, 0.1), ""),
    "44.1 kHz taken for 8": (0.3 * np.sin(TIME * 697) + 0.3 * np.sin(TIME * 1209), ""),
    "two keys at once": (dial([("1", "5"), ("1", "2"), ("1", "4")], on=80.0), ""),
    "a constant": (np.full(RATE, 0.7), ""),
}  # fmt: skip


@every("name", HEARD_AS)
def test_what_it_hears_in_odd_sounds(name: str) -> None:
    samples, keys = HEARD_AS[name]
    assert HEARS.complete(samples) == keys


def test_it_refuses_with_a_sentence() -> None:
    hear: Callable[[Any], object] = HEARS.complete
    refused(
        (lambda: hear(np.zeros(0)), "there are no samples"),
        (lambda: hear(np.zeros((800, 2))), r"shape \(800, 2\); give one channel"),
        (lambda: hear("159"), "samples are a str"),
        (lambda: hear(np.zeros(60 * RATE)), "the sound takes 60.00 s"),
        (lambda: dial_tones(n_ctx=0), "n_ctx is 0"),
        (lambda: dial_tones(presses=0), "presses is 0"),
        (lambda: dial_tones(phases=0), "phases is 0"),
    )
