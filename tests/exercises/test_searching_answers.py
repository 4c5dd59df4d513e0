"""What the answers to the exercises on searching say of themselves."""

from collections.abc import Callable

import numpy as np
import pytest

from exercises.catalogue.searching.hashed_search import hashed_search
from exercises.catalogue.searching.post_norm_search import post_norm_search
from exercises.catalogue.searching.thrifty_search import thrifty_search
from exercises.judging.occurrences import Size, planted, starts_with_a_phantom
from taotp.reference import followers
from taotp_core import Transformer, forward, greedy
from taotp_core.measure import parameters

Make = Callable[[int, int, int], Transformer]


@pytest.mark.parametrize(
    ("make", "d_model", "total"), [(thrifty_search, 25, 30_700), (hashed_search, 12, 15_090)]
)
def test_as_small_as_they_say(make: Make, d_model: int, total: int) -> None:
    model = make(1000, 100, 10)
    assert model.d_model == d_model
    assert parameters(model).total == total
    assert make(1000, 100, 20).d_model == (45 if make is thrifty_search else d_model)


@pytest.mark.parametrize("make", [post_norm_search, thrifty_search, hashed_search])
@pytest.mark.parametrize("size", [Size(1000, 100, 10), Size(100, 60, 3)])
def test_right_at_the_sizes_of_the_source(make: Make, size: Size) -> None:
    model = make(*size[:3])
    texts = [text for seed in range(10) for text in planted(size, seed)]
    asked = [text for text in texts if len(followers(text, size.n_match)) == 1]
    assert len(asked) > 100
    assert not any(starts_with_a_phantom(text, size.n_match) for text in asked)
    said = greedy(forward(model, np.array(asked), keep=1)[:, 0])
    assert said.tolist() == [followers(text, size.n_match)[0] for text in asked]
