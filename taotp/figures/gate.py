"""What an MLP makes of one coordinate, unit by unit."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from taotp.figures.explorables import figure_with
from taotp.figures.figure import Dial, Figure, Points
from taotp.figures.live import LiveFigure
from taotp.figures.pictures import lines
from taotp.figures.spec import Columns
from taotp_core.arrays import Array
from taotp_core.weights import MLP


@dataclass(frozen=True, kw_only=True)
class Gate(Figure):
    """The units of an MLP along one coordinate, and points that their sum should meet."""

    units: Points
    base: float
    points: Sequence[Sequence[float]]
    near: float
    least: float
    most: float
    bottom: float
    top: float
    columns: Sequence[Any]
    kind: Literal["gate"] = "gate"


def gate(
    mlp: MLP,
    at: Array,
    values: Array,
    *,
    look: int = 0,
    put: int = 0,
    units: int | None = None,
    by: int = 1,
    near: float = 0.01,
    id: str = "gate",
    title: str = "A sum of ReLUs",
    alt: str = "Enough ReLUs meet any points: three make a spike, and spikes add up.",
    show: Sequence[str] | None = None,
) -> LiveFigure:
    """What an MLP makes of one coordinate: its units, their kinks and their sum, beside points.

    It reads coordinate `look` (the others are 0) and writes `put`; the points are (at, values). A
    dial keeps the first units (it starts with `units` and goes `by` so many), others bend one of
    them: its bias and its weight in W_in. A point is met where the sum is within `near` of it, as
    a share of the range of the values. Raises ValueError where there are not as many values as
    places, or fewer than two.
    """
    at, values = np.asarray(at, float), np.asarray(values, float)
    if at.shape != values.shape or at.size < 2:
        raise ValueError(f"at, values are {at.shape}, {values.shape}; both must be [n], n >= 2")
    columns = Columns()
    parts = [columns.place(part) for part in (mlp.W_in[look], mlp.b_in, mlp.W_out[:, put])]
    n, base = len(mlp.b_in), float(mlp.b_out[put])
    kept = n if units is None else units
    loudest = int(np.abs(mlp.W_out[: max(1, kept), put]).argmax())
    margin = np.ptp(at) / (2 * at.size)
    bottom, top = min(0.0, float(values.min())), max(0.0, float(values.max()))

    def still() -> str:
        x = np.unique(np.concatenate([at, np.linspace(at.min() - margin, at.max() + margin, 400)]))
        y = np.maximum(np.outer(x, mlp.W_in[look]) + mlp.b_in, 0) @ mlp.W_out[:, put] + base
        return lines(x, {"sum of the units": y}, title=title, alt=alt, xlabel="x").still()

    drawn = Gate(
        id=id,
        title=title,
        alt=alt,
        panels=["gate"],
        controls=[
            Dial(name="units", label="units kept", least=0, most=n, by=by),
            Dial(name="unit", label="unit to bend", least=0, most=n - 1),
            Dial(name="bias", label="added to its bias", least=-2, most=2, by=0.1),
            Dial(name="weight", label="times its weight", least=-1, most=3, by=0.1),
        ],
        state={"units": kept, "unit": loudest, "bias": 0, "weight": 1},
        units=Points(rows=n, at=parts),
        base=base,
        points=np.stack([at, values], 1).tolist(),
        near=near * float(top - bottom),
        least=float(at.min() - margin),
        most=float(at.max() + margin),
        bottom=float(bottom),
        top=float(top),
        columns=columns.stored,
    )
    return figure_with(drawn, still, show, ["gate"])
