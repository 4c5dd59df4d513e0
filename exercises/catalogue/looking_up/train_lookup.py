"""Train the whole machine on a table."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    slug="train-lookup",
    source="3.1",
    title="Train all of it",
    kind="experiment",
    marks=(Mark.VERY_HARD,),
    statement="""
We fitted the hash and built the rest. Fit everything: take a transformer with random weights and
train it, positions, heads and all, to store a random table of 100 entries whose keys stand behind
any prefix. Make the training set yourself. Then answer the harder half: what would convince you
that no prefix misleads it? Try those made of other keys, and of pieces of keys.
""",
    hints=(
        "Draw prefixes of all lengths, of random symbols, of other keys, and of keys with one "
        "symbol changed; put one key at the end of each.",
        "Measure what is wrong on prefixes of a kind that training never saw.",
        "Of a machine by hand you can say where each head looks. What would you have to show of "
        "the trained one, head by head, to bound what a prefix can do to the logits?",
    ),
    answer="""
There is no one answer, and that is the point: a test set of prefixes is a sample, and an adversary
does not sample. One layer with four heads, 32 dimensions and an MLP of 64 units learns a hundred
keys of three symbols in some hundred steps. After 400 steps, with random prefixes to learn from, it
is right behind 0.992 of the prefixes of random symbols, 0.992 of those of other keys and 0.993 of
those of near keys (means of three seeds), so that the kind does not matter. But an adversary that
changes one symbol at a time, a thousand times, and keeps what hurts, finds a prefix that misleads
for all but 0.27 of the keys. After 2,000 steps the samples are at 0.998, 0.999 and 0.999, the
adversary leaves 0.953, and learning from other keys and near keys too gives 0.963, which is no
different. For one start it found nothing; that is no proof either.

Two ways to be sure are known. Either the attention of every head can be bounded:
if each puts at least $1 - \\epsilon$ of its weight on the place that it should, for all tokens that
can stand anywhere, then a prefix moves the logits by at most $\\epsilon$ times the longest value,
which may be less than the smallest margin. Or the heads are replaced by ones like ours, the hash
is kept, and the margin is computed anew. Curves are in the chapter
[Experiments](experiments.ipynb).
""",
    checklist=(
        "The training set and the prefixes for testing are described, and their kinds differ.",
        "Precision is given for random prefixes, for prefixes of other keys, and for near keys.",
        "The number of parameters and of training steps stands beside those of the chapter.",
        "It is said what would prove that no prefix misleads it, and whether you have it.",
    ),
)
