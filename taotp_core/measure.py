"""Numbers about a transformer: how many parameters, how sure, how precise."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from taotp_core import rewrites
from taotp_core.arrays import PRECISIONS, Array, Rounding, Tokens, softmax, to_float64
from taotp_core.lazy import hand_on
from taotp_core.transformer import PIECE, forward
from taotp_core.weights import Transformer, named_arrays

if TYPE_CHECKING:
    from taotp_core.costs.published import parameters_of as parameters_of
hand_on(__name__)


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


def parameters(model: Transformer, *, uniform: bool = False) -> Parameters:
    """Count every stored number of a model once; a norm without gamma and beta stores none.

    `uniform` counts heads of one size, as `rewrites.uniform` makes them and the main source does.

    >>> parameters(Transformer(np.eye(3), np.zeros((4, 3)))).parts["embedding"]
    Count(total=9, nonzero=3)
    """
    parts = dict.fromkeys(PARTS.values(), Count(0, 0))
    for path, W in named_arrays(rewrites.uniform(model) if uniform else model).items():
        part = next(PARTS[piece] for piece in path.split(".") if piece in PARTS)
        parts[part] += Count(W.size, int(np.count_nonzero(W)))
    return Parameters(parts)


class Speaks(Protocol):
    """What a program has that its guesses at a text are measured by."""

    @property
    def model(self) -> Transformer:
        """What guesses."""

    @property
    def after(self) -> Any:
        """What is put behind a prompt, or None."""

    @property
    def slide(self) -> bool:
        """Whether it reads the last n_ctx letters of a longer text."""

    def encode(self, prompt: Any) -> list[int]:
        """The ids of a prompt, after a start if there is one."""


def surprisals(program: Speaks, text: Any, *, stride: int = 1, to: Rounding = to_float64) -> Array:
    """How many bits each letter of a text costs a program that guesses it from those before: [n].

    A letter that it gives the share p costs -log2(p): a fair coin is one bit, and a share that is
    0 in float64 costs infinitely many. Each is guessed from the last n_ctx letters before it, as
    the program reads when it slides; with a longer `stride` from at least n_ctx - stride + 1 of
    them, in so many times fewer passes. The first letter is guessed where the program has a start,
    and else left out. A text of words costs bits per word. Raises ValueError for a text without a
    letter to guess, for one longer than n_ctx where nothing slides, for a program that is not
    causal or has an encoder, and for a stride that is not from 1 to n_ctx.

    >>> from taotp_core.programs.induction import induction
    >>> surprisals(induction("abcd", n_ctx=8), "abab").round(6).tolist()
    [2.0, 2.0, 0.0]
    """
    model = program.model
    if not model.causal or model.encoder is not None:
        raise ValueError("the program must be causal and without an encoder to guess each letter")
    tokens = np.array(program.encode(text), int)
    tokens = tokens if program.after is None else tokens[:-1]
    n, n_ctx = len(tokens) - 1, model.n_ctx
    if n < 1:
        raise ValueError(f"the text has {len(text)} letters; there is none to guess")
    if not program.slide and n > n_ctx:
        raise ValueError(f"{n + 1} tokens need n_ctx {n}; it is {n_ctx}, and nothing slides")
    if not isinstance(stride, int | np.integer) or not 1 <= stride <= n_ctx:
        raise ValueError(f"stride is {stride!r}; it must be an integer from 1 to n_ctx = {n_ctx}")
    first = min(n, n_ctx)
    found = [bits(model, tokens[None, :first], tokens[None, 1 : first + 1], to)]
    ends = np.arange(first + stride, n + 1, stride)
    at_once = max(1, 8 * PIECE // (stride * model.d_vocab))
    for i in range(0, len(ends), at_once):
        end = ends[i : i + at_once, None]
        windows, said = tokens[end + np.arange(-n_ctx, 0)], tokens[end + np.arange(1 - stride, 1)]
        found.append(bits(model, windows, said, to))
    if rest := (n - first) % stride:
        found.append(bits(model, tokens[None, n - n_ctx : n], tokens[None, n + 1 - rest :], to))
    return np.concatenate(found)


def bits(model: Transformer, windows: Tokens, said: Tokens, to: Rounding) -> Array:
    """What the last letters said [b, s] cost, each after all of its window [b, n] before it.

    >>> model = Transformer(np.zeros((4, 2)), np.zeros((9, 2)))
    >>> bits(model, np.array([[0, 1, 2]]), np.array([[2, 3]]), to_float64).tolist()
    [2.0, 2.0]
    """
    p = softmax(forward(model, windows, keep=said.shape[1], to=to))
    with np.errstate(divide="ignore"):
        cost: Array = -np.log2(np.take_along_axis(p, said[..., None], -1).ravel())
    return np.abs(cost)  # what is sure costs 0, not -0


def cross_entropy(
    program: Speaks, text: Any, *, stride: int = 1, to: Rounding = to_float64
) -> float:
    """How many bits a letter of a text costs a program on average; as `surprisals`.

    It is infinite where the program gave a letter that came no chance.

    >>> from taotp_core.programs.induction import induction
    >>> round(cross_entropy(induction("abcd", n_ctx=8), "aba"), 6)
    2.0
    """
    return float(surprisals(program, text, stride=stride, to=to).mean())


def perplexity(program: Speaks, text: Any, *, stride: int = 1, to: Rounding = to_float64) -> float:
    """Among how many equally likely letters one would guess as badly: 2 ** cross_entropy.

    >>> from taotp_core.programs.induction import induction
    >>> round(perplexity(induction("abcd", n_ctx=8), "aba"), 6)
    4.0
    """
    return float(2.0 ** cross_entropy(program, text, stride=stride, to=to))


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
    ahead: Array = own - others.max(-1)
    return ahead


def accuracy(
    complete: Callable[..., object],
    prompts: Iterable[Any],
    expected: Iterable[object],
    to: Rounding = to_float64,
) -> float:
    """The share of prompts that a program answers as expected: complete(prompt, to=to).

    Raises ValueError as `complete` does, and where there are no prompts or not as many answers.

    >>> from taotp_core.programs.minimum import minimum
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

    >>> from taotp_core.programs.minimum import minimum
    >>> precision_ladder(minimum(9, n_ctx=4).complete, [[3, 1, 2]], [[1]])
    {'float64': 1.0, 'float32': 1.0, 'bfloat16': 1.0, 'float16': 1.0}
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
