"""The texts and tables that come with the package."""

from collections.abc import Callable
from pathlib import Path

import pytest

from taotp import data
from taotp.files import NotInstalled
from taotp.page.bundle import source
from tests.laws import every


def test_the_play_in_two_is_the_play() -> None:
    """Nothing is lost or read twice, and the held-back part is a tenth."""
    read, held_back = data.read_and_held_back()
    assert read + held_back == data.romeo_and_juliet()
    assert abs(len(held_back) - len(read) / 9) < 1
    assert set(held_back) <= set(read)  # no letter is met there for the first time


@every(
    "read", [data.romeo_and_juliet, data.claims, lambda: data.experiment("edge_tools"),
             lambda: source("page/kit/nothing.js")]
)  # fmt: skip
def test_what_the_library_alone_lacks_is_told(
    read: Callable[[], object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Mutants: a folder that is listed before anybody asks whether it is there; another error."""
    monkeypatch.setattr("taotp.files.files", lambda _: tmp_path)
    with pytest.raises(NotInstalled, match="not installed; it comes with pip install taotp-data"):
        read()
