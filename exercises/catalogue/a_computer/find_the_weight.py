"""One number of the machine is wrong; its traces tell which."""

from collections.abc import Callable
from functools import cache

from exercises.judging.judge import Wrong
from exercises.judging.little_man import Change, change_of, changed, machine, number_at, said_by
from exercises.statement import Example, Exercise
from taotp import little_man
from taotp.applications.computer.machine import Computer

PLACE, VALUE = "layers.1.mlp.b_in:9.0", -501.0
ASKED: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("hello", ()), ("quine", ()), ("countdown", (3,)), ("multiply", (6, 7)), ("larger", (3, -4)),
    ("digits", (42,)),
)  # fmt: skip
STUB = '''
def find_the_weight():
    """The place, as path:row.column, and what should stand there."""
    raise NotImplementedError
'''


@cache
def broken() -> Computer:
    """The machine of the chapter with one wrong number."""
    return changed(machine(), PLACE, VALUE)


def judge(answer: object) -> str:
    """Some programs say what they should once it is mended."""
    where = "in find_the_weight"
    place, value = change_of(answer, broken(), where)
    mended = changed(broken(), place, value)
    for name, inputs in ASKED:
        text = little_man.text(name)
        expected, got = little_man.run(text, inputs), said_by(mended, text, inputs)
        if got != expected:
            raise Wrong(f"with {place} at {value:g}, {name} on {list(inputs)} expected "
                        f"{expected}, got {got}")  # fmt: skip
    return f"{len(ASKED)} inputs: programs that say what they should"


def find_the_weight() -> Change:
    """The unit that holds the step of LDA level begins one too late."""
    return PLACE, number_at(machine(), PLACE)


def accepted_list() -> Callable[[], list[object]]:
    """As a list."""
    return lambda: [PLACE, -500]


def wrong_other_unit() -> Callable[[], Change]:
    """The unit with which the step begins: from 501 on LDA would be right, and 500 would not."""
    return lambda: ("layers.1.mlp.b_in:8.0", -500.0)


def wrong_value() -> Callable[[], Change]:
    """The right place, and still no step of 1."""
    return lambda: (PLACE, -500.5)


def wrong_place() -> Callable[[], Change]:
    """No such unit."""
    return lambda: ("layers.1.mlp.b_in:99.0", -500.0)


EXERCISE = Exercise(
    slug="find-the-weight",
    title="One wrong number",
    kind="value",
    statement="""
In `broken()`, below, one number of the machine is not what it should be. Read what it writes,
step by step; which instruction goes wrong, and when does it not? `find_the_weight()` returns the
place of the number, as `"layers.0.mlp.W_in:4.1"` names row 4 and column 1, and the number that
should stand there. You may ask `broken()` anything, but do not compare its numbers with
those of `computer()`: that would be too easy.
""",
    example=Example(
        "The broken machine, and three instructions that load:",
        "from exercises.catalogue.a_computer.find_the_weight import broken\n"
        "from taotp import little_man\n\n"
        'for text in ("LDA 0\\nHLT", "LDA 1\\nHLT", "LDA 2\\nHLT\\nDAT 7"):\n'
        "    prompt = little_man.assemble(text)\n"
        "    print(*prompt, *broken().trace(prompt))",
    ),
    hints=(
        "It loads 999 from every mailbox but one. What is special about `LDA 0`?",
        "Which units decide whether an instruction is an `LDA`? Write down what they say at 500, "
        "501 and 502.",
    ),
    answer="""
`LDA` is on from 500: a unit begins to rise at 499, and another one holds it level, from 500 on.
Here that one begins at 501. So `LDA` is 1 at 500 and 2 above. A gate that is opened twice as far
lets 8,000 through besides the number, and the largest number there is, 999, is the nearest to
that. It is the bias of unit 9 in the MLP of layer 1.
""",
    stub=STUB,
    judge=judge,
    code=(find_the_weight,),
)
