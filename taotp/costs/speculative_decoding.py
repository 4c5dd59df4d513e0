"""Let a small model guess ahead, and a large one look over all guesses in a single pass."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from taotp_core.arrays import Array, Tokens
from taotp_core.decode import check_room, distribution
from taotp_core.inputs import Model, model_of
from taotp_core.transformer import Cache, empty_cache, forward
from taotp_core.weights import Transformer

Draw = Callable[[Array], int]


class Drafted(NamedTuple):
    """A prompt with what was said after it, and how many guesses stood in each pass.

    The large model made one pass for each number of `stood`, and said one token more in it.

    >>> Drafted(np.array([0, 1, 2, 0]), [2, 0]).stood
    [2, 0]
    """

    tokens: Tokens
    stood: list[int]


def by_seed(seed: int) -> Draw:
    """Draw an index by its probabilities [n]; the same seed draws the same.

    >>> by_seed(0)(np.array([0.0, 1.0]))
    1
    """
    rng = np.random.default_rng(seed)

    def draw(p: Array) -> int:
        sums = np.cumsum(p)
        return int((sums > rng.random() * sums[-1]).argmax())

    return draw


def speculate(
    model: Model,
    draft: Model,
    tokens: Tokens | Sequence[int],
    steps: int,
    *,
    ahead: int = 4,
    temperature: float = 0.0,
    draw: Draw | None = None,
) -> Drafted:
    """Append `steps` tokens to a prompt [n] in few passes of a model, with a draft to help.

    The draft says up to `ahead` tokens, one after another; the model then reads them in one pass.
    A guess of chance q at the draft and p at the model stands with chance min(1, p / q); in place
    of the first that falls, a token is drawn from what p has more than q. So each text is as
    likely as if the model had drawn it alone, and at temperature 0 it is the greedy one. `draw`
    takes an index by its probabilities (None: `by_seed(0)`). Raises ValueError for vocabularies
    of two sizes, an empty prompt, `ahead` below 0, a model that is not causal, and where n + steps
    exceeds n_ctx + 1 of one of them. Source: Leviathan and others (2023).

    >>> large = Transformer(
    ...     W_E=np.eye(3), W_pos=np.zeros((5, 3)), norm_final=None, W_U=np.roll(np.eye(3), 1, 1)
    ... )
    >>> said = speculate(large, large, np.array([0]), 5)
    >>> said.tokens.tolist(), said.stood
    ([0, 1, 2, 0, 1, 2], [4])
    """
    model, draft = model_of(model), model_of(draft)
    tokens, draw = np.asarray(tokens), draw or by_seed(0)
    check_both(model, draft, tokens, steps, ahead)
    n, total = len(tokens), len(tokens) + steps
    said = np.append(tokens, np.zeros(steps, np.intp))
    known, guessed = empty_cache(model), empty_cache(draft)
    stood: list[int] = []
    end = n
    while end < total:
        last = min(end + ahead, total - 1)  # the model says one token itself
        q = []
        for i in range(end, last):
            q.append(chances(draft, said[:i], 1, guessed, temperature)[0])
            said[i] = draw(q[-1])
        p = chances(model, said[:last], last - end + 1, known, temperature)
        right, said_instead = checked(p, q, said[end:last], draw)
        said[end + right] = said_instead
        stood.append(right)
        end += right + 1
        known.length, guessed.length = end - 1, min(guessed.length, end - 1)
    return Drafted(said, stood)


def chances(model: Transformer, said: Tokens, keep: int, cache: Cache, temperature: float) -> Array:
    """What a model would draw from after each of the last `keep` tokens: [keep, d_vocab]."""
    return distribution(forward(model, said[cache.length :], keep, cache), temperature)


def checked(p: Array, q: list[Array], guesses: Tokens, draw: Draw) -> tuple[int, int]:
    """How many guesses stand, and the token that the model says after these."""
    for i, guess in enumerate(guesses):
        stands = min(1.0, float(p[i, guess] / q[i][guess]))
        if not draw(np.array([1 - stands, stands])):
            more = np.maximum(p[i] - q[i], 0)
            return i, draw(more if more.any() else p[i])
    return len(guesses), draw(p[-1])


def check_both(
    model: Transformer, draft: Transformer, tokens: Tokens, steps: int, ahead: int
) -> None:
    """Raise ValueError where a draft does not fit a model, or the text one of them."""
    if draft.d_vocab != model.d_vocab:
        raise ValueError(
            f"the draft has {draft.d_vocab} tokens, and the model {model.d_vocab}; "
            "they must be the same tokens"
        )
    if tokens.ndim != 1 or not len(tokens) or tokens.dtype.kind not in "iu":
        raise ValueError(
            f"the prompt is {tokens.dtype} of shape {tokens.shape}; it must be ids [n], n from 1 on"
        )
    if ahead < 0:
        raise ValueError(f"ahead is {ahead}; it must be 0 or more")
    for each in (model, draft):
        check_room(each, len(tokens), steps, slide=False)
