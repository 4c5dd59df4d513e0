"""What the exercises prove, tried: each statement on numbers, with a margin that is derived."""

from itertools import product

import numpy as np

from exercises.catalogue import EXERCISES
from exercises.catalogue.a_computer.why_linear import leads
from exercises.catalogue.adding.any_spike import spike
from exercises.catalogue.adding.any_table import one_after_another, side_by_side
from exercises.catalogue.adding.cosine_rank import cosine_table, humps
from exercises.catalogue.adding.residual_too import attention_that_adds, sum_of_leads
from exercises.catalogue.adding.sum_span import rank_of_sums
from exercises.catalogue.four_tools.norm_keeps_spheres import sphere_quotients
from exercises.catalogue.four_tools.norm_keeps_sums import sum_quotients
from exercises.catalogue.gpt2_by_hand.one_letter_less import easiest, hardest
from exercises.catalogue.looking_up.first_coordinate import beta_law, distance_from_beta
from exercises.catalogue.looking_up.tighter_bound import dimensions, expected_mistakes, mistakes
from exercises.catalogue.pieces_of_words.made_once import made_twice
from exercises.catalogue.transformer.guesses import facts, print_facts, programs
from exercises.statement import Exercise
from taotp.constructions.contexts import needs
from taotp_core import Head, Layer, Transformer, forward, greedy
from taotp_core.arrays import Array
from taotp_core.measure import parameters
from taotp_core.transformer import feed_forward
from taotp_core.weights import LAYER_NORM, MLP
from tests.exercises.conftest import Said
from tests.exercises.laws import of_each

EPS = np.finfo(float).eps
NUMBERS = 2_000_000  # that are drawn for the rows of a sphere
SIGMAS = 5.0  # a mean of draws is farther off once in two million times


def standard_error(draws: Array) -> float:
    """How far the mean of draws strays from the true one."""
    return float(draws.std(ddof=1) / np.sqrt(len(draws)))


@of_each(exercise for exercise in EXERCISES.values() if exercise.kind == "proof")
def test_proofs_have_what_a_person_needs(found: Exercise) -> None:
    assert len(found.checklist) >= 3 and len(found.hints) >= 2
    assert found.code
    assert "*" in found.answer  # parts with names of their own
    assert all(code.__name__ in str(found.solution()) for code in found.code)


# why-linear


def test_a_parabola_leads_by_the_same_everywhere_and_no_other_bulge_does() -> None:
    a = np.arange(20.0)
    neighbors = np.eye(20, k=1, dtype=bool) | np.eye(20, k=-1, dtype=bool)
    assert np.allclose(leads(a, -(a**2), 2 * a)[neighbors], 1)
    bulge = -(a**2) - a**4 / 50
    led = leads(a, bulge, 2 * a + 4 * a**3 / 50)  # its slope at a asks for a
    assert (led[~np.eye(20, dtype=bool)] > 0).all()
    assert np.ptp(led[neighbors]) > 1
    hollow = leads(a, a**2, 2 * a)
    assert (hollow[neighbors] < 0).any()


# made-once


def test_no_piece_of_short_words_is_made_twice() -> None:
    for word in map("".join, product("ab", repeat=9)):
        assert made_twice({word: 2, word[::2] + "c": 1, "c" + word[1::2]: 1}, 20) == []


# one-letter-less


def test_one_letter_less_is_enough() -> None:
    """And words that need as few letters as can be."""
    for n in range(2, 12):
        assert needs(hardest(n)) == n - 1
        words = map("".join, product("ab", repeat=n))
        assert max(needs(word) for word in words if not repeats(word)) == n - 1
    for k in range(1, 8):
        assert len(easiest(k)) == 2**k
        assert needs(easiest(k)) == k
    assert easiest(3) == "aaabbbab" and easiest(2) == "aabb"


def repeats(word: str) -> bool:
    """Whether a word is a shorter one several times over."""
    return word in (word + word)[1:-1]


# norm-keeps-spheres and norm-keeps-sums


@of_each([10, 100, 1000])
def test_norm_keeps_spheres(d: int) -> None:
    quotients, means = sphere_quotients(NUMBERS // d, d)
    np.testing.assert_allclose(quotients, np.sqrt(1 - means**2), rtol=0, atol=1e-9)
    missing = 1 - quotients
    off = SIGMAS * standard_error(missing)
    assert 1 / (2 * d) - off <= missing.mean() <= 1 / (2 * d) + 2 / d**2 + off
    assert abs((means**2).mean() - 1 / d) <= SIGMAS * standard_error(means**2)


@of_each(product((50, 400), (0, 1, 3, 8)))
def test_norm_keeps_sums(d: int, k: int) -> None:
    same, other = sum_quotients(2000, d, k)
    squares = same**2
    assert abs(squares.mean() - (k + 1) * (1 - 1 / d)) <= SIGMAS * standard_error(squares) + 1e-9
    assert abs((other**2).mean() - (k + 1) / d) <= SIGMAS * standard_error(other**2)
    assert abs(other.mean()) <= SIGMAS * standard_error(other)
    if k:  # the source's limit is another number
        assert abs(same.mean() - np.sqrt(k)) > 2 * SIGMAS * standard_error(same)


# first-coordinate


def test_first_coordinate() -> None:
    draws = 20_000
    one_in_a_million = np.sqrt(np.log(2e6) / (2 * draws))  # Dvoretzky, Kiefer and Wolfowitz
    far = {n: distance_from_beta(n, draws) for n in (2, 3, 4, 10, 100)}
    assert max(far.values()) <= one_in_a_million, far


def test_law_of_the_first_coordinate() -> None:
    t = np.linspace(-1, 1, 101)
    np.testing.assert_allclose(beta_law(t, 3), (t + 1) / 2, atol=1e-7)  # Archimedes
    np.testing.assert_allclose(beta_law(t, 2), 1 - np.arccos(t) / np.pi, atol=1e-7)


# tighter-bound


def test_bound_of_the_dimensions() -> None:
    for seed in range(3):
        answers = np.random.default_rng(seed).integers(1000, size=1000)
        loads = np.bincount(answers, minlength=1000)
        short, long = (dimensions(loads, length, 0.1) for length in (5, 20))
        most = loads.max()
        assert long < 400  # what the source's rule says is too few for keys of 20
        assert long < short < 2 * (1 + 1 / 5) * (2 * most + 1) * np.log(1e6 / 0.1)
        assert expected_mistakes(loads, 5, short) <= 0.1 < expected_mistakes(loads, 5, short - 1)


@of_each([5, 20])
def test_bound_holds_in_simulation(length: int) -> None:
    wrong, few, tables = 0, 0, 12
    for seed in range(tables):
        rng = np.random.default_rng(seed)
        keys, answers = rng.integers(200, size=(200, length)), rng.integers(200, size=200)
        d = dimensions(np.bincount(answers, minlength=200), length, delta=0.1)
        wrong += mistakes(keys, answers, 200, d, seed) > 0
        few += mistakes(keys, answers, 200, d // 5, seed) > 0
    # of 12 tables, five or more wrong ones have probability 0.005 if each has 0.1
    assert wrong < 5
    assert few == tables  # the bound is not far too generous


# sum-span


def test_span_of_sums() -> None:
    for n, m in ((1, 1), (2, 5), (10, 10)):
        rng = np.random.default_rng(n)
        for d in (1, 3, n + m - 1, n + m, 40):
            rank = rank_of_sums(rng.normal(size=(n, d)), rng.normal(size=(m, d)))
            assert rank == min(d, n + m - 1)
        eye = np.eye(n + m)
        assert rank_of_sums(eye[:n], eye[n:]) == n + m - 1
        assert rank_of_sums(np.ones((n, 4)), np.ones((m, 4))) == 1
        assert rank_of_sums(np.zeros((n, 4)), np.zeros((m, 4))) == 0


# any-spike and any-table


def rows(mlp: MLP, x: Array) -> Array:
    """A stream [n, d] with numbers in its first column, and noise that nobody is to read."""
    noise = np.random.default_rng(0).normal(size=(len(x), len(mlp.b_out)))
    return np.concatenate([x[:, None], noise[:, 1:]], axis=1)


def said(mlp: MLP, x: Array) -> Array:
    """What an MLP says to numbers [n]: [n, d]."""
    return feed_forward(rows(mlp, x), mlp)


def rounding(mlp: MLP, x: Array) -> float:
    """What rounding may do: every product and sum errs by a share EPS of its terms."""
    units = np.abs(rows(mlp, x)) @ np.abs(mlp.W_in) + np.abs(mlp.b_in)
    terms = units @ np.abs(mlp.W_out) + np.abs(mlp.b_out)
    return float(8 * (len(mlp.b_in) + 1) * EPS * terms.max())


@of_each(product((0.0, -3.0, 1e4), (1e-2, 1.0, 50.0)))
def test_spike(place: float, width: float) -> None:
    height = np.array([2.0, -1.0, 0.25])
    mlp = spike(place, width, height)
    assert len(mlp.b_in) == 3
    x = place + width * np.array([0, -1, 1, -9, 1e3, 0.5])
    off = np.abs(said(mlp, x) - [height, *np.zeros((4, 3)), height / 2])
    assert off[:5].max() <= rounding(mlp, x)
    assert off[5].max() <= rounding(mlp, x) + 1e-7 * abs(height).max()


@of_each(product((1, 2, 3, 30), range(20)))
def test_any_table(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    places = rng.permutation(np.cumsum(rng.uniform(0.05, 1, n)) - 3)
    values = rng.normal(size=(n, 4))
    for make, units in ((side_by_side, 3 * n), (one_after_another, n - 1)):
        mlp = make(places, values)
        assert len(mlp.b_in) == units
        assert np.abs(said(mlp, places) - values).max() <= rounding(mlp, places)


# cosine-rank


def test_table_of_cosines() -> None:
    """Whose rows have one hump within a turn."""
    for n in (1, 2, 3, 50):
        for alpha in (0, np.pi, np.pi / 2, 1e-3, *np.random.default_rng(n).uniform(-10, 10, 50)):
            table = cosine_table(n, alpha)
            values = np.linalg.svd(table, compute_uv=False)
            # an entry errs by what rounding does to its angle, and n of them make norm n
            assert (values[2:] <= n * EPS * (2 + n * abs(alpha))).all()
            at_all = abs(np.sin(alpha * np.arange(n))).max() > 1e-6
            assert np.linalg.matrix_rank(table, tol=1e-7) == (2 if at_all else 1)
    turns = {share: cosine_table(40, 2 * np.pi * share / 40) for share in (0.3, 0.5, 0.9, 3)}
    assert [max(map(humps, table)) >= 2 for table in turns.values()] == [False] * 3 + [True]


# residual-too


def fixed_pattern(modulus: int, seed: int, *, tied: bool) -> Transformer:
    """A random layer of attention whose scores read the two columns of the positions alone."""
    rng = np.random.default_rng(seed)
    d_model = 8
    W_E, W_pos = rng.normal(size=(modulus, d_model)), rng.normal(size=(2, d_model))
    W_E[:, :2] = 0
    places = np.eye(d_model)[:, :2]
    heads = [
        Head(places @ rng.normal(size=(2, 2)), places, *rng.normal(size=(2, d_model, d_model)))
        for _ in range(3)
    ]
    W_U = None if tied else rng.normal(size=(d_model, modulus))
    return Transformer(W_E, W_pos, [Layer(heads, norm_attn=None)], LAYER_NORM, W_U)


@of_each(product((2, 3, 10), (True, False)))
def test_leads_of_a_fixed_pattern_cancel(modulus: int, tied: bool) -> None:
    pairs = np.indices((modulus, modulus)).reshape(2, -1).T
    for seed in range(30):
        model = fixed_pattern(modulus, seed, tied=tied)
        total, sizes = sum_of_leads(model, modulus)
        assert abs(total) <= 1e3 * EPS * sizes
        right = greedy(forward(model, pairs, keep=1)[:, 0]) == pairs.sum(1) % modulus
        assert not right.all()


def test_attention_that_reads_adds() -> None:
    model = attention_that_adds()
    total, sizes = sum_of_leads(model, 10)
    assert total == sizes > 0  # every lead is above zero
    pairs = np.indices((10, 10)).reshape(2, -1).T
    assert np.array_equal(greedy(forward(model, pairs, keep=1)[:, 0]), pairs.sum(1) % 10)
    assert parameters(model).total == 144
    assert not any(layer.mlp for layer in model.layers)


# guesses


def test_facts_about_the_programs(capsys: Said) -> None:
    known = programs()
    found = facts(known["add_digits_mod10"])
    assert (found.layers, found.parameters) == (1, 629)
    assert 0 < found.zeros < 1 and 0 < found.attention + found.mlp < 1
    print_facts(known)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + len(known) + 1
    assert lines[-1].split()[:3] == ["mean", "1", "7.12"]
