"""Exercise 1.9: guesses before the programs."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    number="1.9",
    slug="guesses",
    title="Before you have seen them",
    chapter="transformer",
    kind="open",
    marks=(Mark.OPEN_ENDED,),
    statement="""
The programs of this book say a fixed message, look things up in a table, find a quotation in a
text, find the smallest of some numbers, sort, and add. Before you turn the page, write down what
you expect of them on average: how many layers, how many dimensions of the stream, how many
parameters, what share of zeros among these, and whether attention or the MLP does more of the
work. Keep the note.
""",
    hints=(
        "The little machine of this chapter that says what came before the last is a fair "
        "start: count its parts with `measure.parameters`.",
    ),
    answer="""
This cell prints the facts for every program there is so far; run it again when you have read
further.

```python
from taotp_core import measure
from taotp_core.programs import hello_world

for program in [hello_world()]:
    model = program.model
    size = measure.parameters(model)
    zeros = 1 - size.nonzero / size.total
    print(len(model.layers), model.d_model, size.total, f"{zeros:.0%}", size.parts)
```
""",
    checklist=(
        "A number for each: layers, dimensions, parameters, share of zeros.",
        "One word, attention or MLP, and a reason for it in one sentence.",
        "After each program: what was farthest off, and why did you expect it?",
    ),
)
