"""Exercise 6.11: half the heads, with positions that are unique."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    number="6.11",
    slug="shared-heads",
    title="Two places at once",
    chapter="adding",
    kind="construct",
    marks=(Mark.VERY_HARD,),
    statement="""
As the exercise before, one head for both digits of the same worth, but every position must have a
row of its own. How many columns more does the stream need?
""",
    hints=(
        "On one circle a row of scores has one hump. What can two circles do, at two paces?",
        "A position may consist of two parts: which worth it has, and which number it belongs "
        "to.",
        "Only the first part is looked at.",
    ),
    answer="""
Keep the positions of the exercise before, which are shared, and add a second subspace that layer
norm leaves alone and that tells the two numbers apart: two columns, $(1, -1)$ or $(-1, 1)$. The
heads look at the first part alone, so for them both places are the same, and yet no two rows are
equal. (Cheap? The head has to be told what to ignore; that is what `W_K` is for.) With a single
circle it cannot be done: its scores have one hump.
""",
    checklist=(
        "No two rows of W_pos are equal.",
        "All pairs of one and of two digits are right.",
        "n heads read; the columns added are counted.",
    ),
)
