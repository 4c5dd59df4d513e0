"""Exercise: a second head for a rule of its own."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import Most, hold, praised
from exercises.judging.machine import machine
from exercises.judging.repeated import N_CTX, known, says_next
from exercises.judging.sizes import sized_model
from exercises.statement import Exercise
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Head, Layer, Transformer

STUB = '''
def aab_or_aac():
    """A Transformer of two heads: aab, or aac once it has heard a c."""
    raise NotImplementedError
'''

Make = Callable[[], Transformer]
EITHER = known("aab") | known("aac") | {"aa": "b"}  # nobody has been heard to say c


def judge(answer: object) -> str:
    """Right after every piece of either text, with at most two heads and no MLP."""
    model = sized_model(answer, where="in the answer", n_ctx=N_CTX, d_vocab=3)
    two = "in the answer expected one layer of two heads and no MLP, got {heads}"
    hold(model, two, layers=1, first_heads=Most(2), mlps=0)
    tally = says_next(model, EITHER, "abc")
    words = "{inputs} inputs, {total} parameters, smallest margin {margin:.3g}"
    return praised(words, model, tally)


def aab_or_aac(large: float = 1024.0) -> Transformer:
    """The essay's head, for which b and c are one, and one that looks for a c everywhere."""
    pos, token = subspaces(pos=5, token=3)
    last_two = np.eye(5) + np.eye(5, k=-1)
    pair = Head(
        W_Q=large * read(pos) @ last_two,
        W_K=read(pos),
        W_V=read(token) @ [[1], [-1], [-1]],
        W_O=large * np.array([[-1, 1, 1]]) @ write(token),
        b_O=large * write(token)[0],
    )
    nowhere = np.zeros((8, 0))
    heard = Head(
        W_Q=nowhere,
        W_K=nowhere,
        W_V=read(token)[:, 2:],
        W_O=large / 2 * write(token)[2:],
        b_O=-large / 20 * write(token)[2],
    )
    layer = Layer([pair, heard], norm_attn=None, norm_mlp=None)
    return Transformer(write(token), write(pos), [layer], norm_final=None)


def accepted_average() -> Make:
    """A head that averages everything; a fifth of a c is enough."""
    return aab_or_aac


def accepted_softer() -> Make:
    """The same with a sixteenth of the voice."""
    return lambda: aab_or_aac(64)


def wrong_one_rule() -> Make:
    """Without the second head b and c tie."""

    def one() -> Transformer:
        model = aab_or_aac()
        layer = Layer(model.layers[0].heads[:1], norm_attn=None, norm_mlp=None)
        return Transformer(model.W_E, model.W_pos, [layer], norm_final=None)

    return one


def wrong_always_c() -> Make:
    """Without the bias, c leads a little even if it was never heard: no, it ties."""

    def biased() -> Transformer:
        model = aab_or_aac()
        pair, heard = model.layers[0].heads
        free = Head(heard.W_Q, heard.W_K, heard.W_V, heard.W_O)
        layer = Layer([pair, free], norm_attn=None, norm_mlp=None)
        return Transformer(model.W_E, model.W_pos, [layer], norm_final=None)

    return biased


def wrong_too_loud() -> Make:
    """The second head so loud that c is said out of turn."""

    def loud() -> Transformer:
        model = aab_or_aac()
        pair, heard = model.layers[0].heads
        cry = Head(heard.W_Q, heard.W_K, heard.W_V, 8 * heard.W_O, b_O=heard.b_O)
        layer = Layer([pair, cry], norm_attn=None, norm_mlp=None)
        return Transformer(model.W_E, model.W_pos, [layer], norm_final=None)

    return loud


def wrong_two_layers() -> Make:
    """The same in two layers."""

    def two() -> Transformer:
        model = aab_or_aac()
        layers = [Layer([h], norm_attn=None, norm_mlp=None) for h in model.layers[0].heads]
        return Transformer(model.W_E, model.W_pos, layers, norm_final=None)

    return two


EXERCISE = Exercise(
    slug="second-head",
    title="A second head",
    kind="construct",
    statement="""
Give the machine another rule to mind. It has three letters, and goes on with *aabaab...*; but if a
*c* is anywhere in its context it goes on with *aacaac...*. Where it has heard neither *b* nor *c*,
*aa* is followed by *b*. `aab_or_aac()` returns a `Transformer` of three letters and five positions:
one layer, at most two heads, no MLP, and norms as you like. It has to be right after every piece of
either text that says where in it we are.
""",
    hints=(
        "To the first head *b* and *c* may be one and the same: not *a*.",
        "The second head need not know where the *c* was. What does an average of all say?",
        "One *c* in five letters has to be enough to lead *b* after *aa*, and one *c* alone must "
        "not be enough to lead *a* elsewhere. Between them is room for a voice and a bias.",
    ),
    answer="""
The essay's head, with *c* counted as *b* and said as loudly, leaves a tie. The second takes the
average of everything and gives *c* a voice that grows with its share, from a fifth to all, less a
bias of half of the smallest. It breaks the tie and is too soft to do more.
""",
    stub=STUB,
    judge=judge,
    code=(aab_or_aac,),
    typed=machine(judge, aab_or_aac),
)
