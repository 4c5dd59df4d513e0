"""Notice when a function that verdicts depend on was replaced in place.

`np = my_numpy` in a notebook is harmless: this package has its own name for numpy. `np.size = ...`
is not, because there is one numpy; so the meaning of every name is noted when this is imported.
"""

from collections.abc import Iterator, Mapping

import numpy as np

from taotp import reference
from taotp.programs import adding, printed, searching, sums
from taotp_core import (
    arrays,
    decode,
    equivalences,
    fast,
    lora,
    measure,
    program,
    transformer,
    weights,
)

MODULES = (
    np, np.linalg, np.random, arrays, weights, fast, transformer, decode, measure, equivalences,
    lora, program, reference, adding, sums, printed, searching,
)  # fmt: skip
CLASSES = (
    arrays.Shaped, weights.Head, weights.MLP, weights.Norm, weights.Layer, weights.Transformer,
    program.Program,
)  # fmt: skip


def namespaces() -> Iterator[tuple[str, Mapping[str, object]]]:
    """Each module and class that counts, with its names as they are now."""
    for place in (*MODULES, *CLASSES):
        yield place.__name__, vars(place)


ORIGINALS = {
    place: {name: value for name, value in names.items() if not name.startswith("__")}
    for place, names in namespaces()
}


def replaced() -> str | None:
    """The first name that no longer means what it meant at import, if there is one."""
    for place, now in namespaces():
        for name, value in ORIGINALS[place].items():
            if now.get(name) is not value:
                return f"{place}.{name}"
    return None
