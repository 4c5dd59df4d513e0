"""Addition: every pair of one and of two digits; of three and four, samples and long carries."""

from collections.abc import Callable

import numpy as np
import pytest

from taotp.programs import Program, add, add_digits_mod10, add_mod10, printed
from taotp.programs.adding import LOUD
from taotp.programs.sums import every_sum, right_sums, says
from taotp.reference import sum_tokens
from taotp_core import (
    LAYER_NORM,
    MLP,
    Array,
    Head,
    Layer,
    Tokens,
    Transformer,
    forward,
    generate,
    greedy,
    normalize,
    plain,
    predictions,
    trace,
)
from taotp_core.arrays import PRECISIONS
from taotp_core.encodings import number
from taotp_core.gadgets import overwrite_by_scale, separation, spikes
from taotp_core.measure import margin, parameters
from taotp_core.stream import read, subspaces, write
from tests.laws import every
from tools.thirty_lines import thirty_lines

PLAIN = thirty_lines()
PAIRS = np.array([(i, j) for i in range(10) for j in range(10)])
Make = Callable[..., Program]


def text(a: int, b: int, n_digits: int) -> str:
    """A prompt as a person would type it."""
    return f"{a:0{n_digits}d}+{b:0{n_digits}d}="


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


@every("n_digits", [1, 2])
def test_every_sum_is_every_pair_once(n_digits: int) -> None:
    symbols = "0123456789+="
    seen = ["".join(symbols[i] for i in row) for row in rows(n_digits)]
    numbers = range(10**n_digits)
    expected = {f"{text(a, b, n_digits)}{a + b:0{n_digits + 1}d}" for a in numbers for b in numbers}
    assert len(seen) == 100**n_digits
    assert set(seen) == expected


def test_batches_of_neighboring_sums() -> None:
    sizes = [len(batch) for batch in every_sum(3, sums=500)]
    assert sum(sizes) == 10**6
    assert sizes == [125_250, 375_250, 374_750, 124_750]  # 1 + ... + 500, and so on


# Right on every pair


def test_one_digit() -> None:
    model = add_digits_mod10().model
    expected = PAIRS.sum(1) % 10
    assert (predictions(model, PAIRS)[:, -1] == expected).all()
    assert plain.forward(model, PAIRS)[:, -1].argmax(-1).tolist() == expected.tolist()


@every("make", [add_mod10, printed.add_mod10])
@every("n_digits", [1, 2, 3, 4])
def test_last_digit(n_digits: int, make: Make) -> None:
    model = make(n_digits).model
    prompt, answer, _ = question(rows(n_digits), n_digits)
    right = says(model, prompt, 1) == answer[:, -1:]
    if make is printed.add_mod10 and n_digits == 4:
        assert not right.all()  # entries 1.4e-12 apart, which epsilon moves by 1e-10
    else:
        assert right.all()


@every("make", [add, printed.add])
@every("n_digits", [1, 2, 3])
def test_every_digit(n_digits: int, make: Make) -> None:
    model = make(n_digits).model
    _, answer, tokens = question(rows(n_digits), n_digits)
    assert (says(model, tokens, n_digits + 1) == answer).all()


def test_four_digits() -> None:
    _, answer, tokens = question(rows(4)[::7], 4)
    assert (says(add(4).model, tokens, 5) == answer).all()


@every("n_digits", [1, 2])
def test_decoding_its_own_digits(n_digits: int) -> None:
    prompt, answer, _ = question(rows(n_digits), n_digits)
    said = generate(add(n_digits).model, prompt, n_digits + 1)
    assert (said[:, prompt.shape[1] :] == answer).all()


@every("make", [add, add_mod10])
def test_the_plain_lines_add_too(make: Make) -> None:
    model = make(2).model
    prompt, answer, _ = question(rows(2)[::499], 2)
    for asked, right in zip(prompt, answer, strict=True):
        steps = 3 if make is add else 1
        assert PLAIN.decode(asked, model, steps)[6:].tolist() == right[-steps:].tolist()


@every("precision", ["float64", "float32", "bfloat16"])
def test_says_is_what_the_whole_machine_says(precision: str) -> None:
    model, to = add(2).model, PRECISIONS[precision]
    tokens = question(rows(2)[::61], 2)[2]
    assert (says(model, tokens, 3, to) == predictions(model, tokens, to)[:, -3:]).all()


@every("make", [add, add_mod10])
def test_right_sums_sees_one_wrong_answer(make: Make) -> None:
    table, model = rows(2)[::101], make(2).model
    assert right_sums(model, table).all()
    table[7, -1] = (table[7, -1] + 1) % 10
    assert np.flatnonzero(~right_sums(model, table)).tolist() == [7]


# By how much


@every(
    "program, prompt, places",
    [
        (add_digits_mod10(), PAIRS, 1),
        (add_mod10(1), question(rows(1), 1)[0], 1),
        (add_mod10(2), question(rows(2), 2)[0], 1),
        (add_mod10(3), question(rows(3)[::9], 3)[0], 1),
        (add(1), question(rows(1), 1)[2], 2),
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
    [
        (printed.add_mod10, add_mod10, [3, 10, 7, 11]),
        (printed.add, add, [3, 10, 7, 11, 1]),
    ],
)
def test_as_printed_a_zero_is_a_tie(theirs: Make, ours: Make, prompt: list[int]) -> None:
    tokens = np.array(prompt)
    logits = forward(theirs(1).model, tokens, keep=1)[0]
    assert np.ptp(logits[[0, 10, 11]]) < 1e-12
    assert greedy(logits) == 0
    assert margin(logits) < 1e-12
    assert margin(forward(ours(1).model, tokens, keep=1)[0]) > 7e-5


# What the parts do


@every("n_digits", [1, 2, 3])
@every("make", [add, add_mod10])
def test_a_head_for_each_digit_and_one_for_oneself(make: Make, n_digits: int) -> None:
    model = make(n_digits).model
    end = 2 * n_digits + 1
    tokens = sum_tokens(np.array([0]), np.array([0]), n_digits)[0, : model.n_ctx]
    pattern = trace(model, tokens).patterns[0]
    digits = [*range(n_digits), *range(n_digits + 1, end)]
    asking = range(end, model.n_ctx)
    for position in asking:
        looks = pattern[:, position].argmax(-1)
        assert sorted(looks[:-1]) == digits
        assert looks[-1] == position
        assert pattern[:, position].max(-1).min() > 1 - 1e-15


@every("n_digits", [1, 2, 3])
@every("make", [add_mod10, printed.add_mod10])
def test_the_stream_holds_the_sum(n_digits: int, make: Make) -> None:
    table = rows(n_digits)[::11]
    total = [int("".join(map(str, row[-n_digits - 1 :]))) for row in table]
    model = make(n_digits).model
    scale = 1.0 if make is printed.add_mod10 else 10.0**-n_digits
    for row, expected in zip(table[:50], total, strict=False):
        value = trace(model, row[: 2 * n_digits + 2]).stream["attention 0"][-1]
        assert abs(value[0] - expected * scale) < 1e-9 * (1 + expected * scale)
        np.testing.assert_allclose(value[1:4], [1, 0, 0], atol=1e-9)


def test_the_mark_is_of_the_position_and_not_of_the_token() -> None:
    model = add(2).model
    said = np.array([[4, 5, 10, 7, 8, 11, 1, 2], [4, 5, 10, 7, 8, 11, 9, 0]])
    one, other = (trace(model, row).stream["attention 0"] for row in said)
    for x in (one, other):
        marks = model.W_pos[5:8, 4]
        np.testing.assert_allclose(x[5:8, 0], 1.23 + marks, atol=1e-9)


def width(program: Program) -> float:
    """Half the width of a spike, which is the smallest gap between two entries."""
    (layer,) = program.model.layers
    assert layer.mlp is not None
    return 1 / float(layer.mlp.W_in.max())


@every(
    "program, expected",
    [
        (add_digits_mod10(), 3.03e-4),
        (printed.add_mod10(1), 2.061e-3),
        (printed.add_mod10(2), 1.425e-6),
        (printed.add_mod10(3), 1.375e-9),
        *[(add_mod10(n), x) for n, x in ((1, 0.0594), (2, 5.09e-3), (3, 5.01e-4))],
        *[(add(n), x) for n, x in ((1, 6.003e-3), (2, 9.891e-4), (3, 3.494e-7))],
        *[(add(1, mark=mark), x) for mark, x in (((0, 1, 0), 7.56e-3), ((0, 0, 1), 6.92e-3))],
    ])  # fmt: skip
def test_how_far_apart_the_entries_lie(program: Program, expected: float) -> None:
    assert abs(width(program) - expected) < 6e-3 * expected


def test_entries_that_cannot_be_told_apart() -> None:
    with pytest.raises(ValueError, match=r"^two entries are 0 apart; they must be at least 4e-15$"):
        add(2, mark=(0, 0, 1))
    with pytest.raises(ValueError, match=r"^two entries are 4e-16 apart; they must be at least"):
        printed.add_mod10(5)


def test_the_smallest_gap() -> None:
    assert separation(np.array([3.0, 1.0, 1.5, -7.0])) == 0.5
    assert separation(np.array([3.0])) == 1.0


@every("drowned", [1e3, 1e8])
def test_each_voice_has_to_drown_the_one_before(drowned: float) -> None:
    """Too soft, and the digit tips the sum; too loud, and the sum tips the answer."""
    model = add_digits_mod10(loud_head=drowned).model
    right = predictions(model, PAIRS)[:, -1] == PAIRS.sum(1) % 10
    assert not right.all()


@every("loud_head, loud", [(5e3, 1e10), (1e4, 1e8), (1e5, 1e10)])
def test_loud_enough(loud_head: float, loud: float) -> None:
    model = add_digits_mod10(loud_head=loud_head, loud=loud).model
    assert (predictions(model, PAIRS)[:, -1] == PAIRS.sum(1) % 10).all()


# Numbers that were promised


@every(
    "program, total, nonzero, mlp, of_mlp",
    [
        (add_digits_mod10(), 629, 379, 517, 336),
        (add_mod10(1), 1226, 432, 862, 336),
        (add_mod10(2), 9508, 3646, 8962, 3522),
        (add_mod10(3), 90_690, 35_542, 89_962, 35_382),
        (add(1), 2088, 737, 1717, 648),
        (add(2), 27_432, 10_440, 26_872, 10_326),
        (add(3), 360_576, 139_267, 359_827, 139_128),
    ],
)
def test_counts(program: Program, total: int, nonzero: int, mlp: int, of_mlp: int) -> None:
    found = parameters(program.model, uniform=True)
    assert found.total == total
    assert (found.parts["mlp"].total, found.parts["mlp"].nonzero) == (mlp, of_mlp)
    # A singular solve leaves 2 or so entries that are noise where the exact rotation has zeros.
    assert abs(found.nonzero - nonzero) <= 2


# What a person types


@every(
    "program, prompt, answer",
    [
        (add_digits_mod10(), "47", "1"),
        (add_digits_mod10(), "00", "0"),
        (add_mod10(2), "12+33=", "5"),
        (add_mod10(1), "9+9=", "8"),
        (add(1), "9+9=", "18"),
        (add(2), "45+78=", "123"),
        (add(2), "00+06=", "006"),
        (add(3), "999+001=", "1000"),
        (add(3), "500+499=", "0999"),
    ],
)
def test_text_in_text_out(program: Program, prompt: str, answer: str) -> None:
    assert program.complete(prompt) == answer
    assert program.complete(list(prompt)) == list(answer)


@every(
    "program, prompt, error",
    [
        (add(2), "4+78=", r"the prompt is '4\+78='; it must look like dd\+dd= with a digit for "),
        (add(2), "45+78", r"the prompt is '45\+78'; it must look like dd\+dd="),
        (add(2), "45=78+", r"the prompt is '45=78\+'; it must look like dd\+dd="),
        (add(2), "+5+78=", r"the prompt is '\+5\+78='; it must look like dd\+dd="),
        (add(2), "45+78=1", r"the prompt is '45\+78=1'; it must look like dd\+dd="),
        (add(2), "", r"the prompt is ''; it must look like dd\+dd="),
        (add(2), "45-78=", r"'-' is not in the vocabulary; it has '0' '1'"),
        (add_mod10(1), "1+2", r"the prompt is '1\+2'; it must look like d\+d="),
        (add_digits_mod10(), "4", r"the prompt is '4'; it must look like dd with a digit for each"),
        (add_digits_mod10(), "123", r"the prompt is '123'; it must look like dd"),
        (add_digits_mod10(), "1+", r"'\+' is not in the vocabulary; it has '0' '1'"),
    ])  # fmt: skip
def test_what_cannot_be_added_is_named(program: Program, prompt: str, error: str) -> None:
    with pytest.raises(ValueError, match=f"^{error}"):
        program.complete(prompt)


@every("make", [add, add_mod10])
def test_numbers_without_digits(make: Make) -> None:
    with pytest.raises(ValueError, match="^n_digits is 0; it must be at least 1$"):
        make(0)


# Other number formats


@every("program, n_digits, places", [(add_mod10(3), 3, 1), (add(1), 1, 2), (add(2), 2, 3)])
def test_float32(program: Program, n_digits: int, places: int) -> None:
    tokens, to = rows(n_digits), PRECISIONS["float32"]
    prompt, answer, all_but_last = question(tokens, n_digits)
    asked = prompt if places == 1 else all_but_last
    assert (says(program.model, asked, places, to) == answer[:, -places:]).all()


def test_where_number_formats_give_out() -> None:
    _, answer, tokens = question(rows(3)[::5], 3)
    right = says(add(3).model, tokens, 4, PRECISIONS["float32"]) == answer
    assert not right.all(1).all()
    with pytest.raises(ValueError, match="^a logit is not a number"):
        add(1).complete("4+7=", to=PRECISIONS["float16"])
    prompt, answer, _ = question(rows(1), 1)
    assert (
        says(add_mod10(1).model, prompt, 1, PRECISIONS["bfloat16"]) == answer[:, -1:]
    ).mean() < 0.5


def in_float32(model: Transformer, order: Tokens) -> Transformer:
    """The model with float32 weights and its units in another order."""
    (layer,) = model.layers
    assert layer.mlp is not None

    def cast(part: Array) -> Array:
        return part.astype(np.float32)

    mlp = MLP(
        cast(layer.mlp.W_in[:, order]), cast(layer.mlp.b_in[order]),
        cast(layer.mlp.W_out[order]), cast(layer.mlp.b_out),
    )  # fmt: skip
    heads = [Head(*map(cast, (h.W_Q, h.W_K, h.W_V, h.W_O))) for h in layer.heads]
    return Transformer(cast(model.W_E), cast(model.W_pos), [Layer(heads, mlp)])


def test_in_real_float32_the_order_of_units_matters() -> None:
    model, table = add(2).model, rows(2)[::3]
    units = np.arange(3 * 3 * 199)
    beside, blocks = (in_float32(model, order) for order in (units, units.reshape(-1, 3).T.ravel()))
    assert right_sums(beside, table).mean() > 0.99
    assert right_sums(blocks, table).mean() < 0.5


def test_two_kinks_are_not_enough() -> None:
    """Weak spikes, without the third kink of each, do not add up to a table."""
    model = add_digits_mod10().model
    (layer,) = model.layers
    assert layer.mlp is not None
    two = np.arange(3 * 19) % 3 < 2
    mlp = MLP(layer.mlp.W_in[:, two], layer.mlp.b_in[two], layer.mlp.W_out[two], layer.mlp.b_out)
    weak = Transformer(model.W_E, model.W_pos, [Layer(layer.heads, mlp)])
    right = predictions(weak, PAIRS)[:, -1] == PAIRS.sum(1) % 10
    assert right.sum() == 11


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
