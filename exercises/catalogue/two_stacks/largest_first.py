"""Sorting from the largest to the smallest."""

from dataclasses import replace

from exercises.judging.judge import praised
from exercises.judging.machine import machine
from exercises.judging.two_stacks import answers, every_text, own_reader
from exercises.statement import Exercise
from taotp.programs import two_stacks
from taotp_core.program import Program

LETTERS, LONGEST = "abc", 5
STUB = '''
def largest_first():
    """A Program with an encoder that says the letters of a text from c to a."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """All texts of up to five letters."""
    program = own_reader(answer, "in largest_first")
    texts = list(every_text(LETTERS, LONGEST))
    tally = answers(program, texts, lambda text: sorted(text, reverse=True))  # type: ignore[type-var]
    return praised("{inputs} inputs, smallest margin {margin:.3g}", program.model, tally)


def largest_first() -> Program:
    """The order is that of the symbols, and so another order is another list of them."""
    return two_stacks.sort(LETTERS[::-1], LONGEST)


def accepted_other_list() -> Program:
    """The symbols from the last to the first."""
    return largest_first()


def accepted_more_room() -> Program:
    """With room for more, and more letters."""
    return two_stacks.sort("dcba", 9)


def wrong_smallest_first() -> Program:
    """As it is built."""
    return two_stacks.sort(LETTERS, LONGEST)


def wrong_reversed() -> Program:
    """What was read from its end: that sorts nothing."""
    return two_stacks.reverse(LETTERS, LONGEST)


def wrong_too_short() -> Program:
    """The right order, and no room for five."""
    return two_stacks.sort(LETTERS[::-1], 4)


def wrong_relabeled() -> Program:
    """Two letters have changed places, the third is where it was."""
    return two_stacks.sort("bac", LONGEST)


def wrong_masked() -> Program:
    """Behind a mask a row cannot count all votes."""
    program = largest_first()
    assert program.model.encoder is not None
    encoder = replace(program.model.encoder, causal=True)
    return replace(program, model=replace(program.model, encoder=encoder))


EXERCISE = Exercise(
    slug="largest-first",
    title="The largest first",
    kind="construct",
    statement="""
Write `largest_first()`, a `Program` with an encoder that says the letters of a text of up to five
letters *a*, *b* and *c* from the last of the alphabet to the first:
`largest_first().complete("cabba") == "cbbaa"`.
""",
    hints=(
        "In what order does `two_stacks.sort` put symbols that have no order, such as names?",
        "Which weights would have to change if you did it without the library's function?",
    ),
    answer="""
The machine knows nothing of an alphabet. Its symbols are ordered as they are listed, and the end
comes last. So list them the other way round. By hand: turn the votes of the letters around, and
leave the end last.
""",
    stub=STUB,
    judge=judge,
    code=(largest_first,),
    typed=machine(judge, largest_first),
)
