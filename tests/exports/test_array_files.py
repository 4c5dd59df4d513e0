"""Arrays in a file that no machine has: tests/listing/test_stored.py asks the others."""

import copy
import io
import zipfile

import numpy as np
import pytest

from taotp.exports.array_files import LONGEST_AXIS, MOST_AXES, array_of, from_npz, npz, text_of
from tests.laws import every


@every("shape", [(1,), (3,), (0,), (2, 3), (0, 4), (4, 0)])
@every("dtype", ["float64", "float32", "float16"])
@every("order", ["C", "F"])
def test_arrays_and_a_text_come_back(shape: tuple[int, ...], dtype: str, order: str) -> None:
    drawn = np.random.default_rng(0).normal(size=shape).astype(dtype)
    W = np.asfortranarray(drawn) if order == "F" else drawn
    arrays, text = from_npz(npz({"W": W}, "what it is"))
    assert text == "what it is" and arrays["W"].dtype == W.dtype
    assert np.array_equal(arrays["W"], W)


@every(
    "dtype, shape, size, words",
    [
        ("float64", (), 8, r"W has the shape \(\); it must be"),
        ("float64", (1,) * (MOST_AXES + 1), 8, "it must be"),
        ("float64", (LONGEST_AXIS + 1,), 8, "it must be"),
        ("float64", (LONGEST_AXIS,), 8, "bytes; there are 8"),
        ("float64", (0,), 8, r"\(0,\), 0 bytes; there are 8"),
    ],
)
def test_what_is_no_array_of_floats_is_refused(
    dtype: str, shape: tuple[int, ...], size: int, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        array_of("W", np.dtype(dtype), shape, "C", bytes(size))


def test_a_text_is_one_string() -> None:
    file = io.BytesIO()
    np.save(file, np.array(["a", "b"]))
    with pytest.raises(ValueError, match="it must be one string"):
        text_of(file.getvalue())


def test_parts_that_overlap_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of two megabytes said of many parts that each begins at the first: half a gigabyte."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("first.npy", bytes(100_000))
        first = archive.filelist[0]
        for i in range(50):
            also = copy.copy(first)
            also.filename = f"also{i}.npy"
            archive.filelist.append(also)
    monkeypatch.setattr(zipfile.ZipFile, "read", lambda *_: pytest.fail("it is read"))
    with pytest.raises(ValueError, match="its parts overlap: they have 5,100,000 bytes, it"):
        from_npz(file.getvalue())
