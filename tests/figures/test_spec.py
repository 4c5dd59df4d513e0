"""Programs as data: what goes in comes out, and what does not fit is refused by name."""

import base64
import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp.figures.figure import Json
from taotp.figures.spec import Columns, encode_model, encode_program, to_json
from taotp.programs import hello_world
from taotp_core import Head, Layer, Transformer, random_transformer
from taotp_core.arrays import Array
from taotp_core.encodings import circle
from taotp_core.weights import named_arrays, unsaid
from tests.examples import full_transformer, unshared
from tests.in_node import in_node
from tests.laws import every

PARITY = Path(__file__).with_name("parity.mjs")
EYE = np.eye(3)


def column(stored: str | Json) -> Array:
    """A column of the pool, read by this test."""
    if isinstance(stored, str):
        return np.frombuffer(base64.b64decode(stored), "<f8")
    out = np.zeros(stored["size"])
    out[stored["at"]] = np.frombuffer(base64.b64decode(stored["is"]), "<f8")
    return out


def tensor(data: Json, columns: Columns, N: float) -> Array:
    out = np.zeros((data["rows"], data["columns"]))
    for term in data["terms"]:
        for j, place in enumerate(term["at"]):
            if place >= 0:
                out[:, j] += N ** term["powers"].get("N", 0) * column(columns.stored[place])
    return out


@every("N", [1.0, 3.0, 12345.678, 1e8])
def test_hello_world_comes_back_exactly(N: float) -> None:
    columns = Columns()
    data = encode_program(lambda N: hello_world("Hello World!", loud=N), columns)
    program = hello_world("Hello World!", loud=N)
    for name in ("W_E", "W_pos"):
        own = getattr(program.model, name)
        assert np.array_equal(tensor(data["model"][name], columns, N), own), name
    assert data["vocabulary"] == list(program.vocabulary)
    assert [data["vocabulary"][i] for i in data["before"]] == [program.start]
    assert data["vocabulary"][data["stop"]] == program.stop


def test_columns_are_shared_and_zeros_are_not_stored() -> None:
    columns, kept = Columns(), []
    for d_model in (3, 6):
        encode_model(
            lambda N, d=d_model: hello_world("Hello World!", loud=N, d_model=d).model,  # type: ignore[misc]
            columns,
        )
        kept.append(len(columns.stored))
    assert kept[1] == 2 * kept[0]
    assert columns.place(np.zeros(7)) == columns.place(-np.zeros(7)) == -1
    x = np.zeros(50)
    x[[3, 47]] = 1 / 3, -2e-300
    stored = columns.stored[columns.place(x)]
    assert np.array_equal(column(stored), x) and not isinstance(stored, str)


def model_with(W_Q: Any) -> Transformer:
    return Transformer(circle(4), circle(4), [Layer([Head(W_Q, EYE, EYE, EYE)])])


@every("power", [lambda N: 5.0 + N, lambda N: N * N, lambda N: 1 / N, lambda N: 2 - 3 * N])
def test_powers_are_found(power: Any) -> None:
    columns = Columns()
    data = encode_model(lambda N: model_with(power(N) * EYE), columns)
    W_Q = data["layers"][0]["heads"][0]["W_Q"]
    for N in (0.25, 1.0, 7.0, 1e6):
        assert np.allclose(tensor(W_Q, columns, N), power(N) * EYE, rtol=1e-11, atol=0)


def growing(N: float) -> Transformer:
    layers = [Layer(), Layer([Head(EYE, EYE, EYE, EYE)])] if N > 2 else []
    return Transformer(circle(4), circle(4), layers)


@every(
    "build, name, sentence",
    [
        (lambda N: model_with(np.sin(N) * EYE), "N", "heads.0.W_Q is not a sum of powers of N"),
        (lambda N: Transformer(circle(4), circle(int(N) + 2)), "loud", "sum of powers of loud"),
        (growing, "N", "parts of the model change with N"),
    ],
)
def test_what_is_no_power_is_refused_by_name(
    build: Callable[[float], Transformer], name: str, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        encode_model(build, Columns(), constant=name)


def test_json_may_stand_in_a_page() -> None:
    text = to_json({"symbol": "</script><!--", "word": "R&D", "N": 1e6})
    assert not {"<", "&"} & {*text}, "in a page that is read as XML too"
    assert json.loads(text) == {"symbol": "</script><!--", "word": "R&D", "N": 1e6}


def rest_of(part: Any) -> Any:
    """All that is no array, as JSON would have it."""
    if isinstance(part, np.ndarray):
        return "array"
    if is_dataclass(part):
        found = {each.name: getattr(part, each.name) for each in fields(part)}
        return {name: rest_of(each) for name, each in found.items() if not unsaid(name, each)}
    return [rest_of(each) for each in part] if isinstance(part, tuple) else part


@every("model", [full_transformer(), random_transformer(0, tied=False)])
def test_a_page_gets_all_of_a_model_back(node: str, model: Transformer) -> None:
    """Every array bit for bit, by its path, and every other field."""
    columns = Columns()
    sent = {"model": encode_model(lambda _: model, columns), "columns": columns.stored}
    (got,) = in_node(node, PARITY, {"sent": [sent]})["sent"]
    ours = named_arrays(unshared(model))  # there each head has what it shares with others
    assert list(got["arrays"]) == list(ours)
    for path, array in ours.items():
        theirs = got["arrays"][path]
        assert (theirs["rows"], theirs["columns"]) == (*array.shape, 1)[:2], path
        assert theirs["data"] == array.ravel().tolist(), path
    assert got["rest"] == rest_of(model)
