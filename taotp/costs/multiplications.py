"""What a model costs: multiplications counted in the engine and by formula, caches, training.

Counted are multiplications in products of matrices, of which a product [n, k] @ [k, m] has n k m.
What is done number by number (norms, softmax, activations, gates, sums) is not.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from taotp.costs.published import Configuration
from taotp_core.arrays import Array, Given
from taotp_core.inputs import Model, are_frames, check_input, check_keep, model_of
from taotp_core.transformer import Cache, empty_cache, encode, forward, queries_at_once
from taotp_core.weights import Folded, Transformer

BITS = {"float64": 64, "float32": 32, "bfloat16": 16, "float16": 16, "int8": 8, "int4": 4}


class Product(NamedTuple):
    """A product that the engine took: the shapes of its factors, and its multiplications."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    multiplications: int


def counting(products: list[Product]) -> Callable[[Array], Any]:
    """A rounding that changes no number, and lists the products of what it has seen.

    The engine rounds its weights and every result. A matrix of ones that it multiplies by in order
    to sum a row is neither, so that only products of two arrays that passed here are listed.
    """

    class Counted(np.ndarray[Any, Any]):
        """An array that lists its products."""

        def listed(self, other: Any, product: Any) -> Any:
            if isinstance(other, Counted):
                size = int(product.size) * self.shape[-1]
                products.append(Product(self.shape, other.shape, size))
            return product

        def dot(self, other: Any, out: Any = None) -> Any:
            return self.listed(other, super().dot(other, out))

        def __matmul__(self, other: Any) -> Any:
            return self.listed(other, super().__matmul__(other))

    return lambda x: x.view(Counted)


def counted(
    model: Model,
    tokens: Given,
    *,
    cached: int = 0,
    keep: int | None = None,
    memory: Array | None = None,
) -> list[Product]:
    """The products of a pass over tokens [n], or frames, in the order in which they are taken.

    The first `cached` positions are in a cache already, and are not counted. `keep` and `memory`
    are those of `forward`. Raises ValueError as forward does, and unless 0 <= cached < n.
    """
    model, tokens, products = model_of(model), np.asarray(tokens), list[Product]()
    check_cached(tokens.shape[-2] if are_frames(tokens) else tokens.shape[-1], cached)
    to, cache = counting(products), None
    memory = None if memory is None else to(memory)
    if cached:
        cache = Cache({
            number: (to(rows), (to(q), to(k), to(v)))
            for number, (rows, (q, k, v)) in empty_cache(model).layers.items()
        })  # fmt: skip
        forward(model, tokens[:cached], cache=cache, to=to, memory=memory)
        products.clear()
    forward(model, tokens[cached:], keep, cache, to, memory)
    return products


def counted_encoding(model: Model, source: Given) -> list[Product]:
    """The products that a model's encoder takes to read a source; ValueError as encode's."""
    products: list[Product] = []
    encode(model, source, counting(products))
    return products


def check_cached(n: int, cached: int) -> None:
    """Raise ValueError unless there is something left to compute after a cache."""
    if not 0 <= cached < max(n, 1):
        raise ValueError(f"cached is {cached}; with {n} tokens it must be from 0 to {n - 1}")


def multiplications(
    model: Model,
    n: int,
    *,
    cached: int = 0,
    keep: int | None = None,
    n_source: int = 0,
    frames: bool = False,
) -> dict[str, int]:
    """By formula what `counted` counts, by part.

    "embedding" (nothing for ids, which are looked up), "projections" (queries, keys, values and
    what is written back), "attention" (scores and averages: the part that grows with the square of
    the length), "mlp" and "unembedding". Raises ValueError for lengths that do not fit the model.
    """
    model = model_of(model)
    check_cached(n, cached)
    check_input(model, np.zeros(n, int))
    check_keep(keep)
    found = inside(model, n, cached, keep, n_source, frames)
    kept = n - cached if keep is None else min(keep, n - cached)
    return found | {"unembedding": kept * model.d_model * model.d_vocab}


def encoding_multiplications(
    model: Model, n_source: int, *, frames: bool = False
) -> dict[str, int]:
    """By formula what `counted_encoding` counts; ValueError where there is no encoder."""
    model = model_of(model)
    if model.encoder is None:
        raise ValueError("the model has no encoder; it reads its own tokens alone")
    return inside(model.encoder, n_source, 0, None, 0, frames)


def inside(
    model: Transformer, n: int, cached: int, keep: int | None, n_source: int, frames: bool
) -> dict[str, int]:
    """The multiplications before the unembedding, by part."""
    d, rows = model.d_model, n - cached
    found = {"embedding": frames * rows * model.d_vocab * d}
    found |= dict.fromkeys(("projections", "attention", "mlp"), 0)
    if keep is not None and model.last_look is None:
        rows = min(keep, rows)
    for number, layer in enumerate(model.layers):
        if layer.heads:
            of, n_keys = model.folds[number] or layer.folded, cached + rows
            found["projections"] += rows * of.W_QKV.size
            if keep is not None and number == model.last_look:
                rows = min(keep, rows)
            found["projections"] += rows * of.W_O.size
            found["attention"] += attending(of, rows, n_keys, causal=model.causal)
        if layer.cross:
            of = layer.folded_cross
            asking = d * of.n_heads * of.d_head
            told = 0 if cached else n_source * (of.W_QKV.size - asking)
            found["projections"] += rows * (asking + of.W_O.size) + told
            found["attention"] += attending(of, rows, n_source, causal=False)
        if layer.mlp:
            gate = 0 if layer.mlp.W_gate is None else layer.mlp.W_gate.size
            found["mlp"] += rows * (layer.mlp.W_in.size + layer.mlp.W_out.size + gate)
    return found


def attending(of: Folded, n: int, n_keys: int, *, causal: bool) -> int:
    """What n queries cost that look at n_keys: a score and an average for each pair multiplied.

    A pair that the mask hides is multiplied too, unless it is in none of the pieces.
    """
    return of.n_heads * (of.d_head + of.d_value) * sum(pairs(n, n_keys, of.n_heads, causal))


def pairs(n: int, n_keys: int, n_heads: int, causal: bool) -> Iterator[int]:
    """How many pairs of a query and a key each piece of rows multiplies, for one head."""
    step = queries_at_once(n, n_keys, n_heads)
    for i in range(0, n, step):
        j = min(i + step, n)
        yield (j - i) * (n_keys - n + j if causal else n_keys)


# --- published models, by their sizes alone


def token_multiplications(of: Configuration, n: int) -> int:
    """What the n-th token costs where the n - 1 before it are in a cache.

    Each matrix is multiplied by one row; each query meets n keys and averages n values.
    """
    check_length(n)
    d, queries, shared = of.d_model, of.n_heads * of.d_head, of.n_kv_heads * of.d_head
    mlp = (3 if of.gated else 2) * d * of.d_mlp
    layer = 2 * d * (queries + shared) + mlp + 2 * queries * n
    return of.n_layers * layer + d * of.d_vocab


def cache_bits(of: Configuration, n: int, precision: str = "bfloat16") -> int:
    """How many bits keys and values of n positions take, for one text."""
    check_length(n)
    return 2 * of.n_layers * of.n_kv_heads * of.d_head * n * bits(precision)


def training_flops(of: Configuration, tokens: int, n: int) -> int:
    """Floating-point operations of training on so many tokens, in texts of n, masked pairs too.

    A multiplication comes with an addition; the backward pass takes two products for each one of
    the forward pass, one for the gradient of either factor. Nothing is computed twice.
    """
    return 3 * 2 * tokens * token_multiplications(of, n)


def bits(precision: str) -> int:
    """How many bits a number takes; ValueError for a precision that is not in BITS."""
    if precision not in BITS:
        raise ValueError(f"precision is {precision!r}; it must be one of {', '.join(BITS)}")
    return BITS[precision]


def check_length(n: int) -> None:
    """Raise ValueError for a length below 1."""
    if n < 1:
        raise ValueError(f"n is {n}; there must be at least 1 token")
