"""Names for parts of the residual stream; index arithmetic happens here and nowhere else."""

from dataclasses import dataclass

import numpy as np

from taotp_core.arrays import Array


@dataclass(frozen=True)
class Subspace:
    """Some neighboring coordinates of the stream, with a name."""

    name: str
    start: int
    size: int
    d_model: int

    def __len__(self) -> int:
        return self.size


def subspaces(**sizes: int) -> tuple[Subspace, ...]:
    """Lay subspaces side by side in the order given; together they are the whole stream.

    `pos, token = subspaces(pos=3, token=3)`. Raises ValueError for a size below 1.
    """
    d_model, start, out = sum(sizes.values()), 0, []
    for name, size in sizes.items():
        if size < 1:
            raise ValueError(f"subspace {name} has size {size}; it must be at least 1")
        out.append(Subspace(name, start, size, d_model))
        start += size
    return tuple(out)


def read(subspace: Subspace) -> Array:
    """The matrix [d_model, size] by which x @ read(s) is what the stream holds in s."""
    return np.eye(subspace.d_model)[:, subspace.start : subspace.start + subspace.size]


def write(subspace: Subspace) -> Array:
    """The matrix [size, d_model] by which y @ write(s) is a stream with y in s, else zeros."""
    return read(subspace).T
