"""Claims on heads put to the test: what is compared is changed, and the head must follow.

A claim tells for every content of the stream where a head looks most. So something is exchanged at
one position, a token, a place, what a head brought there, or a tag, named in the claim or not; the
head is run on the changed stream, and must look where the claim says now.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from taotp.interp.lanes.comparing import FOUND, Question
from taotp.interp.lanes.origins import Origin, normed
from taotp.interp.lanes.relations import Relation
from taotp_core.arrays import Array

DRAWN = 32  # changes of one head


@dataclass(frozen=True)
class Intervened:
    """How many changes a head was put to, how often it moved, and how often that was told."""

    asked: int
    moved: int
    right: int


def intervened(question: Question, told: Sequence[Relation], rng: Generator) -> Intervened:
    """Draw changes of what stands somewhere; hold where the head looks against its claim."""
    moved = right = 0
    before = where(question, question.weights)
    for changed in changes(question, rng):
        weights = weights_of(changed)
        predicted = where(changed, scores_of(changed, told))
        right += all(
            weights[i, j] >= FOUND * weights[i].max() for i, j in enumerate(predicted)
        )  # fmt: skip
        moved += where(changed, weights) != before
    return Intervened(DRAWN, moved, right)


def changes(question: Question, rng: Generator) -> Iterator[Question]:
    """The head with another thing at some position, of the asking and of the sought side alike."""
    shared = question.asks.x is question.answers.x
    for _ in range(DRAWN):
        number = int(rng.integers(len(question.keys)))
        origin = question.keys[number]
        known = [i for i, at in enumerate(origin.at) if at >= 0]
        if not known:
            yield question
            continue
        where_, n = int(rng.choice(known)), len(origin.can.rows)
        other = origin.at[where_]
        while n > 1 and other == origin.at[where_]:
            other = int(rng.integers(n))
        keys = [*question.keys]
        keys[number] = exchanged(origin, where_, other)
        x = question.answers.x.copy()
        x[where_] += origin.can.rows[other] - origin.can.rows[origin.at[where_]]
        answers = normed(question.answers.norm, x)
        changed = replace(question, keys=keys, answers=answers)
        if shared:
            changed = replace(changed, origins=keys, asks=normed(question.asks.norm, x))
        yield replace(changed, weights=weights_of(changed))


def exchanged(origin: Origin, where: int, other: int) -> Origin:
    """An origin with another of its rows at a position."""
    at = [*origin.at]
    at[where] = other
    return Origin(origin.can, at)


def weights_of(question: Question) -> Array:
    """The attention weights [n, n_keys] of a head on what it reads now."""
    head = question.head
    k = question.answers.stream @ head.W_K + (0 if head.b_K is None else head.b_K)
    scores = question.queries @ k.T / question.root
    for each in question.by_distance():
        scores = scores + each.scores
    if question.causal:
        scores = np.where(np.tril(np.ones(scores.shape, bool)), scores, -np.inf)
    weights = np.exp(scores - scores.max(1, keepdims=True))
    found: Array = weights / weights.sum(1, keepdims=True)
    return found


def scores_of(question: Question, told: Sequence[Relation]) -> Array:
    """What a claim alone says of the scores, on what stands there now."""
    claimed = {(r.how, r.query, r.key) for r in told}
    total = np.zeros(question.weights.shape)
    for each in (*question.by_origins(), *question.by_distance()):
        if (each.told.how, each.told.query, each.told.key) in claimed:
            total = total + each.scores
    for r in told:
        if r.how == "tags" and question.tags is not None:
            kept = [question.tags.tags.index(str(name)) for name in r.among]
            total = total + question.tag_scores()[..., kept].sum(-1) + question.scores_beside()
    return total


def where(question: Question, scores: Array) -> list[int]:
    """The key with the highest score for each position, of those that it sees."""
    return [
        int((row[: i + 1] if question.causal else row).argmax()) for i, row in enumerate(scores)
    ]
