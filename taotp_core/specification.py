"""Try a program on every prompt there is, shortest first, and compare with what it should say."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice, product
from typing import Any

import numpy as np

from taotp_core.arrays import Rounding, to_float64
from taotp_core.measure import margin
from taotp_core.program import Program, Symbol
from taotp_core.transformer import encode, forward
from taotp_core.weights import Transformer

AT_ONCE = 1_000_000  # how many numbers the logits or the scores of one batch may hold
CHUNK = 500  # how many prompts are asked between two looks at the clock

Specification = Callable[[Any], Any]
Prompt = tuple[Symbol, ...]


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


@dataclass(frozen=True)
class Case:
    """A prompt, what should be said, and both as token ids: what is read, and what is right.

    `source` is what an encoder reads, nothing where there is none.

    >>> from taotp_core.programs.minimum import minimum
    >>> asked(minimum(4, n_ctx=3), min, (3, 1)).expected
    [1]
    """

    prompt: Prompt
    expected: list[Symbol]
    read: tuple[int, ...]
    right: tuple[int, ...]
    source: tuple[int, ...] = ()

    @property
    def sizes(self) -> tuple[int, int, int]:
        """How long it is, in all that it is made of; cases alike in that are asked together."""
        return len(self.read), len(self.right), len(self.source)


def in_letters(program: Program) -> bool:
    """Whether every symbol that a reader types is one character, so that a prompt is a string.

    >>> from taotp_core.programs.hello_world import hello_world
    >>> in_letters(hello_world("Hi!"))
    True
    """
    return all(isinstance(symbol, str) and len(symbol) == 1 for symbol in program.typed)


def every_prompt(program: Program) -> Iterator[Prompt]:
    """All prompts that fit, the shortest first; empty ones only beside a sentinel.

    >>> from taotp_core.programs.minimum import minimum
    >>> list(every_prompt(minimum(2, n_ctx=2)))
    [(0,), (1,), (0, 0), (0, 1), (1, 0), (1, 1)]
    """
    reader = program.model.encoder
    around = len(program.encode(()) if reader is None else program.read(()))
    room = (reader or program.model).n_ctx - around
    for n in range(0 if around else 1, room + 1):
        yield from product(program.typed, repeat=n)


def how_many(program: Program, n: int) -> int:
    """How many prompts have n symbols.

    >>> from taotp_core.programs.minimum import minimum
    >>> how_many(minimum(10, n_ctx=4), 3)
    1000
    """
    return int(len(program.typed) ** n)


def compare(
    program: Program,
    specification: Specification,
    prompts: Iterable[Sequence[Symbol]] | None = None,
    *,
    seconds: float = 10.0,
    to: Rounding = to_float64,
) -> Comparison:
    """Ask a program prompt after prompt until one is answered wrong or the time is up.

    The specification gets a string where all symbols are single characters, else a list, and
    returns what should be said in the same way, or None where anything may be. A program with
    neither stop nor steps is held to the tokens that were asked for and may go on. `prompts` are
    all there are where None. Raises ValueError for an expected symbol that there is not, and
    whatever the specification raises.

    >>> from taotp_core.programs.minimum import minimum
    >>> found = compare(minimum(4, n_ctx=3), min)
    >>> found.tried, found.finished, found.wrong
    (84, True, None)
    >>> compare(minimum(4, n_ctx=3), max).wrong
    ((0, 1), [0], [1])
    """
    ends = time.monotonic() + seconds
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


def asked(program: Program, specification: Specification, prompt: Prompt) -> Case | None:
    """The case that a prompt makes, or None where the specification leaves it open."""
    letters = in_letters(program)
    answer = specification("".join(map(str, prompt)) if letters else list(prompt))
    if answer is None:
        return None
    expected = symbols_of(answer, program)
    for symbol in expected:
        if symbol not in program.places or symbol in program.sentinels:
            raise ValueError(
                f"for {shown(prompt, letters)} the specification says {symbol!r}, which is none of "
                "the symbols that the program may say"
            )
    right = tuple(program.places[symbol] for symbol in expected)
    if program.stop is not None and (program.steps is None or len(right) < program.steps):
        right += (program.places[program.stop],)
    source = () if program.model.encoder is None else tuple(program.read(prompt))
    return Case(prompt, expected, tuple(program.encode(prompt)), right, source)


def symbols_of(answer: Any, program: Program) -> list[Symbol]:
    """What a specification returned as a list of symbols.

    >>> from taotp_core.programs.minimum import minimum
    >>> symbols_of(3, minimum(4, n_ctx=3))
    [3]
    """
    if isinstance(answer, str) and not in_letters(program):
        return [answer] if answer in program.vocabulary else list(answer.split())
    if isinstance(answer, str | list | tuple):
        return list(answer)
    return [answer]


def batches(cases: list[Case], program: Program) -> Iterator[list[Case]]:
    """The cases in pieces whose logits and scores take little memory.

    >>> from taotp_core.programs.minimum import minimum
    >>> program = minimum(4, n_ctx=3)
    >>> cases = [asked(program, min, (number, 1)) for number in range(4)]
    >>> [len(batch) for batch in batches(cases, program)]
    [4]
    """
    n, model = sum(cases[0].sizes), program.model
    widest = max(model.d_vocab, model.d_model, n * most_heads(model))
    step = max(1, AT_ONCE // (n * widest))
    for i in range(0, len(cases), step):
        yield cases[i : i + step]


def most_heads(model: Transformer) -> int:
    """How many heads of one kind a layer has at most, of an encoder too.

    >>> from taotp_core.programs.minimum import minimum
    >>> most_heads(minimum(4, n_ctx=3).model)
    1
    """
    layers = [layer for stack in (model, model.encoder) if stack for layer in stack.layers]
    return max((len(heads) for layer in layers for heads in (layer.heads, layer.cross)), default=0)


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


def shown(symbols: Sequence[Symbol], letters: bool) -> str:
    """A prompt or an answer as it is quoted."""
    return repr("".join(map(str, symbols)) if letters else list(symbols))
