"""Examples that hypothesis draws, the same in every run, and how near two arrays must be."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from taotp_core import LAYER_NORM, RMS_NORM, Tokens, random_transformer
from taotp_core.arrays import ACTIVATIONS, Array
from taotp_core.weights import MLP, Head, Layer, Norm, Transformer
from tools import sampling

Where = Literal["before", "after"]  # its sub-layers a model has its norms
WHERE: tuple[Where, ...] = ("before", "after")
IN_TWO = [(4, 2), (4, 2), (2, 4), (2, 4)]  # heads of which two and two may share keys
EXAMPLES = 100 if sampling.at_night() else 40
EVERY_TIME_THE_SAME = settings(
    derandomize=True, deadline=None, max_examples=EXAMPLES, database=None
)


def assert_same_logits(fast: Array, slow: Array) -> None:
    """Equal to 1e-9 of the largest logit, with the same winners."""
    assert fast.shape == slow.shape
    assert np.abs(fast - slow).max() <= 1e-9 * np.abs(slow).max()
    assert np.array_equal(fast.argmax(-1), slow.argmax(-1))


def norms(d_model: int) -> st.SearchStrategy[Norm | None]:
    """No norm, the usual two, and norms with parameters of their own."""
    rng = np.random.default_rng(d_model)
    gamma, beta = rng.normal(size=(2, d_model))
    own = [Norm(gamma, beta, eps=1e-3), Norm(gamma, centered=False)]
    inside = Norm(gamma, beta, eps=1e-2, inside=True)
    return st.sampled_from([None, LAYER_NORM, RMS_NORM, *own, inside])


def full_transformer(seed: int = 0, where: Where = "before", d_model: int = 6) -> Transformer:
    """A transformer in which every field that may be left out is set, to something unusual."""
    rng = np.random.default_rng(seed)

    def norm() -> Norm:
        return Norm(rng.normal(size=d_model), rng.normal(size=d_model), 1e-3, True, inside=True)

    def named(some: Sequence[Head], what: str) -> list[Head]:
        return [replace(head, name=f"{what} {number}") for number, head in enumerate(some)]

    def normed(model: Transformer) -> Transformer:
        layers = []
        for layer in model.layers:
            heads, cross = named(layer.heads, "own"), named(layer.cross, "cross")
            norms = norm(), norm(), norm()
            layers.append(Layer(heads, layer.mlp, norms[0], norms[1], cross, norms[2]))
        return relative(replace(model, layers=layers, norm_final=norm()), seed)

    how: dict[str, Any] = {"d_model": d_model, "heads": IN_TWO, "norms": where, "act": "gelu"}
    how |= {"biased": True, "tied": False}
    encoder = normed(random_transformer(seed + 1, d_vocab=5, n_ctx=9, causal=False, **how))
    cross = [(2, 3), (3, 3), (1, 1)]
    return normed(random_transformer(seed, d_vocab=7, n_ctx=8, cross=cross, encoder=encoder, **how))


def unshared(model: Transformer) -> Transformer:
    """The same model in which each head stores keys and values of its own."""
    return replace(model, shared_keys=1, encoder=model.encoder and unshared(model.encoder))


def relative(
    model: Transformer, seed: int = 0, *, rotary: int = 2, shared: int = 2, far: bool = True,
    gated: bool = True,
) -> Transformer:  # fmt: skip
    """The same model with so many angles, heads in groups, scores by distance, and gates."""
    rng = np.random.default_rng(seed + 99)

    def with_gate(mlp: MLP | None) -> MLP | None:
        if mlp is None or not gated:
            return mlp
        W, b = rng.normal(size=mlp.W_in.shape), rng.normal(size=mlp.b_in.shape)
        return replace(mlp, W_gate=W, b_gate=b)

    def by_distance(heads: Sequence[Head]) -> list[Head]:
        return [replace(head, by_distance=rng.normal(size=h + 1)) for h, head in enumerate(heads)]

    layers = []
    for layer in model.layers:
        heads = in_groups(layer.heads, shared)
        own = by_distance(heads) if far else heads
        layers.append(replace(layer, heads=own, mlp=with_gate(layer.mlp)))
    angles = rng.normal(size=rotary) if rotary else None
    return replace(model, layers=layers, rotary=angles, shared_keys=shared)


def in_groups(heads: Sequence[Head], shared: int) -> list[Head]:
    """The same heads, each with the keys and values of the first of its group."""
    found = []
    for h, head in enumerate(heads):
        first = heads[h - h % shared]
        found.append(replace(head, W_K=first.W_K, W_V=first.W_V, b_K=first.b_K, b_V=first.b_V))
    return found


@st.composite
def models(draw: st.DrawFn, *, standard: bool = False, least: int = 1) -> Transformer:
    """Random transformers of many shapes, whose heads are at `least` so wide.

    `standard` ones are Pre-LN with plain layer norm, without biases and units but ReLU.
    """
    sizes = st.integers(least, 4)
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
        act="relu" if standard else draw(st.sampled_from(sorted(ACTIVATIONS))),
        biased=not standard and draw(st.booleans()),
    )


@st.composite
def machines(draw: st.DrawFn) -> Transformer:
    """Machines of any shape, with what came later or without, in which some layers lack a part."""
    seed, where = draw(st.integers(0, 999)), draw(st.sampled_from(WHERE))
    some, kind = st.booleans(), draw(st.sampled_from(["any", "full", "relative"]))
    if kind == "any":
        model = draw(models(least=0))
    elif kind == "full":
        model = full_transformer(seed, where)
    else:
        long = random_transformer(
            seed, d_vocab=7, n_ctx=66, heads=IN_TWO, norms=where, biased=draw(some), act="silu"
        )
        few = st.sampled_from([1, 2])
        parts: dict[str, Any] = {"rotary": draw(few) - 1, "shared": draw(few), "far": draw(some)}
        model = relative(long, seed, **parts, gated=draw(some))
    lacks: list[dict[str, Any]] = [{}, {"heads": ()}, {"mlp": None}, {"heads": (), "mlp": None}]
    layers = [replace(layer, **draw(st.sampled_from(lacks))) for layer in model.layers]
    return replace(model, layers=layers, causal=draw(some))


def prompts(model: Transformer, n: int | None = None) -> st.SearchStrategy[Tokens]:
    """Prompts of n tokens, or of any length that fits."""
    least, most = (1, model.n_ctx) if n is None else (n, n)
    token = st.integers(0, model.d_vocab - 1)
    return st.lists(token, min_size=least, max_size=most).map(np.array)


def random_tokens(model: Transformer, *shape: int, seed: int = 0) -> NDArray[np.int64]:
    """Any tokens of the model's."""
    return np.random.default_rng(seed).integers(0, model.d_vocab, shape)


def random_mlp(rng: np.random.Generator, d_model: int, d_mlp: int) -> MLP:
    """An MLP of normal random numbers."""
    sizes = ((d_model, d_mlp), d_mlp, (d_mlp, d_model), d_model)
    W_in, b_in, W_out, b_out = (rng.normal(size=size) for size in sizes)
    return MLP(W_in, b_in, W_out, b_out)
