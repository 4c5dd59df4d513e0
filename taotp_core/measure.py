"""Numbers about a transformer: how many parameters, how sure, how precise."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from taotp_core import rewrites
from taotp_core.arrays import PRECISIONS, Array, Rounding, Shaped, declared_axes, to_float64
from taotp_core.weights import Transformer


@dataclass(frozen=True)
class Count:
    """How many numbers are stored and how many of them are not zero."""

    total: int
    nonzero: int

    def __add__(self, other: "Count") -> "Count":
        return Count(self.total + other.total, self.nonzero + other.nonzero)


@dataclass(frozen=True)
class Parameters:
    """The parameters of a model, whole and by part.

    `parts` counts "embedding", "positions", "unembedding", "attention", "mlp" and "norms"; where
    the unembedding is tied it is the embedding again and counts nothing.
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


def count(*parts: Shaped | Array | None) -> Count:
    """Count the numbers in arrays and in the arrays of Shaped objects; None has none."""
    total = nonzero = 0
    for array in arrays(*parts):
        total += array.size
        nonzero += int(np.count_nonzero(array))
    return Count(total, nonzero)


def arrays(*parts: Shaped | Array | None) -> Iterator[Array]:
    """The arrays themselves, and those of Shaped objects."""
    for part in parts:
        if isinstance(part, Shaped):
            yield from arrays(*(getattr(part, name) for name in declared_axes(type(part))))
        elif part is not None:
            yield part


def parameters(model: Transformer, *, uniform: bool = False) -> Parameters:
    """Count every stored number of a model once; a norm without gamma and beta stores none.

    `uniform` counts heads of one size, as `rewrites.uniform` makes them and the main source does.
    """
    layers = (rewrites.uniform(model) if uniform else model).layers
    return Parameters({
        "embedding": count(model.W_E),
        "positions": count(model.W_pos),
        "unembedding": count(model.W_U),
        "attention": count(*(head for layer in layers for head in layer.heads)),
        "mlp": count(*(layer.mlp for layer in layers)),
        "norms": count(
            model.norm_final,
            *(layer.norm_attn for layer in layers),
            *(layer.norm_mlp for layer in layers),
        ),
    })  # fmt: skip


def margin(logits: Array) -> Array:
    """By how much the largest logit leads the next: [...]; 0 is a tie, NaN where any is NaN."""
    second, best = np.moveaxis(np.partition(logits, -2, axis=-1)[..., -2:], -1, 0)
    with np.errstate(invalid="ignore"):
        lead = np.where(best == second, 0.0, best - second)  # two infinities tie
    return np.where(np.isnan(logits).any(-1), np.nan, lead)


def accuracy(
    complete: Callable[..., object],
    prompts: Iterable[Any],
    expected: Iterable[object],
    to: Rounding = to_float64,
) -> float:
    """The share of prompts that a program answers as expected: complete(prompt, to=to).

    Raises ValueError as `complete` does, and where there are no prompts or not as many answers.
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
    """
    asked, answers = list(prompts), list(expected)

    def completed(prompt: Any, to: Rounding) -> object:
        try:
            return complete(prompt, to=to)
        except ValueError:
            return None

    return {
        name: accuracy(complete if name == "float64" else completed, asked, answers, to)
        for name, to in PRECISIONS.items()
    }
