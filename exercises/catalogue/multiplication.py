"""Exercise 6.20: multiplication."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    number="6.20",
    slug="multiplication",
    title="Times",
    chapter="adding",
    kind="construct",
    marks=(Mark.UNSOLVED,),
    statement="""
Build a program that multiplies two numbers of $n$ digits, in $2n$ digits: `12*34=` makes `0408`.
A sum is linear in the digits, which made it easy for attention. A product is not.
""",
    hints=(
        "The product of two digits is a function of two numbers. Can you make *one* number of "
        "them, from which an MLP can read it?",
        "$ab = \\left((a+b)^2 - (a-b)^2\\right)/4$, and a table knows all squares.",
        "Attention multiplies, too: the weight of a place times what is taken there.",
        "Digits that have been said are inputs like others. What is left of the product once "
        "the digits said so far are subtracted?",
    ),
    answer="""
Squares do it in two layers. The first layer's heads bring $a+b$ and $a-b$ as numbers, and its MLP
is a table of squares for each; the difference of both is $4ab$, one number in one column, and the
second layer says its digits as `add` does, by a mark of the place. The tables have some $2 \\cdot
10^n$ entries for the squares and $10^{2n}$ for the digits, so that the second is better taken
apart: a digit of a number can be said by subtracting those in front of it. With one and two
digits everything can be tried.
""",
    checklist=(
        "All pairs of one and of two digits are right.",
        "It is said what attention computes and what the MLPs look up.",
        "The parameters are counted, and how they grow with n.",
    ),
)
