"""Decoding: logits to tokens, one after another, greedily, by sampling, or by beam search."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from taotp_core.arrays import Array, Given, Precision, Tokens, rounding, softmax
from taotp_core.fast import PIECE, Cache, empty_cache, largest
from taotp_core.inputs import Model, are_frames, model_of
from taotp_core.transformer import check_all, quiet, residual, unembed
from taotp_core.weights import Transformer

TIE = 2.0**-49  # eight units in the last place of a float64: what the order of a sum may change
TIE_FLOAT32 = 2.0**-20  # the same for logits of float32 weights
GUESSES = 15  # a row more in a product costs little; the call around it is what takes the time
CHEAP = 10**8  # multiplications in which that is so

Choose = Callable[[Array], Tokens]


def greedy(logits: Array) -> Tokens:
    """Choose the largest logit; of those that tie with it, the lowest id, by declaration.

    Logits tie where they differ by less than rounding can account for: TIE times the largest.
    Raises ValueError where the largest is not a number.

    >>> greedy(np.array([[0.1, 2.0, 2.0], [3.0, 0.0, 1.0]])).tolist()
    [1, 0]
    """
    top = largest(logits)
    if has_nan(top):
        raise ValueError("a logit is not a number; the weights must not overflow")
    return np.asarray((logits >= a_tie_below(top, logits.dtype)).argmax(-1))


def has_nan(x: Array | float) -> bool:
    """Whether some number is not one: it is not even equal to itself."""
    return x != x if isinstance(x, float) else bool(np.count_nonzero(x != x))


def a_tie_below(x: Array | float, dtype: np.dtype[Any]) -> Array | float:
    """The least that ties with numbers of a type: what rounding can account for below them."""
    tie = TIE_FLOAT32 if dtype == np.float32 else TIE
    if isinstance(x, float):
        return x * (1.0 - math.copysign(tie, x))
    return np.asarray(x * (1.0 - np.copysign(tie, x)))


def distribution(
    logits: Array,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
    min_p: float | None = None,
) -> Array:
    """The probabilities [..., d_vocab] that sampling draws from.

    softmax(logits / temperature), cut to the `top_k` largest, then to the fewest tokens that hold
    a share `top_p` of what is left (Holtzman and others 2020), then to those at least `min_p`
    times as likely as the likeliest (Nguyen and others 2024), and made to sum to 1. That is the
    order of the transformers library. None, and a top_p of 1 or a min_p of 0, cut nothing.
    Temperature 0 is greedy: the lowest id of those that tie has it all. Ties, to rounding: all
    that tie with the last of top_k stay, so that top_k 1 may keep two; of those that tie where
    top_p is reached the lowest ids stay (in the transformers library whichever its sort puts
    last); what is min_p times the likeliest stays. Raises ValueError for values out of range, and
    where the largest logit is infinite or not a number.

    >>> distribution(np.array([1.0, 0.0, 1.0]), top_k=2).tolist()
    [0.5, 0.0, 0.5]
    """
    logits = np.asarray(logits)
    check_sampling(logits, temperature, top_k, top_p, min_p)
    if temperature == 0:
        certain = np.zeros(logits.shape)
        np.put_along_axis(certain, greedy(logits)[..., None], 1, -1)
        return certain
    top = logits.max(-1, keepdims=True)
    if not np.isfinite(top).all():
        raise ValueError("the largest logit is not a finite number; the weights must not overflow")
    if top_k is not None:
        least = np.sort(logits, -1)[..., -top_k, None]
        logits = np.where(logits >= a_tie_below(least, logits.dtype), logits, -np.inf)
    with quiet():
        p = softmax((logits - top) / temperature)
    if top_p is not None and top_p < 1:
        p = among(p, likeliest(p, top_p))
    if min_p is not None and min_p > 0:
        p = among(p, p >= a_tie_below(min_p * p.max(-1, keepdims=True), p.dtype))
    return p


def likeliest(p: Array, share: float) -> NDArray[np.bool_]:
    """Which of the tokens [..., d_vocab] are the fewest that hold a share of all."""
    order = np.argsort(-p, axis=-1, kind="stable")
    held = np.cumsum(np.take_along_axis(p, order, -1), -1)
    enough = a_tie_below(np.asarray(share, p.dtype), p.dtype)
    keep = np.empty(p.shape, bool)
    keep_ranked = np.ones(p.shape, bool)
    keep_ranked[..., 1:] = held[..., :-1] < enough
    np.put_along_axis(keep, order, keep_ranked, -1)
    return keep


def among(p: Array, keep: NDArray[np.bool_]) -> Array:
    """Probabilities of the tokens that are kept, made to sum to 1."""
    p = np.where(keep, p, 0)
    return np.asarray(p / p.sum(-1, keepdims=True))


def check_sampling(
    logits: Array, temperature: float, top_k: int | None, top_p: float | None, min_p: float | None
) -> None:
    """Raise ValueError for logits of no tokens and for what is out of range."""
    d_vocab = logits.shape[-1] if logits.ndim else 0
    if not d_vocab or logits.dtype.kind not in "fiu":
        got = f"{logits.dtype} of shape {logits.shape}"
        raise ValueError(f"logits are {got}; they must be numbers [..., d_vocab]")
    for name, value in (("temperature", temperature), ("top_p", top_p), ("min_p", min_p)):
        if value is not None and not isinstance(value, int | float | np.number):
            raise ValueError(f"{name} is {value!r}; it must be a number")
    if not 0 <= temperature < np.inf:
        raise ValueError(f"temperature is {temperature}; it must be a number from 0 on")
    if top_k is not None and not isinstance(top_k, int | np.integer):
        raise ValueError(f"top_k is {top_k!r}; it must be an integer")
    if top_k is not None and not 1 <= top_k <= d_vocab:
        raise ValueError(f"top_k is {top_k}; it must be from 1 to d_vocab = {d_vocab}")
    if top_p is not None and not 0 < top_p <= 1:
        raise ValueError(f"top_p is {top_p}; it must be above 0 and at most 1")
    if min_p is not None and not 0 <= min_p <= 1:
        raise ValueError(f"min_p is {min_p}; it must be from 0 to 1")


def sample(
    seed: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
    min_p: float | None = None,
) -> Choose:
    """Draw tokens from `distribution`; the same seed draws the same tokens.

    A draw is one number of numpy's default generator for each row, and the token is the first
    whose probability, added to those of all lower ids, is above it.

    >>> choose = sample(seed=0, top_k=1)
    >>> choose(np.array([[0.0, 5.0, 1.0]])).tolist()
    [1]
    """
    rng = np.random.default_rng(seed)

    def choose(logits: Array) -> Tokens:
        p = distribution(logits, temperature, top_k, top_p, min_p)
        sums = np.cumsum(p, -1)
        draw = rng.random((*p.shape[:-1], 1)) * sums[..., -1:]
        return np.asarray((sums > draw).argmax(-1))

    return choose


def generate(
    model: Model,
    tokens: Given,
    steps: int,
    *,
    stop: int | None = None,
    choose: Choose = greedy,
    slide: bool = False,
    to: Precision = "float64",
    memory: Array | None = None,
) -> Tokens:
    """Append up to `steps` tokens to a prompt [..., n] (leading axes are a batch).

    Ends early once every row of the batch has said `stop`; a row that said it repeats it. With
    `slide` the model reads the last n_ctx tokens once there are more. `memory` is what `encode`
    returned, for cross heads to look into. A model that is not causal reads all tokens again for
    each one that it says. A model without heads sees of what was said the last token alone, often
    to no effect: it is asked about GUESSES more positions at once where that is CHEAP, with stale
    tokens in them, and each answer counts as far as those come out as they were. Raises ValueError
    for tokens out of range, where n + steps exceeds n_ctx + 1 and nothing slides, and where a
    memory is missing.

    >>> model = Transformer(
    ...     W_E=np.eye(3), W_pos=np.zeros((5, 3)), norm_final=None, W_U=np.roll(np.eye(3), 1, 1)
    ... )
    >>> generate(model, np.array([0]), 4).tolist()
    [0, 1, 2, 0, 1]
    >>> generate(model, np.array([0]), 4, stop=2).tolist()
    [0, 1, 2]
    """
    model, tokens, to = model_of(model), np.asarray(tokens), rounding(to)
    if are_frames(tokens):
        raise ValueError("the prompt is frames; a model says tokens, so that it must be tokens")
    n = tokens.shape[-1] if tokens.ndim else 0
    check_room(model, n, steps, slide)
    check_all(model, tokens[..., -model.n_ctx :] if slide and n else tokens, None, memory)
    total, n_ctx = n + steps, model.n_ctx
    said = np.zeros((*tokens.shape[:-1], total), np.intp)
    said[..., :n] = tokens
    grows = model.causal  # what was computed stays as it is when a token is added
    cache = empty_cache(model, tokens.shape[:-1], min(total, n_ctx)) if grows else Cache({})
    cache.memory = memory
    deaf = choose is greedy and model.last_look is None and grows
    work = math.prod(tokens.shape[:-1]) * model.W_E.size  # of one position more
    ahead = min(GUESSES, CHEAP // max(1, work)) if deaf else 0
    end = n
    with quiet():
        while end < total:
            last = max(end, min(end + ahead, total - 1, n_ctx)) if ahead else end
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


def check_room(model: Transformer, n: int, steps: int, slide: bool) -> None:
    """Raise ValueError for steps below 0, and where n + steps - 1 positions are too many."""
    if steps < 0:
        raise ValueError(f"steps is {steps}; it must be 0 or more")
    if not slide and n + steps - 1 > model.n_ctx:
        needed = f"{n} tokens and {steps} steps need n_ctx {n + steps - 1}"
        raise ValueError(f"{needed}; it is {model.n_ctx}")


def leading(right: NDArray[np.bool_]) -> int:
    """How many columns of [..., n] are all true before the first that is not."""
    rows = right.reshape(-1, right.shape[-1])
    columns = rows[0] if len(rows) == 1 else np.logical_and.reduce(rows, axis=0)
    first = columns.argmin()  # of all that are as false
    return len(columns) if columns[first] else int(first)


def until_stop(said: Tokens, n: int, stop: int | None) -> Tokens:
    """Let each row repeat `stop` once it has said it from n on; end where all of them have."""
    if stop is None or n == said.shape[-1]:
        return said
    stopped = np.asarray(np.logical_or.accumulate(said[..., n:] == stop, axis=-1))
    said[..., n:] = np.where(stopped, stop, said[..., n:])
    some_row_goes_on = ~np.logical_and.reduce(stopped.reshape(-1, stopped.shape[-1]), axis=0)
    return said[..., : n + leading(some_row_goes_on[None]) + 1]


class Text(NamedTuple):
    """A prompt with what was said after it, and how likely: the natural logarithm of its chance.

    >>> Text(np.array([0, 1]), -0.5).log_probability
    -0.5
    """

    tokens: Tokens
    log_probability: float


def beam(
    model: Model,
    tokens: Given,
    steps: int,
    width: int,
    *,
    stop: int | None = None,
    slide: bool = False,
    to: Precision = "float64",
) -> list[Text]:
    """The likeliest texts of `steps` more tokens that a beam of `width` finds, best first.

    Of all texts that go on from the `width` likeliest by one token, the `width` likeliest are
    kept, and nothing is forgiven to long ones. A text that has said `stop` ends with it and keeps
    its place. Equal ones are in order of their ids; what is impossible in float64 is left out, so
    that there may be fewer. A width of 1 is greedy, one of d_vocab**(steps - 1) misses nothing.
    The prompt is [n]. Raises ValueError as `generate` does, and for a width below 1.

    >>> model = Transformer(
    ...     W_E=np.eye(3), W_pos=np.zeros((5, 3)), norm_final=None, W_U=np.roll(np.eye(3), 1, 1)
    ... )
    >>> [text.tokens.tolist() for text in beam(model, np.array([0]), 2, width=1)]
    [[0, 1, 2]]
    """
    model, tokens, to = model_of(model), np.asarray(tokens), rounding(to)
    if tokens.ndim != 1 or (len(tokens) and tokens.dtype.kind not in "iu"):
        got = f"{tokens.dtype} of shape {tokens.shape}"
        raise ValueError(f"the prompt is {got}; it must be ids [n]")
    if not isinstance(width, int | np.integer) or width < 1:
        raise ValueError(f"width is {width!r}; it must be an integer from 1 on")
    check_room(model, len(tokens), steps, slide)
    said, log_p = tokens[None].astype(np.intp), np.zeros(1)
    check_all(model, said[:, -model.n_ctx :], None, None)
    for _ in range(steps):
        over = np.equal(said[:, len(tokens) :], -1 if stop is None else stop).any(-1)
        with quiet(), np.errstate(divide="ignore"):
            x = residual(model, said[:, -model.n_ctx :], 1, to=to)
            longer = log_p[:, None] + np.log(softmax(unembed(model, x, to)[:, 0]))
        if np.isnan(longer).any():
            raise ValueError("a logit is not a number; the weights must not overflow")
        longer[over] = np.where(np.arange(model.d_vocab) == stop, log_p[over, None], -np.inf)
        best = np.argsort(-longer, axis=None, kind="stable")[:width]
        row, new = np.divmod(np.sort(best[longer.flat[best] > -np.inf]), model.d_vocab)
        said, log_p = np.column_stack([said[row], new]), longer[row, new]
    texts = zip(said, log_p.tolist(), strict=True)
    ended = [Text(until_stop(text, len(tokens), stop), each) for text, each in texts]
    return sorted(ended, key=lambda text: -text.log_probability)


def predictions(
    model: Model, tokens: Given, to: Precision = "float64", memory: Array | None = None
) -> Tokens:
    """What greedy decoding would say after each prefix of the tokens: [..., n].

    Logits are made a piece at a time, so that n = 10,000 with d_vocab 50,000 needs little memory.
    Raises ValueError for a model that is not causal: there, one pass sees no prefix but the whole.

    >>> model = Transformer(
    ...     W_E=np.eye(3), W_pos=np.zeros((5, 3)), norm_final=None, W_U=np.roll(np.eye(3), 1, 1)
    ... )
    >>> predictions(model, np.array([0, 1, 2])).tolist()
    [1, 2, 0]
    """
    model, tokens, to = model_of(model), np.asarray(tokens), rounding(to)
    if not model.causal:
        raise ValueError("the model is not causal; ask `generate` for what follows each prefix")
    check_all(model, tokens, None, memory)
    step = max(1, 8 * PIECE // model.d_vocab)
    with quiet():
        x = residual(model, tokens, to=to, memory=memory)
        rows = x.reshape(-1, x.shape[-1])
        pieces = [greedy(unembed(model, rows[i : i + step], to)) for i in range(0, len(rows), step)]
    return np.concatenate(pieces).reshape(x.shape[:-1])
