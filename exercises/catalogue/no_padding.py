"""Exercise 6.19: numbers as people write them."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    number="6.19",
    slug="no-padding",
    title="No zeros in front",
    chapter="adding",
    kind="construct",
    marks=(Mark.UNSOLVED,),
    statement="""
Nobody writes 006. Build a program that adds numbers of up to $n$ digits without zeros in front,
of different lengths, and that answers in the same way and then stops: after `9+95=` it says
`104`, after `4+2=` it says `6`. You may add a start and a stop symbol.
""",
    hints=(
        "The worth of a digit is its distance from the sign that follows it. Who knows that?",
        "A first layer can find, for each digit, how far its number goes on; it only has to "
        "look back from the sign. Or: let the sign count.",
        "Reading from the left, a number is ten times what it was, plus the new digit. "
        "Softmax weights that grow by ten with every place do the same at once.",
        "The number of digits of the answer is a function of the sum. So is *stop*.",
    ),
    answer="""
One way takes two layers. In the first, the plus and the equals sign each find the digits before
them, back to the sign before, by heads that look back by $1, 2, \\dots, n$ and a flag that says
*not a digit here*; each sign then holds its number's value. In the second, the place that speaks
adds up both values and the mark of how many digits have been said (by its distance from the
equals sign), and a table gives the digit of the canonical answer, or *stop*. It is the table that
grows, as ever: about 330,000 parameters for up to three digits have been reached.
""",
    checklist=(
        "All pairs of numbers of up to two digits are right, and random ones of three.",
        "The answers have no zeros in front, 0+0= makes 0, and then it stops.",
        "The parameters are counted.",
    ),
)
