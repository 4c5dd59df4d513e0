"""Second machines: they say the same by other means; and those that training found."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from taotp.data import what_parts_do
from taotp.interp.benchmark.families import task_of
from taotp.interp.ground_truth import MACHINES, matters
from taotp.interp.ground_truth.cases import BOOK, case_of
from taotp.interp.ground_truth.larger import SMALLER
from taotp.interp.ground_truth.otherwise import MODELS, OTHERWISE, TASKS
from taotp.interp.ground_truth.twins import TRAINED, TWINS
from tests.laws import every

BY_MEANS = {task: names for task, names in TASKS.items() if len(names) > 1}


def rows(below: int, *sizes: int) -> list[list[int]]:
    """Drawn texts of several lengths, which the benchmark does not have."""
    rng = np.random.default_rng(7)
    return [row for n in sizes for row in rng.integers(below, size=(60, n)).tolist()]


def words(symbols: str, *sizes: int) -> list[str]:
    """Drawn strings of several lengths."""
    return ["".join(symbols[i] for i in row) for row in rows(len(symbols), *sizes)]


def said_before(n_match: int) -> list[list[int]]:
    """Drawn texts whose last tokens stood before, of several lengths."""
    found = []
    for row in rows(8, 7, 12, 16):
        place = row[0] % (len(row) - 2 * n_match)
        row[len(row) - n_match :] = row[place : place + n_match]
        found.append(row)
    return found


def differing() -> list[list[int]]:
    """Drawn lists of four to six numbers that differ."""
    rng = np.random.default_rng(7)
    return [rng.permutation(10)[:n].tolist() for n in (4, 5, 6) for _ in range(30)]


def two(form: str) -> list[str]:
    """All prompts of two digits."""
    return [form.format(*pair) for pair in product(range(10), repeat=2)]


ELSEWHERE: dict[str, Callable[[], list[Any]]] = {
    "before_last by fading": lambda: words("abcdef", 2, 3, 8),
    "search 1 by pointer": lambda: said_before(1),
    "search 1 by pairs": lambda: said_before(1),
    "search 2 by pointer": lambda: said_before(2),
    "minimum by units": lambda: rows(12, 1, 2, 8),
    "maximum by units": lambda: rows(12, 1, 2, 8),
    "mystery by units": lambda: rows(20, 1, 2, 8),
    "sort by counting": differing,
    "add_digits_mod10 by carry": lambda: two("{}{}"),
    "add_mod10 by steps": lambda: two("{}+{}="),
    "add by steps": lambda: two("{}+{}="),
    "small.multiply by table": lambda: two("{}*{}="),
    "aab by a unit": lambda: words("ab", 2, 3, 5),
    "rule110 by logic": lambda: [f"{i:08b}" for i in range(256)],
}


@every("name", ELSEWHERE)
def test_what_others_do_by_other_means_they_do_on_other_texts_too(name: str) -> None:
    """Of other lengths, or all that there are: nobody else finds a machine that fits our texts."""
    program, _, steps = (BOOK | SMALLER)[name.partition(" by ")[0]]()
    found = ELSEWHERE[name]()
    for n in {*map(len, found)}:
        texts = [text for text in found if len(text) == n]
        whole = case_of(name, program, texts, steps)
        other = replace(whole, model=MODELS[name]())
        assert np.array_equal(other.answers, whole.answers), n


@every("task", TASKS)
def test_machines_of_a_task_are_asked_the_same_and_say_the_same(task: str) -> None:
    """Trained ones too: nobody else finds weights that are not those of their program."""
    first, *others = TASKS[task]
    whole = MACHINES[first]()
    twins = [name + TRAINED for name in TASKS[task] if name + TRAINED in TWINS]
    for name in [*others, *twins]:
        case = MACHINES[name]()
        assert task_of(name) == task and np.array_equal(case.answers, whole.answers), name
        if whole.memory is None:
            assert np.array_equal(case.prompts, whole.prompts), name


def test_twenty_tasks_are_done_by_wholly_other_means() -> None:
    """What does the work has other roles: nobody else finds the same machine in other columns."""
    kept, other = what_parts_do(), []
    for task, names in BY_MEANS.items():
        does = {tuple(sorted(about["role"] for part, about in kept[name]["parts"].items()
                             if about["matters"] and part.startswith("layers")))
                for name in names}  # fmt: skip
        other += [task] * (len(does) > 1)
    assert other == [*BY_MEANS] and len(other) >= 20
    assert {*OTHERWISE} <= {name for names in TASKS.values() for name in names}


def test_ten_machines_were_trained_at_the_shape_of_a_program() -> None:
    """Of them only what ablation and cutting say is known."""
    assert len(TWINS) >= 10
    for name, make in TWINS.items():
        case, program = make(), name.removesuffix(TRAINED)
        by_hand = case_of(program, *(BOOK | SMALLER)[program]())
        shapes = [each.sizes for layer in case.model.layers for each in layer.heads]
        assert not np.allclose(case.logits, by_hand.logits), "nobody trained it"
        assert shapes == [each.sizes for layer in by_hand.model.layers for each in layer.heads]
        about = what_parts_do()[name]
        assert about["kind"] == "trained" and matters(case)
        assert {each["role"] for part, each in about["parts"].items()
                if part.startswith("layers")} == {None}  # fmt: skip
