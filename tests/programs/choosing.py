"""Which programs of the book join the one machine, with prompts of their own, and which cannot."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from exercises.judging import brackets
from taotp import programs as P
from taotp.applications.brackets.machine import DEPTH
from taotp.little_man import history
from taotp.programs import printed, small
from taotp_core.program import Program

Asked = Callable[[np.random.Generator], Iterable[Any]]
Row = tuple[Callable[[], Program], Asked]

TABLE = {a + b: "abc"[(i + j) % 3] for i, a in enumerate("abc") for j, b in enumerate("abc")}
PAIRS = [a + b for a, b in product("0123456789", repeat=2)]
WORDS = ["".join(s) for n in range(1, 6) for s in product("ab", repeat=n)]
REPEATED = [("aab" * 12)[i:j] for i in range(3) for j in range(i + 2, i + 31, 3)]
FITTED = {"ab": "c", "bc": "a", "aa": "b"}  # whose scores add up
SENTENCES = {"the cat sees the dog": 3.0, "the dog sleeps": 1.0, "a cat sleeps": 2.0}


def sums(n: int, mark: str = "+") -> list[str]:
    """Pairs of numbers as they are typed: carries through all digits, none, and drawn ones."""
    rng, top = np.random.default_rng(n), 10**n - 1
    ends = [(0, 0), (top, top), (1, top), (top, 1), (top // 2, top - top // 2), (0, top)]
    drawn = [*zip(*rng.integers(0, top + 1, (2, 24)).tolist(), strict=True)]
    return [f"{a:0{n}}{mark}{b:0{n}}=" for a, b in [*ends, *drawn]]


def texts(symbols: Any, longest: int, least: int = 1) -> Asked:
    """Prompts of any of the symbols: of one alone, as short and as long as they may be, drawn."""

    def drawn(rng: np.random.Generator) -> list[Any]:
        known = list(symbols)
        lengths = [least, longest, *rng.integers(least, longest + 1, 24)]
        rows = [[known[i] for i in rng.integers(0, len(known), n)] for n in lengths]
        rows += [known[:1] * longest, known[-1:] * longest, known[-1:] * least]
        return ["".join(row) for row in rows] if isinstance(symbols, str) else rows

    return drawn


def distinct(
    below: int, longest: int, least: int = 0
) -> Callable[[np.random.Generator], list[Any]]:
    """Lists of different numbers: in order, backward, none, one, all that fit, drawn."""

    def drawn(rng: np.random.Generator) -> list[Any]:
        lengths = [longest, *rng.integers(1, longest + 1, 20)]
        rows = [(rng.permutation(below - least)[:n] + least).tolist() for n in lengths]
        ends = [*range(least, below)]
        return [*rows, ends[:longest], ends[::-1][:longest], ends[:1], ends[-1:], ends[-2:]]

    return drawn


def fixed(*prompts: Any) -> Asked:
    """These prompts."""
    return lambda rng: prompts


SIGNS = P.eight_signs(3, 8, 20, 3, 90)
LOOPS = (
    "+", "-.", ".", "+.>.", "[-].", "+[-].", "++[>+<-]>.", "++[>++<-]>.", ">++<.", "[[-]].", "-[-]",
    "+++.", "+[>+[-]<-].", "++++++++.", "--.", ">+>+.<.<.", "+[[-]]", "+>+<[>[-]<-].", "[.]", ">>.",
)  # fmt: skip


def stores(rng: np.random.Generator, n: int) -> list[list[str]]:
    """Drawn programs of ten cells for the Little Man, half of them of one instruction and data."""
    drawn = rng.integers(0, 1000, (n, 10))
    drawn[::2, 0] = rng.integers(1, 10, len(drawn[::2])) * 100 + rng.integers(0, 10)
    return [history([int(v) % 100 for v in cells], 10) for cells in drawn]


def words_of_cells(rng: np.random.Generator) -> list[list[str]]:
    """Drawn programs of four cells for the computer of three instructions."""
    drawn = rng.integers(0, 12, (24, 4))
    return [[w for a, v in enumerate(row) for w in (f"{v:02}", f">{a}")] + ["@0"] for row in drawn]


SHIFTS = {f"{d} on": dict(zip("abcd", "abcdabcd"[d : d + 4], strict=True)) for d in (1, 2, 3)}


def shown(rng: np.random.Generator) -> list[str]:
    """Demonstrations of one task, and a question: one, as many as there is room for, drawn."""
    prompts = []
    for n in [1, 4, *rng.integers(1, 5, 14)]:
        task = SHIFTS[f"{rng.integers(1, 4)} on"]
        *given, asked = (str(letter) for letter in rng.choice([*"abcd"], n + 1))
        prompts.append("".join(f"{x}:{task[x]} " for x in given) + f"{asked}:")
    return prompts


def dogs(rng: np.random.Generator) -> list[str]:
    """Sentences of every depth, as they should be and with a word that is wrong."""
    drawn = [[*brackets.sentences(depth)] for depth in range(DEPTH + 1)]
    some = [deep[rng.integers(len(deep))] for deep in drawn for _ in range(2)]
    return ["", "that", *map(" ".join, [*some, *(next(brackets.damaged(each)) for each in some)])]


MADE: dict[str, Row] = {
    "add": (lambda: P.add(1), lambda rng: sums(1)),
    "add_digits_mod10": (P.add_digits_mod10, fixed(*PAIRS)),
    "add_mod10": (lambda: P.add_mod10(1), lambda rng: sums(1)),
    "before_last": (lambda: P.before_last("abcdef", 30), texts("abcdef", 29)),
    "brackets": (P.brackets, dogs),
    "computer": (lambda: P.computer(10, 140), lambda rng: stores(rng, 24)),
    "coreference": (P.coreference, texts(P.coreference().typed, 20)),
    "echo": (lambda: P.echo("abcdef", 30), texts("abcdef", 29, 3)),
    "eight_signs": (lambda: SIGNS, lambda rng: [SIGNS.load(source, [0, 3, 1]) for source in LOOPS]),
    "few_shot": (lambda: P.few_shot(SHIFTS), shown),
    "hello_world": (P.hello_world, texts("Helo Wrd!", 11, 0)),
    "induction": (lambda: P.induction("abcdef", 30), texts("abcdef", 30, 2)),
    "letters": (lambda: P.letters("abracadabra", 2, n_ctx=8), texts("abrcd", 8)),
    "lookup": (lambda: P.lookup(FITTED, 10), texts("abc", 10, 2)),
    "maximum": (lambda: P.maximum(50, 20), texts(range(50), 20)),
    "minimum": (lambda: P.minimum(50, 20), texts(range(50), 20)),
    "next_word": (
        lambda: P.next_word(SENTENCES),
        fixed(*(s.split()[:n] for s in SENTENCES for n in range(len(s.split()) + 1))),
    ),
    "repeat_pattern": (lambda: P.repeat_pattern("aab", 30), fixed(*REPEATED)),
    "rule110": (lambda: P.rule110(8, 40), lambda rng: texts("01", 8, 8)(rng)),
    "search": (lambda: P.search("abcdefgh", 40, 2), texts("abcdefgh", 40, 3)),
    "sort": (P.sort, distinct(28, 28)),
    "three_instructions": (lambda: P.three_instructions(4, 60), words_of_cells),
    "printed.aab": (printed.aab, fixed(*WORDS)),
    "printed.add": (lambda: printed.add(1), lambda rng: sums(1)),
    "printed.add_mod10": (lambda: printed.add_mod10(1), lambda rng: sums(1)),
    "printed.greeting": (printed.greeting, texts("Helo Wrd!", 11, 0)),
    "printed.lookup": (lambda: printed.lookup(FITTED, 10), texts("abc", 10, 2)),
    "printed.minimum": (lambda: printed.minimum(20, 8), texts(range(20), 8)),
    "printed.mystery": (printed.mystery, texts(range(20), 8)),
    "printed.search": (lambda: printed.search(5, 12, 2), texts(range(5), 12, 3)),
    "printed.sort": (lambda: replace(printed.sort(20, n_ctx=40), steps=5), distinct(20, 10, 1)),
    "small.add": (lambda: small.add(3), lambda rng: sums(3)),
    "small.add_by_looking": (lambda: small.add_by_looking(3), lambda rng: sums(3)),
    "small.minimum": (lambda: small.minimum(50, 20), texts(range(50), 20)),
    "small.multiply": (lambda: small.multiply(2), lambda rng: sums(2, "*")),
    "small.sort": (lambda: small.sort(100, 60), distinct(100, 30)),
    "small.table": (lambda: small.table(TABLE, 10), texts("abc", 10, 2)),
}  # fmt: skip
