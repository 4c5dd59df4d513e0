"""Numbers that follow from a seed: many at once are those that are said one by one."""

import numpy as np

from taotp.constructions.chance import number, numbers
from tests.laws import every


@every("seed", [0, 1, 999, 2**31])
def test_many_at_once_are_those_that_are_said_one_by_one(seed: int) -> None:
    for begin in (0, 7, 10**6, 2**32 - 3):
        assert numbers(seed, begin, 9).tolist() == [number(seed, begin + i) for i in range(9)]


def test_they_are_even_and_differ_with_the_seed() -> None:
    drawn = np.array([numbers(seed, 0, 4000) for seed in range(4)])
    assert drawn.min() >= 0 and drawn.max() < 1
    assert np.abs(drawn.mean(axis=1) - 0.5).max() < 0.02  # four times 0.29 / sqrt(4000)
    assert np.abs(np.corrcoef(drawn) - np.eye(4)).max() < 0.07
