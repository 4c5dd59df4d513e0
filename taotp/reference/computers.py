"""What small computers do, step by step: Rule 110, three instructions, and eight signs."""

from collections.abc import Iterable, Iterator, Sequence


def cell_below(tape: Sequence[int], width: int) -> int:
    """The next cell of Rule 110 on a tape that is wound up in rows: 1, but below 000, 100 and 111.

    Before the first cell stands a 1.

    >>> [cell_below([0, left, here, right], 2) for left in (0, 1) for here in (0, 1)
    ...  for right in (0, 1)]
    [0, 1, 1, 1, 0, 1, 1, 0]
    """
    n = len(tape)
    left = tape[n - width - 1] if n > width else 1
    here, right = tape[n - width], tape[n - width + 1]
    return int((here or right) and not (left and here and right))


def three_steps(cells: Sequence[int], n_cells: int) -> Iterator[str]:
    """The tokens of a program of SUB, STA and BRP, without an end.

    Numbers are below 3 n_cells and go round; those below half of that count as positive. The
    accumulator begins with what the last cell holds. Behind the last cell there is nothing: what
    it says is done again, until it jumps.

    >>> steps = three_steps([2, 5, 11, 1], 4)
    >>> [next(steps) for _ in range(6)]
    ['02', '>1', '@3', '00', '10', '08']
    """
    most, wide, held = 3 * n_cells, len(str(3 * n_cells - 1)), cells[-1]
    memory, place, digits = [*cells], 0, len(str(n_cells - 1))
    while True:
        place = min(place, n_cells - 1)
        first, cell = divmod(memory[place], n_cells)
        place += 1
        if first == 0:
            held = (held - memory[cell]) % most
            yield f"{held:0{wide}}"
        elif first == 1:
            memory[cell] = held
            yield f">{cell:0{digits}}"
        elif held < most / 2:
            place = cell
            yield f"@{cell:0{digits}}"
        else:
            yield "-"


def paired(source: str) -> dict[int, int]:
    """For each bracket of a program of eight signs the place of its partner; ValueError for none.

    >>> paired("[-[]]")
    {3: 2, 2: 3, 4: 0, 0: 4}
    """
    opened: list[int] = []
    partner: dict[int, int] = {}
    for place, sign in enumerate(source):
        if sign == "[":
            opened.append(place)
        elif sign == "]":
            if not opened:
                raise ValueError(f"the ] at {place} closes nothing")
            partner[place] = opened.pop()
            partner[partner[place]] = place
    if opened:
        raise ValueError(f"the [ at {opened[-1]} is not closed")
    return partner


def numbered(source: str) -> list[str]:
    """The signs of a program, with a number behind each bracket that its partner has too.

    >>> numbered("+[-[]]")
    ['+', '[1', '-', '[2', ']2', ']1']
    """
    partner, out, loops = paired(source), [*source], 0
    for place, sign in enumerate(source):
        if sign == "[":
            loops += 1
            out[place], out[partner[place]] = f"[{loops}", f"]{loops}"
    return out


def eight_steps(source: str, tape: Sequence[int], n_numbers: int) -> Iterator[str]:
    """The tokens of a program of the signs + - < > [ ] . on a tape, until it ends or leaves it.

    Numbers are below n_numbers and go round.

    >>> list(eight_steps("+[-].", [0], 256))
    ['1', 'stay', '0', 'stay', '!', 'halt']
    """
    cells, hand, partner, place = [*tape], 0, paired(source), 0
    while place < len(source):
        sign, place = source[place], place + 1
        if sign in "+-":
            cells[hand] = (cells[hand] + (1 if sign == "+" else -1)) % n_numbers
            yield str(cells[hand])
        elif sign in "<>":
            hand += 1 if sign == ">" else -1
            if not 0 <= hand < len(cells):
                return
            yield f">{hand}"
        elif sign == ".":
            yield "!"
        elif (sign == "[") == (cells[hand] == 0):
            place = partner[place - 1] + 1
            yield f"@{place}"
        else:
            yield "stay"
    yield "halt"


def eight_said(tokens: Iterable[str]) -> str:
    """The letters that a trace of eight signs says, after its prompt.

    >>> eight_said([":", ">0", "72", ">1", "105", ">0", "@0", "!", ">1", "!", "halt"])
    'Hi'
    """
    cells: dict[str, int] = {}
    hand, said = "", ""
    for token in tokens:
        if token.isdecimal():
            cells[hand] = int(token)
        elif token[0] == ">" and len(token) > 1:
            hand = token
        elif token == "!":
            said += chr(cells[hand])
    return said
