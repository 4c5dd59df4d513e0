"""Lists that repeat themselves."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import numpy as np

from exercises.judging.judge import Tally, fresh, right
from exercises.judging.machine import machine
from exercises.judging.text import asked_model
from exercises.statement import Exercise, Mark
from taotp.programs.sorting import LARGEST, PAIR, sort
from taotp_core.arrays import Tokens
from taotp_core.gadgets import SURE
from taotp_core.measure import parameters
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import MLP, Head, Layer, Transformer

FAINT = 1e-3  # what is found out is so small that it does not make rows unequally long
SIZES = (4, 13), (28, 80)  # numbers and n_ctx
STUB = '''
def repeated_numbers(n_numbers, n_ctx):
    """A Transformer that sorts numbers below n_numbers, repeats and all."""
    raise NotImplementedError
'''

Make = Callable[[int, int], Transformer]


def lists(n_numbers: int, n_ctx: int, longest: int) -> list[list[int]]:
    """Every list up to a length, or lists of few numbers and of many copies."""
    if longest:
        every = range(longest + 1)
        return [list(each) for n in every for each in product(range(n_numbers), repeat=n)]
    rng, room = fresh(56), (n_ctx - 1) // 2
    drawn = [rng.integers(low, high, room).tolist() for low, high in ((0, 28), (3, 9), (25, 28))]
    many = [[7] * (room - 1) + [8], [8] * (room - 1) + [7], [27] * room, [0, 27] * (room // 2)]
    return [*drawn, *many, [5], list(range(27, -1, -1))]


def sorted_lines(asked: list[list[int]], end: int) -> tuple[Tokens, Tokens]:
    """Lists, the end, and what follows, as rows of equal length; -1 where nothing is asked."""
    longest = 2 * max(len(each) for each in asked) + 1
    tokens, follows = np.zeros((2, len(asked), longest), np.intp)
    follows -= 1
    for row, numbers in enumerate(asked):
        n, line = len(numbers), [*numbers, end, *sorted(numbers), end]
        tokens[row, : 2 * n + 1] = line[:-1]
        follows[row, n : 2 * n + 1] = line[n + 1 :]
    return tokens, follows


def judge(answer: object) -> str:
    """All lists of up to five numbers below four, and long ones with many copies."""
    tally, sizes = Tally(), []
    for n_numbers, n_ctx in SIZES:
        model = asked_model(answer, n_numbers + 1, n_ctx, n_numbers=n_numbers, n_ctx=n_ctx)
        asked = lists(n_numbers, n_ctx, 5 if n_numbers == 4 else 0)
        tally += right(model, *sorted_lines(asked, n_numbers))
        sizes.append(parameters(model).total)
    return f"{tally.inputs} inputs, {sizes[0]} and {sizes[1]} parameters"


def repeated_numbers(n_numbers: int, n_ctx: int, *, most: int | None = None) -> Transformer:
    """Listed or said? Of which more? Then the number itself once again, or the next.

    Up to `most` copies are told apart (None: n_ctx).
    """
    plain = sort(n_numbers, n_ctx).model
    of_sort, one, late, left, again = subspaces(of_sort=10, one=2, late=2, left=2, again=4)
    _, _, sign, name, _ = subspaces(size=2, square=2, sign=2, name=4, more=10)
    squares = (plain.W_E**2).sum(axis=1)
    about_one = np.sqrt(1 + (squares.max() - squares) / 2)  # so that all rows are equally long
    W_E = plain.W_E @ write(of_sort) + np.outer(about_one, PAIR) @ write(one)
    up, difference = np.array([[1.0], [0.0]]), np.kron(np.eye(2), PAIR.T)
    yes = read(one) @ up
    listed = Head(2 * SURE * yes, -read(sign) @ up, read(sign) @ up, PAIR @ write(late))
    copies = SURE / (1 - np.cos(2 * np.pi / (n_numbers + 1)))
    more = Head(copies * read(name), read(name), FAINT * read(late) @ up, PAIR @ write(left))
    n_copies = n_ctx if most is None else most
    open_gate = 16 * n_copies * (read(left) / FAINT - read(one) / (4 * n_copies)) @ up
    parts = read(name)[:, [0, 2]]
    gate = MLP(
        np.hstack([open_gate + parts, open_gate]),
        np.zeros(3),
        FAINT * np.vstack([np.eye(2), [[-1.0, -1.0]]]) @ np.kron(np.eye(2), PAIR) @ write(again),
        np.zeros(W_E.shape[1]),
    )
    (head,) = plain.layers[0].heads
    strong = 1e3 * (head.W_Q.max() * LARGEST) ** 2 / FAINT
    to_stream = read(of_sort)
    say = Head(
        np.hstack([to_stream @ head.W_Q, strong * read(again) @ difference]),
        np.hstack([to_stream @ head.W_K, read(name) @ difference]),
        to_stream @ head.W_V,
        head.W_O @ write(of_sort),
    )
    layers = [Layer([listed]), Layer([more], gate), Layer([say])]
    return Transformer(W_E, np.zeros((n_ctx, W_E.shape[1])), layers)


def accepted_counted() -> Make:
    """Copies listed against copies said."""
    return repeated_numbers


def accepted_for_fewer() -> Make:
    """The same with a gate that tells forty copies apart."""
    return lambda n_numbers, n_ctx: repeated_numbers(n_numbers, n_ctx, most=40)


def wrong_sorter() -> Make:
    """The chapter's sorter, which says each number once."""
    return lambda n_numbers, n_ctx: sort(n_numbers, n_ctx).model


def wrong_for_two() -> Make:
    """A gate that needs a lead of an eighth: one copy of many is missed."""
    return lambda n_numbers, n_ctx: repeated_numbers(n_numbers, n_ctx, most=2)


def wrong_always_again() -> Make:
    """A gate that is always open: it never goes on."""

    def again(n_numbers: int, n_ctx: int) -> Transformer:
        model = repeated_numbers(n_numbers, n_ctx)
        mlp = model.layers[1].mlp
        assert mlp is not None
        wide = replace(mlp, b_in=mlp.b_in + 1e6)
        counted = replace(model.layers[1], mlp=wide)
        return replace(model, layers=[model.layers[0], counted, model.layers[2]])

    return again


EXERCISE = Exercise(
    slug="repeated-numbers",
    source="5.6",
    title="Lists that repeat themselves",
    kind="family",
    marks=(Mark.VERY_HARD,),
    statement="""
How would you change the sorter, so that a number may be in the list more than once? After
`[3, 1, 3, 3, 1]` it says 1, 1, 3, 3, 3.

`repeated_numbers(n_numbers, n_ctx)` makes a `Transformer` with plain layer norms before its parts,
as many layers as you like, tied or not. Its tokens are the numbers below `n_numbers`, and
`n_numbers` itself, which follows the list and is what you say in the end. It is tried on every
list of up to five numbers below four, and on long lists of numbers below 28, with many copies of
some.
""",
    hints=(
        "After saying a number you either say it again or go on. What do you have to count to "
        "decide?",
        "A head that attends to all copies of a number alike brings an average. If those before "
        "the delimiter hold one value and those behind it another, what does the average say?",
        "More in the list than said: say it again. As many: go on. How far is the average from "
        "zero, at least, if a list has $n$ numbers?",
        "$\\text{relu}(a+u)-\\text{relu}(a)$ is $u$ where $a$ is large, and 0 where it is small.",
    ),
    answer="""
There are three layers. The last layer is the chapter's sorter with one question more.

*Listed or said?* A head of the first layer looks for the delimiter. Where it finds it, it brings
$-1$; in the list, where there is none yet, the average of the numbers' signs, which is 1.

*Of which more?* A head of the second attends to every copy of the number said last, in the list
and among what has been said, itself included, and averages these signs:
$(k-s)/(k+s)$ for $k$ copies listed and $s$ said. That is 0 if all have been said, and at least
$1/(2k-1)$ if not. The MLP turns it into yes or no: $a$ is this average less half the smallest
lead, made large, and $\\text{relu}(a+u)-\\text{relu}(a)$ lets a coordinate $u$ of the own name pass
if $a$ is above 2, and nothing at all, *exactly* nothing, if it is below $-2$. Three units do it
for a name of two coordinates.

*Then?* One idea passed: a second part of the query, which asks for that name, a thousand times as
hard as the sorter can ask for anything. If nothing passed, the sorter is left to itself.
All that is found out on the way is written so small that rows stay equally long: otherwise a key
of a shorter row would win against the right one.

With `n_ctx` as the largest number of copies, nothing else limits it but the sorter itself. There
are 1,183 parameters for four numbers and a context of 13, and 3,003 for 28 and 80.
""",
    stub=STUB,
    judge=judge,
    code=(repeated_numbers,),
    typed=machine(judge, repeated_numbers, at=0, size="n_numbers 4 and n_ctx 13"),
)
