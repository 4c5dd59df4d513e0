"""The page computes what numpy computes: every activation, every decision, every precision.

float64 agrees to 1e-12 of the largest score. In an emulated precision both round the same numbers
at the same places, so that they may differ only where a sum taken in another order falls on the
other side of a rounding boundary: by at most one unit in the last place, of the largest entry.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from taotp.figures.explorables import alphabet, looking_back
from taotp.figures.spec import Columns, encode_model
from taotp.programs import (
    Program,
    add,
    add_digits_mod10,
    add_mod10,
    hello_world,
    lookup,
    maximum,
    minimum,
    printed,
    search,
    sort,
)
from taotp_core import (
    PRECISIONS,
    RMS_NORM,
    Norm,
    Transformer,
    encode,
    generate,
    greedy,
    normalize,
    random_transformer,
    rounding,
    trace,
)
from taotp_core.arrays import Array
from taotp_core.decode import TIE
from taotp_core.measure import margin
from taotp_core.weights import mapped
from tests.examples import relative
from tests.in_node import in_node
from tests.laws import every

SCRIPT = Path(__file__).with_name("parity.mjs")
DIGITS = {"float32": 24, "bfloat16": 8, "float16": 11}
LEFT = 1e6  # an answer's terms are some thousand times as large as the answer
UNEVEN = ((1, 2), (4, 3), (2, 2))


def case(
    build: Callable[[float], Transformer], N: float, precision: str, tokens: list[int]
) -> dict[str, Any]:
    columns = Columns()
    model = encode_model(build, columns)
    return {
        "model": model, "columns": columns.stored, "N": N, "precision": precision, "tokens": tokens,
    }  # fmt: skip


def read(row: list[Any]) -> Array:
    return np.array([float(x) for x in row])


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


def cancellation(model: Transformer, tokens: list[int]) -> Array:
    """How much larger an MLP's terms are than what is left of their sum, by position: 1 or more."""
    stream = trace(model, np.array(tokens)).stream
    worst = np.ones(len(tokens))
    for number, layer in enumerate(model.layers):
        if layer.mlp and model.norms == "before":
            y = normalize(stream[f"attention {number}"], layer.norm_mlp)
            hidden = np.maximum(y @ layer.mlp.W_in + layer.mlp.b_in, 0)
            terms = (hidden @ np.abs(layer.mlp.W_out)).max(-1)
            worst = np.maximum(worst, terms / np.abs(stream[f"mlp {number}"]).max(-1))
    return worst


def assert_parity(
    model: Transformer, asked: dict[str, Any], answer: dict[str, Any], cancels: Array | None = None
) -> None:
    """Compare row by row: what a position computes from the tokens up to it, whatever follows.

    Where sums cancel, by a factor of `cancels` at a position, float64 may be off by that much more;
    where nearly nothing is left it is rounding that speaks, and what it says is not compared.
    """
    precision, tokens = asked["precision"], asked["tokens"]
    to = rounding(precision)
    memory = None
    if "source" in asked:
        memory = encode(model, np.array(asked["source"]), to=to)
        most = max(1.0, np.abs(memory).max())
        for j, row in enumerate(memory):
            assert_same(row, read(answer["memory"][j]), precision, most, f"memory in {precision}")
    for i in range(len(tokens)):
        heard = np.array(tokens[: i + 1] if model.causal else tokens)
        with np.errstate(invalid="ignore", over="ignore"):
            mine = trace(model, heard, to, memory)
        scores = (*mine.scores.values(), *mine.cross_scores.values(), mine.logits)
        largest = max(1.0, *(np.abs(s[np.isfinite(s)]).max(initial=0) for s in scores))
        lost = 1.0 if cancels is None else float(cancels[i])
        largest *= lost

        def compare(here: Array, there: list[Any], what: str, largest: float = largest) -> None:
            assert_same(here, read(there), precision, largest, f"{what} in {precision}")

        assert list(answer["stream"]) == list(mine.stream)
        for name, x in mine.stream.items():
            size = np.abs(x[i][np.isfinite(x[i])]).max(initial=0) * lost
            compare(x[i], answer["stream"][name][i], name, max(largest, size))
        for kind in ("scores", "patterns", "cross_scores", "cross_patterns"):
            arrays = getattr(mine, kind)
            for number, heads in arrays.items():
                assert len(answer[kind][number]) == len(heads)
                for h, matrix in enumerate(heads):
                    where = f"{kind} of head {h} of layer {number}"
                    seen = answer[kind][number][h][i]
                    assert len(seen) == (
                        i + 1 if model.causal and "cross" not in kind else matrix.shape[1]
                    )
                    compare(matrix[i], seen, where)
        logits = mine.logits[i]
        compare(logits, answer["logits"][i], "logits")
        # In an emulated precision one unit may make a tie of a lead: judge what was computed there.
        same = precision == "float64" and lost < LEFT
        judged = logits if same else read(answer["logits"][i])
        decision = answer["decisions"][i]
        assert decision["outcome"] == outcome(judged)
        assert decision["token"] == (int(greedy(judged)) if outcome(judged) != "nan" else -1)


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


@every("machine", MACHINES)
def test_random_models(node: str, machine: str) -> None:
    model = random_transformer(3, **MACHINES[machine])
    tokens = [[4], [1, 2], [0, 9, 3, 3, 7, 1, 5, 2]]
    asked = [case(lambda _: model, 1.0, p, t) for p in PRECISIONS for t in tokens]
    for question, answer in zip(
        asked, in_node(node, SCRIPT, {"cases": asked})["cases"], strict=True
    ):
        assert_parity(model, question, answer)


INSIDE = Norm(gamma=np.linspace(0.5, 2, 6), beta=np.linspace(-1, 1, 6), eps=1e-5, inside=True)
WIDER: dict[str, dict[str, Any]] = {
    "biases": {"biased": True},
    "biases of uneven heads": {"biased": True, "heads": UNEVEN},
    "biases, no norm, no MLP": {"biased": True, "norm": None, "d_mlp": 0},
    "GELU": {"act": "gelu"},
    "epsilon inside": {"norm": INSIDE},
    "RMSNorm, epsilon inside": {"norm": Norm(eps=1e-3, centered=False, inside=True)},
    "nobody waits": {"causal": False},
    "GPT-2": {"biased": True, "act": "gelu", "norm": INSIDE},
}
READERS: dict[str, dict[str, Any]] = {
    "an encoder": {},
    "an encoder with biases": {"biased": True, "act": "gelu", "norm": INSIDE},
    "an encoder without a norm": {"norm": None},
}
TOKENS = [0, 9, 3, 3, 7, 1, 5, 2]


def asked_of(model: Transformer, tokens: list[Any], **more: Any) -> list[dict[str, Any]]:
    """The same question in every precision."""
    return [case(lambda _: model, 1.0, p, tokens) | more for p in PRECISIONS]


def assert_each(node: str, model: Transformer, asked: list[dict[str, Any]]) -> None:
    answers = in_node(node, SCRIPT, {"cases": asked})["cases"]
    for question, answer in zip(asked, answers, strict=True):
        assert_parity(model, question, answer)


@every("norms", ["before", "after"])
@every("machine", WIDER)
def test_wider_machines(node: str, machine: str, norms: Literal["before", "after"]) -> None:
    model = random_transformer(4, norms=norms, **WIDER[machine])
    asked = [*asked_of(model, TOKENS), *asked_of(model, TOKENS, atOnce=True)]
    assert_each(node, model, asked)


RELATIVE: dict[str, dict[str, Any]] = {
    "turned": {"shared": 1, "far": False, "gated": False},
    "shared": {"rotary": 0, "far": False, "gated": False},
    "by distance": {"rotary": 0, "shared": 1, "gated": False},
    "gated": {"rotary": 0, "shared": 1, "far": False},
    "all": {},
}


@every("causal", [True, False])
@every("field", RELATIVE)
def test_relative_machines(node: str, field: str, causal: bool) -> None:
    """Turned pairs, shared keys, scores by distance and gates, in every precision."""
    bare = random_transformer(
        4, heads=[(4, 2), (4, 2), (2, 4), (2, 4)], causal=causal, act="silu", biased=True
    )
    model = relative(bare, 4, **RELATIVE[field])
    asked = [*asked_of(model, TOKENS), *asked_of(model, TOKENS, atOnce=True)]
    assert_each(node, model, asked)
    off = ["0.0", "1.3"]  # others go on with the keys that these share
    assert_each(node, without(model, off), asked_of(model, TOKENS, off=off))


def with_an_encoder(norms: Literal["before", "after"], **how: Any) -> Transformer:
    encoder = random_transformer(6, n_ctx=5, d_vocab=4, norms=norms, causal=False, **how)
    return random_transformer(7, norms=norms, cross=UNEVEN, encoder=encoder, **how)


@every("norms", ["before", "after"])
@every("machine", READERS)
def test_encoders(node: str, machine: str, norms: Literal["before", "after"]) -> None:
    model = with_an_encoder(norms, **READERS[machine])
    frames = np.random.default_rng(1).normal(size=(3, 4)).round(3).tolist()
    asked = [*asked_of(model, TOKENS, source=[3, 1, 1, 2]), *asked_of(model, TOKENS, source=frames)]
    assert_each(node, model, asked)


@every("norms", ["before", "after"])
@every("off", [["0.0"], ["1.cross.1"], ["0.1", "0.cross.0", "1.0"]])
def test_knocked_out_heads_take_their_biases_with_them(
    node: str, off: list[str], norms: Literal["before", "after"]
) -> None:
    model = with_an_encoder(norms, biased=True)
    asked = asked_of(model, TOKENS, source=[3, 1], off=off)
    answers = in_node(node, SCRIPT, {"cases": asked})["cases"]
    for question, answer in zip(asked, answers, strict=True):
        assert_parity(without(model, off), question, answer)
        with pytest.raises(AssertionError, match="apart"):
            assert_parity(model, question, answer)


@every("machine", ["biases", "GPT-2", "nobody waits"])
@every("norms", ["before", "after"])
@every("seed", range(3))
def test_decoding_with_a_context_that_slides(
    node: str, machine: str, norms: Literal["before", "after"], seed: int
) -> None:
    model = random_transformer(seed, n_ctx=5, norms=norms, **WIDER[machine])
    for prompt in ([2, 7, 1], TOKENS):
        asked = case(lambda _: model, 1.0, "float64", prompt)
        asked["said"] = {"prompt": prompt, "steps": 12}
        (answer,) = in_node(node, SCRIPT, {"cases": [asked]})["cases"]
        said = generate(model, np.array(prompt), 12, slide=True)
        assert [d["token"] for d in answer["said"]] == said[len(prompt) :].tolist()


@every("seed", range(3))
def test_decoding_with_an_encoder(node: str, seed: int) -> None:
    encoder = random_transformer(seed, d_vocab=4, causal=False)
    model = random_transformer(seed, cross=((3, 3),), encoder=encoder)
    asked = case(lambda _: model, 1.0, "float64", [2, 7]) | {"source": [3, 0, 1]}
    asked["said"] = {"prompt": [2, 7], "steps": 10}
    (answer,) = in_node(node, SCRIPT, {"cases": [asked]})["cases"]
    said = generate(model, np.array([2, 7]), 10, memory=encode(model, np.array([3, 0, 1])))
    assert [d["token"] for d in answer["said"]] == said[2:].tolist()


def without(model: Transformer, off: list[str]) -> Transformer:
    """The model with some heads ("layer.head", "layer.cross.head") writing nothing."""

    def silent(path: str, W: Array) -> Array:
        quiet = [f"layers.{name.replace('.', '.heads.', name.count('.') == 1)}." for name in off]
        return 0 * W if path.endswith(("W_O", "b_O")) and path.startswith(tuple(quiet)) else W

    return mapped(model, silent)


@every("off", [["0.0"], ["1.1"], ["0.1", "1.0"], ["0.0", "0.1", "1.0", "1.1"]])
@every("machine", ["Pre-LN", "Post-LN", "uneven heads", "no norm"])
def test_knocked_out_heads_write_nothing(node: str, machine: str, off: list[str]) -> None:
    model = random_transformer(5, **MACHINES[machine])
    asked = [case(lambda _: model, 1.0, p, [3, 1, 4, 1, 5]) | {"off": off} for p in PRECISIONS]
    for question, answer in zip(
        asked, in_node(node, SCRIPT, {"cases": asked})["cases"], strict=True
    ):
        assert_parity(without(model, off), question, answer)
        with pytest.raises(AssertionError, match="apart"):
            assert_parity(model, question, answer)


@every("seed", range(4))
@every("machine", ["Pre-LN", "Post-LN", "RMSNorm", "no MLP", "untied"])
def test_decoding_of_random_models(node: str, machine: str, seed: int) -> None:
    model = random_transformer(seed, **MACHINES[machine])
    asked = case(lambda _: model, 1.0, "float64", [2, 7, 1])
    asked["said"] = {"prompt": [2, 7, 1], "steps": 14, "stop": 8}
    (answer,) = in_node(node, SCRIPT, {"cases": [asked]})["cases"]
    said = generate(model, np.array([2, 7, 1]), 14, stop=8)
    assert [d["token"] for d in answer["said"]] == said[3:].tolist()


PROGRAMS: dict[str, tuple[Callable[[float], Program], list[Any]]] = {
    "search": (lambda _: search(10, 32, 2), [1, 2, 5, 1, 1, 7, 1, 1]),
    "search as printed": (
        lambda N: printed.search(10, 32, 2, hard=1e8 * N), [1, 2, 5, 1, 1, 7, 1, 1]
    ),
    "search of ten": (
        lambda N: printed.search(10, 30, 10, hard=1e8 * N), [*range(10)] * 3
    ),
    "minimum": (lambda _: minimum(20, 8), [6, 2, 0, 12]),
    "minimum as printed": (lambda _: printed.minimum(20, 8), [6, 2, 0, 12]),
    "maximum": (lambda _: maximum(20, 8), [6, 2, 0, 12]),
    "sort": (lambda _: sort(28), [6, 2, 12, 18, 7]),
    "sort as printed": (lambda _: printed.sort(28), [6, 2, 12, 18, 7]),
    "add digits": (lambda N: add_digits_mod10(loud=1e10 * N), ["4", "7"]),
    "add mod 10": (lambda N: add_mod10(2, loud=1e10 * N), [*"12+33="]),
    "add": (lambda N: add(2, loud=1e10 * N), [*"45+78="]),
    "lookup": (
        lambda _: lookup({(1, 2, 3): 4, (4, 5, 6): 7}, n_ctx=16), [1, 2, 3, 4, 5, 6]
    ),
    "lookup, untied": (
        lambda _: lookup({(1, 2, 3): 4, (4, 5, 6): 7}, n_ctx=16, tied=False), [1, 2, 3, 4, 5, 6]
    ),
}  # fmt: skip


@every("name", PROGRAMS)
def test_shipped_programs(node: str, name: str) -> None:
    """Every activation in every precision, and in float64 what is said to the end."""
    build, prompt = PROGRAMS[name]
    program = build(1.0)
    told, says = program.encode(prompt), program.complete(prompt)
    ids = {symbol: i for i, symbol in enumerate(program.vocabulary)}
    heard = (told + [ids[symbol] for symbol in says])[: program.model.n_ctx]
    asked = [case(lambda N: build(N).model, 1.0, p, heard) for p in PRECISIONS]
    asked[0]["said"] = {
        "prompt": told,
        "steps": program.steps or program.model.n_ctx + 1 - len(told),
        "stop": None if program.stop is None else ids[program.stop],
    }
    answers = in_node(node, SCRIPT, {"cases": asked})["cases"]
    for question, answer in zip(asked, answers, strict=True):
        assert_parity(program.model, question, answer, cancellation(program.model, heard))
    said = [d["token"] for d in answers[0]["said"]]
    assert [program.vocabulary[i] for i in said if not program.is_sentinel(i)] == says


def test_rounding_matches_numpy_bit_for_bit(node: str) -> None:
    rng = np.random.default_rng(0)
    values = rng.normal(size=4000) * 10.0 ** rng.uniform(-45, 39, 4000)
    halves = np.concatenate([np.arange(1, 200) * 2.0**k for k in (-26, -134, -9, 8)])
    edges = [0, 65503.9, 65504, 65519.9, 65520, 2**-25, 3 * 2**-25, 3.3895e38, 3.4e38, 1e300]
    values = np.concatenate([values, halves, edges, -np.array(edges), [np.inf, -np.inf]])
    asked = [{"precision": p, "values": [repr(float(x)) for x in values]} for p in PRECISIONS]
    for question in asked:
        question["values"] = [x.replace("inf", "Infinity") for x in question["values"]]
    for question, answer in zip(
        asked, in_node(node, SCRIPT, {"rounded": asked})["rounded"], strict=True
    ):
        expected = rounding(str(question["precision"]))(values)
        got = np.array([float(x) for x in answer])
        assert np.array_equal(got, expected), question["precision"]


@every("precision", PRECISIONS)
@every("N", [1.0, 3.0, 3.7, 4.0, 1e4, 1e6, 1e8])
def test_hello_world_says_the_same(node: str, N: float, precision: str) -> None:
    program = hello_world("Hello World!", loud=N)
    start = program.encode("")
    room = program.model.n_ctx
    asked = case(lambda N: hello_world("Hello World!", loud=N).model, N, precision, [0, 1, 2, 3, 3])
    stop = program.vocabulary.index(program.stop)
    asked["said"] = {"prompt": start, "steps": room, "stop": stop}
    (answer,) = in_node(node, SCRIPT, {"cases": [asked]})["cases"]
    assert_parity(program.model, asked, answer)
    if answer["said"][-1]["outcome"] == "nan":
        with pytest.raises(ValueError, match="not a number"), np.errstate(invalid="ignore"):
            generate(program.model, np.array(start), room, stop=stop, to=rounding(precision))
    else:
        said = generate(program.model, np.array(start), room, stop=stop, to=rounding(precision))
        assert start + [d["token"] for d in answer["said"]] == said.tolist()


def test_float16_breaks_off_where_the_position_overflows(node: str) -> None:
    asked = case(lambda N: hello_world("Hello World!", loud=N).model, 1e6, "float16", [0])
    asked["said"] = {"prompt": [0], "steps": 3}
    (answer,) = in_node(node, SCRIPT, {"cases": [asked]})["cases"]
    assert [d["outcome"] for d in answer["said"]] == ["nan"]


@every("d_vocab", [11, 32, 256])
@every("d_model", [3, 12])
def test_variants_of_hello_world(node: str, d_vocab: int, d_model: int) -> None:
    def build(N: float) -> Transformer:
        symbols = alphabet("Hello World!", d_vocab)
        return hello_world("Hello World!", vocabulary=symbols, loud=N, d_model=d_model).model

    asked = [case(build, 10.0, p, [0, d_vocab - 1, 2, 5]) for p in PRECISIONS]
    for question, answer in zip(
        asked, in_node(node, SCRIPT, {"cases": asked})["cases"], strict=True
    ):
        assert_parity(build(10.0), question, answer)


@every("d_model", [3, 6, 12, 24])
@every("N", [1e-2, 1.0, 7.0, 1e3, 1e6])
def test_hardening(node: str, N: float, d_model: int) -> None:
    def build(N: float) -> Transformer:
        return looking_back(N, 1, d_model, 12)

    asked = [case(build, N, p, [0] * 12) for p in PRECISIONS]
    for question, answer in zip(
        asked, in_node(node, SCRIPT, {"cases": asked})["cases"], strict=True
    ):
        assert_parity(build(N), question, answer)


def test_decisions_are_named_the_same(node: str) -> None:
    rows = [[1.0, 3.0, 2.0], [3.0, 1.0, 3.0], [1.0, 1.0 + 2.0**-52, 0.0], [0.0, 0.0, 0.0],
            [-1.0, -5.0, -1.0 - 1e-9], [2.0, np.inf, 1.0]]  # fmt: skip
    asked = [[repr(x).replace("inf", "Infinity") for x in row] for row in rows]
    answers = in_node(node, SCRIPT, {"decided": [*asked, ["1", "NaN", "2"]]})["decided"]
    assert answers.pop()["outcome"] == "nan"
    for row, answer in zip(rows, answers, strict=True):
        logits = np.array(row)
        assert answer["outcome"] == outcome(logits)
        assert answer["token"] == int(greedy(logits))
        assert answer["margin"] in (None, float(margin(logits)))  # JSON has no infinity


def test_a_wrong_weight_is_noticed(node: str) -> None:
    model = random_transformer(3)
    asked = case(lambda _: model, 1.0, "float64", [1, 2, 3])
    (answer,) = in_node(node, SCRIPT, {"cases": [asked]})["cases"]
    W_E = model.W_E.copy()
    W_E[2, 0] += 1e-9
    with pytest.raises(AssertionError, match="apart"):
        assert_parity(replace(model, W_E=W_E), asked, answer)
