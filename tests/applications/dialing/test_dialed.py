"""The lines that a receiver is held to: what is drawn is what they say, and the same each time."""

import numpy as np
import pytest

from taotp.applications.dialing.dialed import FAR, HEARD, N_KEYS, NEAR, SILENT, corners, far, string
from taotp.sound.wav import RATE, check_samples
from tests.laws import every
from tests.refused import refused


@every("line", [*HEARD, *SILENT])
def test_a_seed_is_a_string(line: str) -> None:
    samples, keys = string(line, 7)
    check_samples(samples)
    assert len(keys) == (N_KEYS if line in HEARD else 0)
    again, same = string(line, 7)
    assert np.array_equal(samples, again) and keys == same
    assert not np.array_equal(samples, string(line, 8)[0])


def test_presses_are_as_long_as_the_line_says() -> None:
    for line, ms in (("40/40 ms", 40), ("23 ms", 23)):
        samples, _ = string(line, 0)
        assert (samples != 0).sum() == pytest.approx(N_KEYS * ms * RATE / 1000, rel=0.01)


def test_deviations_are_too_large_or_at_their_corners_and_an_unknown_line_is_refused() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        assert (np.abs(corners(rng, NEAR)) == NEAR).all()
        off = np.abs(far(rng))
        assert (off.max(axis=1) >= FAR[0]).all() and (off.max() <= FAR[1])
        assert (off[off > 0] >= FAR[0]).all()
    refused((lambda: string("x", 0), "no line is called 'x'; there are nominal, 0 dBm0"))
