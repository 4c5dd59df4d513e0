"""Machines of compilers that were rebuilt, beside what their chapter prints of them."""

from itertools import permutations

from taotp.costs.compiled import tracr_reverse, tracr_sort
from tests.laws import every


def test_tracrs_sort_sorts_every_list() -> None:
    machine = tracr_sort([1, 2, 3, 4], 5)
    lists = [list(p) for k in range(1, 5) for p in permutations([1, 2, 3, 4], k)]
    assert [machine(numbers) for numbers in lists] == [sorted(numbers) for numbers in lists]


@every("V, n", [(4, 5), (7, 3), (10, 10)])
def test_sizes_of_tracr_are_those_of_its_source(V: int, n: int) -> None:
    """By the rules of the compiler: which spaces are joined, and what is as wide as the widest."""
    sort, reverse = tracr_sort(range(V), n), tracr_reverse(range(V), n)
    d = 2 * V + 2 * n + 5  # tokens and two signs, places, one, a share, n + 1 targets, answers
    assert (sort.W_E.shape, sort.W_pos.shape) == ((V + 2, d), (n + 1, d))
    assert (len(sort.layers), sort.key_size, sort.d_mlp) == (2, max(V, n) + 2, 2 * n + 2)
    tables, heads, steps = 2 * (V + 2) + n, 2 * n + 2 * V + 6, 8 * n + 5
    less = V * (V - 1) // 2 + 1
    assert sort.count().nonzero == tables + less + V + 1 + heads - 1 + steps + V
    assert reverse.W_E.shape == (V + 2, 2 * V + 6 * n + 5)
    assert len(reverse.layers) == 4
    assert reverse.key_size == max(V + 2, 2 * n + 2)
    assert reverse.d_mlp == max(2 * n + 2, n * (n + 1))
