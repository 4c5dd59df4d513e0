"""Tables as spreadsheets and schools' systems save them: read in any of their ways, written in one.

Text in them is somebody's: no cell that is written begins as a formula does.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from exercises.visible import visible

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # with what a spreadsheet takes a cell for a formula
NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?%?|-")  # which no spreadsheet runs; - stands for none
MOST_BYTES = 50_000_000


class Semicolons(csv.excel):
    """What spreadsheets write where a comma is a decimal point."""

    delimiter = ";"


PARTED: dict[str, type[csv.Dialect]] = {",": csv.excel, ";": Semicolons, "\t": csv.excel_tab}


@dataclass(frozen=True)
class Table:
    """The rows of a table below its head, equally long, and how its file was written.

    `places` are columns that are known by their places, where their heads are in another language.
    """

    name: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    dialect: type[csv.Dialect] = csv.excel
    ends: str = "\n"
    places: Mapping[str, int] = field(default_factory=dict)

    def place(self, column: str) -> int | None:
        """Where a column stands, whatever its capitals; None where there is none."""
        named = [name.strip().casefold() for name in self.head]
        if column.casefold() in named:
            return named.index(column.casefold())
        return self.places.get(column)

    def cells(self, column: str) -> list[str]:
        """What a column holds, without spaces around it; empty where there is no such column."""
        at = self.place(column)
        return ["" if at is None else row[at].strip() for row in self.rows]


def read_table(path: Path) -> Table:
    """A table in a file; raises ValueError, in a sentence, for what is none.

    A row with more in it than its head has columns is refused: in "repeat-last,0,5" half a point
    would be none.
    """
    if not path.is_file():
        raise ValueError(f"there is no file {visible(path)}")
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f"{visible(path)} is too large for a table, over {MOST_BYTES:,} bytes")
    data = path.read_bytes()
    try:
        text, dialect = as_saved(data)
        rows = [row for row in csv.reader(text, dialect, strict=True) if any(row)]
    except csv.Error as error:
        raise ValueError(f"{visible(path)} is not a table of a spreadsheet: {error}") from None
    if not rows:
        raise ValueError(f"{visible(path)} is empty")
    head, *below = rows
    for i, row in enumerate(below, 2):
        if any(row[len(head) :]):
            raise ValueError(
                f"{visible(path)}, row {i} has {len(row)} cells, and the table has {len(head)} "
                "columns; a comma within a cell needs quotation marks around the cell"
            )
    wide = [(*row, *[""] * (len(head) - len(row)))[: len(head)] for row in below]
    ends = "\r\n" if b"\r\n" in data or b"\r\0\n" in data else "\n"
    return Table(visible(path.name), tuple(head), tuple(wide), dialect, ends)


def head_of(data: bytes) -> list[str]:
    """The names of the columns of a table, without capitals; none where it is no table."""
    try:
        text, dialect = as_saved(data)
        return [name.strip().casefold() for name in next(csv.reader(text, dialect), [])]
    except csv.Error:
        return []


def as_saved(data: bytes) -> tuple[io.StringIO, type[csv.Dialect]]:
    """The text of a table in any encoding that spreadsheets save, and what parts its cells."""
    encoding = "utf-16" if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    head = text.partition("\n")[0]
    return io.StringIO(text, newline=""), PARTED[max(PARTED, key=head.count)]


def written(
    rows: Iterable[Sequence[str]], dialect: type[csv.Dialect] = csv.excel, ends: str = "\n"
) -> bytes:
    """Rows as the bytes of a file, after a mark that tells spreadsheets that it is UTF-8."""
    out = io.StringIO()
    csv.writer(out, dialect, lineterminator=ends).writerows(rows)
    return out.getvalue().encode("utf-8-sig")


def harmless(cell: str) -> str:
    """A cell that a spreadsheet shows and does not run."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def kept_harmless(cell: str) -> str:
    """A cell of somebody else's table: numbers stay as they are, even with a sign."""
    return cell if NUMBER.fullmatch(cell) else harmless(cell)
