"""Reading and writing parts of the stream obey four laws."""

from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp_core.stream import Subspace, read, subspaces, write
from tests.examples import EVERY_TIME_THE_SAME

SIZES = st.lists(st.integers(1, 4), min_size=1, max_size=5)


def named(sizes: list[int]) -> tuple[Subspace, ...]:
    """Subspaces s0, s1 ... of the sizes given."""
    return subspaces(**{f"s{i}": size for i, size in enumerate(sizes)})


@EVERY_TIME_THE_SAME
@given(SIZES)
def test_laws(sizes: list[int]) -> None:
    parts = named(sizes)
    for a in parts:
        assert np.array_equal(write(a) @ read(a), np.eye(len(a)))  # what was written is read
        for b in parts:
            if a is not b:
                assert not (write(a) @ read(b)).any()  # and nowhere else
        clear = read(a) @ write(a)
        assert np.array_equal(clear @ clear, clear)
    whole = np.sum([read(a) @ write(a) for a in parts], axis=0)
    assert np.array_equal(whole, np.eye(sum(sizes)))  # together they are the whole stream


def test_coordinates_lie_in_the_order_given() -> None:
    pos, token, flag = subspaces(pos=3, token=2, flag=1)
    x = np.array([[10.0, 11, 12, 13, 14, 15]])
    assert (x @ read(pos)).tolist() == [[10, 11, 12]]
    assert (x @ read(token)).tolist() == [[13, 14]]
    assert (np.array([7.0]) @ write(flag)).tolist() == [0, 0, 0, 0, 0, 7]
    assert [len(part) for part in (pos, token, flag)] == [3, 2, 1]
    assert (token.name, token.start, token.d_model) == ("token", 3, 6)
    with pytest.raises(FrozenInstanceError):
        token.start = 0  # type: ignore[misc]


@pytest.mark.parametrize("size", [0, -2])
def test_a_size_below_1_is_named(size: int) -> None:
    with pytest.raises(
        ValueError, match=f"^subspace token has size {size}; it must be at least 1$"
    ):
        subspaces(pos=3, token=size)
