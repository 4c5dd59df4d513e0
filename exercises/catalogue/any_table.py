"""Exercise 6.3: an MLP says any function on finitely many numbers."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    number="6.3",
    slug="any-table",
    title="Any table at all",
    chapter="adding",
    kind="proof",
    marks=(Mark.VERY_EASY,),
    statement="""
Prove the theorem of this chapter in full: for a finite set $S$ of numbers and any function $f$
from $S$ to vectors there is an MLP with $3\\,|S|$ hidden units that says $f(x)$ at every $x$ of
$S$. Then look for waste: can you do it with $|S|$ units and a `b_out`?
""",
    hints=(
        "How wide may a spike be, so that it says nothing at the other numbers of $S$?",
        "Several MLPs side by side are one MLP whose units are all of theirs.",
        "For the second part forget the spikes. What does a ramp that starts at one number of "
        "$S$ change at the numbers below it?",
    ),
    answer="""
Let $w$ be the smallest distance between two numbers of $S$ (any positive number if there is only
one). For each $x_0$ in $S$ take the spike of the exercise before, at $x_0$, of width $w$ and
height $f(x_0)$. Another number of $S$ is at least $w$ away, so this spike says zero there. Side
by side they are one MLP of $3\\,|S|$ units, which at $x_0$ says $f(x_0)$ and otherwise zeros.

With fewer: sort $S$. Let `b_out` be $f$ at the smallest number, and let one ramp start at each
number but the largest, with the change of slope that leads to the next value. A ramp is zero up
to its start, so that each can be chosen after those before it. These are $|S| - 1$ units; the
spikes have the merit that no entry knows of another.
""",
    checklist=(
        "The width is chosen, and the case of a single number is not forgotten.",
        "It is said why the other spikes are silent.",
        "The units are counted.",
    ),
)
