"""Let it learn to sort."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    slug="train-sort",
    source="5.8",
    title="Let it learn to sort",
    kind="experiment",
    marks=(Mark.VERY_HARD,),
    statement="""
Train a transformer to sort, in the usual way: random lists, their sorted forms, descent. How many
lists does it take, and how large a model, for 28 numbers? Can you be sure that it is right every
time?
""",
    hints=(
        "A model that you can enumerate is worth more than one that you can sample. Begin with "
        "eight numbers: there are 255 sets that are not empty.",
        "Which lists are rare in a random sample and hard to sort? Measure those apart.",
        "The program of this chapter is a point in the space that you search. Start there, add "
        "noise to it, and see whether training comes back.",
    ),
    answer="""
We trained one layer of two heads, without positions, so that what comes next depends on who asks
and on who is there. Then a list is right in every order if its set is, and of eight numbers we can
try all 255 sets: trained on all of them, machines of 8 and of 16 dimensions sort all, which
*proves* them right; of 4 dimensions, 164 and 75 of the 255, for two seeds. Trained on 128 sets,
those of 8 and 16 dimensions sort 249 to 253, and on 64 sets 214 to 243. To be sure takes all
inputs, or an argument.

Of 28 numbers we could only draw samples. In 32 dimensions, two seeds each, 125 sets are enough to
sort 53 and 59 % of 500 random sets, and 10 and 20 % of all pairs; 1,000 sets for 95 % and 71 and
80 %; 64,000 sets, each seen once in 2,000 steps, for 98 and 99 % of random sets, 90 and 93 %
of pairs and 84 and 96 % of runs of neighbors. Short lists and neighbors are rare in the sample,
and come late. The full list, all 28, was right each time.

No number of such tests makes it certain. But certainty is within reach for trained weights too:
with positions of no influence, if for every asking number the scores of all others fall in the
right order, by enough that what the nearest brings outweighs the rest, then *every* list is right,
and that takes some hundred comparisons. Whether training finds weights that pass this we have not
found out. Curves are in the chapter [Experiments](experiments.ipynb).
""",
    checklist=(
        "The model, the sizes, the number of lists and the seed are stated.",
        "Accuracy is reported for random lists, and apart for neighbors, pairs and full lists.",
        "Two curves are shown: against the number of lists and against the size of the model.",
        "It is said what was proved and what was sampled.",
    ),
)
