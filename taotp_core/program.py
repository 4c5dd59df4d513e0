"""A model with its tokenizer: what its tokens stand for, and how it completes a text."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, Protocol, overload

import numpy as np

from taotp_core.arrays import Array, Inputs, Precision
from taotp_core.decode import Choose, generate, greedy
from taotp_core.transformer import encode
from taotp_core.weights import Transformer

NOUNS = {"source": "a source", "opening": "an opening"}
END = "<end>"  # what ends a list that is read or said
LISTED = 40  # how many symbols an error lists before it leaves the middle out
SHOWN = 60  # how many letters of what was given an error shows

Symbol = Hashable


class Reads(Protocol):
    """What stands between people and symbols: words, pieces of words, or what is heard."""

    @property
    def tokens(self) -> Sequence[Symbol]:
        """Every symbol that it cuts something into."""

    def encode(self, text: str, /) -> Sequence[Symbol]:
        """The symbols of a text; ValueError says what is wrong with it."""

    def join(self, symbols: Iterable[Symbol], /) -> str:
        """Symbols as a text."""

    def knows(self, text: str, /) -> bool:
        """Whether it has a symbol for everything in a text."""


@dataclass(frozen=True, eq=False)
class Program:
    """A transformer, the symbol of each token id, and its sentinels.

    `start` is put before every prompt and `after` behind it; the program ends when it says `stop`.
    Each may be None.
    `fault` says in a sentence what is wrong with a prompt, or nothing ("") where it may be asked.
    `steps` is how many tokens it says where nothing else is asked (None: as many as fit). Where it
    slides, it reads the last n_ctx tokens of a longer text, and what it says need not fit.
    Where the model has an encoder, that is what reads a prompt, with its `opening` before it and
    what is put behind it, and the program answers after its start alone. `source` makes of what is
    given, as sounds, the ids [n] or frames [n, size] that the encoder reads (None: the ids of
    symbols), or raises ValueError. `pieces` cuts a string into symbols, and joins those that are
    said (None: a symbol is a letter). Raises ValueError where the vocabulary does not fit
    the model or lacks one of the pieces, and for a source or an opening without an encoder.

    >>> from taotp.programs.echo import echo
    >>> machine = echo("abc", n_ctx=8, length=2)
    >>> program = Program(machine.model, ["red", "green", "blue"])
    >>> program.complete(["red", "blue"], steps=3)
    ['red', 'blue', 'red']
    """

    model: Transformer
    vocabulary: Sequence[Symbol]
    start: Symbol | None = None
    stop: Symbol | None = None
    fault: Callable[[Sequence[Symbol]], str] | None = None
    steps: int | None = None
    after: Symbol | None = None
    slide: bool = False
    source: Callable[[Any], Inputs] | None = None
    pieces: Reads | None = None
    opening: Symbol | None = None

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
        for what in ("source", "opening"):
            if getattr(self, what) is not None and self.model.encoder is None:
                raise ValueError(f"there is {NOUNS[what]}, but the model has no encoder to read it")
        known = set(self.vocabulary) - self.sentinels
        for piece in self.pieces.tokens if self.pieces else ():
            if piece not in known:
                raise ValueError(f"the piece {piece!r} is not a symbol of the vocabulary")

    def __repr__(self) -> str:
        first, last = (shown(self.vocabulary[i]) for i in (0, -1))
        return f"{type(self).__name__}({first} to {last}, {self.model!r})"

    def _repr_html_(self) -> str:
        """What it is, as a table for a notebook: by the room of figures, which stands above."""
        return str(import_module("taotp.figures.summary").summary(self))

    def is_sentinel(self, token: int) -> bool:
        """Whether a token id is a sentinel."""
        return self.vocabulary[token] in self.sentinels

    @cached_property
    def sentinels(self) -> frozenset[Symbol]:
        """The symbols that are the program's own business, not the reader's."""
        return frozenset({self.start, self.stop, self.after, self.opening} - {None})

    @cached_property
    def typed(self) -> tuple[Symbol, ...]:
        """The symbols that are a reader's to type, in the order of the vocabulary."""
        return tuple(symbol for symbol in self.vocabulary if symbol not in self.sentinels)

    @cached_property
    def places(self) -> Mapping[Symbol, int]:
        """The id of each symbol."""
        return {symbol: i for i, symbol in enumerate(self.vocabulary)}

    def knows(self, text: str) -> bool:
        """Whether it has a symbol for everything in a text."""
        if self.pieces is not None:
            return self.pieces.knows(text)
        return all(letter in self.places and letter not in self.sentinels for letter in text)

    def outside(self, prompt: Any) -> str:
        """What makes a text, or its symbols, none that it is meant for; "" for nothing.

        It answers all the same. A program that is meant for all that it can read says "".
        """
        return ""

    def encode(self, prompt: Sequence[Symbol]) -> list[int]:
        """The ids of a prompt between its sentinels; ValueError lists the vocabulary.

        Where an encoder reads the prompt, they are what the answer begins with.
        """
        before = [] if self.start is None else [self.places[self.start]]
        return before if self.model.encoder is not None else before + self.read(prompt)

    def read(self, prompt: Sequence[Symbol]) -> list[int]:
        """The ids of a prompt and of what is put around it; ValueError lists the vocabulary."""
        opening, behind = (
            [] if symbol is None else [self.places[symbol]] for symbol in (self.opening, self.after)
        )
        return opening + self.ids(prompt) + behind

    def cut(self, prompt: Any) -> Any:
        """A string as the list of its pieces, where the program has pieces; ValueError as there.

        And for what cannot be a prompt, where it has no source that says so.
        """
        if self.source is None and not isinstance(prompt, Iterable):
            raise ValueError(f"the prompt is {prompt!r}; it must be a string or a list of symbols")
        return self.pieces.encode(prompt) if self.pieces and isinstance(prompt, str) else prompt

    def ids(self, prompt: Sequence[Symbol]) -> list[int]:
        """The ids of symbols that may be typed; ValueError lists the vocabulary."""
        symbols = self.cut(prompt)
        for symbol in symbols:
            try:
                known = symbol in self.places and symbol not in self.sentinels
            except TypeError:  # it has no hash
                known = False
            if not known:
                raise ValueError(self.strange(symbol, symbols))
        return [self.places[symbol] for symbol in symbols]

    def strange(self, symbol: object, prompt: object) -> str:
        """What is wrong with a symbol that it has not, or with a string where none is a letter."""
        known = " ".join(map(repr, self.typed[:LISTED]))
        known += "" if len(self.typed) <= LISTED else f" ... {self.typed[-1]!r}"
        if isinstance(prompt, str) and not any(in_a_string(each) for each in self.typed):
            return f"the prompt is {shown(prompt)}; no symbol is a letter: give a list of {known}"
        return f"{shown(symbol)} is not in the vocabulary; it has {known}"

    def memory(self, given: Any, to: Precision = "float64") -> Array | None:
        """What the encoder says of what is given: [n, d_model]; None where there is no encoder."""
        if self.model.encoder is None:
            return None
        read = np.array(self.read(given), int) if self.source is None else self.source(given)
        return encode(self.model, read, to=to)

    @overload
    def complete(
        self, prompt: str | Array, *, steps: int | None = None, choose: Choose = ...,
        to: Precision = ...,
    ) -> str: ...  # fmt: skip
    @overload
    def complete(
        self, prompt: list[Any], *, steps: int | None = None, choose: Choose = ...,
        to: Precision = ...,
    ) -> list[Any]: ...  # fmt: skip
    def complete(
        self, prompt: Any, *, steps: int | None = None, choose: Choose = greedy,
        to: Precision = "float64",
    ) -> str | list[Any]:  # fmt: skip
        """What the program says after a prompt, or of what its encoder read, without its sentinels.

        A list of symbols is answered by a list, a string or an array of samples by a string. It
        ends with the stop sentinel, after `steps` tokens (None: the program's own), or when the
        context is full and does not slide. Raises ValueError for a symbol outside the vocabulary,
        for a prompt with a fault, for too long a prompt, and for an empty one where there is no
        sentinel to begin with.
        """
        tokens = self.encode(prompt)
        if self.fault and (sentence := self.fault(self.cut(prompt))):
            raise ValueError(sentence)
        room = self.model.n_ctx + 1 - len(tokens)
        if not tokens or (room < 1 and not self.slide):
            raise ValueError(
                f"the prompt has {len(tokens)} tokens with its start sentinel; "
                f"n_ctx allows 1 to {self.model.n_ctx}"
            )
        memory = self.memory(prompt, to)
        asked = self.steps if steps is None else steps
        if asked is None:
            asked = max(room, 1)  # a prompt that fills a sliding context leaves room for one more
        steps = asked if self.slide else min(asked, room)
        stop = None if self.stop is None else self.places[self.stop]
        said = generate(
            self.model, np.array(tokens), steps, stop=stop, choose=choose, slide=self.slide,
            to=to, memory=memory,
        )  # fmt: skip
        symbols = [self.vocabulary[i] for i in said[len(tokens) :] if not self.is_sentinel(i)]
        sounds = self.source is not None and isinstance(prompt, np.ndarray)
        return self.joined(symbols) if isinstance(prompt, str) or sounds else symbols

    def lanes(self, prompt: Any) -> Any:
        """What each part of its stream holds on a prompt, in symbols; printed, a picture of text.

        Of `taotp.interp.lanes`, which is asked for by name, as it stands above the core. Raises
        ValueError as `complete` does.
        """
        return import_module("taotp.interp.lanes").lanes(self, prompt)

    def joined(self, symbols: Sequence[Symbol]) -> str:
        """Symbols as one string, as its pieces join them; letters stand side by side."""
        return "".join(map(str, symbols)) if self.pieces is None else self.pieces.join(symbols)


def in_a_string(symbol: object) -> bool:
    """Whether a string without pieces can hold a symbol."""
    return isinstance(symbol, str) and len(symbol) == 1


def shown(given: object) -> str:
    """What was given, as an error shows it: not all of what is long."""
    text = repr(given)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
