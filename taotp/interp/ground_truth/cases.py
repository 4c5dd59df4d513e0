"""Programs of the book with prompts on which the tools of `look` are tried."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from taotp.interp.parts import Part, Run, parts_of, run, written_by
from taotp.programs import (
    Program,
    add,
    add_digits_mod10,
    add_mod10,
    before_last,
    echo,
    induction,
    letters,
    lookup,
    maximum,
    minimum,
    next_word,
    repeat_pattern,
    search,
    small,
    sort,
    two_stacks,
)
from taotp_core.arrays import Array, Inputs
from taotp_core.transformer import Touch, encode, forward
from taotp_core.weights import Transformer

PROMPTS = 120


@dataclass(frozen=True, eq=False)
class Case:
    """A machine, prompts with what it answers them, and the positions after which it answers.

    `prompts` is [n_prompts, n], or frames [n_prompts, n, size], and holds what was said before the
    last answer too; `asked` are positions in it, and `memory` is what an encoder said of
    what it read, one for each prompt. Where the model is an encoder itself, `speaker` is the
    machine that says what comes of it, after its `openings` [n_prompts, n_said]. `symbols` are the
    names of tokens by their ids, where they have other names.
    """

    name: str
    model: Transformer
    prompts: Inputs
    asked: Sequence[int]
    memory: Array | None = None
    speaker: Transformer | None = None
    openings: Inputs | None = None
    symbols: Sequence[str] = ()

    @cached_property
    def run(self) -> Run:
        """The machine as it is, on all prompts."""
        return run(self.model, self.prompts, self.memory)

    @cached_property
    def parts(self) -> list[Part]:
        """The parts that write to the stream."""
        return parts_of(self.model)

    @cached_property
    def written(self) -> dict[Part, Array]:
        """What each part wrote: [n_prompts, n, d_model]."""
        return {part: written_by(self.run, part) for part in self.parts}

    @cached_property
    def logits(self) -> Array:
        """What the machine says where it is asked: [n_prompts, n_asked, d_vocab]."""
        return self.logits_of(self.model)

    @cached_property
    def answers(self) -> NDArray[np.int64]:
        """The likeliest tokens there: [n_prompts, n_asked]."""
        tokens: NDArray[np.int64] = self.logits.argmax(-1)
        return tokens

    def logits_of(self, model: Transformer, touch: Touch | None = None) -> Array:
        """What another model says in its place, where it is asked; `touch` as in `forward`."""
        asked = list(self.asked)
        if self.speaker is None:
            n = self.prompts.shape[1]
            keep = None if touch else n - min(asked)  # what is touched are all rows
            logits = forward(model, self.prompts, keep, memory=self.memory, touch=touch)
            return logits[:, [i - n for i in asked]]
        assert self.openings is not None
        memory = encode(replace(self.speaker, encoder=model), self.prompts, touch=touch)
        return forward(self.speaker, self.openings, memory=memory)[:, asked]

    def share_other(self, logits: Array) -> float:
        """The share of answers that logits [n_prompts, n_asked, d_vocab] give otherwise."""
        return float((logits.argmax(-1) != self.answers).mean())

    def changed(self, logits: Array) -> float:
        """The same of logits at all positions, [n_prompts, n, d_vocab]."""
        return self.share_other(logits[:, list(self.asked)])

    def changed_by(self, model: Transformer) -> float:
        """The share of answers that another model gives otherwise."""
        return self.share_other(self.logits_of(model))


def case_of(name: str, program: Program, prompts: Sequence[Any], steps: int = 1) -> Case:
    """A program asked prompts of one length, with as many answers to each as `steps` says."""
    model, memory = program.model, None
    tokens = np.array([program.encode(prompt) for prompt in prompts])
    if model.encoder is not None:
        memory = np.stack([np.asarray(program.memory(prompt)) for prompt in prompts])
    asked = range(tokens.shape[1] - 1, tokens.shape[1] - 1 + steps)
    for _ in range(steps - 1):
        logits = forward(model, tokens, keep=1, memory=memory)
        tokens = np.hstack([tokens, logits.argmax(-1)])
    return Case(name, model, tokens, asked, memory, symbols=tuple(map(str, program.vocabulary)))


def encoder_of(name: str, program: Program, prompts: Sequence[Any], steps: int = 1) -> Case:
    """The encoder of a program, judged by what the program then says."""
    whole, read = case_of(name, program, prompts, steps), program.source or program.read
    assert program.model.encoder is not None
    given = np.array([read(prompt) for prompt in prompts])
    return replace(whole, model=program.model.encoder, prompts=given, memory=None,
                   speaker=program.model, openings=whole.prompts)  # fmt: skip


def lists(below: int, n: int, n_prompts: int = PROMPTS) -> list[list[int]]:
    """Random lists of numbers below another."""
    rng = np.random.default_rng(0)
    return [list(map(int, row)) for row in rng.integers(below, size=(n_prompts, n))]


def distinct(below: int, n: int) -> list[list[int]]:
    """Random lists of numbers that differ."""
    rng = np.random.default_rng(0)
    return [list(map(int, rng.permutation(below)[:n])) for _ in range(PROMPTS)]


def repeated(below: int, n: int, n_match: int) -> list[list[int]]:
    """Random texts whose last tokens occur once more, at a random place, and before it in part."""
    rng, found = np.random.default_rng(0), []
    for _ in range(PROMPTS):
        text = rng.integers(below, size=n)
        place = rng.integers(0, n - 2 * n_match)
        text[n - n_match :] = text[place : place + n_match]
        found.append(list(map(int, text)))
    return found


def sums(form: str, n_digits: int) -> list[str]:
    """Random prompts of two numbers."""
    rng = np.random.default_rng(0)
    pairs = rng.integers(10**n_digits, size=(PROMPTS, 2))
    return [form.format(*(str(x).zfill(n_digits) for x in pair)) for pair in pairs]


def strings(symbols: str, n: int) -> list[str]:
    """Random strings."""
    return ["".join(symbols[i] for i in row) for row in lists(len(symbols), n)]


TABLE = {"00": "x", "01": "y", "12": "x", "20": "z", "21": "x", "02": "z", "11": "y"}
RHYME = "peter piper picked a peck of pickled peppers, a peck of pickled peppers peter piper picked"
PHASES = ["abacab", "bacaba", "acabac", "cabaca"]
NAMES = ["axbc", "bxyd", "dcba", "xyxa", "dxbx", "aabb", "cxyd", "dddd"]
SENTENCES = {"the cat saw the dog": 2.0, "a dog saw the cat": 1.0, "the dog ran": 3.0}


def table_keys() -> list[str]:
    """Keys of the table behind other symbols."""
    rng, keys = np.random.default_rng(0), list(TABLE)
    return [f"{'xyz'[int(rng.integers(3))]}{keys[int(rng.integers(len(keys)))]}"
            for _ in range(PROMPTS)]  # fmt: skip


def rhymed(n: int = 5) -> list[str]:
    """Pieces of some letters of the rhyme."""
    return [RHYME[i : i + n] for i in range(len(RHYME) - n)]


Asked = tuple[Program, Sequence[Any], int]  # a program, its prompts, and how many answers to each


# fmt: off
BOOK: dict[str, Callable[[], Asked]] = {
    "before_last": lambda: (before_last("abcdef", 8), strings("abcdef", 5), 1),
    "echo": lambda: (echo("abcdef", 9), strings("abcdef", 5), 3),
    "search 1": lambda: (search(8, 16, 1), repeated(8, 10, 1), 1),
    "search 2": lambda: (search(8, 16, 2), repeated(8, 12, 2), 1),
    "induction": lambda: (induction(8, 16), repeated(8, 10, 1), 1),
    "minimum": lambda: (minimum(12, 8), lists(12, 5), 1),
    "maximum": lambda: (maximum(12, 8), lists(12, 5), 1),
    "sort": lambda: (sort(10, 12), distinct(10, 4), 5),
    "repeat_pattern": lambda: (repeat_pattern("abac", 8), PHASES, 2),
    "letters": lambda: (letters(RHYME, 2, n_ctx=6), rhymed(), 1),
    "lookup": lambda: (lookup(TABLE, 6), table_keys(), 1),
    "next_word": lambda: (next_word(SENTENCES), [["the"], ["a"]], 3),
    "add_digits_mod10": lambda: (add_digits_mod10(), sums("{}{}", 1), 1),
    "add_mod10": lambda: (add_mod10(1), sums("{}+{}=", 1), 1),
    "add": lambda: (add(1), sums("{}+{}=", 1), 2),
    "small.add": lambda: (small.add(2), sums("{}+{}=", 2), 3),
    "small.multiply": lambda: (small.multiply(1), sums("{}*{}=", 1), 2),
    "small.sort": lambda: (small.sort(10, 12), distinct(10, 4), 5),
    "small.table": lambda: (small.table(TABLE, 6), table_keys(), 1),
    "small.minimum": lambda: (small.minimum(12, 8), lists(12, 5), 1),
    "two_stacks.reverse": lambda: (two_stacks.reverse("abcd", 5), strings("abcd", 4), 5),
    "two_stacks.which": lambda: (two_stacks.which("abcd", 6, others="xy"), NAMES, 3),
}
# fmt: on


def book() -> list[Case]:
    """The programs of the book that have parts, in small, each on prompts that it is made for.

    Of an encoder the parts are not asked. Those that hear are left out, as is who has no part.
    """
    return [case_of(name, *make()) for name, make in BOOK.items()]
