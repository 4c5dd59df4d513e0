"""Machines with one thing changed, as answers to exercises are made of one another."""

from dataclasses import replace
from typing import Any

from taotp_core.arrays import Array
from taotp_core.program import Program
from taotp_core.weights import Transformer


def put(W: Array, at: Any, to: Any) -> Array:
    """A copy of an array that has other numbers at one place or several."""
    other = W.copy()
    other[at] = to
    return other


def with_model(program: Program, **changes: Any) -> Program:
    """A program whose model has these fields."""
    return replace(program, model=replace(program.model, **changes))


def with_encoder(program: Program, **changes: Any) -> Program:
    """A program whose encoder has these fields."""
    assert program.model.encoder is not None
    return with_model(program, encoder=replace(program.model.encoder, **changes))


def with_layer(model: Transformer, number: int = 0, **changes: Any) -> Transformer:
    """A model of which a layer has these fields."""
    layers = [*model.layers]
    layers[number] = replace(layers[number], **changes)
    return replace(model, layers=layers)


def with_head(
    model: Transformer, number: int = 0, kind: str = "heads", **changes: Any
) -> Transformer:
    """A model of which the first head of a layer has these fields; or of those that look across."""
    first, *others = getattr(model.layers[number], kind)
    return with_layer(model, number, **{kind: [replace(first, **changes), *others]})


def asked_otherwise(model: Transformer, number: int = 0, kind: str = "heads") -> Transformer:
    """A model whose first head of a layer asks, and answers, with the other sign."""
    head = getattr(model.layers[number], kind)[0]
    return with_head(model, number, kind, W_Q=-head.W_Q, W_K=-head.W_K)


def other_order(model: Transformer) -> Transformer:
    """The heads of each layer the other way round."""
    layers = [replace(layer, heads=layer.heads[::-1]) for layer in model.layers]
    return replace(model, layers=layers)
