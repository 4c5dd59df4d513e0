"""Sentences about the rows of tokens and positions: embed, place, unembed."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from taotp.listing.expressions import read_number, read_plain, read_whole
from taotp.listing.faults import Misread
from taotp.listing.language import LANGUAGE
from taotp.listing.machine import (
    LONGEST_CONTEXT,
    Machine,
    check_fit,
    id_of,
    read_clauses,
    read_places,
)
from taotp.listing.sentences import Sentence, read_symbols
from taotp_core.arrays import Array
from taotp_core.encodings import circle, padding
from taotp_core.encodings import number as encoded
from taotp_core.stream import Subspace, read, write

Rows = tuple[Array, float]  # rows for the places that a sentence names, and what multiplies them


def lay_rows(made: Machine, line: Sentence) -> None:
    """`embed PLACES of SYMBOLS as KIND`, or `place`, or `unembed`; with clauses."""
    where = read_places(made, line, f"a part of the stream after '{line.first}'")
    ids = list(range(made.n_ctx if line.first == "place" else len(made.symbols)))
    if line.first != "place" and line.takes("of"):
        ids = [id_of(made, name, word) for name, word in read_symbols(line)]
        if line.sees(","):
            message = "symbols have no commas between them here"
            raise Misread(line.word.start, line.word.end, message)
    line.needs("as", "what it is about")
    word = line.word
    known = LANGUAGE["rows"] if line.first == "place" else LANGUAGE["rows"][:-1]
    rows, times = ROWS[read_kind(line, known)](made, line, where, ids)
    made.names.spend(rows.size + len(ids) * made.d_model, word.start, word.end)
    written = times * rows @ write(*where)
    if line.first == "unembed" and made.unembedding is None:
        made.unembedding = np.zeros_like(made.W_E)
    table = {"embed": made.W_E, "place": made.W_pos, "unembed": made.unembedding}[line.first]
    assert table is not None
    table[ids] += written
    if not np.isfinite(table).all():
        table[ids] = 0
        raise Misread(word.start, word.end, "these rows become too large")


def read_kind(line: Sentence, known: list[str]) -> str:
    """A kind of row; of one-hot the language has three words."""
    if [word.text for word in line.words[line.at : line.at + 3]] == ["one", "-", "hot"]:
        line.at += 3
        return "one-hot"
    return line.one_of("a kind of row", known)


def times_of(
    made: Machine,
    line: Sentence,
    form: str = "rows",
    own: Mapping[str, Callable[[], None]] = MappingProxyType({}),
) -> float:
    """The factor that a clause says, 1 without it."""
    return float(read_clauses(made, line, form, own=own)[0]["times"])


def circle_rows(made: Machine, line: Sentence, where: list[Subspace], ids: list[int]) -> Rows:
    """`circle [N], from K, at PACES, times NUMBER`."""
    start = line.word
    n, first, paces = len(ids), [0], [1]
    if line.word.kind != "end" and not line.sees(","):
        n = read_whole(line, made.names, "the number of points", 1, LONGEST_CONTEXT)

    def begin() -> None:
        first[0] = read_whole(line, made.names, "the first point", 0, n - 1)

    def go() -> None:
        paces[:] = [read_plain(line, made.names, "a pace", 1, n)]
        while line.word.kind != "end" and not line.sees(","):
            paces.append(read_plain(line, made.names, "a pace", 1, n))

    times = times_of(made, line, "circle", {"from": begin, "at": go})
    check_fit(
        where,
        3 * len(paces),
        start,
        f"{len(paces)} circles have" if len(paces) > 1 else "a circle has",
    )
    if len(ids) > n:
        message = f"a circle of {n} points has no room for {len(ids)}"
        raise Misread(start.start, start.end, message)
    made.names.spend(n * 3 * len(paces), start.start, start.end)
    for subspace in where if len(where) == 1 else []:
        made.names.circles.setdefault(subspace, (n, tuple(paces)))
        if line.first == "place":
            made.circles[subspace] = (n, tuple(paces))
    return circle(n, tuple(paces))[(first[0] + np.arange(len(ids))) % n], times


def read_formula(made: Machine, line: Sentence, ids: list[int], what: str) -> list[float]:
    """The value of an expression in i for each id."""
    start, out = line.at, []
    for i in ids:
        line.at = start
        made.names.numbers["i"] = float(i)
        try:
            out.append(read_number(line, made.names, what))
        finally:
            del made.names.numbers["i"]
    return out


def number_rows(made: Machine, line: Sentence, where: list[Subspace], ids: list[int]) -> Rows:
    """`number FORMULA, times NUMBER`."""
    start = line.word
    x = np.array(read_formula(made, line, ids, "a number, or a formula in i"))
    times = times_of(made, line)
    check_fit(where, 4, start, "a number has")
    if ((x < -5 / 3) | (x > 1)).any() or (5 - 2 * x - 3 * x * x < 0).any():
        message = "a number must be from -5/3 to 1, or layer norm would change it"
        raise Misread(start.start, start.end, message)
    return encoded(x), times


def nearest_rows(made: Machine, line: Sentence, where: list[Subspace], ids: list[int]) -> Rows:
    """`nearest, times NUMBER`: by which the symbol is said whose number is nearest to one held.

    The second place holds 1; i x - i i / 2 is largest for the i that is nearest to x.
    """
    word = line.words[line.at - 1]
    times = times_of(made, line)
    check_fit(where, 2, word, "a number to be read, and a 1, have")
    i = np.array(ids, float)
    return np.stack([i, -i * i / 2], axis=1), times


def one_hot_rows(made: Machine, line: Sentence, where: list[Subspace], ids: list[int]) -> Rows:
    """`one-hot, times NUMBER`: a 1 in a column of its own for each."""
    word = line.words[line.at - 1]
    times = times_of(made, line)
    what = "positions" if line.first == "place" else "symbols"
    check_fit(where, len(ids), word, f"one-hot rows for {len(ids)} {what} have size")
    made.names.spend(len(ids) ** 2, word.start, word.end)
    return np.eye(len(ids)), times


def padding_rows(made: Machine, line: Sentence, where: list[Subspace], ids: list[int]) -> Rows:
    """`padding, times NUMBER`."""
    word = line.words[line.at - 1]
    times = times_of(made, line)
    size = sum(map(len, where))
    if size < 2:
        raise Misread(word.start, word.end, "padding needs a part of size 2 or more")
    made.names.spend(len(ids) * size, word.start, word.end)
    return np.tile(padding(size), (len(ids), 1)), times


def formula_rows(made: Machine, line: Sentence, where: list[Subspace], ids: list[int]) -> Rows:
    """`row [FORMULA, ...], times NUMBER`."""
    start = line.word
    line.needs("[", "'row'")
    found = []
    while True:
        found.append(read_formula(made, line, ids, "a number, or a formula in i"))
        made.names.spend(len(ids), start.start, start.end)
        if line.takes("]"):
            break
        if not line.takes(","):
            raise line.unlike("',' or ']' after a number of the row")
    times = times_of(made, line)
    check_fit(where, len(found), start, "this row has")
    return np.array(found).T, times


def symbol_rows(made: Machine, line: Sentence, where: list[Subspace], ids: list[int]) -> Rows:
    """`symbols A B C, times NUMBER`: at each position the row that a symbol has, or all have."""
    start = line.word
    found = [id_of(made, name, word) for name, word in read_symbols(line)]
    times = times_of(made, line)
    if len(found) == 1:
        found *= len(ids)
    if len(found) != len(ids):
        message = f"there are {len(found)} symbols here, and {len(ids)} positions"
        raise Misread(start.start, start.end, message)
    return made.W_E[found] @ read(*where), times


ROWS = {
    "circle": circle_rows,
    "nearest": nearest_rows,
    "number": number_rows,
    "one-hot": one_hot_rows,
    "padding": padding_rows,
    "row": formula_rows,
    "symbols": symbol_rows,
}
