"""Metrics of a transformer: parameter count, margin and accuracy, the precision that it needs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from taotp_core import equivalences
from taotp_core.arrays import PRECISIONS, Array, Precision, Tokens
from taotp_core.deprecated import old_names
from taotp_core.inputs import Model, model_of
from taotp_core.losses import cross_entropy as cross_entropy
from taotp_core.losses import perplexity as perplexity
from taotp_core.losses import surprisals as surprisals
from taotp_core.weights import named_arrays


@dataclass(frozen=True)
class Count:
    """How many numbers are stored and how many of them are not zero.

    >>> Count(12, 4) + Count(3, 3)
    Count(total=15, nonzero=7)
    """

    total: int
    nonzero: int

    def __add__(self, other: "Count") -> "Count":
        return Count(self.total + other.total, self.nonzero + other.nonzero)


@dataclass(frozen=True)
class Parameters:
    """The parameters of a model, whole and by part.

    `parts` counts "embedding", "positions", "unembedding", "attention", "mlp" and "norms"; where
    the unembedding is tied it is the embedding again and counts nothing.

    >>> Parameters({"embedding": Count(12, 4), "positions": Count(3, 3)}).total
    15
    """

    parts: dict[str, Count]

    @property
    def total(self) -> int:
        """How many numbers the model stores."""
        return sum(part.total for part in self.parts.values())

    @property
    def nonzero(self) -> int:
        """How many of them are not zero."""
        return sum(part.nonzero for part in self.parts.values())


PARTS = {  # by a piece of the path of an array
    "W_E": "embedding", "W_pos": "positions", "W_U": "unembedding", "heads": "attention",
    "cross": "attention", "mlp": "mlp", "norm_attn": "norms", "norm_cross": "norms",
    "norm_mlp": "norms", "norm_final": "norms", "rotary": "positions",
}  # fmt: skip


def parameters(model: Model, *, uniform: bool = False) -> Parameters:
    """Count every stored number of a model once; a norm without gamma and beta stores none.

    `uniform` counts heads of one size, as `equivalences.uniform` makes them and the main source
    does.

    >>> parameters(Transformer(np.eye(3), np.zeros((4, 3)))).parts["embedding"]
    Count(total=9, nonzero=3)
    """
    parts = dict.fromkeys(PARTS.values(), Count(0, 0))
    counted = equivalences.uniform(model) if uniform else model_of(model)
    for path, W in named_arrays(counted).items():
        part = next(PARTS[piece] for piece in path.split(".") if piece in PARTS)
        parts[part] += Count(W.size, int(np.count_nonzero(W)))
    return Parameters(parts)


def margin(logits: Array) -> Array:
    """By how much the largest logit leads the next: [...]; 0 is a tie, NaN where any is NaN.

    >>> margin(np.array([[1.0, 4.0, 2.5], [3.0, 3.0, 0.0]])).tolist()
    [1.5, 0.0]
    """
    with np.errstate(invalid="ignore"):
        found = lead(logits, logits.argmax(-1))
    both_infinite = np.isnan(found) & ~np.isnan(logits).any(-1)
    return np.where(both_infinite, 0.0, found)


def lead(logits: Array, token: Tokens) -> Array:
    """By how much the logit of a token [...] is above the best of the others [..., d_vocab]: [...].

    NaN where any of them is NaN.

    >>> float(lead(np.array([1.0, 4.0, 2.5]), np.array(2)))
    -1.5
    """
    others = logits.copy()
    np.put_along_axis(others, token[..., None], -np.inf, axis=-1)
    own = np.take_along_axis(logits, token[..., None], axis=-1)[..., 0]
    return np.asarray(own - others.max(-1))


def accuracy(
    complete: Callable[..., object],
    prompts: Iterable[Any],
    expected: Iterable[object],
    to: Precision = "float64",
) -> float:
    """The share of prompts that a program answers as expected: complete(prompt, to=to).

    Raises ValueError as `complete` does, and where there are no prompts or not as many answers.

    >>> from taotp.programs.minimum import minimum
    >>> accuracy(minimum(9, n_ctx=4).complete, [[3, 1, 2], [8, 8]], [[1], [7]])
    0.5
    """
    right = [complete(prompt, to=to) == answer
             for prompt, answer in zip(prompts, expected, strict=True)]  # fmt: skip
    if not right:
        raise ValueError("there are no prompts; give at least 1")
    return sum(right) / len(right)


def precision_ladder(
    complete: Callable[..., object], prompts: Iterable[Any], expected: Iterable[object]
) -> dict[str, float]:
    """The share of prompts answered as expected, in each of PRECISIONS.

    float64 comes first and may raise ValueError, as for a prompt that the program does not take.
    After that a ValueError means that a logit is not a number, and the answer is wrong.

    >>> from taotp.programs.minimum import minimum
    >>> precision_ladder(minimum(9, n_ctx=4).complete, [[3, 1, 2]], [[1]])
    {'float64': 1.0, 'float32': 1.0, 'bfloat16': 1.0, 'float16': 1.0}
    """
    asked, answers = list(prompts), list(expected)

    def completed(prompt: Any, to: Precision) -> object:
        try:
            return complete(prompt, to=to)
        except ValueError:
            return None

    return {
        name: accuracy(complete if name == "float64" else completed, asked, answers, to)
        for name, to in PRECISIONS.items()
    }


__getattr__ = old_names(__name__)
