"""Exercise 5.7: numbers of several digits."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    number="5.7",
    slug="several-digits",
    title="Numbers of several digits",
    chapter="smallest_first",
    kind="construct",
    marks=(Mark.VERY_HARD,),
    statement="""
Change your answer to *A thousand numbers*, so that the numbers are written in base ten, a token for
each digit, with commas between them: after `407,21,398=` comes `21,398,407`.
""",
    hints=(
        "The next chapter adds numbers of several digits. How does it gather the digits of one?",
        "At a comma, or behind the last digit, let a few heads collect the digits, each from its "
        "place, and weigh them by powers of ten. What do you have that you can sort?",
        "Printing is a look-up: you are in a number that starts with what you have said. Numbers "
        "of different lengths are easier with zeros in front.",
    ),
    answer="""
Gather, sort, spell. A first layer gathers at each comma the digits before it, attending one, two
and three positions back, and writes them as one value. The sorter then works among the commas: from
the value said last it finds the next. What it brings home are the digits of that number, each in
its own subspace; which of them is said depends on how many positions have passed since the last
comma, a question that a head which looks back for it answers.
""",
    checklist=(
        "Numbers that begin with the same digits, or are neighbors, come out in order.",
        "It is stated how long numbers may be, and how many there may be.",
        "Random lists and lists of neighbors were tried, how many is stated.",
        "It stops.",
    ),
)
