"""Sentences about heads: attend, copy, clear."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from taotp_core.arrays import Array
from taotp_core.gadgets import attend_back, attend_to, drown, hard_enough, hashed
from taotp_core.listing.expressions import Circle, number, plain, weights
from taotp_core.listing.faults import Misread, listed
from taotp_core.listing.machine import Machine, layer_of, require, sound
from taotp_core.listing.sentences import Sentence
from taotp_core.listing.words import Word
from taotp_core.stream import Subspace, read, write
from taotp_core.weights import Head


def attend(made: Machine, line: Sentence) -> None:
    """`attend K back`, `to K`, `everywhere` or `query ...`, with clauses."""
    draft = layer_of(made, line)
    got: dict[str, Any] = {"hard": None, "gain": 1.0, "loud": 1.0}

    def factor(name: str) -> Callable[[], None]:
        return lambda: got.update({name: number(line, made.names, f"a number after '{name}'")})

    def wide(name: str) -> Callable[[], None]:
        what = f"a place of the stream after '{name}'"
        return lambda: got.update({name: weights(line, made.names, what)})

    def one(name: str) -> Callable[[], None]:
        what = f"a place of the stream after '{name}'"
        return lambda: got.update({name: (made.names.place(line.word), line.name(what))})

    moving = {"read": wide("read"), "write": wide("write"), "gain": factor("gain"),
              "loud": factor("loud")}  # fmt: skip
    start = line.word
    if line.takes("everywhere"):
        where = line.clauses(moving)
        require(line, got, "read", "write")
        none = np.zeros((made.d_model, got["read"].shape[1]))
        W_Q, W_K = none, none
    elif line.sees("query"):
        general = {"query": wide("query"), "key": wide("key"), "hard": factor("hard")}
        where = line.clauses({**general, **moving}, first=True)
        require(line, got, "query", "key", "read", "write")
        W_Q, W_K = got["query"], got["key"]
        if W_Q.shape[1] != W_K.shape[1]:
            message = f"the key has size {W_K.shape[1]} and the query {W_Q.shape[1]}"
            key = where["key"]
            raise Misread(key.start, key.end, f"{message}; they must be equal")
        W_Q = W_Q if got["hard"] is None else got["hard"] * W_Q
    elif line.takes("to"):
        place = plain(line, made.names, "the position to attend to", 0, made.n_ctx - 1)
        where = line.clauses(
            {"asked": one("asked"), "by": one("by"), "hard": factor("hard"), **moving}
        )
        require(line, got, "asked", "read", "write")
        W_Q, W_K = to_place(made, line, place, got)
    else:
        forms = "K back, to K, everywhere or query ..."
        if line.word.kind not in ("number", "name") and not line.sees("-", "("):
            raise line.unlike(f"how to attend: {forms}")
        steps = plain(line, made.names, "the number of steps back", 0)
        line.needs("back", f"'attend {since(made, start, line)}'")
        where = line.clauses({"by": one("by"), "hard": factor("hard"), **moving})
        require(line, got, "read", "write")
        W_Q, W_K = back(made, line, steps, got)
    W_V, W_O = got["gain"] * got["read"], got["write"].T
    if W_V.shape[1] != len(W_O):
        message = f"what is read has size {W_V.shape[1]}, and where it is written {len(W_O)}"
        put = where["write"]
        raise Misread(put.start, put.end, f"{message}; they must be equal")
    head = sound(line, lambda: drown(Head(W_Q, W_K, W_V, W_O), got["loud"]))
    made.names.spend(sum(each.size for each in (W_Q, W_K, W_V, W_O)), start.start, start.end)
    draft.heads.append(head)


def since(made: Machine, start: Word, line: Sentence) -> str:
    """The text from a word up to what comes next."""
    return made.text[start.start : line.words[line.at - 1].end]


def positions(made: Machine, line: Sentence, got: dict[str, Any]) -> tuple[Subspace, Circle]:
    """Where a head finds positions, and on which circle; raises Misread."""
    if "by" in got:
        subspace, word = got["by"]
        if subspace not in made.circles:
            known = [name.name for name in made.circles]
            does = f"; {listed(known)} {'do' if len(known) > 1 else 'does'}" if known else ""
            message = f"{subspace.name} holds no circle of positions{does}"
            raise Misread(word.start, word.end, message)
    else:
        if len(made.circles) != 1:
            has = "no place holds" if not made.circles else f"{len(made.circles)} places hold"
            what = "write a line 'place ... as circle'" if not made.circles else "say 'by ...'"
            message = f"{has} a circle of positions, by which a head could find one; {what}"
            raise Misread(line.words[0].start, line.words[0].end, message)
        (subspace,) = made.circles
    n, paces = made.circles[subspace]
    if math.gcd(n, *paces) > 1:
        message = (
            f"positions share points of the circle of {n} points at paces "
            f"{listed(map(str, paces))}; they must have no common divisor"
        )
        raise Misread(line.words[0].start, line.words[0].end, message)
    return subspace, (n, paces)


def hardness(made: Machine, on: Circle) -> float:
    """What multiplies queries on a circle; found out once for each."""
    if on not in made.hard:
        made.hard[on] = hard_enough(*on)
    return made.hard[on]


def back(made: Machine, line: Sentence, steps: int, got: dict[str, Any]) -> tuple[Array, Array]:
    """The query and key of a head that looks so many positions back."""
    look, (n, paces) = positions(made, line, got)
    hard = hardness(made, (n, paces)) if got.get("hard") is None else got["hard"]
    head: Head = sound(
        line, lambda: attend_back(steps, look, look, look, n=n, paces=paces, hard=hard)
    )
    return head.W_Q, head.W_K


def to_place(made: Machine, line: Sentence, place: int, got: dict[str, Any]) -> tuple[Array, Array]:
    """The query and key of a head that looks at one position."""
    look, (n, paces) = positions(made, line, got)
    ask, word = got["asked"]
    if len(ask) != 1:
        message = f"{ask.name} has size {len(ask)}; what asks must be a place of size 1"
        raise Misread(word.start, word.end, message)
    if len(look) != 3 or place >= n:
        message = "'attend to' needs one circle, with a point for the position"
        raise Misread(line.words[0].start, line.words[0].end, message)
    hard = hardness(made, (n, paces)) if got["hard"] is None else got["hard"]
    head: Head = sound(line, lambda: attend_to(place, ask, look, look, look, n=n, hard=hard))
    return head.W_Q, head.W_K


def copy(made: Machine, line: Sentence) -> None:
    """`copy PLACE to PLACE, by PLACE`."""
    draft = layer_of(made, line)
    take = made.names.place(line.name("a place of the stream after 'copy'"))
    line.needs("to", f"'copy {take.name}'")
    word = line.word
    put = made.names.place(line.name("a place of the stream after 'to'"))
    if len(take) != len(put):
        message = f"{put.name} has size {len(put)} and {take.name} {len(take)}"
        raise Misread(word.start, word.end, f"{message}; they must be equal")
    W_Q, W_K = here(made, line)
    draft.heads.append(sound(line, lambda: Head(W_Q, W_K, read(take), write(put))))


def clear(made: Machine, line: Sentence) -> None:
    """`clear PLACE, by PLACE`."""
    draft = layer_of(made, line)
    what = made.names.place(line.name("a place of the stream after 'clear'"))
    W_Q, W_K = here(made, line)
    head = Head(W_Q, W_K, read(what), write(what))
    draft.heads.append(sound(line, lambda: hashed(head, -np.eye(len(what)))))


def here(made: Machine, line: Sentence) -> tuple[Array, Array]:
    """The query and key of a head that looks at its own position."""
    got: dict[str, Any] = {}

    def by() -> None:
        got["by"] = made.names.place(line.word), line.name("a place of the stream after 'by'")

    line.clauses({"by": by})
    return back(made, line, 0, got)
