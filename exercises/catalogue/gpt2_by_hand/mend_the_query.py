"""Exercise: the essay's machine with layer norm, mended where it looks."""

from collections.abc import Callable
from dataclasses import replace

from exercises.judging.judge import ask, numbers
from exercises.judging.repeated import known, says_next
from exercises.statement import Exercise, Mark
from exercises.typed import Field, Json, Typed
from taotp.programs import printed
from taotp_core.arrays import Array
from taotp_core.weights import LAYER_NORM, Layer, Transformer

STUB = '''
def mended_query():
    """A W_Q with which the essay's machine bears layer norm: numbers [8, 8]."""
    raise NotImplementedError
'''

Make = Callable[[], Array]


def normed(W_Q: Array) -> Transformer:
    """The essay's machine with layer norm before its head and at the end, and this W_Q."""
    model = printed.aab().model
    head = replace(model.layers[0].heads[0], W_Q=W_Q)
    layer = Layer([head], norm_attn=LAYER_NORM, norm_mlp=None)
    return replace(model, layers=[layer], norm_final=LAYER_NORM)


def judge(answer: object) -> str:
    """All thirteen are right again."""
    W_Q = numbers(ask(answer, where="in the answer"), (8, 8), "in the answer")
    tally = says_next(normed(W_Q), known("aab"))
    return f"{tally.inputs} inputs, smallest margin {tally.margin:.3g}"


def essay() -> Array:
    """W_Q as the essay has it."""
    return printed.aab().model.layers[0].heads[0].W_Q


def mended_query() -> Array:
    """The free column, which layer norm fills with the same number in each row, asks against 4."""
    W_Q = essay().copy()
    W_Q[7, 4] = 1024
    return W_Q


def accepted_free_column() -> Make:
    """What the last place is spared, the free column takes away."""
    return mended_query


def accepted_columns_of_zero() -> Make:
    """Every column sums to zero, so that the mean that is taken away is not missed."""

    def centered() -> Array:
        W_Q = essay().copy()
        W_Q[7] = -W_Q.sum(axis=0)
        return W_Q

    return centered


def wrong_essay() -> Make:
    """As the essay has it."""
    return essay


def wrong_softer() -> Make:
    """The last place asked for half as much, of itself as well."""

    def softer() -> Array:
        W_Q = essay().copy()
        W_Q[4, 4] = 0
        return W_Q

    return softer


def wrong_sign() -> Make:
    """The free column asks for place 4, and layer norm has filled it with a minus."""

    def favored() -> Array:
        W_Q = essay().copy()
        W_Q[7, 4] = -1024
        return W_Q

    return favored


def wrong_shape() -> Make:
    """Five by five: places alone."""
    return lambda: essay()[:5, :5]


def typed_data() -> Json:
    """All contexts, as ids, and the id that comes next."""
    return {
        "path": "layers.0.heads.0.W_Q",
        "names": ["a", "b"],
        "cases": [
            ([*map("ab".index, context)], "ab".index(after))
            for context, after in sorted(known("aab").items(), key=lambda one: len(one[0]))
        ],
    }


EXERCISE = Exercise(
    slug="mend-the-query",
    title="Asked for once",
    kind="construct",
    marks=(Mark.RECOMMENDED,),
    statement="""
With plain layer norm before its head and at the end the essay's machine errs after *baaba*, because
place 4 is asked for once and all others twice. Mend it without $\\gamma$ and $\\beta$:
`mended_query()` returns a $W_Q$, 8 by 8, with which all thirteen contexts are right, the other
weights being as they are. One number has to be changed.
""",
    hints=(
        "After layer norm each row holds 1.73 twice and -0.58 six times, in the free column too. "
        "What does a number in the last row of $W_Q$ add to every query?",
        "Which number in the last row makes place 4 lose as much as the others do?",
    ),
    answer="""
The free column holds -0.58 in every row, so that its row of $W_Q$ is a bias. With 1024 for place 4
it takes from that place what a second asker would have taken, and the two places that are asked for
share attention again. In general a column of $W_Q$ that sums to zero does not notice the mean that
layer norm takes away.
""",
    stub=STUB,
    judge=judge,
    code=(mended_query,),
    typed=Typed(
        (
            Field(
                "entries",
                "what differs from the essay's W_Q, one a line: row.column, a colon, the number",
                "lines",
                example="0.1: 512",
            ),
        ),
        "entries",
        typed_data,
        lambda: normed(essay()),
    ),
)
