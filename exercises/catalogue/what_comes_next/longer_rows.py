"""Longer rows say rarer things."""

import numpy as np

from exercises.judging.asking import note
from exercises.judging.judge import Tally, Wrong, hold, praised, standard
from exercises.judging.machine import machine
from exercises.judging.sizes import sized_model
from exercises.statement import Exercise
from taotp_core.arrays import softmax
from taotp_core.transformer import forward
from taotp_core.weights import Transformer

N_WORDS = 15
RARE = 1e-6
STUB = '''
def rarer():
    """A tied Transformer that hardly ever says token 0."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """One-hot rows of one length, tied; token 0 comes less than once in a million."""
    model = sized_model(answer, where="in rarer", d_vocab=N_WORDS, d_model=N_WORDS, n_ctx=1)
    standard(model)
    hold(model, "at W_U expected None, a tied unembedding, got an array", tied=True)
    hold(model, "at layers expected none, got {layers}", layers=0)
    note("rare", n=N_WORDS, rare=RARE, below=f"{RARE:g}")
    length = float(model.W_E[0, 0])
    if not np.array_equal(model.W_E, length * np.eye(N_WORDS)):
        raise Wrong("at W_E expected one-hot rows of one length, got others")
    said = softmax(forward(model, np.arange(N_WORDS)[:, None])[:, 0])
    for token, row in enumerate(said):
        if not row[0] < RARE:
            raise Wrong(f"on {token} expected a share below {RARE:g} for 0, got {row[0]:.3g}")
    words = (
        "{inputs} inputs, token 0 has at most {margin:.2g}, with rows of length {first_entry:.6g}"
    )
    return praised(words, model, Tally(N_WORDS, float(said[:, 0].max())))


def rarer() -> Transformer:
    """The position points away from token 0, louder than any token."""
    length = 6.0
    away = -1e3 * np.eye(N_WORDS)[:1]
    return Transformer(length * np.eye(N_WORDS), away)


def accepted_two_words() -> Transformer:
    """Toward one word and away from another; rows may be a little shorter."""
    rows = np.eye(N_WORDS)
    return Transformer(4.0 * rows, 1e4 * (rows[1:2] - rows[:1]))


def wrong_one_hot() -> Transformer:
    """Rows of length 1 cannot say it, however loud the position is."""
    return Transformer(np.eye(N_WORDS), -1e9 * np.eye(N_WORDS)[:1])


def wrong_louder() -> Transformer:
    """No position: a token says itself, and 0 as rarely as the rest; after 0 it says 0."""
    return Transformer(30.0 * np.eye(N_WORDS), np.zeros((1, N_WORDS)))


def wrong_untied() -> Transformer:
    """Long columns at the end are another way, but not asked for."""
    rows = np.eye(N_WORDS)
    return Transformer(rows, -1e3 * rows[:1], W_U=6.0 * rows)


def wrong_some_longer() -> Transformer:
    """One row is longer than the others."""
    rows = np.eye(N_WORDS)
    rows[0] *= 20
    return Transformer(rows, -1e3 * np.eye(N_WORDS)[:1])


EXERCISE = Exercise(
    slug="longer-rows",
    title="Less than that",
    kind="construct",
    statement=f"""
In fifteen dimensions a tied machine with one-hot rows makes no word less than $e^{{-5.5}}$ times as
likely as another. What must change? Give `rarer()`, a tied `Transformer` of {N_WORDS} tokens,
{N_WORDS} columns, one position and no layers, whose `W_E` is a multiple of `np.eye({N_WORDS})`, and
which gives token 0 a share below one in a million after any token.
""",
    hints=(
        "Layer norm leaves rows of length $\\sqrt{15}$. By what are they multiplied at the end?",
        "The position has to be louder than any token. Where should it point?",
    ),
    answer="""
The rows must be longer, as they are multiplied with what layer norm leaves, and that has always
the same length. With a position that points away from token 0, loudly, the row has
$-\\sqrt{14}$ in the first place and about a quarter in all others. So the share of 0 is near
$e^{-4 \\beta}/14$, and $\\beta = 6$ is plenty. A louder position changes nothing.
""",
    stub=STUB,
    judge=judge,
    code=(rarer,),
    typed=machine(judge, rarer),
)
