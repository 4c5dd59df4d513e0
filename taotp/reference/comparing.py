"""Try a program on every prompt there is, shortest first, and compare with what it should say."""

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

import numpy as np

from taotp.reference.cases import (
    Case,
    Prompt,
    Specification,
    asked,
    batches,
    every_prompt,
)
from taotp_core.arrays import Precision, Rounding, rounding
from taotp_core.measure import margin
from taotp_core.program import Program, Symbol
from taotp_core.transformer import encode, forward

CHUNK = 500  # how many prompts are asked between two looks at the clock


@dataclass(frozen=True)
class Comparison:
    """How far a program was tried, and the first prompt that it answers otherwise.

    `tried` prompts were asked and `left_open` ones were not, because the specification leaves
    them open. `reached` says of each length how many prompts that makes. `smallest` is the
    narrowest lead of a right token (infinite where there was no rival). `wrong` is the prompt,
    what the program says (None: no number), and what it should say. `finished` says that no prompt
    was left when the time was up.

    >>> Comparison(tried=4, left_open=0, reached={1: 4}, smallest=0.5).finished
    False
    """

    tried: int
    left_open: int
    reached: dict[int, int]
    smallest: float
    wrong: tuple[Prompt, list[Symbol] | None, list[Symbol]] | None = None
    finished: bool = False


def compare(
    program: Program,
    specification: Specification,
    prompts: Iterable[Sequence[Symbol]] | None = None,
    *,
    seconds: float = 10.0,
    to: Precision = "float64",
) -> Comparison:
    """Ask a program prompt after prompt until one is answered wrong or the time is up.

    The specification gets a string where all symbols are single characters, else a list, and
    returns what should be said in the same way, or None where anything may be. A program with
    neither stop nor steps is held to the tokens that were asked for and may go on. `prompts` are
    all there are where None. Raises ValueError for an expected symbol that there is not, and
    whatever the specification raises.

    >>> from taotp.programs.minimum import minimum
    >>> found = compare(minimum(4, n_ctx=3), min)
    >>> found.tried, found.finished, found.wrong
    (84, True, None)
    >>> compare(minimum(4, n_ctx=3), max).wrong
    ((0, 1), [0], [1])
    """
    ends, to = time.monotonic() + seconds, rounding(to)
    reached: Counter[int] = Counter()
    tried, smallest = 0, np.inf
    source = iter(every_prompt(program) if prompts is None else map(tuple, prompts))
    while chunk := list(islice(source, CHUNK)):
        cases = [case for prompt in chunk if (case := asked(program, specification, prompt))]
        for _, alike in groupby(cases, key=lambda case: case.sizes):
            for batch in batches(list(alike), program):
                wrong, least = run(program, batch, to)
                smallest = min(smallest, least)
                if wrong is not None:
                    case, tried = batch[wrong], tried + wrong + 1
                    answers = (case.prompt, said(program, case, to), case.expected)
                    return Comparison(tried, 0, {}, smallest, answers)
                tried += len(batch)
        reached.update(map(len, chunk))
        if time.monotonic() > ends:
            break
    finished = next(source, None) is None
    return Comparison(tried, reached.total() - tried, dict(reached), smallest, None, finished)


def run(program: Program, cases: list[Case], to: Rounding) -> tuple[int | None, float]:
    """The number of the first case that is answered wrong, and the smallest lead of all.

    The cases are read along their right answers, all at once: greedy decoding takes that path
    exactly where each token of it wins.
    """
    model, n_right = program.model, len(cases[0].right)
    fits = len(cases[0].read) + n_right - 1 <= model.n_ctx and model.causal
    if not fits or (program.steps is not None and n_right > program.steps) or not n_right:
        wrong = next((i for i, case in enumerate(cases) if not agrees(program, case, to)), None)
        return wrong, np.inf
    tokens = np.array([[*case.read, *case.right[:-1]] for case in cases])
    sources = np.array([case.source for case in cases])
    memory = None if model.encoder is None else encode(model, sources, to=to)
    logits = forward(model, tokens, keep=n_right, to=to, memory=memory)
    right = np.array([case.right for case in cases])
    if model.d_vocab == 1:
        leads = np.full(right.shape, np.inf)
    else:
        leads = np.where(logits.argmax(-1) == right, margin(logits), -1.0)
    short = program.stop is None and program.steps is not None and n_right < program.steps
    for i in np.flatnonzero(~(leads > 0).all(-1) | short):
        if not agrees(program, cases[int(i)], to):
            return int(i), float(leads[:i].min(initial=np.inf))
        leads[i] = np.maximum(leads[i], 0)
    return None, float(leads.min(initial=np.inf))


def agrees(program: Program, case: Case, to: Rounding) -> bool:
    """Whether a program says what it should, asked in the ordinary way."""
    return said(program, case, to) == case.expected


def said(program: Program, case: Case, to: Rounding) -> list[Symbol] | None:
    """What the program says, as far as it is asked; None where that is not a number."""
    open_ended = program.stop is None and program.steps is None
    try:
        steps = len(case.right) if open_ended else None
        return program.complete(list(case.prompt), steps=steps, to=to)
    except ValueError:
        return None
