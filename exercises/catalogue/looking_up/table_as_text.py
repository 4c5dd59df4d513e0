"""A table, written out as a text, and search as the one who looks it up."""

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np

from exercises.judging.judge import MARGIN, Wrong, ask, items, kind_of
from exercises.statement import Exercise
from taotp.programs.searching import search
from taotp_core.measure import margin
from taotp_core.transformer import forward

LONGEST = 400
STUB = '''
def table_as_text(table):
    """A text, and what to put between it and a key: two lists of symbols."""
    raise NotImplementedError
'''

Table = Mapping[tuple[int, ...], int]
Write = Callable[[Table], tuple[list[Any], list[Any]]]


def tables() -> Iterator[Table]:
    """Every table of two bits, rings of keys that overlap, many numbers, and random ones."""
    keys = list(product((0, 1), repeat=2))
    for values in product((0, 1), repeat=4):
        yield dict(zip(keys, values, strict=True))
    yield {(1, 2): 3, (2, 3): 1, (3, 1): 2}
    yield {(0,): 0, (1,): 2, (2,): 1}
    for symbol in range(-2, 12):  # none of them is free to stand between entries
        yield {(symbol,): symbol, (symbol + 1,): symbol + 5}
    for low in (-40, 0, 40, 75, 970):
        yield {(low + i,): low + (i - 1) % 40 for i in range(40)}
    rng = np.random.default_rng(43)
    for length in (1, 2, 3):
        every = list(product(range(4), repeat=length))
        chosen = rng.permutation(len(every))[:16]
        yield {every[i]: int(rng.integers(4)) for i in chosen}


def judge(answer: object) -> str:
    """For each table and key, search finds the value."""
    inputs, least = 0, np.inf
    for table in tables():
        where = f"with the table {table}" if len(table) < 5 else f"with a table of {len(table)}"
        text, between = written(ask(answer, dict(table), where=where), where)
        for key, value in table.items():
            lead = looked_up(text, between, key, value, where)
            inputs, least = inputs + 1, min(least, lead)
    return f"{inputs} inputs, smallest margin {least:.3g}"


def written(said: object, where: str) -> tuple[list[Any], list[Any]]:
    """The two lists that an answer returned, or Wrong."""
    text, between = (
        items(part, None, "a list of symbols", where) for part in items(said, 2, "two lists", where)
    )
    for part in (text, between):
        if len(part) > LONGEST:
            raise Wrong(f"{where} expected at most {LONGEST} symbols, got {len(part)}")
    return [of_ours(one, where) for one in text], [of_ours(one, where) for one in between]


def of_ours(symbol: object, where: str) -> int | str:
    """A symbol that is a number or a string of ours."""
    if type(symbol) is str:
        return symbol
    if type(symbol) is not int and not isinstance(symbol, np.integer):
        raise Wrong(f"{where} expected numbers and strings, got {kind_of(symbol)}")
    return int(symbol)


def looked_up(
    text: list[Any], between: list[Any], key: tuple[int, ...], value: int, where: str
) -> float:
    """By how much the value leads after text, what stands between, and the key."""
    question = [*between, *key]
    prompt = [*text, *question]
    if len(text) < 1:
        raise Wrong(f"{where} expected a text to search, got none")
    symbols = sorted({*prompt, value}, key=str)
    symbols = symbols if len(symbols) > 1 else [*symbols, "?"]
    program = search(symbols, n_ctx=len(prompt), n_match=len(question))
    logits = forward(program.model, np.array(program.encode(prompt)), keep=1)[-1]
    said = symbols[int(logits.argmax())]
    lead = float(margin(logits) / np.abs(logits).max())
    if said != value or not lead > MARGIN:
        n, times = len(question), len(places(prompt[:-1], question))
        reason = f"the {n} symbols of the question stand {times} times in the text"
        if times == 1:
            reason += ", and that follows them"
        raise Wrong(f"{where} and the key {key} expected {value}, got {said!r}: {reason}")
    return lead


def places(text: list[Any], part: list[Any]) -> list[int]:
    """Where a part stands in a text."""
    n = len(part)
    return [i for i in range(len(text) - n + 1) if text[i : i + n] == part]


def table_as_text(table: Table) -> tuple[list[Any], list[Any]]:
    """Every entry after a sign that stands nowhere else, and the key after the same sign."""
    text = [symbol for key, value in table.items() for symbol in (":", *key, value)]
    return text, [":"]


def accepted_sign() -> Write:
    """A sign before each entry."""
    return table_as_text


def accepted_line() -> Write:
    """A line for each entry, the other way round, with two signs."""

    def lines(table: Table) -> tuple[list[Any], list[Any]]:
        text: list[Any] = []
        for key, value in [*table.items()][::-1]:
            text += ["what", "is", *key, value, "."]
        return text, ["what", "is"]

    return lines


def wrong_nine_as_a_sign() -> Write:
    """A digit as the sign before each entry, which a key may hold as well."""

    def written(table: Table) -> tuple[list[Any], list[Any]]:
        return [symbol for key, value in table.items() for symbol in (9, *key, value)], [9]

    return written


def wrong_side_by_side() -> Write:
    """Keys are found across two entries."""

    def plain(table: Table) -> tuple[list[Any], list[Any]]:
        return [symbol for key, value in table.items() for symbol in (*key, value)], []

    return plain


def wrong_sign_after() -> Write:
    """A sign that ends each entry does not keep a key from beginning in its middle."""

    def after(table: Table) -> tuple[list[Any], list[Any]]:
        return [symbol for key, value in table.items() for symbol in (*key, value, ".")], []

    return after


def wrong_sign_in_the_table() -> Write:
    """A sign that is a symbol of the table too."""

    def zero(table: Table) -> tuple[list[Any], list[Any]]:
        return [symbol for key, value in table.items() for symbol in (0, *key, value)], [0]

    return zero


def wrong_value_first() -> Write:
    """What precedes the key is not what follows it."""

    def first(table: Table) -> tuple[list[Any], list[Any]]:
        return [symbol for key, value in table.items() for symbol in (":", value, *key)], [":"]

    return first


def wrong_keys_only() -> Write:
    """The values are missing."""

    def keys(table: Table) -> tuple[list[Any], list[Any]]:
        return [symbol for key in table for symbol in (":", *key)], [":"]

    return keys


EXERCISE = Exercise(
    slug="table-as-text",
    source="4.3",
    title="A table is a text",
    kind="code",
    statement="""
There are tables that a lookup cannot store, XOR the smallest of them. Search can look up *every*
table, if the table is written out before the question. Write `table_as_text(table)`. It
gets a dict from keys, which are tuples of numbers and all of one length, to numbers, and returns
two lists of symbols, numbers or strings: the text, and what is to stand between the text and a
key. The check asks for each key in turn,

    search(symbols, n_ctx, n_match).complete([*text, *between, *key])

where `n_match` counts all of `between` and `key`, and wants the value. Then say why no table can
be as bad for search as XOR was for a lookup.
""",
    hints=(
        "Write the entries of `{(1, 2): 3, (2, 3): 1, (3, 1): 2}` one after another. Which keys "
        "occur where they should not?",
        "A key must be found where an entry begins, and nowhere else. What marks a beginning?",
    ),
    answer="""
A sign that is in no key and no value, before each entry and before the question: then the sign and
the key together stand in the text exactly once.

A lookup adds up a score for each place of the key, and the four winning leads of XOR sum to zero.
Search adds up scores too, one for each place; but it does not score *values*. It scores entries,
by how many places agree, and an entry that agrees at all places beats any other. Which value
stands behind it plays no part.
""",
    stub=STUB,
    judge=judge,
    code=(table_as_text,),
    checklist=("The answer says what is scored: entries here, values there.",),
)
