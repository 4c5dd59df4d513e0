"""Multiplication."""

from collections.abc import Callable

from exercises.judging.judge import Tally
from exercises.judging.machine import machine
from exercises.judging.text import asked_model, continues
from exercises.statement import Exercise, Mark
from taotp.constructions.by_attention import what_is_left
from taotp.constructions.level import head
from taotp.programs import small
from taotp.reference import PRODUCTS, Task
from taotp_core.measure import parameters
from taotp_core.weights import Transformer

STUB = '''
def multiply(n_digits):
    """A Transformer over 0123456789*= that multiplies: 12*34= makes 0408."""
    raise NotImplementedError
'''

Make = Callable[[int], Transformer]


def all_products(n_digits: int) -> tuple[list[str], list[str]]:
    """Every prompt of two numbers, and its answer in twice as many digits."""
    digits = "d" * n_digits
    task = Task("multiply", PRODUCTS, {"form": f"{digits}*{digits}="})
    prompts = ["".join(prompt) for prompt in task.prompts(4 * n_digits)]
    return prompts, ["".join(task.answer(prompt) or []) for prompt in prompts]


def judge(answer: object) -> str:
    """All pairs of one and of two digits, every digit of the product."""
    tally, sizes = Tally(), []
    for n_digits in (1, 2):
        model = asked_model(answer, len(PRODUCTS), 4 * n_digits + 1, n_digits=n_digits)
        tally += continues(model, *all_products(n_digits), PRODUCTS)
        sizes.append(parameters(model).total)
    return f"{tally.inputs} inputs, {sizes[0]} and {sizes[1]} parameters"


def multiply(n_digits: int) -> Transformer:
    """Two layers of attention: a at every digit of b, then the digits of b weigh it."""
    return small.multiply(n_digits).model


def accepted_by_weights() -> Make:
    """Attention multiplies."""
    return multiply


def accepted_heavier_sink() -> Make:
    """The same with another sink."""
    return lambda n_digits: small.multiply(n_digits, loud=1e6).model


def wrong_zero_weighs_one() -> Make:
    """The logarithm of 0 taken as 0, so that a zero counts as a one."""
    return lambda n_digits: small.multiply(n_digits, faint=0.0).model


def wrong_light_sink() -> Make:
    """A sink that weighs hardly more than b: softmax divides by a sum with b in it."""
    return lambda n_digits: small.multiply(n_digits, loud=10.0 ** (1 - n_digits)).model


def wrong_one_digit() -> Make:
    """The machine for one digit, whatever is asked."""
    return lambda n_digits: multiply(1)


EXERCISE = Exercise(
    slug="multiplication",
    source="6.20",
    title="Times",
    kind="family",
    marks=(Mark.UNSOLVED,),
    statement="""
Build a program that multiplies two numbers of $n$ digits, in $2n$ digits: `12*34=` makes `0408`.
A sum is linear in the digits, which made it easy for attention. A product is not.

`multiply(n_digits)` makes a `Transformer` with plain layer norms before its parts, as many layers
as you like, tied or not, over the twelve symbols `0123456789*=` in this order, and with `n_ctx`
$4n+1$. It is tried on all pairs of one and of two digits.
""",
    hints=(
        "The product of two digits is a function of two numbers. Can you make *one* number of "
        "them, from which an MLP can read it?",
        "$ab = \\left((a+b)^2 - (a-b)^2\\right)/4$, and a table knows all squares.",
        "Attention multiplies, too: the weight of a place times what is taken there. What score "
        "gives a digit $d$ at the place $10^i$ a weight of $d\\cdot 10^i$?",
        "Softmax divides by the sum of all weights, which you do not want to depend on the "
        "digits. Let one token weigh so much that the others do not count in the sum, and bring "
        "nothing.",
        "Digits that have been said are inputs like others. What is left of the product once "
        "the digits said so far are subtracted?",
    ),
    answer="""
Two layers of attention and no MLP: $48n+348$ parameters, which are 396 for one digit and 444 for
two.

*The first layer* brings $a$ to every digit of $b$. A score of $i\\ln10$ is a weight of $10^i$, and
the weights of the $n$ places sum to $(10^n-1)/9$ for all digits, so one factor makes a
number of them.

*The second layer* multiplies. The digit $d$ of $b$ at the place $10^i$ has the score
$i\\ln10+\\ln d$, so that it weighs $d\\cdot10^i$, and the value $a$. All of $b$ together: $ab$. To
keep $b$ out of the divisor of the softmax, the sign between the numbers weighs $10^{2n+5}$
and has the value 0; what remains is a relative error of $b/10^{2n+5}$, less than a hundredth of 1
in the product for two digits. (For 0, whose logarithm there is not, $-40$ will do.)

A second head says the digits. The rest of the product after those already said, divided by
$10^k$ and rounded down, is the digit that is due: a *linear* function of all that is in the
prompt, numerator and denominator each. The printed digits weigh $10^i$, the sign weighs
$10^{k+1}/9$, and as $10^{k+1}+\\dots+10^{2n-1}+10^{k+1}/9=10^{2n}/9$, the sum of the weights is
the same at every place. The denominator comes from the sign. A token $d$ with the row
$(d,-d^2)$ has the logit $2d\\,x-d^2y$, which is largest for the $d$ nearest to $x/y$: rounding
costs two columns.

Every row is given the same length by a spare column, so that layer norm is one known factor; the
number $a$ is written so small ($10^{-n-6}$) that it does not count in it. The lead is about
$10^{-2n+1}/81$ of the largest logit at the first digit, and that sets the limit: all million
products of three digits are right (492 parameters), with a lead of $10^{-7}$ where it is least; of
five digits most are rounded to wrong ones. The library's `multiply` makes a `Program`; its `model`
is the `Transformer` asked for.
""",
    stub=STUB,
    judge=judge,
    code=(small.multiply, head, what_is_left),
    typed=machine(judge, multiply, at=0, size="n_digits 1"),
)
