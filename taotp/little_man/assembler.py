"""From words to numbers, and from numbers to the history of stores that a prompt is."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from taotp.little_man.instructions import ALONE, FAULTS, NAMED
from taotp.little_man.tokens import JUMP, STORE, cell, number, spoken

WORDS = (*NAMED, *ALONE, "DAT")
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

    def fault(self, of: str, *parts: object) -> ValueError:
        """What is wrong with it."""
        return fault(self.at, of, *parts)


def fault(at: int, of: str, *parts: object) -> ValueError:
    """What is wrong with a line."""
    return ValueError(FAULTS["at"].format(at, FAULTS[of].format(*parts)))


def numbers(text: str, n_cells: int = 100) -> list[int]:
    """What a program leaves in cells 0, 1, 2 ...; ValueError as `assemble`.

    >>> numbers("loop BRA loop")
    [600]
    """
    lines = [line for at, said in enumerate(text.splitlines(), 1) if (line := read(at, said))]
    if not lines:
        raise ValueError(FAULTS["empty"])
    if len(lines) > n_cells:
        raise lines[n_cells].fault("full", n_cells)
    labels: dict[str, int] = {}
    for place, line in enumerate(lines):
        if line.label in labels:
            raise line.fault("there", line.label, lines[labels[line.label]].at)
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
            raise fault(at, "both", words[0], words[1])
        return Line(at, "", words[0].upper(), tuple(words[1:]))
    if A_NUMBER.fullmatch(words[0]):
        return Line(at, "", "DAT", tuple(words))
    label = words[0].removesuffix(":")
    if len(words) < 2 or not is_word(words[1]):
        wrong = words[0] if len(words) < 2 or A_NUMBER.fullmatch(words[1]) else words[1]
        raise fault(at, "unknown", repr(wrong), meant(wrong.upper(), WORDS))
    if not A_LABEL.fullmatch(label):
        raise fault(at, "label", repr(words[0]))
    return Line(at, label, words[1].upper(), tuple(words[2:]))


def is_word(word: str) -> bool:
    """Whether it is an instruction, or DAT."""
    return word.upper() in WORDS


def meant(word: str, known: Sequence[str]) -> str:
    """A question whether the nearest known word was meant, "" where none is near."""
    near = get_close_matches(word, known, 1)
    return FAULTS["meant"].format(near[0]) if near else ""


def value(line: Line, labels: Mapping[str, int], n_cells: int) -> int:
    """The number that a line leaves in its cell."""
    if line.word in ALONE:
        if line.rest:
            raise line.fault("alone", line.word, repr(line.rest[0]))
        return spoken(n_cells).get(line.word, 0)
    if len(line.rest) > 1:
        raise line.fault("more", repr(line.rest[1]), line.word, line.rest[0])
    if line.word == "DAT":
        return data(line, labels, n_cells)
    if not line.rest:
        raise line.fault("needs", line.word)
    place = place_of(line, line.rest[0], labels)
    if not 0 <= place < n_cells:
        raise line.fault("cell", line.rest[0], n_cells - 1)
    return NAMED[line.word] * n_cells + place


def data(line: Line, labels: Mapping[str, int], n_cells: int) -> int:
    """The number of a DAT, 0 where it has none."""
    found = place_of(line, line.rest[0], labels) if line.rest else 0
    most = 10 * n_cells - 1
    if abs(found) > most:
        raise line.fault("large", line.rest[0], most)
    return found


def place_of(line: Line, said: str, labels: Mapping[str, int]) -> int:
    """What a label or a number stands for."""
    if A_NUMBER.fullmatch(said):
        return int(said)
    if said not in labels:
        raise line.fault("nowhere", said, meant(said, list(labels)))
    return labels[said]
