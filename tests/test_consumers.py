"""Everybody who takes a model apart gives all of it back: each array bit for bit, each other field.

A consumer that a new field of a model has been forgotten in fails here.
"""

import tempfile
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from exercises.handing_in.format import Answer, Submission, parse
from exercises.handing_in.grade import what_is_compared
from exercises.handing_in.record import copied, submission_bytes
from exercises.judging.judge import every_weight, own_model
from taotp import load, save
from taotp.figures.spec import Columns, encode_model
from taotp.listing import read, write
from taotp.programs import Program
from taotp_core import Array, Transformer
from taotp_core.equivalences import turned, uniform
from taotp_core.stream import Subspace
from taotp_core.weights import mapped, named_arrays, unnamed
from tests.examples import full_transformer, unshared
from tests.in_node import in_node
from tests.laws import every

FULL = full_transformer(11)
NAMES = (Subspace("a token", 0, 2, 6), Subspace("0.5 x", 3, 1, 6, hidden=True))


def with_names(model: Transformer) -> Transformer:
    """The same model, and its encoder, with names for some of the stream."""
    return replace(model, encoder=model.encoder and with_names(model.encoder), subspaces=NAMES)


PARITY = Path(__file__).parent / "figures" / "parity.mjs"


def handed_in(model: Transformer) -> Transformer:
    """Through a file that is handed in."""
    submission = Submission("repeat-last", "Ada", answers=(Answer("machine", (), model),))
    returned: Transformer = parse(submission_bytes(submission)).answers[0].returned
    return returned


def handed_in_as_a_program(model: Transformer) -> Transformer:
    """The same, as what a program has."""
    program = Program(model, range(model.d_vocab))
    submission = Submission("integers", "Ada", answers=(Answer("program", (), program),))
    returned: Program = parse(submission_bytes(submission)).answers[0].returned
    return returned.model


def in_a_file(model: Transformer, ending: str) -> Transformer:
    """The same, as a file of arrays by their names has it."""
    with tempfile.TemporaryDirectory() as folder:
        save(model, f"{folder}/machine.{ending}")
        loaded: Transformer = load(f"{folder}/machine.{ending}")
        return loaded


GIVE_BACK: dict[str, Callable[[Transformer], Transformer]] = {
    "mapped": lambda model: mapped(model, lambda path, array: array.copy()),
    "a listing": lambda model: read(write(model)).program.model,
    "an npz": lambda model: in_a_file(model, "npz"),
    "safetensors": lambda model: in_a_file(model, "safetensors"),
    "a judge": lambda model: own_model(model, "here"),
    "a recorder": copied,
    "a submission": handed_in,
    "a program in a submission": handed_in_as_a_program,
    "a turn by nothing": lambda model: turned(model, np.eye(model.d_model)),
    "uniform heads, of those that are": lambda model: uniform(uniform(model)),
}


def all_of(part: Any) -> Any:
    """A model as plain lists and tuples, arrays by their bytes."""
    if isinstance(part, np.ndarray):
        return part.shape, part.astype("<f8").tobytes()
    if is_dataclass(part):
        return {field.name: all_of(getattr(part, field.name)) for field in fields(part)}
    return [all_of(each) for each in part] if isinstance(part, tuple) else part


@every("where", ["before", "after"])
@every("name", GIVE_BACK)
def test_all_of_a_model_comes_back(name: str, where: Any) -> None:
    model = with_names(full_transformer(11, where))
    expected = uniform(model) if name.startswith("uniform") else model
    found = GIVE_BACK[name](model)
    if "submission" in name or "turn" in name:  # which are not asked for names
        found, expected = unnamed(found), unnamed(expected)
    assert all_of(found) == all_of(expected)


def test_a_page_has_every_array(node: str) -> None:
    columns = Columns()
    sent = {"model": encode_model(lambda _: FULL, columns), "columns": columns.stored}
    (got,) = in_node(node, PARITY, {"sent": [sent]})["sent"]
    own = named_arrays(unshared(FULL))  # a head has there what it shares with the one before it
    assert list(got["arrays"]) == list(own)
    for path, array in own.items():
        assert np.array_equal(got["arrays"][path]["data"], array.ravel()), path


def test_each_array_counts() -> None:
    """A copy with another number is no copy, and each weight but a norm's is asked about."""
    others: dict[str, Array] = {}
    for number, (path, array) in enumerate(named_arrays(FULL).items()):
        others[path] = array.copy()
        others[path].flat[0] = 1000 + number
    other = mapped(FULL, lambda path, _: others[path])
    pairs = zip(what_is_compared(FULL), what_is_compared(other), strict=True)
    assert sum(one != two for one, two in pairs) == len(named_arrays(unshared(FULL)))
    asked: list[float] = []

    def fits(array: Array) -> Any:
        asked.extend(array.ravel().tolist())
        return array == array

    every_weight(other, fits, "anything")
    for path, array in others.items():
        assert (float(array.flat[0]) in asked) == ("norm_" not in path), path
