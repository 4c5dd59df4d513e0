"""The computer itself, without a transformer: what each step does, and what a trace said."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from numbers import Integral

from taotp.little_man.assembler import assemble
from taotp.little_man.instructions import OPERATIONS
from taotp.little_man.tokens import (
    ASK,
    HALT,
    JUMP,
    SAY,
    SIGNS,
    SPELL,
    STAY,
    STORE,
    cell,
    is_number,
    number,
    spoken,
)

MOST = 1_000_000  # steps of a run
LINE_ENDS = 10  # the letter that ends a line
NO_LETTER = "\ufffd"


@dataclass
class State:
    """What the computer holds: its accumulator, its cells, and which comes next."""

    held: int = 0
    cells: dict[int, int] = field(default_factory=dict)
    place: int = 0

    @classmethod
    def after(cls, prompt: Iterable[str]) -> "State":
        """What it holds after a prompt, or after a part of a trace too."""
        state = cls()
        for token in prompt:
            state.read(token)
        return state

    def read(self, token: str) -> None:
        """Do what a token of a prompt or of a trace says was done."""
        self.place += 1
        if is_number(token):
            self.held = int(token)
        elif token[0] == STORE:
            self.cells[int(token[1:])] = self.held
        elif token[0] == JUMP:
            self.place = int(token[1:])


def steps(
    prompt: Iterable[str], inputs: Iterable[int] | None = (), n_cells: int = 100
) -> Iterator[str]:
    r"""The tokens of each step after a prompt, until it halts.

    An input takes the place of the ? that asks for it; where `inputs` is None nobody answers, and
    the ? is a step like another. Raises ValueError where there are not enough inputs, and for one
    that is no number of the computer.

    >>> list(steps(assemble("LDA 9\nOUT\nHLT")))
    ['000', '!', '.']
    """
    given = repeat(None) if inputs is None else answers(inputs, n_cells)
    return (written for _, written in exchanges(prompt, given, n_cells))


def exchanges(
    prompt: Iterable[str], given: Iterable[int | None], n_cells: int = 100
) -> Iterator[tuple[str, str]]:
    """What each step after a prompt says, and what the text then has, until it halts.

    They differ where an input stands in the place of its ?; None is given where nobody answers.
    """
    tokens, inputs = [*prompt], iter(given)
    state, written = State.after(tokens), tokens[-1] if tokens else ""
    while written != HALT:
        said = next_token(state, n_cells)
        value = next(inputs) if said == ASK else None
        written = said if value is None else number(value, n_cells)
        state.read(written)
        yield said, written


def answers(inputs: Iterable[int], n_cells: int = 100) -> Iterator[int]:
    """The inputs; ValueError behind the last, and for one that is no number of the computer."""
    asked, most = 0, 10 * n_cells - 1
    for asked, value in enumerate(inputs, 1):
        if not isinstance(value, Integral):
            raise ValueError(f"input {asked} is {value!r}; it must be a whole number")  # noqa: TRY004
        if not -most <= value <= most:
            raise ValueError(f"input {asked} is {value}; it must be from -{most} to {most}")
        yield value
    raise ValueError(f"the program asks for input {asked + 1}; there are {asked}")


def next_token(state: State, n_cells: int) -> str:
    """The step that the cell at hand asks for; an input is yet to take the place of its ?."""
    holds = state.cells.get(state.place, 0)
    first, place = divmod(holds, n_cells)
    there = state.cells.get(place, 0)
    match OPERATIONS.get(first):
        case "ADD":
            return number(short(state.held + there, n_cells), n_cells)
        case "SUB":
            return number(short(state.held - there, n_cells), n_cells)
        case "STA":
            return cell(STORE, place, n_cells)
        case "LDA":
            return number(there, n_cells)
        case "BRA" | "BRZ" | "BRP" as branch:
            goes = branch == "BRA" or (state.held == 0 if branch == "BRZ" else state.held >= 0)
            return cell(JUMP, place, n_cells) if goes else STAY
        case _:
            told = (SIGNS[word] for word, value in spoken(n_cells).items() if value == holds)
            return next(told, HALT)


def short(total: int, n_cells: int) -> int:
    """A sum without its first digit, where it has one too many; its sign stays.

    >>> short(1100, 100), short(-1100, 100)
    (100, -100)
    """
    rest = abs(total) % (10 * n_cells)
    return rest if total >= 0 else -rest


def run(
    program: str | Sequence[str],
    inputs: Iterable[int] = (),
    *,
    n_cells: int = 100,
    most: int = MOST,
) -> list[int | str]:
    r"""What a program says to its inputs: each number, and each line of letters.

    The program is a text to be assembled, or a prompt. Raises ValueError as `assemble` and `steps`
    do, and where it has not halted after `most` steps.

    >>> run("INP\nSTA 9\nINP\nADD 9\nOUT\nHLT", [3, 4])
    [7]
    """
    prompt = assemble(program, n_cells) if isinstance(program, str) else program
    trace: list[str] = []
    for token in steps(prompt, inputs, n_cells):
        if len(trace) == most:
            raise ValueError(f"the program has not halted after {most:,} steps")
        trace.append(token)
    return listen([*prompt, *trace])


def listen(tokens: Iterable[str]) -> list[int | str]:
    """What a trace said: each number, and each line of letters, which ends at letter 10.

    A letter is that of the last number before it; where that is below 0 it is U+FFFD.

    >>> listen('072 " 105 " ! 010 " 007 !'.split())
    ['Hi', 105, '', 7]
    """
    return [*lines(tokens)]


def lines(tokens: Iterable[str]) -> Iterator[int | str]:
    """What a trace says as soon as it is known: each number, and each line of letters."""
    held, line = 0, None
    for token in tokens:
        if is_number(token):
            held = int(token)
        elif token == SPELL and held != LINE_ENDS:
            line = f"{line or ''}{letter(held)}"
        elif token in (SPELL, SAY):
            if line is not None or token == SPELL:
                yield line or ""
            line = None
            if token == SAY:
                yield held
    if line is not None:
        yield line


def letter(value: int) -> str:
    """The letter of a number."""
    return chr(value) if value >= 0 else NO_LETTER
