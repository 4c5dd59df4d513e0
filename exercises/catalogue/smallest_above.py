"""Exercise 5.3: a machine on which sorting is as easy as finding the smallest."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    number="5.3",
    slug="smallest-above",
    title="The smallest above",
    chapter="smallest_first",
    kind="open",
    marks=(Mark.VERY_HARD, Mark.RECOMMENDED),
    statement="""
The smallest of a million numbers takes one head; sorting 28 brought us to the last bit of a
float64. What is missing is a way to leave out what has been said. Make a *small* change to the
transformer, so that a sorter becomes about as short, and as robust, as the program that finds the
smallest number. Write it, and sort a thousand numbers with it. Would the change be of use for
anything else?
""",
    hints=(
        "Softmax gives every key some weight, and at least one of them a large one. What if a head "
        "could leave keys out for a reason other than their place?",
        "On a quarter of the circle, turn the query by 90 degrees. What is the sign of the score "
        "of a larger number? Of a smaller one? Of the number itself?",
        "Among those that are left you want the *smallest* score.",
    ),
    answer="""
One of many: let a head have a threshold, and treat a score below it like a position in the future,
as $-\\infty$. On a quarter of the circle the query of number $i$ is its point turned by 90 degrees,
so that the score of $j$ is $\\sin(\\theta_j-\\theta_i)$: positive for larger numbers alone, and
smallest for the next. Mask what is below half a step, then let softmax take the smallest, with a
negative factor. The lead is a step, not its square, so that a thousand numbers are no trouble; the
delimiter stands a step before 0. In numpy the change is one line,
`scores = np.where(scores > least, -hard * scores, -np.inf)`, with $-\\infty$ throughout for rows
where nothing is left.

Such a head says "the next after this one, in some order", and it may find nothing: both are what
programs need that walk through a list or search.
""",
    checklist=(
        "The change is written down as an equation or in lines of code, and a model without it is "
        "a special case.",
        "A sorter of a thousand numbers was run on it, with neighbors, with gaps, and with all.",
        "It is said what happens when nothing is left to attend to.",
        "Another program is named that gets shorter, or a reason why none does.",
    ),
)
