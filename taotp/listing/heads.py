"""Sentences about heads: attend, copy, clear."""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from taotp.listing.expressions import FUNCTIONS, Circle, Columns, missing, read_plain
from taotp.listing.faults import Misread, listed, suggestion
from taotp.listing.language import LANGUAGE
from taotp.listing.machine import Machine, layer_of, read_clauses, sound
from taotp.listing.sentences import Sentence
from taotp.listing.words import Word
from taotp_core.arrays import Array
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_back, attend_to, hard_enough, hashed, overwrite_by_scale
from taotp_core.stream import Subspace, read, write
from taotp_core.weights import Head


@dataclass(frozen=True)
class Look:
    """Where a head looks, what else its clauses say, and where each of them begins."""

    asked: Columns
    sought: Columns
    got: dict[str, Any]
    where: dict[str, Word]
    name: str = ""


def attend(made: Machine, line: Sentence) -> None:
    """`attend K back`, `to K`, `everywhere` or `query ...`, with clauses."""
    draft = layer_of(made, line)
    start = line.word
    if line.takes("everywhere"):
        look = everywhere(made, line)
    elif line.sees("query"):
        look = by_query(made, line)
    else:
        look = to_place(made, line) if line.takes("to") else steps_back(made, line)
    taken, W_O = times(look.got["gain"], look.got["read"]), look.got["write"].T
    W_Q, W_K, W_V = look.asked.matrix, look.sought.matrix, taken.matrix
    if W_V.shape[1] != len(W_O):
        message = f"what is read has size {W_V.shape[1]}, and where it is written {len(W_O)}"
        put = look.where["write"]
        raise Misread(put.start, put.end, f"{message}; they must be equal")
    b_Q, b_K, b_V = (bias_of(each.constant) for each in (look.asked, look.sought, taken))
    b_O, loud = look.got.get("bias"), look.got["loud"]
    name = look.got.get("named", look.name)
    of = W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O
    head = sound(line, lambda: overwrite_by_scale(Head(*of, name=name), loud))
    made.names.spend(sum(each.size for each in (W_Q, W_K, W_V, W_O)), start.start, start.end)
    draft.heads.append(head)


def bias_of(constant: Array) -> Array | None:
    """The bias that is added to columns, None where it is zero."""
    return constant if constant.any() else None


def times(factor: float, columns: Columns) -> Columns:
    """Columns with their constants, all times a factor."""
    return Columns(factor * columns.matrix, factor * columns.constant)


def without_constant(matrix: Array) -> Columns:
    """Columns to which nothing is added."""
    return Columns(matrix, np.zeros(matrix.shape[1]))


def everywhere(made: Machine, line: Sentence) -> Look:
    """`everywhere`: no query and no key."""
    got, where = read_clauses(made, line, "attend everywhere")
    none = without_constant(np.zeros_like(got["read"].matrix))
    return Look(none, none, got, where, "looks at all alike")


def by_query(made: Machine, line: Sentence) -> Look:
    """`query EXPRESSION, key EXPRESSION, hard NUMBER`."""
    got, where = read_clauses(made, line, "attend query")
    asked, sought = got["query"], got["key"]
    if len(asked.constant) != len(sought.constant):
        sizes = f"{len(sought.constant)} and the query {len(asked.constant)}"
        message = f"the key has size {sizes}"
        raise Misread(where["key"].start, where["key"].end, f"{message}; they must be equal")
    hard = LANGUAGE["hardness"] if got.get("hard", 1.0) is None else got.get("hard", 1.0)
    return Look(times(hard, asked), sought, got, where)


def steps_back(made: Machine, line: Sentence) -> Look:
    """`K back, by PLACE, hard NUMBER`."""
    start = line.word
    known = [*made.names.numbers, *made.names.places, *FUNCTIONS, "pi"]
    name = line.word.kind == "name" and line.word.text.split(".")[0]
    if name not in known and line.word.kind != "number" and not line.sees("-", "("):
        wrong = line.unlike("K back, to K, everywhere or query ... after 'attend'")
        wrong.message += suggestion(line.word.text, ["everywhere", "query", *made.names.numbers])
        raise wrong
    steps = read_plain(line, made.names, "the number of steps back", 0)
    typed = made.text[start.start : line.words[line.at - 1].end]
    line.needs("back", f"'attend {typed}'")
    got, where = read_clauses(made, line, "attend back")
    return as_head(back(made, line, steps, got), got, where)


def as_head(head: Head, got: dict[str, Any], where: dict[str, Word]) -> Look:
    """To look where a head of the library does, under its name."""
    asked, sought = without_constant(head.W_Q), without_constant(head.W_K)
    return Look(asked, sought, got, where, head.name)


def positions(made: Machine, line: Sentence, got: dict[str, Any]) -> tuple[Subspace, Circle]:
    """Where a head finds positions, and on which circle; raises Misread."""
    if "by" in got:
        subspace, word = got["by"]
        if subspace not in made.circles:
            known = [name.name for name in made.circles]
            does = f"; {listed(known)} {'do' if len(known) > 1 else 'does'}" if known else ""
            message = f"{subspace.name} holds no circle of positions{does}"
            raise missing(made.names, word, message)
    else:
        if len(made.circles) != 1:
            has = "no part holds" if not made.circles else f"{len(made.circles)} parts hold"
            what = "write a line 'place ... as circle'" if not made.circles else "say 'by ...'"
            message = f"{has} a circle of positions, by which a head could find one; {what}"
            raise missing(made.names, line.words[0], message)
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


def as_hard(made: Machine, on: Circle, got: dict[str, Any]) -> float:
    """What multiplies queries: what is said, or else what is hard enough."""
    return hardness(made, on) if got.get("hard") is None else float(got["hard"])


def back(made: Machine, line: Sentence, steps: int, got: dict[str, Any]) -> Head:
    """A head that looks so many positions back."""
    look, (n, paces) = positions(made, line, got)
    hard = as_hard(made, (n, paces), got)
    head: Head = sound(
        line, lambda: attend_back(steps, look, look, look, n=n, paces=paces, hard=hard)
    )
    return head


def to_place(made: Machine, line: Sentence) -> Look:
    """`to K, asked PLACE, by PLACE, hard NUMBER`: one position for every query.

    Where nothing is said to ask, every row does, by a bias.
    """
    place = read_plain(line, made.names, "the position to attend to", 0, made.n_ctx - 1)
    got, where = read_clauses(made, line, "attend to")
    look, (n, paces) = positions(made, line, got)
    ask = asking(got) if "asked" in got else None
    if len(look) != 3 or place >= n:
        message = "'attend to' needs one circle, with a point for the position"
        raise Misread(line.words[0].start, line.words[0].end, message)
    hard = as_hard(made, (n, paces), got)
    if ask:
        head: Head = sound(line, lambda: attend_to(place, ask, look, look, look, n=n, hard=hard))
        return as_head(head, got, where)
    asked = Columns(np.zeros((made.d_model, 3)), hard * circle(n)[place])
    return Look(asked, without_constant(read(look)), got, where, f"looks at position {place}")


def asking(got: dict[str, Any]) -> Subspace:
    """The place that asks; raises Misread for one that holds more than a number."""
    ask, word = got["asked"]
    if len(ask) != 1:
        message = f"{ask.name} has size {len(ask)}; what asks must be a part of size 1"
        raise Misread(word.start, word.end, message)
    return ask  # type: ignore[no-any-return]


def copy(made: Machine, line: Sentence) -> None:
    """`copy PLACE to PLACE, by PLACE, named NAME`."""
    draft = layer_of(made, line)
    take = made.names.place(line.name("a part of the stream after 'copy'"))
    line.needs("to", f"'copy {take.name}'")
    word = line.word
    put = made.names.place(line.name("a part of the stream after 'to'"))
    if len(take) != len(put):
        message = f"{put.name} has size {len(put)} and {take.name} {len(take)}"
        raise Misread(word.start, word.end, f"{message}; they must be equal")
    look, name = here(made, line)
    head = replace(look, W_V=read(take), W_O=write(put), name=name or "copies")
    draft.heads.append(head)


def clear(made: Machine, line: Sentence) -> None:
    """`clear PLACE, by PLACE, named NAME`."""
    draft = layer_of(made, line)
    what = made.names.place(line.name("a part of the stream after 'clear'"))
    look, name = here(made, line)
    head = replace(look, W_V=read(what), W_O=write(what), name=name or "clears")
    draft.heads.append(hashed(head, -np.eye(len(what))))


def here(made: Machine, line: Sentence) -> tuple[Head, str]:
    """A head that looks at its own position, and how it is named."""
    got, _ = read_clauses(made, line, "here")
    return back(made, line, 0, got), got.get("named", "")
