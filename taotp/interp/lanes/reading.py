"""A program's lanes on a prompt: what each part holds at each position, and what heads did."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from taotp.interp.lanes.causes import TEXT, Causes, Cell, causes
from taotp.interp.lanes.codebooks import Codebook, Meaning
from taotp.interp.lanes.comparing import Question
from taotp.interp.lanes.instead import Instead, instead
from taotp.interp.lanes.lane import Lane, LaneHead
from taotp.interp.lanes.picture import picture
from taotp.interp.lanes.sentences import sentences
from taotp.interp.lanes.stack import Stack
from taotp.interp.lanes.stories import story
from taotp.interp.parts import run
from taotp_core.arrays import Array, Inputs, Tokens
from taotp_core.decode import greedy, has_nan
from taotp_core.program import Program
from taotp_core.transformer import encode
from taotp_core.weights import Transformer


@dataclass(frozen=True, eq=False)
class Lanes:
    """A machine in symbols, on one prompt.

    `tokens` are its symbols, with those around the prompt; `read` those of an encoder. `lanes` hold
    a value at each position, `heads` what each compared and brought. `stream` is the last one of
    the run of `model` [n, d_model], `logits` what it makes of it [n, d_vocab]. `symbols` are names
    of all ids, `typed` those ids that a reader may type.
    """

    tokens: Sequence[Meaning]
    read: Sequence[Meaning]
    lanes: Sequence[Lane]
    heads: Sequence[LaneHead]
    noun: str
    model: Transformer
    stream: Array
    logits: Array
    symbols: Sequence[Meaning]
    typed: Sequence[int]

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """What each head did at the last position, and what is said, a sentence each."""
        return self.sentences_at(len(self.tokens) - 1)

    def sentences_at(self, position: int) -> tuple[str, ...]:
        """The same for another position; IndexError where there is none."""
        return tuple(sentences(self, range(len(self.tokens))[position]))

    def story(self, position: int = -1) -> str:
        """What decided what is said at a position, in a sentence or two."""
        return story(self, range(len(self.tokens))[position], self.causes(position))

    def causes(self, position: int = -1) -> Causes:
        """What plays a part in what is said at a position, found backwards from the answer."""
        return causes(self, range(len(self.tokens))[position])

    def instead(
        self, position: int = -1, others: Iterable[Sequence[Meaning]] = ()
    ) -> Instead | None:
        """What would be said at a position, had other symbols stood where it comes from.

        `others` are texts to try at its end. None where nothing can be tried, or nothing changes.
        """
        at = range(len(self.tokens))[position]
        return instead(self, at, self.causes(at), others)

    def head_of(self, lane: Lane) -> LaneHead | None:
        """The head that wrote a lane; None where none did."""
        return next((x for x in self.heads if any(y.lane is lane for y in x.carried)), None)

    def lane_at(self, where: Cell) -> Lane | None:
        """The lane of a cell; None for the text."""
        lanes = (x for x in self.lanes if (x.name, x.stack) == (where.lane, where.stack))
        return next(lanes, None)

    def value_at(self, where: Cell) -> Meaning:
        """What stands in a cell; of a lane that there is not, what was typed there."""
        lane = None if where.lane == TEXT else self.lane_at(where)
        return (lane.values if lane else self.read if where.stack else self.tokens)[where.at]

    def __getitem__(self, name: str) -> Lane:
        """The lane of that name; KeyError lists those that there are."""
        for lane in self.lanes:
            if lane.name == name:
                return lane
        raise KeyError(f"{name!r} is not a lane; there are {', '.join(x.name for x in self.lanes)}")

    def __str__(self) -> str:
        return picture(self)


def lanes(program: Program, prompt: Any) -> Lanes:
    """What each part of the stream holds on a prompt, and what heads compared and brought.

    Raises ValueError as `complete` does for what is no prompt.
    """
    return told(program, drawn(program, prompt), program.vocabulary)


def lanes_of(
    program: Program,
    tokens: Sequence[int],
    source: Sequence[int] = (),
    called: Sequence[Meaning] | None = None,
) -> Lanes:
    """The same of ids: those that the program was told and has said, and what its encoder reads.

    `called` are other names for the symbols of its vocabulary.
    """
    named = program.vocabulary if called is None else called
    stacks = stacks_of(program, np.array(tokens, int), np.array(source, int), named)
    return told(program, stacks, named)


def questions(program: Program, prompt: Any) -> list[tuple[LaneHead, Question]]:
    """Each head, and all that stands where it asks and looks, to be tested by `intervening`."""
    stacks = drawn(program, prompt)
    return [pair for each in stacks for pair in zip(each.heads, each.questions, strict=True)]


def drawn(program: Program, prompt: Any) -> list[Stack]:
    """The stacks of a program on a prompt: its encoder, where it has one, and its own."""
    source: Any = ()
    if program.model.encoder is not None:
        source = program.source(prompt) if program.source else program.read(prompt)
    tokens = np.array(program.encode(prompt), int)
    return stacks_of(program, tokens, np.asarray(source), program.vocabulary)


def stacks_of(
    program: Program, tokens: Tokens, source: Inputs, symbols: Sequence[Meaning]
) -> list[Stack]:
    """The stacks of a program on ids, and on what its encoder reads."""
    word, of = noun(program), program.model.encoder
    if of is None:
        return [Stack(run(program.model, tokens), symbols, word).draw()]
    above = Stack(run(of, source), symbols, word, "encoder").draw()
    own = run(program.model, tokens, encode(program.model, source))
    return [above, Stack(own, symbols, word, above=above).draw()]


def told(program: Program, stacks: Sequence[Stack], symbols: Sequence[Meaning]) -> Lanes:
    """What stacks were found to do, with the answer below all lanes."""
    stack = stacks[-1]
    logits = stack.of.logits
    said = logits.argmax(-1) if has_nan(logits) else greedy(logits)
    answers = [symbols[int(i)] for i in said]
    answer = Lane("answer", "symbol", "answer", "answer", len(program.model.layers), None,
                  range(program.model.d_model), Codebook("symbol"), answers,
                  np.empty((len(answers), 0)))  # fmt: skip
    read: Sequence[Meaning] = ()
    if len(stacks) > 1:
        given = stacks[0].of.inputs
        read = range(len(given)) if given.ndim > 1 else [symbols[int(i)] for i in given]
    return Lanes(
        [symbols[int(i)] for i in stack.of.inputs], read,
        [*(lane for each in stacks for lane in each.lanes), answer],
        [head for each in stacks for head in each.heads], stack.noun,
        program.model, [*stack.of.stream.values()][-1], stack.of.logits, symbols,
        [program.places[each] for each in program.typed],
    )  # fmt: skip


def noun(program: Program) -> str:
    """What a symbol is called in a sentence.

    >>> from taotp.programs.minimum import minimum
    >>> noun(minimum(100, n_ctx=5))
    'number'
    """
    typed = [str(symbol) for symbol in program.typed]
    longest = max(map(len, typed), default=0)
    if all(symbol.isdigit() for symbol in typed):
        return "digit" if longest == 1 else "number"
    letters = sum(symbol.isalpha() for symbol in typed) > len(typed) / 2
    if longest == 1:
        return "letter" if letters else "symbol"
    return "word" if letters else "token"
