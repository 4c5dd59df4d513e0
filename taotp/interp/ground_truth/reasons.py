"""Why a tool names another part than matters: sentences, each with what makes it true of a case."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from taotp.interp.ablation import ablated
from taotp.interp.ground_truth.cases import Case
from taotp.interp.ground_truth.matters import can_go, matters
from taotp.interp.ground_truth.stand_ins import mean_of_all, mean_of_place, next_text
from taotp.interp.ground_truth.tools import (
    RISES,
    added,
    answers_read,
    most_asked,
    pattern_of,
    read_off,
    says,
    step_of,
)
from taotp.interp.logit_lens import contributions
from taotp.interp.parts import Part, written
from taotp_core.arrays import Array

STAND_INS = ("mean", "everywhere", "resample", "patching")
ROUNDING = 1e-9  # of the largest number in the stream
NOTHING = 1e-6  # of what is large beside it
FAINT = 0.1
KNOWN = 2 / 3  # of the answers, read off by a probe already; by chance a third at most

Holds = Callable[[Case, str, Part], bool]


@dataclass(frozen=True)
class Reason:
    """Why some tools miss a part that matters, or name one that does not, and when it holds."""

    sentence: str
    tools: tuple[str, ...]
    missed: bool
    holds: Holds


@cache
def without(case: Case, part: Part) -> Array:
    """The logits where a part is removed by zeros."""
    return case.logits_of(ablated(case.model, [part]))


def at_asked(case: Case, rows: Array) -> Array:
    """Rows where the machine is asked: [n_prompts, n_asked, d_model]."""
    found: Array = rows[:, list(case.asked)]
    return found


def largest(x: Array) -> float:
    """The largest size of a number; 0 where there are none."""
    return float(np.abs(x).max(initial=0.0))


def is_mlp(case: Case, tool: str, part: Part) -> bool:
    """It has no pattern."""
    return pattern_of(case, part) is None


def mixes(case: Case, tool: str, part: Part) -> bool:
    """In some row its pattern has two weights of a tenth and more, or none."""
    found = pattern_of(case, part)
    return found is not None and bool(((found[0] >= FAINT).sum(-1) != 1).any())


def unread(case: Case, tool: str, part: Part) -> bool:
    """The answers stay without what it adds to logits, and others write something else without it.

    Where others do the same they go with it.
    """
    adds = at_asked(case, contributions(case.run)[part]) @ case.model.unembedding
    if case.share_other(case.logits - adds):
        return False
    together = {part}
    if backed_up(case, tool, part):
        together |= {other for other in matters(case) if backed_up(case, tool, other)}
    poor = written(ablated(case.model, together), case.prompts, case.memory)
    return any(
        largest(poor[other] - rows) > NOTHING * largest(rows)
        for other, rows in case.written.items() if other not in together
    )  # fmt: skip


def drowned(case: Case, tool: str, part: Part) -> bool:
    """Some row of the stream is ten times as long as what it wrote there, at that step or later."""
    wrote = np.linalg.norm(at_asked(case, case.written[part]), axis=-1)
    steps = list(case.run.stream)
    later = steps[steps.index(step_of(part)) :]
    longest = np.max([np.linalg.norm(at_asked(case, case.run.stream[step]), axis=-1)
                      for step in later], axis=0)  # fmt: skip
    return bool((wrote <= FAINT * longest).all())


def backed_up(case: Case, tool: str, part: Part) -> bool:
    """No answer changes without it, and some do without it and others."""
    return part in matters(case) and can_go(case, frozenset({part}))


def constant(case: Case, tool: str, part: Part) -> bool:
    """It writes the same row everywhere."""
    rows = case.written[part]
    return largest(rows - rows[0, 0]) <= NOTHING * largest(rows) and largest(rows) > 0


def alike(case: Case, tool: str, part: Part) -> bool:
    """It writes the same on each prompt as on the next, wherever anything reads it."""
    rows = case.written[part]
    if not any(layer.heads for layer in case.model.layers[part[0] + 1 :]):
        rows = at_asked(case, rows)  # no head looks back at the others any more
    return largest(rows - np.roll(rows, 1, 0)) <= NOTHING * largest(rows)


def nearly_alike(case: Case, tool: str, part: Part) -> bool:
    """What is put in its place differs from what it writes by a tenth of the largest at most."""
    rows = case.written[part]
    stand_in = {"mean": mean_of_place, "everywhere": mean_of_all}.get(tool, next_text)
    far = largest(rows - stand_in(rows))
    return NOTHING * largest(rows) < far <= FAINT * largest(rows)


def anything_will_do(case: Case, tool: str, part: Part) -> bool:
    """Answers change where it writes nothing, and stay with what the tool puts there."""
    found = says(case, tool)
    return bool(case.share_other(without(case, part))) and found is not None and not found[part]


def holds_down(case: Case, tool: str, part: Part) -> bool:
    """Other answers come without what it adds to logits, and the runner-up is as far behind."""
    adds = at_asked(case, contributions(case.run)[part]) @ case.model.unembedding
    lead = added(case)[part]
    first = np.take_along_axis(case.logits, case.answers[..., None], -1)[..., 0]
    poor = bool(case.share_other(case.logits - adds))
    return poor and largest(lead) <= NOTHING * max(largest(first), largest(adds))


def bit_by_bit(case: Case, tool: str, part: Part) -> bool:
    """Its step and others raise what is read off, each by less than counts."""
    found = says(case, tool)
    steps = list(case.run.stream)
    whole = answers_read(case, steps[-1]) - answers_read(case, steps[0])
    return found is not None and 0 < found[part] <= RISES + ROUNDING < whole


def step_before(case: Case, part: Part) -> str:
    """The step before that in which a part writes."""
    steps = list(case.run.stream)
    return steps[steps.index(step_of(part)) - 1]


def known_before(case: Case, tool: str, part: Part) -> bool:
    """A probe reads two of three answers off the stream after some step before its own."""
    steps = list(case.run.stream)
    earlier = steps[: steps.index(step_of(part))]
    return max(answers_read(case, step) for step in earlier) >= KNOWN


def asked_otherwise(case: Case, tool: str, part: Part) -> bool:
    """What it wrote is not the answer; a probe that is asked for it finds it, and not before."""
    at, answers = case.asked[most_asked(case)], case.answers[:, most_asked(case)]
    rows = case.written[part][:, at]
    if not largest(rows):
        return False
    _, labels = np.unique(np.round(rows / largest(rows), 4), axis=0, return_inverse=True)
    labels = labels.ravel()
    if len(set(zip(labels, answers, strict=True))) == len(set(labels)) == len(set(answers)):
        return False
    before, after = (read_off(case, labels, step, at)
                     for step in (step_before(case, part), step_of(part)))  # fmt: skip
    return after - before > RISES


def writes_nothing(case: Case, tool: str, part: Part) -> bool:
    """It writes zeros, or what is rounding beside the stream."""
    stream = max(largest(x) for x in case.run.stream.values())
    return largest(case.written[part]) <= ROUNDING * stream


def read_by_nobody(case: Case, tool: str, part: Part) -> bool:
    """It writes something, and all that is said stays without it."""
    same = largest(without(case, part) - case.logits) <= NOTHING * largest(case.logits)
    return same and not writes_nothing(case, tool, part)


def too_few(case: Case, tool: str, part: Part) -> bool:
    """After its step a probe is right about many more of the texts that it was fitted to."""
    at, answers = case.asked[most_asked(case)], case.answers[:, most_asked(case)]
    others, same = (read_off(case, answers, step_of(part), at, same) for same in (False, True))
    return same - others > RISES


def lies_under(case: Case, tool: str, part: Part) -> bool:
    """Without what does not matter the probe finds it."""
    idle = [other for other in case.parts if other not in matters(case)]
    if not idle:
        return False
    alone = says(replace(case, model=ablated(case.model, idle)), tool)
    return alone is not None and alone[part] > RISES


def writes_elsewhere(case: Case, tool: str, part: Part) -> bool:
    """It writes something, but nothing where the machine is asked."""
    rows = case.written[part]
    return largest(at_asked(case, rows)) <= NOTHING * largest(rows) and largest(rows) > 0


def leads_anyway(case: Case, tool: str, part: Part) -> bool:
    """Each answer leads without what it adds."""
    return not case.share_other(without(case, part))


def same_step(case: Case, tool: str, part: Part) -> bool:
    """Another part writes in the same step, and matters."""
    return any(step_of(other) == step_of(part) for other in matters(case) - {part})


def stand_in(case: Case, tool: str, part: Part) -> bool:
    """Zeros in its place change no answer; what the tool puts there does."""
    found = says(case, tool)
    return not case.share_other(without(case, part)) and found is not None and found[part] > 0


REASONS: dict[str, Reason] = {
    "no pattern": Reason("An MLP looks nowhere; it has no pattern.", ("patterns",), True, is_mlp),
    "mixes": Reason(
        "It brings a mixture of many places, and its pattern is even.", ("patterns",), True, mixes
    ),
    "read by others": Reason(
        "What it writes is read by a later part, not by the unembedding.",
        ("lens", "attribution", "probe"), True, unread,
    ),
    "drowned": Reason(
        "What it writes is a tenth or less of what else is in the stream.",
        ("lens", "attribution"), True, drowned,
    ),
    "backed up": Reason(
        "Another part does the same: both have to go.", ("zero", *STAND_INS), True, backed_up,
    ),
    "constant": Reason(
        "It writes the same everywhere, and so does what is put in its place.", ("everywhere",),
        True, constant,
    ),
    "alike": Reason(
        "It writes the same there in every text, and so does what is put in its place.",
        ("mean", "resample", "patching"), True, alike,
    ),
    "nearly alike": Reason(
        "What is put in its place is nearly what it writes.", STAND_INS, True, nearly_alike
    ),
    "anything will do": Reason(
        "It is needed that it writes something; what is put there will do.", STAND_INS, True,
        anything_will_do,
    ),
    "holds down": Reason(
        "It holds down what else would be said, and raises no answer over its runner-up.",
        ("lens", "attribution"), True, holds_down,
    ),
    "tells nothing apart": Reason(
        "It writes the same in every text: a probe, which tells texts apart, has nothing to find.",
        ("probe",), True, alike,
    ),
    "bit by bit": Reason(
        "The answer can be read off ever better, by steps of which each is too small to count.",
        ("probe",), True, bit_by_bit,
    ),
    "too few texts": Reason(
        "Of so few texts the probe learns it by heart, and not for others.", ("probe",), True,
        too_few,
    ),
    "lies under": Reason(
        "Something that nobody needs lies over it; without that, the probe finds it.", ("probe",),
        True, lies_under,
    ),
    "known before": Reason(
        "The answer can be read off before it; a machine has to say it too.", ("probe",), True,
        known_before,
    ),
    "asked otherwise": Reason(
        "It brings what the probe was not asked for; asked for that, the probe finds it.",
        ("probe",), True, asked_otherwise,
    ),
    "writes nothing": Reason(
        "It looks and brings nothing.", ("patterns",), False, writes_nothing
    ),
    "writes elsewhere": Reason(
        "It writes at places from which nobody takes anything.", ("patterns",), False,
        writes_elsewhere,
    ),
    "read by nobody": Reason(
        "What it writes is read by nobody.", ("patterns",), False, read_by_nobody
    ),
    "leads anyway": Reason(
        "The answer leads without it.", ("patterns", "attribution"), False, leads_anyway
    ),
    "same step": Reason(
        "Another part writes in the same step, and the tool sees steps alone.", ("lens", "probe"),
        False, same_step,
    ),
    "stand-in": Reason(
        "What is put in its place does the harm; nothing in its place does none.",
        STAND_INS, False, stand_in,
    ),
}  # fmt: skip


LAST = ("anything will do", "leads anyway")  # which say what is so wherever a tool is wrong


def reasons(case: Case, tool: str, part: Part, missed: bool) -> list[str]:
    """The names of the reasons that hold for a part which a tool misses, or names wrongly.

    Those of LAST are given where no sharper one holds.
    """
    found = [
        name for name, reason in REASONS.items()
        if reason.missed == missed and tool in reason.tools and reason.holds(case, tool, part)
    ]  # fmt: skip
    return [name for name in found if name not in LAST] or found
