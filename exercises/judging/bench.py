"""Benches: a machine with blanks, asked about every input that can be counted, and many others.

A bench is data: symbols, a key of `taotp.reference`, the inputs, and a text with blanks. The page
runs its engine on the same data (`page/exercises/bench/judged.js`), and a test holds both verdicts
alike.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from typing import Any

import numpy as np

from exercises.judging.judge import (
    MARGIN,
    Tally,
    Wrong,
    ask,
    instead,
    kind_of,
    own_program,
    pieces,
    program_of_text,
    rounding_asked,
    runner_up,
    what_came,
)
from exercises.statement import Exercise
from taotp.listing.skeleton import BLANK
from taotp.reference import Task
from taotp_core.measure import lead, parameters
from taotp_core.program import Program
from taotp_core.transformer import forward
from taotp_core.weights import Transformer

LONGEST = 20_000  # characters of a text
LONGEST_NAME = 40  # of a name that is shown
Input = tuple[str, ...]


@dataclass(frozen=True)
class Bench:
    """A task for a machine, the text in which blanks are left, and what it is asked.

    `answers` fill in its blanks, in their order. `start` and `stop` stand around a prompt, which is
    made of the symbols of the task. Asked is every text of `every` (symbols, the shortest and the
    longest), and then `more`, each as one string of letters; where the key leaves an answer open,
    nothing is asked. `words` are the sentences of the language that are new here, each with what it
    does, `page` is the chapter at whose head the bench stands, and `there` says what that chapter
    does, if it is not with this machine: how the other differs. In the page a machine says as many
    symbols as are `said` (None: until it stops).
    """

    slug: str
    task: Task
    every: tuple[str, int, int]
    text: str
    answers: tuple[str, ...]
    task_words: str
    examples: tuple[tuple[str, str], ...]
    words: tuple[tuple[str, str], ...]
    page: str
    there: str
    more: tuple[str, ...] = ()
    start: str | None = None
    stop: str | None = None
    said: int | None = 1

    @cached_property
    def inputs(self) -> dict[Input, str]:
        """What is asked, with what should be said, in the order in which it is asked."""
        symbols, shortest, longest = self.every
        texts: Iterator[Input] = (
            text for n in range(shortest, longest + 1) for text in product(symbols, repeat=n)
        )
        found = {text: self.answer(text) for text in (*texts, *map(tuple, self.more))}
        return {text: said for text, said in found.items() if said is not None}

    def answer(self, text: Input) -> str | None:
        """What should be said next, None where that is left open."""
        said = self.task.answer(text)
        return None if said is None else str(said[0])

    def exercise(self, title: str, hints: tuple[str, ...], answer: str) -> Exercise:
        """The exercise of this bench, whose answer is a text in the language."""
        name = self.slug.replace("-", "_")
        stub = f'def {name}():\n    """The machine, as a text."""\n    return """{self.text}"""\n'
        return Exercise(
            slug=self.slug,
            title=title,
            kind="construct",
            statement=self.task_words,
            hints=hints,
            answer=f"{answer}\n\n```text\n{self.filled}```",
            stub=stub,
            judge=self.judge,
        )

    @property
    def filled(self) -> str:
        """Its text with the blanks filled in."""
        found = self.text
        for answer in self.answers:
            found = found.replace(BLANK, answer, 1)
        return found

    @property
    def blanks(self) -> int:
        """How many blanks its text has."""
        return self.text.count(BLANK)

    def asked(self, program: Program) -> dict[Input, str]:
        """What a program is asked, with what it should say."""
        return self.inputs

    def judge(self, answer: object) -> str:
        """Right on every input; raises Wrong with the first where it is not, and how many are."""
        program = self.program(answer)
        asked = self.asked(program)
        tally, wrong = tried(program, asked)
        if wrong:
            first = min(wrong)
            right = f"right on {tally.inputs:,} of {len(asked):,} inputs"
            raise Wrong(f"{right}; {wrong[first]}", "".join(list(asked)[first]))
        return f"right on all {tally.inputs:,} inputs asked, {self.praise(program)}"

    def praise(self, program: Program) -> str:
        """What else to say of a machine that is right."""
        size = parameters(program.model)
        return f"{size.total:,} parameters, {size.nonzero:,} of them not zero"

    def program(self, answer: object) -> Program:
        """The program that an answer is: a text, a Program, a Transformer, or what makes one."""
        made = ask(answer, where="in the machine")
        if isinstance(made, str):
            made = self.read(made)
        if isinstance(made, Transformer):
            made = self.named(made)
        if not isinstance(made, Program):
            kinds = "a text, a Program or a Transformer"
            raise Wrong(f"the machine is {kind_of(made)}; it should be {kinds}")
        program = own_program(made, "in the machine")
        self.check(program)
        return program

    def read(self, text: str) -> Program:
        """The program of a text without blanks; NotImplementedError where some are left."""
        if blanks := text.count(BLANK):
            same = blanks == self.blanks
            left = "1 blank is left" if blanks == 1 else f"{blanks} blanks are left"
            raise NotImplementedError("" if same else left)
        if len(text) > LONGEST:
            size = f"{len(text):,} characters; it should have {LONGEST:,} or fewer"
            raise Wrong(f"the text has {size}")
        return program_of_text(text)

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The symbols of a machine that names none: its start, those of prompts, its stop."""
        all_of_them = (self.start, *self.task.symbols, self.stop)
        return tuple(str(each) for each in all_of_them if each is not None)

    def named(self, model: Transformer) -> Program:
        """A machine without symbols, with those of the bench in their order."""
        if model.d_vocab != len(self.vocabulary):
            wanted = f"{len(self.vocabulary)}, {' '.join(self.vocabulary)}"
            raise Wrong(f"the machine has {model.d_vocab} tokens; it should have {wanted}")
        return Program(model, self.vocabulary, start=self.start, stop=self.stop)

    def check(self, program: Program) -> None:
        """Raise Wrong for a program that lacks a symbol, or room for the longest input."""
        known = {str(symbol) for symbol in program.typed}
        for symbol in map(str, self.task.symbols):
            if symbol not in known:
                raise Wrong(f"the machine does not know the symbol {symbol}; it should")
        if () in self.inputs and program.start is None and program.after is None:
            words = "it needs one to speak before there is a text"
            raise Wrong(f"the machine has no start; {words}")
        longest = max(map(len, self.inputs)) + (program.start is not None)
        if program.model.n_ctx < longest and not program.slide:
            room = f"a context of {program.model.n_ctx}; it needs {longest} or more"
            raise Wrong(f"the machine has {room}")


def quoted(text: Iterable[str]) -> str:
    """A prompt in a verdict."""
    return f'"{"".join(text)}"'


def told(text: Iterable[str], wanted: str, came: str) -> str:
    """What a machine says after a text, and what it should say."""
    return f"after {quoted(text)} {instead(wanted, came)}"


def tried(program: Program, asked: Mapping[Input, str]) -> tuple[Tally, dict[int, str]]:
    """How many inputs a program is right on, and what to say of the others, by their places."""
    names = {str(symbol): i for i, symbol in enumerate(program.vocabulary)}
    around = [
        [] if symbol is None else [names[str(symbol)]] for symbol in (program.start, program.after)
    ]
    by_length: dict[int, list[tuple[int, list[int], int]]] = defaultdict(list)
    for number, (text, said) in enumerate(asked.items()):
        ids = [*around[0], *(names[symbol] for symbol in text), *around[1]]
        by_length[len(ids)].append((number, ids, names[said]))
    tally, wrong, texts = Tally(), dict[int, str](), list(asked)
    for rows in by_length.values():
        numbers, tokens, wanted = map(np.array, zip(*rows, strict=True))
        for some in pieces(program.model, *tokens.shape, kept=1):
            logits = forward(program.model, tokens[some], keep=1, to=rounding_asked())[:, 0]
            led = lead(logits, wanted[some])
            good = led > MARGIN * np.abs(logits).max(-1)  # False where a logit is not a number
            tally += Tally(int(good.sum()), float(led[good].min(initial=np.inf)))
            for i in np.flatnonzero(~good):
                number, best = int(numbers[some][i]), int(wanted[some][i])
                rival = program.vocabulary[runner_up(logits[i], best)]
                came = what_came(logits[i], led[i], str(rival))
                expected = program.vocabulary[best]
                wrong[number] = told(texts[number], str(expected), came)
    return tally, wrong


class NameBench(Bench):
    """A bench whose machine says a name of its builder's, at each place whatever was said last."""

    def asked(self, program: Program) -> dict[Input, str]:
        """Every place of the name, behind every symbol that can stand before it."""
        name = self.name(program)
        found: dict[Input, str] = {(): name[0]}
        for place, said in enumerate((*name[1:], str(program.stop)), 1):
            found |= {(*name[: place - 1], symbol): said for symbol in dict.fromkeys(name)}
        return found

    def name(self, program: Program) -> Input:
        """What a program says from its start; raises Wrong where that is no name of its letters."""
        if program.start is None or program.stop is None:
            raise Wrong("the machine has no start or no stop; to say a name it needs both")
        alone = replace(program, steps=None, slide=False)
        name = tuple(map(str, ask(alone.complete, [], where="in the machine")))
        if not 2 <= len(name) < program.model.n_ctx:  # else no stop was said, for want of room
            says = quoted(name[:LONGEST_NAME]) if name else "no letter"
            raise Wrong(f"it says {says}; it should say two letters or more, and then stop")
        unsaid = [str(each) for each in program.typed if str(each) not in name]
        if unsaid:
            every = "each of its letters should be in the name"
            raise Wrong(f"it says {quoted(name)}, and never {unsaid[0]}; {every}")
        return name

    def praise(self, program: Program) -> str:
        """Which name it says, and its size."""
        return f"{quoted(self.name(program))}, {super().praise(program)}"

    def check(self, program: Program) -> None:
        """Whatever its letters are."""


def known(task: Task) -> dict[str, Any]:
    """What a key needs to know, as the page is told."""
    found = {**task.known, "vocabulary": [*map(str, task.symbols)]}
    if table := task.known.get("table"):
        found["length"] = len(next(iter(table)))
        found["table"] = {" ".join(key): said for key, said in table.items()}
    return found


def drawn(symbols: Sequence[str], lengths: Iterable[int], count: int) -> tuple[str, ...]:
    """So many texts of each length, the same in every run."""
    rng = np.random.default_rng(25)
    return tuple("".join(rng.choice(list(symbols), size=n)) for n in lengths for _ in range(count))


def shuffled(symbols: str, sizes: Iterable[int], count: int) -> tuple[str, ...]:
    """So many texts of each size in which no symbol is twice, the same in every run."""
    rng = np.random.default_rng(24)
    return tuple("".join(rng.permutation([*symbols])[:n]) for n in sizes for _ in range(count))


def spread(asked: str, longest: int = 13, later: str = "") -> Iterator[str]:
    """What is asked for at two places of a long text, each before its own symbol, and at the end.

    At the second place it may be what is like it, `later`.

    >>> list(spread("a", 7))[1:3]
    ['agahcda', 'agdahda']
    """
    for places in combinations(range(longest - 2 * len(asked)), 2):
        text = [*("ecd" * longest)][: longest - len(asked)]
        for place, found, said in zip(places, (asked, later or asked), "gh", strict=True):
            text[place : place + len(asked) + 1] = [*found, said]
        yield "".join(text[: longest - len(asked)]) + asked
