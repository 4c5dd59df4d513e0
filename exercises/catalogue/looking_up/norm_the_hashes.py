"""A norm more in the untied machine."""

from exercises.statement import Exercise

EXERCISE = Exercise(
    slug="norm-the-hashes",
    source="3.6",
    title="A norm for the rows",
    kind="experiment",
    statement="""
In the untied machine a row of the unembedding is a sum of hashes, as they come. Change `simulate`
of [How alike are random vectors?](random_vectors.ipynb) in two ways. (a) Apply layer norm to each
hash before it is added to its row. (b) Leave the hashes as they are, and apply layer norm to each
finished row. What do you get for 25 and for 100 dimensions? Explain which helps more, and why one
of them can hurt.
""",
    hints=(
        "Which rivals win where the right answer loses? Look at how many keys their rows have.",
        "What does a norm on the rows do to a row of six keys, and to one of a single key?",
    ),
    answer="""
With 1,000 entries over 1,000 symbols and ten seeds we measured, in 25 dimensions, 0.493 as it was
(0.435 to 0.529), 0.527 with (a) (0.481 to 0.567), and 0.740 with (b) (0.717 to 0.758); in 100
dimensions 0.995, 0.997 and 0.991, with (b) last. Mistakes go to answers with many keys, whose
rows are long and stray far: in 25 dimensions the answer that wins wrongly has 3.3 keys on average,
with (b) 1.6. (b) makes all rows equally long: the rivals with many keys lose their advantage, and
so does the right answer when it is one of them. Where there is room, that is all that is left to go
wrong. Curves are in the chapter [Experiments](experiments.ipynb).
""",
    checklist=(
        "Six numbers: two dimensions, three variants, each from at least three seeds.",
        "It is shown which answers win wrongly, by the number of their keys.",
        "It is said when (b) hurts.",
    ),
)
