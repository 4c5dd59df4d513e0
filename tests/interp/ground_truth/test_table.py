"""Tools against the truth: which parts matter, which tools name others, and why."""

from collections.abc import Iterable, Sequence
from itertools import chain, combinations

import numpy as np
import pytest

from taotp.interp import (
    Part,
    ablated,
    parts_of,
    patched_from,
    without,
)
from taotp.interp import ground_truth as truth
from taotp.interp.ground_truth import MACHINES, TOOLS, Case, Row, decoys, matters
from taotp.interp.ground_truth.cases import lists
from taotp.interp.ground_truth.matters import can_go, left
from taotp.interp.ground_truth.measured import measured
from taotp.interp.ground_truth.stand_ins import (
    mean_of_all,
    mean_of_place,
    next_text,
    with_stand_ins,
)
from taotp.programs import search, small, two_stacks
from taotp_core import encode, forward
from tests.laws import every

IDLE: dict[str, set[Part]] = {  # by construction; all other parts have something to do
    "valueless": {(0, 1)},
    "cheering": {(1, 0)},
    "elsewhere": {(0, 1)},
    "lookalike": {(1, 0)},
}


@pytest.fixture(scope="module")
def rows() -> dict[str, Row]:
    """The table, by the names of its machines."""
    return {row.case.name: row for row in truth.table()}


def test_rows_are_as_they_were_measured(rows: dict[str, Row]) -> None:
    """What matters was built to, and every lie has its reasons."""
    was = {each.name: each for each in measured()}
    assert len(rows) == 30 and IDLE.keys() < rows.keys()
    for name, row in rows.items():
        parts = [part for part in parts_of(row.case.model) if part not in IDLE.get(name, set())]
        assert row.matters == parts, name
        assert list(row.verdicts) == list(TOOLS), name
        known = dict(zip(row.case.parts, was[name].parts, strict=True))
        for tool, verdict in row.verdicts.items():
            named = None if verdict.named is None else [known[part] for part in verdict.named]
            assert named == was[name].named(tool), (name, tool)
            assert verdict.mark == was[name].mark(tool), (name, tool)
            lies = {
                (tool, known[part]): why
                for part, why in chain(verdict.missed.items(), verdict.wrong.items())
            }
            assert lies == {lie: why for lie, why in was[name].why.items() if lie[0] == tool}
            assert all(lies.values()), f"{tool} is wrong about {name} for no reason that we know"


# The definition


def changed(case: Case, some: Iterable[Part]) -> bool:
    """Whether some answer is another without some parts, by the machine alone."""
    logits = forward(ablated(case.model, list(some)), case.prompts, memory=case.memory)
    return bool((logits[:, list(case.asked)].argmax(-1) != case.answers).any())


def subsets(parts: Sequence[Part]) -> list[frozenset[Part]]:
    """All sets of one part and more."""
    sizes = range(1, len(parts) + 1)
    return [frozenset(some) for k in sizes for some in combinations(parts, k)]


def by_brute_force(case: Case) -> set[frozenset[Part]]:
    """All sets of parts without which an answer changes, and that hold no other such set."""
    breaking = [some for some in subsets(case.parts) if changed(case, some)]
    return {some for some in breaking if not any(other < some for other in breaking)}


SMALL = {  # one of them with another way to break it than parts alone, and idle ones beside it
    name: MACHINES[name]
    for name in ("search 2", "add_mod10", "backed up", "cheering", "elsewhere", "printed.lookup")
} | {
    "backed up, unread": lambda: decoys(MACHINES["backed up"]())["unread"],
    "search 2, either": lambda: decoys(MACHINES["search 2"]())["either"],
}


@every("name", SMALL)
def test_the_smallest_ways_to_break_a_machine(name: str) -> None:
    case = SMALL[name]()
    assert set(truth.ways_to_break(case)) == by_brute_force(case)
    assert matters(case) == left_by_all_orders(case)


def left_by_all_orders(case: Case) -> set[Part]:
    """The parts that cannot go after some others, taken out one by one, have gone."""
    gone: set[frozenset[Part]] = {frozenset()}
    found: set[Part] = set()
    for some in sorted(subsets(case.parts), key=len):
        before = [part for part in some if some - {part} in gone]
        if before and not changed(case, some):
            gone.add(some)
        elif before:
            found |= set(before)
    return found


def test_an_order_may_leave_what_can_go_with_all_others() -> None:
    """In the machine that hears digits; what can go together does not matter, as the page says."""
    case = MACHINES["digits, heard"]()
    idle = frozenset(case.parts) - matters(case)
    assert can_go(case, idle)
    kept = left(case, [(0, 6), (0, 4), (0, 3), (0, 2)])
    assert kept == [(0, 3)] and idle == {(0, h) for h in (2, 3, 4, 6)}
    assert left(case, kept, gone=idle - {*kept}) == []


def test_other_programs_of_a_machine_of_many_do_not_matter() -> None:
    """By construction: what adds stands in the second layer, its head and units first."""
    whole, own = MACHINES["choose, to add"](), small.add(2)
    first, rest = whole.model.layers[0], len(parts_of(own.model))
    assert len(matters(whole)) == len(first.heads) + bool(first.mlp) + rest


def test_machines_answer_as_programs_do() -> None:
    program = search(8, 16, 1)
    prompts = lists(8, 6, 5)
    case = truth.case_of("search", program, prompts)
    assert case.answers[:, 0].tolist() == [program.complete(prompt)[0] for prompt in prompts]
    stacks = two_stacks.reverse("abcd", 5)
    case = truth.case_of("reverse", stacks, ["abcd", "ddab"], 4)
    assert ["".join("abcd"[i] for i in row) for row in case.answers] == ["dcba", "badd"]
    assert case.memory is not None and stacks.model.encoder is not None
    assert np.allclose(case.memory[1], encode(stacks.model, np.array([3, 3, 0, 1, 4])))


# The tools and the reasons


def test_a_reason_does_not_hold_where_it_is_none(rows: dict[str, Row]) -> None:
    for name, tool, part, missed in (
        ("search 1", "attribution", (1, 0), True),
        ("backed up", "zero", (0, 0), False),
        ("before_last", "mean", (0, 0), True),
        ("before_last", "patching", (0, 0), True),
        ("before_last", "patterns", (0, 0), False),
        ("before_last", "probe", (0, 0), True),
    ):
        assert truth.reasons(rows[name].case, tool, part, missed=missed) == [], (name, tool)


@every("name", ["search 2", "two_stacks.which", "small.add"])
def test_what_stands_in_is_what_look_puts_there(name: str) -> None:
    case = MACHINES[name]()
    own = [case.prompts if case.memory is None else (case.prompts, case.memory)]
    for how, stand_in in (("mean", mean_of_place), ("everywhere", mean_of_all)):
        for part in case.parts:
            expected = without(
                case.model, case.prompts, [part], how, prompts=own, memory=case.memory
            )[:, list(case.asked)]
            assert np.allclose(with_stand_ins(case, [part], stand_in), expected, atol=1e-6)
    expected = patched_from(
        case.model, case.prompts, np.roll(case.prompts, 1, 0), case.parts,
        memory=case.memory,
        other_memory=None if case.memory is None else np.roll(case.memory, 1, 0),
    )[:, list(case.asked)]  # fmt: skip
    assert np.allclose(with_stand_ins(case, case.parts, next_text), expected, atol=1e-6)
