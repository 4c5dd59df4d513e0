"""Exercise 6.2: a spike anywhere, of any height."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    number="6.2",
    slug="any-spike",
    title="A spike where you want it",
    chapter="adding",
    kind="proof",
    marks=(Mark.VERY_EASY,),
    statement="""
The ramps $\\max(0, t+1)$, $-2\\max(0, t)$ and $\\max(0, t-1)$ add up to 1 at $t = 0$ and to 0
where $|t| \\ge 1$. Given a place $x_0$, a width $w > 0$ and a vector $a_0$, write down the
weights of an MLP of three units that says $a_0$ at $x_0$ and zero wherever $|x - x_0| \\ge w$.
Prove both.
""",
    hints=(
        "What do you have to put in place of $t$?",
        "The height is the business of `W_out` alone.",
    ),
    answer="""
Put $t = (x - x_0)/w$: that is `W_in` $= (1/w, 1/w, 1/w)$ and `b_in` $= (-x_0/w + 1, -x_0/w,
-x_0/w - 1)$. The rows of `W_out` are $a_0$, $-2a_0$ and $a_0$, and `b_out` is zero. At $x = x_0$
the ramps are $1, 0, 0$, so it says $a_0$. For $t \\le -1$ all are 0. For $t \\ge 1$ none is cut
and $(t+1) - 2t + (t-1) = 0$.
""",
    checklist=(
        "All four arrays are given, with their shapes.",
        "The value at the place is computed, and both sides beyond the width are.",
        "It holds for a place that is not 0 and for a vector that is not a number.",
    ),
)
