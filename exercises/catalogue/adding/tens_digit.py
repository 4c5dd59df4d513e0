"""Another digit of the sum."""

from dataclasses import replace

import numpy as np

from exercises.judging.judge import Tally
from exercises.judging.machine import machine
from exercises.judging.sums import Make, all_pairs, model_of_sums, said_right
from exercises.statement import Example, Exercise, Mark
from taotp.programs import printed
from taotp.programs.adding import LOUD, add_mod10
from taotp_core.arrays import Tokens
from taotp_core.measure import parameters
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Layer, Transformer

STUB = '''
def tens_digit(n_digits):
    """A Transformer that says the tens of a sum: 45+78= makes 2."""
    raise NotImplementedError
'''


def specification(total: Tokens) -> Tokens:
    """The second digit from the right."""
    return total // 10 % 10


def usual(prompt: str, wanted: int, got: str) -> str:
    """Which of the usual mistakes makes this digit, if one does."""
    total = sum(map(int, prompt.rstrip("=").split("+")))
    if got == str(total % 10):
        return "those are the ones"
    if got == str((total + 5) // 10 % 10):
        return "that is rounded; 5 has no tens"
    if total > 99:
        return "from 100 on the tens begin at 0 again"
    return ""


def judge(answer: object) -> str:
    """All pairs of one and of two digits."""
    tally, total = Tally(), 0
    for n_digits in (1, 2):
        model, _ = model_of_sums(answer, n_digits)
        prompts, sums = all_pairs(n_digits)
        tally += said_right(model, prompts, specification(sums), why=usual)
        total = parameters(model).total
    return f"{tally.inputs} inputs, {total} parameters for two digits"


def table_says(model: Transformer, digits: Tokens) -> Transformer:
    """The same machine with other answers in its table, one for each sum."""
    token, _ = subspaces(token=4, pos=3)
    (layer,) = model.layers
    assert layer.mlp is not None
    values = model.W_E[digits] @ read(token) @ write(token)
    W_out = LOUD * np.kron(values, [[1.0], [-2.0], [1.0]])
    return replace(model, layers=[Layer(layer.heads, replace(layer.mlp, W_out=W_out))])


def tens_digit(n_digits: int) -> Transformer:
    """The table of add_mod10 with other values."""
    sums = np.arange(2 * 10**n_digits - 1)
    return table_says(add_mod10(n_digits).model, sums // 10 % 10)


def accepted_other_values() -> Make:
    """The same places, other values."""
    return tens_digit


def accepted_as_printed() -> Make:
    """The same on Leviathan's machine."""

    def theirs(n_digits: int) -> Transformer:
        sums = np.arange(2 * 10**n_digits - 1)
        return table_says(printed.add_mod10(n_digits).model, (sums % 100) // 10)

    return lambda n_digits: replace(theirs(n_digits), W_E=add_mod10(n_digits).model.W_E)


def wrong_ones() -> Make:
    """The last digit."""
    return lambda n_digits: add_mod10(n_digits).model


def wrong_no_modulus() -> Make:
    """The tens without a modulus: right below 100, and capped above."""

    def capped(n_digits: int) -> Transformer:
        sums = np.arange(2 * 10**n_digits - 1)
        return table_says(add_mod10(n_digits).model, np.minimum(sums // 10, 9))

    return capped


def wrong_rounded() -> Make:
    """Tens rounded to the nearest."""

    def rounded(n_digits: int) -> Transformer:
        sums = np.arange(2 * 10**n_digits - 1)
        return table_says(add_mod10(n_digits).model, (sums + 5) // 10 % 10)

    return rounded


EXERCISE = Exercise(
    slug="tens-digit",
    source="6.14",
    title="The tens",
    kind="family",
    marks=(Mark.VERY_EASY,),
    statement="""
`add_mod10` says the last digit of a sum. Change one line of it, so that it says the digit before
the last: $\\lfloor (a+b)/10 \\rfloor \\bmod 10$. `tens_digit(n_digits)` returns the
`Transformer`.
""",
    hints=(
        "Heads and stream know nothing of digits to be said; they bring the sum.",
        "The table says `sums % 10`. What should it say?",
    ),
    answer="""
The values of the table become `W_E[sums // 10 % 10]`. Nothing else changes: a table does not care
whether a function is hard.
""",
    stub=STUB,
    judge=judge,
    example=Example(
        "To hand in the chapter's own machine does not help:",
        """
from taotp.programs import add_mod10

check("tens-digit", lambda n_digits: add_mod10(n_digits).model)
""",
    ),
    code=(table_says, tens_digit),
    typed=machine(judge, tens_digit, at=0, size="n_digits 1"),
)
