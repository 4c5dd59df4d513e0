"""Exercise 6.10: half the heads, by positions that are not unique."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    number="6.10",
    slug="shared-places",
    title="Positions for two",
    chapter="adding",
    kind="construct",
    marks=(Mark.VERY_EASY,),
    statement="""
The tens of the first number and the tens of the second are multiplied by the same 10. So one head
could read both: it looks at two places, gets their average, and doubles it. Make it work in `add`
by changing the position table. How many heads remain?
""",
    hints=(
        "Why does a head look at one place and not at two? Because their positions differ.",
        "What if they did not?",
        "The equals sign and the digits after it still need positions of their own.",
    ),
    answer="""
Give the two places of equal worth the same row of `W_pos`. A query for that row scores both
alike, attention halves, and a gain of $2 \\cdot 10^{place}$ makes up for it. The circle needs a
point for each worth, one for the plus, and one for each digit to be said: $2n + 2$ instead of $3n
+ 2$. There are $n + 1$ heads instead of $2n + 1$. On the smaller circle the mark has to be chosen
anew: for two digits two places look alike in the first number of the position, and another `mark`
tells them apart.
""",
    checklist=(
        "All pairs of one and of two digits are right.",
        "n heads read, and one clears.",
        "The plus is read by nobody.",
    ),
)
