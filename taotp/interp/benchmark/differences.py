"""In what an entry differs from the truth, machine by machine, and what of it is not scored."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from taotp.interp.benchmark.circuits import (
    ENDS,
    OF_ENTRY,
    OF_MACHINE,
    OF_PART,
    TABLES,
    TITLES,
    UNSCORED,
    WHAT,
    Known,
    Said,
    has,
)
from taotp.interp.benchmark.score import MOST_NAMED

Differences = Mapping[str, Mapping[str, Mapping[str, list[str]]]]


def differences(said: Mapping[str, Said], truth: Mapping[str, Known]) -> Differences:
    """What an entry misses, and what is wrong in it: by machine, by one of WHAT.

    A machine has only that in which it differs.
    """
    return {name: {what: found for what in WHAT
                   if has(each, what) and what in truth[name].known
                   and any((found := of_one(what, truth[name], each)).values())}
            for name, each in said.items()}  # fmt: skip


def of_one(what: str, known: Known, said: Said) -> dict[str, list[str]]:
    """What of parts, of roles or of edges is missed in a machine, and what is wrong."""
    if what == "roles":
        named = said.roles or {}
        role = {part: known.parts[part]["role"] for part in known.asked}
        return {
            "missed": [part for part in role if part not in named],
            "wrong": [f"{part} is {role[part]!r} and not {own!r}"
                      for part, own in named.items() if own != role[part]],
        }  # fmt: skip
    if what == "parts":
        so = {part for part in known.asked if known.parts[part]["matters"]}
        return apart({part: part for part in known.asked}, so, said.parts or frozenset())
    pairs = {pair: " to ".join(pair) for pair in known.pairs}
    return apart(pairs, getattr(known, what), said.edges or frozenset())


def apart(
    words: Mapping[Any, str], so: Iterable[Any], named: Iterable[Any]
) -> dict[str, list[str]]:
    """What is so and not named, and what is named and not so, in words."""
    missed, wrong = {*so} - {*named}, {*named} - {*so}
    return {"missed": [word for thing, word in words.items() if thing in missed],
            "wrong": [word for thing, word in words.items() if thing in wrong]}  # fmt: skip


def by_machine(found: Differences) -> list[str]:
    """The same as text: a line for each machine, of parts, of roles and of edges."""
    out = []
    for name, own in found.items():
        out += [] if own else [f"{name}: all right"]
        for what, each in own.items():
            words = (f"{key}: {shortened(each[key])}" for key in ("missed", "wrong") if each[key])
            out.append(f"{name}, {TITLES[what]}: {'; '.join(words)}")
    return out


def shortened(words: list[str]) -> str:
    """The first of several, and how many more there are."""
    more = len(words) - MOST_NAMED
    return ", ".join(words[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def unscored(entry: Any) -> list[str]:
    """The names in an entry that stand in truth.json as well, and are not scored.

    They are keys, and the tables and ends that every machine has.
    """
    return [*dict.fromkeys(key for not_scored, keys in read(entry) for key in keys
                           if key in not_scored)]  # fmt: skip


def read(entry: Any) -> Iterator[tuple[tuple[str, ...], Iterable[str]]]:
    """The names of an entry, each time with those that are not scored there; of claims none."""
    if "machines" not in entry:
        return
    yield UNSCORED[OF_ENTRY], entry
    for about in filter(None, entry["machines"].values()):
        parts = about.get("parts", {})
        yield UNSCORED[OF_MACHINE], about
        yield (*TABLES, *ENDS), parts
        yield from ((UNSCORED[OF_PART], what) for what in parts.values())
