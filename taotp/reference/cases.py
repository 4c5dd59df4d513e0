"""The prompts of a program, and what should be said to each."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from taotp_core.program import Program, Symbol
from taotp_core.weights import Transformer

AT_ONCE = 1_000_000  # how many numbers the logits or the scores of one batch may hold

Specification = Callable[[Any], Any]
Prompt = tuple[Symbol, ...]


@dataclass(frozen=True)
class Case:
    """A prompt, what should be said, and both as token ids: what is read, and what is right.

    `source` is what an encoder reads, nothing where there is none.

    >>> from taotp.programs.minimum import minimum
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

    >>> from taotp.programs.hello_world import hello_world
    >>> in_letters(hello_world("Hi!"))
    True
    """
    return all(isinstance(symbol, str) and len(symbol) == 1 for symbol in program.typed)


def every_prompt(program: Program) -> Iterator[Prompt]:
    """All prompts that fit, the shortest first; empty ones only beside a sentinel.

    >>> from taotp.programs.minimum import minimum
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

    >>> from taotp.programs.minimum import minimum
    >>> how_many(minimum(10, n_ctx=4), 3)
    1000
    """
    return int(len(program.typed) ** n)


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

    >>> from taotp.programs.minimum import minimum
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

    >>> from taotp.programs.minimum import minimum
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

    >>> from taotp.programs.minimum import minimum
    >>> most_heads(minimum(4, n_ctx=3).model)
    1
    """
    layers = [layer for stack in (model, model.encoder) if stack for layer in stack.layers]
    return max((len(heads) for layer in layers for heads in (layer.heads, layer.cross)), default=0)


def shown(symbols: Sequence[Symbol], letters: bool) -> str:
    """A prompt or an answer as it is quoted."""
    return repr("".join(map(str, symbols)) if letters else list(symbols))
