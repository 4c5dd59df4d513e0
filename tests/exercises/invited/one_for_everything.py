"""One for everything."""

from dataclasses import replace

import numpy as np

from exercises.catalogue.one_for_everything.choose_of_two import choose_of_two
from exercises.catalogue.one_for_everything.one_task_broken import place_of_zero
from exercises.judging.little_man import number_at
from exercises.judging.two_tasks import two
from taotp_core.weights import MLP, Head, Layer, Transformer


def both_and_one_let_through() -> Transformer:
    """One layer: two heads find both answers, a third the name, and two units let one through."""
    way, number, is_number, heard, smallest, largest, says = np.eye(7)
    x = np.arange(5.0)
    query = is_number[:, None]
    heads = [
        Head(query, (100 * is_number - 20 * number)[:, None], number[:, None], smallest[None]),
        Head(query, (100 * is_number + 20 * number)[:, None], number[:, None], largest[None]),
        Head(query, -64 * query, way[:, None], heard[None]),
    ]
    gates = MLP(
        W_in=np.stack([smallest - 5 * heard, largest + 5 * heard], axis=1),
        b_in=np.array([-5.0, -5.0]),
        W_out=np.stack([says, says]),
        b_out=np.zeros(7),
    )
    return Transformer(
        np.vstack([-way, way, np.outer(x, number) + is_number]),
        np.zeros((5, 7)),
        [Layer(heads, gates, None, None)],
        norm_final=None,
        W_U=np.hstack([
            np.outer(is_number, [-20, -20]), np.outer(says, x) - np.outer(is_number, x**2 / 2),
        ]),
    )  # fmt: skip


INVITED: dict[str, dict[str, object]] = {
    "choose-of-two": {
        "wrong: the machine of two as it is": lambda: two().model,
        "wrong: numbers before names": lambda: replace(
            choose_of_two(), W_E=np.roll(choose_of_two().W_E, -2, axis=0)
        ),
        "right": [both_and_one_let_through],
    },
    "one-task-broken": {
        "wrong: a factor, where a number is asked for": lambda: (place_of_zero(), 0.75),
        "wrong: a number that is zero": lambda: ("W_U:12.2", 0.25),
        "right: a quarter more": lambda: ("W_U:2.3", 1.25 * number_at(two(), "W_U:2.3")),
    },
}
