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


def parts(subspace: Subspace, n: int) -> tuple[Subspace, ...]:
    """Cut a subspace into n equal ones, named past.1, past.2 ... after the whole.

    Raises ValueError where its size is no multiple of n.
    """
    if n < 1 or len(subspace) % n:
        raise ValueError(f"{subspace.name} has size {len(subspace)}; it has no {n} equal parts")
    size = len(subspace) // n
    return tuple(
        Subspace(f"{subspace.name}.{i + 1}", subspace.start + i * size, size, subspace.d_model)
        for i in range(n)
    )


def read(*where: Subspace) -> Array:
    """The matrix [d_model, size] by which x @ read(s) is what the stream holds in s.

    Of several subspaces it reads one after the other, side by side. Raises ValueError for none.
    """
    if not where:
        raise ValueError("there is no subspace to read or write; give at least 1")
    columns = [i for s in where for i in range(s.start, s.start + s.size)]
    return np.eye(where[0].d_model)[:, columns]


def write(*where: Subspace) -> Array:
    """The matrix [size, d_model] by which y @ write(s) is a stream with y in s, else zeros."""
    return read(*where).T
