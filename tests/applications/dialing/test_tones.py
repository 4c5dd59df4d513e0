"""Dialing: frequencies, levels and times are those asked for."""

from functools import partial
from typing import Any

import numpy as np

from taotp.applications.dialing.tones import COLUMNS, KEYS, ROWS, amplitude, dial, tones_of
from taotp.sound.wav import RATE, check_samples
from taotp_core.arrays import Array
from tests.refused import refused


def strength(samples: Array, hertz: float) -> float:
    """The amplitude of a tone in samples, where no other is near."""
    n = np.arange(len(samples))
    window = np.hanning(len(samples))
    wave = np.exp(-2j * np.pi * hertz / RATE * n)
    return float(2 * abs((samples * window) @ wave) / window.sum())


def test_every_key_has_a_row_and_a_column() -> None:
    pad = [[KEYS[4 * r + c] for c in range(4)] for r in range(4)]
    assert pad == [["1", "2", "3", "A"], ["4", "5", "6", "B"], ["7", "8", "9", "C"], [*"*0#D"]]
    for r, row in enumerate(ROWS):
        for c, column in enumerate(COLUMNS):
            assert tones_of(pad[r][c]) == (row, column)
    assert all(np.isclose(ROWS[i + 1] / ROWS[i], 21 / 19, rtol=2e-3) for i in range(3))


def test_levels_twist_and_deviation() -> None:
    found = dial("5", on=1000, level=-13, twist=4, deviation=(1.5, -1.5), lead=0, tail=0)
    assert np.isclose(strength(found, 770 * 1.015), amplitude(-13), rtol=1e-3)
    assert np.isclose(strength(found, 1336 * 0.985), amplitude(-9), rtol=1e-3)
    assert strength(found, 770) < 1e-3
    assert np.isclose(amplitude(3.14), 1)


def test_times() -> None:
    found = dial("12", on=[50, 40], off=30, gap=10, lead=5, tail=7)
    edges = np.cumsum([0.005, 0.02, 0.01, 0.02, 0.03, 0.015, 0.01, 0.015, 0.007]) * RATE
    assert len(found) == round(edges[-1])
    for i, (a, b) in enumerate(zip([0, *edges[:-1]], edges, strict=True)):
        assert found[round(a) : round(b)].any() == (i % 2 == 1)


def test_lone_tones_and_several_at_once() -> None:
    one = dial([941.0], on=500, lead=0, tail=0)
    assert np.isclose(strength(one, 941), amplitude(-10), rtol=1e-3)
    both = dial([("1", "6", 440.0)], on=500, lead=0, tail=0)
    for hertz in (697, 770, 1209, 1477, 440):
        assert np.isclose(strength(both, hertz), amplitude(-10), rtol=1e-2)


def test_noise_and_hiss_are_as_loud_as_asked() -> None:
    clean, noisy = dial("159", on=500, level=-20), dial("159", on=500, level=-20, snr=12)
    power = np.square(clean)[clean != 0].mean()
    assert np.isclose(np.square(noisy - clean).mean(), power / 10**1.2, rtol=0.05)
    found = dial("", lead=4000, hiss=-10)
    assert np.isclose(np.square(found).mean(), amplitude(-10) ** 2 / 2, rtol=0.05)


def test_seeds_what_is_too_loud_and_nothing() -> None:
    assert np.array_equal(dial("159D", seed=3), dial("159D", seed=3))
    assert not np.array_equal(dial("159D", seed=3), dial("159D", seed=4))
    check_samples(loud := dial("5", level=0))
    assert (np.abs(loud) == 1).sum() > 10
    assert len(dial("")) == 800 and not dial("", snr=10).any()


def test_what_cannot_be_dialed_is_a_sentence() -> None:
    settings: list[tuple[dict[str, Any], str]] = [
        ({"keys": "5x"}, "'x' is not a key of a telephone; those are 1 2 3 A"),
        ({"keys": ["55"]}, "'55' is not a key"),
        ({"keys": "55", "on": -1}, "on is -1 ms"),
        ({"keys": "55", "on": [1, 2, 3]}, "give one number, or one for each of the 2 keys"),
        ({"keys": "55", "deviation": 1.5j}, "give one pair"),
        ({"keys": "55", "level": float("nan")}, "every number must be finite"),
    ]
    refused(*((partial(dial, **how), sentence) for how, sentence in settings))
