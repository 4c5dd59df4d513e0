"""Pre-LN turned into Post-LN: norms after sub-layers, where every row is one they only scale."""

from dataclasses import replace

import numpy as np

from taotp_core.equivalences import plain_norms
from taotp_core.gadgets import overwrite_by_scale
from taotp_core.inputs import Model, model_of
from taotp_core.weights import Layer, Transformer

CLOSE = 1e-8  # as a share of a row: layer norm's epsilon moves one by 1e-10, an idle digit by more


def post_norm(model: Model) -> Transformer:
    """Turn Pre-LN into Post-LN: norms after the sub-layers, none before them, none at the end.

    The first sub-layer of Post-LN reads the embedding as it is. So every row W_E[t] + W_pos[i]
    has to be one that the norm would only scale, all by the same factor; that factor goes into
    the embedding and into what the first sub-layer writes. From then on a row of the stream is
    what the norm makes of the row it was. Logits stay the same, times the factor where tied, if
    there is one sub-layer or if the norms in between change no row, as in search; otherwise a
    sub-layer has to drown what was there before it, as in adding. Raises ValueError for a row
    that needs another factor, naming it, and for norms that differ or have a gamma or a beta.

    >>> from taotp.programs.minimum import minimum
    >>> post_norm(minimum(4, n_ctx=3).model).norms
    'after'
    """
    model = model_of(model)
    if model.norms == "after":
        return model
    own = replace(model, encoder=None)
    norm, *others = plain_norms(own)
    kinds = {other and (other.centered, other.eps, other.inside) for other in (norm, *others)}
    if len(kinds) > 1:
        raise ValueError(
            f"the norms differ: {kinds} (centered, eps, inside); they must all be alike"
        )
    factor = 1.0 if norm is None else 1 / spread(model, norm.centered)
    W_E, W_pos = factor * model.W_E, factor * model.W_pos
    layers = []
    for layer in model.layers:
        heads, cross, mlp = layer.heads, layer.cross, layer.mlp
        if heads:
            heads, factor = tuple(overwrite_by_scale(head, factor) for head in heads), 1.0
        elif cross:
            cross, factor = tuple(overwrite_by_scale(head, factor) for head in cross), 1.0
        elif mlp:
            mlp, factor = overwrite_by_scale(mlp, factor), 1.0
        norm_cross = norm if cross else layer.norm_cross
        layers.append(
            Layer(heads, mlp, norm if heads else None, norm if mlp else None, cross, norm_cross)
        )
    return replace(model, W_E=W_E, W_pos=W_pos, layers=layers, norm_final=None, norms="after")


def spread(model: Transformer, centered: bool) -> float:
    """The root mean square of every row W_E[t] + W_pos[i]; of a centered one the mean is 0.

    Raises ValueError for a row where it is another than in the first, or 0.

    >>> spread(Transformer(np.array([[3.0, -3.0], [-3.0, 3.0]]), np.zeros((4, 2))), centered=True)
    3.0
    """
    first = float(np.sqrt(np.mean((model.W_E[0] + model.W_pos[0]) ** 2)))
    for i, position in enumerate(model.W_pos):
        rows = model.W_E + position
        size, mean = np.sqrt(np.mean(rows**2, axis=1)), centered * rows.mean(axis=1)
        wrong = (abs(size - first) > CLOSE * first) | (abs(mean) > CLOSE * first) | (size == 0)
        if wrong.any():
            t = int(np.argmax(wrong))
            wanted = f"{first:.6g}, as in the first row" if first else "more"
            raise ValueError(
                f"W_E[{t}] + W_pos[{i}] has mean {mean[t]:.6g} and root mean square {size[t]:.6g}; "
                f"Post-LN does not normalize it, so that they must be 0 and {wanted}"
            )
    return first
