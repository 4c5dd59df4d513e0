"""A search that compares one symbol instead of two."""

from collections.abc import Callable
from itertools import product

import numpy as np

from exercises.judging.change import STUB, Case, Challenge, counted
from exercises.statement import Example, Exercise
from taotp.programs import search
from taotp_core.program import Program

N_CTX, LONG = 8, 40


def program() -> Program:
    """A search for the last two letters, of three."""
    return search("abc", N_CTX, n_match=2)


def cases() -> list[Case]:
    """Texts in which the last letter stood before, each with what followed it the last time."""
    texts = ["".join(each) for n in (3, 4, 5) for each in product("abc", repeat=n)]
    rng = np.random.default_rng(0)
    texts += ["".join(each) for each in rng.choice([*"abc"], size=(LONG, N_CTX))]
    return [(text, text[text.rindex(text[-1], 0, -1) + 1]) for text in texts
            if text[-1] in text[:-1]]  # fmt: skip


CHALLENGE = Challenge(
    program,
    cases,
    can={
        "layers.0.heads.1.W_Q:9.1": -1e7,
        "layers.0.heads.1.W_Q:9.2": 1e7,
        "layers.0.heads.1.W_Q:11.1": 1e7,
        "layers.0.heads.1.W_Q:11.2": -1e4,
        "layers.0.heads.1.W_K:10.0": -1e4,
        "layers.0.heads.1.W_K:10.1": 1e4,
        "layers.0.heads.1.W_K:10.2": 3,
        "layers.0.heads.1.W_K:11.0": 1e4,
        "layers.0.heads.1.W_K:11.1": -1e4,
        "layers.0.heads.1.W_K:11.2": -0.8,
    },
)


def one_number() -> str:
    """The second gatherer no longer looks two back, but always at one place."""
    return "layers.0.heads.1.W_Q:11.2=-1000"


def accepted_query() -> Callable[[], str]:
    """The model answer."""
    return one_number


def accepted_key() -> str:
    """The keys of the same head."""
    return "layers.0.heads.1.W_K:11.2=-0.75"


def wrong_first_gatherer() -> str:
    """The head that looks one back: what follows the last but one."""
    return "layers.0.heads.0.W_Q:11.2=-1000"


def wrong_value() -> str:
    """A third of what the second gatherer brings is still something."""
    return "layers.0.heads.1.W_V:0.0=0"


def wrong_question() -> str:
    """A part of the question."""
    return "layers.1.heads.0.W_Q:0.0=0"


def wrong_column() -> str:
    """The queries have three columns."""
    return "layers.0.heads.1.W_Q:11.3=1"


EXERCISE = Exercise(
    slug="one-symbol-less",
    title="One symbol is enough",
    kind="change",
    statement=f"""
`search("abc", 8, n_match=2)` looks for the last two letters. Change one number so that one is
enough: it says what followed the last letter the last time before, and ignores what stood in front
of it. Every such text of up to five letters is asked, and forty of eight. {CHALLENGE.asked}
""",
    hints=(
        "Three heads take part: two gather what stood one back and two back, and one compares. "
        "What does it compare that it should not?",
        "The comparison is a sum of products. To take one of them out, it need not become zero: it "
        "is enough that it is the same everywhere.",
        "A head that looks two back asks with its own position, turned. What if every position "
        "asked for the same one?",
    ),
    answer=f"""
`"layers.0.heads.1.W_Q:11.2=-1000"`. {counted(CHALLENGE)}: all in $W_Q$ and $W_K$ of the head
that gathers what stood two back. With one number wrong it turns no more, and from every position it
looks at the first. So all that it gathers is alike, and adds the same to every
score. Nothing in the last head has to be touched. To take out its comparison there needs more than
one number, since a letter is compared by three.
""",
    stub=STUB,
    judge=CHALLENGE.judge,
    code=(program, cases, one_number),
    typed=CHALLENGE.typed(),
    example=Example(
        "The machine. Change its numbers, and see how many prompts come out as asked:",
        """
from exercises.catalogue.searching import one_symbol_less
from taotp import figures

figures.explore(one_symbol_less.program, "abcba",
    panels=("machine", "numbers"),
    answer=figures.Promise(**one_symbol_less.CHALLENGE.trials),
    id="one-symbol-less", title="A search for two letters",
    alt="In abcba the last a stood at the beginning, before the b.")
""",
    ),
)
