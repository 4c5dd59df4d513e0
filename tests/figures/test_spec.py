"""Programs as data: what goes in comes out, and what does not fit is refused by name."""

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from taotp.figures.figure import Json
from taotp.figures.spec import Columns, encode_model, encode_program, to_json
from taotp.programs import Program, hello_world
from taotp_core import Head, Layer, Transformer, random_transformer
from taotp_core.arrays import Array
from taotp_core.encodings import circle
from taotp_core.weights import named_arrays, unsaid
from tests.examples import full_transformer, unshared
from tests.in_node import in_node
from tests.laws import every
from tests.refused import refused

PARITY = Path(__file__).with_name("parity.mjs")
EYE = np.eye(3)


def in_page(
    node: str, build: Callable[[float], Transformer], *Ns: float
) -> tuple[list[dict[str, Array]], Json]:
    """The arrays that a page has by their paths, for each N, and what else there is."""
    columns = Columns()
    sent = {"model": encode_model(build, columns), "columns": columns.stored}
    found = in_node(node, PARITY, {"sent": [sent | {"N": N} for N in Ns]})["sent"]
    return [
        {path: np.array(W["data"]).reshape(W["rows"], W["columns"])
         for path, W in each["arrays"].items()}
        for each in found
    ], found[0]["rest"]  # fmt: skip


def test_hello_world_comes_back_exactly(node: str) -> None:
    def build(N: float) -> Program:
        return hello_world("Hello World!", loud=N)

    Ns = (1.0, 3.0, 12345.678, 1e8)
    for N, arrays in zip(Ns, in_page(node, lambda N: build(N).model, *Ns)[0], strict=True):
        for path, array in named_arrays(build(N).model).items():
            assert np.array_equal(arrays[path], array), (N, path)
    data, program = encode_program(build, Columns()), build(1)
    assert data["vocabulary"] == list(program.vocabulary)
    assert [data["vocabulary"][i] for i in data["before"]] == [program.start]
    assert data["vocabulary"][data["stop"]] == program.stop
    assert [data["vocabulary"][i] for i in data["sentinels"]] == [program.start, program.stop]


def test_columns_are_shared_and_zeros_are_not_stored() -> None:
    columns, kept = Columns(), []
    for d_model in (3, 6):
        build = partial(hello_world, "Hello World!", d_model=d_model)
        encode_program(lambda N, build=build: build(loud=N), columns)  # type: ignore[misc]
        kept.append(len(columns.stored))
    assert kept[1] == 2 * kept[0]
    assert columns.place_all(np.array([[0.0, -0.0]] * 7)) == [-1, -1]
    some = np.zeros(50)
    some[[3, 47]] = 1 / 3, -2e-300
    stored = columns.stored[columns.place(some)]
    assert not isinstance(stored, str) and stored["gaps"] == [3, 44]
    rng = np.random.default_rng(0)  # the loud pair of thousands of words, and what few of them have
    for column in (np.full(2000, 30.0), rng.normal(size=2000) * (rng.random(2000) < 0.1)):
        columns.place(column)
    same, few = (len(str(stored)) for stored in columns.stored[-2:])
    assert same < 100 and few < 5000


def model_with(W_Q: Any) -> Transformer:
    return Transformer(circle(4), circle(4), [Layer([Head(W_Q, EYE, EYE, EYE)])])


@every("power", [lambda N: 5.0 + N, lambda N: N * N, lambda N: 1 / N, lambda N: 2 - 3 * N])
def test_powers_are_found(node: str, power: Callable[[float], float]) -> None:
    Ns = (0.25, 1.0, 7.0, 1e6)
    found, _ = in_page(node, lambda N: model_with(power(N) * EYE), *Ns)
    for N, arrays in zip(Ns, found, strict=True):
        W_Q = arrays["layers.0.heads.0.W_Q"]
        assert np.allclose(W_Q, power(N) * EYE, rtol=1e-11, atol=0)


def growing(N: float) -> Transformer:
    layers = [Layer(), Layer([Head(EYE, EYE, EYE, EYE)])] if N > 2 else []
    return Transformer(circle(4), circle(4), layers)


def test_what_is_no_power_is_refused_by_name() -> None:
    def longer(N: float) -> Transformer:
        return Transformer(circle(4), circle(int(N) + 2))

    refused(
        (lambda: encode_model(growing, Columns()), "parts of the model change with N"),
        (lambda: encode_model(longer, Columns(), constant="loud"), "sum of powers of loud"),
    )


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
    (arrays,), rest = in_page(node, lambda _: model, 1)
    ours = named_arrays(unshared(model))  # there each head has what it shares with others
    assert list(arrays) == list(ours)
    for path, array in ours.items():
        assert np.array_equal(arrays[path], array.reshape(len(array), -1)), path
    assert rest == rest_of(model)
