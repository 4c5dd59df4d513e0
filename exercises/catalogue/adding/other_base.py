"""How large the adder of two digits is in another base."""

from collections.abc import Callable

import numpy as np

from exercises.judging.boxes import cases, formula
from exercises.judging.cases import asked
from exercises.judging.judge import Wrong, ask, whole
from exercises.statement import Exercise, Mark
from exercises.typed import Json
from taotp_core.measure import parameters
from taotp_core.weights import MLP, Head, Layer, Transformer

STUB = '''
def parameters_in_base(b):
    """How many parameters add_digits_mod10 would have in base b."""
    raise NotImplementedError
'''
KNOWN = (2, 3, 8, 10, 11, 12, 16, 60, 100, 1000)
BASES = tuple(b for (b,) in asked(tuple((b,) for b in KNOWN), (2, 1000)))

Count = Callable[[int], int]


def adder_of_zeros(b: int) -> Transformer:
    """A model with the shapes of the adder in base b and no other thing in it."""
    units, zero = 3 * (2 * b - 1), np.zeros((4, 4))
    mlp = MLP(np.zeros((4, units)), np.zeros(units), np.zeros((units, 4)), np.zeros(4))
    layer = Layer([Head(zero, zero, zero, zero)], mlp)
    return Transformer(np.zeros((b, 4)), np.zeros((2, 4)), [layer])


def judge(answer: object) -> str:
    """The right number for several bases."""
    for b in BASES:
        expected = parameters(adder_of_zeros(b)).total
        said = whole(ask(answer, b, where=f"with b={b}"), f"with b={b}")
        if said != expected:
            off = f"{abs(expected - said):g} too {'few' if said < expected else 'many'}"
            raise Wrong(
                f"with b={b} expected {expected}, got {said}: {off}; there are {b} digits, two "
                f"places, one head, and three units for each of {2 * b - 1} sums"
            )
    return f"{len(BASES)} inputs, from base {min(BASES)} to base {max(BASES)}"


def parameters_in_base(b: int) -> int:
    """Embedding, positions, one head, and three units for each of 2b - 1 sums."""
    units = 3 * (2 * b - 1)
    return 4 * b + 2 * 4 + 4 * 4 * 4 + (4 + 1 + 4) * units + 4


def accepted_by_part() -> Count:
    """Part by part."""
    return parameters_in_base


def accepted_formula() -> Count:
    """The same, multiplied out."""
    return lambda b: 58 * b + 49


def wrong_proportional() -> Count:
    """Right for ten, by the rule of three."""
    return lambda b: 629 * b // 10


def wrong_sums() -> Count:
    """Forgets that two digits make nearly twice as many sums."""
    return lambda b: 4 * b + 72 + 27 * b + 4


def wrong_bias() -> Count:
    """Forgets b_out."""
    return lambda b: 58 * b + 45


def typed_data() -> Json:
    """The right number for each base."""
    return cases(
        ("b",),
        [(b,) for b in BASES],
        [parameters(adder_of_zeros(b)).total for b in BASES],
        "with b={b} expected {expected}, got {said}",
        f"{len(BASES)} inputs, from base {min(BASES)} to base {max(BASES)}",
    )


EXERCISE = Exercise(
    slug="other-base",
    source="6.5",
    title="Sixteen fingers",
    kind="value",
    marks=(Mark.VERY_EASY,),
    statement="""
Suppose we counted in base $b$. How many parameters would `add_digits_mod10` have then, built in
the same way? Write `parameters_in_base(b)`; the head is as wide as the stream. Then build it. Up
to which base does it still add?
""",
    hints=(
        "How many different sums do two digits have?",
        "Each sum takes three units, and a unit has a column of `W_in`, a number of `b_in` "
        "and a row of `W_out`.",
        "For base 10 it must be 629.",
    ),
    answer="""
$58\\,b + 49$: four numbers a digit, 8 for the positions, 64 for the head, 9 for each of $3(2b-1)$
units, and 4 for `b_out`. The parameters are one thing, the weights another. The head drowns
$10^{-4}$ of what it says, and the gap between sums shrinks with their number, so that in base 16 a
few sums come out wrong; a louder head mends it.
""",
    stub=STUB,
    judge=judge,
    code=(parameters_in_base,),
    typed=formula("parameters_in_base(b)", ("b",), typed_data),
)
