"""The smallest of millions."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from exercises.judging.asking import note
from exercises.judging.judge import (
    NO_NUMBERS,
    Wrong,
    every_weight,
    fresh,
    instead,
    pay,
    small_enough,
    standard,
)
from exercises.judging.machine import machine
from exercises.judging.sizes import sized_model
from exercises.statement import Exercise, Mark
from taotp.programs import printed, small
from taotp.programs.minimum import hard_enough, maximum, minimum
from taotp_core.arrays import Tokens
from taotp_core.decode import greedy
from taotp_core.gadgets import overwrite_by_scale
from taotp_core.measure import parameters
from taotp_core.transformer import forward
from taotp_core.weights import Head, Layer, Transformer

SIZES = (2, 10, 1_000, 500_000)
WHY = "what weights does the last row of attention have?"
LARGEST = 1e7  # a number of the machine: on half a circle a million need 4.6e17 in two matrices
ALL_PAIRS = 1_000  # up to this size every pair of neighbors is asked for
DRAWN = 60  # neighbors of a larger one, by their digits, and as many more
N_CTX = 8
STUB = '''
def minimum_of_millions(d_vocab, n_ctx):
    """A Transformer that says the smallest number of a list."""
    raise NotImplementedError
'''

Make = Callable[[int, int], Transformer]


def worst_lists(d_vocab: int) -> Iterator[Tokens]:
    """Neighbors and a third number, then crowds of the second smallest: [n_lists, n] each.

    Where there are too many neighbors to ask for all, some are drawn: small numbers have as few
    neighbors as a number of digits, and are as often drawn.
    """
    last, all_pairs = d_vocab - 1, d_vocab <= ALL_PAIRS
    for k in sorted({0, min(1, last - 1), last // 2, last - 1} if all_pairs else {0, last - 1}):
        for third in sorted({0, k, k + 1, last} if all_pairs else {k + 1, last}):
            yield np.array([[k, k + 1, third]])
        yield np.array([[k + 1, k, last]])
        yield np.array([[k, *[k + 1] * (N_CTX - 2), last]])
    if all_pairs:
        each = np.arange(last)
        yield np.stack([each, each + 1, np.full(last, last)], axis=1)
        yield np.stack([each + 1, each + 1, each], axis=1)
    else:
        rng = fresh(d_vocab)
        ends = np.exp(rng.uniform(0, np.log(last), DRAWN)).astype(int)
        for k in sorted({*ends.tolist(), *rng.integers(last, size=DRAWN).tolist()}):
            yield np.array([[k, k + 1, last]])


def judge(answer: object) -> str:
    """All SIZES right on the worst lists, with few numbers, none of them large."""
    lists = total = 0
    for d_vocab in SIZES:
        where = f"with V={d_vocab}"
        model = sized_model(answer, d_vocab, N_CTX, where=where, d_vocab=d_vocab, n_ctx=N_CTX)
        standard(model)
        every_weight(model, lambda W: np.abs(W) <= LARGEST, f"{LARGEST:.0e} or less")
        asked = list(worst_lists(d_vocab))
        if d_vocab == SIZES[1]:  # what a page asks
            rows = [row for tokens in asked for row in tokens.tolist()]
            note("decides", rows=rows, wanted=[*map(min, rows)], least=0, suffix=f" (V={d_vocab})",
                 why=WHY)  # fmt: skip
        for tokens in asked:
            smallest = tokens.min(axis=1)
            pay(model, *tokens.shape, kept=1)
            logits = forward(model, tokens, keep=1)[:, 0]
            numbers = ~np.isnan(logits).any(axis=1)
            said = np.full(len(tokens), -1)
            said[numbers] = greedy(logits[numbers])
            if not (said == smallest).all():
                i = int((said == smallest).argmin())
                came, why = (str(said[i]), WHY) if said[i] >= 0 else (NO_NUMBERS, "")
                found = instead(str(smallest[i]), came, why)
                raise Wrong(f"after {tokens[i].tolist()} (V={d_vocab}) {found}")
            lists += len(tokens)
        most = 3 * (d_vocab + N_CTX) + 39
        small_enough(f"{lists} inputs", model, "total", "parameters", where[5:], most)
        total += parameters(model).total
    return f"{lists} inputs, {total} parameters"


def minimum_of_millions(d_vocab: int, n_ctx: int) -> Transformer:
    """A quarter of the circle; both matrices of a pair have the same share of a large factor."""
    return balanced(small.minimum(d_vocab, n_ctx).model)


def balanced(model: Transformer) -> Transformer:
    """The same machine of one head, with the factors of its matrices shared evenly."""
    (head,) = model.layers[0].heads
    ask, look, take, put = (np.abs(W).max() for W in (head.W_Q, head.W_K, head.W_V, head.W_O))
    hard, loud = np.sqrt(ask / look), np.sqrt(put / take)
    head = Head(head.W_Q / hard, head.W_K * hard, head.W_V * loud, head.W_O / loud)
    return replace(model, layers=[Layer([head])])


def accepted_quarter() -> Make:
    """The middle half of the half circle, where eastern parts differ most."""
    return minimum_of_millions


def wrong_one_thousand_alike() -> Make:
    """From 1,000 on the numbers up to 2,000 are one and the same: it is right at either end."""

    def alike(d_vocab: int, n_ctx: int) -> Transformer:
        model = minimum_of_millions(d_vocab, n_ctx)
        W_E = model.W_E.copy()
        W_E[1000:2000] = W_E[1000:1001]
        return replace(model, W_E=W_E)

    return alike


def accepted_less_loud() -> Make:
    """The same, a tenth as loud."""

    def less(d_vocab: int, n_ctx: int) -> Transformer:
        model = minimum_of_millions(d_vocab, n_ctx)
        (head,) = model.layers[0].heads
        return replace(model, layers=[Layer([overwrite_by_scale(head, 0.1)])])

    return less


def wrong_of_the_chapter() -> Make:
    """The chapter's half circle: its query grows like the cube of the number of tokens."""
    return lambda v, n: balanced(minimum(v, n).model)


def wrong_huge() -> Make:
    """Scales so large that they are enough for all."""
    return lambda v, n: minimum(v, n, hard=1e22, loud=1e11).model


def wrong_half_circle() -> Make:
    """The half circle, as hard as the numbers allow: too soft for a million."""

    def limited(d_vocab: int, n_ctx: int) -> Transformer:
        hard = min(hard_enough(d_vocab), 1e13)
        return balanced(minimum(d_vocab, n_ctx, hard=hard, loud=1e3 * d_vocab).model)

    return limited


def wrong_as_printed() -> Make:
    """Leviathan's constants."""
    return lambda v, n: printed.minimum(v, n).model


def wrong_hard_alone() -> Make:
    """A hard query, and a value that does not drown the last number."""
    return lambda v, n: minimum(v, n, loud=1e4).model


def wrong_loud_alone() -> Make:
    """A loud value, and a query that is too soft."""
    return lambda v, n: minimum(v, n, hard=1e8).model


def wrong_overflow() -> Make:
    """Louder than float64 can square."""
    return lambda v, n: minimum(v, n, loud=1e200).model


def wrong_largest() -> Make:
    """The other end."""
    return lambda v, n: maximum(v, n).model


def wrong_untied() -> Make:
    """A table for each end: right, and too large."""

    def twice(d_vocab: int, n_ctx: int) -> Transformer:
        model = minimum(d_vocab, n_ctx).model
        return Transformer(model.W_E, model.W_pos, model.layers, W_U=model.W_E.T)

    return twice


EXERCISE = Exercise(
    slug="minimum-of-millions",
    source="5.2",
    title="The smallest of millions",
    kind="family",
    marks=(Mark.VERY_HARD,),
    statement="""
With Leviathan's constants, $10^8$ and $10^6$, the smallest number is found among some thousands
in the worst case, and the chapter's query grows like the cube of their number. Make it millions
with small numbers: write `minimum_of_millions(d_vocab, n_ctx)`, a `Transformer` with at most
$3\\,(d_{vocab}+n_{ctx})+39$ parameters, none of them above $10^7$. The check tries the worst
lists of 2, 10, 1,000 and 500,000 numbers: neighbors, all of them up to 1,000 and beyond
that those at the ends, in the middle, and crowds of the second smallest. Try three million
yourself: each number more costs three floats. A file for half a million would be larger than the
2 MB that it may have, so what is handed in is your word.
""",
    hints=(
        "There are two ways to be wrong. Look at the attention of the last row on `[0, 1, V - 1]`; "
        "and at how far the last number pulls the sum, in steps between neighbors.",
        "By how much does the score of 0 lead the score of 1, if $V-1$ asks? How does that go "
        "down as $V$ doubles?",
        "A factor is shared by two matrices. And is there a part of the half circle on which "
        "neighbors differ more?",
    ),
    answer="""
The architecture is fine, its constants are too small. With $s = \\pi/(V+1)$ the worst lead is
$3\\sin s\\,(\\cos s-\\cos 2s)$, about $\\frac92 s^3$: the query has to grow with the cube of $V$.
And the last number turns the sum by one part in `loud`, which must be far below $s/2$. With both
derived from $V$, as in the chapter, a million numbers are no trouble for float64, but the query
takes a factor of $4.6\\cdot10^{17}$. On the middle half of the half circle the cube
becomes a plain $V$, and $2.7\\cdot10^7$ is enough; two matrices have its root each.
""",
    stub=STUB,
    judge=judge,
    code=(minimum_of_millions, balanced, small.minimum),
    typed=machine(judge, minimum_of_millions, at=1, size="d_vocab 10 and n_ctx 8"),
)
