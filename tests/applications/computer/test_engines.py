"""The computer in the engines of others: FizzBuzz is written by GPT-2, and by onnxruntime."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest

from taotp import little_man
from taotp.applications.computer.machine import Computer
from taotp.exports import from_gpt2, to_gpt2, to_onnx
from taotp.little_man import assemble, steps, text
from taotp.programs import computer
from taotp_core import predictions
from taotp_core.measure import parameters
from taotp_core.weights import LAYER_NORM, mapped


@cache
def fizzbuzz() -> tuple[list[str], list[str]]:
    """The prompt and the whole trace."""
    prompt = assemble(text("fizzbuzz"))
    return prompt, [*steps(prompt)]


def ids(program: Computer) -> tuple[np.ndarray[Any, np.dtype[np.intp]], int]:
    """The tokens of all of it, and how many of them are the prompt."""
    prompt, trace = fizzbuzz()
    return np.array([program.places[token] for token in (*prompt, *trace)]), len(prompt)


@pytest.fixture
def torch() -> Iterator[Any]:
    """PyTorch on one thread, as these matrices are small."""
    found: Any = pytest.importorskip("torch", reason="torch is not installed")
    pytest.importorskip("transformers", reason="transformers is not installed")
    threads = found.get_num_threads()
    found.set_num_threads(1)
    yield found
    found.set_num_threads(threads)


@pytest.mark.engines
def test_gpt2_runs_fizzbuzz_and_gives_the_machine_back(torch: Any) -> None:
    program = computer(n_ctx=1024, norm=LAYER_NORM)
    network = to_gpt2(program.model)
    tokens, n = ids(program)
    assert len(tokens) - n > 600
    given = torch.tensor(tokens[None])
    with torch.no_grad():
        written = network.generate(given[:, :n], max_new_tokens=len(tokens) - n, do_sample=False,
                                   attention_mask=torch.ones_like(given[:, :n]),
                                   pad_token_id=program.places["."])  # fmt: skip
    assert written[0].tolist() == tokens.tolist()
    back = from_gpt2(network)
    assert predictions(back, tokens[:-1])[n - 1 :].tolist() == tokens[n:].tolist()
    whole = Computer(back, program.vocabulary, stop=".")
    assert whole.run(text("gcd"), [12, 18]) == [6]
    assert (parameters(back).total, len(back.layers)) == (257_062, 3)


@pytest.mark.engines
def test_gpt2_runs_fizzbuzz_in_float32(torch: Any) -> None:
    program = computer(n_ctx=1024, norm=LAYER_NORM, loud=1e5, hard=32)
    network = to_gpt2(mapped(program.model, lambda _, W: W.astype(np.float32)))
    assert network.lm_head.weight.dtype == torch.float32
    tokens, n = ids(program)
    with torch.no_grad():
        said = network(torch.tensor(tokens[None, :-1])).logits[0, n - 1 :].argmax(-1)
    assert said.tolist() == tokens[n:].tolist()


def test_onnxruntime_runs_fizzbuzz(tmp_path: Path) -> None:
    program = computer(n_ctx=1024)
    path = to_onnx(program, tmp_path / "computer.onnx", batch=())
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    tokens, n = ids(program)
    (logits,) = session.run(["logits"], {"tokens": tokens[:-1]})
    assert logits[n - 1 :].argmax(-1).tolist() == tokens[n:].tolist()
    assert little_man.listen(fizzbuzz()[1])[:3] == [1, 2, "Fizz"]
