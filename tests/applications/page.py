"""Ask the page what it makes of a figure: the script `figure.mjs` beside a test answers."""

from pathlib import Path
from typing import Any

from taotp.figures.live import LiveFigure
from tests.in_node import in_node

Json = dict[str, Any]


def in_page(node: str, test: str, figure: LiveFigure, *states: Json, **more: Any) -> Any:
    """What the page makes of each state of a figure, and of what else a script is told."""
    asked = {"spec": figure.spec, "states": states, **more}
    return in_node(node, Path(test).with_name("figure.mjs"), asked)
