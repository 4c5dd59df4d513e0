"""Why the score of an address has to be linear in what is asked for."""

import numpy as np

from exercises.statement import Exercise
from taotp_core.arrays import Array


def leads(f: Array, g: Array, wanted: Array) -> Array:
    """By how much each address [n] leads all others, at the queries that ask for each: [n, n]."""
    scores = np.outer(wanted, f) + g
    led: Array = np.diag(scores)[:, None] - scores
    return led


EXERCISE = Exercise(
    slug="why-linear",
    title="Why a parabola?",
    kind="proof",
    statement="""
The machine asks for a mailbox whose number is a sum: where a jump went, and how long ago. Keys
may be any pair of numbers that depends on the address, $k(a)=(f(a),g(a))$. The query is
$(cq+d,\\,1)$, because it is made from the sum $q$ by a matrix and a bias. Show that for each
address from 0 to $n-1$ to have the largest score when it is asked for, $f$ and $g$ must be such
that the points $(f(a),g(a))$ are the corners of a figure that bulges upward (each lies above the
line through its two neighbors), in the order of the addresses. Then show that the parabola is the
one whose leads are all the same.
""",
    hints=(
        "Write the score as a line in $q$ for each address. What does it mean that line $a$ is on "
        "top at $q=a$?",
        "Where do the lines of $a$ and $a+1$ cross? The crossings must be in order.",
    ),
    answer="""
*The lines.* The score of $a$ is $s_a(q)=(cq+d)f(a)+g(a)$: a line in $q$ with slope $cf(a)$. Let
line $a$ be on top at $q=a$ and line $a+1$ at $q=a+1$. Their difference $s_{a+1}-s_a$ is linear
and rises from below zero to above, so $cf(a+1)>cf(a)$: the slopes grow with the address. The
lines cross at a $q$ between $a$ and $a+1$, and crossings of neighbors come in order.

*The corners.* At $q=a$ the query weighs $f$ by some $u$, and $uf+g$ is largest at the point of
$a$, and smaller at its two neighbors. It is smaller, too, at the point of the line through
these two which has the same $f$ as $a$. There $uf$ is the same, so the line is below the point of
$a$.

*Equal leads.* Let $s_a(a)-s_{a+1}(a)$ and $s_{a+1}(a+1)-s_a(a+1)$ be the same number $L$ for all
$a$. Their sum is $c(f(a+1)-f(a))$, so $f$ grows by the same amount each time and may be taken as
$a$, with $c=2L$ and $d=0$. Then $g(a+1)-g(a)=-L-2La=-L((a+1)^2-a^2)$, and $g(a)=-La^2$ up to a
constant. That is the parabola.
""",
    code=(leads,),
    checklist=(
        "The score is written as a line in q, one for each address.",
        "It is shown that the slopes grow with the address.",
        "It is shown that each point lies above the line through its neighbors.",
        "From equal leads it follows that f is linear and g a square.",
    ),
)
