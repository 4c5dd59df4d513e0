"""Hello World."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.catalogue.hello_world.few_nonzeros import sparse_hello_world, sparse_repeat_last
from exercises.catalogue.hello_world.integers import integer_hello_world
from exercises.catalogue.hello_world.no_positions import hel_word
from exercises.catalogue.hello_world.no_positions_hello import hello_without_positions
from exercises.catalogue.hello_world.positive import positive_hello_world
from exercises.catalogue.hello_world.rms_norm import rms_hello_world
from exercises.catalogue.hello_world.train_hello_world import trained_hello_world
from exercises.catalogue.transformer.scramble import keeping_ones
from taotp.programs.hello_world import hello_world
from taotp_core.encodings import circle
from taotp_core.equivalences import scramble
from taotp_core.program import Program
from taotp_core.weights import MLP, RMS_NORM, Layer, Transformer
from tests.exercises.invited import Invited


def with_model(program: Program, change: Callable[[Transformer], Transformer]) -> Program:
    """A program whose model is another."""
    return replace(program, model=change(program.model))


def table_of_61(d_vocab: int, n_ctx: int) -> Transformer:
    """One circle for all, with room for 61 symbols."""
    return Transformer(circle(61)[:d_vocab], np.zeros((n_ctx, 3)))


def half_a_circle(d_vocab: int, n_ctx: int) -> Transformer:
    """Twice around: symbols that stand opposite in the list stand on one point."""
    return Transformer(circle(d_vocab)[2 * np.arange(d_vocab) % d_vocab], np.zeros((n_ctx, 3)))


def each_with_its_own_constant(d_vocab: int, n_ctx: int) -> Transformer:
    """Layer norm takes a constant off whatever it is, and a constant row hears nothing."""
    return Transformer(circle(d_vocab) + np.arange(d_vocab)[:, None], np.zeros((n_ctx, 3)))


def thrifty_start() -> Program:
    """The start needs no row of its own, as no letter does: all rows zero but those of letters."""
    program = sparse_hello_world()
    letters = program.model.W_E.copy()
    letters[program.vocabulary.index("<start>")] = 0
    letters[program.vocabulary.index("<stop>")] = 0
    return with_model(program, lambda model: replace(model, W_E=letters))


def start_without_a_row() -> Program:
    """Nobody says the start, so that its row may be zero."""
    program = sparse_hello_world()
    W_E = program.model.W_E.copy()
    W_E[program.vocabulary.index("<start>")] = 0
    return with_model(program, lambda model: replace(model, W_E=W_E))


def by_an_mlp() -> Program:
    """Tied one-hot rows, and a unit for each symbol that writes the next one, louder."""
    order = ["<start>", *"Hel Word!", "<stop>"]
    n = len(order)
    mlp = MLP(np.eye(n), np.zeros(n), 10 * np.roll(np.eye(n), 1, axis=1), np.zeros(n))
    model = Transformer(np.eye(n), np.zeros((n, n)), [Layer([], mlp)])
    return Program(model, order, "<start>", "<stop>")


def one_sentinel() -> Program:
    """What begins the message ends it, too."""
    program = hel_word()
    return replace(program, stop="<start>")


INVITED = {
    "repeat-last": Invited(
        wrong={"a circle with room for 61 symbols": table_of_61, "twice around": half_a_circle},
        right={"a constant for each row": each_with_its_own_constant},
    ),
    "few-nonzeros": Invited(
        wrong={
            "no rows for start and stop": (sparse_repeat_last, thrifty_start),
            "a table of positions that holds ones": (
                lambda v, n: Transformer(np.eye(v), np.ones((n, v))),
                sparse_hello_world,
            ),
        },
        right={"a list of both, one row less": [sparse_repeat_last, start_without_a_row]},
    ),
    "train-hello-world": Invited(
        wrong={
            "trained under another norm": lambda: with_model(
                trained_hello_world(), lambda model: replace(model, norm_final=RMS_NORM)
            ),
            "it forgets to stop": lambda: replace(trained_hello_world(), stop="!"),
        },
        right={"in four dimensions": lambda: trained_hello_world(d_model=4)},
    ),
    "no-positions": Invited(
        wrong={
            "positions that are nearly zero": lambda: with_model(
                hel_word(), lambda model: replace(model, W_pos=1e-9 * circle(10))
            ),
            "one sentinel for both": one_sentinel,
        },
        right={"tied, by an MLP": by_an_mlp},
    ),
    "no-positions-hello": Invited(
        wrong={
            "the head is left for the last": lambda: with_model(
                hello_without_positions(), lambda model: replace(model, W_U=-model.unembedding)
            ),
            "room for the letters alone": lambda: with_model(
                hello_without_positions(), lambda model: replace(model, W_pos=model.W_pos[:12])
            ),
        },
        right={
            "turned, so that no column says anything": lambda: with_model(
                hello_without_positions(), lambda model: scramble(model, keeping_ones(4, 3, -1))
            ),
        },
    ),
    "rms-norm": Invited(
        wrong={
            "positions twice as loud as tokens": lambda: with_model(
                rms_hello_world(), lambda model: replace(model, W_pos=2e-6 * model.W_pos)
            ),
            "room for a place more": lambda: with_model(
                rms_hello_world(),
                lambda model: replace(model, W_pos=np.vstack([model.W_pos, model.W_pos[:1]])),
            ),
        },
        right={
            "positions that shrink": lambda: with_model(
                rms_hello_world(),
                lambda model: replace(model, W_pos=model.W_pos / 2 ** np.arange(13.0)[:, None]),
            ),
        },
    ),
    "integers": Invited(
        wrong={
            "rounded tables, and positions half as much again": lambda: with_model(
                integer_hello_world(), lambda model: replace(model, W_pos=model.W_pos * 1.25)
            ),
            "a circle of radius two": lambda: with_model(
                hello_world(loud=10),
                lambda model: Transformer(np.rint(1.2 * model.W_E), np.rint(1.2 * model.W_pos)),
            ),
        },
        right={
            "integers of sixteen digits": lambda: with_model(
                integer_hello_world(), lambda model: replace(model, W_pos=1e15 * model.W_pos)
            ),
        },
    ),
    "positive": Invited(
        wrong={
            "tokens alone are lifted": lambda: with_model(
                hello_world(), lambda model: replace(model, W_E=model.W_E + 2)
            ),
            "powers in the place of numbers": lambda: with_model(
                hello_world(loud=10),
                lambda model: Transformer(np.exp(model.W_E), np.exp(model.W_pos / 4)),
            ),
        },
        right={
            "each row lifted by another number": lambda: with_model(
                positive_hello_world(),
                lambda model: replace(
                    model, W_E=model.W_E + np.arange(11.0)[:, None], W_pos=model.W_pos + 1e3
                ),
            ),
        },
    ),
    "jello": Invited(
        wrong={
            "not far enough": "W_pos:0.2=1e6",
            "past the letter": "W_pos:0.2=1e9",
        },
        right={"a whole number of numpy's": {"W_pos:0.2": np.int64(6_000_000)}},
    ),
}
