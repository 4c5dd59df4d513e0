"""Exercise 6.7: the adder of two digits in three dimensions."""

from exercises.statement import Exercise

EXERCISE = Exercise(
    number="6.7",
    slug="three-dimensions",
    title="Three dimensions are enough",
    chapter="adding",
    kind="construct",
    statement="""
`add_digits_mod10` is four numbers wide. Build one that is three numbers wide: a digit's row is
then $(x, a, b)$ with mean 0 and mean square 1, which is to say, a point of the circle. What does
layer norm do to the sum of two such points, and what must the table tell apart now? Did the
parameters become fewer?
""",
    hints=(
        "Without the 1 beside it, the sum's length is lost. What is left of a sum of two "
        "points of a circle after layer norm?",
        "$0 + 8$ and $4 + 4$ need not land in the same spot. How many different pairs are "
        "there?",
        "The order of the two digits makes no difference, so 55 entries will do; look at "
        "where the machine itself puts them.",
        "With $x = d/100$ pairs of equal sum lie very close together. Spread the digits "
        "wider.",
    ),
    answer="""
Layer norm brings the sum of two points back to the circle, at about the mean of their angles:
about, because $x$ is even and the angle is not. So equal sums are near to each other and yet
apart, and the table needs an entry for each of the 55 unordered pairs where it needed 19: 165
units of $3 + 1 + 3$ numbers. The stream shrinks by a quarter and the table triples, so that the
whole grows to more than 1,200 parameters. Who places the digits at even *angles* gets a sum of
angles, and 19 entries again: then it is smaller than with four dimensions, 201 with one unit an
entry.
""",
    checklist=(
        "d_model is 3, and every norm is the plain LayerNorm.",
        "All hundred pairs are right.",
        "The number of entries is explained, and the parameters are counted.",
    ),
)
