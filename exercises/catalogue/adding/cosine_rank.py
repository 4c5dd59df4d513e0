"""A table of cosines has rank two."""

import numpy as np

from exercises.statement import Exercise
from taotp_core.arrays import Array


def cosine_table(n: int, alpha: float) -> Array:
    """The table of cos(alpha |i - j|): [n, n]."""
    i = np.arange(n)
    table: Array = np.cos(alpha * np.abs(i[:, None] - i))
    return table


def humps(row: Array) -> int:
    """How many times a row of scores rises and then falls."""
    ways = np.sign(np.diff(row))
    ways = ways[ways != 0]
    return int((np.diff(ways) < 0).sum())


EXERCISE = Exercise(
    slug="cosine-rank",
    source="6.9",
    title="A table of cosines",
    kind="proof",
    statement="""
For any angle $\\alpha$ let $C$ be the square table with $C_{ij} = \\cos(\\alpha\\,|i - j|)$.
Prove that at any size its rank is at most 2. What does that say about the patterns that a
head can have whose queries and keys are positions on a circle?
""",
    hints=(
        "$\\cos(p - q) = \\cos p \\cos q + \\sin p \\sin q$.",
        "More generally: what is the rank of a table of dot products of vectors in the plane?",
        "For the last question draw one row of scores over all keys. Where does it rise?",
    ),
    answer="""
*The rank.* The cosine is even, so the bars can be dropped:

$$\\cos(\\alpha|i-j|) = \\cos \\alpha i \\cos \\alpha j + \\sin \\alpha i \\sin \\alpha j.$$
So $C = XX^T$, with $\\cos \\alpha i$ in the first column of $X$ and $\\sin \\alpha i$ in the
second. A product through two columns has rank at most 2, for every size and every angle. (It is
1 if all $\\alpha i$ are multiples of $\\pi$, as for $\\alpha = 0$; otherwise two rows of $X$
are independent, and it is 2.)

*A head.* Let the key of place $j$ be the point at the angle $\\alpha j$ of a circle, and the
query of place $i$ that point turned by $\\beta$ and scaled by $r$. The score is
$r \\cos(\\alpha(i-j) + \\beta)$: rank 2 again, for all $r$ and $\\beta$. As a function of $j$
each row is a wave of one period, $2\\pi/\\alpha$. If all places lie on one turn of the circle,
a row has one hump. So what gets the most attention lies side by side, and falls off on both
sides: such a head cannot look at two places far apart and at nothing in between. With several
turns there are several humps, at a distance that $\\alpha$ has fixed once for all queries, and
all as high.

This is why the chapter needs a head for each digit, or another position code.
""",
    code=(cosine_table, humps),
    checklist=(
        "The rank is bounded for every size and every angle.",
        "The scores of a head are written as such a table, with what a query may change.",
        "The consequence for a head is stated: how many humps can a row of scores have?",
    ),
)
