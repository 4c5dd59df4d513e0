"""A sum at the end of a text."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.judging.judge import Tally, fresh
from exercises.judging.machine import machine
from exercises.judging.text import asked_model, continues
from exercises.statement import Exercise, Mark
from taotp.constructions.by_attention import parabola, rounder
from taotp.constructions.digits import SYMBOLS
from taotp.constructions.half_circle import apart, latest, points, said_since, turning
from taotp.constructions.level import divisor, filled, head, level, square
from taotp.programs import small
from taotp.programs.adding import add
from taotp_core.gadgets import SURE
from taotp_core.measure import parameters
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Layer, Transformer

SIZES = (1, 25), (2, 32)  # digits and n_ctx
STUB = '''
def any_prefix(n_digits, n_ctx):
    """A Transformer that adds at the end of any text: 7+=12+33= makes 045."""
    raise NotImplementedError
'''

Make = Callable[[int, int], Transformer]


def prefixes(longest: int) -> list[str]:
    """Texts of digits and signs, among them the empty one and the longest."""
    rng = fresh(16)
    known = ["", "7", "=", "+", "7+=", "12+33=045", "====", "0=9=+", "9+9=", "+" * longest]
    known += ["=" * longest, "9" * longest, "1=" * (longest // 2), "=" + "9" * (longest - 1)]
    drawn = [rng.integers(12, size=n) for n in (3, 5, 8, longest, longest)]
    return known + ["".join(SYMBOLS[i] for i in each) for each in drawn]


def judge(answer: object) -> str:
    """All pairs of one digit, and some of two, after each of many texts."""
    tally, sizes = Tally(), []
    for n_digits, n_ctx in SIZES:
        model = asked_model(answer, len(SYMBOLS), n_ctx, n_digits=n_digits, n_ctx=n_ctx)
        pairs = [(a, b) for a in range(10) for b in range(10)]
        if n_digits > 1:
            drawn = fresh(2).integers(100, size=(40, 2)).tolist()
            pairs = [*drawn, (0, 0), (99, 99), (1, 99), (50, 49), (50, 50), (9, 90), (9, 91)]
        asked = [(f"{text}{a:0{n_digits}}+{b:0{n_digits}}=", f"{a + b:0{n_digits + 1}}")
                 for text in prefixes(n_ctx - 3 * n_digits - 2) for a, b in pairs]  # fmt: skip
        prompts, sums = zip(*asked, strict=True)
        tally += continues(model, prompts, sums, SYMBOLS)
        sizes.append(parameters(model).total)
    return f"{tally.inputs} inputs, {sizes[0]} and {sizes[1]} parameters"


def any_prefix(n_digits: int, n_ctx: int, *, prefer: float = SURE, heavy: int = 1) -> Transformer:
    """Every token takes itself for the equals sign and adds up; then the last one is asked.

    `prefer` is by how much a later sign is preferred; what has been said is weighed by a sign of
    10**(2 n + heavy).
    """
    digit, squared, equals, spare, one, circle, line, spare_pos, where, total = subspaces(
        digit=1, squared=1, equals=1, spare=1, one=1, circle=2, line=1, spare_pos=1, where=2,
        total=1,
    )  # fmt: skip
    n, d, tiny, at = n_digits, digit.d_model, 10.0 ** (-n_digits - 7), np.arange(n_ctx)
    signs = [[0.0], [1.0]] @ write(equals) - write(squared)
    W_E = filled(np.vstack([parabola(np.arange(10), digit, squared), signs]), spare)
    on_circle = points(np.pi * at / n_ctx) @ write(circle)
    in_order = at[:, None] / n_ctx * write(line)
    W_pos = filled(on_circle + in_order + write(one), spare_pos)
    first, second = (divisor(square(W_E, W_pos) + more, d) for more in (0, 1))
    hard, position = apart(n_ctx), n_ctx * read(line)
    digits = [
        head(
            ask=hard * read(circle) @ turning(-np.pi * (steps + i) / n_ctx),
            look=read(circle),
            take=9 * tiny * 10**i * read(digit),
            put=write(total),
            divided=first,
        )
        for steps in (1, n + 2)
        for i in range(n)
    ]
    last_equals = latest(
        read(equals), position, circle, where, n_ctx=n_ctx, divided=first, prefer=prefer
    )
    the_sum = head(
        ask=hard * read(where),
        look=read(circle),
        take=read(total) / tiny / 10**n,
        put=10.0**n * rounder(digit, squared)[:1],
        divided=second,
    )
    said = said_since(
        read(equals), 9 * read(digit), position, one, where, digit, squared,
        n_digits=n, sink=2 * n + heavy, up=0.5 * 10.0**-n, n_ctx=n_ctx, divided=second,
    )  # fmt: skip
    layers = [Layer([*digits, last_equals]), Layer([the_sum, said])]
    return level(Transformer(W_E, W_pos, layers))


def accepted_relative_places() -> Make:
    """Counted from the last equals sign."""
    return any_prefix


def accepted_heavier() -> Make:
    """The same with other constants."""
    return lambda n_digits, n_ctx: any_prefix(n_digits, n_ctx, prefer=1.5 * SURE, heavy=2)


def wrong_from_the_start() -> Make:
    """The chapter's own, with some positions more: it counts from the start."""

    def counted(n_digits: int, n_ctx: int) -> Transformer:
        model = add(n_digits).model
        rows = np.resize(model.W_pos, (n_ctx, model.d_model))
        return replace(model, W_pos=rows)

    return counted


def wrong_by_attention() -> Make:
    """The adder with two heads, its last positions repeated before."""

    def repeated(n_digits: int, n_ctx: int) -> Transformer:
        model = small.add(n_digits).model
        before = np.repeat(model.W_pos[:1], n_ctx - model.n_ctx, axis=0)
        return replace(model, W_pos=np.vstack([model.W_pos, before]))

    return repeated


def wrong_any_equals() -> Make:
    """All equals signs are as good as the last one."""
    return lambda n_digits, n_ctx: any_prefix(n_digits, n_ctx, prefer=0.0)


EXERCISE = Exercise(
    slug="any-prefix",
    source="6.16",
    title="After any text",
    kind="family",
    marks=(Mark.VERY_HARD,),
    statement="""
`add` counts its places from the start, so that nothing may stand before the sum. Change it so
that any text of digits and signs may: after `7+=12+33=` it says `045`. The prompt still ends in a
sum of $n$ and $n$ digits.

`any_prefix(n_digits, n_ctx)` makes a `Transformer` over the twelve symbols with plain layer norms
before its parts, as many layers as you like, tied or not. Text, sum and answer together have at
most `n_ctx + 1` tokens.
""",
    hints=(
        "Places have to be counted from the equals sign, or from the end. What changes from "
        "one digit of the answer to the next?",
        "Each position knows how far *it* is from the start, not how many digits have been "
        "said. Who could tell it?",
        "A head can find the last equals sign: it looks for that token, and of several for "
        "the latest. It brings back a position.",
        "A second layer may look at places relative to the position that the first one found.",
        "Digits before the equals sign can be added up there in the first layer. Does it matter "
        "that all other tokens do the same?",
    ),
    answer="""
Two layers, no MLP, $13\\,n_{ctx}+156\\,n+442$ parameters.

In the first, every token takes itself for the equals sign: $2n$ heads look back by $1,\\dots,n$ and
by $n+2,\\dots,2n+1$ and add up, in a number too small for layer norm to mind. For all but the
equals sign that is nonsense, and no row will ask them. One more head finds the latest equals
sign (a score for the token, plus a little for each position) and copies its *position*, a point
of half a circle.

In the second, the token that speaks asks the position that it copied for the sum. And it weighs
what has been said: of the tokens that have copied the same position those behind it weigh
$10^{-1}, 10^{-2}, \\dots$, relative to $10^{2n+1}$ for the equals sign, which is all that counts in
the sum of the weights. They bring $d_1+d_2/10+\\dots$, to be subtracted from $s/10^n$, and
$1-9\\,(0.1+0.01+\\dots)=10^{-m}$ after $m$ digits, to divide by. A parabola in the tied table
rounds the quotient.

Earlier sums, with their own answers, have copied other positions: on half a circle a position
that is $k$ away scores lower by at least $150\\,k^2$, and the weights of earlier tokens grow by
$2.3\\,k$ only. How long may the text be? The queries grow with the square of `n_ctx`, and float64
bears it: with 10,000 tokens in front all was right that was tried. It ends at three digits.
""",
    stub=STUB,
    judge=judge,
    code=(any_prefix, latest, said_since),
    typed=machine(judge, any_prefix, at=0, size="n_digits 1 and n_ctx 25"),
)
