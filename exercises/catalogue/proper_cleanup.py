"""Exercise 6.8: the adder of two digits without shouting."""

from exercises.statement import Exercise

EXERCISE = Exercise(
    number="6.8",
    slug="proper-cleanup",
    title="Without shouting",
    chapter="adding",
    kind="construct",
    statement="""
`add_digits_mod10` drowns twice: attention drowns the last digit, the MLP drowns the sum. Build it
with *proper* cleanup in both places. No number that a head or the MLP writes should be larger
than a thousand.
""",
    hints=(
        "To take away what a position holds, a head has to look at its own position. This "
        "program has no positions yet.",
        "The MLP sees what layer norm made of the stream, and can subtract only that. What "
        "must the stream look like, so that layer norm leaves it alone?",
        "A row $(k, 1, a, b)$ is left alone if $a$ and $b$ depend on $k$ in the right way, "
        "which a head cannot compute. But a *first* MLP may say any function of $k$.",
        "Or let the table say the difference between what it wants and what is there: the sum "
        "tells what is there.",
    ),
    answer="""
The positions of two places, $(1, -1)$ and $(-1, 1)$, are a subspace that layer norm leaves alone,
and with them a head can attend to itself and subtract the digit. What remains is $(k, 1, 0, 0)$
and the position. For the MLP there is a neat way: it is a table of any function of $k$, so let it
say `digits[k % 10] - row(k)`, where `row(k)` is what the stream holds. Nothing has to be copied,
and the sum of both is the digit itself, at its natural loudness.
""",
    checklist=(
        "All hundred pairs are right.",
        "No weight that writes (W_O, W_out) is larger than 1,000.",
        "After the layer the stream holds the digit's row, not a multiple of it plus noise.",
    ),
)
