"""Two stacks."""

from dataclasses import replace

import numpy as np

from exercises.catalogue.two_stacks import every_other, in_the_lists_order, one_stack_copy, twice
from exercises.catalogue.two_stacks.copy_on_circles import copy_on_circles
from exercises.catalogue.two_stacks.largest_first import LETTERS, LONGEST, largest_first
from exercises.catalogue.two_stacks.median import by_votes, median
from taotp.constructions.by_memory import places
from taotp.programs import two_stacks
from taotp_core.equivalences import turned
from taotp_core.program import Program
from taotp_core.stream import read, subspaces
from taotp_core.weights import Norm
from tests.exercises.changing import put, with_encoder, with_head, with_layer, with_model


def end_first() -> Program:
    """All votes turned around, those of the end as well."""
    program = two_stacks.sort(LETTERS, LONGEST)
    encoder = program.model.encoder
    assert encoder is not None
    (head,) = encoder.layers[0].heads
    return with_model(program, encoder=with_head(encoder, W_O=-head.W_O))


def largest_first_turned() -> Program:
    """The stream of both stacks turned, so that no column is anything's own."""
    program = largest_first()
    model, encoder = program.model, program.model.encoder
    assert encoder is not None
    n = model.d_model
    M, _ = np.linalg.qr(np.arange(n * n).reshape(n, n) % 11 - 5 * np.eye(n))
    both = replace(turned(model, M), encoder=turned(encoder, M))
    cross = [
        replace(head, W_K=M.T @ old.W_K, W_V=M.T @ old.W_V)
        for head, old in zip(both.layers[0].cross, model.layers[0].cross, strict=True)
    ]
    return replace(program, model=with_layer(both, cross=cross))


def negative() -> Program:
    """Everything asked for with the other sign, of places with the other sign."""
    program = every_other.every_other()
    (head,) = program.model.layers[0].cross
    model = with_head(program.model, kind="cross", W_Q=-head.W_Q, W_K=-head.W_K)
    return replace(program, model=model)


def generous_eps() -> Program:
    """A norm whose eps is larger than anything in the row."""
    return with_model(copy_on_circles(), norm_final=Norm(eps=100.0))


def one_norm_less() -> Program:
    """The end of the encoder needs no norm, as its rows are long enough already."""
    return with_encoder(copy_on_circles(), norm_final=None)


def masked() -> Program:
    """The encoder needs to look at nothing, so that a mask is no matter."""
    return with_encoder(copy_on_circles(), causal=True)


def four_words() -> Program:
    """Room for four words."""
    program = in_the_lists_order.in_the_lists_order()
    assert program.model.encoder is not None
    return with_encoder(program, W_pos=program.model.encoder.W_pos[: in_the_lists_order.LONGEST])


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
    (poll,) = program.model.layers[0].cross
    W_O, W_V, W_U = poll.W_O + 0.125, poll.W_V + 1e-9, program.model.unembedding + 1e-9
    model = with_head(program.model, kind="cross", W_O=W_O, W_V=W_V)
    return replace(program, model=replace(model, W_U=W_U))


def own_measure() -> Program:
    """Distances of another scale for each pair of neighbors: the middle is the middle."""
    at = np.array([0.0, 1, 3, 3.5, 5])
    votes = -np.abs(at - at[:, None])
    votes[-1] = 0
    return by_votes(votes)


def in_reverse() -> Program:
    """The chapter's: the text in reverse."""
    program = one_stack_copy.one_stack_copy()
    n = len(program.vocabulary)
    length, place = 2 * n + 3, 2 * n
    W_Q = program.model.layers[1].heads[0].W_Q.copy()
    W_Q[[place, length], 0] = -W_Q[place, 0], 2 * W_Q[place, 0]
    return replace(program, model=with_head(program.model, 1, W_Q=W_Q))


def more_room() -> Program:
    """Twice the room, and a letter that is never read."""
    program = one_stack_copy.one_stack_copy()
    W_E, W_U = program.model.W_E, program.model.unembedding
    answer, place, square, one = subspaces(symbol=4, answer=4, place=1, square=1, one=1, length=1)[
        1:5
    ]
    wider = replace(
        program.model,
        W_E=np.vstack([W_E, -W_E[:1]]),
        W_U=np.hstack([W_U, -read(answer).sum(axis=1, keepdims=True)]),
        W_pos=places(4 * one_stack_copy.LONGEST, place, square, one),
    )
    return replace(program, model=wider, vocabulary=[*program.vocabulary, "z"])


def each_twice() -> Program:
    """Each letter two times, in the place of the text: half a place a step."""
    program = two_stacks.copy(twice.LETTERS, 2 * twice.LONGEST)
    W_pos = program.model.W_pos.copy()
    n = program.model.d_vocab
    W_pos[:, 2 * n] = W_pos[:, 2 * n] / 2 - 0.25
    return with_model(program, W_pos=W_pos)


INVITED: dict[str, dict[str, object]] = {
    "largest-first": {
        "wrong": [end_first],
        "wrong: each letter once, the last first": two_stacks.which(LETTERS[::-1], LONGEST),
        "right": [largest_first_turned],
    },
    "every-other": {
        "wrong: the second, the fourth, the sixth": lambda: every_other.with_places(
            program := every_other.every_other(),
            program.model.W_pos + np.eye(program.model.d_model)[2 * program.model.d_vocab],
        ),
        "wrong: the first three letters": replace(
            two_stacks.copy(every_other.LETTERS, every_other.LONGEST), steps=3
        ),
        "right": [negative],
    },
    "survivors": {
        "wrong: no more letters than the alphabet has": lambda k, n: min(k, 26) * n + 1,
        "wrong: the empty text counted once for each letter": lambda k, n: k * (n + 1),
        "right: a sum, by numpy": lambda k, n: np.ones((k, n), np.int64).sum() + np.int64(1),
    },
    "copy-on-circles": {"wrong": [generous_eps, one_norm_less], "right": [masked]},
    "in-the-lists-order": {
        "wrong": [four_words],
        "wrong: the other word's turn comes before the end's": in_the_lists_order.asking(
            in_the_lists_order.by_name(0, 1, 2, 2.5, 3)
        ),
        "right: turns below zero, the other word's last": in_the_lists_order.asking(
            in_the_lists_order.by_name(-3, -2, -1, 0.5, 0)
        ),
    },
    "median": {"wrong": [upper, none_is_zero], "right": [own_measure]},
    "one-stack-copy": {
        "wrong": [in_reverse],
        "wrong: it never ends": lambda: with_model(
            program := one_stack_copy.one_stack_copy(),
            W_U=put(program.model.unembedding, np.s_[:, -1], 0),
        ),
        "right": [more_room],
    },
    "twice": {
        "wrong": [each_twice],
        "wrong: a little more than the length is taken away": twice.again(times=1.15),
        "right: as far as the longest text needs": twice.again(far=twice.LONGEST),
    },
}
