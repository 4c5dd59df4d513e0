"""A model together with what its tokens stand for."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from taotp_core.arrays import Rounding, to_float64
from taotp_core.decode import Choose, generate, greedy
from taotp_core.weights import Transformer

LISTED = 40  # how many symbols an error lists before it leaves the middle out

Symbol = Hashable
Prompt = TypeVar("Prompt", str, list[Any])


@dataclass(frozen=True, eq=False)
class Program:
    """A transformer, the symbol of each token id, and its sentinels.

    `start` is put before every prompt and `after` behind it; the program ends when it says `stop`.
    Each may be None.
    `fault` says in a sentence what is wrong with a prompt, or nothing ("") where it may be asked.
    `steps` is how many tokens it says where nothing else is asked (None: as many as fit). Where it
    slides, it reads the last n_ctx tokens of a longer text, and what it says need not fit. Raises
    ValueError where the vocabulary does not fit the model.
    """

    model: Transformer
    vocabulary: Sequence[Symbol]
    start: Symbol | None = None
    stop: Symbol | None = None
    fault: Callable[[Sequence[Symbol]], str] | None = None
    steps: int | None = None
    after: Symbol | None = None
    slide: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "vocabulary", tuple(self.vocabulary))
        n = len(self.vocabulary)
        if n != self.model.d_vocab or len(set(self.vocabulary)) != n:
            raise ValueError(
                f"the vocabulary has {len(set(self.vocabulary))} different symbols; "
                f"the model's d_vocab is {self.model.d_vocab}"
            )
        for sentinel in self.sentinels:
            if sentinel not in self.vocabulary:
                raise ValueError(f"the sentinel {sentinel!r} is not in the vocabulary")

    def is_sentinel(self, token: int) -> bool:
        """Whether a token id is a sentinel."""
        return self.vocabulary[token] in self.sentinels

    @property
    def sentinels(self) -> set[Symbol]:
        """The symbols that are the program's own business, not the reader's."""
        return {self.start, self.stop, self.after} - {None}

    def encode(self, prompt: Sequence[Symbol]) -> list[int]:
        """The ids of a prompt between its sentinels; ValueError lists the vocabulary."""
        if not isinstance(prompt, Iterable):
            raise ValueError(f"the prompt is {prompt!r}; it must be a string or a list of symbols")
        ids = {symbol: i for i, symbol in enumerate(self.vocabulary)}
        typed = [symbol for symbol in self.vocabulary if symbol not in self.sentinels]
        for symbol in prompt:
            if symbol not in ids or symbol in self.sentinels:
                known = " ".join(map(repr, typed if len(typed) <= LISTED else typed[:LISTED]))
                known += "" if len(typed) <= LISTED else f" ... {typed[-1]!r}"
                raise ValueError(f"{symbol!r} is not in the vocabulary; it has {known}")
        before = [] if self.start is None else [ids[self.start]]
        behind = [] if self.after is None else [ids[self.after]]
        return before + [ids[symbol] for symbol in prompt] + behind

    def complete(
        self,
        prompt: Prompt,
        *,
        steps: int | None = None,
        choose: Choose = greedy,
        to: Rounding = to_float64,
    ) -> Prompt:
        """What the program says after a prompt, without its sentinels.

        A string is answered by a string, a list of symbols by a list. It ends with the stop
        sentinel, after `steps` tokens (None: the program's own), or when the context is full and
        does not slide. Raises ValueError for a symbol outside the vocabulary, for a prompt with a
        fault, for too long a prompt, and for an empty one where there is no sentinel to begin with.
        """
        tokens = self.encode(prompt)
        if self.fault and (sentence := self.fault(prompt)):
            raise ValueError(sentence)
        room = self.model.n_ctx + 1 - len(tokens)
        if not tokens or (room < 1 and not self.slide):
            raise ValueError(
                f"the prompt has {len(tokens)} tokens with its start sentinel; "
                f"n_ctx allows 1 to {self.model.n_ctx}"
            )
        asked = self.steps if steps is None else steps
        if asked is None:
            asked = max(room, 1)  # a prompt that fills a sliding context leaves room for one more
        steps = asked if self.slide else min(asked, room)
        stop = None if self.stop is None else self.vocabulary.index(self.stop)
        said = generate(
            self.model, np.array(tokens), steps, stop=stop, choose=choose, slide=self.slide, to=to
        )
        symbols = [self.vocabulary[i] for i in said[len(tokens) :] if not self.is_sentinel(i)]
        return "".join(map(str, symbols)) if isinstance(prompt, str) else symbols
