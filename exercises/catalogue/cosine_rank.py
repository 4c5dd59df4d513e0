"""Exercise 6.9: a table of cosines has rank two."""

from exercises.statement import Exercise

EXERCISE = Exercise(
    number="6.9",
    slug="cosine-rank",
    title="A table of cosines",
    chapter="adding",
    kind="proof",
    statement="""
For any angle $\\alpha$ let $C$ be the square table with $C_{ij} = \\cos(\\alpha\\,|i - j|)$.
Prove that its rank is at most 2, whatever its size. What does that say about the patterns that a
head can have whose queries and keys are positions on a circle?
""",
    hints=(
        "$\\cos(p - q) = \\cos p \\cos q + \\sin p \\sin q$.",
        "More generally: what is the rank of a table of dot products of vectors in the plane?",
    ),
    answer="""
$\\cos(\\alpha|i-j|) = \\cos \\alpha i \\cos \\alpha j + \\sin \\alpha i \\sin \\alpha j$, so that
$C = XX^T$ with two columns in $X$. The scores of a head whose queries and keys lie on a circle
are such a table, turned: rank 2. As functions of the place asked, all rows are waves of one
period, so each has one hump. A head with one circle cannot look at two places far apart with
nothing in between, which is why the chapter needs a head for each digit.
""",
    checklist=(
        "The rank is bounded for every size and every angle.",
        "The consequence for a head is stated: how many humps can a row of scores have?",
    ),
)
