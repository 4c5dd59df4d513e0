"""What stands in for what a part writes: its mean, or what it wrote in another text."""

from collections.abc import Callable, Iterable

import numpy as np

from taotp.interp.ground_truth.cases import Case
from taotp.interp.parts import Part, brought_by
from taotp.interp.patching import telling
from taotp_core.arrays import Array

# Of what a part writes in all texts, [n_prompts, n, size], makes what is written in its place.
StandIn = Callable[[Array], Array]


def mean_of_place(rows: Array) -> Array:
    """The mean over texts, for each place."""
    found: Array = np.broadcast_to(rows.mean(0), rows.shape)
    return found


def mean_of_all(rows: Array) -> Array:
    """One row everywhere: the mean over texts and places."""
    found: Array = np.broadcast_to(rows.mean((0, 1)), rows.shape)
    return found


def next_text(rows: Array) -> Array:
    """What was written at the same place in the next text."""
    return np.roll(rows, 1, 0)


def other_text(seed: int) -> StandIn:
    """What was written at the same place in a text that is drawn."""

    def drawn(rows: Array) -> Array:
        return np.roll(rows, np.random.default_rng([seed, 2]).integers(1, len(rows)), 0)

    return drawn


def with_stand_ins(case: Case, parts: Iterable[Part], stand_in: StandIn) -> Array:
    """What a machine says where some parts write something else: [n_prompts, n_asked, d_vocab]."""
    told = {part: stand_in(brought_by(case.run, part)) for part in parts}
    return case.logits_of(case.model, telling(case.model, told))
