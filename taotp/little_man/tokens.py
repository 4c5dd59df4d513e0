"""The tokens of a trace: one is one step.

`007` is what the accumulator holds now, `>17` stores it in cell 17, `@17` goes to cell 17, `-` does
not go there, `!` says the number, `"` says its letter, `?` asks for a number, `.` halts.
"""

from collections.abc import Sequence

from taotp.little_man.instructions import SPOKEN

ASK, SAY, SPELL, STAY, HALT = '?', "!", '"', "-", "."  # fmt: skip
STORE, JUMP = ">", "@"
SIGNS = {"INP": ASK, "OUT": SAY, "OTC": SPELL}


def width(n_cells: int) -> int:
    """How many digits a cell has; a number has one more."""
    return len(str(n_cells - 1))


def number(value: int, n_cells: int = 100) -> str:
    """The token of a number, in all its digits.

    >>> number(7), number(-7)
    ('007', '-007')
    """
    return f"{value:0{width(n_cells) + 1 + (value < 0)}}"


def cell(mark: str, place: int, n_cells: int = 100) -> str:
    """The token that stores in a cell, or goes to it.

    >>> cell(STORE, 5), cell(JUMP, 17)
    ('>05', '@17')
    """
    return f"{mark}{place:0{width(n_cells)}}"


def is_number(token: str) -> bool:
    """Whether a token is a number."""
    return token.removeprefix("-").isdecimal()


def spoken(n_cells: int = 100) -> dict[str, int]:
    """The numbers of the instructions that hear and say: 922 says a letter, where there is a 22.

    >>> spoken(), spoken(10)
    ({'INP': 901, 'OUT': 902, 'OTC': 922}, {'INP': 91, 'OUT': 92, 'OTC': 93})
    """
    cells = SPOKEN if n_cells > SPOKEN["OTC"] else SPOKEN | {"OTC": 3}
    return {word: 9 * n_cells + place for word, place in cells.items()}


def vocabulary(n_cells: int = 100) -> list[str]:
    """All tokens: numbers from 0 up and from -1 down, stores, jumps, and the five signs.

    >>> words = vocabulary()
    >>> len(words), words[999], words[1000], words[-6:]
    (2204, '999', '-001', ['@99', '?', '!', '"', '-', '.'])
    """
    most, cells = 10 * n_cells, range(n_cells)
    values: Sequence[int] = [*range(most), *range(-1, -most, -1)]
    return [
        *(number(value, n_cells) for value in values),
        *(cell(mark, place, n_cells) for mark in (STORE, JUMP) for place in cells),
        *(ASK, SAY, SPELL, STAY, HALT),
    ]
