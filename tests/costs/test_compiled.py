"""Machines of compilers that were rebuilt do their tasks, and are as large as their sources say."""

from collections import Counter
from functools import cache
from itertools import permutations, product

from taotp.costs.compiled import CELLS, HEADS, VALUES, Subleq, tracr_reverse, tracr_sort
from tests.laws import every


def test_tracrs_sort_sorts_every_list() -> None:
    machine = tracr_sort([1, 2, 3, 4], 5)
    lists = [list(p) for k in range(1, 5) for p in permutations([1, 2, 3, 4], k)]
    assert [machine(numbers) for numbers in lists] == [sorted(numbers) for numbers in lists]


def test_tracrs_reverse_reverses_every_text() -> None:
    machine = tracr_reverse("abc", 4)
    texts = [list(p) for k in range(1, 5) for p in product("abc", repeat=k)]
    assert [machine(text) for text in texts] == [text[::-1] for text in texts]


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


@cache
def subleq() -> Subleq:
    """Alta's computer, whose rules take long to make."""
    return Subleq()


def test_altas_computer_adds() -> None:
    """The program of its own test: 5 and 10, in three instructions, within 16 layers."""
    a, b, zero = 9, 10, 11
    memory = [a, zero, 3, zero, b, 6, zero, zero, -1, 5, 10, 0]
    machine = subleq()
    assert machine(memory, 16).tolist() == [*memory[:b], 15, 0]
    assert machine.d_model == 12 * VALUES + 4 + 2


def test_altas_rules_are_as_many_as_its_source_makes() -> None:
    rules = subleq().rules
    many = Counter(rule.change[0] for rule in rules)
    assert many["mem"] == VALUES * VALUES * (VALUES - 1)
    assert {len(rule.given) for rule in rules if rule.change[0] == "mem"} == {5}
    assert sum(rule.change[2] is None for rule in rules) == len(HEADS) * VALUES
    assert many["a_clipped"] + many["b_clipped"] == 2 * VALUES * (VALUES - 1)
    assert many["state"] == VALUES**2 + 1 + VALUES + 1
    assert many["jump"] == VALUES**2
    assert all(rule.change[1] != rule.change[2] for rule in rules)


def test_altas_numbers_are_those_of_its_matrices() -> None:
    machine = subleq()
    d, R = machine.d_model, len(machine.rules)
    count = machine.count()
    ffn = 2 * (d * d + d) + 2 * d * R + R + d
    assert count.total == ffn + len(HEADS) * 4 * d * VALUES + d * (2 * VALUES + CELLS)
    given = sum(len(rule.given) + (len(rule.given) > 1) for rule in machine.rules)
    changed = sum(1 + (rule.change[2] is not None) for rule in machine.rules)
    embedding = VALUES * 8 + CELLS + VALUES
    assert count.nonzero == given + changed + 2 * d + len(HEADS) * 4 * VALUES + embedding
