"""What the exercises share in which an encoder reads a text and a decoder answers."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, product

import numpy as np

from exercises.judging.asking import note
from exercises.judging.judge import (
    MARGIN,
    Tally,
    Wrong,
    first_behind,
    instead,
    own_decoder,
    own_model,
    pay,
    program_of,
    rounding_asked,
    runner_up,
    what_came,
)
from taotp_core.arrays import Tokens
from taotp_core.measure import lead
from taotp_core.program import Program, Symbol
from taotp_core.transformer import encode, forward

Text = Sequence[Symbol]
Says = Callable[[Text], Text]


def every_text(symbols: Text, longest: int, shortest: int = 0) -> Iterator[tuple[Symbol, ...]]:
    """All texts of so many symbols, the shortest first."""
    for n in range(shortest, longest + 1):
        yield from product(symbols, repeat=n)


def own_reader(answer: object, where: str) -> Program:
    """Rebuild a Program that reads with an encoder and answers behind a mask, or raise Wrong."""
    program = program_of(answer, where)
    note("reader", where=where)
    model = own_model(program.model, where)
    if model.encoder is None:
        raise Wrong(f"{where} expected an encoder that reads, got a model alone")
    if not model.causal:
        raise Wrong(f"{where} expected a decoder with a mask, got one that sees what comes later")
    if program.source is not None or program.pieces is not None:
        raise Wrong(f"{where} expected symbols to be read, got a function that makes others")
    if model.encoder.d_vocab != model.d_vocab:
        raise Wrong(
            f"{where} expected an encoder of {model.d_vocab} symbols, got {model.encoder.d_vocab}"
        )
    if program.start is None:
        raise Wrong(f"{where} expected a start symbol for the answer, got none")
    return replace(program, model=model, fault=None)


def own_single(answer: object, where: str) -> Program:
    """Rebuild a Program of one stack, which reads and answers in one text, or raise Wrong."""
    program = program_of(answer, where)
    model = own_decoder(program.model, where)
    return replace(program, model=model, fault=None, pieces=None)


def answers(program: Program, texts: Iterable[Text], says: Says) -> Tally:
    """Hold what a program answers to texts against what it should; Wrong on the first that is off.

    Each answer ends with the stop symbol, or else after the program's steps. It is read along, all
    of it at once, which is how it is said where every token of it wins.
    """
    note_texts(texts := list(texts), says)
    ids = program.places
    check_words(program, {symbol for text in texts for symbol in (*text, *says(text))})
    stop = () if program.stop is None else (ids[program.stop],)
    tally = Tally()

    def sizes(text: Text) -> tuple[int, int]:
        return len(text), len(says(text))

    for (_, n_said), alike in groupby(sorted(texts, key=sizes), key=sizes):
        group = list(alike)
        right = np.array([[*(ids[s] for s in says(text)), *stop] for text in group], int)
        if program.steps is not None and program.steps < right.shape[1]:
            right = right[:, : max(program.steps, n_said)]
        read = np.array([program.read(text) for text in group], int)
        tally += read_along(program, group, read, right)
        said = program.complete(list(group[0]))
        if said != list(says(group[0])):
            raise Wrong(
                f"after {spelled(group[0])} it says {spelled(said)}; it should say "
                f"{spelled(says(group[0]))} (do start, stop and steps fit?)"
            )
    return tally


def note_texts(texts: Sequence[Text], says: Says) -> None:
    """Note texts and what is to be said of them, in the order in which they are asked."""
    ordered = sorted(texts, key=lambda text: (len(text), len(says(text))))
    pairs = [(*map(str, text),) for text in ordered], [(*map(str, says(text)),) for text in ordered]
    note("answers", texts=pairs[0], said=pairs[1])


def read_along(program: Program, texts: Sequence[Text], read: Tokens, right: Tokens) -> Tally:
    """The same for texts [k, n] as ids, and answers [k, m]."""
    model, to = program.model, rounding_asked()
    begins = [program.places[program.start]] if program.start is not None else []
    if model.encoder is None:
        told, memory, room = read, None, model.n_ctx
        if begins:
            told = np.hstack([np.full((len(read), 1), begins[0]), read])
    else:
        room = model.encoder.n_ctx
        pay(model.encoder, len(read), read.shape[1])
        if 1 <= read.shape[1] <= room:
            memory = encode(model, read, to=to)
        told = np.full((len(read), 1), begins[0])
    if not 1 <= read.shape[1] <= room:
        raise Wrong(f"at n_ctx expected room for {read.shape[1]} tokens, got room for {room}")
    tokens = np.hstack([told, right[:, :-1]])
    if tokens.shape[1] > model.n_ctx:
        raise Wrong(f"at n_ctx expected {tokens.shape[1]} or more, got {model.n_ctx}")
    pay(model, len(tokens), tokens.shape[1])
    logits = forward(model, tokens, keep=right.shape[1], to=to, memory=memory)
    logits = logits.reshape(-1, model.d_vocab)
    led = lead(logits, right.ravel())
    i = first_behind(led, logits, MARGIN)
    if i is None:
        return Tally(len(texts), float(led.min(initial=np.inf)))
    text, place = texts[i // right.shape[1]], i % right.shape[1]
    wanted = int(right.ravel()[i])
    symbol, rival = (program.vocabulary[j] for j in (wanted, runner_up(logits[i], wanted)))
    found = instead(str(symbol), what_came(logits[i], float(led[i]), str(rival)))
    raise Wrong(f"after {spelled(text)}, as symbol {place}, {found}", spelled(text))


def check_words(program: Program, symbols: Iterable[Symbol]) -> None:
    """Raise Wrong unless a program has these symbols, and may be told and may say them."""
    for symbol in sorted(map(str, symbols)):
        if symbol not in program.typed:
            raise Wrong(f"at the vocabulary expected {symbol!r}, got none such")


def spelled(text: Text) -> str:
    """A text as one reads it."""
    return " ".join(map(str, text)) or "nothing"
