"""What the larger constructions say of themselves: exact sizes, more than their checks try."""

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from exercises.catalogue.adding.any_prefix import any_prefix
from exercises.catalogue.adding.no_padding import SYMBOLS as WRITTEN
from exercises.catalogue.adding.no_padding import add_as_written, some_pairs, sums
from exercises.catalogue.adding.proper_cleanup import proper_cleanup
from exercises.catalogue.adding.shared_heads import shared_heads
from exercises.catalogue.adding.shared_places import shared_places
from exercises.catalogue.adding.three_dimensions import accepted_uneven_angles, three_dimensions
from exercises.catalogue.one_for_everything.choose_of_two import choose_of_two
from exercises.catalogue.searching.hashed_search import hashed_search
from exercises.catalogue.searching.post_norm_search import post_norm_search
from exercises.catalogue.searching.thrifty_search import thrifty_search
from exercises.catalogue.smallest_first.repeated_numbers import repeated_numbers, sorted_lines
from exercises.catalogue.smallest_first.several_digits import LAYERS, dialog, sets, several_digits
from exercises.catalogue.smallest_first.several_digits import SYMBOLS as LISTED
from exercises.catalogue.smallest_first.smallest_above import above, quarter
from exercises.judging.occurrences import Size, planted, starts_with_a_phantom
from exercises.judging.text import rows_of_lines
from exercises.judging.two_tasks import TASKS, leads, two
from taotp.constructions.digits import SYMBOLS
from taotp.programs.small import layers_needed
from taotp.programs.sums import right_sums
from taotp.reference import followers, sum_tokens
from taotp_core import Transformer, forward, greedy
from taotp_core.arrays import Tokens
from taotp_core.edits import with_numbers
from taotp_core.measure import parameters
from taotp_core.weights import named_arrays
from tests.exercises.in_turn import is_due
from tests.exercises.laws import of_each
from tests.programs.test_small import carries


def wrong(model: Transformer, tokens: Tokens, asked: Tokens) -> int:
    """How many lines a model does not continue as asked; -1 where nothing is asked."""
    said = greedy(forward(model, tokens))
    return int(((asked >= 0) & (said != asked)).any(axis=1).sum())


# Sizes, as the answers and the boards tell them


@of_each(
    [
        (three_dimensions(), 183),
        (accepted_uneven_angles()(), 435),
        (proper_cleanup(), 903),
        (add_as_written(1), 580),
        (add_as_written(2), 666),
        (add_as_written(3), 752),
        (any_prefix(2, 50), 13 * 50 + 156 * 2 + 442),
        (repeated_numbers(4, 13), 1183),
        (repeated_numbers(28, 80), 3003),
        (several_digits(2, 73), 9972),
        (choose_of_two(), 145),
        (thrifty_search(1000, 100, 10), 30_700),
        (hashed_search(1000, 100, 10), 15_090),
    ]
)
def test_as_small_as_they_say(made: Transformer, total: int) -> None:
    assert parameters(made).total == total


def test_a_search_is_as_narrow_as_it_says() -> None:
    widths = {make: [make(1000, 100, n).d_model for n in (10, 20)] for make in SEARCHES[1:]}
    assert widths == {thrifty_search: [25, 45], hashed_search: [12, 12]}


# Adding


@of_each([shared_places, shared_heads])
def test_few_heads_add_three_digits(make: Callable[[int], Transformer]) -> None:
    model = make(3)
    assert len(model.layers[0].heads) == 4
    a, b = np.random.default_rng(3).integers(1000, size=(2, 300))
    first, second = carries(3)
    rows = sum_tokens(np.append(a, first), np.append(b, second), 3)
    assert right_sums(model, rows).all()


def test_as_written_on_many_pairs_of_three_digits() -> None:
    many = [(a, b) for a, b in some_pairs(3, 20_000) if min(a, b) >= 0 and max(a, b) < 1000]
    assert len(many) > 20_000
    assert wrong(add_as_written(3), *rows_of_lines(*sums(many), WRITTEN)) == 0


@of_each([(1, 1500), (2, 700), (3, 60)])
def test_any_prefix_far_out(n_digits: int, n_ctx: int) -> None:
    model, rng = any_prefix(n_digits, n_ctx), np.random.default_rng(n_ctx)
    for _ in range(8):
        length = n_ctx - 3 * n_digits - 2 - int(rng.integers(9))
        text = "".join(SYMBOLS[i] for i in rng.integers(12, size=length))
        a, b = rng.integers(10**n_digits, size=2)
        prompt = f"{text}{a:0{n_digits}}+{b:0{n_digits}}="
        assert wrong(model, *rows_of_lines([prompt], [f"{a + b:0{n_digits + 1}}"], SYMBOLS)) == 0


# Searching


SEARCHES = (post_norm_search, thrifty_search, hashed_search)


@of_each(product(SEARCHES, [Size(1000, 100, 10), Size(100, 60, 3)]))
def test_right_at_the_sizes_of_the_source(
    make: Callable[[int, int, int], Transformer], size: Size
) -> None:
    model = make(*size[:3])
    texts = [text for seed in range(10) for text in planted(size, seed)]
    asked = [text for text in texts if len(followers(text, size.n_match)) == 1]
    assert len(asked) > 100
    assert not any(starts_with_a_phantom(text, size.n_match) for text in asked)
    said = greedy(forward(model, np.array(asked), keep=1)[:, 0])
    assert said.tolist() == [followers(text, size.n_match)[0] for text in asked]


# Sorting


@of_each([1, 100, 400])
def test_many_copies_of_one_number_and_one_of_another(copies: int) -> None:
    model = repeated_numbers(28, 2 * copies + 3)
    for many, one in ((0, 27), (27, 0), (13, 14), (14, 13)):
        assert wrong(model, *sorted_lines([[many] * copies + [one]], 28)) == 0, (many, one)


@of_each([(1, 10), (2, 20), (3, 8)])
def test_lists_of_several_digits(n_digits: int, most: int) -> None:
    model = several_digits(n_digits, 2 * most * (n_digits + 1) + 1)
    assert len(model.layers) == LAYERS[n_digits] + 2
    assert LAYERS[n_digits] == layers_needed(10**n_digits)
    assert wrong(model, *rows_of_lines(*dialog(sets(n_digits, most), n_digits), LISTED)) == 0


def test_smallest_above_on_all_pairs() -> None:
    numbers = np.arange(-1, 60)
    q = quarter(numbers) @ [[0.0, 1.0], [-1.0, 0.0]]
    for j in range(60):
        found = above(q, quarter(np.array([j])), np.array([[float(j) + 1]]))[:, 0]
        assert np.array_equal(found, np.where(numbers < j, j + 1, 0))


@pytest.mark.slow
def test_no_number_of_two_machines_that_is_a_percent_off_breaks_one_alone() -> None:
    """Every number, up and down, in turn: six of them break a task, and these break both."""
    if not is_due("a percent off"):
        return
    model = two().model
    broken = set()
    for path, array in named_arrays(model).items():
        W = array.reshape(len(array), -1)
        for row, column in np.argwhere(W).tolist():
            for factor in (0.99, 1.01):
                place = f"{path}:{row}.{column}"
                other = with_numbers(model, {place: factor * float(W[row, column])})
                wrong = {bool((leads(other, name) <= 0).any()) for name in TASKS}
                assert len(wrong) == 1, place
                broken |= {place} if True in wrong else set()
    assert len(broken) == 6
