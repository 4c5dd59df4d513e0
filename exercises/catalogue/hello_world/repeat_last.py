"""Say the last token again, for ever."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

import numpy as np

from exercises.judging.asking import Shown
from exercises.judging.cases import asked
from exercises.judging.judge import Tally, hold, no_positions, right, small_enough, standard
from exercises.judging.machine import machine
from exercises.judging.sizes import sized_model
from exercises.statement import Example, Exercise, Mark
from taotp_core.arrays import Tokens
from taotp_core.encodings import circle
from taotp_core.measure import parameters
from taotp_core.weights import RMS_NORM, Transformer

SIZES = tuple(size for (size,) in asked(((2,), (3,), (10,), (61,)), (2, 200)))
N_CTX = 50
STUB = '''
def repeat_last(d_vocab, n_ctx):
    """A Transformer that says the last token of its input again."""
    raise NotImplementedError
'''

Make = Callable[[int, int], Transformer]


def specification(tokens: Tokens) -> Tokens:
    """What follows each prefix: its last token."""
    return tokens


def inputs(d_vocab: int) -> Iterator[tuple[Tokens, Tokens]]:
    """Every prompt of up to 3 tokens (8 for two symbols, 1 for many), and each token to N_CTX."""
    longest = next(n for n in (8, 3, 1) if d_vocab**n <= 1000)
    for n in range(1, longest + 1):
        tokens = np.array(list(product(range(d_vocab), repeat=n)))
        expected = np.full(tokens.shape, -1)
        expected[:, -1] = specification(tokens)[:, -1]
        yield tokens, expected
    steady = np.arange(d_vocab)[:, None].repeat(N_CTX, axis=1)
    expected = specification(steady).copy()
    expected[:, :longest] = -1  # already counted above
    yield steady, expected


def repeats(answer: object, fits: Callable[[Transformer, str, str], None]) -> tuple[Tally, int]:
    """Run an answer at all SIZES; `fits` looks at the size of each model that came out right.

    Returns how it went and the number of parameters of all models without their positions.
    """
    total, tally = 0, Tally()
    for d_vocab in SIZES:
        where = f"with V={d_vocab}"
        model = sized_model(answer, d_vocab, N_CTX, where=where, d_vocab=d_vocab, n_ctx=N_CTX)
        hold(model, f"{where} expected no layers, got {{layers}}", layers=0)
        standard(model)
        no_positions(model)
        show = Shown(suffix=f" (V={d_vocab})")
        for tokens, expected in inputs(d_vocab):
            tally += right(model, tokens, expected, show, why=why)
        total += parameters(model).total - model.W_pos.size
        fits(model, f"{tally.inputs} inputs", f"V={d_vocab}")
    return tally, total


def why(tokens: Sequence[int], expected: int, got: int) -> str:
    """A guess at the reason of a wrong token."""
    if abs(expected - got) == 1:
        return "the winner is next to the right token; does layer norm keep neighbors apart?"
    return "which rows of W_E does layer norm send to the same place?"


def judge(answer: object) -> str:
    """All SIZES right, at most 3 parameters a symbol beside the position table."""

    def small(model: Transformer, done: str, where: str) -> None:
        small_enough(done, model, "beside", "parameters", where, 3 * model.d_vocab)

    tally, total = repeats(answer, small)
    return f"{tally.inputs} inputs, {total} parameters, smallest margin {tally.margin:.3g}"


def repeat_last(d_vocab: int, n_ctx: int) -> Transformer:
    """Symbols on the circle: each is its own nearest neighbor, and layer norm moves none."""
    return Transformer(W_E=circle(d_vocab), W_pos=np.zeros((n_ctx, 3)))


def accepted_circle() -> Make:
    """Tied, on the circle of the chapter."""
    return repeat_last


def accepted_shifted_circle() -> Make:
    """The circle with a constant added, which layer norm takes away again."""

    def shifted(d_vocab: int, n_ctx: int) -> Transformer:
        return Transformer(7 * circle(d_vocab) + 3, np.zeros((n_ctx, 3)))

    return shifted


def wrong_zeros() -> Make:
    """All weights zero: every symbol ties."""
    return lambda d_vocab, n_ctx: Transformer(np.zeros((d_vocab, 3)), np.zeros((n_ctx, 3)))


def wrong_two_dimensions() -> Make:
    """The circle of the plane, which layer norm folds into two points."""

    def flat(d_vocab: int, n_ctx: int) -> Transformer:
        turns = 2 * np.pi * np.arange(d_vocab) / d_vocab
        return Transformer(np.stack([np.cos(turns), np.sin(turns)], 1), np.zeros((n_ctx, 2)))

    return flat


def wrong_one_hot() -> Make:
    """A coordinate for each symbol: right, and too large from V = 4 on."""
    return lambda d_vocab, n_ctx: Transformer(np.eye(d_vocab), np.zeros((n_ctx, d_vocab)))


def wrong_untied() -> Make:
    """The circle twice."""

    def twice(d_vocab: int, n_ctx: int) -> Transformer:
        return Transformer(circle(d_vocab), np.zeros((n_ctx, 3)), W_U=circle(d_vocab).T)

    return twice


def wrong_next() -> Make:
    """The next token and not the same."""

    def onward(d_vocab: int, n_ctx: int) -> Transformer:
        W_U = np.roll(circle(d_vocab), 1, axis=0).T
        return Transformer(circle(d_vocab), np.zeros((n_ctx, 3)), W_U=W_U)

    return onward


def wrong_positions() -> Make:
    """A position table that is not zero."""
    return lambda d_vocab, n_ctx: Transformer(circle(d_vocab), 1e-3 * circle(n_ctx))


def wrong_line() -> Make:
    """Symbols on a line: the last of each side is loudest."""

    def line(d_vocab: int, n_ctx: int) -> Transformer:
        W_E = np.arange(d_vocab)[:, None] * np.array([1.0, -1.0, 0.0]) + [0, 1.0, -1.0]
        return Transformer(W_E, np.zeros((n_ctx, 3)))

    return line


def wrong_norm() -> Make:
    """Two dimensions are enough with RMSNorm, which is another exercise."""

    def other(d_vocab: int, n_ctx: int) -> Transformer:
        turns = 2 * np.pi * np.arange(d_vocab) / d_vocab
        W_E = np.stack([np.cos(turns), np.sin(turns)], 1)
        return Transformer(W_E, np.zeros((n_ctx, 2)), norm_final=RMS_NORM)

    return other


EXERCISE = Exercise(
    slug="repeat-last",
    source="2.1",
    title="The last token, for ever",
    kind="family",
    marks=(Mark.VERY_EASY,),
    statement="""
Write `repeat_last(d_vocab, n_ctx)`, which makes a `Transformer` without layers that says the last
token of its input: after `[4, 0, 7]` it says 7, then 7 again, and never anything else. Allowed
are $3 \\cdot d_{vocab}$ parameters. The position table has to be there, all zero, and is not
counted. The final norm is the plain LayerNorm.
""",
    hints=(
        "Without layers and positions the logits are `layer_norm(W_E[t]) @ W_E.T`, with $t$ the "
        "last token. For which $t$ should the largest be in column $t$?",
        "Three numbers a symbol means: a tied table with three columns. In how many places can "
        "a row be after layer norm, if it has two columns? And with three?",
        "You need $d_{vocab}$ points that layer norm leaves alone, and each must be nearest to "
        "itself.",
    ),
    answer="""
On the circle every point is as long as every other, so the dot product is largest with oneself;
and layer norm leaves the circle alone. Three columns, $3 \\cdot d_{vocab}$ parameters.
""",
    stub=STUB,
    judge=judge,
    example=Example(
        "What if all weights are zero? Then all logits are equal, and by the rule that a tie goes "
        "to the lowest id it says 0 after any prompt. Told 0, it would be right by luck; so a "
        "right answer must lead.",
        """
from taotp_core import Transformer


def nothing(d_vocab, n_ctx):
    return Transformer(np.zeros((d_vocab, 3)), np.zeros((n_ctx, 3)))

check("repeat-last", nothing)
""",
    ),
    code=(repeat_last,),
    typed=machine(judge, repeat_last, at=2, size="d_vocab 10 and n_ctx 50"),
)
