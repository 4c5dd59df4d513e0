"""What receivers are asked: presses in their order, qualities of a string, recordings of people."""

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

from taotp.applications.dialing.tones import dial
from taotp.sound.wav import check_samples
from tests.laws import every
from tools.experiments.decoders import DECODERS
from tools.experiments.dial_tones_limits import SWEPT, swept
from tools.experiments.dial_tones_map import in_order
from tools.experiments.dial_tones_speech import recordings
from tools.experiments.outside import keep_names


@every("said, heard", [("159D", 4), ("", 0), ("15D", 3), ("1959D", 4), ("D951", 1), ("777", 0)])
def test_keys_are_counted_in_their_order(said: str, heard: int) -> None:
    assert in_order(said, "159D") == heard


@every("what", SWEPT)
def test_a_swept_string_can_be_heard(what: str) -> None:
    for value in (SWEPT[what][0], SWEPT[what][-1]):
        samples, keys = swept(what, value, np.random.default_rng(1))
        check_samples(samples)
        assert len(keys) == 8


def test_the_machine_by_hand_is_asked_like_the_others() -> None:
    assert DECODERS["by hand"](dial("159D")) == "159D"
    assert DECODERS["by hand"](np.zeros(10**5)) == ""  # which it refuses


def test_recordings_of_a_speaker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXPERIMENTS_RECORDINGS", "")  # as it was, once this has ended
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        for name in ("1_george_0.wav", "0_lucas_0.wav", "0_george_0.wav", "README.md"):
            file.writestr(name, name)
    (tmp_path / "some.zip").write_bytes(data.getvalue())
    keep_names([f"recordings={tmp_path / 'some.zip'}"])
    assert list(recordings("george")) == [b"0_george_0.wav", b"1_george_0.wav"]
