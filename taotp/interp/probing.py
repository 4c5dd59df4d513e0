"""What can be read off the stream by a linear map that was fitted to do so."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from taotp.constructions.adam import Adam
from taotp.interp.parts import run
from taotp.interp.patching import steps_of
from taotp_core.arrays import Array, Given, softmax
from taotp_core.inputs import Model, model_of

STEPS = 100  # of Adam; 20 do not tell all of ten points on a circle apart, 500 tell no more
RATE = 0.1
FAINT = 1e-5  # of the direction in which rows spread most: below it is rounding
ROUNDING = 1e-9  # of a column's largest entry: one that spreads by less is constant
LOST = 1e-12  # of the largest entry of all: what is less was rounded where they were added
DIGITS = 6  # of a score: what differs behind them is rounding, and a tie
SEED = 0


@dataclass(frozen=True, eq=False)
class Probe:
    """A linear map from rows of the stream to labels, and how often it is right on others.

    `accuracy` is on prompts that it was not fitted to; `control` is that of a probe fitted to the
    same rows with their labels shuffled, and `commonest` is the share of the commonest label.
    """

    step: str
    position: int
    labels: tuple[Hashable, ...]
    W: Array
    b: Array
    accuracy: float
    control: float
    commonest: float

    def __call__(self, rows: Array) -> list[Hashable]:
        """What it reads off rows [n_rows, d_model] of the stream at its step."""
        return [self.labels[i] for i in likeliest(rows, self.W, self.b)]


def probe(
    model: Model,
    prompts: Given,
    labels: Sequence[Hashable],
    step: str,
    *,
    position: int = -1,
    seed: int = SEED,
    memory: Array | None = None,
) -> Probe:
    """Fit a linear map from the stream after a step to a label, and try it on other prompts.

    Prompts are [n_prompts, n] with a label each; half of them, drawn with the seed, are fitted to,
    by logistic regression, and the rest are asked. A control in the sense of Hewitt
    and Liang 2019 fits shuffled labels. Raises ValueError for a step or a position that is not
    there, for fewer than 4 prompts, for as many labels as there are not, and for a single one.

    >>> from taotp.programs.induction import induction
    >>> prompts, labels = [[0, 1], [1, 0], [0, 2], [2, 0]] * 3, ["a", "other"] * 6
    >>> probe(induction("abcd", n_ctx=8), prompts, labels, "embedding", position=0).accuracy
    1.0
    """
    model = model_of(model)
    names = steps_of(model)
    if step not in names:
        raise ValueError(f"{step!r} is not a step of the model; its steps are {', '.join(names)}")
    prompts = np.asarray(prompts)
    if len(prompts) < 4 or len(prompts) != len(labels):
        raise ValueError(
            f"there are {len(prompts)} prompts and {len(labels)} labels; there must be as many of "
            "each, and at least 4"
        )
    known = tuple(dict.fromkeys(labels))
    if len(known) < 2:
        raise ValueError(f"the only label is {known[0]!r}; a probe needs 2 to tell apart")
    stream = run(model, prompts, memory).stream[step]
    if not -stream.shape[-2] <= position < stream.shape[-2]:
        raise ValueError(
            f"position is {position}; the prompts have positions 0 to {stream.shape[-2] - 1}"
        )
    rows = stream[:, position]
    ids = np.array([known.index(label) for label in labels])
    seen, asked = halves(len(rows), seed)
    shuffled = np.random.default_rng([seed, 1]).permutation(ids[seen])
    W, b = fitted(rows[seen], ids[seen], len(known))
    control = fitted(rows[seen], shuffled, len(known))
    commonest = np.bincount(ids[asked], minlength=len(known)).max() / len(asked)
    return Probe(
        step, position, known, W, b, share_right(rows[asked], ids[asked], W, b),
        share_right(rows[asked], ids[asked], *control), float(commonest),
    )  # fmt: skip


def halves(n: int, seed: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Which of n prompts a probe is fitted to, and which it is asked."""
    order = np.random.default_rng(seed).permutation(n)
    return order[: n // 2], order[n // 2 :]


class Linear(NamedTuple):
    """A matrix [d, n_labels] and a bias [n_labels]."""

    W: Array
    b: Array


def fitted(rows: Array, ids: NDArray[np.int64], n_labels: int) -> Linear:
    """The linear map whose softmax gives each row its label: STEPS of Adam on the cross-entropy.

    Rows are taken in directions in which they spread by 1 and have nothing to do with each other;
    what spreads by less than FAINT of the most is left out. These directions are as near to those
    of the stream as they can be (by the polar decomposition): where rows spread alike in several,
    a processor finds any of them, and Adam, which looks at each direction by itself, would say
    something else on each.
    """
    mean, spread = rows.mean(0), rows.std(0)
    largest = abs(rows).max(0)
    varies = spread > np.maximum(ROUNDING * largest, LOST * largest.max())
    scale = np.divide(1.0, spread, out=np.zeros_like(spread), where=varies)
    _, sizes, axes = np.linalg.svd((rows - mean) * scale, full_matrices=False)
    kept = sizes > FAINT * sizes.max(initial=0.0)
    whiten = scale[:, None] * (axes[kept].T / sizes[kept] * np.sqrt(len(rows))) @ axes[kept]
    x, wanted = (rows - mean) @ whiten, np.eye(n_labels)[ids]
    found = Linear(np.zeros((x.shape[1], n_labels)), np.zeros(n_labels))
    adam = Adam(found, RATE)
    for _ in range(STEPS):
        error = (softmax(x @ found.W + found.b) - wanted) / len(x)
        adam.step(Linear(x.T @ error, error.sum(0)))
    W = whiten @ found.W
    return Linear(W, found.b - mean @ W)


def share_right(rows: Array, ids: NDArray[np.int64], W: Array, b: Array) -> float:
    """The share of rows whose own label has the largest score."""
    return float((likeliest(rows, W, b) == ids).mean())


def likeliest(rows: Array, W: Array, b: Array) -> NDArray[np.int64]:
    """The label with the largest score for each row, the lowest of those that tie."""
    first: NDArray[np.int64] = np.round(rows @ W + b, DIGITS).argmax(-1)
    return first
