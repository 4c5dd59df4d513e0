"""The smallest of millions."""

from collections.abc import Callable, Iterator

import numpy as np

from exercises.judging.judge import Wrong, budget, pay, standard
from exercises.judging.sizes import sized_model
from exercises.statement import Exercise, Mark
from taotp_core.arrays import Tokens
from taotp_core.decode import greedy
from taotp_core.measure import parameters
from taotp_core.programs import printed, small
from taotp_core.programs.minimum import maximum, minimum
from taotp_core.transformer import forward
from taotp_core.weights import Transformer

SIZES = (2, 10, 1_000, 200_000)
ALL_PAIRS = 1_000  # up to this size every pair of neighbors is asked for
N_CTX = 8
STUB = '''
def minimum_of_millions(d_vocab, n_ctx):
    """A Transformer that says the smallest number of a list."""
    raise NotImplementedError
'''

Make = Callable[[int, int], Transformer]


def worst_lists(d_vocab: int) -> Iterator[Tokens]:
    """Neighbors and a third number, then crowds of the second smallest: [n_lists, n] each."""
    last = d_vocab - 1
    for k in sorted({0, min(1, last - 1), last // 2, last - 1}):
        for third in sorted({0, k, k + 1, last}):
            yield np.array([[k, k + 1, third]])
        yield np.array([[k + 1, k, last]])
        yield np.array([[k, *[k + 1] * (N_CTX - 2), last]])
    if d_vocab <= ALL_PAIRS:
        each = np.arange(last)
        yield np.stack([each, each + 1, np.full(last, last)], axis=1)
        yield np.stack([each + 1, each + 1, each], axis=1)


def judge(answer: object) -> str:
    """All SIZES right on the worst lists, at most 6 n + 39 parameters."""
    lists = total = 0
    for d_vocab in SIZES:
        where = f"with V={d_vocab}"
        model = sized_model(answer, d_vocab, N_CTX, where=where, d_vocab=d_vocab, n_ctx=N_CTX)
        standard(model)
        for tokens in worst_lists(d_vocab):
            smallest = tokens.min(axis=1)
            pay(model, *tokens.shape, kept=1)
            logits = forward(model, tokens, keep=1)[:, 0]
            numbers = ~np.isnan(logits).any(axis=1)
            said = np.full(len(tokens), -1)
            said[numbers] = greedy(logits[numbers])
            if not (said == smallest).all():
                i = int((said == smallest).argmin())
                start = f"on {tokens[i].tolist()} (V={d_vocab}) expected {smallest[i]}, got "
                if said[i] == -1:
                    raise Wrong(start + "logits that are not numbers: the weights overflow")
                raise Wrong(f"{start}{said[i]}: what weights does the last row of attention have?")
            lists += len(tokens)
        size = parameters(model).total
        budget(f"{lists} inputs", size, "parameters", where[5:], 3 * (d_vocab + N_CTX) + 39)
        total += size
    return f"{lists} inputs, {total} parameters"


def minimum_of_millions(d_vocab: int, n_ctx: int) -> Transformer:
    """A quarter of the circle, with constants that follow from the number of tokens."""
    return small.minimum(d_vocab, n_ctx).model


def accepted_quarter() -> Make:
    """The middle half of the half circle, where eastern parts differ most."""
    return minimum_of_millions


def accepted_derived() -> Make:
    """The chapter's half circle, with a query that grows like the cube of the number of tokens."""
    return lambda v, n: minimum(v, n).model


def accepted_huge() -> Make:
    """Scales so large that they are enough for all."""
    return lambda v, n: minimum(v, n, hard=1e22, loud=1e11).model


def wrong_as_printed() -> Make:
    """The source's constants."""
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
With the source's constants, $10^8$ and $10^6$, the smallest number is found among some thousands
in the worst case. Make it millions: write `minimum_of_millions(d_vocab, n_ctx)`, a `Transformer`
with at most $3\\,(d_{vocab}+n_{ctx})+39$ parameters. The check tries the worst lists of 2, 10,
1,000 and 200,000 numbers: neighbors, all of them up to 1,000 and beyond that those at the ends and
in the middle, and crowds of the second smallest. Try three million yourself: each number more costs
three floats.
""",
    hints=(
        "There are two ways to be wrong. Look at the attention of the last row on `[0, 1, V - 1]`; "
        "and at how far the last number pulls the sum, in steps between neighbors.",
        "By how much does the score of 0 lead the score of 1, if $V-1$ asks? How does that go "
        "down as $V$ doubles?",
        "Float64 does not mind $10^{20}$. Or use a part of the half circle on which neighbors "
        "differ more.",
    ),
    answer="""
The architecture is fine, its constants are too small. With $s = \\pi/(V+1)$ the worst lead is
$3\\sin s\\,(\\cos s-\\cos 2s)$, about $\\frac92 s^3$: the query has to grow with the cube of $V$.
And the last number turns the sum by one part in `loud`, which must be far below $s/2$. With both
derived from $V$, a million numbers are no trouble. On the middle half of the half circle, as below,
the cube becomes a plain $V$.
""",
    stub=STUB,
    judge=judge,
    code=(minimum_of_millions, small.minimum),
)
