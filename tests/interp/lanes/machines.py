"""Programs of the book in small, each with what draws a prompt for it."""

from collections.abc import Callable
from functools import cache
from typing import Any

from numpy.random import Generator

from taotp import programs
from taotp.listing import read
from taotp.little_man import assemble
from taotp.programs import Program

Draw = Callable[[Generator], Any]
TABLE = {"00": "x", "01": "y", "12": "x", "20": "z", "21": "x"}
SENTENCES = ("the dog sleeps", "these dogs that the dog sees sleep", "a dog see the dogs")
KINGS = ("the king saw the queen and she", "the kings and they")
WEIRD = ("the dog to the children sleeps", "these key sleeps", "a cabinet near the keys are old")
FACTOR = 3  # of the head below
SUM = f"""symbols 0 to 9
context 4
norms none
stream digit, one, sum
embed digit as row [i]
embed one as row [1]
unembed sum and one as nearest
layer
attend everywhere, read {FACTOR} digit, write sum
unit read sum - 9, write -10 sum
"""
SOFT = """symbols a to e
context 9
norms none
stream letter 5, past 5, found 5, pos 3
embed letter as one-hot
place pos as circle 18
unembed found as one-hot
layer
attend 1 back, read letter, write past
layer
attend query letter and pos, key past and pos, read letter, write found
"""
RUNS = [assemble(text) for text in ("INP\nOUT\nHLT", "LDA 3\nADD 3\nOUT\nDAT 7")]


def of(symbols: str, least: int, most: int) -> Draw:
    """Draws a string of some symbols."""
    return lambda rng: "".join(rng.choice([*symbols], int(rng.integers(least, most + 1))))


def numbers(below: int, most: int) -> Draw:
    """Draws a list of different numbers."""
    return lambda rng: [int(x) for x in rng.permutation(below)[: int(rng.integers(1, most + 1))]]


def one_of(*given: Any) -> Draw:
    """Draws one of some prompts."""
    return lambda rng: given[int(rng.integers(len(given)))]


MACHINES: dict[str, tuple[Callable[[], Program], Draw]] = {
    "hello_world": (lambda: programs.hello_world("Hello"), one_of("")),
    "search": (lambda: programs.search("0123456789", 20, 2), of("0123456789", 3, 19)),
    "search 3": (lambda: programs.search("abc", 16, 3), of("abc", 4, 15)),
    "induction": (lambda: programs.induction("abcdr", 12), of("abcdr", 2, 11)),
    "before_last": (lambda: programs.before_last("abcdef", 8), of("abcdef", 2, 7)),
    "echo": (lambda: programs.echo("abcdef", 9), of("abcdef", 3, 3)),
    "minimum": (lambda: programs.minimum(20, 8), numbers(20, 7)),
    "maximum": (lambda: programs.maximum(20, 8), numbers(20, 7)),
    "sort": (lambda: programs.sort(10, 12), numbers(10, 5)),
    "lookup": (lambda: programs.lookup(TABLE, 6), one_of(*(f"x{key}" for key in TABLE))),
    "letters": (
        lambda: programs.letters("peter piper picked a peck", 2, n_ctx=6), of("piecr", 2, 5)
    ),
    "repeat_pattern": (
        lambda: programs.repeat_pattern("abac", 8), one_of("ab", "bac", "aca", "caba")
    ),
    "add_mod10": (
        lambda: programs.add_mod10(1),
        lambda rng: "{}+{}=".format(*(int(x) for x in rng.integers(10, size=2))),
    ),
    "reverse": (lambda: programs.two_stacks.reverse("abcd", 5), of("abcd", 1, 5)),
    "coreference": (programs.coreference, one_of(*KINGS)),
    "brackets": (programs.brackets, one_of(*SENTENCES)),
    "weird_words": (programs.weird_words, one_of(*WEIRD)),
    "sum": (lambda: read(SUM).program, lambda rng: [int(x) for x in rng.integers(10, size=3)]),
    "soft": (lambda: read(SOFT).program, of("abcde", 4, 8)),
    "computer": (lambda: programs.computer(n_ctx=40), one_of(*RUNS)),
}  # fmt: skip


@cache
def machine(name: str) -> Program:
    """A program of the list, built once."""
    return MACHINES[name][0]()


def drawn(name: str, rng: Generator) -> Any:
    """A prompt for it, as a list where its symbols are no letters."""
    prompt = MACHINES[name][1](rng)
    return prompt.split() if name == "coreference" else prompt
