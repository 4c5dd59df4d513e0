"""Cross-entropy and perplexity: bits for each letter that a program guesses."""

from typing import Any, Protocol

import numpy as np

from taotp_core.arrays import Array, Precision, Tokens, softmax
from taotp_core.transformer import PIECE, forward
from taotp_core.weights import Transformer


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


def surprisals(program: Speaks, text: Any, *, stride: int = 1, to: Precision = "float64") -> Array:
    """How many bits each letter of a text costs a program that guesses it from those before: [n].

    A letter that it gives the share p costs -log2(p): a fair coin is one bit, and a share that is
    0 in float64 costs infinitely many. Each is guessed from the last n_ctx letters before it, as
    the program reads when it slides; with a longer `stride` from at least n_ctx - stride + 1 of
    them, in so many times fewer passes. The first letter is guessed where the program has a start,
    and else left out. A text of words costs bits per word. Raises ValueError for a text without a
    letter to guess, for one longer than n_ctx where nothing slides, for a program that is not
    causal or has an encoder, and for a stride that is not from 1 to n_ctx.

    >>> from taotp.programs.induction import induction
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


def bits(model: Transformer, windows: Tokens, said: Tokens, to: Precision = "float64") -> Array:
    """What the last letters said [b, s] cost, each after all of its window [b, n] before it.

    >>> model = Transformer(np.zeros((4, 2)), np.zeros((9, 2)))
    >>> bits(model, np.array([[0, 1, 2]]), np.array([[2, 3]])).tolist()
    [2.0, 2.0]
    """
    p = softmax(forward(model, windows, keep=said.shape[1], to=to))
    with np.errstate(divide="ignore"):
        cost: Array = -np.log2(np.take_along_axis(p, said[..., None], -1).ravel())
    return np.abs(cost)  # what is sure costs 0, not -0


def cross_entropy(
    program: Speaks, text: Any, *, stride: int = 1, to: Precision = "float64"
) -> float:
    """How many bits a letter of a text costs a program on average; as `surprisals`.

    It is infinite where the program gave a letter that came no chance.

    >>> from taotp.programs.induction import induction
    >>> round(cross_entropy(induction("abcd", n_ctx=8), "aba"), 6)
    2.0
    """
    return float(surprisals(program, text, stride=stride, to=to).mean())


def perplexity(program: Speaks, text: Any, *, stride: int = 1, to: Precision = "float64") -> float:
    """Among how many equally likely letters one would guess as badly: 2 ** cross_entropy.

    >>> from taotp.programs.induction import induction
    >>> round(perplexity(induction("abcd", n_ctx=8), "aba"), 6)
    4.0
    """
    return float(2.0 ** cross_entropy(program, text, stride=stride, to=to))
