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
from taotp_core.arrays import Array
from taotp_core.encodings import circle
from taotp_core.equivalences import scramble
from taotp_core.program import Program
from taotp_core.weights import MLP, Layer, Transformer
from tests.exercises.changing import put, with_model


def half_a_circle(d_vocab: int, n_ctx: int) -> Transformer:
    """Twice around: symbols that stand opposite in the list stand on one point."""
    return Transformer(circle(d_vocab)[2 * np.arange(d_vocab) % d_vocab], np.zeros((n_ctx, 3)))


def each_with_its_own_constant(d_vocab: int, n_ctx: int) -> Transformer:
    """Layer norm takes a constant off whatever it is, and a constant row hears nothing."""
    return Transformer(circle(d_vocab) + np.arange(d_vocab)[:, None], np.zeros((n_ctx, 3)))


def start_without_a_row() -> Program:
    """Nobody says the start, so that its row may be zero."""
    program = sparse_hello_world()
    start = program.vocabulary.index("<start>")
    return with_model(program, W_E=put(program.model.W_E, start, 0))


def by_an_mlp() -> Program:
    """Tied one-hot rows, and a unit for each symbol that writes the next one, louder."""
    order = ["<start>", *"Hel Word!", "<stop>"]
    n = len(order)
    mlp = MLP(np.eye(n), np.zeros(n), 10 * np.roll(np.eye(n), 1, axis=1), np.zeros(n))
    model = Transformer(np.eye(n), np.zeros((n, n)), [Layer([], mlp)])
    return Program(model, order, "<start>", "<stop>")


def rms_with(by: Array | float) -> Program:
    """The machine of rms-norm with louder positions."""
    program = rms_hello_world()
    return with_model(program, W_pos=by * program.model.W_pos)


def by_tables(change: Callable[[Array], Array], quiet: float = 1) -> Program:
    """The loud machine with both of its tables changed, positions first made quieter."""
    program = hello_world(loud=10)
    model = Transformer(change(program.model.W_E), change(program.model.W_pos / quiet))
    return replace(program, model=model)


INVITED: dict[str, dict[str, object]] = {
    "repeat-last": {"wrong": [half_a_circle], "right": [each_with_its_own_constant]},
    "few-nonzeros": {
        "wrong: a table of positions that holds ones": (
            lambda v, n: Transformer(np.eye(v), np.ones((n, v))),
            sparse_hello_world,
        ),
        "right: a list of both, one row less": [sparse_repeat_last, start_without_a_row],
    },
    "train-hello-world": {
        "wrong: it forgets to stop": lambda: replace(trained_hello_world(), stop="!"),
        "right: in four dimensions": lambda: trained_hello_world(d_model=4),
    },
    "no-positions": {
        "wrong: positions near zero": lambda: with_model(hel_word(), W_pos=1e-9 * circle(10)),
        "right": [by_an_mlp],
    },
    "no-positions-hello": {
        "wrong: room for the letters alone": lambda: with_model(
            made := hello_without_positions(), W_pos=made.model.W_pos[:12]
        ),
        "right: turned, so that no column says anything": lambda: replace(
            made := hello_without_positions(), model=scramble(made.model, keeping_ones(4, 3, -1))
        ),
    },
    "rms-norm": {
        "wrong: positions twice as loud as tokens": lambda: rms_with(2e-6),
        "right: positions that shrink": lambda: rms_with(0.5 ** np.arange(13.0)[:, None]),
    },
    "integers": {
        "wrong: a circle of radius two": lambda: by_tables(lambda W: np.rint(1.2 * W)),
        "right: integers of sixteen digits": lambda: with_model(
            made := integer_hello_world(), W_pos=1e15 * made.model.W_pos
        ),
    },
    "positive": {
        "wrong: lifted tokens": lambda: with_model(hello_world(), W_E=hello_world().model.W_E + 2),
        "right: each row lifted by another number": lambda: with_model(
            made := positive_hello_world(),
            W_E=made.model.W_E + np.arange(11.0)[:, None],
            W_pos=made.model.W_pos + 1e3,
        ),
    },
    "jello": {
        "wrong: not far enough": "W_pos:0.2=1e6",
        "right: a whole number of numpy's": {"W_pos:0.2": np.int64(6_000_000)},
    },
}
