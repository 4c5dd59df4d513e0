"""Six programs of the book in one GPT-2 of the transformers library."""

from typing import Any

import numpy as np
import pytest

from taotp import programs as P
from taotp.constructions.pairs import paired
from taotp.exports import to_gpt2
from taotp.little_man import assemble, shipped
from taotp.programs import small
from taotp.programs.choosing import Choice, choose
from taotp_core.decode import generate
from taotp_core.program import Program
from tests.programs.choosing import distinct, sums, texts

pytestmark = pytest.mark.engines
torch: Any = pytest.importorskip("torch", reason="torch is not installed")
pytest.importorskip("transformers", reason="transformers is not installed")

PROGRAMS: dict[str, Program] = {
    "hello:": P.hello_world(),
    "add:": small.add(2),
    "search:": P.search("abcdefgh", 40, 2),
    "minimum:": P.minimum(50, 20),
    "sort:": small.sort(30, 30),
    "computer:": P.computer(100, 160),
}
SUM = "INP\nSTA 9\nLDA 8\nADD 9\nOUT\nHLT"
PROMPTS: dict[str, list[Any]] = {
    "hello:": ["", "Hel", "WWW"],
    "add:": sums(2),
    "search:": texts("abcdefgh", 39, 3)(np.random.default_rng(0)),  # type: ignore[dict-item]
    "minimum:": texts(range(50), 19)(np.random.default_rng(1)),  # type: ignore[dict-item]
    "sort:": distinct(30, 14)(np.random.default_rng(2)),
    "computer:": [assemble(SUM), assemble(shipped.text("hello")), assemble("LDA 1\nOUT\nHLT")],
}


def rows(one: Choice, name: str) -> list[tuple[int, Any]]:
    """How long each prompt is, and its ids with all that the program says alone."""
    program, found = PROGRAMS[name], []
    stop = None if program.stop is None else program.places[program.stop]
    for prompt in PROMPTS[name]:
        ids = program.encode(prompt)
        room = program.model.n_ctx + 1 - len(ids)
        said = generate(program.model, np.array(ids), min(room, program.steps or room), stop=stop)
        tokens = [one.places[name], *(one.places[program.vocabulary[i]] for i in said)]
        found.append((len(ids) + 1, tokens))
    return found


def test_every_prompt_is_answered_by_gpt2() -> None:
    one = choose(PROGRAMS)
    network = to_gpt2(paired(one.model))
    for name in PROGRAMS:
        for n, tokens in rows(one, name):
            with torch.no_grad():
                said = network(torch.tensor([tokens[:-1]])).logits[0].argmax(-1).tolist()
            assert said[n - 1 :] == tokens[n:], (name, n)
