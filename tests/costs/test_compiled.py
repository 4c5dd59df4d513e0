"""Machines of compilers that were rebuilt, beside what their chapter prints of them."""

from itertools import permutations, product

from taotp.costs.compiled import Subleq, tracr_reverse, tracr_sort
from tests.laws import every


def test_tracrs_sort_sorts_every_list() -> None:
    machine = tracr_sort([1, 2, 3, 4], 5)
    lists = [list(p) for k in range(1, 5) for p in permutations([1, 2, 3, 4], k)]
    assert [machine(numbers) for numbers in lists] == [sorted(numbers) for numbers in lists]


def test_tracrs_reverse_reverses_every_text() -> None:
    machine = tracr_reverse("abc", 4)
    texts = [list(p) for k in range(1, 5) for p in product("abc", repeat=k)]
    assert [machine(text) for text in texts] == [text[::-1] for text in texts]


def test_altas_computer_adds() -> None:
    """The program of its own test: 5 and 10, in three instructions, within 16 layers."""
    a, b, zero = 9, 10, 11
    memory = [a, zero, 3, zero, b, 6, zero, zero, -1, 5, 10, 0]
    assert Subleq()(memory, 16).tolist() == [*memory[:b], 15, 0]


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
