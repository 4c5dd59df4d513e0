"""The page computes what numpy computes: every activation, every decision, every precision.

float64 agrees to 1e-12 of the largest score. In an emulated precision both round the same numbers
at the same places, so that they may differ only where a sum taken in another order falls on the
other side of a rounding boundary: by at most one unit in the last place, of the largest entry.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from taotp import programs
from taotp.figures.spec import Columns, encode_model
from taotp.interp import Part, ablated
from taotp.programs import Program, hello_world, lookup, printed
from taotp_core import PRECISIONS, RMS_NORM, Norm, Transformer, random_transformer, rounding
from taotp_core.arrays import Array
from taotp_core.decode import TIE, generate, greedy
from taotp_core.measure import margin
from taotp_core.transformer import Trace, encode, normalize, trace
from tests.examples import relative
from tests.in_node import in_node
from tests.laws import every
from tools.sampling import drawn

SCRIPT = Path(__file__).with_name("parity.mjs")
DIGITS = {"float32": 24, "bfloat16": 8, "float16": 11}
LEFT = 1e6  # an answer's terms are some thousand times as large as the answer
UNEVEN = ((1, 2), (4, 3), (2, 2))
TOKENS = [0, 9, 3, 3, 7, 1, 5, 2]
Question = dict[str, Any]
NORMS: tuple[Literal["before", "after"], ...] = ("before", "after")


def case(
    build: Callable[[float], Transformer], N: float, precision: str, tokens: list[int], **more: Any
) -> Question:
    columns = Columns()
    asked: Question = {"model": encode_model(build, columns), "columns": columns.stored, "N": N}
    return asked | {"precision": precision, "tokens": tokens} | more


def asked_of(model: Transformer, tokens: list[int], of: str = "", **more: Any) -> list[Question]:
    """The same question in every precision; of several, float64 and one whose turn it is."""
    emulated = drawn([*DIGITS], 1, of) if of else DIGITS
    return [case(lambda _: model, 1.0, p, tokens, **more) for p in ("float64", *emulated)]


def answers_to(node: str, *asked: Question) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = in_node(node, SCRIPT, {"cases": asked})["cases"]
    return found


def assert_each(
    node: str,
    model: Transformer,
    asked: Sequence[Question],
    *,
    cancels: Array | None = None,
    other: Transformer | None = None,
) -> list[dict[str, Any]]:
    """The page computes what a model does, and not what the other one does."""
    answers = answers_to(node, *asked)
    for question, answer in zip(asked, answers, strict=True):
        assert_parity(model, question, answer, cancels)
        if other is not None:
            with pytest.raises(AssertionError, match="apart"):
                assert_parity(other, question, answer)
    return answers


def read(row: list[Any]) -> Array:
    return np.array([float(x) for x in row])


def largest_in(*arrays: Array) -> float:
    return max(float(np.abs(x[np.isfinite(x)]).max(initial=0)) for x in arrays)


def assert_same(here: Array, there: Array, precision: str, largest_score: float, what: str) -> None:
    finite = np.isfinite(here)
    assert here.shape == there.shape, what
    assert np.array_equal(here[~finite], there[~finite], equal_nan=True), what
    assert np.isfinite(there[finite]).all(), what
    allowed = 1e-12 * largest_score
    if precision != "float64":  # one unit in the last place of the largest entry
        largest = largest_in(here)
        allowed = 2.0 ** (np.floor(np.log2(largest)) - DIGITS[precision] + 1) if largest else 0
    apart = np.abs(here[finite] - there[finite]).max(initial=0)
    assert apart <= allowed, f"{what} in {precision}: {apart} apart, {allowed} allowed"


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


def traces(
    model: Transformer, tokens: list[int], precision: str, memory: Array | None
) -> list[Trace]:
    """For each position what is computed up to it: of what all is finite, that of the whole.

    What overflows behind a position would make it NaN too, by zeros in its pattern.
    """

    def run(n: int) -> Trace:
        with np.errstate(invalid="ignore", over="ignore"):
            return trace(model, np.array(tokens[:n]), rounding(precision), memory)

    whole = run(len(tokens))
    if not model.causal or all(np.isfinite(x).all() for x in whole.stream.values()):
        return [whole] * len(tokens)
    return [run(i + 1) for i in range(len(tokens))]


def assert_parity(
    model: Transformer, asked: Question, answer: dict[str, Any], cancels: Array | None = None
) -> None:
    """Compare row by row: what a position computes from the tokens up to it, whatever follows.

    Where sums cancel, by a factor of `cancels` at a position, float64 may be off by that much more;
    where nearly nothing is left it is rounding that speaks, and what it says is not compared.
    """
    precision, tokens = asked["precision"], asked["tokens"]
    memory = None
    if "source" in asked:
        memory = encode(model, np.array(asked["source"]), to=rounding(precision))
        for row, told in zip(memory, answer["memory"], strict=True):
            assert_same(row, read(told), precision, max(1, largest_in(memory)), "memory")
    for i, mine in enumerate(traces(model, tokens, precision, memory)):
        lost = 1.0 if cancels is None else float(cancels[i])
        seen = slice(i + 1) if model.causal else slice(None)
        scores = [x[..., : i + 1, seen] for x in mine.scores.values()]
        scores += [x[..., : i + 1, :] for x in mine.cross_scores.values()]
        large = lost * max(1.0, largest_in(*scores, mine.logits[: i + 1]))
        assert list(answer["stream"]) == list(mine.stream)
        for name, x in mine.stream.items():
            size = max(large, lost * largest_in(x[i]))
            assert_same(x[i], read(answer["stream"][name][i]), precision, size, name)
        for kind in ("scores", "patterns", "cross_scores", "cross_patterns"):
            for number, heads in getattr(mine, kind).items():
                for h, (matrix, there) in enumerate(zip(heads, answer[kind][number], strict=True)):
                    here = matrix[i] if "cross" in kind else matrix[i, seen]
                    what = f"{kind} of head {h} of layer {number}"
                    assert_same(here, read(there[i]), precision, large, what)
        told, decision = read(answer["logits"][i]), answer["decisions"][i]
        assert_same(mine.logits[i], told, precision, large, "logits")
        # In an emulated precision one unit may make a tie of a lead: judge what was computed there.
        judged = mine.logits[i] if precision == "float64" and lost < LEFT else told
        outcome = outcome_of(judged)
        token = int(greedy(judged)) if outcome != "nan" else -1
        assert (decision["outcome"], decision["token"]) == (outcome, token)


def outcome_of(logits: Array) -> str:
    """What greedy decoding makes of a row of logits, said by this test."""
    if np.isnan(logits).any():
        return "nan"
    if len(logits) == 1:
        return "clear"
    first, second = np.sort(logits)[::-1][:2]
    close = first == second or (np.isfinite(first) and first - second <= TIE * abs(first))
    return "tie" if close else "clear"


GAMMA = Norm(gamma=np.linspace(0.5, 2, 6), beta=np.linspace(-1, 1, 6), eps=1e-5)
INSIDE = replace(GAMMA, inside=True)
MACHINES: dict[str, dict[str, Any]] = {
    "Pre-LN": {},
    "Post-LN": {"norms": "after"},
    "RMSNorm": {"norm": RMS_NORM},
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
WIDER: dict[str, dict[str, Any]] = {
    "biases of uneven heads": {"biased": True, "heads": UNEVEN},
    "biases, no norm, no MLP": {"biased": True, "norm": None, "d_mlp": 0},
    "RMSNorm, epsilon inside": {"norm": Norm(eps=1e-3, centered=False, inside=True)},
    "nobody waits": {"causal": False},
    "GPT-2": {"biased": True, "act": "gelu", "norm": INSIDE},
}
READERS: dict[str, dict[str, Any]] = {
    "an encoder with biases": {"biased": True, "act": "gelu", "norm": INSIDE},
    "an encoder without a norm": {"norm": None},
}
RELATIVE: dict[str, dict[str, Any]] = {
    "turned": {"shared": 1, "far": False, "gated": False},
    "shared": {"rotary": 0, "far": False, "gated": False},
    "by distance": {"rotary": 0, "shared": 1, "gated": False},
    "gated": {"rotary": 0, "shared": 1, "far": False},
    "all": {},
}


def with_an_encoder(norms: Literal["before", "after"], **how: Any) -> Transformer:
    encoder = random_transformer(6, n_ctx=5, d_vocab=4, norms=norms, causal=False, **how)
    return random_transformer(7, norms=norms, cross=UNEVEN, encoder=encoder, **how)


def machines() -> Iterator[tuple[str, Transformer, Question]]:
    """Names, models and what else they are asked."""
    frames = np.random.default_rng(1).normal(size=(3, 4)).round(3).tolist()
    heads = [(4, 2), (4, 2), (2, 4), (2, 4)]
    for name, how in MACHINES.items():
        yield name, random_transformer(3, **how), {}
    for norms in NORMS:
        for name, how in WIDER.items():
            yield f"{name}, {norms}", random_transformer(4, norms=norms, **how), {}
        for name, how in READERS.items():
            model = with_an_encoder(norms, **how)
            for source in ([3, 1, 1, 2], frames):
                yield f"{name}, {norms}", model, {"source": source}
    for causal in (True, False):
        bare = random_transformer(4, heads=heads, causal=causal, act="silu", biased=True)
        for name, how in RELATIVE.items():
            yield f"{name}, {causal}", relative(bare, 4, **how), {}


@every("name, model, more", machines)
def test_random_models(node: str, name: str, model: Transformer, more: Question) -> None:
    """The same whether tokens are heard one after the other or all at once."""
    asked = asked_of(model, TOKENS, name, **more)
    assert_each(node, model, [*asked, asked[0] | {"atOnce": True}, asked[0] | {"tokens": [4]}])


OWN: list[list[Part]] = [[(0, 0)], [(1, 1)], [(0, 1), (1, 0)], [(0, 0), (0, 1), (1, 0), (1, 1)]]
CROSS: list[list[Part]] = [[(0, 0)], [(1, "cross 1")], [(0, 1), (0, "cross 0"), (1, 0)]]


def knocked_out() -> Iterator[tuple[str, Transformer, list[Part]]]:
    """Names, models and heads that are taken out of them."""
    for name, off in product(("Pre-LN", "Post-LN", "uneven heads", "no norm"), OWN):
        yield name, random_transformer(5, **MACHINES[name]), off
    for norms, off in product(NORMS, CROSS):
        yield norms, with_an_encoder(norms, biased=True), off
    for name, model, _ in machines():
        if name.partition(",")[0] in RELATIVE:
            yield name, model, [(0, 0), (1, 3)]  # others go on with the keys that these share


@every("name, model, parts", knocked_out)
def test_heads_that_are_knocked_out_write_nothing(
    node: str, name: str, model: Transformer, parts: list[Part]
) -> None:
    """Their biases go with them."""
    more: Question = {"source": [3, 1]} if model.encoder else {}
    off = [f"{layer}.{which}".replace(" ", ".") for layer, which in parts]
    asked = asked_of(model, [3, 1, 4, 1, 5], f"{name} {off}", off=off, **more)
    assert_each(node, ablated(model, parts), asked, other=model)


def speech(model: Transformer, prompt: list[int], steps: int, **more: Any) -> Question:
    """The question what a model says after a prompt, in so many steps."""
    said = {"prompt": prompt, "steps": steps, "stop": more.pop("stop", None)}
    return case(lambda _: model, 1.0, "float64", prompt, said=said, **more)


def spoken(prompt: list[int], answer: dict[str, Any]) -> list[int]:
    return prompt + [decision["token"] for decision in answer["said"]]


@every("seed", range(3))
def test_decoding(node: str, seed: int) -> None:
    """Of random models until a symbol, with a context that slides, and with an encoder."""
    for machine in ("Pre-LN", "Post-LN", "RMSNorm", "no MLP", "untied"):
        model = random_transformer(seed, **MACHINES[machine])
        (answer,) = answers_to(node, speech(model, [2, 7, 1], 14, stop=8))
        said = generate(model, np.array([2, 7, 1]), 14, stop=8)
        assert spoken([2, 7, 1], answer) == said.tolist(), machine
    for machine in ("GPT-2", "nobody waits"):
        model = random_transformer(seed, n_ctx=5, norms=NORMS[seed % 2], **WIDER[machine])
        for prompt in ([2, 7, 1], TOKENS):
            (answer,) = answers_to(node, speech(model, prompt, 12))
            said = generate(model, np.array(prompt), 12, slide=True)
            assert spoken(prompt, answer) == said.tolist(), (machine, prompt)
    encoder = random_transformer(seed, d_vocab=4, causal=False)
    model = random_transformer(seed, cross=((3, 3),), encoder=encoder)
    (answer,) = answers_to(node, speech(model, [2, 7], 10, source=[3, 0, 1]))
    said = generate(model, np.array([2, 7]), 10, memory=encode(model, np.array([3, 0, 1])))
    assert spoken([2, 7], answer) == said.tolist()


TABLE = {(1, 2, 3): 4, (4, 5, 6): 7}
FOUR = [6, 2, 0, 12]
PROGRAMS: dict[str, tuple[Callable[[float], Program], list[Any]]] = {
    "search": (lambda _: programs.search(10, 32, 2), [1, 2, 5, 1, 1, 7, 1, 1]),
    "search as printed": (
        lambda N: printed.search(10, 32, 2, hard=1e8 * N), [1, 2, 5, 1, 1, 7, 1, 1]
    ),
    "search of ten": (lambda N: printed.search(10, 30, 10, hard=1e8 * N), [*range(10)] * 3),
    "minimum": (lambda _: programs.minimum(20, 8), FOUR),
    "minimum as printed": (lambda _: printed.minimum(20, 8), FOUR),
    "sort": (lambda _: programs.sort(28), [6, 2, 12, 18, 7]),
    "sort as printed": (lambda _: printed.sort(28), [6, 2, 12, 18, 7]),
    "add digits": (lambda N: programs.add_digits_mod10(loud=1e10 * N), ["4", "7"]),
    "add": (lambda N: programs.add(2, loud=1e10 * N), [*"45+78="]),
    "lookup, untied": (lambda _: lookup(TABLE, n_ctx=16, tied=False), [1, 2, 3, 4, 5, 6]),
}  # fmt: skip
PROGRAMS |= {  # what it says depends on N, and it ends where a precision does
    f"hello_world at {N}": (lambda n, N=N: hello_world(loud=N * n), [])  # type: ignore[misc]
    for N in (1.0, 3.0, 3.7, 4.0, 1e4, 1e6, 1e8)
}


@every("name, precision", product(PROGRAMS, PRECISIONS))
def test_shipped_programs(node: str, name: str, precision: str) -> None:
    """Every activation, and what is said to the end."""
    build, prompt = PROGRAMS[name]
    program, to = build(1.0), rounding(precision)
    model, told, n_ctx = program.model, program.encode(prompt), program.model.n_ctx
    stop = None if program.stop is None else program.places[program.stop]
    steps = program.steps or n_ctx + 1 - len(told)
    said = {"prompt": told, "steps": steps, "stop": stop}
    heard = (told + [program.places[symbol] for symbol in program.complete(prompt)])[:n_ctx]
    asked = case(lambda N: build(N).model, 1.0, precision, heard, said=said)
    (answer,) = assert_each(node, model, [asked], cancels=cancellation(model, heard))
    if answer["said"][-1]["outcome"] == "nan":
        with pytest.raises(ValueError, match="not a number"), np.errstate(invalid="ignore"):
            generate(model, np.array(told), steps, stop=stop, to=to)
    elif name.startswith("hello") or precision == "float64":  # else a tie may fall either way
        own = generate(model, np.array(told), steps, stop=stop, to=to)
        assert spoken(told, answer) == own.tolist()


def test_rounding_matches_numpy_bit_for_bit(node: str) -> None:
    rng = np.random.default_rng(0)
    values = rng.normal(size=4000) * 10.0 ** rng.uniform(-45, 39, 4000)
    halves = np.concatenate([np.arange(1, 200) * 2.0**k for k in (-26, -134, -9, 8)])
    edges = [0, 65503.9, 65504, 65519.9, 65520, 2**-25, 3 * 2**-25, 3.3895e38, 3.4e38, 1e300]
    values = np.concatenate([values, halves, edges, -np.array(edges), [np.inf, -np.inf]])
    texts = [repr(float(x)).replace("inf", "Infinity") for x in values]
    asked = [{"precision": precision, "values": texts} for precision in PRECISIONS]
    answers = in_node(node, SCRIPT, {"rounded": asked})["rounded"]
    for precision, answer in zip(PRECISIONS, answers, strict=True):
        assert np.array_equal(read(answer), rounding(precision)(values)), precision


@every("centered", [True, False])
def test_a_norm_ends_where_float32_does(node: str, centered: bool) -> None:
    """Squares overflow in the same rows; with float64 there is no end."""
    norm = Norm(eps=1e-10, centered=centered)
    model = replace(random_transformer(5), norm_final=norm)
    loud = np.resize(10.0 ** np.array([17.0, 18.0, 20.0, 30.0]), (model.d_vocab, 1))
    layers = [replace(each, norm_attn=norm, norm_mlp=norm) for each in model.layers]
    model = replace(model, W_E=loud * model.W_E, layers=layers, W_U=model.W_E.T)
    said = [trace(model, np.array([2]), to).logits for to in PRECISIONS.values()]
    assert (said[0] != 0).all()
    assert not said[1].any() and not said[2].any()
    assert np.isnan(said[3]).all(), "for float16 the row itself is too large"
    assert_each(node, model, asked_of(model, [0, 1, 2, 3]))


def test_decisions_are_named_the_same(node: str) -> None:
    rows = [[1.0, 3.0, 2.0], [3.0, 1.0, 3.0], [1.0, 1.0 + 2.0**-52, 0.0], [0.0, 0.0, 0.0],
            [-1.0, -5.0, -1.0 - 1e-9], [2.0, np.inf, 1.0]]  # fmt: skip
    asked = [[repr(x).replace("inf", "Infinity") for x in row] for row in rows]
    answers = in_node(node, SCRIPT, {"decided": [*asked, ["1", "NaN", "2"]]})["decided"]
    assert answers.pop()["outcome"] == "nan"
    for logits, answer in zip(map(np.array, rows), answers, strict=True):
        assert (answer["outcome"], answer["token"]) == (outcome_of(logits), int(greedy(logits)))
        assert answer["margin"] in (None, float(margin(logits)))  # JSON has no infinity
