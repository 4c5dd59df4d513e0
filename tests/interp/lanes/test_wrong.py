"""Where a broken machine goes wrong first: as numbers of two runs say, and the page as Python."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator

from taotp.interp.lanes import Wrong, first_wrong, first_wrong_of, lanes, lanes_of
from taotp.interp.lanes.wrong import looked
from taotp.programs import Program, search
from taotp_core.edits import with_numbers
from taotp_core.weights import Transformer, named_arrays
from tests.in_node import in_node
from tests.interp.lanes.machines import MACHINES, drawn, machine
from tests.interp.lanes.test_parity import asked, names_in, renamed
from tests.laws import every

SCRIPT = Path(__file__).with_name("wrong.mjs")
DRAWN = 6  # numbers that are changed in each machine


def one_changed(model: Transformer, rng: Generator) -> dict[str, float]:
    """A number of a model, and another value for it: none, its opposite, larger, or a 1."""
    arrays = {path: array for path, array in named_arrays(model).items() if array.size}
    path = [*arrays][int(rng.integers(len(arrays)))]
    array = arrays[path].reshape(len(arrays[path]), -1)
    some = np.argwhere(array) if rng.random() < 0.7 and array.any() else np.argwhere(array == array)
    row, column = some[rng.integers(len(some))]
    old = float(array[row, column])
    new = float(rng.choice([x for x in (0.0, -old, 3 * old + 1, 1.0) if x != old]))
    return {f"{path}:{row}.{column}": new}


def changed(program: Program, numbers: dict[str, float]) -> Program:
    """The same program with other numbers."""
    return replace(program, model=with_numbers(program.model, numbers))


def broken(name: str, n: int = DRAWN) -> list[tuple[Program, dict[str, float], Any]]:
    """A machine with each of some numbers changed, and a prompt for it."""
    rng, program = np.random.default_rng(11), machine(name)
    numbers = [one_changed(program.model, rng) for _ in range(n)]
    return [(changed(program, each), each, drawn(name, rng)) for each in numbers]


@every("name", MACHINES)
def test_a_wrong_answer_has_a_dial_that_is_wrong_first(name: str) -> None:
    """Of one that is right the sentence says so; none is told that holds what it should."""
    program, some = machine(name), broken(name)
    for _, _, prompt in some[:2]:
        assert first_wrong(program, program, prompt) is None
    for other, _, prompt in some:
        found, right = first_wrong(other, program, prompt), lanes(program, prompt)
        same = lanes(other, prompt)["answer"].values[-1] == right["answer"].values[-1]
        if found is None:
            assert same
            continue
        assert found.right == same
        assert found.sentence.startswith("Still right here, though p" if same else "Position ")
        assert f"osition {found.cell.at} should " in found.sentence
        where = (found.cell.lane, found.cell.stack)
        lane = next(x for x in right.lanes if (x.name, x.stack) == where)
        assert found.should == lane.values[found.cell.at]


@every("name", MACHINES)
def test_the_page_says_the_same(node: str, name: str) -> None:
    program, some = machine(name), broken(name)
    states = [
        {"changed": ";".join(f"{place}={value!r}" for place, value in numbers.items())}
        for _, numbers, _ in some
    ]
    pages = in_node(node, SCRIPT, asked(program, [prompt for *_, prompt in some], *states))
    for page, (other, _, _) in zip(pages, some, strict=True):
        source = page["source"] if program.model.encoder else ()
        *_, then, first = np.sort(lanes_of(other, page["ids"], source).logits[-1])
        if first - then > 1e-9 * abs(first):  # rounding does not decide what is said last
            mine = first_wrong_of(other, program, page["ids"], source)
            assert page["wrong"] == (mine and told(mine, names_in(program, page)))


def told(found: Wrong, called: dict[str, str]) -> dict[str, Any]:
    """What is sent of it, with the names that the page has for sentinels."""
    cell = [found.cell.stack, found.cell.lane, found.cell.at]
    return {"text": renamed(found.sentence, called), "cell": cell, "right": found.right}


SEARCH, PROMPT = search("0123456789", 24, 2), "27182818284518"


@every("numbers, sentence", [
    ({"W_E:8.7": 2.0},
     "Position 4 should look at position 3; it looks at 2 and 4 half and half."),
    ({"layers.0.heads.0.W_Q:9.0": 1.0},
     "Position 2 should look at position 1; it looks at position 0."),
    ({"layers.1.heads.0.W_O:2.2": 0.0},
     "Position 0 should hold 2 in finds the same 2; it holds nothing that can be read."),
    ({"W_pos:8.10": 0.0}, "Still right here, though position 8 should hold 8 in place; it holds "
     "nothing that can be read."),
])  # fmt: skip
def test_it_says_what_a_reader_broke(numbers: dict[str, float], sentence: str) -> None:
    found = first_wrong(changed(SEARCH, numbers), SEARCH, PROMPT)
    assert found is not None
    assert found.sentence == sentence


@every("weights, said", [
    ([0.5, 0.5], "looks at 0 and 1 half and half"),
    ([0.02, 0.95, 0.03], "looks at position 1"),
    ([0.02, 0.03, 0.95], "looks at itself"),
    ([0.25] * 4, "looks at 4 positions alike"),
    ([0.6, 0.28, 0.12], "puts a weight of 0.60 on 0, 0.28 on 1 and 0.12 on 2"),
    ([0.85, 0.03, 0.03, 0.03, 0.06], "puts a weight of 0.85 on 0 and 0.06 on 4"),
    ([0.04] * 25, "looks at nothing in particular"),
])  # fmt: skip
def test_where_weights_lie(weights: list[float], said: str) -> None:
    assert looked(np.array(weights), 2) == said
