"""Say what a changed greeting prints, before it does."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from exercises.judging.boxes import told
from exercises.judging.judge import Wrong, ask, kind_of
from exercises.statement import Exercise, Mark
from exercises.typed import Field, Json
from taotp.programs.printed import SYMBOLS, greeting
from taotp_core.arrays import Array

STUB = '''
def predictions():
    """What the greeting prints after each change: {"swap": "...", ...}."""
    raise NotImplementedError
'''

Change = Callable[[Array, Array], tuple[Array, Array]]


def swap(tok_emb: Array, pos_emb: Array) -> tuple[Array, Array]:
    """The first two rows of the tokens change places."""
    return tok_emb[[1, 0, *range(2, len(tok_emb))]], pos_emb


def shift(tok_emb: Array, pos_emb: Array) -> tuple[Array, Array]:
    """A thousand is added to every number of the tokens."""
    return tok_emb + 1000, pos_emb


def mirror(tok_emb: Array, pos_emb: Array) -> tuple[Array, Array]:
    """Every number changes its sign."""
    return -tok_emb, -pos_emb


def double(tok_emb: Array, pos_emb: Array) -> tuple[Array, Array]:
    """The last row of the tokens is doubled, that of the stop symbol."""
    longer = np.ones((len(tok_emb), 1))
    longer[SYMBOLS.index("<stop>")] = 2
    return longer * tok_emb, pos_emb


def reverse(tok_emb: Array, pos_emb: Array) -> tuple[Array, Array]:
    """The rows of the positions stand in the opposite order."""
    return tok_emb, pos_emb[::-1]


CHANGES: dict[str, Change] = {
    "swap": swap, "shift": shift, "mirror": mirror, "double": double, "reverse": reverse,
}  # fmt: skip


def prints(change: Change) -> str:
    """What the greeting says after a change of its two tables."""
    program = greeting()
    W_E, W_pos = change(program.model.W_E, program.model.W_pos)
    return replace(program, model=replace(program.model, W_E=W_E, W_pos=W_pos)).complete("")


def judge(answer: object) -> str:
    """Run every change, and compare."""
    guesses = ask(answer, where="in predictions")
    if not isinstance(guesses, Mapping):
        raise Wrong(f"in predictions expected a dict, got {kind_of(guesses)}")
    for name, change in CHANGES.items():
        if name not in guesses:
            raise Wrong(f"in predictions expected one for {name!r}, got none")
        if guesses[name] is None or guesses[name] is Ellipsis:
            raise NotImplementedError
        if not isinstance(guesses[name], str):
            raise Wrong(f"on {name!r} expected a string, got {kind_of(guesses[name])}")
        if guesses[name] != prints(change):
            raise Wrong(f"on {name!r} expected what it prints, got {guesses[name][:40]!r}: no")
    return f"{len(CHANGES)} inputs foretold"


def predictions() -> dict[str, str]:
    """Found by running; to be found by thinking."""
    return {name: prints(change) for name, change in CHANGES.items()}


def accepted_thought() -> dict[str, str]:
    """As one arrives at them with a pencil."""
    return {
        "swap": "leHHo WorHd!",
        "shift": "Hello World!",
        "mirror": "Hello World!",
        "double": "He",
        "reverse": "",
    }


def accepted_function() -> object:
    """A function that returns them."""
    return predictions


def spoiled(name: str, guess: str) -> dict[str, str]:
    """The right ones but for one."""
    return {**accepted_thought(), name: guess}


def wrong_swap() -> dict[str, str]:
    """The tokens were swapped, so that nothing changes, one may think."""
    return spoiled("swap", "Hello World!")


def wrong_shift() -> dict[str, str]:
    """A thousand drowns nothing, since the last norm took the mean away."""
    return spoiled("shift", "eeeeeeeeeeee")


def wrong_mirror() -> dict[str, str]:
    """Two minus signs make a plus."""
    return spoiled("mirror", "!dlroW olleH")


def wrong_double() -> dict[str, str]:
    """As if it were the e, which stands next to the o."""
    return spoiled("double", "Helle Werld!")


def wrong_reverse() -> dict[str, str]:
    """Backwards, as if the stop symbol were not the first."""
    return spoiled("reverse", "!dlroW olleH")


def wrong_missing() -> dict[str, str]:
    """Four of five."""
    return {name: guess for name, guess in accepted_thought().items() if name != "shift"}


def typed_items() -> list[Json]:
    """What is printed after each change."""
    return [
        {"is": [text], "wrong": f"on {name!r} expected what it prints, got {{quoted}}: no"}
        for name, text in predictions().items()
    ]


EXERCISE = Exercise(
    slug="small-change",
    source="8.2",
    title="A small change",
    kind="value",
    marks=(Mark.OPEN_ENDED,),
    statement="""
Change the printed greeting a little, and say what it will print *before* you run it. Five changes
are for the machine to check, each made to the text as it was printed, with names for its tokens as
in the chapter, sentinels and all:

- `"swap"`: the first two rows of `tok_emb`, those of *l* and *H*, change places;
- `"shift"`: 1,000 is added to every number in `tok_emb`;
- `"mirror"`: every number, in both tables, changes its sign;
- `"double"`: the last row of `tok_emb`, that of the stop symbol, is doubled;
- `"reverse"`: the rows of `pos_emb` stand in the opposite order.

`predictions()` returns what is printed after each, `{"swap": "...", ...}`. Then make one more
change, of your own, to two numbers at most; write your prediction down, and run it.
""",
    hints=(
        "The table of tokens serves at both ends. At the input it makes no difference: the "
        "positions drown it. So ask what each change does to the *output*.",
        "The last norm takes the mean away. What is the dot product of a vector without a mean and "
        "of (1000, 1000, 1000)?",
        "A symbol of twice the length wins wherever another one led it by less than double. "
        "Who are its neighbors on the circle? And what happens when it is said?",
        "What is the last row of `pos_emb` for? What happens once it is said?",
    ),
    answer="""
*swap*: the positions still point where they pointed, but the names there are exchanged. *shift*:
the stream that the logits are read from has mean zero, so a constant added to a row of the table
adds nothing to its logit. *mirror*: both ends of every dot product change sign. *double*: next to
the stop symbol on the circle stand the *l* and `<start>`; where an *l* is meant its logit is 2.9
and that of the stop symbol 2.4, doubled more than the *l* has. So it stops at the first *l*.
*reverse*: it begins with the stop symbol, and says nothing at all.
""",
    stub=STUB,
    judge=judge,
    code=(predictions, prints, *CHANGES.values()),
    checklist=(
        "For your own change: the prediction was written down before it was run.",
        "Where you were wrong: you can say which number made the difference.",
    ),
    typed=told(
        [Field(name, f"what is printed after {name}", "words") for name in CHANGES],
        typed_items,
        f"{len(CHANGES)} inputs foretold",
    ),
)
