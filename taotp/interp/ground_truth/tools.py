"""What each tool of `look` says of the parts of a machine, and which of them it names."""

from collections.abc import Callable
from functools import cache

import numpy as np

from taotp.interp.ablation import ablated
from taotp.interp.ground_truth.cases import Case
from taotp.interp.ground_truth.limits import LITTLE, SHARP
from taotp.interp.ground_truth.stand_ins import (
    StandIn,
    mean_of_all,
    mean_of_place,
    next_text,
    other_text,
    with_stand_ins,
)
from taotp.interp.logit_lens import contributions
from taotp.interp.parts import Part, cross_number
from taotp.interp.probing import fitted, halves, share_right
from taotp_core.arrays import Array, Tokens
from taotp_core.transformer import unembed

Says = dict[Part, float] | None  # of each part that the tool can see; None where it cannot be asked

RISES = 0.2  # of answers not fitted to: what is less may be chance, of which a tenth is usual
FEWEST = 20  # prompts for a probe
SEEDS = range(5)
ROUNDING = 1e-9  # above a threshold by less is on it


def patterns(case: Case) -> Says:
    """How surely each head looks at one place: 1 less its entropy, as a share of the most."""
    found = ((part, pattern_of(case, part)) for part in case.parts)
    return {part: sharpness(*each) for part, each in found if each is not None}


def pattern_of(case: Case, part: Part) -> tuple[Array, Array] | None:
    """The pattern of a head [n_prompts, n, n_seen], and how many places each row can see [n].

    None for an MLP, which has none.
    """
    number, which = part
    if which == "mlp":
        return None
    n = case.prompts.shape[1]
    if isinstance(which, int):
        sees = np.arange(1, n + 1) if case.model.causal else np.full(n, n)
        return case.run.patterns[number][:, which], sees
    cross = cross_number(which)
    weights = case.run.cross_patterns[number][:, cross]
    return weights, np.full(n, weights.shape[-1])


def sharpness(weights: Array, seen: Array) -> float:
    """1 less the entropy of rows, as a share of what it is for equal weights.

    A row that can see one place alone says nothing.
    """
    entropy = -(weights * np.log(np.where(weights > 0, weights, 1))).sum(-1)
    if not (seen > 1).any():
        return 0.0
    return float(1 - (entropy[:, seen > 1] / np.log(seen[seen > 1])).mean())


def right_after(case: Case) -> dict[str, float]:
    """The share of answers that the lens has right after each step."""
    asked = list(case.asked)
    return {step: 1 - case.share_other(unembed(case.model, x[:, asked]))
            for step, x in case.run.stream.items()}  # fmt: skip


def by_steps(case: Case, share: Callable[[str], float]) -> dict[Part, float]:
    """By how much a share of answers rises in the step in which each part writes."""
    steps = ["embedding", *dict.fromkeys(map(step_of, case.parts))]
    shares = {step: share(step) for step in steps}
    rise = {step: shares[step] - shares[before]
            for before, step in zip(steps[:-1], steps[1:], strict=True)}  # fmt: skip
    return {part: rise[step_of(part)] for part in case.parts}


def step_of(part: Part) -> str:
    """The step of the stream in which a part writes."""
    number, which = part
    what = "mlp" if which == "mlp" else "cross" if isinstance(which, str) else "attention"
    return f"{what} {number}"


def lens(case: Case) -> Says:
    """How many more answers the lens has right after the step in which a part writes."""
    if case.speaker is not None:
        return None  # of an encoder nobody reads a token off
    return by_steps(case, right_after(case).__getitem__)


@cache
def added(case: Case) -> dict[Part | str, Array]:
    """What each part adds to the lead of the answer over the runner-up: [n_prompts, n_asked]."""
    asked, logits = list(case.asked), case.logits
    first, second = np.argsort(-logits, axis=-1, kind="stable")[..., :2].transpose(2, 0, 1)
    toward = case.model.unembedding.T[first] - case.model.unembedding.T[second]
    return {source: (rows[:, asked] * toward).sum(-1)
            for source, rows in contributions(case.run).items()}  # fmt: skip


def attribution(case: Case) -> Says:
    """What a part adds to the lead of the answer, or takes, as a share of all that is."""
    if case.speaker is not None:
        return None
    sums = {source: abs(each) for source, each in added(case).items()}
    whole = np.sum(list(sums.values()), axis=0)
    split = whole > 0  # where two answers tie in every part nothing is to be shared out
    return {part: float((sums[part][split] / whole[split]).mean()) for part in case.parts}


def zero(case: Case) -> Says:
    """The share of answers that change without a part."""
    return {part: case.changed_by(ablated(case.model, [part])) for part in case.parts}


def put_there(*stand_ins: StandIn) -> Callable[[Case], Says]:
    """The tool that says which share of answers changes where a part writes something else."""

    def tool(case: Case) -> Says:
        return {part: float(np.mean([case.share_other(with_stand_ins(case, [part], stand_in))
                                     for stand_in in stand_ins]))
                for part in case.parts}  # fmt: skip

    return tool


def probing(case: Case) -> Says:
    """How many more answers a probe reads off the stream after the step in which a part writes."""
    if len(case.prompts) < FEWEST or case.speaker is not None:
        return None
    return by_steps(case, lambda step: answers_read(case, step))


def most_asked(case: Case) -> int:
    """Which of the answers to a prompt has the most different values, the first of equals."""
    return int(np.argmax([len(set(column)) for column in case.answers.T.tolist()]))


@cache
def answers_read(case: Case, step: str) -> float:
    """The share of answers that a probe reads off rows it has not seen, at that answer."""
    asked = most_asked(case)
    return read_off(case, case.answers[:, asked], step, case.asked[asked])


def read_off(case: Case, labels: Tokens, step: str, position: int, same: bool = False) -> float:
    """The share of labels that a probe reads off rows it was not fitted to, or off the `same`."""
    known, ids = np.unique(labels, return_inverse=True)
    rows, (seen, asked) = case.run.stream[step][:, position], halves(len(ids), seed=0)
    found = fitted(rows[seen], ids[seen], len(known))
    asked = seen if same else asked
    return share_right(rows[asked], ids[asked], *found)


TOOLS: dict[str, tuple[Callable[[Case], Says], float]] = {
    "patterns": (patterns, SHARP),
    "lens": (lens, LITTLE),
    "attribution": (attribution, LITTLE),
    "zero": (zero, 0.0),
    "mean": (put_there(mean_of_place), 0.0),
    "resample": (put_there(*map(other_text, SEEDS)), 0.0),
    "everywhere": (put_there(mean_of_all), 0.0),
    "patching": (put_there(next_text), 0.0),
    "probe": (probing, RISES),
}


@cache
def says(case: Case, tool: str) -> Says:
    """What a tool says of each part."""
    return TOOLS[tool][0](case)


def names(case: Case, tool: str) -> frozenset[Part] | None:
    """The parts that a tool names; None where it cannot be asked."""
    found = says(case, tool)
    least = TOOLS[tool][1] + ROUNDING
    return None if found is None else frozenset(p for p, x in found.items() if x > least)
