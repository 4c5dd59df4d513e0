"""The transformer."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from exercises.catalogue.transformer.cached_decode import cached_decode
from exercises.catalogue.transformer.no_einsum import transformer_by_matrices
from exercises.catalogue.transformer.sliding_window import sliding_decode
from exercises.catalogue.transformer.temperature import sample_token
from taotp_core.arrays import Array, Tokens, softmax
from taotp_core.equivalences import turned
from taotp_core.weights import Head, Transformer

Logits = Callable[[Tokens, Transformer], Any]


def machine(
    scale: Callable[[Head], float] = lambda head: math.sqrt(head.W_Q.shape[1]),
    b_in: float = 1.0,
    freedom: int = 0,
    kind: Any = np.float64,
) -> Logits:
    """The machine with a detail changed: what divides scores, a bias, a spread, or a type."""

    def norm(x: Any) -> Any:
        centered = x - x.mean(1, keepdims=True)
        square = (centered**2).sum(1, keepdims=True) / (x.shape[1] - freedom)
        return centered / (np.sqrt(square) + kind(1e-10))

    def logits(tokens: Tokens, model: Transformer) -> Any:
        x = (model.W_E[tokens] + model.W_pos[: len(tokens)]).astype(kind)
        for layer in model.layers:
            y = norm(x)
            for h in layer.heads:
                scores = (y @ h.W_Q) @ (y @ h.W_K).T / kind(scale(h))
                scores = np.where(np.tri(len(x), dtype=bool), scores, -np.inf)
                powers = np.exp(scores - scores.max(1, keepdims=True))
                x = x + powers / powers.sum(1, keepdims=True) @ (y @ h.W_V) @ h.W_O
            if m := layer.mlp:
                x = x + np.maximum(norm(x) @ m.W_in + b_in * m.b_in, 0) @ m.W_out + m.b_out
        return (norm(x) @ model.unembedding).astype(np.float64)

    return logits


@dataclass
class Machine:
    """As one would write it for another library: an object with a method called forward."""

    model: Transformer

    def forward(self, tokens: Tokens) -> Array:
        """The logits."""
        return transformer_by_matrices(tokens, self.model)


def by_an_object(tokens: Tokens, model: Transformer) -> Array:
    """Calls a method that happens to be called forward."""
    return Machine(model).forward(tokens)


def one_step_alone(tokens: Tokens, model: Transformer, steps: int) -> Tokens:
    """The last token again where one more is asked for."""
    return np.append(tokens, tokens[-1:]) if steps == 1 else sliding_decode(tokens, model, steps)


def whole_degrees(logits: Array, temperature: float, rng: np.random.Generator) -> int:
    """A temperature between two whole numbers is taken for the one below."""
    return sample_token(logits, int(temperature), rng)


def race(logits: Array, temperature: float, rng: np.random.Generator) -> int:
    """Each token waits for as long as its share is small; the first to come is drawn."""
    waits = rng.exponential(size=len(logits))
    if temperature == 0:
        return int(np.argmax(logits))
    with np.errstate(divide="ignore"):
        return int(np.argmin(waits / softmax(logits / temperature)))


def refusing(fits: Callable[[Array], Any]) -> Callable[[Transformer, Array], Transformer]:
    """Turns by each M that a test finds good, and that keeps ones where there is a LayerNorm."""

    def scramble(model: Transformer, M: Array) -> Transformer:
        ones = np.ones(len(M))
        kept = any(np.allclose(ones @ M, sign * ones) for sign in (1, -1))
        centered = model.norm_final is not None and model.norm_final.centered
        if not fits(M) or (centered and not kept):
            raise ValueError("no such M")
        return turned(model, M)

    return scramble


def orthonormal(M: Array) -> bool:
    """By its inverse."""
    try:
        return bool(np.allclose(np.linalg.inv(M), M.T))
    except np.linalg.LinAlgError:
        return False


INVITED: dict[str, dict[str, object]] = {
    "fewer-lines": {
        "wrong: the spread of a sample": machine(freedom=1),
        "right": [by_an_object],
    },
    "compact-attention": {
        "wrong: for queries and keys together": lambda d_head: 1 / math.sqrt(2 * d_head),
        "right: by a logarithm": lambda d_head: np.exp(-np.log(d_head) / 2),
    },
    "cached-decode": {
        "wrong: what is new alone": lambda tokens, *how: cached_decode(tokens, *how)[len(tokens) :],
        "right: Python's own numbers": lambda *given: [
            int(token) for token in cached_decode(*given)
        ],
    },
    "no-einsum": {
        "wrong: without the first bias": machine(b_in=0.0),
        "right: lists": lambda *given: transformer_by_matrices(*given).tolist(),
    },
    "other-language": {
        "wrong: the spread of a sample": machine(freedom=1),
        "right: in more digits than ours": machine(kind=np.longdouble),
    },
    "temperature": {"wrong": [whole_degrees], "right": [race]},
    "sliding-window": {
        "wrong": [one_step_alone],
        "right: a list": lambda *given: sliding_decode(*given).tolist(),
    },
    "scramble": {
        "wrong: rows of length 1": refusing(lambda M: np.allclose(np.linalg.norm(M, axis=1), 1)),
        "right: the inverse is the transpose": refusing(orthonormal),
    },
}
