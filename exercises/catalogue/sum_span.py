"""Exercise 6.1: how many dimensions the sums of two sets of vectors span."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    number="6.1",
    slug="sum-span",
    title="The room that sums need",
    chapter="adding",
    kind="proof",
    marks=(Mark.VERY_EASY,),
    statement="""
One head brings one of $n$ vectors $v_1, \\dots, v_n$, another one of $m$ vectors $u_1, \\dots,
u_m$, and the stream holds their sum. There are $n\\,m$ different sums. Prove that they never span
more than $n + m - 1$ dimensions.
""",
    hints=(
        "Why at most $n+m$? Where is one dimension lost?",
        "Lay the sums out in a table. Which of its cells determine all the others?",
        "$v_i + u_j = (v_i + u_1) + (v_1 + u_j) - (v_1 + u_1)$.",
    ),
    answer="""
Every cell of the table is a combination of cells of its first row and its first column, $v_i +
u_j = (v_i + u_1) + (v_1 + u_j) - (v_1 + u_1)$. These are $n + m - 1$ cells, since the corner
belongs to both, and so many vectors span at most so many dimensions. Random vectors in enough
dimensions reach the bound. For two digits it is 19, far from the 100 that would let a matrix map
each pair to whatever we like.
""",
    checklist=(
        "Every sum is written with a fixed set of sums, or of vectors.",
        "The set is counted, and the corner is counted once.",
        "It is said why fewer dimensions are possible and more are not.",
    ),
)
