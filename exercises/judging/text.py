"""What the exercises share in which a text is said, letter by letter."""

from collections.abc import Sequence

import numpy as np

from exercises.judging.asking import Shown, note, unnoted
from exercises.judging.judge import Tally, Wrong, instead, praised, right, standard
from exercises.judging.sizes import sized_model
from taotp_core.arrays import Tokens
from taotp_core.program import Program
from taotp_core.weights import Transformer

PRAISE = "{inputs} inputs, {total} parameters, smallest margin {margin:.3g}"

# A fixed message, by a program


def says(program: Program, message: str) -> Tally:
    """Run a program along a message, from its start sentinel to its stop; raise Wrong if it errs.

    Each letter has to be a token of its own. Along the right message this is greedy decoding.
    """
    note("says", message=message)
    with unnoted():
        return said(program, message)


def said(program: Program, message: str) -> Tally:
    """The same, unnoted."""
    if program.start is None or program.stop is None or program.start == program.stop:
        raise Wrong("at the sentinels expected a start and a stop, got fewer than two")
    vocabulary = program.vocabulary
    if not all(type(symbol) is str for symbol in vocabulary):
        raise Wrong("at the vocabulary expected strings, got other symbols")
    for letter in message:
        if letter not in program.typed:
            raise Wrong(f"at the vocabulary expected the letter {letter!r}, got none such")
    if program.model.n_ctx <= len(message):
        raise Wrong(f"at n_ctx expected {len(message) + 1} or more, got {program.model.n_ctx}")
    ids = program.encode(message)
    following = [*ids[1:], program.places[program.stop]]

    def show(prefix: Sequence[int]) -> str:
        return repr("".join(str(vocabulary[i]) for i in prefix))

    def why(prefix: Sequence[int], expected: int, got: int) -> str:
        if got == prefix[-1]:
            return "that is the token it has read; nothing louder was added to it"
        if got in following and following[ids.index(prefix[-1])] == got:
            return "that follows an earlier occurrence of the same letter"
        return ""

    tally = right(
        program.model, np.array([ids]), np.array([following]), show,
        name=lambda i: repr(vocabulary[i]), why=why,
    )  # fmt: skip
    came = "".join(map(str, program.complete("")))
    if came != message:  # it begins elsewhere, or stops before its stop
        reason = "do after and steps fit?"
        raise Wrong(f"after its start, in all, {instead(repr(message), repr(came), reason)}")
    return tally


def praise(program: Program, tally: Tally) -> str:
    """What to say of a program that says its message."""
    return praised(PRAISE, program.model, tally)


# Lines that go on, by models of several sizes


def asked_model(answer: object, d_vocab: int, n_ctx: int, /, **arguments: int) -> Transformer:
    """Ask for a model of given sizes with plain norms; Wrong where it is another."""
    where = "with " + ", ".join(f"{name}={each}" for name, each in arguments.items())
    model = sized_model(answer, *arguments.values(), where=where, d_vocab=d_vocab, n_ctx=n_ctx)
    standard(model)
    return model


def rows_of_lines(
    prompts: Sequence[str], answers: Sequence[str], symbols: str
) -> tuple[Tokens, Tokens]:
    """Ids of prompts with their answers [n_lines, n] and what is asked after each letter.

    That is -1 along the prompt and beyond the answer, whose last letter is asked for and not
    read. Symbols are single letters.
    """
    ids = {symbol: i for i, symbol in enumerate(symbols)}
    longest = max(len(a) + len(b) for a, b in zip(prompts, answers, strict=True))
    tokens = np.zeros((len(prompts), longest), np.intp)
    asked = np.full((len(prompts), longest), -1)
    for row, (prompt, answer) in enumerate(zip(prompts, answers, strict=True)):
        line = [ids[symbol] for symbol in prompt + answer]
        tokens[row, : len(line)] = line
        asked[row, len(prompt) - 1 : len(line) - 1] = line[len(prompt) :]
    return tokens[:, :-1], asked[:, :-1]


def continues(
    model: Transformer, prompts: Sequence[str], answers: Sequence[str], symbols: str
) -> Tally:
    """Raise Wrong on the first letter that a model gets wrong; else how many were right."""
    tokens, asked = rows_of_lines(prompts, answers, symbols)

    return right(model, tokens, asked, Shown(symbols), name=lambda i: repr(symbols[i]))
