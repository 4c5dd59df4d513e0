"""Why a thousand entries over ten symbols stop near a quarter."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    slug="why-a-quarter",
    source="3.9",
    title="Why a quarter",
    kind="open",
    marks=(Mark.UNSOLVED,),
    statement="""
Leviathan asked why his machine stores no more than a fifth of 1,000 random entries over
10 symbols, at any size. The chapter answers: its scores are sums over the places of the key. Be
the referee. Does the argument cover positions, attention that is not perfectly hard, and the
final layer norm? What does it predict for keys of length 10, and for 20 symbols? And what is the
most that sums can hold? Beat the chapter's search, or bound it from above.
""",
    hints=(
        "Count features: $l (V - 1) + 1$. Predict first, then measure with `fitted_hash`, with "
        "$V + 1$ dimensions or more.",
        "For a bound: how many tables can sums tell apart at all, and how many tables of answers "
        "agree with a given one in $m$ entries?",
    ),
    answer="""
It covers them: hard attention makes the score of a key independent of what comes before, up to the
weight $e^{-64}$; there remains a sum of $l$ terms, one for each place. The final norm subtracts a
mean that vectors of mean zero do not see, and divides by one positive number. Soft attention would
be another machine, whose weights may depend on content, and is not covered.

Measured on other tables, three of each: with keys of length 10 (91 features) a tied lookup stores
33 to 36 %, with 20 symbols (96 features) 34 to 37 %, with 30 symbols (146 features) everything. The
best sums that cross-entropy can find are at 32 to 38 %, 37 to 38 % and 100 % of the same tables,
and at 22 to 26 % of the chapter's, where the lookup is at 23 to 25 %. So the limit lies in the
sums, not in the machine. But a quarter is what cross-entropy finds. The chapter's search for fewest
mistakes goes on to improve: after 100,000 nudges it is at 43 to 46 %. We do not know the most. For
random labels it can be bounded by counting how many tables sums can tell apart. Curves are in the
chapter [Experiments](experiments.ipynb).
""",
    checklist=(
        "Each step of the argument is either accepted with a reason or refuted with an example.",
        "Two predictions were written down before they were measured.",
        "The share that a search for fewest mistakes reaches is given.",
    ),
)
