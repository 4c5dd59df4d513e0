"""Sentences of the language above the weights that they make, with a line from words to cells."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from taotp.figures.labeled import in_words
from taotp.figures.pictures import POSITION, QUIET, TOKEN, Picture, demand_words
from taotp.figures.strokes import BOLD, SIZE, element, path, svg, visible, width_of, write
from taotp.listing import read
from taotp.listing.faults import listed
from taotp.listing.leaving_out import Phrase, head_of, phrases
from taotp_core.arrays import Array
from taotp_core.weights import named_arrays

# Everywhere in the book: what a place asks for, what each offers, and what it hands over. Lighter
# ones take their place on a dark page (page/kit/page.css); those of the hour are the same.
QUERY, KEY, VALUE = "#1d4ed8", "#b45309", "#9333ea"
COLORED = re.compile(f'(fill|stroke)="({QUERY}|{KEY}|{VALUE})"')
SAID = {
    "W_Q": ("asks for", QUERY),
    "W_K": ("offers", KEY),
    "W_V": ("hands over", VALUE),
    "W_O": ("writes", QUIET),
    "W_E": ("by symbol", TOKEN),
    "W_pos": ("by place", POSITION),
}
MONO, SMALL = 0.602, 11  # how wide a letter of code is, of its size; the second size of letters
LONGEST = 60  # letters of code in a line, where its words allow that
TALL, MOST, LEAST = 100, 14, 3.2  # how high arrays are; a side of a cell
GAP, DROP = 22, 44  # between arrays; from the sentence to them
LEVELS, FAINT = 4, 0.4  # of strength; the least that is seen
ROW = SIZE + 13  # from a line of code to the next
LINE = SMALL + 3  # the same of what is said below an array
TURNED = 6  # by how much a name that is turned may stand over the edge


@dataclass(frozen=True, eq=False)
class Written:
    """Words of a sentence, and where they stand; `phrase` is None for those between phrases."""

    words: str
    phrase: Phrase | None
    x: float
    y: float

    @property
    def width(self) -> float:
        """How wide they are."""
        return len(self.words) * MONO * SIZE


@dataclass(eq=False)
class Drawn:
    """An array, where it stands, and the names of its rows and columns with how many they are."""

    path: str
    W: Array
    cell: float
    rows: Sequence[tuple[str, int]]
    columns: Sequence[tuple[str, int]]
    x: float = 0.0
    y: float = 0.0
    named: bool = False  # whether the names of its rows stand beside it

    @property
    def name(self) -> str:
        """Its name in its part."""
        return self.path.rpartition(".")[2]

    @property
    def width(self) -> float:
        """How wide it is, without names."""
        return float(self.W.shape[1] * self.cell)

    @property
    def height(self) -> float:
        """How high it is, without names."""
        return float(self.W.shape[0] * self.cell)

    @property
    def room(self) -> float:
        """How wide it is with what is said below it."""
        return max(self.width, *(width_of(line, SMALL) for line in self.told))

    @property
    def told(self) -> tuple[str, ...]:
        """What stands below it: its name, what it is for, its size and its largest number."""
        rows, columns = self.W.shape
        most = float(np.abs(self.W).max(initial=0))
        largest = f"up to {in_words(float(f'{most:.3g}'))}" if most else "all zero"
        return (
            self.name, SAID[self.name][0], f"{rows} \N{MULTIPLICATION SIGN} {columns}", largest
        )  # fmt: skip


def from_words(text: str, *lines: str, title: str, alt: str) -> Picture:
    """Sentences of a listing, and under them the arrays that they make, drawn from the weights.

    A line leads from words to the cells that are otherwise without them (`phrases` leaves them
    out). Of a head all four matrices are drawn, of other sentences the arrays that they touch. A
    full square is above zero, a hollow one below, the stronger the larger. Raises ValueError for a
    line that is no sentence of the text, and without one, a title and an alt.
    """
    demand_words(title, alt)
    if not lines:
        raise ValueError("there is no line; give one sentence of the text, or more")
    found = [phrases(text, line) for line in lines]
    arrays = arrays_of(text, lines, found)
    written, foot = set_out(text, lines, found)
    right = place(arrays, foot + DROP)
    behind: list[str] = []
    ink = [write(0, SIZE, title, font_weight="bold")]
    for words in written:
        behind += ways(words, arrays)
        ink.append(code(words))
    bottom = foot + DROP + max(each.height + names_below(each) for each in arrays)
    for each in arrays:
        ink += table(each, bottom)
    width = max(right + TURNED, BOLD * width_of(title), *(each.x + each.width for each in written))
    high = bottom + len(arrays[0].told) * LINE + 4
    return Picture(title, alt, svg(width, high, lightened(behind + ink)))


def arrays_of(text: str, lines: Sequence[str], found: Sequence[Sequence[Phrase]]) -> list[Drawn]:
    """The arrays to draw: those of the heads that the sentences make, or else those touched."""
    program = read(text).program
    named, parts = named_arrays(program.model), program.model.subspaces
    heads = {head for line in lines if (head := head_of(text, line))}
    paths = [f"{head}.{W}" for head in sorted(heads) for W in ("W_Q", "W_K", "W_V", "W_O")]
    if not paths:
        touched = {each for made in found for phrase in made for each in phrase.cells}
        paths = [each for each in named if each in touched and each in SAID]
    cell = min(MOST, max(LEAST, TALL / max(len(named[each]) for each in paths)))
    stream = [(part.name, len(part)) for part in parts]
    symbols = [(visible(symbol), 1) for symbol in program.vocabulary]
    places = [(str(i), 1) for i in range(program.model.n_ctx)]
    sides = {"W_E": (symbols, stream), "W_pos": (places, stream), "W_O": ([], stream)}
    return [
        Drawn(each, named[each], cell, *sides.get(each.rpartition(".")[2], (stream, [])))
        for each in paths
    ]


def place(arrays: Sequence[Drawn], y: float) -> float:
    """Put arrays beside each other, with room for the names of rows; where the last ends."""
    x, before = 0.0, None
    for each in arrays:
        if each.rows != before:
            x += max([0.0, *(width_of(name, SMALL) + 8 for name, _ in each.rows)])
            each.named = True
        each.x, each.y, before = x, y, each.rows
        x += each.room + GAP
    return x - GAP


def set_out(
    text: str, lines: Sequence[str], found: Sequence[Sequence[Phrase]]
) -> tuple[list[Written], float]:
    """Where words stand, in lines that end behind a clause, and where the last line is."""
    written, y = [], float(SIZE + 10 - ROW + SIZE)
    for line, made in zip(lines, found, strict=True):
        at, y, letters = made[0].start - line.index(made[0].words), y + ROW, 0
        for i, phrase in enumerate(made):
            ends = next((each.end for each in made[i:] if text[each.end : each.end + 1] != " "), at)
            if letters and letters + ends - at > LONGEST and text[at] == ",":
                written.append(Written(",", None, letters * MONO * SIZE, y))
                letters, y, at = 0, y + ROW, phrase.start
            between = text[at : phrase.start]
            written.append(Written(between, None, letters * MONO * SIZE, y))
            letters += len(between)
            written.append(Written(phrase.words, phrase, letters * MONO * SIZE, y))
            letters, at = letters + len(phrase.words), phrase.end
    return [each for each in written if each.words], y


def code(each: Written) -> str:
    """Words as code, as wide as they are thought to be; spaces at an end are drawn by none."""
    ahead = len(each.words) - len(each.words.lstrip())
    words = each.words.strip()
    return write(
        each.x + ahead * MONO * SIZE, each.y, words, font_family="monospace",
        textLength=len(words) * MONO * SIZE, lengthAdjust="spacingAndGlyphs",
    )  # fmt: skip


def ways(each: Written, arrays: Sequence[Drawn]) -> Iterator[str]:
    """From words to each array of which they make cells: underlined, a way, and a frame there."""
    phrase = each.phrase
    to = [of for of in arrays if phrase and of.path in phrase.cells]
    for i, of in enumerate(to):
        color, y = SAID[of.name][1], each.y + 5 + 3 * i
        yield path(f"M{each.x:.4g} {y:.4g}h{each.width:.4g}", color, stroke_width=2)
        assert phrase
        rows, columns = (np.flatnonzero(phrase.cells[of.path].any(k)) for k in (1, 0))
        left, right = of.x + columns[0] * of.cell, of.x + (columns[-1] + 1) * of.cell
        high, low = of.y + rows[0] * of.cell, of.y + (rows[-1] + 1) * of.cell
        yield element(
            "rect", x=left - 1.5, y=high - 1.5, width=right - left + 3, height=low - high + 3,
            rx=2, fill="none", stroke=color, stroke_width=1.2,
        )  # fmt: skip
        begin = each.x + each.width * (i + 1) / (len(to) + 1)
        yield way(begin, each.y + 5 + 3 * (len(to) - 1), (left + right) / 2, high - 2, color)


def way(x: float, y: float, to: float, end: float, color: str) -> str:
    """A line down from words, with its arrow."""
    bend = max(14, (end - y) / 2)
    d = f"M{x:.4g} {y:.4g}C{x:.4g} {y + bend:.4g} {to:.4g} {end - bend:.4g} {to:.4g} {end - 4:.4g}"
    line = path(d, color, stroke_width=1.3, stroke_opacity=0.75)
    return line + element(
        "path", d=f"M{to - 3.5:.4g} {end - 6:.4g}h7L{to:.4g} {end:.4g}z", fill=color
    )


def names_below(each: Drawn) -> float:
    """How much room the names of columns take."""
    turned = [width_of(name, SMALL) for name, size in each.columns if not fits(name, size, each)]
    level = [float(LINE)] if each.columns else []
    return max([0.0, *level, *(wide + 4 for wide in turned)])


def fits(name: str, size: int, each: Drawn) -> bool:
    """Whether the name of columns is no wider than they are."""
    return width_of(name, SMALL) <= size * each.cell + 4


def table(each: Drawn, bottom: float) -> list[str]:
    """An array with its frame, its parts, and what is said of it."""
    color = SAID[each.name][1]
    out = [
        element("rect", x=each.x, y=each.y, width=each.width, height=each.height, fill="none",
                stroke="currentColor", stroke_opacity=0.35, stroke_width=0.8),
        *cells(each, color),
    ]  # fmt: skip
    at = 0
    for name, size in each.rows:
        y = each.y + at * each.cell
        if at and size > 1:
            out.append(thin(f"M{each.x:.4g} {y:.4g}h{each.width:.4g}"))
        if each.named:
            middle = y + size * each.cell / 2 + SMALL / 3
            out.append(write(each.x - 5, middle, name, text_anchor="end", font_size=SMALL))
        at += size
    return [*out, *named_columns(each), *foot(each, bottom)]


def named_columns(each: Drawn) -> Iterator[str]:
    """The parts of the stream along the columns of an array."""
    at = 0
    for name, size in each.columns:
        x, wide = each.x + at * each.cell, size * each.cell
        if at:
            yield thin(f"M{x:.4g} {each.y:.4g}v{each.height:.4g}")
        middle, y = x + wide / 2, each.y + each.height + SMALL
        if fits(name, size, each):
            yield write(middle, y, name, text_anchor="middle", font_size=SMALL)
        else:
            turned = f"translate({middle + 3:.4g} {y - 6:.4g}) rotate(90)"
            yield element("g", write(0, 0, name, font_size=SMALL), transform=turned)
        at += size


def thin(d: str) -> str:
    """A line between two parts."""
    return path(d, stroke_opacity=0.3, stroke_width=0.6)


def foot(each: Drawn, bottom: float) -> Iterator[str]:
    """What is said below an array."""
    for i, line in enumerate(each.told):
        weight = None if i else "bold"
        yield write(each.x, bottom + (i + 1) * LINE, line, font_size=SMALL, font_weight=weight)


def cells(each: Drawn, color: str) -> Iterator[str]:
    """The numbers of an array that are not zero."""
    most = float(np.abs(each.W).max(initial=0)) or 1.0
    return squares_of(each.W / most, each.x, each.y, each.cell, color)


def lightened(ink: Iterable[str]) -> str:
    """A drawing whose three colors a dark page makes lighter, by a rule for each."""
    return COLORED.sub(r'color="\2" \1="currentColor"', "".join(ink))


def squares_of(W: Array, x: float, y: float, cell: float, color: str) -> Iterator[str]:
    """Numbers from -1 to 1 in a few strengths: full above zero, hollow below, nothing for zero."""
    levels = np.ceil(np.sqrt(np.abs(W)) * LEVELS) * np.sign(W)
    inset = min(1.0, cell / 8)
    side = cell - 2 * inset
    for level in sorted(set(levels[levels != 0].ravel().tolist())):
        d = "".join(
            f"M{x + j * cell + inset:.5g} {y + i * cell + inset:.5g}"
            f"h{side:.4g}v{side:.4g}h-{side:.4g}z"
            for i, j in np.argwhere(levels == level)
        )
        share = FAINT + (1 - FAINT) * abs(level) / LEVELS
        if level > 0:
            yield element("path", d=d, fill=color, fill_opacity=share)
        else:
            yield path(d, color, stroke_opacity=share, stroke_width=1.2)


def made_by(text: str, line: str) -> str:
    r"""Which words of a sentence make which arrays, for readers who listen.

    >>> text = "symbols a b\ncontext 4\nstream x 2, y 2\nembed x as one-hot\nlayer\n"
    >>> made_by(text + "attend everywhere, read x, write y", "attend everywhere, read x, write y")
    '“read x” makes W_V, “write y” W_O'
    """
    by: dict[str, list[str]] = {}
    for phrase in phrases(text, line):
        names = " and ".join(each.rpartition(".")[2] for each in phrase.cells)
        by.setdefault(names, []).append(f"“{phrase.words}”")
    made = [(listed(words), len(words), names) for names, words in by.items() if names]
    verbs = ["make " if n > 1 else "makes " for _, n, _ in made[:1]] + [""] * len(made)
    said = (f"{words} {verb}{names}" for (words, _, names), verb in zip(made, verbs, strict=False))
    return ", ".join(said)
