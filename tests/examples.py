"""Examples that hypothesis draws, the same in every run, and how near two arrays must be."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from taotp_core import LAYER_NORM, RMS_NORM, Array, Norm, Tokens, Transformer, random_transformer

EVERY_TIME_THE_SAME = settings(derandomize=True, deadline=None, max_examples=100, database=None)


def assert_same_logits(fast: Array, slow: Array) -> None:
    """Equal to 1e-9 of the largest logit, with the same winners."""
    assert fast.shape == slow.shape
    assert np.abs(fast - slow).max() <= 1e-9 * np.abs(slow).max()
    assert np.array_equal(fast.argmax(-1), slow.argmax(-1))


def norms(d_model: int) -> st.SearchStrategy[Norm | None]:
    """No norm, the usual two, and norms with parameters of their own."""
    rng = np.random.default_rng(d_model)
    gamma, beta = rng.normal(size=(2, d_model))
    return st.sampled_from(
        [None, LAYER_NORM, RMS_NORM, Norm(gamma, beta, eps=1e-3), Norm(gamma, centered=False)]
    )


@st.composite
def models(draw: st.DrawFn, *, standard: bool = False) -> Transformer:
    """Random transformers of many shapes; `standard` ones are Pre-LN with plain layer norm."""
    sizes = st.integers(1, 4)
    d_model = draw(st.integers(2, 6))
    return random_transformer(
        seed=draw(st.integers(0, 10_000)),
        d_vocab=draw(st.integers(2, 9)),
        n_ctx=draw(st.integers(1, 9)),
        d_model=d_model,
        heads=draw(st.lists(st.tuples(sizes, sizes), max_size=3)),
        d_mlp=draw(st.sampled_from([0, 1, 5])),
        n_layers=draw(st.integers(0, 3)),
        norm=LAYER_NORM if standard else draw(norms(d_model)),
        norms="before" if standard else draw(st.sampled_from(["before", "after"])),
        tied=draw(st.booleans()),
    )


def prompts(model: Transformer, n: int | None = None) -> st.SearchStrategy[Tokens]:
    """Prompts of n tokens, or of any length that fits."""
    least, most = (1, model.n_ctx) if n is None else (n, n)
    token = st.integers(0, model.d_vocab - 1)
    return st.lists(token, min_size=least, max_size=most).map(np.array)


def random_tokens(model: Transformer, *shape: int, seed: int = 0) -> NDArray[np.int64]:
    """Any tokens of the model's."""
    return np.random.default_rng(seed).integers(0, model.d_vocab, shape)
