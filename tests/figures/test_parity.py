"""The page computes what numpy computes: every activation, every decision, every precision.

float64 agrees to 1e-12 of the largest score. In an emulated precision both round the same numbers
at the same places, so that they may differ only where a sum taken in another order falls on the
other side of a rounding boundary: by at most one unit in the last place, of the largest entry.
"""

import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp_core import (
    PRECISIONS,
    RMS_NORM,
    Norm,
    Transformer,
    generate,
    greedy,
    random_transformer,
    rounding,
    trace,
)
from taotp_core.arrays import Array
from taotp_core.decode import TIE
from taotp_core.figures.explorables import alphabet, looking_back
from taotp_core.figures.spec import Columns, encode_model
from taotp_core.measure import margin
from taotp_core.programs import hello_world

SCRIPT = Path(__file__).with_name("parity.mjs")
DIGITS = {"float32": 24, "bfloat16": 8, "float16": 11}
UNEVEN = ((1, 2), (4, 3), (2, 2))


def in_node(node: str, question: dict[str, Any]) -> Any:
    """What the page's arithmetic answers to a question."""
    done = subprocess.run(
        [node, str(SCRIPT)], input=json.dumps(question), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def case(
    build: Callable[[float], Transformer], N: float, precision: str, tokens: list[int]
) -> dict[str, Any]:
    columns = Columns()
    model = encode_model(build, columns)
    return {
        "model": model, "columns": columns.stored, "N": N, "precision": precision, "tokens": tokens,
    }  # fmt: skip


def read(matrix: dict[str, Any]) -> Array:
    return np.array([float(x) for x in matrix["data"]]).reshape(matrix["shape"])


def unit(array: Array, precision: str) -> float:
    """One unit in the last place of the largest entry of an array."""
    largest = np.abs(array[np.isfinite(array)]).max(initial=0)
    return float(2.0 ** (np.floor(np.log2(largest)) - DIGITS[precision] + 1)) if largest else 0.0


def assert_same(here: Array, there: Array, precision: str, largest_score: float, what: str) -> None:
    finite = np.isfinite(here)
    assert here.shape == there.shape, what
    assert np.array_equal(here[~finite], there[~finite], equal_nan=True), what
    assert np.isfinite(there[finite]).all(), what
    allowed = 1e-12 * largest_score if precision == "float64" else unit(here, precision)
    apart = np.abs(here[finite] - there[finite]).max(initial=0)
    assert apart <= allowed, f"{what}: {apart} apart, {allowed} allowed"


def assert_parity(model: Transformer, asked: dict[str, Any], answer: dict[str, Any]) -> None:
    precision = asked["precision"]
    with np.errstate(invalid="ignore", over="ignore"):
        mine = trace(model, np.array(asked["tokens"]), rounding(precision))
    scores = (*mine.scores.values(), mine.logits)
    largest = max(1.0, *(np.abs(s[np.isfinite(s)]).max(initial=0) for s in scores))

    def compare(here: Array, there: dict[str, Any], what: str) -> None:
        assert_same(here, read(there), precision, largest, f"{what} in {precision}")

    assert list(answer["stream"]) == list(mine.stream)
    for name, x in mine.stream.items():
        compare(x, answer["stream"][name], name)
    for kind, arrays in (("scores", mine.scores), ("patterns", mine.patterns)):
        for number, heads in arrays.items():
            assert len(answer[kind][number]) == len(heads)
            for h, matrix in enumerate(heads):
                compare(matrix, answer[kind][number][h], f"{kind} of head {h} of layer {number}")
    compare(mine.logits, answer["logits"], "logits")
    assert [d["outcome"] for d in answer["decisions"]] == [outcome(row) for row in mine.logits]
    chosen = [int(greedy(row)) if outcome(row) != "nan" else -1 for row in mine.logits]
    assert [d["token"] for d in answer["decisions"]] == chosen


def outcome(logits: Array) -> str:
    """What greedy decoding makes of a row of logits, said by this test."""
    if np.isnan(logits).any():
        return "nan"
    if len(logits) == 1:
        return "clear"
    first, second = np.sort(logits)[::-1][:2]
    close = first == second or (np.isfinite(first) and first - second <= TIE * abs(first))
    return "tie" if close else "clear"


GAMMA = Norm(gamma=np.linspace(0.5, 2, 6), beta=np.linspace(-1, 1, 6), eps=1e-5)
MACHINES: dict[str, dict[str, Any]] = {
    "Pre-LN": {},
    "Post-LN": {"norms": "after"},
    "RMSNorm": {"norm": RMS_NORM},
    "RMSNorm after": {"norm": RMS_NORM, "norms": "after"},
    "no norm": {"norm": None},
    "gamma and beta": {"norm": GAMMA},
    "untied": {"tied": False},
    "no MLP": {"d_mlp": 0},
    "no MLP, norms after": {"d_mlp": 0, "norms": "after"},
    "uneven heads": {"heads": UNEVEN},
    "no heads": {"heads": ()},
    "no heads, norms after": {"heads": (), "norms": "after"},
    "no layers": {"n_layers": 0},
}


@pytest.mark.parametrize("machine", MACHINES)
def test_random_models(node: str, machine: str) -> None:
    model = random_transformer(3, **MACHINES[machine])
    tokens = [[4], [1, 2], [0, 9, 3, 3, 7, 1, 5, 2]]
    asked = [case(lambda _: model, 1.0, p, t) for p in PRECISIONS for t in tokens]
    for question, answer in zip(asked, in_node(node, {"cases": asked})["cases"], strict=True):
        assert_parity(model, question, answer)


def test_rounding_matches_numpy_bit_for_bit(node: str) -> None:
    rng = np.random.default_rng(0)
    values = rng.normal(size=4000) * 10.0 ** rng.uniform(-45, 39, 4000)
    halves = np.concatenate([np.arange(1, 200) * 2.0**k for k in (-26, -134, -9, 8)])
    edges = [0, 65503.9, 65504, 65519.9, 65520, 2**-25, 3 * 2**-25, 3.3895e38, 3.4e38, 1e300]
    values = np.concatenate([values, halves, edges, -np.array(edges), [np.inf, -np.inf]])
    asked = [{"precision": p, "values": [repr(float(x)) for x in values]} for p in PRECISIONS]
    for question in asked:
        question["values"] = [x.replace("inf", "Infinity") for x in question["values"]]
    for question, answer in zip(asked, in_node(node, {"rounded": asked})["rounded"], strict=True):
        expected = rounding(str(question["precision"]))(values)
        got = np.array([float(x) for x in answer])
        assert np.array_equal(got, expected), question["precision"]


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("N", [1.0, 3.0, 3.7, 4.0, 1e4, 1e6, 1e8])
def test_hello_world_says_the_same(node: str, N: float, precision: str) -> None:
    program = hello_world("Hello World!", loud=N)
    start = program.encode("")
    room = program.model.n_ctx
    asked = case(lambda N: hello_world("Hello World!", loud=N).model, N, precision, [0, 1, 2, 3, 3])
    stop = program.vocabulary.index(program.stop)
    asked["said"] = {"prompt": start, "steps": room, "stop": stop}
    (answer,) = in_node(node, {"cases": [asked]})["cases"]
    assert_parity(program.model, asked, answer)
    last = answer["said"]["decisions"][-1]
    if last["outcome"] == "nan":
        with pytest.raises(ValueError, match="not a number"), np.errstate(invalid="ignore"):
            generate(program.model, np.array(start), room, stop=stop, to=rounding(precision))
    else:
        said = generate(program.model, np.array(start), room, stop=stop, to=rounding(precision))
        assert answer["said"]["tokens"] == said.tolist()


def test_float16_breaks_off_where_the_position_overflows(node: str) -> None:
    asked = case(lambda N: hello_world("Hello World!", loud=N).model, 1e6, "float16", [0])
    asked["said"] = {"prompt": [0], "steps": 3}
    (answer,) = in_node(node, {"cases": [asked]})["cases"]
    assert [d["outcome"] for d in answer["said"]["decisions"]] == ["nan"]


@pytest.mark.parametrize("d_vocab", [11, 32, 256])
@pytest.mark.parametrize("d_model", [3, 12])
def test_variants_of_hello_world(node: str, d_vocab: int, d_model: int) -> None:
    def build(N: float) -> Transformer:
        symbols = alphabet("Hello World!", d_vocab)
        return hello_world("Hello World!", alphabet=symbols, loud=N, d_model=d_model).model

    asked = [case(build, 10.0, p, [0, d_vocab - 1, 2, 5]) for p in PRECISIONS]
    for question, answer in zip(asked, in_node(node, {"cases": asked})["cases"], strict=True):
        assert_parity(build(10.0), question, answer)


@pytest.mark.parametrize("d_model", [3, 6, 12, 24])
@pytest.mark.parametrize("N", [1e-2, 1.0, 7.0, 1e3, 1e6])
def test_hardening(node: str, N: float, d_model: int) -> None:
    def build(N: float) -> Transformer:
        return looking_back(N, 1, d_model, 12)

    asked = [case(build, N, p, [0] * 12) for p in PRECISIONS]
    for question, answer in zip(asked, in_node(node, {"cases": asked})["cases"], strict=True):
        assert_parity(build(N), question, answer)


def test_decisions_are_named_the_same(node: str) -> None:
    rows = [[1.0, 3.0, 2.0], [3.0, 1.0, 3.0], [1.0, 1.0 + 2.0**-52, 0.0], [0.0, 0.0, 0.0],
            [-1.0, -5.0, -1.0 - 1e-9], [2.0, np.inf, 1.0]]  # fmt: skip
    asked = [[repr(x).replace("inf", "Infinity") for x in row] for row in rows]
    answers = in_node(node, {"decided": [*asked, ["1", "NaN", "2"]]})["decided"]
    assert answers.pop()["outcome"] == "nan"
    for row, answer in zip(rows, answers, strict=True):
        logits = np.array(row)
        assert answer["outcome"] == outcome(logits)
        assert answer["token"] == int(greedy(logits))
        assert answer["margin"] in (None, float(margin(logits)))  # JSON has no infinity


def test_a_wrong_weight_is_noticed(node: str) -> None:
    model = random_transformer(3)
    asked = case(lambda _: model, 1.0, "float64", [1, 2, 3])
    (answer,) = in_node(node, {"cases": [asked]})["cases"]
    W_E = model.W_E.copy()
    W_E[2, 0] += 1e-9
    with pytest.raises(AssertionError, match="embedding"):
        assert_parity(replace(model, W_E=W_E), asked, answer)
