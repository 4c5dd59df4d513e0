"""What the stream would say after each step, and what each part adds to a logit."""

from typing import Any

import numpy as np

from taotp.interp.parts import Part, Run, embedded, in_layer, run, written_by
from taotp_core.arrays import Array, Given
from taotp_core.inputs import Model, model_of
from taotp_core.transformer import unembed
from taotp_core.weights import Layer, Norm

# What a logit is the sum of: "token", "position", each part, and "beta", which norms add.
Source = Part | str


def lens(model: Model, tokens: Given, memory: Array | None = None) -> dict[str, Array]:
    """What the model would say if it ended after each step: logits [..., n, d_vocab] by step.

    Steps are named as in `Trace.stream`; each row goes through the final norm and the unembedding,
    so that the last is what the model does say. Raises ValueError as forward does. The logit lens
    of nostalgebraist 2020.

    >>> from taotp.programs.induction import induction
    >>> program, text = induction("abcd", n_ctx=8), [0, 1, 2, 0]
    >>> {step: int(logits[-1].argmax()) for step, logits in lens(program, text).items()}
    {'embedding': 0, 'attention 0': 0, 'mlp 0': 0, 'attention 1': 1, 'mlp 1': 1}
    """
    model = model_of(model)
    return {step: unembed(model, x) for step, x in run(model, tokens, memory).stream.items()}


def attribution(
    model: Model,
    tokens: Given,
    token: int | None = None,
    position: int = -1,
    against: int | None = None,
    memory: Array | None = None,
) -> dict[Source, float]:
    """What each part of the machine adds to a logit, or to the lead of a token `against` another.

    `tokens` is one prompt, and `token` None is the one that it says after `position`. Keys are
    "token" and "position" (the embedding), each part with its biases, and "beta" (what norms add);
    the values sum to the logit, or to the lead. Every norm that the stream goes through divides as
    it did in this run, as if its divisor were a constant: the final one in Pre-LN, all of them in
    Post-LN. Direct logit attribution, as in Elhage et al. 2021. Raises ValueError as forward does,
    for a token or a position that is not there, and for a batch.

    >>> from taotp.programs.induction import induction
    >>> program, text = induction("abcd", n_ctx=8), [0, 1, 2, 0]
    >>> said = attribution(program, text)
    >>> {part: round(share) for part, share in said.items() if share > 1}
    {(1, 0): 40}
    """
    of = run(model, tokens, memory)
    if of.logits.ndim != 2:
        raise ValueError(f"tokens have shape {of.inputs.shape}; attribution is of one prompt")
    n, d_vocab = of.logits.shape
    if not -n <= position < n:
        raise ValueError(f"position is {position}; the prompt has positions 0 to {n - 1}")
    token = int(of.logits[position].argmax()) if token is None else token
    for name, value in (("token", token), ("against", against)):
        if value is not None and not 0 <= value < d_vocab:
            raise ValueError(f"{name} is {value}; d_vocab is {d_vocab}")
    toward = of.model.unembedding[:, token]
    if against is not None:
        toward = toward - of.model.unembedding[:, against]
    return {source: float(rows[position] @ toward) for source, rows in contributions(of).items()}


def contributions(of: Run) -> dict[Source, Array]:
    """What the last row of the stream is the sum of, after its norms: [..., n, d_model] each."""
    rows, positions = embedded(of)
    sums: dict[Source, Array] = {
        "token": rows, "position": np.broadcast_to(positions, rows.shape), "beta": 0.0 * rows
    }  # fmt: skip
    post = of.model.norms == "after"
    for number, layer in enumerate(of.model.layers):
        parts = list(in_layer(number, layer))
        for mine, norm in sub_layers(layer, parts):
            sums |= {part: written_by(of, part) for part in mine}
            if post:
                sums = through(sums, norm)
    return through(sums, of.model.norm_final)


def sub_layers(layer: Layer, parts: list[Part]) -> list[tuple[list[Part], Norm | None]]:
    """The parts of each sub-layer, and the norm that comes after it in Post-LN."""
    heads = [part for part in parts if isinstance(part[1], int)]
    mlp = [part for part in parts if part[1] == "mlp"]
    cross = [part for part in parts if part not in heads + mlp]
    middle = [(cross, layer.norm_cross)] if cross else []
    return [(heads, layer.norm_attn), *middle, (mlp, layer.norm_mlp)]


def through(sums: dict[Source, Array], norm: Norm | None) -> dict[Source, Array]:
    """Each of some summands as a norm leaves it, which divides them by what it divides the sum."""
    if norm is None:
        return sums
    by = divisor(sum(sums.values()), norm)
    scaled: dict[Source, Array] = {
        source: centered(rows, norm) / by for source, rows in sums.items()
    }
    if norm.gamma is not None:
        scaled = {source: rows * norm.gamma for source, rows in scaled.items()}
    if norm.beta is not None:
        scaled["beta"] = scaled["beta"] + norm.beta
    return scaled


def centered(rows: Array, norm: Norm) -> Array:
    """Rows less their mean, where the norm takes it away."""
    return rows - rows.mean(-1, keepdims=True) if norm.centered else rows


def divisor(rows: Any, norm: Norm) -> Array:
    """What a norm divides rows [..., d_model] by: [..., 1]."""
    variance = np.mean(centered(rows, norm) ** 2, -1, keepdims=True)
    if norm.inside:
        root: Array = np.sqrt(variance + norm.eps)
        return root
    return np.asarray(np.sqrt(variance) + norm.eps)
