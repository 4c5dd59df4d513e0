"""Accepted answers with one place changed, and which of them a judge tells from the answer.

Every answer that the catalogue accepts is recorded while it is judged. A mutant is the same record
with one place changed: an entry of an array zeroed or negated, two neighbors swapped, a token
changed, a size off by one. It is judged as any answer, by stand-ins that return what was recorded.

    python -m tests.exercises.mutants [SLUG ...]    judge all, or some, and write mutants.json anew
"""

import json
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import fields, is_dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from exercises import check
from exercises.catalogue import EXERCISES
from exercises.handing_in.record import as_answer, functions_asked, key
from tests.exercises.verdicts import JUDGED, RIGHT, names_of, recorded

FOUND = Path(__file__).with_name("mutants.json")
FAILS, PASSES = "x", "."  # what became of a mutant
MANY = 20  # mutants of each accepted answer
MOST = 300  # no table counts for more numbers than that when one is chosen to be changed
ANEW = "python -m tests.exercises.mutants judges all mutants, and writes down which fail"
WRITTEN: dict[str, dict[str, str]] = json.loads(FOUND.read_text("utf-8"))
ROUNDING = 1e-9  # entries that are smaller, as a share of the largest, stand for 0

Function = Callable[..., Any]
Record = dict[str, Any]  # what came back for each call


# What an answer returned, and the same with one place changed


def returned(slug: str, name: str) -> Record:
    """What the functions of an accepted answer return for each call of the judge."""
    verdict, answers = recorded(slug, name)
    assert verdict.passed, verdict
    return {key(each.function, each.arguments): each.returned for each in answers}


def passes(slug: str, found: Record) -> bool:
    """Whether stand-ins that return what is in a record pass the check."""

    def stand_in(name: str) -> Function:
        return lambda *arguments: deepcopy(found[key(name, arguments)])

    stand_ins = as_answer(stand_in(name) for name in functions_asked(EXERCISES[slug]))
    return check(slug, stand_ins).passed


class Place(NamedTuple):
    """A part of what was returned, and how to put another in its place."""

    part: Any
    put: Callable[[Any], Any]


def places(thing: Any) -> Iterator[Place]:
    """The arrays, numbers, words and lists of these that a thing is made of."""
    if isinstance(thing, np.ndarray):
        if thing.size:
            yield Place(thing, lambda new: new)
    elif isinstance(thing, bool | None):
        return
    elif isinstance(thing, int | float | str):
        yield Place(thing, lambda new: new)
    elif isinstance(thing, dict):
        for name, value in thing.items():
            for place in places(value):
                yield Place(place.part, partial(put_item, thing, name, place.put))
    elif isinstance(thing, list | tuple):
        if thing and all(isinstance(one, int | str) for one in thing):
            yield Place(thing, lambda new: new)
            return
        for i, value in enumerate(thing):
            for place in places(value):
                yield Place(place.part, partial(put_item, thing, i, place.put))
    elif is_dataclass(thing):
        for field in fields(thing):
            value = getattr(thing, field.name)
            if not isinstance(value, int | float | str):  # sentinels, eps, where norms stand
                for place in places(value):
                    yield Place(place.part, partial(put_field, thing, field.name, place.put))


def put_item(thing: Any, name: Any, put: Callable[[Any], Any], new: Any) -> Any:
    """A copy of a dict, list or tuple with one item changed."""
    if isinstance(thing, dict):
        return thing | {name: put(new)}
    return type(thing)([*thing[:name], put(new), *thing[name + 1 :]])


def put_field(thing: Any, name: str, put: Callable[[Any], Any], new: Any) -> Any:
    """A copy of a model or a part of one with one field changed."""
    return replace(thing, **{name: put(new)})


def changed(part: Any, chance: np.random.Generator) -> Any:
    """The part with one place changed, at random; it may come out the same."""
    if isinstance(part, np.ndarray):
        return changed_array(part, chance)
    if isinstance(part, str):
        return changed_text(part, chance)
    if isinstance(part, int | float):
        return chance.choice([part + 1, part - 1, -part])
    at, how = chance.integers(len(part)), chance.integers(3)
    if how == 0 and at + 1 < len(part):
        return type(part)([*part[:at], part[at + 1], part[at], *part[at + 2 :]])
    if how == 1:
        return type(part)([*part[:at], *part[at + 1 :]])
    return type(part)([*part[:at], changed(part[at], chance), *part[at + 1 :]])


def changed_array(W: Any, chance: np.random.Generator) -> Any:
    """An entry zeroed or negated, two neighboring rows swapped, or the last row lost."""
    how = chance.choice(["zeroed", "negated", "swapped", "lost"], p=[0.35, 0.3, 0.25, 0.1])
    new = W.copy()
    if how == "lost":
        return new[:-1]
    if how == "swapped":
        if len(W) > 1:
            i = chance.integers(len(W) - 1)
            new[[i, i + 1]] = W[[i + 1, i]]
        return new
    size = np.abs(W)
    if (entries := np.argwhere(size > ROUNDING * size.max())).size:
        place = tuple(entries[chance.integers(len(entries))])
        new[place] = 0 if how == "zeroed" else -W[place]
    return new


def changed_text(text: str, chance: np.random.Generator) -> str:
    """A digit changed, a letter lost, or two neighboring letters swapped; spaces stay."""
    letters = [i for i, letter in enumerate(text) if letter.isalnum()]
    if not letters:
        return text + "x"
    i = letters[chance.integers(len(letters))]
    if text[i].isdigit():
        return text[:i] + str((int(text[i]) + 1) % 10) + text[i + 1 :]
    if chance.integers(2):
        return text[:i] + text[i + 1 :]
    return text[:i] + text[i : i + 2][::-1] + text[i + 2 :]


def same(a: Any, b: Any) -> bool:
    """Whether a change has changed nothing."""
    if isinstance(a, np.ndarray):
        return bool(np.array_equal(a, b))
    return bool(a == b)


def weight(part: Any) -> int:
    """How many numbers a part holds; a table of many counts as MOST."""
    return min(MOST, int(np.count_nonzero(part) if isinstance(part, np.ndarray) else np.size(part)))


def mutants(found: Record, chance: np.random.Generator) -> Iterator[tuple[Place, Any, Record]]:
    """A place, what is put there, and the record with it; each number is as likely as another."""
    inside = [(call, place) for call, said in found.items() for place in places(said)]
    weights = np.array([weight(place.part) for _, place in inside], float)
    for i in chance.choice(len(inside), size=20 * MANY, p=weights / weights.sum()):
        call, place = inside[i]
        new = changed(place.part, chance)
        if same(place.part, new):
            continue
        try:
            yield place, new, found | {call: place.put(new)}
        except ValueError:  # arrays that do not fit: the library makes no such Transformer
            continue


# Which of them fail

# What a check sees of these is more than what their functions return.
NOT_DATA = {
    "cached-decode": "the multiplications are counted while the function runs",
    "temperature": "the same call draws another token every time",
    "scramble": "some of the matrices have to be refused",
}
DATA = [slug for slug in JUDGED if slug not in NOT_DATA]


def mutants_of(slug: str, name: str) -> Iterator[Record]:
    """The mutants of one accepted answer, always the same."""
    found = returned(slug, name)
    seed = [*slug.encode(), MANY * names_of(slug, RIGHT).index(name)]
    some = mutants(found, np.random.default_rng(seed))
    return islice((mutant for _, _, mutant in some), MANY)


def outcome(slug: str, mutant: Record) -> str:
    """Whether a mutant fails or passes, as a letter of mutants.json."""
    return PASSES if passes(slug, mutant) else FAILS


def found_of(slug: str) -> dict[str, str]:
    """Of each accepted answer, what became of its mutants; its record itself has to pass."""
    assert all(passes(slug, returned(slug, name)) for name in names_of(slug, RIGHT)), slug
    return {
        name: "".join(outcome(slug, mutant) for mutant in mutants_of(slug, name))
        for name in names_of(slug, RIGHT)
    }


# Where fewer than FLOOR fail: what has to fail all the same, and why those that pass are right.
ROBUST: dict[str, float] = {
    # A point of a circle has room, as has a letter in its plane, or an arrow in its sector.
    "repeat-last": 0.5, "train-hello-world": 0.6, "no-positions-hello": 0.75, "rms-norm": 0.7,
    "integers": 0.75, "copy-on-circles": 0.7, "prophet": 0.5, "how-many-letters": 0.5, "jello": 0.5,
    # A word that is not in the lexicon, or in no sentence, may be any such word, in any order.
    "idioms-that-are-found": 0.6, "wrong-by-its-own-rule": 0.6, "markov-mixes": 0.5,
    "third-mask": 0.5,
    # A swap, a sign or a name only renames.
    "few-nonzeros": 0.4, "two-multipliers": 0.65, "there-and-not-used": 0.4,
    # Training mends a number that begins a little off.
    "begin-near-ours": 0.7,
    # In two columns layer norm keeps one bit of a row, and zeros change no sign.
    "ab-without-positions": 0.35,
    # Of many votes, columns, dimensions or entries one more or less decides nothing.
    "cheap-pattern": 0.3, "concatenate-keys": 0.05, "post-norm-lookup": 0.2, "every-table": 0.3,
    "thrifty-search": 0.4, "any-prefix": 0.75, "steer-one": 0.3, "one-stack": 0.1,
    "earliest-of-two": 0.5, "both-ways": 0.0, "best-share": 0.25,
    # The nearest passage is taken where none is the same; of 200,000 rows some are asked for.
    "table-as-text": 0.6, "minimum-of-millions": 0.4,
    # A place may be farther away, a number a little larger, a question asked later.
    "three-dimensions": 0.65, "drop-the-carry": 0.5, "files-first": 0.5, "largest-first": 0.65,
    "every-other": 0.55, "in-the-lists-order": 0.7, "few-numbers": 0.6, "guard-forks": 0.3,
    "stop-score": 0.5,
    # What a head brings is in no score; either head can go; another machine repeats itself.
    "looks-like-induction": 0.4, "hide-each-other": 0.5, "right-at-the-end": 0.5,
    # A letter of a comment is changed, or an example asks for fewer tokens.
    "by-hand": 0.7,
}  # fmt: skip


if __name__ == "__main__":
    told = {
        slug: found_of(slug) if not sys.argv[1:] or slug in sys.argv else WRITTEN[slug]
        for slug in DATA
    }
    rows = ",\n".join(f"{json.dumps(slug)}: {json.dumps(found)}" for slug, found in told.items())
    FOUND.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
