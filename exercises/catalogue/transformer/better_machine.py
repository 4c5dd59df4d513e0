"""A better machine."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    slug="better-machine",
    source="1.10",
    title="A better machine",
    kind="open",
    marks=(Mark.VERY_HARD, Mark.RECOMMENDED, Mark.OPEN_ENDED),
    statement="""
If you could change one thing about the transformer, what would it be? Describe it so that
somebody else could build it. Come back when you have written a few programs by hand, and answer
once more.
""",
    hints=(
        "Look for what annoyed you: a head that cannot look nowhere, softness that must be "
        "hardened, a norm that takes two dimensions away, positions that end.",
        "For each annoyance ask what it is good for when weights are trained and not chosen.",
        "A change is worth more if an old program gets shorter by it: say which.",
    ),
    answer="""
There is no one answer. Some that have been tried, and what they do to programs like ours:

- **A sink.** Let softmax divide by one plus the sum, and a head may look nowhere. A program that
  searches then needs no special case for "not found".
- **RMSNorm.** It subtracts no mean, and gives one dimension back: see the second chapter's
  exercise on it.
- **Hard attention.** The largest score takes everything. No large constants, and nothing to learn
  from: its derivative is zero almost everywhere.
- **Relative positions.** A score that depends on how far back a place is ends the table of
  positions, and "the one before" becomes one number.
- **More than one pass.** Let a token be thought about again before it is said, as often as it
  needs.
""",
    checklist=(
        "The change is stated as an equation or in lines of code.",
        "It is said what the part that you change is good for as it is.",
        "A program by hand is named that gets shorter, and by how much.",
        "A price is named: time, memory, training, or something that stops working.",
        "It is said what would show the idea wrong.",
    ),
)
