"""From words to numbers, and from numbers to the history of stores that a prompt is."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from taotp.little_man.tokens import JUMP, STORE, cell, letter_cell, number

CALLED = {  # what takes a cell, and its first digit
    "ADD": 1, "SUB": 2, "STA": 3, "STO": 3, "LDA": 5, "BRA": 6, "BRZ": 7, "BRP": 8,
}  # fmt: skip
ALONE = ("HLT", "COB", "INP", "OUT", "OTC")  # what takes none
WORDS = (*CALLED, *ALONE, "DAT")
COMMENT = re.compile(r"//|;|#")
A_NUMBER = re.compile(r"[+-]?\d+")
A_LABEL = re.compile(r"[^\W\d]\w*")


def assemble(text: str, n_cells: int = 100) -> list[str]:
    r"""The prompt that loads a program and begins it: stores, then 000 and @00.

    A line is `[label] INSTRUCTION [cell or label]`, `[label] DAT [number or label]`, or a number.
    Words may be in small letters; what follows //, ; or # is a comment. Raises ValueError, a
    sentence with the line, for what is wrong.

    >>> assemble("INP\n ADD one\n OUT\n HLT\none DAT 1")[:6]
    ['901', '>00', '104', '>01', '902', '>02']
    """
    return history(numbers(text, n_cells), n_cells)


def history(cells: Sequence[int], n_cells: int = 100) -> list[str]:
    """The stores that leave these numbers in cells 0, 1, 2 ..., then 000 and @00.

    The 000 is what the accumulator holds then, and what every cell holds that nobody wrote.

    >>> history([901, 902])
    ['901', '>00', '902', '>01', '000', '@00']
    """
    stores = ((number(value, n_cells), cell(STORE, place, n_cells))
              for place, value in enumerate(cells))  # fmt: skip
    return [*(token for pair in stores for token in pair), number(0, n_cells),
            cell(JUMP, 0, n_cells)]  # fmt: skip


@dataclass(frozen=True)
class Line:
    """A line of a program: its number, its label ("" for none), what it does, and with what."""

    at: int
    label: str
    word: str
    rest: tuple[str, ...]

    def fault(self, words: str) -> ValueError:
        """What is wrong with it."""
        return ValueError(f"line {self.at}: {words}")


def numbers(text: str, n_cells: int = 100) -> list[int]:
    """What a program leaves in cells 0, 1, 2 ...; ValueError as `assemble`.

    >>> numbers("loop BRA loop")
    [600]
    """
    lines = [line for at, said in enumerate(text.splitlines(), 1) if (line := read(at, said))]
    if not lines:
        raise ValueError("the program has no instruction; it must have at least 1")
    if len(lines) > n_cells:
        raise lines[n_cells].fault(f"the {n_cells} cells are full; a program has no more lines")
    labels: dict[str, int] = {}
    for place, line in enumerate(lines):
        if line.label in labels:
            first = lines[labels[line.label]].at
            raise line.fault(f"the label {line.label} is there already, in line {first}")
        if line.label:
            labels[line.label] = place
    return [value(line, labels, n_cells) for line in lines]


def read(at: int, said: str) -> Line | None:
    """A line of a program, None where it is empty."""
    words = COMMENT.split(said, maxsplit=1)[0].split()
    if not words:
        return None
    if is_word(words[0]):
        if len(words) > 1 and is_word(words[1]):
            both = f"{words[0]} and {words[1]}"
            raise ValueError(f"line {at}: {both} are instructions, which no label is called as")
        return Line(at, "", words[0].upper(), tuple(words[1:]))
    if A_NUMBER.fullmatch(words[0]):
        return Line(at, "", "DAT", tuple(words))
    label = words[0].removesuffix(":")
    if len(words) < 2 or not is_word(words[1]):
        wrong = words[0] if len(words) < 2 or A_NUMBER.fullmatch(words[1]) else words[1]
        raise ValueError(f"line {at}: {wrong!r} is no instruction{meant(wrong.upper(), WORDS)}")
    if not A_LABEL.fullmatch(label):
        raise ValueError(f"line {at}: {words[0]!r} is no label; it must begin with a letter")
    return Line(at, label, words[1].upper(), tuple(words[2:]))


def is_word(word: str) -> bool:
    """Whether it is an instruction, or DAT."""
    return word.upper() in WORDS


def meant(word: str, known: Sequence[str]) -> str:
    """A question whether the nearest known word was meant, "" where none is near."""
    near = get_close_matches(word, known, 1)
    return f"; did you mean {near[0]}?" if near else ""


def value(line: Line, labels: Mapping[str, int], n_cells: int) -> int:
    """The number that a line leaves in its cell."""
    if line.word in ALONE:
        if line.rest:
            raise line.fault(f"{line.word} stands alone; {line.rest[0]!r} is too much")
        coded = {"INP": 1, "OUT": 2, "OTC": letter_cell(n_cells)}
        return 9 * n_cells + coded[line.word] if line.word in coded else 0
    if len(line.rest) > 1:
        raise line.fault(f"{line.rest[1]!r} is too much behind {line.word} {line.rest[0]}")
    if line.word == "DAT":
        return data(line, labels, n_cells)
    if not line.rest:
        raise line.fault(f"{line.word} needs a cell or a label")
    place = place_of(line, line.rest[0], labels)
    if not 0 <= place < n_cells:
        raise line.fault(f"there is no cell {line.rest[0]}; cells are 0 to {n_cells - 1}")
    return CALLED[line.word] * n_cells + place


def data(line: Line, labels: Mapping[str, int], n_cells: int) -> int:
    """The number of a DAT, 0 where it has none."""
    found = place_of(line, line.rest[0], labels) if line.rest else 0
    most = 10 * n_cells - 1
    if abs(found) > most:
        raise line.fault(f"{line.rest[0]} is too large; numbers are -{most} to {most}")
    return found


def place_of(line: Line, said: str, labels: Mapping[str, int]) -> int:
    """What a label or a number stands for."""
    if A_NUMBER.fullmatch(said):
        return int(said)
    if said not in labels:
        raise line.fault(f"there is no label {said}{meant(said, list(labels))}")
    return labels[said]
