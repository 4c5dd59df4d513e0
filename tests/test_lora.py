"""Small changes: x W + x A B in every matrix, taken out again, of least rank, and refused."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from taotp.programs import hello_world, maximum, minimum
from taotp_core import LAYER_NORM, Transformer, random_transformer
from taotp_core.arrays import Array
from taotp_core.equivalences import patched, taken_out, untied
from taotp_core.lora import difference, numbers_in, singular_values
from taotp_core.weights import mapped, named_arrays
from tests.examples import full_transformer
from tests.laws import every

FULL = full_transformer()
MATRICES = [path for path, W in named_arrays(FULL).items() if W.ndim == 2]


def drawn(shape: tuple[int, ...], rank: int = 1, seed: int = 0) -> tuple[Array, Array]:
    """An adapter of normal random numbers."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(shape[0], rank)), rng.normal(size=(rank, shape[1]))


def test_a_product_is_added_to_each_matrix_and_to_no_other() -> None:
    arrays = named_arrays(FULL)
    pairs = {
        path: drawn(arrays[path].shape, 1 + seed % min(arrays[path].shape), seed)
        for seed, path in enumerate(MATRICES)
    }
    for some in (*({path: pair} for path, pair in pairs.items()), pairs):
        merged = named_arrays(patched(FULL, some))
        for path, W in arrays.items():
            expected = W + some[path][0] @ some[path][1] if path in some else W
            assert np.array_equal(merged[path], expected), path
    sizes = {path: sum(arrays[path].shape) * len(B) for path, (_, B) in pairs.items()}
    assert numbers_in(pairs) == sum(sizes.values())


def test_numbers_keep_their_precision() -> None:
    short = mapped(random_transformer(0), lambda _, W: np.asarray(W, np.float32))
    assert patched(short, {"W_E": drawn(short.W_E.shape)}).W_E.dtype == np.float32


def test_taken_out_is_nearly_what_it_was() -> None:
    model, path = random_transformer(0), "layers.1.heads.0.W_V"
    W = named_arrays(model)[path]
    for size in (1.0, 1e6, 1e15):
        A, B = drawn(W.shape, 2)
        merged = patched(model, {path: (size * A, B)})
        left = named_arrays(taken_out(merged, {path: (size * A, B)}))[path] - W
        assert 0 < np.abs(left).max() <= np.spacing(np.abs(named_arrays(merged)[path]).max())


def test_a_model_that_was_tied_is_patched_where_it_says_alone() -> None:
    model = random_transformer(0)
    A, B = drawn(model.W_E.shape)
    loose = patched(untied(model), {"W_U": (B.T, A.T)})
    assert np.array_equal(loose.W_E, model.W_E) and untied(loose) is loose
    assert np.allclose(loose.unembedding, (model.W_E + A @ B).T)


MODEL = random_transformer(0, biased=True)
HEAD = "layers.0.heads.0.W_Q"


def of_ones(A: tuple[int, ...] = (6, 1), B: tuple[int, ...] = (1, 3)) -> tuple[Array, Array]:
    """An adapter of ones."""
    return np.ones(A), np.ones(B)


@every("path, pair, sentence", [
    ("layers.0.head.0.W_Q", of_ones(),
     f"^the model has no layers.0.head.0.W_Q; the nearest it has are {HEAD}, "),
    ("layers.2.heads.0.W_Q", of_ones(), "^the model has no layers.2.heads.0.W_Q; the nearest it"),
    ("W_U", of_ones(), "^W_U is W_E transposed, the model is tied; patch W_E, or untied"),
    ("layers.0.heads.0.b_Q", of_ones(),
     "^layers.0.heads.0.b_Q is a row of 3 numbers; an adapter A @ B needs a matrix$"),
    (HEAD, of_ones((3, 1), (1, 6)),
     r"W_Q are \(3, 1\) and \(1, 6\); they must be \(6, r\) and \(r, 3\)$"),
    (HEAD, of_ones((6, 2)), r"must be \(6, r\) and \(r, 3\)$"),
    (HEAD, of_ones((6,), (3,)), r"^A and B of \S+ are \(6,\) and \(3,\);"),
    (HEAD, of_ones((6, 4), (4, 3)), f"^the rank for {HEAD} is 4; it must be from 1 to 3$"),
    (HEAD, of_ones((6, 0), (0, 3)), "is 0; it must be from 1 to 3$"),
])  # fmt: skip
def test_what_does_not_fit_is_refused(path: str, pair: tuple[Array, Array], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        patched(MODEL, {path: pair})


def test_the_difference_makes_one_of_the_other() -> None:
    one, other = (random_transformer(seed, d_mlp=0) for seed in (0, 1))
    found = difference(one, other)
    made = named_arrays(patched(one, found))
    for path, W in named_arrays(other).items():
        if path in found:
            assert np.allclose(made[path], W, rtol=0, atol=1e-13)
            assert found[path][1].shape[0] == min(W.shape)


@every("rank", [1, 2, 3])
def test_it_has_the_least_rank(rank: int) -> None:
    model, path = random_transformer(0), "layers.0.mlp.W_in"
    A, B = drawn(named_arrays(model)[path].shape, rank)
    other = patched(model, {path: (A, B)})
    for most in (None, rank, 5):
        found = difference(model, other, most)
        assert [*found] == [path] and found[path][1].shape[0] == rank
        assert np.allclose(found[path][0] @ found[path][1], A @ B)
    assert len(singular_values(model, other)[path]) == rank


def test_no_other_of_that_rank_is_nearer() -> None:
    one, other = (random_transformer(seed, d_mlp=0) for seed in (0, 1))
    D = other.W_E - one.W_E
    rng = np.random.default_rng(0)
    for rank in (1, 2, 5):
        A, B = difference(one, other, rank)["W_E"]
        left = np.linalg.norm(D - A @ B)
        values = singular_values(one, other)["W_E"]
        assert left == pytest.approx(np.linalg.norm(values[rank:]))
        for _ in range(50):
            near = A + 0.1 * rng.normal(size=A.shape)
            assert np.linalg.norm(D - near @ np.linalg.pinv(near) @ D) > left
    assert difference(one, other, 0) == {} == difference(one, one)
    with pytest.raises(ValueError, match=r"^rank is -1; it must be 0 or more, or None for all$"):
        difference(one, other, -1)
    nudged = replace(one, W_E=np.nextafter(one.W_E, np.inf))
    assert [*difference(one, nudged)] == ["W_E"]  # a rounded last bit is a rank of its own


@every("change, sentence", [
    (lambda m: replace(m, W_E=m.W_E[:5]), r"^W_E is \(10, 6\) in the first model and \(5, 6\) in"),
    (lambda m: replace(m, layers=m.layers[:1]),
     "^the second model has no layers.1.heads.0.W_Q; both must have the same parts$"),
    (untied, "^the first model has no W_U; both must have the same parts$"),
    (lambda m: replace(m, causal=False), "^the models differ in more than numbers: in norms, the"),
    (lambda m: mapped(m, lambda path, W: W + path.endswith("b_in")),
     "^layers.0.mlp.b_in is a row of 8 numbers; an adapter A @ B needs a matrix$"),
])  # fmt: skip
def test_models_that_no_adapter_joins(change: Callable[..., Transformer], sentence: str) -> None:
    model = random_transformer(0, norm=LAYER_NORM)
    with pytest.raises(ValueError, match=sentence):
        difference(model, change(model))


def test_minimum_to_maximum_is_of_rank_1_and_a_message_to_another_of_rank_2() -> None:
    found = difference(minimum(10, 6).model, maximum(10, 6).model)
    assert [*found] == ["layers.0.heads.0.W_K"] and numbers_in(found) == 4
    one, other = hello_world("Hello World!"), hello_world("dlroW olleH!", vocabulary="Helo Wrd!")
    values = singular_values(one.model, other.model)
    assert {path: len(s) for path, s in values.items()} == {"W_pos": 2}
    made = replace(one, model=patched(one.model, difference(one.model, other.model)))
    assert made.complete("") == "dlroW olleH!"
