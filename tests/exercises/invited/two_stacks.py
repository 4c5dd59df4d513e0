"""Two stacks."""

from dataclasses import replace

import numpy as np

from exercises.catalogue.two_stacks import every_other, in_the_lists_order, one_stack_copy, twice
from exercises.catalogue.two_stacks.copy_on_circles import copy_on_circles
from exercises.catalogue.two_stacks.largest_first import LETTERS, LONGEST, largest_first
from exercises.catalogue.two_stacks.median import median
from taotp.programs import two_stacks
from taotp_core.program import Program
from tests.exercises.changing import asked_otherwise, put, with_encoder, with_head, with_model


def negative(program: Program, layer: int = 0, kind: str = "cross") -> Program:
    """Everything asked for with the other sign, of places with the other sign."""
    return replace(program, model=asked_otherwise(program.model, layer, kind))


def none_is_zero() -> Program:
    """Right, but each vote is moved by a little, and no number is zero."""
    program = median()
    (poll,) = program.model.layers[0].cross
    W_O, W_V, W_U = poll.W_O + 0.125, poll.W_V + 1e-9, program.model.unembedding + 1e-9
    model = with_head(program.model, kind="cross", W_O=W_O, W_V=W_V)
    return replace(program, model=replace(model, W_U=W_U))


def four_words() -> Program:
    """Room for four words."""
    program = in_the_lists_order.in_the_lists_order()
    assert program.model.encoder is not None
    return with_encoder(program, W_pos=program.model.encoder.W_pos[: in_the_lists_order.LONGEST])


INVITED: dict[str, dict[str, object]] = {
    "largest-first": {
        "wrong: each letter once, the last first": two_stacks.which(LETTERS[::-1], LONGEST),
        "right: asked with the other sign": lambda: negative(largest_first()),
    },
    "every-other": {
        "wrong: the second, the fourth, the sixth": lambda: every_other.with_places(
            program := every_other.every_other(),
            program.model.W_pos + np.eye(program.model.d_model)[2 * program.model.d_vocab],
        ),
        "right: asked with the other sign": lambda: negative(every_other.every_other()),
    },
    "survivors": {
        "wrong: no more letters than the alphabet has": lambda k, n: min(k, 26) * n + 1,
        "right: a sum, by numpy": lambda k, n: np.ones((k, n), np.int64).sum() + np.int64(1),
    },
    "copy-on-circles": {
        "wrong: one norm less": lambda: with_encoder(copy_on_circles(), norm_final=None),
        "right: the encoder looks at nothing, so that a mask is no matter": lambda: with_encoder(
            copy_on_circles(), causal=True
        ),
    },
    "in-the-lists-order": {
        "wrong": [four_words],
        "right: turns below zero, the other word's last": in_the_lists_order.asking(
            in_the_lists_order.by_name(-3, -2, -1, 0.5, 0)
        ),
    },
    "median": {
        "wrong": [none_is_zero],
        "right: asked with the other sign": lambda: negative(median()),
    },
    "one-stack-copy": {
        "wrong: it never ends": lambda: with_model(
            program := one_stack_copy.one_stack_copy(),
            W_U=put(program.model.unembedding, np.s_[:, -1], 0),
        ),
        "right: asked with the other sign": lambda: negative(
            one_stack_copy.one_stack_copy(), 1, "heads"
        ),
    },
    "twice": {
        "wrong: a little more than the length is taken away": twice.again(times=1.15),
        "right: as far as the longest text needs": twice.again(far=twice.LONGEST),
    },
}
