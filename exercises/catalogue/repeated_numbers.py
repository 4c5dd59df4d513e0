"""Exercise 5.6: lists that repeat themselves."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    number="5.6",
    slug="repeated-numbers",
    title="Lists that repeat themselves",
    chapter="smallest_first",
    kind="construct",
    marks=(Mark.VERY_HARD,),
    statement="""
How would you change the sorter, so that a number may be in the list more than once? After
`[3, 1, 3, 3, 1]` it says 1, 1, 3, 3, 3.
""",
    hints=(
        "After saying a number you either say it again or go on. What do you have to count to "
        "decide?",
        "A head that attends to all copies of a number alike brings an average. If those before "
        "the delimiter hold one value and those behind it another, what does the average say?",
        "More in the list than said: say it again. As many: go on. How far is the average from one "
        "half, at least, if a list has $n$ numbers?",
    ),
    answer="""
One head attends to every copy of the number said last, in the list and among what has been said,
and averages a column that is $+1$ before the delimiter and $-1$ behind it (the position cannot
say which; but the delimiter can be seen, by a head in a layer before). The average is positive if
some copies are left, zero if not, and its smallest positive value is about one in $2n$. A steep
step, from an MLP or from a hard second head, turns that into yes or no. With yes, add to the query
so much of the own point that the number itself becomes the nearest. As the copy that is asking is
behind the delimiter, it is among those counted as said.
""",
    checklist=(
        "What is said is the list with all its repetitions, in order, and then it stops.",
        "All lists of up to six numbers below four were tried.",
        "A list of many copies of one number and a single other one was tried.",
        "The largest number of copies that it can count is stated.",
    ),
)
