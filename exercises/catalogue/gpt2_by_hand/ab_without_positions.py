"""Exercise: a text for which a machine need not know where it is."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import no_positions, praised, standard
from exercises.judging.machine import machine
from exercises.judging.repeated import N_CTX, known, says_next
from exercises.judging.sizes import sized_model
from exercises.statement import Exercise, Mark
from taotp_core.weights import Head, Layer, Transformer

STUB = '''
def ab_for_ever():
    """A Transformer with a W_pos of zeros that goes on with abab."""
    raise NotImplementedError
'''

Make = Callable[[], Transformer]


def judge(answer: object) -> str:
    """Right after every piece of ababab, without positions."""
    model = sized_model(answer, where="in the answer", n_ctx=N_CTX, d_vocab=2)
    standard(model)
    no_positions(model)
    tally = says_next(model, known("ab"))
    words = "{inputs} inputs, {total} parameters, smallest margin {margin:.3g}"
    return praised(words, model, tally)


def ab_for_ever() -> Transformer:
    """Each letter is read off as the other one."""
    W_E = np.array([[1.0, -1.0], [-1.0, 1.0]])
    return Transformer(W_E, np.zeros((5, 2)), W_U=-W_E)


def accepted_exchanged() -> Make:
    """The unembedding with its columns exchanged."""
    return ab_for_ever


def accepted_tied() -> Make:
    """Tied: a head takes the last letter away twice, wherever it looks."""

    def tied() -> Transformer:
        W_E = np.array([[1.0, -1.0], [-1.0, 1.0]])
        own = Head(8 * W_E, W_E, W_E[:, :1], -6 * W_E[:1])
        return Transformer(W_E, np.zeros((5, 2)), [Layer([own])])

    return tied


def wrong_repeats() -> Make:
    """Tied and without a layer, it says the last letter again."""

    def repeats() -> Transformer:
        return Transformer(np.array([[1.0, -1.0], [-1.0, 1.0]]), np.zeros((5, 2)))

    return repeats


def wrong_positions() -> Make:
    """Says what the place says: right for texts that begin with an a."""

    def by_place() -> Transformer:
        W_pos = 9 * np.array([[-1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, 1.0]])
        return Transformer(np.array([[1.0, -1.0], [-1.0, 1.0]]), W_pos)

    return by_place


def wrong_one_letter() -> Make:
    """Says a, and again a."""

    def same() -> Transformer:
        W_E = np.array([[1.0, -1.0], [1.0, -1.0]])
        return Transformer(W_E, np.zeros((5, 2)), W_U=np.array([[1.0, -1.0], [-1.0, 1.0]]))

    return same


def wrong_size() -> Make:
    """A machine of four positions."""
    return lambda: Transformer(np.eye(2), np.zeros((4, 2)), W_U=np.eye(2)[::-1])


EXERCISE = Exercise(
    slug="ab-without-positions",
    title="abab, without positions",
    kind="construct",
    marks=(Mark.RECOMMENDED,),
    statement="""
The essay's author began with *ababab...* and found it too easy, as the machine would not have to
know where it is. Show it: `ab_for_ever()` returns a `Transformer` of two letters (0 is *a* and 1 is
*b*) and five positions whose `W_pos` is all zero, with the plain LayerNorm, that goes on with
*ababab...* after every piece of it. The unembedding need not be tied. How many numbers do you need?
""",
    hints=(
        "What comes next depends on the last letter alone. Which part of a machine sees it?",
        "No layer is needed, only a `W_U` of its own.",
    ),
    answer="""
Two columns, and an unembedding that is the embedding with its letters exchanged: 18 numbers, ten of
them positions that are zero. Tied it takes a head, since a tied machine without layers repeats.
""",
    stub=STUB,
    judge=judge,
    code=(ab_for_ever,),
    typed=machine(judge, ab_for_ever),
)
