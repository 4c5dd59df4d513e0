"""What the exercises about a fixed message share: whether a program says it, and how surely."""

from collections.abc import Sequence

import numpy as np

from exercises.judging.judge import Tally, Wrong, right
from taotp_core.measure import parameters
from taotp_core.programs.program import Program


def says(program: Program, message: str) -> Tally:
    """Run a program along a message, from its start sentinel to its stop; raise Wrong if it errs.

    Each letter has to be a token of its own. Along the right message this is greedy decoding.
    """
    if program.start is None or program.stop is None or program.start == program.stop:
        raise Wrong("at the sentinels expected a start and a stop, got fewer than two")
    vocabulary = program.vocabulary
    if not all(type(symbol) is str for symbol in vocabulary):
        raise Wrong("at the vocabulary expected strings, got other symbols")
    for letter in message:
        if letter not in vocabulary or letter in program.sentinels:
            raise Wrong(f"at the vocabulary expected the letter {letter!r}, got none such")
    if program.model.n_ctx <= len(message):
        raise Wrong(f"at n_ctx expected {len(message) + 1} or more, got {program.model.n_ctx}")
    ids = program.encode(message)
    following = [*ids[1:], vocabulary.index(program.stop)]

    def show(prefix: Sequence[int]) -> str:
        return repr("".join(str(vocabulary[i]) for i in prefix))

    def why(prefix: Sequence[int], expected: int, got: int) -> str:
        if got == prefix[-1]:
            return "that is the token it has read; nothing louder was added to it"
        if got in following and following[ids.index(prefix[-1])] == got:
            return "that follows an earlier occurrence of the same letter"
        return ""

    return right(
        program.model, np.array([ids]), np.array([following]), show,
        name=lambda i: repr(vocabulary[i]), why=why,
    )  # fmt: skip


def praise(program: Program, tally: Tally) -> str:
    """What to say of a program that says its message."""
    total = parameters(program.model).total
    return f"{tally.inputs} inputs, {total} parameters, smallest margin {tally.margin:.3g}"
