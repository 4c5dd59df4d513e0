"""How many dimensions the sums of two sets of vectors span."""

import numpy as np

from exercises.statement import Exercise, Mark
from taotp_core.arrays import Array


def rank_of_sums(v: Array, u: Array) -> int:
    """How many dimensions the sums of a row of v [n, d] and a row of u [m, d] span."""
    sums = v[:, None] + u
    return int(np.linalg.matrix_rank(sums.reshape(-1, v.shape[1])))


EXERCISE = Exercise(
    slug="sum-span",
    source="6.1",
    title="The room that sums need",
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
*No more.* For all $i$ and $j$ $$v_i + u_j = (v_i + u_1) + (v_1 + u_j) - (v_1 + u_1).$$ So every sum
is a combination of the sums $v_i + u_1$ ($n$ of them) and $v_1 + u_j$ ($m$ of them). The sum
$v_1 + u_1$ is among both, so these are $n + m - 1$ different ones, and $k$ vectors span at most $k$
dimensions. (In a table of all sums they are the first row and the first column, with one corner.)

*Sometimes as many.* Let all $n + m$ vectors be independent, as random ones in enough dimensions
are. Take a combination of the $n + m - 1$ sums that is zero,

$$\\sum_{i \\ge 2} a_i\\,(v_i + u_1) + \\sum_{j \\ge 2} b_j\\,(v_1 + u_j) + c\\,(v_1 + u_1) = 0.$$
Only one term holds $v_i$ for $i \\ge 2$, and so $a_i = 0$; likewise $b_j = 0$, and then
$c = 0$. So they are independent and the bound is reached. *Sometimes fewer:* if all vectors are
equal there is one dimension, or none if they are zero.

For two digits the bound is 19, far from the 100 that would let a matrix send each pair wherever
we like.
""",
    code=(rank_of_sums,),
    checklist=(
        "Every sum is written with a fixed set of sums, or of vectors.",
        "The set is counted, and the corner is counted once.",
        "It is said why fewer dimensions are possible and more are not.",
        "The answer names a case with exactly $n + m - 1$.",
    ),
)
