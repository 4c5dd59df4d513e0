"""A loud pair of columns, which makes layer norm a factor that is known beforehand.

A number beside its opposite adds nothing to the mean of a row, and nearly all of its spread.
"""

import numpy as np

from taotp_core.arrays import Array
from taotp_core.stream import Subspace, write


def level(rows: Array, pair: Subspace, loud: float) -> Array:
    """Rows [n, d_model] with a pair that makes their mean 0 and their spread that of +-loud alone.

    Raises ValueError where nothing is left for the pair.
    """
    rest = rows * (1 - write(pair).sum(0))
    mean, square = rest.sum(-1, keepdims=True) / 2, (rest * rest).sum(-1, keepdims=True) / 2
    left = loud**2 - square - mean**2
    if not (loud > 0 and (left > 0).all()):
        most = float(np.sqrt((square + mean**2).max()))
        raise ValueError(f"loud is {loud}; beside these rows it must be above {most:.4g}")
    out: Array = rest + (np.sqrt(left) * [[1, -1]] - mean) @ write(pair)
    return out


def balanced(rows: Array, pair: Subspace) -> Array:
    """Rows [n, d_model] to be added to the stream, which leave its mean at 0."""
    out: Array = rows - (rows.sum(-1, keepdims=True) / 2 * [[1, 1]]) @ write(pair)
    return out


def spread(d_model: int, loud: float) -> float:
    """What layer norm divides by: the spread of a pair +-loud among zeros."""
    return float(loud * np.sqrt(2 / d_model))
