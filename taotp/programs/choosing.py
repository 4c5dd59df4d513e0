"""Many programs in one transformer: the first token chooses which of them answers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from taotp.constructions.choosing import Voices, joined
from taotp.reference import in_letters
from taotp_core.arrays import Precision
from taotp_core.decode import Choose, greedy
from taotp_core.program import Program, Symbol
from taotp_core.transformer import forward


def choose(programs: Mapping[str, Program], *, voices: Voices | None = None) -> "Choice":
    """One transformer that answers as the program does whose name comes first.

    Symbols that are equal are one token, whoever knows them; a machine says its own alone. What
    follows the name is what the program itself would read. `voices` says how loud is what holds
    them together. Raises ValueError for no programs, a name that is a symbol of one of them or the
    beginning of another, and for a program that cannot join, with the reason.

    >>> from taotp.programs import small, sort
    >>> one = choose({"add:": small.add(2), "sort:": sort(10, 8)})
    >>> one.complete("add:45+78=")
    '123'
    >>> one.complete(["sort:", 6, 2, 7])
    [2, 6, 7]
    """
    known = dict.fromkeys(s for program in programs.values() for s in program.vocabulary)
    check_names(list(programs), known)
    symbols = [*programs, *known]
    places = {symbol: i for i, symbol in enumerate(symbols)}
    tokens = [[places[symbol] for symbol in p.vocabulary] for p in programs.values()]
    models = {name: program.model for name, program in programs.items()}
    model = joined(models, tokens, len(symbols), voices or Voices())
    return Choice(model, symbols, programs=dict(programs))


def check_names(names: Sequence[str], known: Collection[Symbol]) -> None:
    """Raise ValueError for no names, and for one that could be mistaken."""
    if not names:
        raise ValueError("there are no programs; give at least 1 with its name")
    for name in names:
        if not isinstance(name, str) or not name:
            raise ValueError(f"a name is {name!r}; it must be a string of one letter or more")
        if name in known:
            raise ValueError(f"the name {name!r} is a symbol of a program; call it something else")
        for other in names:
            if other != name and other.startswith(name):
                raise ValueError(f"the name {name!r} begins {other!r}; which is meant is not clear")


@dataclass(frozen=True, eq=False, repr=False)
class Task(Program):
    """One of the programs in the machine of all: its prompts and answers, behind its name.

    Where it slides, its name stays as the first token, and the text after it slides.
    """

    name: str = field(kw_only=True)
    own: Program = field(kw_only=True)

    @cached_property
    def sentinels(self) -> frozenset[Symbol]:
        """All symbols that are no reader's to type after this name."""
        return frozenset(self.vocabulary) - frozenset(self.own.typed)

    def encode(self, prompt: Sequence[Symbol]) -> list[int]:
        """The ids of the name and of what the program itself reads; ValueError as there."""
        symbols = [self.own.vocabulary[i] for i in self.own.encode(prompt)]
        return [self.places[symbol] for symbol in (self.name, *symbols)]

    def complete(
        self,
        prompt: Any,
        *,
        steps: int | None = None,
        choose: Choose = greedy,
        to: Precision = "float64",
    ) -> Any:
        """What it says after a prompt, as the program itself does alone; ValueError as there."""
        if not self.own.slide:
            return super().complete(prompt, steps=steps, choose=choose, to=to)
        if self.fault and (sentence := self.fault(self.cut(prompt))):
            raise ValueError(sentence)
        said = tokens = self.encode(prompt)
        asked = self.steps if steps is None else steps
        for _ in range(max(self.model.n_ctx + 1 - len(tokens), 1) if asked is None else asked):
            window = np.array([said[0], *said[1:][1 - self.model.n_ctx :]])
            said = [*said, int(choose(forward(self.model, window, keep=1, to=to))[..., -1])]
            if self.stop is not None and said[-1] == self.places[self.stop]:
                break
        symbols = [self.vocabulary[i] for i in said[len(tokens) :] if not self.is_sentinel(i)]
        return self.joined(symbols) if isinstance(prompt, str) else symbols


@dataclass(frozen=True, eq=False, repr=False)
class Choice(Program):
    """The program of all, which knows the programs that it is made of by their names."""

    programs: Mapping[str, Program] = field(kw_only=True)

    def task(self, name: str) -> Task:
        """The machine of all as one of its programs, which no name need be typed for.

        Its context is as long as that program's, with the name. Raises ValueError for another name.
        """
        if name not in self.programs:
            raise ValueError(f"{name!r} is not a program; there are {', '.join(self.programs)}")
        own = self.programs[name]
        model = replace(self.model, W_pos=self.model.W_pos[: own.model.n_ctx + 1])
        return Task(
            model, self.vocabulary, stop=own.stop, fault=own.fault, steps=own.steps,
            pieces=own.pieces, name=name, own=own,
        )  # fmt: skip

    def asked(self, prompt: Any) -> tuple[str, Any]:
        """The name that a prompt begins with, and what follows it; ValueError for no such name.

        A text after the name of a program that reads no letters is symbols between blanks.
        """
        for name, own in self.programs.items():
            if isinstance(prompt, str):
                if prompt.startswith(name):
                    rest = prompt.removeprefix(name)
                    return name, rest if own.pieces or in_letters(own) else between(rest, own)
            elif [*self.cut(prompt)][:1] == [name]:
                return name, [*prompt][1:]
        raise ValueError(f"the prompt must begin with one of {', '.join(self.programs)}")

    def encode(self, prompt: Any) -> list[int]:
        """The ids of a prompt that begins with a name; ValueError as for that program."""
        name, rest = self.asked(prompt)
        return self.task(name).encode(rest)

    def complete(self, prompt: Any, **how: Any) -> Any:
        """What the program says whose name the prompt begins with; ValueError as there."""
        name, rest = self.asked(prompt)
        said = self.task(name).complete(rest, **how)
        return " ".join(map(str, said)) if isinstance(prompt, str) and rest == [*rest] else said


def between(text: str, program: Program) -> list[Any]:
    """The symbols that a text has between blanks, or its words as they are."""
    known = {str(symbol): symbol for symbol in program.typed}
    return [known.get(word, word) for word in text.split()]
