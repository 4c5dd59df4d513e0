"""Both nouns before ran, and the later one wins."""

import numpy as np

from exercises.judging.asking import Shown
from exercises.judging.judge import (
    Tally,
    fresh,
    knows,
    own_program,
    praised,
    right,
    standard,
)
from exercises.judging.machine import machine
from exercises.statement import Exercise, Mark
from taotp.applications.counts.machine import next_word
from taotp_core.program import Program
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Head, Layer, Transformer

WORDS = (
    "and", "battery", "check", "down", "find", "it", "log", "out", "please", "program", "ran",
    "the", "whether",
)  # fmt: skip
DECIDED = {"battery": "down", "program": "please"}
FILLERS = [word for word in WORDS if word not in DECIDED]
ROOM = 16
OFTEN = 12  # prompts of each length in which any words stand anywhere, nouns several times
STUB = '''
def later_noun():
    """A Program that lets the later noun decide."""
    raise NotImplementedError
'''


def prompts() -> list[tuple[list[str], str]]:
    """One noun or two at every two places of prompts of all lengths, and drawn words around.

    Then one noun after as many of the other as there is room for, and words that are all drawn.
    """
    rng, found = fresh(0), []
    for n in range(2, ROOM + 1):
        for first in range(n - 1):
            for second in range(first, n - 1):
                for early, late in (("battery", "program"), ("program", "battery")):
                    words = [FILLERS[i] for i in rng.integers(len(FILLERS), size=n)]
                    words[first], words[second], words[-1] = early, late, "ran"
                    found.append((words, DECIDED[late]))
        for early, late in (("battery", "program"), ("program", "battery")):
            found.append(([*[early] * (n - 2), late, "ran"], DECIDED[late]))
        for _ in range(OFTEN):
            words = [WORDS[i] for i in rng.integers(len(WORDS), size=n)]
            words[rng.integers(n - 1)], words[-1] = rng.choice([*DECIDED]), "ran"
            found.append((words, DECIDED[[word for word in words if word in DECIDED][-1]]))
    return found


def judge(answer: object) -> str:
    """After ran, the word of the later noun leads, at every two places."""
    program = own_program(answer, "in later_noun")
    standard(program.model)
    knows(program, WORDS, "all words of both sentences", ROOM)
    show = Shown([*map(str, program.vocabulary)], " ", len(program.encode([])), quoted=True)
    tally, asked = Tally(), prompts()
    for n in range(2, ROOM + 1):
        alike = [(words, then) for words, then in asked if len(words) == n]
        tokens = np.array([program.encode(words) for words, _ in alike])
        expected = np.full(tokens.shape, -1)
        expected[:, -1] = [program.ids([then])[0] for _, then in alike]
        tally += right(program.model, tokens, expected, show, lambda i: repr(program.vocabulary[i]))
    return praised("{inputs} inputs, smallest margin {margin:.2g}", program.model, tally)


def later_noun(step: float = 1.0, either: bool = True) -> Program:
    """Nouns are asked for, the later ones more; what is brought says which it was."""
    noun, kind, place, answer, pair = subspaces(noun=1, kind=1, place=1, answer=1, pair=2)
    loud = 2.0**12
    W_E = np.zeros((len(WORDS), noun.d_model))
    for word, sign in (("battery", 1.0), ("program", -1.0)):
        W_E[WORDS.index(word)] += write(kind)[0] * sign
        if either or word == "battery":
            W_E[WORDS.index(word)] += write(noun)[0]
    at = np.arange(float(ROOM))[:, None]
    W_pos = at * write(place) + loud * (write(pair)[0] - write(pair)[1])
    for table in (W_E, W_pos):  # the pair makes the mean of each row 0, which layer norm takes off
        table -= table.sum(axis=1, keepdims=True) / 2 * write(pair).sum(axis=0)
    spread = loud * np.sqrt(2 / noun.d_model)
    constant = read(pair)[:, :1] / np.sqrt(noun.d_model / 2)
    look = Head(
        W_Q=64 * constant,
        W_K=spread * (2 * ROOM * read(noun) + step * read(place)),
        W_V=spread * read(kind),
        W_O=write(answer),
        name="looks at the later noun",
    )
    W_U = np.zeros((noun.d_model, len(WORDS)))
    W_U[:, [WORDS.index("down")]] = spread * read(answer)
    W_U[:, [WORDS.index("please")]] = -spread * read(answer)
    return Program(Transformer(W_E, W_pos, [Layer([look])], W_U=W_U), WORDS)


def accepted_steeper() -> Program:
    """Later counts more, but a noun still counts more than a place."""
    return later_noun(1.5)


def wrong_no_order() -> Program:
    """Both nouns alike: what is brought is their mean, 0."""
    return later_noun(0.0)


def wrong_earlier() -> Program:
    """The earlier noun wins."""
    return later_noun(-1.0)


def wrong_battery_alone() -> Program:
    """The chapter's way: battery is looked for, wherever it is."""
    return later_noun(1.0, either=False)


def wrong_any_word() -> Program:
    """Later counts so much that the last word wins, noun or not."""
    return later_noun(100.0)


def wrong_chapter() -> Program:
    """The machine of the chapter has no room for so many words."""
    return next_word({
        "check the battery log and find out whether it ran down please": 1,
        "check the program log and find out whether it ran please": 1,
    })  # fmt: skip


EXERCISE = Exercise(
    slug="later-noun",
    title="The later one wins",
    kind="construct",
    marks=(Mark.RECOMMENDED,),
    statement=f"""
*Check the battery and the program ...*: where both nouns stand before *ran*, let the later one
decide. Give `later_noun()`, a `Program` that knows the words of both sentences and has room for
{ROOM} of them. After prompts that end in *ran* and hold one noun or both, anywhere among other
words, it says *down* if the last noun was *battery* and *please* if it was *program*. After other
words it may say anything.
""",
    hints=(
        "The score of a word that is asked for is the same wherever it stands. What could make it "
        "grow?",
        "Positions have a table of their own. Let the score be so much for a noun and a little for "
        "each place. How much is so much, beside the places?",
        "Layer norm takes the mean off each row, also what a noun adds to it. Balance it.",
    ),
    answer="""
Every word asks, and a noun answers with 32 and its place: so a noun scores more than any other
word, and of two nouns the later. The head brings 1 or -1, and the words *down* and *please*
read it with opposite signs. Two places of the score times 64 are a lead that softmax rounds to all
of the attention.
""",
    stub=STUB,
    judge=judge,
    code=(later_noun,),
    typed=machine(judge, later_noun),
)
