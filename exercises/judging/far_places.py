"""Steps of the Little Man Computer at places far from the beginning of a text, in float32."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, islice, product

import numpy as np

from exercises.judging.judge import (
    Wrong,
    first_behind,
    instead,
    knows,
    own_program,
    pay,
    runner_up,
    short,
)
from exercises.judging.little_man_runs import (
    CELLS,
    FOR_EVER,
    MOST,
    WORDS,
    Run,
    begun,
    drawn_programs,
    held,
    instructions,
    never_stored,
    totals,
    traced,
)
from taotp.little_man import assemble
from taotp_core.arrays import Array, Tokens, to_float32
from taotp_core.measure import lead
from taotp_core.program import Program
from taotp_core.transformer import forward

EXPONENTS = range(9, 25)  # of 2: beyond, float32 has no whole numbers
LEAST = 2 ** EXPONENTS[0]
SHIFTS = 8  # a text begins at so many places: some round to larger steps than others
STEPS = 250
NEAR = 1e-9  # of the largest number of a column: less is rounding
DIGITS = 9


def latest_of_each() -> Iterator[Run]:
    """Each cell was stored twice, and both its neighbors since; so was the instruction."""
    for at in range(CELLS):
        for away in (1, 2, 50, 97):
            place = (at + away) % CELLS
            beside = [((i + at) % CELLS, (place + i) % CELLS) for i in (1, -1)]
            data = [(MOST - at, at), (at, at), *((500 + i, (at + i) % CELLS) for i in (-1, 1))]
            loaded = [(901, place), *data, (500 + at, place), *beside]
            yield traced(begun(loaded, 7, place), 1)


@cache
def twice_stored() -> tuple[Run, ...]:
    """The same, a larger number last and nothing behind: hardest, asked at all SHIFTS places."""
    found = []
    for at in range(CELLS):
        beside = [(3, (at - 1) % CELLS), (4, (at + 1) % CELLS)]
        for away in (2, 3, 50, 97):
            place = (at + away) % CELLS
            loaded = [(at + 1, at), (MOST - at, at), *beside, (500 + at, place)]
            found.append(traced(begun(loaded, 7, place), 1))
    return tuple(found)


@cache
def asked() -> tuple[Run, ...]:
    """What is asked at one of them."""
    some: Sequence[Iterator[Run]] = (
        latest_of_each(), iter(twice_stored()),
        islice(totals(), None, None, 11), islice(instructions(), None, None, 7),
        islice(held(), None, None, 9), never_stored(), drawn_programs(40, 10, 40),
        iter([traced(assemble(FOR_EVER), STEPS)]),
    )  # fmt: skip
    return tuple(chain.from_iterable(some))


Rows = Callable[[Array], Array]


def rows_of_places(W_pos: Array, where: str) -> Rows:
    """The rows of any places [n, d_model], of a table that is a parabola of the place, or a line.

    It goes through the first row, one in the middle and the last; Wrong where it misses others.
    """
    n = len(W_pos)
    if n < 3:
        raise Wrong(f"{where} expected 3 positions or more, got {n}")
    through = np.array([0, (n - 1) // 2, n - 1])
    powers = np.arange(3)
    of = np.linalg.solve((through[:, None] / (n - 1)) ** powers, W_pos[through])

    def rows(places: Array) -> Array:
        found: Array = (places[:, None] / (n - 1)) ** powers @ of
        return found

    off = np.abs(rows(np.arange(n, dtype=float)) - W_pos)
    if (bad := np.argwhere(off > NEAR * np.abs(W_pos).max(0))).size:
        place, column = bad[0].tolist()
        raise Wrong(
            f"at W_pos[{place}, {column}] expected a line or a parabola of the place, so that "
            f"the table can be gone on with; got {W_pos[place, column]:.{DIGITS}g}, off it"
        )
    return rows


def at_the_end(n: int, prompt: int, end: int, shift: int) -> Array:
    """The places of n tokens that end a text of `end` tokens, but for the last `shift`."""
    return np.arange(end - n - shift, end - shift, dtype=float)


def at_the_beginning(n: int, prompt: int, end: int, shift: int) -> Array:
    """The places of n tokens that begin such a text, behind `shift` others."""
    return shift + np.arange(float(n))


def in_the_middle(n: int, prompt: int, end: int, shift: int) -> Array:
    """The same from the middle of the text on."""
    return at_the_beginning(n, prompt, end, end // 2 + shift)


def loaded_long_ago(n: int, prompt: int, end: int, shift: int) -> Array:
    """The same, but for a prompt, which begins the text, behind `shift` tokens, without its jump.

    What stands in between is left out, as if it were of other cells.
    """
    early = shift + np.arange(prompt - 1.0)
    return np.append(early, at_the_end(n - prompt + 1, prompt, end, 0))


Layout = Callable[[int, int, int, int], Array]
LAYOUTS: tuple[Layout, ...] = (at_the_end, loaded_long_ago, at_the_beginning, in_the_middle)


@cache
def alike(shift: int) -> tuple[tuple[Tokens, int], ...]:
    """What is asked: traces [n_rows, n] with prompts of the same length, and that length."""
    found: dict[tuple[int, int], list[Run]] = {}
    for run in twice_stored() if shift else asked():
        found.setdefault((len(run.prompt), len(run.wanted)), []).append(run)
    return tuple(
        (np.array([run.tokens for run in runs]), prompt) for (prompt, _), runs in found.items()
    )


@dataclass(frozen=True)
class Stretched:
    """A machine that reads its rows at any places, and the ids of WORDS in it."""

    program: Program
    rows: Rows
    ids: Tokens

    def fault(self, n_tokens: int) -> str:
        """What it says wrong at the end of texts of so many tokens, "" for nothing."""
        before = self.program.encode([])
        for shift, layout in product(range(SHIFTS), LAYOUTS):
            for tokens, prompt in alike(shift):
                own = np.full((len(tokens), len(before)), before, int)
                whole = np.hstack([own, self.ids[tokens]])
                at = layout(whole.shape[1] - 1, len(before) + prompt, n_tokens, shift)
                if words := self.fault_of(whole, tokens.shape[1] - prompt, at):
                    return words
        return ""

    def fault_of(self, tokens: Tokens, n_asked: int, at: Array) -> str:
        """The first of the last tokens [n_rows, n] that it does not say, "" for none."""
        model = replace(self.program.model, W_pos=self.rows(at))
        read, wanted = tokens[:, :-1], tokens[:, -n_asked:].ravel()
        pay(model, *read.shape, kept=n_asked)
        logits = forward(model, read, keep=n_asked, to=to_float32).reshape(len(wanted), -1)
        i = first_behind(lead(logits, wanted), logits, 0.0)
        if i is None:
            return ""
        row, step = divmod(i, n_asked)
        word = self.program.vocabulary
        text = " ".join(str(word[t]) for t in read[row, : read.shape[1] - n_asked + 1 + step])
        got = runner_up(logits[i], int(wanted[i]))
        return f"after {short(text)} {instead(str(word[wanted[i]]), str(word[got]))}"


def stretched(answer: object, where: str) -> Stretched:
    """A machine that runs programs, with rows for any places; Wrong for one that has none."""
    program = own_program(answer, where)
    knows(program, WORDS, "numbers, stores, jumps and signs", 0)
    ids = np.array([program.places[word] for word in WORDS])
    return Stretched(program, rows_of_places(program.model.W_pos, where), ids)


def longest_right(machine: Stretched) -> tuple[int, str]:
    """The longest text that is right, a power of 2 as all before it, and what is wrong in the next.

    Wrong where it is not right in LEAST tokens.
    """
    good = 0
    for exponent in EXPONENTS:
        if words := machine.fault(2**exponent):
            if not good:
                raise Wrong(f"in a text of {LEAST:,} tokens, {words}")
            return good, f"at {2**exponent:,} {words}"
        good = 2**exponent
    return good, "no longer one is asked"
