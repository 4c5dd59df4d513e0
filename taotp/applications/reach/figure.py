"""The live figure of how long a text may be in which the latest store is found exactly."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from taotp.applications.reach.addresses import (
    FEWEST,
    LATER,
    LEAD,
    LINEAR,
    MOST,
    SURE,
    addresses,
    last_right,
)
from taotp.figures import sketches
from taotp.figures.explorables import figure_with
from taotp.figures.figure import ChoiceDial, Figure, Select
from taotp.figures.live import LiveFigure
from taotp.figures.tables import table_of
from taotp_core.arrays import PRECISIONS
from taotp_core.deprecated import renamed

CELLS = (10, 20, 50, 100)
DIGITS = {"float64": 53, "float32": 24, "bfloat16": 8}  # significant binary digits
SAID = {
    "p": "the place p",
    "log p": "its logarithm",
    "p squared": "its square",
    "-1 / p": "\N{MINUS SIGN}1 / p",
}


@dataclass(frozen=True, kw_only=True)
class Reach(Figure):
    """What a page has to know to compute it: names, and the constants of the scores.

    `linear` are addresses that a computed number can ask for, `digits` the significant binary
    digits of each precision, `lengths` the texts that are tried.
    """

    addresses: Sequence[str]
    linear: Sequence[str]
    digits: dict[str, int]
    lengths: Sequence[int]
    sure: float
    lead: float
    kind: Literal["reach"] = "reach"


@renamed(precision="to")
def reach(
    keys: str = "parabola around 0",
    *,
    later: str = "p",
    to: str = "float32",
    cells: int = 100,
    n: int = 1024,
    id: str = "reach",
    title: str = "How long is exact?",
) -> LiveFigure:
    """How long a text may be in which the latest store is found, by how addresses are written.

    A reader chooses one of seven ways to write the addresses of so many `cells`, one of four ways
    to say *later*, the precision that all is rounded `to`, and the length of the text, a power of
    2. All is computed in the page. Raises ValueError for a choice that there is not.
    """
    lengths = [2**e for e in range(FEWEST, MOST + 1)]
    choices: list[tuple[str, object, Sequence[object]]] = [
        ("keys", keys, list(addresses(2))),
        ("later", later, list(LATER)),
        ("to", to, list(DIGITS)),
        ("cells", cells, CELLS),
        ("n", n, lengths),
    ]
    for name, value, known in choices:
        if value not in known:
            among = ", ".join(map(str, known))
            raise ValueError(f"{name} is {value!r}; it must be one of {among}")
    drawn = Reach(
        id=id,
        title=title,
        alt="Large scores leave no room for small differences: in some length of the text the "
        "latest store and the one before it get the same score.",
        panels=["scores", "reach"],
        controls=[
            ChoiceDial(name="n", label="tokens, n", values=lengths),
            Select(name="keys", label="addresses", values=list(addresses(2))),
            Select(name="later", label="later is said by", values=list(LATER),
                   names=list(SAID.values())),
            Select(name="precision", label="precision", values=list(DIGITS)),
            Select(name="cells", label="cells", values=list(CELLS)),
        ],
        state={"n": n, "keys": keys, "later": later, "precision": to, "cells": cells},
        addresses=list(addresses(2)),
        linear=LINEAR,
        digits=DIGITS,
        lengths=lengths,
        sure=SURE,
        lead=LEAD,
    )  # fmt: skip
    return figure_with(drawn, lambda: still_of(later, cells, title), None, ["reach"])


def still_of(later: str, cells: int, title: str) -> str:
    """How far each way to write addresses is right, by precision: what stands without a script."""
    lengths = {
        name: [last_right(codes, later, PRECISIONS[each]) for each in DIGITS]
        for name, codes in addresses(cells).items()
    }
    rows = {name: [f"{n:,}" for n in row] for name, row in lengths.items()}
    heading = f"{title} Tokens, for {cells} cells"
    shares = np.log2(np.maximum(1, [*lengths.values()])) / MOST
    map_of = sketches.grid([*rows], [*DIGITS], shares, [*rows.values()], corner="addresses")
    return sketches.still(heading, map_of) + table_of(rows, ["addresses", *DIGITS], heading)
