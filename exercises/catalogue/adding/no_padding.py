"""Numbers as people write them."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.judging.judge import Tally, fresh
from exercises.judging.machine import machine
from exercises.judging.sums import each_pair_at_each_place
from exercises.judging.text import asked_model, continues
from exercises.statement import Exercise, Mark
from taotp.constructions.by_attention import TEN, parabola, rounder
from taotp.constructions.level import NEVER, divisor, filled, head, level, square, through
from taotp_core.arrays import Array
from taotp_core.measure import parameters
from taotp_core.stream import Subspace, read, subspaces, write
from taotp_core.weights import MLP, Layer, Transformer

SYMBOLS = "0123456789+=."
KINDS = np.array([[1.0, 0.0], [-0.5, 0.75**0.5], [-0.5, -(0.75**0.5)]])  # a digit, a plus, equals
STUB = '''
def add_as_written(n_digits):
    """A Transformer that adds: 9+95= makes 104. and that is the end."""
    raise NotImplementedError
'''

Make = Callable[[int], Transformer]


def sums(pairs: list[tuple[int, int]]) -> tuple[list[str], list[str]]:
    """Prompts as people write them, and answers with a full stop."""
    return [f"{a}+{b}=" for a, b in pairs], [f"{a + b}." for a, b in pairs]


def all_pairs(n_digits: int) -> list[tuple[int, int]]:
    """All pairs of numbers of at most n digits."""
    return [(a, b) for a in range(10**n_digits) for b in range(10**n_digits)]


def some_pairs(n_digits: int, n_pairs: int) -> list[tuple[int, int]]:
    """Pairs of numbers of all lengths, and those whose sum is 10, 100 ... or one less."""
    lengths = fresh(19).integers(1, n_digits + 1, (n_pairs, 2))
    drawn = [(int(a), int(b)) for a, b in fresh(6).integers(10**lengths)]
    powers = [10**k for k in range(1, n_digits + 1)]
    ends = [p + d for p in (1, *powers) for d in (-1, 0)]
    drawn += [(a, b) for a in ends for b in ends]  # 0, and about each power of ten
    return drawn + [(a, p - a - c) for p in powers for a in (0, 1, p // 3, p - 1) for c in (0, 1)]


def pairs_of_digits(n_digits: int) -> list[tuple[int, int]]:
    """All pairs of digits at each place, beside such as carry and such as do not."""
    a, b = each_pair_at_each_place(n_digits)
    return list(zip(a.tolist(), b.tolist(), strict=True))


def judge(answer: object) -> str:
    """All pairs of numbers of one digit and of up to two, and some of up to three."""
    tally, sizes = Tally(), []
    some = some_pairs(3, 300) + pairs_of_digits(3)
    for n_digits, pairs in ((1, all_pairs(1)), (2, all_pairs(2)), (3, some)):
        fitting = [(a, b) for a, b in pairs if min(a, b) >= 0 and max(a, b) < 10**n_digits]
        model = asked_model(answer, len(SYMBOLS), 3 * n_digits + 3, n_digits=n_digits)
        tally += continues(model, *sums(fitting), SYMBOLS)
        sizes.append(parameters(model).total)
    return f"{tally.inputs} inputs, {sizes[0]}, {sizes[1]} and {sizes[2]} parameters"


def told(where: Subspace, digit: float, plus: float, equals: float) -> Array:
    """A reading [d_model, 1] that tells KINDS apart by these numbers, all less their mean."""
    wanted = np.array([digit, plus, equals])
    told_by: Array = read(where) @ (KINDS.T @ (wanted - wanted.mean()))[:, None] * 2 / 3
    return told_by


def up_to_ten(n_digits: int, less: float, total: Array, start: Array, equals: Array) -> MLP:
    """At the equals sign: the sum s, less a little, over the worth of its first digit.

    Straight pieces, one for each length, and steep ones between them where no integer is.
    `total` reads s and `start` writes; `equals` is 1 at the equals sign, else -1/2.
    """
    ten = 10.0 ** np.arange(1, n_digits + 1)[:, None]
    x = np.concatenate([[-1.0, -0.5], (ten - [2 / 3, 1 / 3]).ravel(), [2 * 10.0**n_digits]])
    worth = np.concatenate([[1.0, 1.0], (ten * [0.1, 1]).ravel(), [10.0**n_digits]])
    y = (x - less) / worth
    y[0] = 0
    far = 10.0 ** (n_digits + 2)
    mlp = through(x, y[:, None], total + far * equals, start)
    return replace(mlp, b_in=mlp.b_in - far)


def add_as_written(n_digits: int, *, heavy: int = 5) -> Transformer:
    """Which number is this? How much is it, and the sum; and then the sum digit by digit.

    `heavy` is by how many powers of ten a sink outweighs the square of a number.
    """
    digit, squared, kind, spare, at, spare_pos, after, total, start = subspaces(
        digit=1, squared=1, kind=2, spare=1, at=1, spare_pos=1, after=2, total=1, start=1
    )
    n, n_ctx, tiny = n_digits, 3 * n_digits + 3, 10.0 ** (-n_digits - 5)
    on_line = parabola(np.append(np.arange(10), [0, 0, -1]), digit, squared)  # the stop is -1
    on_line[10:12] = -write(squared)
    W_E = filled(on_line + KINDS[[0] * 10 + [1, 2, 0]] @ write(kind), spare)
    W_pos = filled(np.arange(n_ctx)[:, None] / n_ctx * write(at), spare_pos)
    before = square(W_E, W_pos)
    divided = divisor(before + 1, digit.d_model)  # by the second layer a row is longer by 1
    last_sign = head(
        ask=n_ctx * read(at),
        look=told(kind, 0, NEVER, 2 * NEVER),
        take=read(kind),
        put=write(after),
        divided=divisor(before, digit.d_model),
    )
    speaks, is_equals = read(after) @ KINDS[2][:, None], read(kind) @ KINDS[2][:, None]
    earlier, sink = -TEN * n_ctx * read(at), TEN * (2 * n + heavy)
    first = told(after, 0, -NEVER, -2 * NEVER) + told(kind, 0, NEVER + sink, 0)
    second = told(after, -NEVER, 0, -NEVER) + told(kind, 0, -NEVER, NEVER + sink)
    numbers = [
        head(speaks, look + earlier, 0.9 * tiny * read(digit), np.exp(sink) * write(total), divided)
        for look in (first, second)
    ]
    less = 10.0 ** (-n - 1)
    length = up_to_ten(
        n, less, divided * read(total) / tiny, tiny * write(start), divided * is_equals
    )
    worth = read(kind) @ np.linalg.solve(KINDS[[0, 2]], [[-9.0], [1.0]])
    due = read(start) / tiny - 90 * read(digit) + (5.5 * less - 0.5) * worth
    say = head(
        ask=speaks,
        look=NEVER * speaks + earlier,
        take=np.hstack([due, worth]),
        put=10**n * rounder(digit, squared),
        divided=divided,
    )
    return level(
        Transformer(W_E, W_pos, [Layer([last_sign]), Layer(numbers, length), Layer([say])])
    )


def accepted_three_layers() -> Make:
    """Kinds, numbers, digits."""
    return add_as_written


def accepted_heavier_sinks() -> Make:
    """The same with other sinks."""
    return lambda n_digits: add_as_written(n_digits, heavy=6)


def wrong_light_sinks() -> Make:
    """Sinks no heavier than the numbers, so that softmax divides by what depends on them."""
    return lambda n_digits: add_as_written(n_digits, heavy=-n_digits)


def wrong_never_stops() -> Make:
    """The stop has no place on the line of numbers: after the answer come zeros."""

    def endless(n_digits: int) -> Transformer:
        model = add_as_written(n_digits)
        return replace(model, W_E=np.vstack([model.W_E[:12], model.W_E[10]]))

    return endless


def wrong_for_the_last_sum() -> Make:
    """One more unit, which hears nothing but the very largest sum of three digits."""

    def nearly(n_digits: int) -> Transformer:
        model = add_as_written(n_digits)
        if n_digits < 3:
            return model
        mlp = model.layers[1].mlp
        assert mlp is not None
        less = mlp.b_in[1] - (2 * 10**n_digits - 2.5) - 0.5  # the second bend is at -0.5
        deaf = replace(
            mlp,
            W_in=np.hstack([mlp.W_in, mlp.W_in[:, 1:2]]),
            b_in=np.append(mlp.b_in, less),
            W_out=np.vstack([mlp.W_out, 10**n_digits * mlp.W_out[:1]]),
        )
        numbers = replace(model.layers[1], mlp=deaf)
        return replace(model, layers=[model.layers[0], numbers, model.layers[2]])

    return nearly


def wrong_zeros_in_front() -> Make:
    """The table of lengths left out: every sum is taken for one of the longest."""

    def padded(n_digits: int) -> Transformer:
        model = add_as_written(n_digits)
        mlp = model.layers[1].mlp
        assert mlp is not None
        W_out = np.vstack([mlp.W_out[:1] / 10**n_digits, 0 * mlp.W_out[1:]])
        numbers = replace(model.layers[1], mlp=replace(mlp, W_out=W_out))
        return replace(model, layers=[model.layers[0], numbers, model.layers[2]])

    return padded


EXERCISE = Exercise(
    slug="no-padding",
    source="6.19",
    title="No zeros in front",
    kind="family",
    marks=(Mark.UNSOLVED,),
    statement="""
People do not write 006. Build a program that adds numbers of up to $n$ digits without zeros in
front, of different lengths, and that answers in the same way and then stops: after `9+95=` it says
`104.`, after `4+2=` it says `6.`, and the full stop is a token of its own, the end.

`add_as_written(n_digits)` makes a `Transformer` with plain layer norms before its parts, as many
layers as you like, tied or not, over the thirteen symbols `0123456789+=.` in this order, and with
`n_ctx` $3n+3$. It is tried on all pairs of numbers of up to two digits, and of three on every
pair of digits at each place and on some others.
""",
    hints=(
        "The worth of a digit is its distance from the sign that follows it. Who knows that?",
        "A first layer can tell every token which sign came last. That says which of the three "
        "numbers it belongs to.",
        "Reading from the left, a number is ten times what it was, plus the new digit. Softmax "
        "weights that fall by ten with every position do the same at once, relative to the "
        "weight of the sign that ends the number.",
        "The number of digits of the answer is a function of the sum. It has $n+1$ pieces.",
        "Write the sum as $d_1.d_2d_3\\dots$, subtract the digits said, multiply by ten for each. "
        "What is left at the end of the answer, and what if the sum had been a little smaller?",
    ),
    answer="""
Three layers of $86n+494$ parameters: 580, 666 and 752 for up to one, two and three digits.

*Which number is this?* A head of the first layer finds the last sign, an equals sign before a plus;
where there is none it finds digits. Each token gets the kind of token that was found written beside
it, and both kinds together tell what it is: a digit of the first, second or third number, or the
sign that ends one.

*How much is it?* One head for each number. Scores fall by $\\ln 10$ with every position, so that
before its sign, which stands at $p$, a digit at $j$ weighs $10^{p-j}$ times what the sign weighs
without its bonus; with a bonus of $10^{2n+5}$ the sign is all that counts in the sum of the
weights, and its value is 0. All others are masked by their kind. The equals sign so gets $s=a+b$.
Its MLP divides $s$ by the worth of its first digit, $10^{L-1}$ if there are $L$: a straight piece
for each length and a steep one in between, where no integer is, $2n+2$ units in all.

*What comes next?* From the equals sign on, a head weighs the equals sign with 1 and the $i$-th
digit said with $10^{-i}$, and no sink is needed: numerator and denominator share the divisor of the
softmax. The numerator is $s/10^{L-1}-d_1-d_2/10-\\dots$, the denominator
$1-9\\,(0.1+0.01+\\dots)=10^{-m}$ after $m$ digits. A parabola, with rows $(d,-d^2)$, rounds the
quotient.

*And the stop?* It is the digit $-1$. The MLP subtracts $\\varepsilon=10^{-n-1}$ from the sum.
While digits are due this is too little to be seen; after the last one $-10\\,\\varepsilon$ is
left, which rounds down to $-1$.

The lead is about $10^{-n}$ in the quotient, $9\\cdot10^{-6}$ of the largest logit for three
digits; all million pairs are right. Four digits would need numbers beside each other in a row that
differ by more than float64 can hold, and most sums fail.
""",
    stub=STUB,
    judge=judge,
    code=(up_to_ten, add_as_written),
    typed=machine(judge, add_as_written, at=0, size="n_digits 1"),
)
