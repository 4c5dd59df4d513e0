"""Do as was shown: demonstrations in the prompt vote on which of some tasks is asked."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from taotp_core.arrays import Array
from taotp_core.encodings import circle
from taotp_core.gadgets import SURE, attend_back
from taotp_core.program import Program, Symbol
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import MLP, Head, Layer, Transformer

TO, NEXT = ":", " "  # between what is given and what is said; between two demonstrations
MARKS = [TO, NEXT]

Tasks = Mapping[str, Mapping[str, str]]


def few_shot(tasks: Tasks, n_ctx: int = 24) -> Program:
    """A program that does with the last letter what was done with those before it.

    A prompt is "a:b c:d e:", one demonstration or more and a question. Each
    task says of every letter what becomes of it. A demonstration votes for
    all tasks that it fits. Each task says its answer as loudly as its share
    of the demonstrations, and what is loudest is said. Undefined where two
    are as loud, and where nothing fits. Raises ValueError for no task, and
    where tasks have not the same letters or have one of the two marks.

    >>> tasks = {"next": dict(zip("abcd", "bcda")), "two on": dict(zip("abcd", "cdab"))}
    >>> program = few_shot(tasks)
    >>> program.complete("a:b d:"), program.complete("a:c d:")
    ('a', 'b')
    """
    symbols = [*letters_of(tasks), *MARKS]
    ids = {symbol: i for i, symbol in enumerate(symbols)}
    n, to = len(symbols), [ids[TO]]
    named = token, past, before, vote, said, pos = subspaces(
        token=n, one_before=n, two_before=n, votes=len(tasks), answer=n, place=3
    )
    fits = [  # what was given, what was said, the task
        (ids[x], ids[y], number)
        for number, task in enumerate(tasks.values())
        for x, y in task.items()
    ]
    given, then, which = np.array(fits).T
    back = [attend_back(i, pos, token, put, n=n_ctx) for i, put in ((1, past), (2, before))]
    shown = Head(
        W_Q=SURE * read(token)[:, to],
        W_K=read(past)[:, to],
        W_V=read(vote),
        W_O=write(vote),
        name="looks at all that was shown",
    )
    fit = read(before)[:, given] + read(token)[:, then] + read(past)[:, to]
    ask = read(past)[:, given] + read(vote)[:, which]
    layers = [
        Layer(back, above(2, fit, write(vote)[which]), None, None),
        Layer([shown], above(1, ask, write(said)[then]), None, None),
    ]
    W_pos = circle(n_ctx) @ write(pos)
    model = Transformer(
        write(token), W_pos, layers, norm_final=None, W_U=read(said), subspaces=named
    )
    return Program(model, symbols, fault=no_question(symbols[:-2]), steps=1)


def above(floor: float, W_in: Array, W_out: Array) -> MLP:
    """Units that write by how much what they read is above a floor."""
    return MLP(W_in, np.full(len(W_out), -floor), W_out, np.zeros(len(W_in)))


def letters_of(tasks: Tasks) -> list[str]:
    """The letters of all tasks, sorted; ValueError as few_shot says."""
    if not tasks:
        raise ValueError("there is no task; demonstrations have nothing to choose from")
    letters = sorted(next(iter(tasks.values())))
    for name, task in tasks.items():
        if sorted(task) != letters or not set(task.values()) <= set(letters):
            raise ValueError(
                f"the task {name!r} has other letters than the first; "
                f"each must turn {''.join(letters)} into some of the same"
            )
    if marks := sorted(set(MARKS) & set(letters)):
        raise ValueError(f"{marks[0]!r} is a letter of a task; it is a mark of every prompt")
    return letters


def no_question(letters: Sequence[str]) -> Callable[[Sequence[Symbol]], str]:
    """What is wrong with a prompt that is not "a:b c:d e:"."""
    return partial(asks_nothing, tuple(letters))


def asks_nothing(letters: Sequence[str], prompt: Sequence[Symbol]) -> str:
    """What is wrong with a prompt that asks nothing of letters, or nothing."""
    shown, rest = divmod(len(prompt), 4)
    form = [letters, [TO], letters, [NEXT]] * shown + [letters, [TO]]
    right = shown and rest == 2
    if right and all(each in may for each, may in zip(prompt, form, strict=True)):
        return ""
    return "the prompt shows and asks nothing; it must be like 'a:b c:d e:'"
