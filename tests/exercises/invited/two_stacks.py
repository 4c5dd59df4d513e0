"""Two stacks."""

from dataclasses import replace

import numpy as np

from exercises.catalogue.two_stacks.copy_on_circles import copy_on_circles
from exercises.catalogue.two_stacks.every_other import LETTERS as LETTERS_OF_EVERY_OTHER
from exercises.catalogue.two_stacks.every_other import LONGEST as LONGEST_OF_EVERY_OTHER
from exercises.catalogue.two_stacks.every_other import every_other, with_places
from exercises.catalogue.two_stacks.in_the_lists_order import (
    LONGEST as LONGEST_OF_IN_THE_LISTS_ORDER,
)
from exercises.catalogue.two_stacks.in_the_lists_order import asking, by_name, in_the_lists_order
from exercises.catalogue.two_stacks.largest_first import LETTERS, LONGEST, largest_first
from exercises.catalogue.two_stacks.median import by_votes, median
from exercises.catalogue.two_stacks.one_stack_copy import LONGEST as LONGEST_OF_ONE_STACK_COPY
from exercises.catalogue.two_stacks.one_stack_copy import one_stack_copy
from exercises.catalogue.two_stacks.twice import LETTERS as LETTERS_OF_TWICE
from exercises.catalogue.two_stacks.twice import LONGEST as LONGEST_OF_TWICE
from exercises.catalogue.two_stacks.twice import again
from taotp.constructions.by_memory import places
from taotp.programs import two_stacks
from taotp_core.equivalences import turned
from taotp_core.program import Program
from taotp_core.stream import read, subspaces
from taotp_core.weights import Norm
from tests.exercises.invited import Invited


def end_first() -> Program:
    """All votes turned around, those of the end as well."""
    program = two_stacks.sort(LETTERS, LONGEST)
    encoder = program.model.encoder
    assert encoder is not None
    first, *rest = encoder.layers
    (head,) = first.heads
    layers = [replace(first, heads=[replace(head, W_O=-head.W_O)]), *rest]
    model = replace(program.model, encoder=replace(encoder, layers=layers))
    return replace(program, model=model)


def largest_first_turned() -> Program:
    """The stream of both stacks turned, so that no column is anything's own."""
    program = largest_first()
    model, encoder = program.model, program.model.encoder
    assert encoder is not None
    n = model.d_model
    M, _ = np.linalg.qr(np.arange(n * n).reshape(n, n) % 11 - 5 * np.eye(n))
    both = replace(turned(model, M), encoder=turned(encoder, M))
    (layer,) = both.layers
    (was,) = model.layers
    cross = [
        replace(head, W_K=M.T @ old.W_K, W_V=M.T @ old.W_V)
        for head, old in zip(layer.cross, was.cross, strict=True)
    ]
    return replace(program, model=replace(both, layers=[replace(layer, cross=cross)]))


def second() -> Program:
    """The second letter, the fourth, the sixth."""
    program = every_other()
    W_pos = program.model.W_pos.copy()
    W_pos[:, 2 * program.model.d_vocab] += 1
    return with_places(program, W_pos)


def negative() -> Program:
    """Everything asked for with the other sign, of places with the other sign."""
    program = every_other()
    (layer,) = program.model.layers
    (head,) = layer.cross
    other = replace(head, W_Q=-head.W_Q, W_K=-head.W_K)
    return replace(program, model=replace(program.model, layers=[replace(layer, cross=[other])]))


def generous_eps() -> Program:
    """A norm whose eps is larger than anything in the row."""
    program = copy_on_circles()
    return replace(program, model=replace(program.model, norm_final=Norm(eps=100.0)))


def one_norm_less() -> Program:
    """The end of the encoder needs no norm, as its rows are long enough already."""
    program = copy_on_circles()
    assert program.model.encoder is not None
    encoder = replace(program.model.encoder, norm_final=None)
    return replace(program, model=replace(program.model, encoder=encoder))


def masked() -> Program:
    """The encoder needs to look at nothing, so that a mask is no matter."""
    program = copy_on_circles()
    assert program.model.encoder is not None
    encoder = replace(program.model.encoder, causal=True)
    return replace(program, model=replace(program.model, encoder=encoder))


def four_words() -> Program:
    """Room for four words."""
    program = in_the_lists_order()
    assert program.model.encoder is not None
    encoder = replace(
        program.model.encoder, W_pos=program.model.encoder.W_pos[:LONGEST_OF_IN_THE_LISTS_ORDER]
    )
    return replace(program, model=replace(program.model, encoder=encoder))


def upper() -> Program:
    """Twice as strongly against what is below: a third of the way, not the middle."""
    u = np.arange(5)
    ahead = u - u[:, None]
    votes = -np.where(ahead > 0, ahead, -2 * ahead).astype(float)
    votes[-1] = 0
    return by_votes(votes)


def none_is_zero() -> Program:
    """Right, but each vote is moved by a little, and no number is zero."""
    program = median()
    (layer,) = program.model.layers
    (poll,) = layer.cross
    moved = replace(poll, W_O=poll.W_O + 0.125, W_V=poll.W_V + 1e-9)
    layers = [replace(layer, cross=[moved])]
    W_U = program.model.unembedding + 1e-9
    return replace(program, model=replace(program.model, layers=layers, W_U=W_U))


def own_measure() -> Program:
    """Distances of another scale for each pair of neighbors: the middle is the middle."""
    at = np.array([0.0, 1, 3, 3.5, 5])
    votes = -np.abs(at - at[:, None])
    votes[-1] = 0
    return by_votes(votes)


def in_reverse() -> Program:
    """The chapter's: the text in reverse."""
    program = one_stack_copy()
    first, second = program.model.layers
    (say,) = second.heads
    n = len(program.vocabulary)
    length, place = 2 * n + 3, 2 * n
    W_Q = say.W_Q.copy()
    W_Q[[place, length], 0] = -W_Q[place, 0], 2 * W_Q[place, 0]
    layers = [first, replace(second, heads=[replace(say, W_Q=W_Q)])]
    return replace(program, model=replace(program.model, layers=layers))


def never_ends() -> Program:
    """The text again and again: nobody says that this is the end."""
    program = one_stack_copy()
    W_U = program.model.unembedding.copy()
    W_U[:, -1] = 0
    return replace(program, model=replace(program.model, W_U=W_U))


def more_room() -> Program:
    """Twice the room, and a letter that is never read."""
    program = one_stack_copy()
    model = program.model
    symbol, answer, place, square, one, _ = subspaces(
        symbol=4, answer=4, place=1, square=1, one=1, length=1
    )
    W_E = np.vstack([model.W_E, -model.W_E[:1]])
    W_U = np.hstack([model.unembedding, -read(answer).sum(axis=1, keepdims=True)])
    assert len(symbol) == len(answer) == 4
    wider = replace(
        model, W_E=W_E, W_U=W_U, W_pos=places(4 * LONGEST_OF_ONE_STACK_COPY, place, square, one)
    )
    return replace(program, model=wider, vocabulary=[*program.vocabulary, "z"])


def each_twice() -> Program:
    """Each letter two times, in the place of the text: half a place a step."""
    program = two_stacks.copy(LETTERS_OF_TWICE, 2 * LONGEST_OF_TWICE)
    W_pos = program.model.W_pos.copy()
    n = program.model.d_vocab
    W_pos[:, 2 * n] = W_pos[:, 2 * n] / 2 - 0.25
    return replace(program, model=replace(program.model, W_pos=W_pos))


INVITED = {
    "largest-first": Invited(
        wrong={
            "each letter once, from the last to the first": (
                two_stacks.which(LETTERS[::-1], LONGEST)
            ),
            "end first": end_first(),
        },
        right={
            "turned": largest_first_turned(),
        },
    ),
    "every-other": Invited(
        wrong={
            "second": second(),
            "the first three letters: as many as asked for": (
                replace(two_stacks.copy(LETTERS_OF_EVERY_OTHER, LONGEST_OF_EVERY_OTHER), steps=3)
            ),
        },
        right={
            "negative": negative(),
        },
    ),
    "survivors": Invited(
        wrong={
            "no more letters than the alphabet has": lambda k, n: min(k, 26) * n + 1,
            "the empty text counted once for each letter": lambda k, n: k * (n + 1),
        },
        right={
            "a sum of one letter's lengths, by numpy": (
                lambda k, n: np.ones((k, n), np.int64).sum() + np.int64(1)
            ),
        },
    ),
    "copy-on-circles": Invited(
        wrong={
            "generous eps": generous_eps(),
            "one norm less": one_norm_less(),
        },
        right={
            "masked": masked(),
        },
    ),
    "in-the-lists-order": Invited(
        wrong={
            "the other word's turn comes after all names, and before the end's": (
                asking(by_name(0, 1, 2, 2.5, 3))
            ),
            "four words": four_words(),
        },
        right={
            "turns below zero, and the other word's just after the end's": (
                asking(by_name(-3, -2, -1, 0.5, 0))
            ),
        },
    ),
    "median": Invited(
        wrong={
            "upper": upper(),
            "none is zero": none_is_zero(),
        },
        right={
            "own measure": own_measure(),
        },
    ),
    "one-stack-copy": Invited(
        wrong={
            "in reverse": in_reverse(),
            "never ends": never_ends(),
        },
        right={
            "more room": more_room(),
        },
    ),
    "twice": Invited(
        wrong={
            "each twice": each_twice(),
            "a little more than the length is taken away": again(times=1.15),
        },
        right={
            "five times what is left is as much as the longest text needs": (
                again(far=LONGEST_OF_TWICE)
            ),
        },
    ),
}
