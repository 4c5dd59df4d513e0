"""Every other letter of a text."""

from dataclasses import replace

import numpy as np

from exercises.judging.judge import praised
from exercises.judging.machine import machine
from exercises.judging.two_stacks import answers, every_text, own_reader
from exercises.statement import Exercise, Mark
from taotp.programs import two_stacks
from taotp_core.arrays import Array
from taotp_core.program import Program
from taotp_core.weights import Transformer

LETTERS, LONGEST = "abc", 6
STUB = '''
def every_other():
    """A Program that says the first letter, the third, the fifth."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """All texts of up to six letters."""
    program = own_reader(answer, "in every_other")
    tally = answers(program, list(every_text(LETTERS, LONGEST)), lambda text: text[::2])
    return praised("{inputs} inputs, smallest margin {margin:.3g}", program.model, tally)


def with_places(program: Program, W_pos: Array) -> Program:
    """The same program with other places for its decoder."""
    return replace(program, model=replace(program.model, W_pos=W_pos))


def faster(step: float) -> Program:
    """The machine that copies, its decoder asking for so many places further each time."""
    program = two_stacks.copy(LETTERS, LONGEST)
    model: Transformer = program.model
    W_pos = model.W_pos.copy()
    W_pos[:, 2 * model.d_vocab] *= step  # the column called place
    return with_places(program, W_pos)


def every_other() -> Program:
    """The decoder asks for place 2 i instead of place i."""
    return faster(2)


def accepted_places() -> Program:
    """Other places."""
    return every_other()


def accepted_query() -> Program:
    """A query that is twice as large in its first number."""
    program = two_stacks.copy(LETTERS, LONGEST)
    (layer,) = program.model.layers
    (head,) = layer.cross
    twice = replace(head, W_Q=head.W_Q * np.array([2, 1]))
    return replace(program, model=replace(program.model, layers=[replace(layer, cross=[twice])]))


def accepted_memory() -> Program:
    """The encoder's places twice as far apart, and their squares as they were: the same score."""
    program = two_stacks.copy(LETTERS, LONGEST)
    encoder = program.model.encoder
    assert encoder is not None
    W_pos = encoder.W_pos.copy()
    W_pos[:, 2 * program.model.d_vocab] *= 2
    model = replace(program.model, encoder=replace(encoder, W_pos=W_pos))
    return replace(program, model=model)


def wrong_copy() -> Program:
    """All letters."""
    return two_stacks.copy(LETTERS, LONGEST)


def wrong_third() -> Program:
    """Every third."""
    return faster(3)


def wrong_between() -> Program:
    """Halfway between two letters nobody is nearest."""
    return faster(1.5)


def wrong_harder() -> Program:
    """Both numbers of the query twice as large: a question that is asked louder."""
    return two_stacks.copy(LETTERS, LONGEST, hard=128)


EXERCISE = Exercise(
    slug="every-other",
    title="Every other letter",
    kind="construct",
    marks=(Mark.RECOMMENDED,),
    statement="""
Write `every_other()`, a `Program` with an encoder that says the first letter of a text, the third,
the fifth, and so on: `every_other().complete("cabbac") == "cba"`. Texts have up to six letters *a*,
*b* and *c*. How few numbers of the machine that copies do you have to change?
""",
    hints=(
        "For which place does the decoder ask in its step $i$, and where does that stand in the "
        "machine?",
        "A text of five letters has its end in place 5, and the decoder asks for 0, 2, 4, 6. Who "
        "answers for 6?",
    ),
    answer="""
The decoder asks for place $2i$: double the column `place` of its positions, or one number of the
query. Of an odd text the last question goes beyond the end. The nearest row answers, and that is
the end.
""",
    stub=STUB,
    judge=judge,
    code=(every_other, faster, with_places),
    typed=machine(judge, every_other),
)
