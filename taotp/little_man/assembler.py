"""From words to numbers, and from numbers to the history of stores that a prompt is."""

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from taotp.little_man.instructions import ALONE, ALSO, FAULTS, NAMED, TAKE_NUMBERS
from taotp.little_man.tokens import JUMP, STORE, cell, number, spoken

WORDS = (*NAMED, *ALONE, "DAT")
COMMENT = re.compile(r"//|;|#")
ITSELF = re.compile(r"#[+-]?\d+")  # a number that is meant as it is, as no comment begins
ENDS = ("DAT", "HLT", "COB", "BRA")  # behind what no cell is run
A_NUMBER = re.compile(r"[+-]?\d+")
A_LABEL = re.compile(r"[^\W\d]\w*")


def assemble(text: str, n_cells: int = 100) -> list[str]:
    r"""The prompt that loads a program and begins it: stores, then 000 and @00.

    A line is `[label] INSTRUCTION [cell or label]`, `[label] DAT [number or label]`, or a number.
    Words may be in small letters, and labels in any, unless two differ by that alone; a label may
    stand on a line before its own. What follows //, ; or # is a comment. Behind ADD, SUB and LDA a
    number may stand as it is, `SUB #1`: then a cell behind the program holds it. STO, IN and BR are
    STA, INP and BRA; COB, HALT and END are HLT. IN, BR, HALT and END may be labels too. Raises
    ValueError, a sentence with the line, for what is wrong.

    What other Little Men do otherwise: here numbers are -999 to 999, not 0 to 999; a sum of four
    digits loses its first, and no flag is set; BRP goes where the number is 0 or more, BRZ where it
    is 0; OTC says a letter; a number that is no instruction halts.

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


def lines_said(text: str) -> list[tuple[int, list[str]]]:
    """The words of each line that has some, with its number."""
    if not isinstance(text, str):
        raise ValueError(f"the program is of type {type(text).__name__}; it must be a text")
    lines = text.removeprefix("\ufeff").splitlines()  # the mark with which some editors begin
    return [(at, words) for at, line in enumerate(lines, 1) if (words := words_of(line))]


def numbers(text: str, n_cells: int = 100) -> list[int]:
    """What a program leaves in cells 0, 1, 2 ...; ValueError as `assemble`.

    >>> numbers("loop BRA loop")
    [600]
    """
    said = lines_said(text)
    named, begun = asked_and_begun([words for _, words in said])
    lines: list[Line] = []
    labels: dict[str, int] = {}
    first: dict[str, int] = {}  # the line of each label
    waiting: Line | None = None  # a label on a line of its own, before the next instruction
    for line in [read(at, words, named, begun) for at, words in said]:
        if line.label in first:
            raise line.fault("there", line.label, first[line.label])
        if line.label:
            labels[line.label], first[line.label] = len(lines), line.at
        if line.word:
            lines.append(line)
        waiting = None if line.word else waiting or line
    if not lines:
        raise ValueError(FAULTS["empty"])
    if len(lines) > n_cells:
        raise lines[n_cells].fault("full", n_cells)
    if waiting:
        raise waiting.fault("last", waiting.label)
    return with_numbers(lines, labels, n_cells)


def with_numbers(lines: Sequence[Line], labels: Mapping[str, int], n_cells: int) -> list[int]:
    """The cells of some lines, and behind them those of numbers that stand as they are."""
    first = len(lines) + (lines[-1].word not in ENDS)
    held: dict[int, int] = {}  # where each of these numbers is
    found = []
    for line in lines:
        if line.rest and ITSELF.fullmatch(line.rest[0]) and line.word in TAKE_NUMBERS:
            itself = data(line, labels, n_cells)
            place = held.setdefault(itself, first + len(held))
            if place >= n_cells:
                raise line.fault("full", n_cells)
            line = replace(line, rest=(str(place), *line.rest[1:]))
        found.append(value(line, labels, n_cells))
    return [*found, *[0] * (first - len(lines)), *held] if held else found


def words_of(line: str) -> list[str]:
    """The words of a line, without a comment; a number that stands as it is begins none."""
    plain = COMMENT.split(line, maxsplit=1)[0].split()
    behind = re.split(r"//|;", line)[0].split()
    n = len(plain)
    takes = n and own_word(plain[-1]) in (*NAMED, "DAT")
    itself = n <= 2 and takes and len(behind) > n and ITSELF.fullmatch(behind[n])
    return [*plain, behind[n]] if itself else plain


def asked_and_begun(lines: Sequence[Sequence[str]]) -> tuple[set[str], set[str]]:
    """What is asked for, the last words of lines of several, and what begins such a line."""
    longer = [words for words in lines if len(words) > 1]
    return {words[-1].lower() for words in longer}, {words[0].lower() for words in longer}


def read(at: int, words: Sequence[str], named: Container[str], begun: set[str]) -> Line:
    """A line of a program; a word alone is a label if somebody names it, or it has a colon."""
    if is_word(words[0]) and not is_label(words, named, begun):
        if len(words) > 1 and is_own(words[1]):
            raise fault(at, "both", words[0], words[1])
        return Line(at, "", own_word(words[0]), tuple(words[1:]))
    if A_NUMBER.fullmatch(words[0]):
        return Line(at, "", "DAT", tuple(words))
    label = words[0].removesuffix(":")
    if (
        len(words) == 1
        and A_LABEL.fullmatch(label)
        and (label != words[0] or label.lower() in named)
    ):
        begun.add(label.lower())
        return Line(at, label, "", ())
    if len(words) < 2 or not is_word(words[1]):
        wrong = words[1 if len(words) > 1 and not is_operand(words, begun) else 0]
        raise fault(at, "unknown", repr(wrong), meant(wrong.upper(), WORDS))
    if not A_LABEL.fullmatch(label):
        raise fault(at, "label", repr(words[0]))
    return Line(at, label, own_word(words[1]), tuple(words[2:]))


def is_label(words: Sequence[str], named: Container[str], begun: Container[str]) -> bool:
    """Whether an instruction's second name stands for a cell: before another, or where named."""
    first = words[0].lower()
    if is_own(first):
        return False
    if len(words) == 1:
        return first in named and first not in begun  # where it stands alone first
    alone = own_word(first) in ALONE
    return is_own(words[1]) or (is_word(words[1]) and (alone or len(words) > 2))


def is_operand(words: Sequence[str], begun: Container[str]) -> bool:
    """Whether what stands second is no instruction that was meant, but what it is done with."""
    known = len(words) == 2 and words[1].lower() in begun
    return known or A_NUMBER.fullmatch(words[1]) is not None


def is_word(word: str) -> bool:
    """Whether it is an instruction, or DAT, by any name."""
    return is_own(word) or word.upper() in ALSO


def is_own(word: str) -> bool:
    """Whether it is an instruction by a name that no label may have."""
    return word.upper() in WORDS


def own_word(word: str) -> str:
    """An instruction by its first name."""
    return ALSO.get(word.upper(), word.upper())


def meant(word: str, known: Sequence[str], written: Mapping[str, str] | None = None) -> str:
    """A question whether the nearest known word was meant, "" where none is near.

    It is asked as the word is `written`.
    """
    near = get_close_matches(word, known, 1)
    return FAULTS["meant"].format((written or {}).get(near[0], near[0])) if near else ""


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
    if ITSELF.fullmatch(said):
        if line.word != "DAT" and line.word not in TAKE_NUMBERS:
            raise line.fault("itself", said, line.word)
        return int(said[1:])
    if said in labels:
        return labels[said]
    alike = [place for label, place in labels.items() if label.lower() == said.lower()]
    if len(alike) != 1:
        near = {label.lower(): label for label in reversed([*labels])}
        raise line.fault("nowhere", said, meant(said.lower(), list(near), near))
    return alike[0]
