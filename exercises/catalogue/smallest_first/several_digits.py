"""Numbers of several digits."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np

from exercises.judging.judge import Tally, fresh
from exercises.judging.machine import machine
from exercises.judging.text import asked_model, continues
from exercises.statement import Exercise, Mark
from taotp.constructions.by_attention import parabola, rounder
from taotp.constructions.half_circle import (
    SPAN,
    above_the_middle,
    apart,
    latest,
    points,
    said_since,
    turning,
)
from taotp.constructions.level import NEVER, divisor, filled, head, level, square, through
from taotp_core.gadgets import clear_by_mlp, overwrite_by_scale
from taotp_core.measure import parameters
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Layer, Transformer

SYMBOLS = "0123456789,="
SIZES = (1, 3), (2, 12)  # digits, and how many numbers there is room for
LAYERS = {1: 4, 2: 9, 3: 14}  # that bisection needs for 10, 100 and 1,000 numbers


STUB = '''
def several_digits(n_digits, n_ctx):
    """A Transformer that sorts: 407,021,398,= makes 021,398,407,="""
    raise NotImplementedError
'''

Make = Callable[[int, int], Transformer]


def sets(n_digits: int, most: int) -> list[list[int]]:
    """Every set of up to three digits; or neighbors, equal beginnings, gaps that grow, and some."""
    if n_digits == 1:
        return [list(each) for n in (1, 2, 3) for each in combinations(range(10), n)]
    rng, top = fresh(57), 10**n_digits
    fibonacci = [x for x in (0, 1, 2, 4, 7, 12, 20, 33, 54, 88, 143, 232, 376, 609) if x < top]
    known = [[*range(most)], [*range(top - most, top)], [*range(40, 40 + most)], [0, top - 1], [7]]
    known += [fibonacci[-most:], [top - 1 - x for x in fibonacci[-most:]], [9, 10, 19, 20, 90, 99]]
    drawn = [rng.choice(top, 1 + i % most, replace=False).tolist() for i in range(25)]
    return [*known, *drawn]


def dialog(asked: list[list[int]], n_digits: int) -> tuple[list[str], list[str]]:
    """Lists, shuffled and written with commas, and what is to be said."""
    rng, prompts, answers = fresh(75), [], []
    for numbers in asked:
        order = [str(x).zfill(n_digits) + "," for x in rng.permutation(numbers)]
        prompts.append("".join([*order, "="]))
        answers.append("".join([*sorted(order), "="]))
    return prompts, answers


def judge(answer: object) -> str:
    """Sets of digits, and lists of numbers of two digits, of many kinds."""
    tally, sizes = Tally(), []
    for n_digits, most in SIZES:
        n_ctx = 2 * most * (n_digits + 1) + 1
        model = asked_model(answer, len(SYMBOLS), n_ctx, n_digits=n_digits, n_ctx=n_ctx)
        tally += continues(model, *dialog(sets(n_digits, most), n_digits), SYMBOLS)
        sizes.append(parameters(model).total)
    return f"{tally.inputs} inputs, {sizes[0]} and {sizes[1]} parameters"


def several_digits(n_digits: int, n_ctx: int, *, n_layers: int | None = None) -> Transformer:
    """Gather a number at its comma, bisect among the commas, and spell what was found."""
    (
        digit, squared, comma, equals, plain, spare, one, circle, line, spare_pos, where, value,
        own, here, there, after,
    ) = subspaces(
        digit=1, squared=1, comma=1, equals=1, plain=1, spare=1, one=1, circle=2, line=1,
        spare_pos=1, where=2, value=1, own=2, here=2, there=2, after=1,
    )  # fmt: skip
    n, d, v, tiny = n_digits, digit.d_model, 10**n_digits, 10.0 ** (-n_digits - 7)
    step, at = SPAN / (v + 1), np.arange(n_ctx)
    arc = points(np.arange(v + 2) * step)  # before all numbers, they, and beyond them
    root = np.sqrt(2)
    on_line = parabola(np.append(np.arange(10), [-1, 10]), digit, squared)
    of_comma = write(comma) + arc[:1] @ write(own)  # the table adds the way to its number's point
    kinds = np.vstack([[root * write(plain)[0]] * 10, of_comma, root * write(equals)])
    W_E = filled(on_line, spare) + kinds + arc[-1:] @ write(here)
    on_circle = points(np.pi * at / n_ctx) @ write(circle)
    in_order = at[:, None] / n_ctx * write(line)
    W_pos = filled(on_circle + in_order + write(one), spare_pos)
    whole = square(W_E, W_pos)
    first, later, full = (divisor(whole + more, d) for more in (0, 1, 2))
    hard, position = apart(n_ctx), n_ctx * read(line)
    is_sign = read(comma) + read(equals) / root
    gather = [
        head(hard * read(circle) @ turning(-np.pi * (i + 1) / n_ctx), read(circle),
             9 * 10**i * tiny * read(digit), write(value), first)
        for i in range(n)
    ]  # fmt: skip
    sign = latest(is_sign, position, circle, where, n_ctx=n_ctx, divided=first)
    far = 10.0 ** (n + 2)
    x = np.arange(-1.0, v)
    y = np.vstack([[0.0, 0.0], arc[1:-1] - arc[0]])
    table = through(x, y, later * (read(value) / tiny + far * read(comma)), write(own))
    table = replace(table, b_in=table.b_in - far)
    key = read(own) + read(equals) @ arc[-1:] / root
    take = key + read(plain) @ arc[-1:] / root  # where there is no comma yet
    asks = read(own) + read(equals) @ arc[:1] / root
    look = np.hstack([key, -NEVER * read(plain)])
    layers = [Layer([*gather, sign], table)]
    for _ in range((LAYERS[n] if n_layers is None else n_layers) - 1):
        ask = np.hstack([above_the_middle(asks + read(here), step), read(one)])
        forget = overwrite_by_scale(clear_by_mlp(here, floor=3), full)
        layers.append(Layer([head(ask, look, take, write(there), later)], forget))
        here, there = there, here
    less = 10.0**-n
    ask = np.hstack([above_the_middle(asks + read(here), step), read(one)])
    worth_end = (12 * v / 10) * tiny / root
    found = read(value) - less * tiny * read(one) + worth_end * read(equals)
    layers.append(Layer([head(ask, look, found, write(after), later)]))
    the_next = head(
        ask=hard * read(where), look=read(circle), take=10 / v * read(after) / tiny,
        put=10.0**n * rounder(digit, squared)[:1], divided=later,
    )  # fmt: skip
    digits = 9 * read(digit) + read(comma) - 10 * read(equals) / root
    said = said_since(
        is_sign, digits, position, one, where, digit, squared,
        n_digits=n, sink=2 * n + 1, up=5.5 * less, n_ctx=n_ctx, divided=later,
    )  # fmt: skip
    layers.append(Layer([the_next, said]))
    return level(Transformer(W_E, W_pos, layers))


def accepted_gather_sort_spell() -> Make:
    """Three programs in a row."""
    return several_digits


def accepted_more_layers() -> Make:
    """Some layers more than the worst case takes."""
    return lambda n_digits, n_ctx: several_digits(n_digits, n_ctx, n_layers=10)


def wrong_too_few_layers() -> Make:
    """Fewer layers than the worst case takes."""
    return lambda n_digits, n_ctx: several_digits(n_digits, n_ctx, n_layers=4)


def wrong_order_of_digits() -> Make:
    """Digits weighed as if the first were the ones: 21 comes after 13."""

    def reversed_worth(n_digits: int, n_ctx: int) -> Transformer:
        model = several_digits(n_digits, n_ctx)
        *heads, sign = model.layers[0].heads
        swapped = [replace(h, W_V=other.W_V) for h, other in zip(heads, heads[::-1], strict=True)]
        first = replace(model.layers[0], heads=[*swapped, sign])
        return replace(model, layers=[first, *model.layers[1:]])

    return reversed_worth


def wrong_no_end() -> Make:
    """An equals sign that stands for no number, so that nothing lies above the largest."""

    def endless(n_digits: int, n_ctx: int) -> Transformer:
        model = several_digits(n_digits, n_ctx)
        W_E = model.W_E.copy()
        W_E[11] = W_E[10]
        return replace(model, W_E=W_E)

    return endless


EXERCISE = Exercise(
    slug="several-digits",
    source="5.7",
    title="Numbers of several digits",
    kind="family",
    marks=(Mark.VERY_HARD,),
    statement="""
Change your answer to *A thousand numbers*, so that the numbers are written in base ten, a token for
each digit, with a comma behind each: after `407,021,398,=` comes `021,398,407,=`. All have $n$
digits, with zeros in front, and differ; the equals sign is the end of the list, and the end.

`several_digits(n_digits, n_ctx)` makes a `Transformer` with plain layer norms before its parts, as
many layers as you like, tied or not, over the twelve symbols `0123456789,=` in this order. Prompt
and answer together have at most `n_ctx + 1` tokens. It is tried on numbers of one and of two
digits.
""",
    hints=(
        "The next chapter adds numbers of several digits. How does it gather the digits of one?",
        "At a comma let a few heads collect the digits, each from its place, and weigh them by "
        "powers of ten. What do you have that you can sort?",
        "The sorter wants a point of a circle. A table makes one of a number.",
        "Printing is subtracting: what remains of a number once the digits said so far are taken "
        "away? (See *No zeros in front*.)",
        "Let the comma be the digit $-1$, which is left when nothing is left, and the equals sign "
        "a digit larger than 9.",
    ),
    answer="""
Gather, sort, spell: 6 layers for one digit, 11 for two, 16 for three.

*Gather.* In the first layer $n$ heads look back by $1,\\dots,n$ and add up the digits, each times
its worth. At a comma that is the number before it. An MLP makes a point of an arc of it, with one
unit a number, and only where there is a comma; elsewhere a large negative part of its input keeps
it silent. One more head finds the latest comma or equals sign and copies its position.

*Sort.* Then the commas bisect among themselves, as in *A thousand numbers*; digits are masked. An
equals sign counts as a key beyond all numbers, and asks from before them. The last of these
layers brings no point but the number $v$, less a little: $10^{-n}$.

*Spell.* A token that speaks asks the sign whose position it copied, a comma or the equals sign, for
the number found there, subtracts what was said since, and divides; all this is the second layer of
*After any text*. After $n$ digits less than nothing is left, and that rounds down to $-1$,
which is the comma. The end counts as 12 times the highest worth, so that it rounds to 10, which is
the equals sign.

For two digits and twelve numbers there are about 10,000 parameters, most of them in the table; it
grows by ten with each digit. Three digits were right in all lists tried. (Numbers of different
lengths are harder at one place only: how far back a comma has to look.)
""",
    stub=STUB,
    judge=judge,
    code=(several_digits,),
    typed=machine(judge, several_digits, at=0, size="n_digits 1 and n_ctx 13"),
)
