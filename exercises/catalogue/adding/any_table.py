"""An MLP says any function on finitely many numbers."""

import numpy as np

from exercises.catalogue.adding.any_spike import spike
from exercises.statement import Exercise, Mark
from taotp_core.arrays import Array
from taotp_core.weights import MLP


def side_by_side(places: Array, values: Array) -> MLP:
    """Three units for each place [n], which say its value [n, d] there."""
    width = float(np.diff(np.sort(places)).min(initial=np.inf))
    if width == np.inf:  # a single place
        width = 1.0
    parts = [spike(x, width, value) for x, value in zip(places, values, strict=True)]
    return MLP(
        W_in=np.concatenate([part.W_in for part in parts], axis=1),
        b_in=np.concatenate([part.b_in for part in parts]),
        W_out=np.concatenate([part.W_out for part in parts]),
        b_out=np.zeros(values.shape[1]),
    )


def one_after_another(places: Array, values: Array) -> MLP:
    """A ramp at each place but the largest, whose slope leads to the next value."""
    order = np.argsort(places)
    x, y = places[order], values[order]
    slopes = np.diff(y, axis=0) / np.diff(x)[:, None]
    return MLP(
        W_in=np.eye(y.shape[1])[:, :1] @ np.ones((1, len(x) - 1)),
        b_in=-x[:-1],
        W_out=np.diff(slopes, axis=0, prepend=np.zeros((1, y.shape[1])))[: len(x) - 1],
        b_out=y[0],
    )


EXERCISE = Exercise(
    slug="any-table",
    source="6.3",
    title="Any table at all",
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
*With spikes.* If $S$ has at least two numbers, let $w$ be the smallest distance between two of
them; $w > 0$, as $S$ is finite. If it has one, let $w = 1$. For each $x_0$ in $S$ take the
spike of *A spike where you want it*, at $x_0$, of width $w$ and height $f(x_0)$. Any other number
of $S$ is at least $w$ away from $x_0$, so this spike says zero there.

Put the spikes side by side: join their columns of `W_in`, their entries of `b_in` and their
rows of `W_out`. The units of one do not hear of those of another, and what is said is the sum
of what each says. At $x_0$ of $S$ its own spike says $f(x_0)$ and all others zero; together
$f(x_0)$. These are $3\\,|S|$ units. (For an empty $S$ there is nothing to show.)

*With fewer.* Sort $S$: $x_1 < x_2 < \\dots < x_n$. Let `b_out` be $f(x_1)$, and let there be
units $\\max(0, x - x_k)$ for $k = 1, \\dots, n-1$, with rows $c_k$ in `W_out`. At $x_1$ all are
zero and $f(x_1)$ is said. Suppose that $c_1, \\dots, c_{k-1}$ are such that all is right at
$x_1, \\dots, x_k$. The unit that begins at $x_k$ is zero at all of these and
$x_{k+1} - x_k > 0$ at $x_{k+1}$; the units that begin later are zero there. So there is one
$c_k$ that makes $x_{k+1}$ right, and it changes nothing before. That is the change of slope at
$x_k$. By induction all $n$ are right, with $|S| - 1$ units.

The spikes have the merit that no entry knows of another: one can be changed alone.
""",
    code=(side_by_side, one_after_another),
    checklist=(
        "The width is chosen, and the case of a single number is not forgotten.",
        "It is said why the other spikes are silent.",
        "It is said why several MLPs are one, and the units are counted.",
        "For fewer units: each ramp is chosen without spoiling what is right already.",
    ),
)
