"""A machine of the benchmark as its folder would have it, without the folder."""

from dataclasses import replace
from typing import Any

import numpy as np

from taotp.interp.benchmark.machine import Machine
from taotp.interp.ground_truth.cases import Case
from taotp.interp.parts import Part, parts_of
from taotp_core.weights import Norm, Transformer, named_arrays


def name_of(part: Part) -> str:
    """What the benchmark calls a part: what the names of its arrays begin with.

    >>> name_of((0, 1)), name_of((0, "mlp")), name_of((1, "cross 0"))
    ('layers.0.heads.1', 'layers.0.mlp', 'layers.1.cross.0')
    """
    number, which = part
    what = f"heads.{which}" if isinstance(which, int) else which.replace(" ", ".")
    return f"layers.{number}.{what}"


def machine_of(case: Case, n_texts: int | None = None) -> Machine:
    """A machine on its first texts (None: on all), for what `machine.py` of the folder computes."""
    model = replace(case.model, encoder=None)
    first = slice(n_texts)
    speaker = None
    answers = case.answers[first]
    if case.speaker is not None:
        said = replace(case.speaker, encoder=None)
        assert case.openings is not None
        speaker = Machine(settings(said), named_arrays(said), case.openings[first],
                          [*case.asked], answers)  # fmt: skip
    memory = None if case.memory is None else case.memory[first]
    return Machine(settings(model), named_arrays(model), np.asarray(case.prompts)[first],
                   [*case.asked], answers, memory, speaker)  # fmt: skip


def settings(model: Transformer) -> dict[str, Any]:
    """What of a machine is no array: the order of its steps, and what norms and units are."""
    norms: dict[str, Norm | None] = {"norm_final": model.norm_final}
    steps = []
    for number, layer in enumerate(model.layers):
        own = [name_of(part) for part in parts_of(model) if part[0] == number]
        for kind, norm in (("heads", "attn"), ("cross", "cross"), ("mlp", "mlp")):
            name = f"layers.{number}.norm_{norm}"
            parts = [part for part in own if part.split(".")[2] == kind]
            if parts or (model.norms == "after" and kind != "cross"):
                steps.append({"norm": name, "parts": parts})
                norms[name] = getattr(layer, f"norm_{norm}")
    return {
        "norms": model.norms,
        "causal": model.causal,
        "steps": steps,
        "norm_settings": {name: norm_settings(norm) for name, norm in norms.items()},
        "acts": {
            f"layers.{number}.mlp": layer.mlp.act
            for number, layer in enumerate(model.layers)
            if layer.mlp
        },
    }


def norm_settings(norm: Norm | None) -> dict[str, Any] | None:
    """What of a norm is no array."""
    if norm is None:
        return None
    return {"eps": norm.eps, "inside": norm.inside, "centered": norm.centered}
