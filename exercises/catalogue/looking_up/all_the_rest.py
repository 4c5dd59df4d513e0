"""What a table says of a key that it does not have."""

from collections.abc import Callable
from itertools import product

from exercises.judging.change import STUB, Case, Challenge, counted
from exercises.statement import Example, Exercise
from taotp.programs import small
from taotp_core.program import Program

TABLE = {"abc": "d", "cba": "e", "bca": "b", "aab": "c"}


def program() -> Program:
    """The table that needs no fitting, of four entries."""
    return small.table(TABLE, 8, vocabulary="abcde")


def cases() -> list[Case]:
    """Every key of three letters: those of the table, and d for all the rest."""
    keys = map("".join, product("abcde", repeat=3))
    return [(key, TABLE.get(key, "d")) for key in keys]


CHALLENGE = Challenge(
    program,
    cases,
    can={
        "W_E:3.9": 400,
        "W_E:3.11": -6,
        "layers.0.mlp.b_out:0.0": -100,
    },
)


def one_number() -> str:
    """What the MLP says when no unit fires."""
    return "layers.0.mlp.b_out:0.0=-100"


def accepted_bias() -> Callable[[], str]:
    """The model answer."""
    return one_number


def accepted_louder() -> str:
    """As loud as may be."""
    return "layers.0.mlp.b_out:0.0=-1000"


def wrong_too_quiet() -> str:
    """The key itself is still heard."""
    return "layers.0.mlp.b_out:0.0=-1"


def wrong_too_loud() -> str:
    """Louder than the entries."""
    return "layers.0.mlp.b_out:0.0=-1e9"


def wrong_other_side() -> str:
    """Another letter is there."""
    return "layers.0.mlp.b_out:0.0=100"


def wrong_eager() -> str:
    """The unit that says d fires at everything, and drowns the others."""
    return "layers.0.mlp.b_in:0.0=100"


EXERCISE = Exercise(
    slug="all-the-rest",
    title="An answer for all the rest",
    kind="change",
    statement=f"""
`small.table({{"abc": "d", "cba": "e", "bca": "b", "aab": "c"}}, 8, vocabulary="abcde")` knows four
keys; what it says after another is left open. Change one number so that it says *d* after
all 121 others, and what the table has after the four. {CHALLENGE.asked}
""",
    hints=(
        "What does the machine say now after *ddd*, and who decides that?",
        "Nothing fires at a key that is not in the table. What does an MLP add when none of its "
        "units fires?",
        "Three numbers would point at *d*; you have one of them. It has to be louder than the key "
        "and less loud than an entry.",
    ),
    answer=f"""
`"layers.0.mlp.b_out:0.0=-100"`. {counted(CHALLENGE)}. The first place is where one looks: `b_out`
is what an MLP says when all its units are silent, and so it is the answer to every unexpected key.
It must drown the last letter, which still stands there, and be drowned by any entry. The others
belong to *d* itself, in columns that only positions use: every row of the stream then says a little
of *d*.
""",
    stub=STUB,
    judge=CHALLENGE.judge,
    code=(program, cases, one_number),
    typed=CHALLENGE.typed(),
    example=Example(
        "The machine. Change its numbers, and see how many prompts come out as asked:",
        """
from exercises.catalogue.looking_up import all_the_rest
from taotp import figures

figures.explore(all_the_rest.program, "bad",
    panels=("machine", "numbers"),
    answer=figures.Promise(**all_the_rest.CHALLENGE.trials),
    id="all-the-rest", title="A table of four entries",
    alt="The word bad is not in the table: anything may be said.")
""",
    ),
)
