"""Turn logits into tokens, one after another."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from taotp_core.arrays import Array, Rounding, Tokens, softmax, to_float64
from taotp_core.inputs import are_frames, check_model
from taotp_core.transformer import (
    PIECE,
    Cache,
    check_all,
    empty_cache,
    quiet,
    residual,
    unembed,
)
from taotp_core.weights import Transformer

TIE = 2.0**-49  # eight units in the last place of a float64: what the order of a sum may change
TIE_FLOAT32 = 2.0**-20  # the same for logits of float32 weights

GUESSES = 15  # a row more in a product costs little; the call around it is what takes the time

Choose = Callable[[Array], Tokens]


def greedy(logits: Array) -> Tokens:
    """Choose the largest logit; of those that tie with it, the lowest id, by declaration.

    Logits tie where they differ by less than rounding can account for: TIE times the largest.
    Raises ValueError where the largest is not a number.
    """
    top = np.maximum.reduce(logits, -1, keepdims=True)
    if np.count_nonzero(np.isnan(top)):
        raise ValueError("a logit is not a number; the weights must not overflow")
    tie = TIE_FLOAT32 if top.dtype == np.float32 else TIE
    return np.asarray((logits >= top * (1.0 - np.copysign(tie, top))).argmax(-1))


def distribution(
    logits: Array,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
) -> Array:
    """The probabilities [..., d_vocab] that sampling draws from.

    softmax(logits / temperature), cut to the `top_k` largest logits (equal ones all stay), then
    to the fewest tokens that hold `top_p` of what is left (Holtzman and others 2020), and made to
    sum to 1. Temperature 0 is greedy. Raises ValueError for values out of range, and where the
    largest logit is infinite or not a number.
    """
    check_sampling(logits.shape[-1], temperature, top_k, top_p)
    if temperature == 0:
        certain = np.zeros(logits.shape)
        np.put_along_axis(certain, greedy(logits)[..., None], 1, -1)
        return certain
    top = logits.max(-1, keepdims=True)
    if not np.isfinite(top).all():
        raise ValueError("the largest logit is not a finite number; the weights must not overflow")
    if top_k is not None:
        least = np.sort(logits, -1)[..., -top_k, None]
        logits = np.where(logits >= least, logits, -np.inf)
    with quiet():
        p = softmax((logits - top) / temperature)
    if top_p is not None:
        order = np.argsort(-p, axis=-1, kind="stable")
        ranked = np.take_along_axis(p, order, -1)
        before = np.cumsum(ranked, -1) - ranked
        keep = np.empty(p.shape, bool)
        np.put_along_axis(keep, order, before < top_p, -1)
        p = np.where(keep, p, 0)
        p /= p.sum(-1, keepdims=True)
    return p


def check_sampling(
    d_vocab: int, temperature: float, top_k: int | None, top_p: float | None
) -> None:
    """Raise ValueError for a temperature, top_k or top_p out of range."""
    if not 0 <= temperature < np.inf:
        raise ValueError(f"temperature is {temperature}; it must be a number from 0 on")
    if top_k is not None and not 1 <= top_k <= d_vocab:
        raise ValueError(f"top_k is {top_k}; it must be from 1 to d_vocab = {d_vocab}")
    if top_p is not None and not 0 < top_p <= 1:
        raise ValueError(f"top_p is {top_p}; it must be above 0 and at most 1")


def sample(
    seed: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
) -> Choose:
    """Draw tokens from `distribution`; the same seed draws the same tokens."""
    rng = np.random.default_rng(seed)

    def choose(logits: Array) -> Tokens:
        p = distribution(logits, temperature, top_k, top_p)
        sums = np.cumsum(p, -1)
        draw = rng.random((*p.shape[:-1], 1)) * sums[..., -1:]
        return np.asarray((sums > draw).argmax(-1))

    return choose


def generate(
    model: Transformer,
    tokens: Tokens,
    steps: int,
    *,
    stop: int | None = None,
    choose: Choose = greedy,
    slide: bool = False,
    to: Rounding = to_float64,
    memory: Array | None = None,
) -> Tokens:
    """Append up to `steps` tokens to a prompt [..., n] (leading axes are a batch).

    Ends early once every row of the batch has said `stop`; a row that said it repeats it. With
    `slide` the model reads the last n_ctx tokens once there are more. `memory` is what `encode`
    returned, for cross heads to look into. A model that is not causal reads all tokens again for
    each one that it says. A model without heads sees of what was said the last token alone, often
    to no effect: it is asked about GUESSES more positions at once, with stale tokens in them, and
    each answer counts as far as those come out as they were. Raises ValueError for tokens out of
    range, where n + steps exceeds n_ctx + 1 and nothing slides, and where a memory is missing.
    """
    check_model(model)
    tokens = np.asarray(tokens)
    if are_frames(tokens):
        raise ValueError("the prompt is frames; a model says tokens, so that it must be tokens")
    n = tokens.shape[-1] if tokens.ndim else 0
    if steps < 0:
        raise ValueError(f"steps is {steps}; it must be 0 or more")
    if not slide and n + steps - 1 > model.n_ctx:
        raise ValueError(
            f"{n} tokens and {steps} steps need n_ctx {n + steps - 1}; it is {model.n_ctx}"
        )
    check_all(model, tokens[..., -model.n_ctx :] if slide and n else tokens, None, memory)
    total, n_ctx = n + steps, model.n_ctx
    said = np.zeros((*tokens.shape[:-1], total), np.intp)
    said[..., :n] = tokens
    grows = model.causal  # what was computed stays as it is when a token is added
    cache = empty_cache(model, tokens.shape[:-1], min(total, n_ctx)) if grows else Cache({})
    cache.memory = memory
    ahead = GUESSES if choose is greedy and model.last_look is None and grows else 0
    end = n
    with quiet():
        while end < total:
            last = max(end, min(end + ahead, total - 1, n_ctx))
            if grows and last <= n_ctx:
                window = said[..., cache.length : last]
                x = residual(model, window, last - end + 1, cache, to=to)
            else:  # every position has changed: the window slid, or they all see the new one
                x = residual(model, said[..., max(0, end - n_ctx) : end], 1, to=to, memory=memory)
            try:
                new = choose(unembed(model, x, to))
            except ValueError:
                if last == end:
                    raise
                ahead, cache.length = 0, end - 1  # a stale token may overflow, a true one not
                continue
            right = leading(new[..., :-1] == said[..., end:last]) if last > end else 0
            said[..., end : last + 1] = new
            end += right + 1
            cache.length = end - 1
            if stop is not None and (said[..., n:end] == stop).any(-1).all():
                break
    return until_stop(said[..., :end], n, stop)


def leading(right: NDArray[np.bool_]) -> int:
    """How many columns of [..., n] are all true before the first that is not."""
    columns = np.logical_and.reduce(right.reshape(-1, right.shape[-1]), axis=0)
    return next((i for i, true in enumerate(columns) if not true), len(columns))


def until_stop(said: Tokens, n: int, stop: int | None) -> Tokens:
    """Let each row repeat `stop` once it has said it from n on; end where all of them have."""
    if stop is None or n == said.shape[-1]:
        return said
    stopped = np.asarray(np.logical_or.accumulate(said[..., n:] == stop, axis=-1))
    said[..., n:] = np.where(stopped, stop, said[..., n:])
    some_row_goes_on = ~np.logical_and.reduce(stopped.reshape(-1, stopped.shape[-1]), axis=0)
    return said[..., : n + leading(some_row_goes_on[None]) + 1]


def predictions(
    model: Transformer,
    tokens: Tokens,
    to: Rounding = to_float64,
    memory: Array | None = None,
) -> Tokens:
    """What greedy decoding would say after each prefix of the tokens: [..., n].

    Logits are made a piece at a time, so that n = 10,000 with d_vocab 50,000 needs little memory.
    Raises ValueError for a model that is not causal: there, one pass sees no prefix but the whole.
    """
    check_model(model)
    tokens = np.asarray(tokens)
    if not model.causal:
        raise ValueError("the model is not causal; ask `generate` for what follows each prefix")
    check_all(model, tokens, None, memory)
    step = max(1, 8 * PIECE // model.d_vocab)
    with quiet():
        x = residual(model, tokens, to=to, memory=memory)
        rows = x.reshape(-1, x.shape[-1])
        pieces = [greedy(unembed(model, rows[i : i + step], to)) for i in range(0, len(rows), step)]
    return np.concatenate(pieces).reshape(x.shape[:-1])
