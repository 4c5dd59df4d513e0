"""Exercise 4.1: Romeo and Juliet, with words that know each other."""

from exercises.statement import Exercise

EXERCISE = Exercise(
    number="4.1",
    slug="trained-embeddings",
    title="Words that know each other",
    chapter="searching",
    kind="experiment",
    statement="""
Here the words of *Romeo and Juliet* stand on a circle in the order of the alphabet, so the nearest
word to *love* is one that is spelled like it. Looking things up trained other vectors for the same
words, on the six-grams of the play. Put those in place of the circle, with as many columns for
each token as they have, and continue the same passage. What changes, and where?
""",
    hints=(
        "A search compares lengths as well as directions, unless all rows are equally long. Which "
        "function of the chapter makes them so, and leaves them alone from then on?",
        "Three columns become `d`: in the subspaces, in the heads that gather, in the query and "
        "the key. The position keeps its three.",
        "Where the last words did occur in the window, nothing can change. Look for the first "
        "place where they did not.",
    ),
    answer="""
Normalize each row of the trained embedding, so that layer norm fixes it, and replace 3 by its
width everywhere but in the position. `apart`, the least that a wrong token can cost, is now the
least distance between two rows, and has to be computed from the table. As long as the last two
words have one occurrence in the window, both programs recite the same words. They part where
nothing matches: the circle continues with the follower of a pair that is spelled alike, the
trained table with that of a pair which plays a similar part in the table it was trained for. With
ten dimensions or so, do not expect it to make more sense.
""",
    checklist=(
        "Texts with one occurrence still get the right answer, tried on at least a hundred.",
        "The constants were computed for the new table, and not taken over.",
        "The passage is continued with both tables, and the first difference is explained.",
    ),
)
