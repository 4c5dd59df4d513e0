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
from taotp_core.weights import Transformer, mapped

Logits = Callable[[Tokens, Transformer], Any]


def with_arrays(change: Callable[[str, Array], Array]) -> Logits:
    """The logits of a model of which some arrays are others."""
    return lambda tokens, model: transformer_by_matrices(tokens, mapped(model, change))


def deaf(path: str, array: Array) -> Array:
    """Without the first bias."""
    return 0 * array if path.endswith("b_in") else array


def louder(path: str, array: Array) -> Array:
    """Scores of another size, as where they are not divided, or by the root of another width."""
    return 1.1 * array if path.endswith("W_Q") else array


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
        "wrong: scores of another size": with_arrays(louder),
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
        "wrong: without the first bias": with_arrays(deaf),
        "right: lists": lambda *given: transformer_by_matrices(*given).tolist(),
    },
    "other-language": {
        "wrong: scores of another size": with_arrays(louder),
        "right: in more digits than ours": lambda *given: np.longdouble(
            transformer_by_matrices(*given)
        ),
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
