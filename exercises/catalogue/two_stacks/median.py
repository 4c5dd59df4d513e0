"""The median by a vote."""

from dataclasses import replace

import numpy as np

from exercises.judging.judge import hold, praised, small_enough
from exercises.judging.machine import machine
from exercises.judging.two_stacks import answers, every_text, own_reader
from exercises.statement import Exercise
from taotp.programs import two_stacks
from taotp_core.arrays import Array
from taotp_core.program import END, Program
from taotp_core.weights import Head, Layer, Transformer

LETTERS, LONGEST, MOST = "abcd", 5, 60
STUB = '''
def median():
    """A Program that says the middle one of the letters of a text."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """All texts of one, three and five letters; an encoder without layers, and few numbers."""
    program = own_reader(answer, "in median")
    assert program.model.encoder is not None
    hold(program.model, "at the encoder expected no layers, got {read_by}", read_by=0)
    texts = [text for text in every_text(LETTERS, LONGEST) if len(text) % 2]
    tally = answers(program, texts, lambda text: sorted(text)[len(text) // 2 :][:1])  # type: ignore[type-var]
    done, what = f"{tally.inputs} inputs", "numbers that are not zero"
    small_enough(done, program.model, "nonzero", what, "this task", MOST)
    words = "{inputs} inputs, {nonzero} numbers, smallest margin {margin:.3g}"
    return praised(words, program.model, tally)


def by_votes(votes: Array) -> Program:
    """One cross head that looks at all rows alike, and brings what each of them votes [5, 5]."""
    vocabulary = [*LETTERS, END]
    n = len(vocabulary)
    none, alike = np.zeros((LONGEST + 1, n)), np.zeros((n, 1))
    encoder = Transformer(np.eye(n), none, norm_final=None, causal=False)
    poll = Head(alike, alike, np.eye(n), votes, name="lets all vote")
    layer = Layer(cross=[poll], norm_cross=None)
    model = Transformer(np.zeros((n, n)), none[:1], [layer], None, W_U=np.eye(n), encoder=encoder)
    return Program(model, vocabulary, start=END, after=END, steps=1)


def median() -> Program:
    """Each letter is against every other, by how far it is away; the end has no vote."""
    u = np.arange(5)
    votes = -np.abs(u - u[:, None]).astype(float)
    votes[-1] = 0
    return by_votes(votes)


def accepted_votes() -> Program:
    """By distances."""
    return median()


def accepted_halves() -> Program:
    """As in sorting, with half a vote for all that is larger."""
    u = np.arange(5.0)
    votes = u / 2 - np.maximum(u - u[:, None], 0)
    votes[-1] = 0
    return by_votes(votes)


def wrong_sort() -> Program:
    """All of them in order."""
    return two_stacks.sort(LETTERS, LONGEST)


def wrong_most() -> Program:
    """A vote for oneself: that is what is said most often, not what is in the middle."""
    votes = np.eye(5)
    votes[-1] = 0
    return by_votes(votes)


def wrong_squares() -> Program:
    """By squares of distances: that is the mean, rounded."""
    u = np.arange(5)
    votes = -((u - u[:, None]) ** 2).astype(float)
    votes[-1] = 0
    return by_votes(votes)


def wrong_end_votes() -> Program:
    """The end votes too, as if it were a letter behind all others."""
    u = np.arange(5)
    return by_votes(-np.abs(u - u[:, None]).astype(float))


def wrong_first() -> Program:
    """The first letter, and no more."""
    program = two_stacks.copy(LETTERS, LONGEST)
    return replace(program, steps=1, stop=None)


EXERCISE = Exercise(
    slug="median",
    title="The one in the middle",
    kind="budget",
    statement=f"""
Of an odd number of letters, put in order, one is in the middle. Write `median()`, a `Program` with
an encoder without layers that says this one letter: `median().complete("dabca") == "b"`. Texts
have one, three or five letters *a* to *d*. At most {MOST} of its numbers may be other than zero.
""",
    hints=(
        "In the chapter each row takes a vote with $i+\\frac12$ votes of the end. How many would "
        "you need for the middle, and does it depend on the length of the text?",
        "Give the half to the letters themselves: each votes for what is larger, too, half as "
        "strongly. What does a letter then give to one that is $d$ away?",
        "A program that says one symbol needs no stop: `steps=1`.",
    ),
    answer="""
The sum of the distances to all letters is least in the middle: going to the right brings us nearer
to those on the right and farther from those on the left, one step each. So each letter votes
against all others by how far they are away, the end does not vote, and one cross head that looks
at everything alike adds it up. No head has to count how many there are.
""",
    stub=STUB,
    judge=judge,
    code=(median, by_votes),
    typed=machine(judge, median),
)
