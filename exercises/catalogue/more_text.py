"""Exercise 3.8: more of the play."""

from exercises.statement import Exercise

EXERCISE = Exercise(
    number="3.8",
    slug="more-text",
    title="More of the play",
    chapter="looking_up",
    kind="experiment",
    statement="""
Store more of the play: all pieces of six words, then of eight or ten. How many dimensions does it
need, and how long does fitting take? Give it starts that it has not seen, and let it speak. Then
try what the chapter did not: let it go on fitting after all entries are right, or give it the
pieces that overlap too. Is it still a table, and when does it begin to be a model of language?
""",
    hints=(
        "`fitted_hash` stops when every answer leads by `LEAD`. With its derivative, "
        "`scores_and_gradient`, you can write a loop that goes on.",
        "Two pieces with the same key and different answers cannot both be stored. Which loss do "
        "they leave, and what does the machine say for them?",
        "Keep some pieces back. How often does it say their sixth word?",
    ),
    answer="""
There is no one answer. A thousand pieces of six words fit into nine dimensions with patience, and
into thirteen in a second. What you will notice: a table has no use for how frequent a word is, and
says rare words as readily as common ones. With overlapping pieces, conflicting answers, and
fitting that goes on, the cross-entropy begins to care, and *the* and *and* come back. Kept-back
pieces are the test: a table scores about nothing on them, a model of language does not.
""",
    checklist=(
        "Entries, words, dimensions, parameters and time are given for at least two sizes.",
        "The share of stored entries is 1, or it is said which conflict.",
        "The share of kept-back pieces whose last word is right is measured.",
        "A sample of what it says, with the start that it was given.",
    ),
)
