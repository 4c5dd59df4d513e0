"""More of the play."""

from exercises.statement import Exercise

EXERCISE = Exercise(
    slug="more-text",
    source="3.8",
    title="More of the play",
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
There is no one answer. We stored pieces of six, eight and ten words in 16 dimensions: 1,600
entries take 37, 33 and 29 steps, 3,200 of six words 90, and all of them are right. In 8 dimensions
1,600 pieces of six words take 242 steps; in 6 the fit gives up after 1,000 with 87 % of them.
Where two pieces have one key, the table keeps the first. You will notice that a table has no use
for how frequent a word is, and says rare words as readily as common ones. With all of the last
fifth of the play kept back, no table says more than 0.8 % of the last words right, where *and*
alone would be right in 3.4 %.

A fit that goes on for 2,000 steps with 3,200 entries stays a table: 0.7 %. With 20,000 pieces that
overlap, for which there is no room, *the* and *and* come back, the share of entries rises to 17 %,
and that of kept-back pieces to 3.4 %: it has learned what is frequent, and not more. So it begins
to be a model of language where it ceases to be a table, and this one is a poor one. Curves and
samples are in the chapter [Experiments](experiments.ipynb).
""",
    checklist=(
        "Entries, words, dimensions, parameters and time are given for at least two sizes.",
        "The share of stored entries is 1, or it is said which conflict.",
        "The share of kept-back pieces whose last word is right is measured.",
        "A sample of what it says, with the start that it was given.",
    ),
)
