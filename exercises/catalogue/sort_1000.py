"""Exercise 5.4: a thousand numbers."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    number="5.4",
    slug="sort-1000",
    title="A thousand numbers",
    chapter="smallest_first",
    kind="construct",
    marks=(Mark.VERY_HARD,),
    statement="""
Sort with a vocabulary of a thousand numbers, on the transformer as it is: any number of layers,
and as few parameters as you can. The head of this chapter stops at 695, where the squares leave
the exponents of float64. Say what your program does in float32.
""",
    hints=(
        "You have more than one layer. What could a first guess at the next number be, and how "
        "could a layer make it better?",
        "Let the stream hold the number that asks and a candidate above it. Is there anything on "
        "the list strictly between them? A head that looks for what is nearest to a point a little "
        "above their middle can tell.",
        "Each such layer halves what lies between. Alternatively: write a number as tens and ones, "
        "and ask which is next with the same tens, then which tens come next.",
    ),
    answer="""
Bisection. The stream holds the own number and a candidate, both on the circle, at first the
largest. A layer attends to the point slightly above the middle between the two: whatever it brings
is either strictly between, and then becomes the candidate, or it is the candidate or farther, and
nothing changes. The distance is halved each time, so that somewhat more than $\\log_2 V$ layers
find the next number; and since no step needs more than to tell neighbors on the circle apart, the
constants stay moderate.
""",
    checklist=(
        "It was run on random lists, on runs of neighbors, on lists with gaps that double, and on "
        "all thousand numbers.",
        "Every pair of a last and a next number was tried, or a reason is given why not.",
        "Layers and parameters are counted.",
        "The precision that it needs is stated.",
    ),
)
