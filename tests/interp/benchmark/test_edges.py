"""Edges and roles: held against patching and ablation of the machines themselves."""

from functools import cache

import numpy as np
import pytest

from taotp import interp
from taotp.data import what_parts_do
from taotp.interp.benchmark import entries, name_of
from taotp.interp.benchmark.edges import Edge, built, can_write, edges, norm_of, part_of
from taotp.interp.benchmark.families import FAMILIES
from taotp.interp.benchmark.in_memory import machine_of
from taotp.interp.benchmark.machine import linear, seen_by, without_edges, writings
from taotp.interp.benchmark.roles import ROLES, Watched, roles
from taotp.interp.ground_truth import MACHINES, Case, decoys
from taotp.interp.ground_truth.cases import BOOK
from taotp_core.arrays import Array
from taotp_core.weights import Norm
from tests.laws import every
from tools.sampling import drawn

LONG = {"computer", "agreement", "sentiment", "french, said", "french, read", "dial tones, heard",
        "digits, heard", "digits, said", "search 12", "printed.search 8"}  # fmt: skip
LOUD = {name for name in MACHINES if name.startswith("choose")}  # beside it all else is rounding
FIRST = [next(name for name in names if name not in LONG) for names in FAMILIES.values()
         if not LONG.issuperset(names)]  # fmt: skip
IN_TURN = [*dict.fromkeys([*FIRST, *drawn([x for x in MACHINES if x not in LONG], 4, "edges")])]
DECOYS = ["echo, unread", "search 1, unread", "minimum, looks alike", "search 1, other texts"]
FEW = 6  # texts


@cache
def case(name: str) -> Case:
    """A machine of the benchmark, or one with a decoy."""
    (entry,) = entries([name])
    return entry.case


def straight(rows: Array, x: Array, norm: Norm | None) -> Array:
    """What a norm makes of rows that are added to x, were what it divides by still that of x."""
    if norm is None:
        return rows
    each = [z - z.mean(-1, keepdims=True) if norm.centered else z for z in (rows, x)]
    square = (each[1] ** 2).mean(-1, keepdims=True)
    spread = np.sqrt(square + norm.eps) if norm.inside else np.sqrt(square) + norm.eps
    gamma = 1.0 if norm.gamma is None else norm.gamma
    found: Array = each[0] * gamma / spread
    return found


def moves(of: Case, own: Watched, writer: str, reader: str) -> bool:
    """Whether a reader's scores, values or units move where a writer's rows are drawn anew."""
    known = {name_of(part): part for part in of.parts}
    part = known[reader]
    rng = np.random.default_rng(0)
    span = can_write(of.model, known.get(writer, writer)).rows
    x, y, machine = own.before[reader], own.read[reader], own.machine
    rows = rng.standard_normal((*x.shape[:-1], len(span))) @ span
    new = y + straight(rows, x, norm_of(of.model, part))
    pieces = []
    for read in (y, new):
        if part[1] == "mlp":
            pieces.append([linear(machine, read, f"{reader}.W_in", "")])
            continue
        q = linear(machine, read, f"{reader}.W_Q", f"{reader}.b_Q")
        others = seen_by(reader, read, machine.memory)
        k = linear(machine, others, f"{reader}.W_K", f"{reader}.b_K")
        v = linear(machine, others, f"{reader}.W_V", "") @ machine.arrays[f"{reader}.W_O"]
        pieces.append([q @ k.swapaxes(-1, -2), v])
    largest = size_of(straight(rows, x, norm_of(of.model, part)))
    return any(size_of(b - a) > 1e-9 * max(largest, size_of(a), size_of(b))
               for a, b in zip(*pieces, strict=True))  # fmt: skip


def size_of(rows: Array) -> float:
    """The largest number of some; an MLP may have no units."""
    return float(np.abs(rows).max(initial=0.0))


@every("name", [*(name for name in IN_TURN if name not in LOUD), *DECOYS])
def test_who_can_read_whom_is_who_is_moved_by_what_is_drawn_there(name: str) -> None:
    """By patching: rows that the writer can write, drawn, for the reader alone, divisor kept.

    Nobody else finds a construction that forgets the bias of a query, or that a norm takes the
    mean away, or that calls a pair an edge whose matrices never meet.
    """
    of = case(name)
    own = Watched(machine_of(of, FEW))
    so = {pair: is_so for pair, is_so in built(of).items() if pair[1] in own.norms}
    assert {pair: moves(of, own, *pair) for pair in so} == so


@cache
def found(name: str) -> list[Edge]:
    """The edges of a machine, measured again."""
    return edges(case(name))


@every("name", IN_TURN)
def test_edges_and_roles_are_found_again(name: str) -> None:
    stored = what_parts_do()[name]
    again = {"edges": [[x.writer, x.reader] for x in found(name) if x.built],
             "edges_by_intervention": [[x.writer, x.reader] for x in found(name) if x.cut],
             "differ": [[x.writer, x.reader, x.why] for x in found(name) if x.why]}  # fmt: skip
    assert {what: stored[what] for what in again} == again
    said = {part: about["role"] for part, about in stored["parts"].items() if about["role"]}
    assert said == {part: role.role for part, role in roles(case(name)).items() if part in said}
    assert stored["kind"] == "trained" or said.keys() == stored["parts"].keys()
    assert ROLES.keys() >= {*said.values()} and len(ROLES) <= 10


@every("name", [x for x in IN_TURN if MACHINES[x]().speaker is None][::2])
def test_another_engine_cuts_the_same_edges(name: str) -> None:
    """Path patching of `interp.unread`: what changes an answer by zeros is an edge here too.

    Nobody else finds a cut that reaches other readers than its own.
    """
    of, so = case(name), {(x.writer, x.reader): x.cut for x in found(name)}
    texts, asked = of.prompts[:24], list(of.asked)
    memory = None if of.memory is None else of.memory[:24]
    machine = machine_of(of, 24)
    for part in of.parts:
        readers = interp.readers_of(of.model, part)
        for other in of.parts:
            own = [x for x in readers if not isinstance(x, str) and (*x[:2],) == (*other,)]
            pair = name_of(part), name_of(other)
            if not own or pair not in so:
                continue
            said = interp.unread(of.model, texts, part, own, "zero", memory=memory)
            changed = float((said[:, asked].argmax(-1) != of.answers[:24]).mean())
            assert changed == pytest.approx(without_edges(machine, [pair])), pair
            assert so[pair] or not changed, pair


@every("name", drawn([*BOOK], 6, "decoys with roles"))
def test_decoys_rest_and_twins_do_the_same(name: str) -> None:
    """Against how they were built in: nobody else finds a test of roles that looks at patterns."""
    for kind, made in decoys(case(name)).items():
        first, other = (name_of(part) for part in first_and_decoy(made))
        does = roles(made)
        twin = does[first].role if kind == "either" else "rests"
        assert does[other].role == twin, kind


def first_and_decoy(of: Case) -> list[tuple[int, int | str]]:
    """The head that a decoy stands beside, and the decoy."""
    heads = [part for part in of.parts if part[1] != "mlp"]
    decoy = next(x for x in heads if getattr(part_of(of.model, x), "name", "") == "decoy")
    number, which = decoy
    return [(number, 0 if isinstance(which, int) else "cross 0"), decoy]


@every("name", IN_TURN)
def test_what_rests_can_all_go_and_what_is_heard_is_written(name: str) -> None:
    """By ablation: without all parts that rest no answer is another."""
    of, does = case(name), roles(case(name))
    resting = [part for part in of.parts if does[name_of(part)].role == "rests"]
    assert not resting or not of.changed_by(interp.ablated(of.model, resting))
    wrote = writings(machine_of(of, FEW))
    assert all(wrote[table].any() == (does[table].role == "embeds") for table in ("W_E", "W_pos"))
