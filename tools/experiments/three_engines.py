"""Measure how far each program's logits are from its own in engines that others wrote.

python -m tools.experiments three_engines     about a minute on one core, after `make engines`

Writes taotp/data/three_engines.json.
"""

import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from taotp.exports import to_gpt2, to_onnx
from taotp.exports.engine import engine
from taotp.files import write_whole
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
    repeat_pattern,
    search,
    sort,
)
from taotp.verify.worker_pool import bar
from taotp_core.arrays import Array, Tokens
from taotp_core.decode import generate
from taotp_core.transformer import forward
from taotp_core.weights import Transformer, mapped

RESULT = Path(__file__).resolve().parents[2] / "taotp/data/three_engines.json"
LETTERS = "abcdefghijklmnopqrstuvwxyz "
PRECISIONS = ("float64", "float32")
CAPITALS = {"fr": "Paris", "it": "Rome", "es": "Madrid", "at": "Vienna", "hu": "Budapest"}

# What the tests hold an engine to at the positions that answer, as a share of the largest logit.
# GPT-2's epsilon moves a row by 1e-10 of its spread. What a spike looks up is a number stretched by
# one over the spike's width, and rounding with it; the source's search mixes what two places say.
CLOSE = {"numpy": 1e-12, "onnxruntime": 1e-12, "transformers": 1e-9}
STRETCHED = {
    "add(2)": 1e-10,
    "add(3)": 1e-6,
    "printed.add_mod10(2)": 1e-10,
    "printed.search(10, 30, 2)": 1e-6,
}
CLOSE_FLOAT32 = 1e-6
STRETCHED_FLOAT32 = {
    "add_digits_mod10()": 1e-4,
    "add_mod10(2)": 1e-3,
    "add(2)": 1e-2,
    "printed.add(2)": 1e-3,
}
LOST = {"add(3)", "printed.sort()", "printed.add_mod10(2)"}
LOST_IN_PYTORCH = {"sort()", "printed.search(10, 30, 2)"}

Asking = Callable[[Tokens], Array]  # ids [n] to logits [n, d_vocab]


@dataclass(frozen=True)
class Case:
    """A program by the name it has in the tables, and what it is asked."""

    name: str
    program: Program
    prompts: Sequence[Any]


def lists(n: int, d_vocab: int, longest: int, repeat: bool = True) -> list[list[int]]:
    """Random lists of numbers from 1 on, of length 1 to `longest`."""
    rng = np.random.default_rng(0)
    lengths = np.linspace(1, longest, n).astype(int)
    return [rng.choice(range(1, d_vocab), size, repeat).tolist() for size in lengths]


def sums(form: str) -> list[str]:
    """Questions such as 05+70=, with every digit somewhere and with every kind of carry."""
    n = form.count("a")
    pairs = ("000", "000"), ("999", "999"), ("123", "456"), ("789", "312"), ("505", "495")
    return [form.replace("a" * n, a[-n:]).replace("b" * n, b[-n:]) for a, b in pairs]


def cases() -> Iterator[Case]:
    """Every program of the library, and the source's own."""
    texts = [
        [1, 2, 5, 1, 1, 7, 1, 1],
        [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 1],
        [4] * 30,
    ]
    keys = ["fr", "it", "from hu", "not to es but to at"]
    numbers, different = lists(8, 50, 20), lists(6, 28, 27, repeat=False)
    yield Case("hello_world()", hello_world(), ["", "Hello", "Hello World"])
    yield Case("lookup(...)", lookup(CAPITALS, 20, vocabulary=LETTERS), keys)
    yield Case("search(10, 30, 2)", search(10, 30, 2), texts)
    yield Case("minimum(50, 20)", minimum(50, 20), numbers)
    yield Case("maximum(50, 20)", maximum(50, 20), numbers)
    yield Case("sort()", sort(), different)
    yield Case("add_digits_mod10()", add_digits_mod10(), ["11", "00", "99", "38"])
    yield Case("add_mod10(2)", add_mod10(2), sums("aa+bb="))
    yield Case("add(2)", add(2), sums("aa+bb="))
    yield Case("add(3)", add(3), sums("aaa+bbb="))
    yield Case('repeat_pattern("aab", 9)', repeat_pattern("aab", 9), ["aa", "ab", "baaba"])
    yield Case("printed.greeting()", printed.greeting(), ["", "Hello"])
    yield Case("printed.lookup(...)", printed.lookup(CAPITALS, 20, vocabulary=LETTERS), keys)
    yield Case("printed.search(10, 30, 2)", printed.search(10, 30, 2), texts[:1])
    yield Case("printed.minimum(50, 20)", printed.minimum(50, 20), numbers)
    four = [[5, 9, 2, 7], [12, 1, 10, 11], [8, 6, 4, 3]]
    yield Case("printed.sort()", replace(printed.sort(), steps=4), four)  # it does not stop
    yield Case("printed.add_mod10(2)", printed.add_mod10(2), sums("aa+bb="))
    yield Case("printed.add(2)", printed.add(2), sums("aa+bb="))


def said(case: Case, prompt: Any) -> tuple[Tokens, int]:
    """The ids of a prompt with all that the program says after it, and where its answers begin."""
    program = case.program
    typed = program.encode(prompt)
    ids = generate(program.model, np.array(typed), steps(program, typed), stop=stop(program))
    return ids, len(typed) - 1


def steps(program: Program, typed: Sequence[int]) -> int:
    """How many tokens the program says at most after so many."""
    room = program.model.n_ctx + 1 - len(typed)
    return room if program.steps is None else min(room, program.steps)


def stop(program: Program) -> int | None:
    """The id at which the program ends."""
    return None if program.stop is None else program.vocabulary.index(program.stop)


def by_numpy(model: Transformer, precision: str) -> Asking:
    """The book's own engine."""
    return partial(forward, in_precision(model, precision))


def by_transformers(model: Transformer, precision: str) -> Asking:
    """GPT-2 of the transformers library."""
    torch = engine("torch")
    network = to_gpt2(model).to(getattr(torch, precision))

    def ask(ids: Tokens) -> Array:
        with torch.inference_mode():
            logits: Array = network(torch.tensor(ids)[None]).logits[0].numpy()
        return logits

    return ask


def by_onnxruntime(model: Transformer, precision: str) -> Asking:
    """The ONNX file in onnxruntime."""
    onnxruntime = engine("onnxruntime")
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/model.onnx"
        to_onnx(in_precision(model, precision), path, batch=())
        session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])

    def ask(ids: Tokens) -> Array:
        (logits,) = session.run(["logits"], {"tokens": ids})
        return np.asarray(logits)

    return ask


def in_precision(model: Transformer, precision: str) -> Transformer:
    """The same weights in floats of another size."""
    return mapped(model, lambda _, W: W.astype(precision))


ENGINES: dict[str, Callable[[Transformer, str], Asking]] = {
    "numpy": by_numpy,
    "transformers": by_transformers,
    "onnxruntime": by_onnxruntime,
}


def apart(theirs: Array, ours: Array) -> float:
    """The largest difference of logits [n, d_vocab], as a share of the largest logit."""
    return float(np.abs(theirs - ours).max() / np.abs(ours).max()) if len(ours) else 0.0


def held_to(program: str, name: str, precision: str) -> float | None:
    """How far the logits of a program may be from its own; None where float32 loses the answer."""
    if precision == "float64":
        return max(CLOSE[name], STRETCHED.get(program, 0.0))
    if program in LOST or (name == "transformers" and program in LOST_IN_PYTORCH):
        return None
    return STRETCHED_FLOAT32.get(program, CLOSE_FLOAT32)


def held_cases(name: str) -> list[tuple[Case, str]]:
    """The cases and precisions in which an engine is held to anything."""
    each = product(cases(), PRECISIONS)
    return [(case, precision) for case, precision in each if held_to(case.name, name, precision)]


def measure(case: Case, name: str, precision: str) -> dict[str, Any]:
    """How far an engine is from the book's at float64, and whether it says the same.

    "answers" is the largest difference at the positions that answer, "elsewhere" at all others;
    "held_to" is the most that a test allows, and "same" counts the prompts after which the largest
    logits are those of the program.
    """
    ask = ENGINES[name](case.program.model, precision)
    answers, elsewhere, same = [0.0], [0.0], 0
    for prompt in case.prompts:
        text, first = said(case, prompt)
        ids = text[:-1]
        ours, theirs = forward(case.program.model, ids), ask(ids)
        answers.append(apart(theirs[first:], ours[first:]))
        elsewhere.append(apart(theirs[:first], ours[:first]))
        same += np.array_equal(theirs[first:].argmax(-1), text[first + 1 :])
    return {
        "answers": max(answers),
        "held_to": held_to(case.name, name, precision),
        "elsewhere": max(elsewhere),
        "same": same,
        "prompts": len(case.prompts),
    }


def mean_in_pytorch(model: Transformer) -> float:
    """The largest mean that PyTorch's norm finds in a row of W_E at float32."""
    torch = engine("torch")
    rows = torch.tensor(model.W_E.astype(np.float32))
    _, means, _ = torch.native_layer_norm(rows, (model.d_model,), None, None, 1e-20)
    return float(means.abs().max())


def make() -> None:
    """Measure every program in every engine, in both precisions."""
    rows = []
    asked = list(product(cases(), ENGINES, PRECISIONS))
    for case, name, precision in bar(asked, len(asked), "case"):
        where = {"program": case.name, "engine": name, "precision": precision}
        rows.append(where | measure(case, name, precision))
    versions = {name: version(name) for name in ("numpy", "torch", "transformers", "onnxruntime")}
    lines = ",\n".join(f"    {json.dumps(row)}" for row in rows)
    text = f'{{\n"versions": {json.dumps(versions)},\n'
    text += (
        f'"mean_of_a_row_of_sort": {mean_in_pytorch(sort().model)},\n"rows": [\n{lines}\n]\n}}\n'
    )
    write_whole(RESULT, text.encode())
