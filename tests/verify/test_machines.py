"""A machine that a stranger's file names is refused before it is built, where it would be large."""

import pytest

from taotp import verify
from tests.laws import every


@every(
    "name",
    [
        "minimum(2000000, 2)", "minimum(10**9, 2)", "search(5000, 5000, 4999)",
        "small.minimum(d_vocab=1000000, n_ctx=2)", "small.add(10000000)",
    ],
)  # fmt: skip
def test_what_would_be_large_is_not_built(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It took a gigabyte and a quarter of a minute before it was refused."""
    monkeypatch.setattr("numpy.zeros", lambda *_, **__: pytest.fail("it is built"))
    with pytest.raises(
        ValueError, match="is too large to be built here|is not a name with arguments"
    ):
        verify.machine(name)


def test_what_is_asked_for_usually_is_built() -> None:
    for name in ("minimum(6, 3)", "sort(28, 100)", "search(10, 30, 2)", "small.add(3)"):
        assert verify.machine(name).program.model.d_vocab
