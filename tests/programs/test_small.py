"""Small machines: all short inputs, the worst long ones, and what each needs of its numbers."""

from itertools import product
from math import ceil

import numpy as np

from taotp.programs import small
from taotp.programs.sums import every_sum, right_sums
from taotp.reference import product_tokens, sum_tokens
from taotp_core import Transformer, forward, greedy, predictions
from taotp_core.arrays import Rounding, Tokens, to_float32, to_float64
from taotp_core.measure import margin
from tests.laws import every
from tests.refused import refused
from tools import sampling


def carries(n_digits: int, low: int = 3, high: int = 9) -> tuple[Tokens, Tokens]:
    """A pair for each pattern of carries: at every place a sum below, of or above nine."""
    pattern = np.indices((3,) * n_digits).reshape(n_digits, -1)
    worth = 10 ** np.arange(n_digits, dtype=np.int64)
    return worth @ np.array([low, 4, high])[pattern], worth @ np.array([8 - low, 5, 9])[pattern]


def in_turn(rows: Tokens) -> Tokens:
    """A third of the rows, by the commit; all at night."""
    return rows if sampling.at_night() else rows[sampling.lot("carries") % 3 :: 3]


def wrong_lines(model: Transformer, tokens: Tokens, n_asked: int, to: Rounding = to_float64) -> int:
    """How many rows of tokens a model does not continue, given the right tokens so far."""
    said = greedy(forward(model, tokens[:, :-1], keep=n_asked, to=to))
    return int((said != tokens[:, -n_asked:]).any(axis=1).sum())


def least_lead(model: Transformer, tokens: Tokens, n_asked: int) -> float:
    """The narrowest win, as a share of the largest logit."""
    logits = forward(model, tokens[:, :-1], keep=n_asked)
    return float((margin(logits) / np.abs(logits).max(axis=-1)).min())


# Adding


@every("n_digits", [1, 2, 3])
def test_all_sums(n_digits: int) -> None:
    """Of a million some by day: a certificate says of all that they are right."""
    model, every = small.add(n_digits).model, [*every_sum(n_digits)]
    assert sum(map(len, every)) == 100**n_digits
    for rows in sampling.drawn(every, len(every) // 9 if n_digits == 3 else len(every), "sums"):
        assert right_sums(model, rows).all()


@every("low, high", [(3, 9), (0, 1), (8, 5)])
def test_all_patterns_of_carries_of_ten_digits(low: int, high: int) -> None:
    rows = in_turn(sum_tokens(*carries(10, low, high), 10))
    assert wrong_lines(small.add(10).model, rows, 11) == 0
    if low == 3:
        assert wrong_lines(small.add_by_looking(10).model, in_turn(rows), 11, to_float32) == 0


def test_long_sums() -> None:
    """Up to thirteen digits; at fourteen they are wrong."""
    top, rng = 10**13, np.random.default_rng(13)
    drawn = rng.integers(top, size=1000)
    ends = np.array([0, 1, 9, top // 2 - 1, top // 2, top - 1])
    a, b = np.meshgrid(ends, ends)
    first = np.concatenate([drawn, drawn, drawn, a.ravel()])
    second = np.concatenate([drawn[::-1], top - 1 - drawn, (top - drawn) % top, b.ravel()])
    assert wrong_lines(small.add(13).model, sum_tokens(first, second, 13), 14) == 0
    a, b = rng.integers(10**14, size=(2, 200))
    assert wrong_lines(small.add(14).model, sum_tokens(a, b, 14), 15) > 0


def test_what_is_typed_and_what_cannot_be() -> None:
    assert small.multiply(2).complete("12*34=") == "0408"
    assert [small.sort(9).complete(x) for x in ([8, 0, 5], [])] == [[0, 5, 8], []]
    refused(
        (lambda: small.add(2).complete("4+78="), "dd[+]dd="),
        (lambda: small.add(0), "n_digits is 0; it must be at least 1"),
        (lambda: small.multiply(0), "n_digits is 0; it must be at least 1"),
        (lambda: small.sort(1000).complete([3, 3]), "3 is in the list twice"),
        (lambda: small.sort(1), "d_vocab is 1"),
        (lambda: small.table({}, 3), "the table is empty"),
        (lambda: small.table({"ab": "c"}, 3).complete("a"), "a key has 2"),
        (lambda: small.minimum(0, 3), "^d_vocab, n_ctx are 0, 3; both must be at least 1$"),
    )


# Carries found by looking


@every("n_digits", [1, 2, 3])
def test_all_sums_by_looking(n_digits: int) -> None:
    model, rows = small.add_by_looking(n_digits).model, np.concatenate([*every_sum(n_digits)])
    for to in (to_float64, to_float32):
        some = rows[::197] if n_digits == 3 else rows  # all of them take a minute
        assert wrong_lines(model, some, n_digits + 1, to) == 0


@every("n_digits, to", [(10, to_float32), (16, to_float32), (40, to_float64)])
def test_numbers_longer_than_they_fit(n_digits: int, to: Rounding) -> None:
    rng, program = np.random.default_rng(n_digits), small.add_by_looking(n_digits)
    tops = [10**n_digits - 1, 0, 1, 5 * 10 ** (n_digits - 1)]
    drawn = [int("".join(map(str, rng.choice([0, 4, 5, 9], n_digits)))) for _ in range(20)]
    for a in tops + drawn:
        for b in (10**n_digits - 1 - a, tops[0], drawn[0], 1):
            asked, answer = f"{a:0{n_digits}}+{b:0{n_digits}}=", f"{a + b:0{n_digits + 1}}"
            assert program.complete(asked, to=to) == answer


# Multiplying


@every("n_digits", [1, 2])
def test_all_products(n_digits: int) -> None:
    a, b = np.indices((10**n_digits,) * 2).reshape(2, -1)
    model, rows = small.multiply(n_digits).model, product_tokens(a, b, n_digits)
    assert wrong_lines(model, rows, 2 * n_digits) == 0
    assert wrong_lines(model, rows, 2 * n_digits, to_float32) == 0


def test_products_of_three_digits() -> None:
    a, b = np.random.default_rng(20).integers(1000, size=(2, 10_000))
    every = np.arange(1000)
    for most in (0, 1, 10, 999):
        a, b = np.append(a, every), np.append(b, np.full(1000, most))
    rows = product_tokens(np.append(a, b), np.append(b, a), 3)
    assert wrong_lines(small.multiply(3).model, rows, 6) == 0


def test_five_digits_are_too_many() -> None:
    a, b = np.random.default_rng(5).integers(10**5, size=(2, 200))
    assert wrong_lines(small.multiply(5).model, product_tokens(a, b, 5), 10) > 100


# Sorting


def sorted_line(numbers: list[int], end: int) -> Tokens:
    """A list, the end, the list in order, and the end: [1, 2 n + 2]."""
    return np.array([[*numbers, end, *sorted(numbers), end]])


def played(top: int, above: float = 0.25) -> list[int]:
    """The most layers that bisection can take, for each number of numbers up to `top`.

    A game: the candidate is `distance` ahead and others may be anywhere from 1 to `below` - 1; a
    layer finds what is nearest to a point a little above the middle, which tells where others are
    not. layers[distance][below] is its longest course, over all sets of numbers at once.
    """
    layers = np.zeros((top + 2, top + 2), np.intp)
    for distance in range(1, top + 2):
        point = distance / 2 + above
        for x in range(1, distance):
            free = min(x, ceil(2 * point - x)) if x >= point else x
            layers[distance, x + 1] = max(layers[distance, x], 1 + layers[x, free])
    return [int(layers[n + 1, n + 1]) for n in range(top + 1)]


def fibonacci(top: int) -> list[int]:
    """1, 2, 3, 5 ... up to top."""
    numbers = [1, 2]
    while numbers[-1] + numbers[-2] <= top:
        numbers.append(numbers[-1] + numbers[-2])
    return numbers


def test_layers_are_those_of_the_worst_set() -> None:
    most = played(400)
    assert [small.layers_needed(n) for n in range(2, 401)] == most[2:]
    assert small.layers_needed(1000) == 14


@every("d_vocab", [10, 232, 233, 1000])
def test_the_worst_set_takes_all_layers(d_vocab: int) -> None:
    worst = [x - 1 for x in fibonacci(d_vocab)]
    line, layers = sorted_line(worst, d_vocab), small.layers_needed(d_vocab)
    n_ctx = 2 * d_vocab + 1
    assert wrong_lines(small.sort(d_vocab, n_ctx).model, line, len(worst) + 1) == 0
    assert wrong_lines(small.sort(d_vocab, n_ctx, n_layers=layers - 1).model, line, len(worst) + 1)


def test_every_set_of_ten_numbers() -> None:
    model = small.sort(10, n_ctx=21).model
    sets = [[i for i, kept in enumerate(which) if kept] for which in product((0, 1), repeat=10)]
    for size in range(11):
        rows = np.concatenate([sorted_line(x[::-1], 10) for x in sets if len(x) == size])
        assert wrong_lines(model, rows, size + 1) == 0


def test_a_thousand_numbers() -> None:
    model, rng = small.sort(1000, n_ctx=2001).model, np.random.default_rng(1000)
    lists = [rng.permutation(1000), rng.choice(1000, 300, replace=False), np.arange(0, 1000, 3)]
    lists += [shift + np.array(fibonacci(610)) - 1 for shift in range(0, 391, 30)]
    lists += [1000 - np.array(fibonacci(610)), np.arange(700, 1000)]
    for numbers in lists:
        line = sorted_line(numbers.tolist(), 1000)
        assert wrong_lines(model, line, len(numbers) + 1) == 0
    assert least_lead(model, sorted_line(lists[0].tolist(), 1000), 1001) > 3e-6


# Tables


@every("length", [1, 2, 4])
def test_any_table_of_bits(length: int) -> None:
    keys = list(product("01", repeat=length))
    every = list(product("01", repeat=len(keys))) if length < 4 else []
    rng = np.random.default_rng(length)
    for answers in every or rng.choice(["0", "1"], size=(20, 16)):
        entries = dict(zip(keys, map(str, answers), strict=True))
        program = small.table(entries, 6, vocabulary="01")
        for before, (key, answer) in product(("", "0", "11"), entries.items()):
            assert program.complete(before + "".join(key)) == answer


@every("n_symbols", [1, 2, 40, 100, 1000])
def test_tables_of_many_symbols(n_symbols: int) -> None:
    """Of three places, with keys that differ in a neighbor; of forty symbols all pairs."""
    rng = np.random.default_rng(n_symbols)
    keys = np.unique(rng.integers(n_symbols, size=(300, 3)), axis=0)
    near = np.minimum(keys + [0, 0, 1], n_symbols - 1)
    keys = np.unique(np.concatenate([keys, near]), axis=0)
    if n_symbols == 40:
        keys = np.indices((40, 40)).reshape(2, -1).T
    answers = rng.integers(n_symbols, size=len(keys))
    entries = dict(zip(map(tuple, keys.tolist()), answers.tolist(), strict=True))
    model = small.table(entries, 4, vocabulary=range(n_symbols)).model
    assert (greedy(forward(model, keys, keep=1))[:, 0] == answers).all()


# Minima


@every("d_vocab", [1, 2, 3, 5, 1000, 1_000_000])
def test_the_minimum_of_all_short_lists_of_neighbors_and_of_crowds(d_vocab: int) -> None:
    last, lists = d_vocab - 1, []
    for k in (0, 1, last // 2, last - 1):
        for third in (0, k, k + 1, last):
            lists.append([k, k + 1, *[k + 1] * 5, third])
            lists.append([k + 1, k, *[last] * 5, third])
    if d_vocab <= 5:
        lists = [*map(list, product(range(d_vocab), repeat=4))]
    numbers = np.array(lists)
    said = predictions(small.minimum(d_vocab, 8).model, numbers)
    assert (said == np.minimum.accumulate(numbers, axis=1)).all()  # of shorter lists too


@every("d_vocab, right", [(400, True), (2000, False)])
def test_all_numbers_sorted_in_float32(d_vocab: int, right: bool) -> None:
    numbers = np.random.default_rng(5).permutation(d_vocab).tolist()
    model = small.sort(d_vocab, 2 * d_vocab + 1).model
    line = sorted_line(numbers, d_vocab)
    assert (wrong_lines(model, line, d_vocab + 1, to_float32) == 0) == right
