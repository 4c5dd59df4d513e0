"""Softmax, rounding to named precisions bit by bit, and arrays whose axes are checked."""

import math
from dataclasses import FrozenInstanceError, dataclass
from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp_core.arrays import PRECISIONS, Array, Rounding, Shaped, rounded, rounding, softmax
from taotp_core.fast import END
from tests.examples import EVERY_TIME_THE_SAME
from tests.laws import every

BITS = np.arange(2**16, dtype=np.uint16)
with np.errstate(invalid="ignore"):  # signaling NaNs
    FLOAT16 = BITS.view(np.float16).astype(np.float64)
    BFLOAT16 = (BITS.astype(np.uint32) << 16).view(np.float32).astype(np.float64)


def same_bits(a: Array, b: Array) -> bool:
    """Whether two arrays are equal to the sign of zero; NaN equals NaN."""
    nan = np.isnan(a)
    return bool(
        np.array_equal(nan, np.isnan(b))
        and np.array_equal(a[~nan], b[~nan])
        and np.array_equal(np.signbit(a[~nan]), np.signbit(b[~nan]))
    )


@EVERY_TIME_THE_SAME
@given(st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=6))
def test_softmax_is_exp_over_the_sum_of_exp(scores: list[float]) -> None:
    exponentials = [math.exp(score - max(scores)) for score in scores]
    expected = [e / sum(exponentials) for e in exponentials]
    np.testing.assert_allclose(softmax(np.array(scores)), expected, rtol=1e-12)


def test_softmax_of_whole_numbers_of_short_ones_of_huge_and_of_masked_ones() -> None:
    assert softmax(np.array([3, 3])).tolist() == [0.5, 0.5]
    assert softmax(np.array([1, 2], np.float32)).dtype == np.float32
    assert softmax(np.array([1e308, 0.0, 1e308])).tolist() == [0.5, 0.0, 0.5]
    assert softmax(np.array([-np.inf, -1e308])).tolist() == [0.0, 1.0]
    assert softmax(np.zeros((2, 3, 4))).tolist() == np.full((2, 3, 4), 0.25).tolist()


def test_rounded_prints_no_negative_zero_and_plain_numbers() -> None:
    assert repr(rounded(-0.001)) == "0.0"
    assert repr(rounded(np.float64(2.345678), 3)) == "2.346"
    assert repr(rounded(np.array([-0.001, 1.239])).tolist()) == "[0.0, 1.24]"


SIXTEEN_BITS = [(PRECISIONS["float16"], FLOAT16), (PRECISIONS["bfloat16"], BFLOAT16)]


@every("to, values", SIXTEEN_BITS)
def test_all_numbers_stay_and_midpoints_go_to_the_even_one(to: Rounding, values: Array) -> None:
    assert same_bits(to(values), values)
    infinity = int(np.flatnonzero(values == np.inf)[0])
    ladder = values[: infinity + 1].copy()  # zero, subnormals, normals, infinity
    ladder[-1] = 2 * ladder[-2] - ladder[-3]  # where the next number would be
    low, high = ladder[:-1], ladder[1:]
    middle = (low + high) / 2
    below, above, even = low.copy(), high.copy(), low.copy()
    even[1::2] = high[1::2]  # every other rung ends in a bit 0
    above[-1] = even[-1] = np.inf
    for sign in (1.0, -1.0):
        assert same_bits(to(sign * middle), sign * even)
        assert same_bits(to(sign * np.nextafter(middle, 0)), sign * below)
        assert same_bits(to(sign * np.nextafter(middle, np.inf)), sign * above)
    extremes = np.array([1e308, -1e308, np.inf, -np.inf, np.nan, 5e-324, -5e-324])
    expected = np.array([np.inf, -np.inf, np.inf, -np.inf, np.nan, 0.0, -0.0])
    assert same_bits(to(extremes), expected)
    assert to(extremes).dtype == to(values[:3].astype(np.float32)).dtype == np.float64


def test_float32_rounds_to_nearest_even() -> None:
    to = PRECISIONS["float32"]
    bits = np.random.default_rng(0).integers(0, 0x7F7FFFFF, 10_000, dtype=np.uint32)
    low, high = bits.view(np.float32).astype(float), (bits + 1).view(np.float32).astype(float)
    middle = (low + high) / 2
    assert same_bits(to(low), low)
    assert same_bits(to(middle), np.where(bits % 2, high, low))
    assert same_bits(to(np.nextafter(middle, 0)), low)
    assert same_bits(to(-np.nextafter(middle, np.inf)), -high)
    assert to(np.array([2.0**128, -(2.0**128)])).tolist() == [np.inf, -np.inf]
    below = np.nextafter(END, 0)
    assert to(np.array([below, END])).tolist() == [float(np.finfo(np.float32).max), np.inf]


def test_rounding_by_name() -> None:
    assert list(PRECISIONS) == ["float64", "float32", "bfloat16", "float16"]
    third = np.array(1 / 3)
    assert rounding("float64")(third) is third and rounding("float16") is PRECISIONS["float16"]
    message = "^precision is 'int8'; it must be one of float64, float32, bfloat16, float16$"
    with pytest.raises(ValueError, match=message):
        rounding("int8")


@dataclass(frozen=True, eq=False)
class Pair(Shaped):
    """Two arrays that share an axis, and a third that may be missing."""

    A: Annotated[Array, "rows inner"]
    B: Annotated[Array, "inner columns"]
    c: Annotated[Array | None, "columns"] = None
    label: str = ""


def test_arrays_have_sizes_are_copied_and_read_only_and_keep_their_precision() -> None:
    A = np.ones((2, 3))
    pair = Pair(A, np.ones((3, 4)))
    assert pair.sizes == {"rows": 2, "inner": 3, "columns": 4}
    A[0, 0] = 7
    assert pair.A[0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        pair.A[0, 0] = 7
    with pytest.raises(FrozenInstanceError):
        pair.A = A  # type: ignore[misc]
    short = Pair([[1, 2]], np.ones((2, 1), np.float32), [True])  # type: ignore[arg-type]
    assert short.c is not None
    assert [x.dtype.name for x in (short.A, short.B, short.c)] == ["float64", "float32", "float64"]


FOUR = np.ones((2, 4))
NUMBERS = r"is not an array of numbers; it must be"


@every("arguments, message", [
    (([[1, 2, 3]], FOUR), "inner is 3 in A but 2 in B"),
    (([[1, 2]], FOUR, np.ones(3)), "columns is 4 in B but 3 in c"),
    (([1, 2], FOUR), r"A has shape \(2,\); it must be \[rows, inner\]"),
    *(((A, FOUR), rf"A {NUMBERS} \[rows, inner\]")
      for A in ([[1, 2], [3]], [["a", "b"]], np.ones((1, 2)) * 1j)),
    ((None, FOUR, [{}]), rf"c {NUMBERS} \[columns\]"),
    (([[1, np.nan]], FOUR), r"A\[0, 1\] is nan; weights must be finite"),
    (([[1, 2]], [[1], [-np.inf]]), r"B\[1, 0\] is -inf; weights must be finite"),
])  # fmt: skip
def test_bad_arrays_are_named(arguments: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        Pair(*arguments)
