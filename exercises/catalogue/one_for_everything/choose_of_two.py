"""The smallest or the largest, as the first token says, in a machine without spare parts."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from exercises.judging.asking import Shown
from exercises.judging.judge import Most, Tally, hold, praised, right
from exercises.judging.machine import machine
from exercises.judging.sizes import sized_model
from exercises.judging.two_tasks import N_CTX, NAMES, TASKS, TOKENS, of_task
from exercises.statement import Exercise
from taotp_core.weights import Head, Layer, Transformer

MOST = 300
WHERE = "in choose_of_two"
PRAISE = "{inputs} inputs, {total} parameters, smallest margin {margin:.2g}"
SURE = 64.0  # by which a number leads the next
STUB = '''
def choose_of_two():
    """A Transformer of the tokens least: most: 0 1 2 3 4, in this order."""
    raise NotImplementedError
'''
Make = Callable[[], Transformer]


def judge(answer: object) -> str:
    """Every list, behind each name."""
    model = sized_model(answer, where=WHERE, d_vocab=TOKENS, least={"n_ctx": N_CTX})
    hold(model, f"{WHERE} expected at most {MOST} numbers, got {{total}}", total=Most(MOST))
    tally = Tally()
    for name in TASKS:
        for tokens, wanted in of_task(name):
            expected = np.full(tokens.shape, -1)
            expected[:, -1] = wanted
            tally += right(model, tokens, expected, Shown(NAMES, " "), lambda i: NAMES[i])
    return praised(PRAISE, model, tally)


def choose_of_two() -> Transformer:
    """A head hears which way to look; that is the query of another one.

    The columns are the way, the number, 1 for numbers, the way that was heard, and the answer.
    """
    way, number, is_number, heard, says = np.eye(5)
    x = np.arange(-2.0, 3)
    names = np.outer([-1, 1], way)
    hears = Head(
        W_Q=is_number[:, None], W_K=-SURE * is_number[:, None],
        W_V=way[:, None], W_O=heard[None], name="hears the name",
    )  # fmt: skip
    looks = Head(
        W_Q=np.stack([heard, is_number], axis=1),
        W_K=SURE * np.stack([number, 9 * is_number], axis=1),
        W_V=number[:, None], W_O=says[None], name="looks that way",
    )  # fmt: skip
    return Transformer(
        W_E=np.vstack([names, np.outer(x, number) + is_number]),
        W_pos=np.zeros((N_CTX, 5)),
        layers=[Layer([head], None, None, None) for head in (hears, looks)],
        norm_final=None,
        W_U=np.hstack([
            np.outer(is_number, [-9, -9]), np.outer(says, x) - np.outer(is_number, x**2 / 2),
        ]),
    )  # fmt: skip


def with_head(number: int, **arrays: Any) -> Make:
    """The model answer, in which the head of a layer has other arrays."""
    model = choose_of_two()
    layers = [*model.layers]
    (head,) = layers[number].heads
    layers[number] = replace(layers[number], heads=[replace(head, **arrays)])
    return lambda: replace(model, layers=layers)


def accepted_louder() -> Make:
    """Twice as sure."""
    (head,) = choose_of_two().layers[1].heads
    return with_head(1, W_K=2 * head.W_K)


def accepted_more_room() -> Make:
    """Room for more than is asked."""
    return lambda: replace(choose_of_two(), W_pos=np.zeros((9, 5)))


def wrong_deaf() -> Make:
    """The name is not heard: every number is looked at."""
    return with_head(0, W_V=np.zeros((5, 1)))


def wrong_faint() -> Make:
    """The name is heard among the numbers: the longer the list, the less."""
    return with_head(0, W_K=np.zeros((5, 1)), W_O=np.eye(5)[3][None] / SURE)


def wrong_unsure() -> Make:
    """A mixture of the smallest and what is near it."""
    (head,) = choose_of_two().layers[1].heads
    return with_head(1, W_K=head.W_K / SURE)


def wrong_other_way() -> Make:
    """The largest for the smallest."""
    return with_head(0, W_O=-np.eye(5)[3][None])


EXERCISE = Exercise(
    slug="choose-of-two",
    title="Without neighbors",
    kind="budget",
    statement=f"""
The machine of two on this page keeps both programs, side by side, and stores over a thousand
numbers. Build one by hand that stores at most {MOST}, zeros among them. `choose_of_two()` returns a
`Transformer` of the tokens `least:`, `most:`, 0, 1, 2, 3 and 4, in this order. After `least:` and
up to four numbers it says the smallest of them, after `most:` the largest. Any shape is right:
layers, heads, units and norms are as you like. It may say anything before the list ends, but every
list is asked.
""",
    hints=(
        "`minimum` and `maximum` differ in the sign of a score. Where could a sign come from that "
        "the first token decides?",
        "One head can bring something of the name to the last number. What can the head of the "
        "next layer do with it?",
        "Or both answers are found, in one layer, and two units let one of them through.",
    ),
    answer="""
A score is a query times a key. Let the key be the number and the query be -1 or 1: then the
smallest or the largest number wins. The name holds the -1 or the 1, and a head in the first layer
brings it to the last number, which asks. No head sleeps here: one head does both tasks. That is
smaller, but its builder has to see how the tasks are alike, and `choose` need not. Five
columns, without norms: 145 numbers.
""",
    stub=STUB,
    judge=judge,
    code=(choose_of_two,),
    typed=machine(judge, choose_of_two),
)
