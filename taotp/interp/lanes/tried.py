"""Claims on heads, each with a verdict: after a change its words alone say where the head looks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.random import Generator

from taotp.interp.lanes.comparing import FOUND, Question
from taotp.interp.lanes.contrasts import State, Trial
from taotp.interp.lanes.in_words import Claim
from taotp.interp.lanes.relations import Relation
from taotp_core.arrays import Array

Verdict = Literal["right", "wrong", "untried"]
DRAWS = 16  # changes of each kind
FEWEST = 4  # without which nothing is said
CLEARLY = 0.9  # of the weight of the key that is told: no other has more
HOLDS = 0.9  # of the changes of a kind, from which on a claim is right


@dataclass(frozen=True)
class Count:
    """How many changes there were, and by how many of them the head did as it was told."""

    asked: int = 0
    held: int = 0

    @property
    def holds(self) -> bool:
        """Whether it did so nearly always."""
        return self.held >= HOLDS * self.asked


@dataclass(frozen=True)
class Tried:
    """A relation that is claimed of a head (None: that it looks everywhere), put to the test.

    `moves` are changes of what is compared, by which the head must look where the words say now, as
    it must have before; `rests` those of what is not named, by which it must not move. What stands
    beside it of the same moves knows nothing: a head that never moves, one that looks everywhere,
    and keys that are drawn in the place of those that are told.
    """

    relation: Relation | None
    moves: Count
    rests: Count
    still: Count
    everywhere: Count
    drawn: Count

    @property
    def counts(self) -> list[int]:
        """How many changes moved it as was said, of how many, and how many left it, of how many."""
        return [self.moves.held, self.moves.asked, self.rests.held, self.rests.asked]

    @property
    def verdict(self) -> Verdict:
        """Right where nearly all changes of both kinds bear it out; too few say nothing."""
        return verdict(self.moves if self.relation else self.rests, self.rests)


def verdict(moves: Count, rests: Count) -> Verdict:
    """Right where nearly all changes of both kinds bear a claim out; too few say nothing."""
    if moves.asked < FEWEST:
        return "untried"
    return "right" if moves.holds and rests.holds else "wrong"


def tried(question: Question, claim: Claim, rng: Generator, draws: int = DRAWS) -> list[Tried]:
    """Every relation of a claim on a head put to the test; of none, that it looks everywhere."""
    trial = Trial(question, claim, rng)
    pairs = list(trial.resting(draws))
    if not claim:
        alike = Count(len(pairs), sum(is_alike(after.look) for _, after in pairs))
        return [Tried(None, Count(), alike, Count(), Count(), Count())]
    rests = Count(len(pairs), sum(looks_there(after.look, before.told) for before, after in pairs))
    return [one_tried(trial, each, rests, draws) for each in claim]


def one_tried(trial: Trial, of: Relation, rests: Count, draws: int) -> Tried:
    """One relation put to the test, with what those say who know nothing."""
    looks = [(pair, pair[0].look, pair[1].look) for pair in trial.moving(of, draws)]
    n = len(looks)
    moves = sum(
        looks_there(old, before.told) and looks_there(new, after.told)
        for (before, after), old, new in looks
    )
    still = sum(old.argmax() == new.argmax() for _, old, new in looks)
    everywhere = sum(is_alike(new) for _, _, new in looks)
    chance = sum(looks_there(new, drawn_like(after, trial.rng)) for (_, after), _, new in looks)
    return Tried(of, Count(n, moves), rests, Count(n, still), Count(n, everywhere),
                 Count(n, chance))  # fmt: skip


def looks_there(look: Array, told: frozenset[int]) -> bool:
    """Whether a head looks at one of some keys more than at any other."""
    there = np.isin(np.arange(len(look)), sorted(told))
    return bool(look[~there].max(initial=0.0) < CLEARLY * look[there].max(initial=0.0))


def is_alike(look: Array) -> bool:
    """Whether a head looks at all keys alike."""
    return bool(look.min() >= FOUND * look.max())


def drawn_like(state: State, rng: Generator) -> frozenset[int]:
    """As many keys as are told, drawn."""
    return frozenset(rng.permutation(state.seen)[: len(state.told)].tolist())


def on_texts(questions: Sequence[Question], claim: Claim, rng: Generator) -> Count:
    """A claim on other texts as they are: how often its words tell where the head looks there."""
    asked = held = 0
    for question in questions:
        trial = Trial(question, claim, rng)
        states = (trial.state(question, at) for at in range(1, len(question.weights)))
        for state in (s for s in states if not claim or 0 < len(s.told) < s.seen):
            asked += 1
            held += looks_there(state.look, state.told) if claim else is_alike(state.look)
    return Count(asked, held)


def another(claims: Sequence[Claim], own: Claim, rng: Generator) -> Claim | None:
    """A claim in other words than a head's own, for it to be tried with; None where all agree."""
    found = [claim for claim in claims if in_words(claim) != in_words(own) and claim]
    return found[int(rng.integers(len(found)))] if found else None


def in_words(claim: Claim) -> str:
    """A claim in a few words."""
    return " and ".join(map(str, claim)) or "everywhere"
