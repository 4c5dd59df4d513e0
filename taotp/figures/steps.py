"""The steps in which a live figure shows a machine, by the names that addresses have for them."""

from collections.abc import Iterator

from taotp_core.weights import Layer, Transformer

FINISHED = "say"  # the last step of every model: all before it is done, and the answer is said


def steps_of(model: Transformer) -> list[str]:
    """The names of a model's steps in their order, such as "embed", "look 0", "compare", "say".

    Those of an encoder come first and begin with "source"; as in page/machine/steps.js.
    """
    first = [f"source {name}" for name in steps_of_stack(model.encoder)] if model.encoder else []
    return [*first, *steps_of_stack(model), "compare", FINISHED]


def steps_of_stack(model: Transformer) -> Iterator[str]:
    """The steps of a stack of layers, from the embedding to its final norm."""
    yield "embed"
    for number, layer in enumerate(model.layers):
        yield from steps_of_layer(layer, number, model.norms == "before")
    if model.norm_final:
        yield "norm"


def steps_of_layer(layer: Layer, number: int, norms_first: bool) -> Iterator[str]:
    """The steps of a layer: a norm is before what it is for, or behind it."""
    looking = ("ask", "look", "carry")
    parts = (
        (layer.heads, layer.norm_attn, looking, ""),
        (layer.cross, layer.norm_cross, looking, " cross"),
        (layer.mlp is not None and layer.mlp.b_in.size, layer.norm_mlp, ("think",), " mlp"),
    )
    for has, norm, kinds, what in parts:
        if not has:
            continue
        more = "" if kinds == ("think",) else what
        steps = [f"{kind} {number}{more}" for kind in kinds]
        normed = [f"norm {number}{what}"] if norm else []
        yield from [*normed, *steps] if norms_first else [*steps, *normed]
