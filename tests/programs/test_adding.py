"""Addition: every pair of one and of two digits; of three and four, samples and long carries."""

import re
from collections.abc import Callable
from functools import partial

import numpy as np

from taotp.programs import Program, add, add_digits_mod10, add_mod10, printed
from taotp.programs.adding import LOUD
from taotp.programs.sums import every_sum, right_sums, says
from taotp.reference import sum_tokens
from taotp_core import (
    LAYER_NORM,
    MLP,
    Layer,
    Tokens,
    Transformer,
    forward,
    greedy,
    normalize,
    predictions,
)
from taotp_core.arrays import PRECISIONS
from taotp_core.encodings import number
from taotp_core.gadgets import overwrite_by_scale, spikes
from taotp_core.measure import margin, parameters
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import mapped
from tests.laws import every
from tests.refused import refused

PAIRS = np.array([(i, j) for i in range(10) for j in range(10)])
Make = Callable[..., Program]


def rows(n_digits: int) -> Tokens:
    """Every pair with its sum; of three digits and more random ones and long carries."""
    if n_digits < 3:
        return np.concatenate(list(every_sum(n_digits)))
    top, rng = 10**n_digits, np.random.default_rng(n_digits)
    a, b = rng.integers(0, top, (2, 400))
    every = np.arange(0, top, 1 if n_digits == 3 else 97)
    pairs = [
        (a, b), (every, top - 1 - every), (every[1:], top - every[1:]), (every, every),
        (every, 0 * every), (every, 0 * every + top - 1), (every, 0 * every + 1),
        (np.arange(200), np.arange(200) // 7),
    ]  # fmt: skip
    a, b = (np.concatenate([pair[side] for pair in pairs]) for side in (0, 1))
    return sum_tokens(a, b, n_digits)


def question(tokens: Tokens, n_digits: int) -> tuple[Tokens, Tokens, Tokens]:
    """The prompts, the answers, and both without the last digit, from rows of sums."""
    end = 2 * n_digits + 2
    return tokens[:, :end], tokens[:, end:], tokens[:, :-1]


# The rows themselves, by another way of writing numbers


def test_every_sum_is_every_pair_once() -> None:
    symbols, numbers = "0123456789+=", range(100)
    seen = sorted("".join(symbols[i] for i in row) for row in rows(2))
    assert seen == [f"{a:02}+{b:02}={a + b:03}" for a in numbers for b in numbers]
    sizes = [len(batch) for batch in every_sum(3, sums=500)]
    assert sizes == [125_250, 375_250, 374_750, 124_750]  # 1 + ... + 500, and so on


# Right on every pair


@every("make", [add, printed.add, add_mod10, printed.add_mod10])
@every("n_digits", [1, 2, 3, 4])
def test_every_digit(n_digits: int, make: Make) -> None:
    """Those of four digits are told apart by the last digit alone, and not by the source's."""
    if n_digits == 4 and make is printed.add:
        return
    table = rows(n_digits)[:: (1, 1, 2, 7)[n_digits - 1]]
    prompt, answer, tokens = question(table, n_digits)
    whole = make in (add, printed.add)
    asked, n_said = (tokens, n_digits + 1) if whole else (prompt, 1)
    right = says(make(n_digits).model, asked, n_said) == answer[:, -n_said:]
    # Of four digits its entries are 1.4e-12 apart, and epsilon moves them by 1e-10.
    assert right.all() != (make is printed.add_mod10 and n_digits == 4)


@every("precision", ["float64", "float32", "bfloat16"])
def test_says_is_what_the_whole_machine_says_and_sees_one_wrong_answer(precision: str) -> None:
    model, table, to = add(2).model, rows(2)[::61], PRECISIONS[precision]
    tokens = table[:, :-1]
    assert (says(model, tokens, 3, to) == predictions(model, tokens, to)[:, -3:]).all()
    if precision == "float64":
        table[7, -1] = (table[7, -1] + 1) % 10
        for make in (add, add_mod10):
            assert np.flatnonzero(~right_sums(make(2).model, table)).tolist() == [7]


# By how much


@every(
    "program, prompt, places",
    [
        (add_digits_mod10(), PAIRS, 1),
        (add_mod10(1), question(rows(1), 1)[0], 1),
        (add_mod10(2), question(rows(2), 2)[0], 1),
        (add_mod10(3), question(rows(3)[::9], 3)[0], 1),
        (add(2), question(rows(2), 2)[2], 3),
        (add(3), question(rows(3)[::27], 3)[2], 4),
    ],
)
def test_the_winner_leads_as_the_rows_allow(program: Program, prompt: Tokens, places: int) -> None:
    W_E = program.model.W_E
    least = margin(W_E[:10] @ W_E.T).min()  # what the rows of two digits leave, 8e-5 of 4
    assert 7e-5 < least < 9e-5
    assert margin(forward(program.model, prompt, keep=places)).min() > 0.99 * least


@every(
    "theirs, ours, prompt",
    [(printed.add_mod10, add_mod10, [3, 10, 7, 11]), (printed.add, add, [3, 10, 7, 11, 1])],
)
def test_as_printed_a_zero_is_a_tie(theirs: Make, ours: Make, prompt: list[int]) -> None:
    tokens = np.array(prompt)
    logits = forward(theirs(1).model, tokens, keep=1)[0]
    assert np.ptp(logits[[0, 10, 11]]) < 1e-12
    assert greedy(logits) == 0
    assert margin(logits) < 1e-12
    assert margin(forward(ours(1).model, tokens, keep=1)[0]) > 7e-5


# Numbers that were promised


@every(
    "program, total, nonzero, mlp, of_mlp, gap",
    [
        (add_digits_mod10(), 629, 379, 517, 336, 3.03e-4),
        (add_mod10(1), 1226, 432, 862, 336, 0.0594),
        (add_mod10(2), 9508, 3646, 8962, 3522, 5.09e-3),
        (add_mod10(3), 90_690, 35_542, 89_962, 35_382, 5.01e-4),
        (add(1), 2088, 737, 1717, 648, 6.003e-3),
        (add(2), 27_432, 10_440, 26_872, 10_326, 9.891e-4),
        (add(3), 360_576, 139_267, 359_827, 139_128, 3.494e-7),
    ],
)
def test_counts(
    program: Program, total: int, nonzero: int, mlp: int, of_mlp: int, gap: float
) -> None:
    """Numbers, and the smallest gap between two entries, which is half the width of a spike."""
    found = parameters(program.model, uniform=True)
    assert found.total == total
    assert (found.parts["mlp"].total, found.parts["mlp"].nonzero) == (mlp, of_mlp)
    # A singular solve leaves 2 or so entries that are noise where the exact rotation has zeros.
    assert abs(found.nonzero - nonzero) <= 2
    layer = program.model.layers[0]
    assert layer.mlp is not None
    assert abs(1 / float(layer.mlp.W_in.max()) - gap) < 6e-3 * gap


# What a person types


def test_what_is_typed_and_what_cannot_be() -> None:
    two, last, form = add(2), add_digits_mod10(), r"^the prompt is '{}'; it must look like {}"
    assert (two.complete("00+06="), two.complete([*"00+06="])) == ("006", [*"006"])
    assert (last.complete("47"), add_mod10(2).complete("12+33=")) == ("1", "5")
    forms = [
        (two, prompt, form.format(re.escape(prompt), r"dd\+dd= with a digit for "))
        for prompt in ("4+78=", "45+78", "45=78+", "+5+78=", "45+78=1", "")
    ]
    forms += [
        (add_mod10(1), "1+2", form.format(r"1\+2", r"d\+d=")),
        (last, "123", form.format("123", "dd with a digit for each")),
    ]
    refused(*((partial(program.complete, prompt), error) for program, prompt, error in forms))
    apart = "they must be at least 4e-15$"
    refused(
        (lambda: add(0), "^n_digits is 0; it must be at least 1$"),
        (lambda: add_mod10(0), "^n_digits is 0; it must be at least 1$"),
        (lambda: add(2, mark=(0, 0, 1)), f"^two entries are 0 apart; {apart}"),
        (lambda: printed.add_mod10(5), f"^two entries are 4e-16 apart; {apart}"),
        (lambda: add(1).complete("4+7=", to=PRECISIONS["float16"]), "^a logit is not a number"),
    )


# Other number formats


@every(
    "make, n_digits, precision, least, most",
    [
        (add_mod10, 3, "float32", 1, 1), (add, 1, "float32", 1, 1), (add, 2, "float32", 1, 1),
        (add, 3, "float32", 0, 0.999), (add_mod10, 1, "bfloat16", 0, 0.5),
    ],
)  # fmt: skip
def test_where_number_formats_give_out(
    make: Make, n_digits: int, precision: str, least: float, most: float
) -> None:
    model, to = make(n_digits).model, PRECISIONS[precision]
    assert least <= right_sums(model, rows(n_digits)[:: 5 if most < 1 else 1], to).mean() <= most


def of_units(model: Transformer, units: Tokens) -> Transformer:
    """The model with some of its units alone, in the order that they are named."""
    (layer,) = model.layers
    mlp = layer.mlp
    assert mlp is not None
    named = MLP(mlp.W_in[:, units], mlp.b_in[units], mlp.W_out[units], mlp.b_out)
    return Transformer(model.W_E, model.W_pos, [Layer(layer.heads, named)])


def test_in_real_float32_the_order_of_units_matters() -> None:
    single = mapped(add(2).model, lambda _, W: W.astype(np.float32))
    table, units = rows(2)[::3], np.arange(3 * 3 * 199)
    assert right_sums(of_units(single, units), table).mean() > 0.99
    assert right_sums(of_units(single, units.reshape(-1, 3).T.ravel()), table).mean() < 0.5


def test_two_kinks_are_not_enough() -> None:
    """Weak spikes, without the third kink of each, do not add up to a table."""
    weak = of_units(add_digits_mod10().model, np.flatnonzero(np.arange(3 * 19) % 3 < 2))
    assert (predictions(weak, PAIRS)[:, -1] == PAIRS.sum(1) % 10).sum() == 11


def in_base(b: int) -> Transformer:
    """add_digits_mod10 in another base, with the same constants."""
    value, one, _ = subspaces(value=1, one=1, rest=2)
    (token,) = subspaces(token=4)
    digits, sums = number(np.arange(b) / 100), np.arange(2 * b - 1)
    seen = normalize(sums[:, None] * write(value) + write(one), LAYER_NORM) @ read(value)
    table = overwrite_by_scale(spikes(seen.ravel(), digits[sums % b], value, token), LOUD)
    heads = add_digits_mod10().model.layers[0].heads
    return Transformer(digits, np.zeros((2, 4)), [Layer(heads, table)])


@every("b, wrong", [(2, 0), (10, 0), (13, 0), (16, 2)])
def test_in_other_bases(b: int, wrong: int) -> None:
    model = in_base(b)
    pairs = np.indices((b, b)).reshape(2, -1).T
    assert parameters(model).total == 58 * b + 49
    assert (predictions(model, pairs)[:, -1] != pairs.sum(1) % b).sum() == wrong
