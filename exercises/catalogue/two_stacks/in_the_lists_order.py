"""Which of these did you say, in the order of the list."""

from dataclasses import replace

import numpy as np

from exercises.judging.judge import praised
from exercises.judging.machine import machine
from exercises.judging.two_stacks import answers, every_text, own_reader
from exercises.statement import Exercise
from taotp.programs import two_stacks
from taotp_core.program import Program

NAMES, OTHERS, LONGEST = ("Ada", "Bo", "Cy"), ("met",), 5
STUB = '''
def in_the_lists_order():
    """A Program that says which of Ada, Bo and Cy it read."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """All texts of up to five words, of three names and another word."""
    program = own_reader(answer, "in in_the_lists_order")
    texts = list(every_text((*NAMES, *OTHERS), LONGEST))
    tally = answers(program, texts, lambda text: [name for name in NAMES if name in text])
    return praised("{inputs} inputs, smallest margin {margin:.3g}", program.model, tally)


def asking(column: np.ndarray) -> Program:
    """The chapter's machine, by what rows are asked for first [d_model, 1]."""
    program = two_stacks.which(NAMES, LONGEST, others=OTHERS)
    model = program.model
    (layer,) = model.layers
    (find,) = layer.cross
    W_K = np.hstack([64 * column, find.W_K[:, 1:]])
    layers = [replace(layer, cross=[replace(find, W_K=W_K)])]
    return replace(program, model=replace(model, layers=layers))


def by_name(*first: float) -> np.ndarray:
    """A column that reads of a symbol when its turn is: [d_model, 1]."""
    column = np.zeros((17, 1))  # 5 symbols, three times, then place and one
    column[:5, 0] = first
    return column


def in_the_lists_order() -> Program:
    """Its place in the list stands where its place in the text stood; others come never."""
    return asking(by_name(0, 1, 2, 99, 3))


def accepted_list() -> Program:
    """The places of the list."""
    return in_the_lists_order()


def accepted_sorted() -> Program:
    """Wider apart."""
    return asking(by_name(1, 2, 4, 50, 5))


def wrong_as_said() -> Program:
    """In the order in which they came."""
    return two_stacks.which(NAMES, LONGEST, others=OTHERS)


def wrong_backward() -> Program:
    """From the end of the list."""
    return asking(by_name(2, 1, 0, 99, 3))


def wrong_others() -> Program:
    """The other word is said as well."""
    return two_stacks.which([*NAMES, *OTHERS], LONGEST)


def wrong_end_first() -> Program:
    """The end comes before Cy."""
    return asking(by_name(0, 1, 2, 99, 1.5))


def wrong_each_time() -> Program:
    """Sorted, and each as often as it was read."""
    return two_stacks.sort([*NAMES, *OTHERS], LONGEST)


EXERCISE = Exercise(
    slug="in-the-lists-order",
    title="In the order of the list",
    kind="construct",
    statement="""
`two_stacks.which` says names in the order of the text. Write `in_the_lists_order()`, a
`Program` with an encoder that says them in the order of its list, *Ada*, *Bo*, *Cy*, each once at
most. It reads up to five words, and *met* may be among them, which it never says.
""",
    hints=(
        "What is a row's score, and which part of it says that the first row wins?",
        "Where a row stands does not matter any more. What else is there to be put in order?",
        "And when is it the end's turn?",
    ),
    answer="""
A row's score is minus its place, and far less for what has been said. Put the place of its name in
the list there instead of its place in the text: one column of the keys reads `symbol` and no
longer `place`. The end comes after all names, and *met* after the end.
""",
    stub=STUB,
    judge=judge,
    code=(in_the_lists_order, asking, by_name),
    typed=machine(judge, in_the_lists_order),
)
