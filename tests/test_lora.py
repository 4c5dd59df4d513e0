"""Small changes: x W + x A B in every matrix, taken out again, of least rank, and refused."""

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from taotp.programs import hello_world, maximum, minimum, search
from taotp_core import LAYER_NORM, Transformer, encode, forward, plain, random_transformer
from taotp_core.arrays import Array
from taotp_core.equivalences import patched, taken_out, untied
from taotp_core.lora import Adapters, difference, numbers_in, singular_values
from taotp_core.weights import mapped, named_arrays
from tests.examples import full_transformer, random_tokens, unshared
from tests.laws import every

FULL = full_transformer()
MATRICES = [path for path, W in named_arrays(FULL).items() if W.ndim == 2]


def drawn(shape: tuple[int, ...], rank: int = 1, seed: int = 0) -> tuple[Array, Array]:
    """An adapter of normal random numbers."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(shape[0], rank)), rng.normal(size=(rank, shape[1]))


assert FULL.encoder
TOKENS = random_tokens(FULL, 6)
FRAMES = np.random.default_rng(1).normal(size=(4, FULL.encoder.d_vocab))


def logits(model: Transformer) -> Array:
    """What the full model says of some tokens, after some frames that its encoder reads."""
    return forward(model, TOKENS, memory=encode(model, FRAMES))


def without_other(path: str) -> str:
    """The path of what the second head of two shares with the first."""
    shared = re.fullmatch(r"(.*\.heads\.)([13])(\.W_[KV])", path)
    return f"{shared[1]}{int(shared[2]) - 1}{shared[3]}" if shared else path


WHOLE = named_arrays(unshared(FULL))  # of which heads are the same objects
PATHS = {id(W): first for path, W in WHOLE.items() if (first := without_other(path)) != path}
PATHS |= {id(W): path for path, W in named_arrays(FULL).items()}


def logits_alongside(monkeypatch: pytest.MonkeyPatch, pairs: Adapters) -> Array:
    """The same by x W + x A B, nothing merged."""
    beside = {at: pairs[path] for at, path in PATHS.items() if path in pairs}
    own, used = plain.linear, set()

    def linear(x: Array, W: Array, b: Array | None = None) -> Array:
        if id(W) not in beside:
            return own(x, W, b)
        used.add(id(W))
        A, B = beside[id(W)]
        return own(x, W, b) + x @ A @ B

    assert FULL.encoder is not None
    with monkeypatch.context() as during:
        during.setattr(plain, "linear", linear)
        found = plain.forward(FULL, TOKENS, plain.stream(FULL.encoder, FRAMES))
    assert used == set(beside), "an adapter that nothing was multiplied by"
    return found


def test_merged_is_alongside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each matrix by itself, of one rank or another, and many at once."""
    arrays, apart = named_arrays(FULL), []
    before = logits(FULL)
    tables = {"W_E", "W_pos", "encoder.W_pos", "encoder.W_U"}  # which nothing is multiplied by
    for number, path in enumerate(path for path in MATRICES if path not in tables):
        rank = 1 + number % min(arrays[path].shape)
        pairs = {path: drawn(arrays[path].shape, rank)}
        merged, alongside = logits(patched(FULL, pairs)), logits_alongside(monkeypatch, pairs)
        near = np.abs(merged - alongside).max() < 1e-12 * np.abs(merged).max()
        if not (near and np.abs(merged - before).max() > 1e-6):
            apart.append((path, rank))
    assert not apart
    pairs = {path: drawn(arrays[path].shape, 1, seed) for seed, path in enumerate(MATRICES)}
    merged_arrays = named_arrays(patched(FULL, pairs))
    for path, W in arrays.items():
        expected = W + pairs[path][0] @ pairs[path][1] if path in pairs else W
        assert np.array_equal(merged_arrays[path], expected)
    products = {path: pair for path, pair in pairs.items() if path.endswith(("_Q", "W_in", "_K"))}
    alongside = logits_alongside(monkeypatch, products)
    assert np.abs(logits(patched(FULL, products)) - alongside).max() < 1e-11
    assert numbers_in(pairs) == sum(sum(arrays[path].shape) for path in MATRICES)


def test_the_model_given_stays_and_so_does_its_precision() -> None:
    model = random_transformer(0)
    before = {path: W.copy() for path, W in named_arrays(model).items()}
    patched(model, {"W_E": drawn(model.W_E.shape, 3)})
    for same in (model, patched(model, {})):
        assert all(np.array_equal(W, before[path]) for path, W in named_arrays(same).items())
    short = mapped(model, lambda _, W: np.asarray(W, np.float32))
    assert patched(short, {"W_E": drawn(model.W_E.shape)}).W_E.dtype == np.float32


def test_taken_out_is_nearly_what_it_was_and_may_be_swapped() -> None:
    model, path = random_transformer(0), "layers.1.heads.0.W_V"
    W = named_arrays(model)[path]
    for size in (1.0, 1e6, 1e15):
        A, B = drawn(W.shape, 2)
        merged = patched(model, {path: (size * A, B)})
        left = named_arrays(taken_out(merged, {path: (size * A, B)}))[path] - W
        assert 0 < np.abs(left).max() <= np.spacing(np.abs(named_arrays(merged)[path]).max())
    one, other = ({"W_E": drawn(model.W_E.shape, 1, seed)} for seed in (1, 2))
    swapped = patched(taken_out(patched(model, one), one), other)
    assert np.allclose(swapped.W_E, patched(model, other).W_E, rtol=0, atol=1e-14)


def test_a_tied_model_is_patched_in_both_its_places() -> None:
    model = random_transformer(0)
    A, B = drawn(model.W_E.shape)
    both = patched(model, {"W_E": (A, B)})
    assert np.array_equal(both.unembedding, both.W_E.T)
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


def test_a_search_for_others_is_no_adapter_and_no_rank_is_below_0() -> None:
    with pytest.raises(ValueError, match=r"^W_E is \(4, 9\) in the first model and \(4, 12\)"):
        difference(search(4, 12, 1).model, search(4, 12, 2).model)
    with pytest.raises(ValueError, match=r"^rank is -1; it must be 0 or more, or None for all$"):
        difference(MODEL, MODEL, -1)
