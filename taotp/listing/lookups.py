"""Sentences about tables, which an MLP looks numbers up in: table, for, given."""

import itertools
import math

import numpy as np

from taotp.listing.expressions import read_number, read_whole
from taotp.listing.faults import Misread, line_of, listed, quoted
from taotp.listing.language import LIMITS
from taotp.listing.machine import (
    Machine,
    Table,
    id_of,
    layer_of,
    read_bracketed,
    read_clauses,
    sound,
)
from taotp.listing.sentences import Sentence
from taotp.listing.words import string_value
from taotp_core.arrays import Array
from taotp_core.gadgets import overwrite_by_scale, spikes
from taotp_core.stream import Subspace, read, write
from taotp_core.transformer import normalize
from taotp_core.weights import MLP, Norm

MOST_ENTRIES = LIMITS["entries"]
MOST_RANGE = LIMITS["range"]


def begin_table(made: Machine, line: Sentence) -> None:
    """`table read PLACE, write PLACE and PLACE, loud NUMBER`."""
    draft = layer_of(made, line)
    got, _ = read_clauses(made, line, "table")
    made.table = Table(line, got["read"], got["write"], got["loud"])
    made.table.broken = draft.act is not None and draft.act[0] != "relu"
    draft.units.append(made.table)
    draft.take_act(made.text, "relu", line)


def read_entry(made: Machine, line: Sentence) -> None:
    """`for NAME from A to B and ..., given PLACE = VALUE and ..., say VALUE`."""
    word = line.words[0]
    if made.table is None:
        message = (
            f"'{word.text}' begins an entry of a table; a line 'table ...' must come before it"
        )
        raise Misread(word.start, word.end, message)
    ranges: dict[str, list[float]] = {}
    if word.text == "for":
        read_ranges(made, line, ranges)
        line.needs(",", "the ranges")
        line.needs("given", "the comma")
    start = line.at
    known = dict(made.names.numbers)
    count = math.prod(map(len, ranges.values()))
    entries = sum(len(each.rows) for draft in made.layers for each in draft.units
                  if isinstance(each, Table))  # fmt: skip
    if entries + count > MOST_ENTRIES:
        made.table.broken = True
        message = f"here the tables exceed {MOST_ENTRIES} entries, the most they may have"
        raise Misread(word.start, word.end, message)
    try:
        for values in itertools.product(*ranges.values()):
            made.names.numbers.update(zip(ranges, values, strict=True))
            line.at = start
            made.names.spend(2 * made.d_model + 1, word.start, word.end)
            row, says = read_one_entry(made, line, made.table)
            made.table.rows.append(row)
            made.table.says.append(says)
            made.table.lines.append(word)
    except Misread:
        made.table.broken = True
        raise
    finally:
        made.names.numbers, made.names.row = known, None


def read_ranges(made: Machine, line: Sentence, into: dict[str, list[float]]) -> None:
    """Names with their ranges, joined by `and`."""
    while True:
        word = line.name("a name for a number after 'for'")
        name = made.names.new(word)
        if name in into:
            raise Misread(word.start, word.end, f"{quoted(name)} is here twice")
        line.needs("from", f"'for {name}'")
        first = read_whole(line, made.names, "the first number", -MOST_RANGE, MOST_RANGE)
        line.needs("to", "the first number")
        last = read_whole(line, made.names, "the last number", -MOST_RANGE, MOST_RANGE)
        step = 1 if last >= first else -1
        if abs(last - first) >= MOST_ENTRIES:
            message = f"here the tables exceed {MOST_ENTRIES} entries, the most they may have"
            raise Misread(word.start, word.end, message)
        into[name] = [float(x) for x in range(first, last + step, step)]
        if not line.takes("and"):
            return


def read_one_entry(made: Machine, line: Sentence, table: Table) -> tuple[Array, Array]:
    """The row of the stream that an entry is for, and what the table says for it."""
    row = np.zeros(made.d_model)
    made.names.row = row
    while True:
        word = line.name("a part of the stream after 'given'")
        place = made.names.place(word)
        line.needs("=", quoted(word.text))
        row[place.start : place.start + len(place)] = read_numbers(made, line, [place])
        if not line.takes("and"):
            break
    line.needs(",", "what is given")
    line.needs("say", "the comma")
    says = read_numbers(made, line, table.put)
    line.ends("what the table says")
    made.names.row = None
    return row, says


def read_numbers(made: Machine, line: Sentence, where: list[Subspace]) -> Array:
    """`symbol K, place K, [NUMBER, ...] or NUMBER`: as many numbers as the places hold."""
    across = [i for s in where for i in range(s.start, s.start + len(s))]
    word = line.word
    if line.takes("symbol"):
        if line.word.kind == "string":
            word = line.next()
            rows, index = made.W_E, id_of(made, string_value(word), word)
            return np.array(rows[index, across])
        last = len(made.symbols) - 1
        return np.array(
            made.W_E[read_whole(line, made.names, "the number of a symbol", 0, last), across]
        )
    if line.takes("place"):
        last = made.n_ctx - 1
        return np.array(
            made.W_pos[read_whole(line, made.names, "the number of a position", 0, last), across]
        )
    if line.sees("["):
        return read_bracketed(made, line, len(across), listed([s.name for s in where]))
    value = read_number(line, made.names, "a number, 'symbol K', 'place K' or [...]")
    if len(across) != 1:
        names = listed([s.name for s in where])
        message = f"this is one number, and {names} {'has' if len(where) == 1 else 'have'} "
        raise Misread(word.start, word.end, message + f"{len(across)}; write [...]")
    return np.array([value])


def keep_mlp(
    made: Machine, line: Sentence, table: Table, norm: Norm | None, into: list[MLP]
) -> None:
    """Make the MLP of a table."""
    into.append(make_mlp(made, line, table, norm))


def make_mlp(made: Machine, line: Sentence, table: Table, norm: Norm | None) -> MLP:
    """The MLP of a table; raises Misread for keys that are too near each other."""
    word = line.words[0]
    if not table.rows:
        raise Misread(
            word.start, word.end, "this table has no entries; they stand in lines below it"
        )
    at = (normalize(np.array(table.rows), norm) @ read(table.look)).ravel()
    if not np.isfinite(at).all():
        raise Misread(word.start, word.end, "the keys of this table are too large")
    order = np.argsort(at, kind="stable")
    gaps = np.diff(at[order])
    if len(gaps) and gaps.min() < 8 * np.spacing(np.abs(at).max()):
        near = int(gaps.argmin())
        first, second = sorted(order[near : near + 2])
        here, there = table.lines[second], line_of(made.text, table.lines[first].start)
        message = f"entries {first + 1} (line {there}) and {second + 1} of this table have the "
        what = f"same number in {table.look.name}, or too nearly the same"
        raise Misread(here.start, here.end, message + what)
    made.names.spend(len(at) * 3 * (2 * made.d_model + 1), word.start, word.end)
    put, values = table.put[0], np.array(table.says)
    if len(table.put) > 1:
        put, values = made.names.places["stream"], values @ write(*table.put)
    mlp: MLP = sound(
        line, lambda: overwrite_by_scale(spikes(at, values, table.look, put), table.loud)
    )
    return mlp
