"""Exercise 5.8: let it learn to sort."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    number="5.8",
    slug="train-sort",
    title="Let it learn to sort",
    chapter="smallest_first",
    kind="experiment",
    marks=(Mark.VERY_HARD,),
    statement="""
Train a transformer to sort, in the usual way: random lists, their sorted forms, descent. How many
lists does it take, and how large a model, for 28 numbers? Can you be sure that it is right every
time?
""",
    hints=(
        "A model that you can enumerate is worth more than one that you can sample. Begin with "
        "eight numbers: there are 256 sets.",
        "Which lists are rare in a random sample and hard to sort? Measure those apart.",
        "The program of this chapter is a point in the space that you search. Start there, add "
        "noise to it, and see whether training comes back.",
    ),
    answer="""
What to expect: random lists are learned soon, and short lists, lists of neighbors and full lists
late, since they are rare in the sample. No number of tests makes it certain. But here certainty is
within reach for trained weights too: with positions of no influence the next token depends on who
asks and on who is there. If for every asking number the scores fall in the right order, by enough,
then *every* list is right, and that takes some hundred comparisons. Whether training finds weights
that pass this is the experiment.
""",
    checklist=(
        "The model, the sizes, the number of lists and the seed are stated.",
        "Accuracy is reported for random lists, and apart for neighbors, pairs and full lists.",
        "Two curves are shown: against the number of lists and against the size of the model.",
        "It is said what was proved and what was sampled.",
    ),
)
