"""What the library says after a prompt: what an engine is compared with."""

from typing import Any

import numpy as np

from taotp_core import Array, Tokens, forward, generate
from taotp_core.program import Program
from tools.experiments.three_engines import stop


def answered(program: Program, prompt: Any) -> tuple[Tokens, Array]:
    """The ids of a prompt with its answer, and the logits [n, d_vocab] that chose the answer.

    The last id is read by nobody.
    """
    typed, memory = np.array(program.encode(prompt)), program.memory(prompt)
    room = program.model.n_ctx + 1 - len(typed)
    steps = room if program.steps is None else min(room, program.steps)
    ids = generate(program.model, typed, steps, stop=stop(program), memory=memory)
    return ids, forward(program.model, ids[:-1], memory=memory)[len(typed) - 1 :]
