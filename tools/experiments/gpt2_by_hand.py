"""Ask machines of the chapter *A GPT-2 by hand* in the transformers library, and keep the answers.

python -m tools.experiments gpt2_by_hand     some seconds, after `make engines`

Writes taotp/data/gpt2_by_hand.json.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from taotp.exports import to_gpt2
from taotp.exports.engine import engine
from taotp.files import write_whole
from taotp.programs import Program, printed, repeat_pattern
from taotp.verify.worker_pool import bar
from taotp_core.transformer import forward
from taotp_core.weights import Layer, Norm

RESULT = Path(__file__).resolve().parents[2] / "taotp/data/gpt2_by_hand.json"
GPT2 = Norm(eps=1e-5, inside=True)
UNDO = replace(GPT2, gamma=np.full(8, np.sqrt(3 / 16 + 1e-5)), beta=np.full(8, 0.25))
ESSAY = ("a", "ba", "abaab", "ababa", "bbbbb")
PROMPTS: Mapping[str, tuple[str, ...]] = {
    "as it comes": (*ESSAY, "baaba"),
    "undone": (*ESSAY, "baaba"),
    "banana": ("b", "nan", "ana" + "nab"),
}


def dressed(norm: Norm) -> Program:
    """The essay's machine with this norm before its head, and GPT-2's at the end."""
    program = printed.aab()
    layer = Layer(program.model.layers[0].heads, norm_attn=norm, norm_mlp=GPT2)
    return replace(program, model=replace(program.model, layers=[layer], norm_final=GPT2))


def programs() -> dict[str, Program]:
    """The machines by name."""
    banana = replace(repeat_pattern("banana", 6), fault=None, steps=12)
    return {"as it comes": dressed(GPT2), "undone": dressed(UNDO), "banana": banana}


def ask(network: Any, program: Program, prompt: str) -> tuple[str, float]:
    """What the library says in a sliding context, and how far its logits were from ours."""
    torch = engine("torch")
    text, apart, n_ctx = program.encode(prompt), 0.0, program.model.n_ctx
    for _ in range(program.steps or 0):
        window = text[-n_ctx:]
        with torch.inference_mode():
            theirs = network(torch.tensor([window])).logits[0].numpy()
        ours = forward(program.model, np.array(window))
        apart = max(apart, float(np.abs(theirs - ours).max() / np.abs(ours).max()))
        text.append(int(theirs[-1].argmax()))
    said = text[len(prompt) :]
    return "".join(str(program.vocabulary[i]) for i in said), apart


def size(network: Any) -> int:
    """How many numbers the library stores."""
    return sum(parameter.numel() for parameter in network.parameters())


def make() -> None:
    """Ask each machine, and write what came back."""
    rows = []
    for name, program in bar(programs().items(), len(PROMPTS), "machine"):
        network = to_gpt2(program.model)
        for prompt in PROMPTS[name]:
            said, apart = ask(network, program, prompt)
            row = {"machine": name, "stored": size(network), "prompt": prompt, "said": said}
            rows.append({**row, "apart": apart})
    versions = {name: version(name) for name in ("torch", "transformers")}
    lines = ",\n".join(f"    {json.dumps(row)}" for row in rows)
    text = f'{{\n"versions": {json.dumps(versions)},\n"rows": [\n{lines}\n]\n}}\n'
    write_whole(RESULT, text.encode())
