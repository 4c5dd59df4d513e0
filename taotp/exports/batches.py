"""Room for prompts of unequal length, side by side: what pads the shorter, and where a text ends.

Engines pad a batch on the left and go on until its last text has ended; each row has its own
positions. A text that has ended goes on meanwhile, past its context; and one that would only end
there cannot be told to, as a length that is asked for is that of all.
"""

from dataclasses import replace

import numpy as np

from taotp_core.arrays import Array
from taotp_core.weights import Transformer, longer

PAD = "<pad>"
SPARE = 2  # columns of the stream that are 0 but at the positions behind the context


def with_pad(model: Transformer) -> Transformer:
    """The same model with one more token, which pads, and which it says behind its context.

    The last SPARE columns of its stream must be zeros, and its final norm have a gamma and a beta.
    There are as many positions more as there were. Their rows are loud in the spare columns, so
    that nothing else counts after a norm; the new token reads these, less what no other row has.
    Its logit is below all others where the spare columns are 0, and above them behind the context.
    """
    norm, d_model = model.norm_final, model.d_model
    assert norm is not None and norm.gamma is not None and norm.beta is not None
    kind = model.W_E.dtype
    apart = np.zeros(d_model, kind)
    apart[-SPARE:] = 1, -1  # its mean is 0, as that of every row
    loud = np.sqrt(np.finfo(kind).max) / 1e6  # its square can still be added up
    behind = np.tile(loud * apart, (model.n_ctx, 1))
    after_norm = np.sqrt(d_model / 2)  # of a row that has nothing else
    gamma, beta = norm.gamma.copy(), norm.beta.copy()
    gamma[-SPARE:], beta[-SPARE:] = 1, -apart[-SPARE:] * after_norm / 2
    reads = apart * largest_logit(model) / after_norm
    return replace(
        model,
        W_E=longer(model.W_E, model.d_vocab + 1, axis=0),
        W_pos=np.concatenate([model.W_pos, behind]),
        norm_final=replace(norm, gamma=gamma, beta=beta),
        W_U=np.concatenate([model.unembedding, reads[:, None]], axis=1),
    )


def largest_logit(model: Transformer) -> Array:
    """A bound on the size of every logit, twice over."""
    norm = model.norm_final
    assert norm is not None and norm.gamma is not None and norm.beta is not None
    row = np.sqrt(model.d_model) * np.abs(norm.gamma) + np.abs(norm.beta)
    bound: Array = 2 * (row @ np.abs(model.unembedding)).max() + 1
    return bound
