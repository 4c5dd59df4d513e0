"""Exercise: another text in as few numbers."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import praised, small_enough, standard
from exercises.judging.machine import machine
from exercises.judging.repeated import N_CTX, known, says_next
from exercises.judging.sizes import sized_model
from exercises.statement import Exercise
from taotp.programs import repeat_pattern
from taotp_core.weights import Head, Layer, Transformer

MOST = 27
STUB = '''
def abb_for_ever():
    """A Transformer of at most 27 numbers that goes on with abbabb..."""
    raise NotImplementedError
'''

Make = Callable[[], Transformer]


def judge(answer: object) -> str:
    """Right after every piece of abbabb that says where in it we are, in 27 numbers."""
    model = sized_model(answer, where="in the answer", n_ctx=N_CTX, d_vocab=2)
    standard(model)
    tally = says_next(model, known("abb"))
    small_enough(f"{tally.inputs} inputs", model, "total", "parameters", "abb", MOST)
    size = "{total} parameters, {nonzero} of them not zero"
    return praised("{inputs} inputs, " + size + ", smallest margin {margin:.3g}", model, tally)


def aab_for_ever() -> Transformer:
    """The chapter's, which averages and looks at nothing."""
    nowhere = np.zeros((3, 0))
    average = Head(nowhere, nowhere, np.array([[1.0], [0], [0]]), np.array([[-12.0, 0, 0]]))
    W_E = np.array([[0.0, 1, 0], [2, 0, 0]])
    W_pos = np.array([[0.0, -1, 0], [0, 0, 0], [-1, 0, 0], [0, 0, 0], [0, 0, 0]])
    return Transformer(W_E, W_pos, [Layer([average])])


def abb_for_ever() -> Transformer:
    """Exchange the letters of aab: bba, which is abb from its second letter on."""
    model = aab_for_ever()
    return Transformer(model.W_E[::-1], model.W_pos, model.layers)


def accepted_exchanged() -> Make:
    """The rows of the letters exchanged."""
    return abb_for_ever


def accepted_other_columns() -> Make:
    """The same with the columns in another order."""

    def reordered() -> Transformer:
        model, order = abb_for_ever(), [2, 0, 1]
        (head,) = model.layers[0].heads
        moved = Head(head.W_Q, head.W_K, head.W_V[order], head.W_O[:, order])
        return Transformer(model.W_E[:, order], model.W_pos[:, order], [Layer([moved])])

    return reordered


def wrong_aab() -> Make:
    """The chapter's text."""
    return aab_for_ever


def wrong_any_word() -> Make:
    """Right, in eleven times as many numbers."""
    return lambda: repeat_pattern("abb", 5).model


def wrong_no_head() -> Make:
    """Without the head it says again what it heard."""

    def bare() -> Transformer:
        model = abb_for_ever()
        return Transformer(model.W_E, model.W_pos)

    return bare


def wrong_no_positions() -> Make:
    """With places all alike, aba and baa hold the same."""

    def lost() -> Transformer:
        model = abb_for_ever()
        return Transformer(model.W_E, 0 * model.W_pos, model.layers)

    return lost


EXERCISE = Exercise(
    slug="abb-in-27",
    title="Another text in 27 numbers",
    kind="budget",
    statement="""
The machine of 27 numbers says *aabaab...* and looks at nothing. `abb_for_ever()` returns a
`Transformer` of two letters and five positions with at most as many that goes on with *abbabb...*,
after every piece of it that says where in it we are. The norms are the plain LayerNorm, before each
part.
""",
    hints=(
        "Write a long piece of *abbabb...* below a long piece of *aabaab...* and shift it.",
        "Which two rows have to change places?",
    ),
    answer="""
*abbabb...* with its letters exchanged is *baabaa...*, which is *aabaab...* from its third letter
on. So the two rows of `W_E` change places, and a machine that does not care where a text begins
does not notice. For fewer numbers there is a leaderboard.
""",
    stub=STUB,
    judge=judge,
    code=(abb_for_ever, aab_for_ever),
    typed=machine(judge, abb_for_ever),
)
