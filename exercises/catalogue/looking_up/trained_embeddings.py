"""Romeo and Juliet, with words that know each other."""

from exercises.statement import Exercise

EXERCISE = Exercise(
    slug="trained-embeddings",
    source="4.1",
    title="Words that know each other",
    kind="experiment",
    statement="""
A search of *Romeo and Juliet* has its words on a circle in the order of the alphabet, so the
nearest word to *love* is one that is spelled like it. A lookup fits other vectors to the same
words, on pieces of six words of the play. Put those in place of the circle, with as many columns
for each token as they have, and continue the passage that search recites. What changes, and where?
""",
    hints=(
        "A search compares lengths as well as directions, unless all rows are equally long. Which "
        "function makes them so, and leaves them alone from then on?",
        "Three columns become `d`: in the subspaces, in the heads that gather, in the query and "
        "the key. The position keeps its three.",
        "Where the last words did occur in the window, nothing can change. Look for the first "
        "place where they did not.",
    ),
    answer="""
Normalize each row of the trained embedding, so that layer norm fixes it, and replace 3 by its
width everywhere but in the position. `apart`, the least that a wrong token can cost, is now the
least distance between two rows, and has to be computed from the table. As long as the last two
words have one occurrence in the window, all programs recite the same words: we tried 145 such
places of 2,000, with windows of 800 words, and rows of a lookup in 16 dimensions that was fitted to
all pieces of six words. All 145 were answered as they should, by the circle, by the trained rows,
and by the random rows from which the fit began.

They part where nothing matches. In windows of 100 words there are 1,914 such places; the circle
says 18 of their next words right, trained rows 39, random rows 45. The circle takes words that are
spelled alike for each other; any rows in sixteen dimensions keep them apart, so that a pair which
shares a word mostly wins. That trained rows do no better than
random ones is the answer to expect of a table: nothing made alike what is used alike. The passages
are in the chapter [Experiments](experiments.ipynb).
""",
    checklist=(
        "Texts with one occurrence still get the right answer, tried on at least a hundred.",
        "The constants were computed for the new table, and not taken over.",
        "The passage is continued with both tables, and the first difference is explained.",
    ),
)
