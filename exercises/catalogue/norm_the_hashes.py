"""Exercise 3.6: a norm more in the untied machine."""

from exercises.statement import Exercise

EXERCISE = Exercise(
    number="3.6",
    slug="norm-the-hashes",
    title="A norm for the rows",
    chapter="looking_up",
    kind="experiment",
    statement="""
In the untied machine a row of the unembedding is a sum of hashes, as they come. Change `simulate`
of this chapter in two ways. (a) Apply layer norm to each hash before it is added to its row. (b)
Leave the hashes as they are, and apply layer norm to each finished row. What do you get for 25
and for 100 dimensions? Explain which helps more, and why one of them can hurt.
""",
    hints=(
        "Which rivals win where the right answer loses? Look at how many keys their rows have.",
        "What does a norm on the rows do to a row of six keys, and to one of a single key?",
    ),
    answer="""
With 1,000 entries over 1,000 symbols and three seeds we measured, in 25 dimensions, 0.41 to 0.50
as it was, 0.49 to 0.58 with (a), and 0.75 to 0.77 with (b); in 100 dimensions all three are between
0.99 and 1, with (b) last. Most mistakes go to answers with many keys, whose rows are long and stray
far. (b) makes all rows equally long: the rivals with many keys lose their advantage, and so does
the right answer when it is one of them. Where there is room, that is all that is left to go wrong.
""",
    checklist=(
        "Six numbers: two dimensions, three variants, each from at least three seeds.",
        "It is shown which answers win wrongly, by the number of their keys.",
        "It is said when (b) hurts.",
    ),
)
