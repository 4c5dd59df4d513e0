"""Exercise: a word of three letters, with one head."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.judging.judge import hold, praised
from exercises.judging.machine import machine
from exercises.judging.repeated import N_CTX, known, says_next
from exercises.judging.sizes import sized_model
from exercises.statement import Exercise
from taotp_core.arrays import Array
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Head, Layer, Transformer

WORD, LETTERS = "aabc", "abc"
STUB = '''
def aabc_for_ever():
    """A Transformer of one head and no MLP that goes on with aabcaabc..."""
    raise NotImplementedError
'''

Make = Callable[[], Transformer]


def judge(answer: object) -> str:
    """Right after every piece of the text that says where in it we are."""
    model = sized_model(answer, where="in the answer", n_ctx=N_CTX, d_vocab=3)
    one = "in the answer expected one layer of one head and no MLP, got {heads}"
    hold(model, one, heads=[1], mlps=0)
    tally = says_next(model, known(WORD), LETTERS)
    words = "{inputs} inputs, {total} parameters, smallest margin {margin:.3g}"
    return praised(words, model, tally)


def built(voices: Array, large: float = 1024.0) -> Transformer:
    """The average of the last two letters, and what each letter in it has to say: [3, 3]."""
    pos, token = subspaces(pos=5, token=3)
    last_two = np.eye(5) + np.eye(5, k=-1)
    head = Head(
        W_Q=large * read(pos) @ last_two,
        W_K=read(pos),
        W_V=read(token),
        W_O=large * voices @ write(token),
    )
    layer = Layer([head], norm_attn=None, norm_mlp=None)
    return Transformer(write(token), write(pos), [layer], norm_final=None)


def aabc_for_ever() -> Transformer:
    """An a asks for b, a b for c more loudly, a c for a most loudly."""
    return built(np.array([[0, 1, 0], [0, 0, 2], [3, 0, 0]]))


def accepted_louder_and_louder() -> Make:
    """Voices of 1, 2 and 3."""
    return aabc_for_ever


def accepted_powers() -> Make:
    """Voices of 1, 4 and 16, in a softer machine."""
    return lambda: built(np.array([[0, 1, 0], [0, 0, 4], [16, 0, 0]]), large=64)


def wrong_equal_voices() -> Make:
    """After ab the a asks for b as loudly as the b asks for c."""
    return lambda: built(np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]]))


def wrong_order() -> Make:
    """The loudest voice to the wrong letter."""
    return lambda: built(np.array([[0, 3, 0], [0, 0, 2], [1, 0, 0]]))


def wrong_last_letter() -> Make:
    """Looks at the last letter alone, so that a is always followed by b."""

    def last() -> Transformer:
        model = aabc_for_ever()
        (head,) = model.layers[0].heads
        own = replace(head, W_Q=1024 * head.W_K)
        layer = Layer([own], norm_attn=None, norm_mlp=None)
        return replace(model, layers=[layer])

    return last


def wrong_no_head() -> Make:
    """No head at all."""
    return lambda: Transformer(np.eye(3), np.zeros((5, 3)))


EXERCISE = Exercise(
    slug="three-letters",
    title="Three letters",
    kind="construct",
    statement="""
The average of the last two letters of *aabaab...* is a number. Let the machine go on with
*aabcaabc...*: `aabc_for_ever()` returns a `Transformer` of three letters and five positions, of one
layer with one head and no MLP, and with norms as you like. It has to be right after every piece of
the text that says where in it we are, and a single letter may be enough for that.
""",
    hints=(
        "Take the letters themselves for values: the average is a vector of three shares. Which "
        "shares do the four places have?",
        "The average forgets which of two letters came last. Does it matter here?",
        "Let each letter have a say about what comes next. Where two of them differ, who has to "
        "win? Order the three voices.",
    ),
    answer="""
*aa* is all *a*; *ab*, *bc* and *ca* are halves. An *a* wants *b* next, a *b* wants *c* and a *c*
wants *a*. Where two differ the later in this list is right, so that voices of 1, 2 and 3 settle it.
It works since of two different letters the text has one order only.
""",
    stub=STUB,
    judge=judge,
    code=(aabc_for_ever, built),
    typed=machine(judge, aabc_for_ever),
)
