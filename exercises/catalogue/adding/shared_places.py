"""Half the heads, by positions that are not unique."""

from dataclasses import replace

import numpy as np

from exercises.judging.judge import Tally
from exercises.judging.machine import machine
from exercises.judging.sums import Make, adder_with, adds
from exercises.statement import Exercise, Mark
from taotp.constructions.digits import embedding
from taotp.programs import small
from taotp.programs.adding import LOUD, add
from taotp_core.arrays import Array, Tokens
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_to, clear, overwrite_by_scale, spikes
from taotp_core.measure import parameters
from taotp_core.stream import read, subspaces, write
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM, Layer, Transformer

MARK = np.array([0.0, 1.0, 0.0])  # with the first or the last number some sums and places meet
STUB = '''
def shared_places(n_digits):
    """A Transformer like add(n_digits).model with n_digits + 1 heads."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """All pairs of one and of two digits, with a head for each worth and one more."""
    tally, total = Tally(), 0
    for n_digits in (1, 2):
        model, _ = adder_with(answer, n_digits, n_digits + 1)
        tally, total = tally + adds(model, n_digits), parameters(model).total
    return f"{tally.inputs} inputs, {total} parameters for two digits"


def places(n_digits: int) -> Tokens:
    """Which point of a circle of 2 n + 2 each position has: digits of one worth share theirs."""
    down = np.arange(n_digits)[::-1]
    return np.concatenate([down, [n_digits], down, np.arange(n_digits + 1, 2 * n_digits + 2)])


def add_by_pairs(
    n_digits: int, *, apart: Array | None = None, mark: Array = MARK, gain: float = 2.0
) -> Transformer:
    """The chapter's `add`, each of whose heads reads both digits of one worth at once.

    `apart` [3 n + 2, 2] are further columns of the position table, which no head looks at; layer
    norm must leave its rows alone.
    """
    more = {} if apart is None else {"apart": 2}
    value, one, rest, pos, *other = subspaces(value=1, one=1, rest=2, pos=3, **more)
    token, *_ = subspaces(token=4, pos=3, **more)
    n, around = n_digits, 2 * n_digits + 2
    W_E = embedding(n)[:, :4] @ write(token)
    W_pos = circle(around)[places(n)] @ write(pos)
    if apart is not None:
        W_pos = W_pos + apart @ write(*other)
    heads = [attend_to(i, one, pos, value, value, n=around, loud=gain * 10**i) for i in range(n)]
    marked = read(pos) @ mark[:, None]
    swap = replace(
        clear(pos, rest, n=around),
        W_V=np.hstack([-read(rest), marked - read(value)]),
        W_O=write(rest, value),
    )
    sums, worth = np.arange(2 * 10**n - 1)[:, None], 10 ** np.arange(n, -1, -1)
    speaking = W_pos[-n - 1 :]
    stream = (sums[..., None] / 100 + speaking @ marked) * write(value) + write(one) + speaking
    at = normalize(stream, LAYER_NORM) @ read(value)
    answers = W_E[(sums // worth % 10).ravel()] @ read(token)
    table = spikes(at.ravel(), answers, value, token)
    return Transformer(W_E, W_pos, [Layer([*heads, swap], overwrite_by_scale(table, LOUD))])


def shared_places(n_digits: int) -> Transformer:
    """Digits of the same worth have the same row of W_pos."""
    return add_by_pairs(n_digits)


def accepted_shared_rows() -> Make:
    """Positions for two."""
    return shared_places


def accepted_by_attention() -> Make:
    """No table at all: what has been said is subtracted."""
    return lambda n_digits: small.add(n_digits).model


def wrong_chapter() -> Make:
    """The chapter's own, with a head for each digit."""
    return lambda n_digits: add(n_digits).model


def wrong_average() -> Make:
    """Heads that bring the average of two digits, where a table of sums is read."""

    def average(n_digits: int) -> Transformer:
        return add_by_pairs(n_digits, gain=1.0)

    return average


def wrong_mark() -> Make:
    """The first number of the position as mark, which is the same at two places."""
    return lambda n_digits: add_by_pairs(n_digits, mark=MARK[[1, 0, 2]])


EXERCISE = Exercise(
    slug="shared-places",
    source="6.10",
    title="Positions for two",
    kind="family",
    marks=(Mark.VERY_EASY,),
    statement="""
The tens of the first number and the tens of the second are multiplied by the same 10. So one head
could read both: it looks at two places, gets their average, and doubles it. Make it work in `add`
by changing the position table. How many heads remain?

`shared_places(n_digits)` makes a `Transformer` of one layer with at most $n + 1$ heads, over the
twelve symbols, with `n_ctx` $3n + 2$ and plain layer norms before its parts.
""",
    hints=(
        "Why does a head look at one place and not at two? Because their positions differ.",
        "What if they did not?",
        "The equals sign and the digits after it still need positions of their own.",
    ),
    answer="""
Give the two places of equal worth the same row of `W_pos`. A query for that row scores both
alike, attention halves, and a gain of $2 \\cdot 10^{place}$ makes up for it. The circle needs a
point for each worth, one for the plus, and one for each digit to be said: $2n + 2$ instead of
$3n + 2$. There are $n + 1$ heads instead of $2n + 1$. On the smaller circle the mark has to be
chosen anew: for two digits two places look alike in the first number of the position, and another
`mark` tells them apart. (Without the table two heads do for any $n$: one that reads, and one that
subtracts what has been said. See *Times*.)
""",
    stub=STUB,
    judge=judge,
    code=(shared_places, add_by_pairs),
    typed=machine(judge, shared_places, at=0, size="n_digits 1"),
)
