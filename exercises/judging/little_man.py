"""Programs of the Little Man Computer, and machines that run them with one number changed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache

from exercises.judging import change
from exercises.judging.judge import Wrong, ask, instead, items, kind_of, numbers, short
from taotp import little_man
from taotp.applications.computer.machine import Computer, computer
from taotp_core.edits import place_in, with_numbers
from taotp_core.program import Program
from taotp_core.weights import named_arrays

N_CTX = 600  # tokens, the program's among them
Change = tuple[str, float]  # a place, as path:row.column, and the number that is to stand there
Make = Callable[[], object]
Said = list[int | str]


@cache
def machine() -> Computer:
    """The machine of the chapter."""
    return computer(n_ctx=N_CTX)


def text_of(answer: object, where: str, most: int) -> str:
    """The text of a program that is assembled, of at most so many mailboxes; Wrong if it is not."""
    text = ask(answer, where=where)
    if not isinstance(text, str):
        raise Wrong(f"{where} expected a text, got {kind_of(text)}")
    try:
        used = len(little_man.numbers(text))
    except ValueError as fault:
        raise Wrong(f"{where} expected a program, got a fault: {fault}") from None
    if used > most:
        raise Wrong(f"{where} expected at most {most} mailboxes, got {used}")
    return text


def said_by(program: Computer, text: str, inputs: Sequence[int]) -> Said | str:
    """What a machine says to inputs, or a sentence on why it does not come to an end."""
    try:
        return program.run(text, inputs)
    except ValueError as fault:
        return f"no end: {fault}"


def hold(text: str, cases: Iterable[Sequence[int]], wanted: Callable[..., Said]) -> int:
    """How many inputs the transformer answers as wanted; Wrong on the first other one."""
    count = 0
    for inputs in cases:
        expected, got = wanted(*inputs), said_by(machine(), text, inputs)
        if got != expected:
            raise Wrong(f"after {list(inputs)} {instead(str(expected), short(str(got)))}")
        count += 1
    return count


def change_of(answer: object, program: Program, where: str) -> Change:
    """A place of a machine and a number; Wrong where it has no such place."""
    place, value = items(ask(answer, where=where), 2, "a place and a number", where)
    if not isinstance(place, str):
        raise Wrong(f"{where} expected a place as path:row.column, got {kind_of(place)}")
    try:
        place_in(named_arrays(program.model), place)
    except ValueError as fault:
        raise Wrong(f"{where} expected a place of the machine, got {fault}") from None
    return place, float(numbers(value, (), where))


def number_at(program: Program, place: str) -> float:
    """The number that stands at a place."""
    return change.number_at(program.model, place)


def changed(program: Computer, place: str, value: float) -> Computer:
    """A machine with another number at a place."""
    return replace(program, model=with_numbers(program.model, {place: value}))
