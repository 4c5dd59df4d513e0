"""What figures are asked: the page's scripts by a Node, and what is written in a drawing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from taotp.figures import LiveFigure, Picture
from taotp.page.bundle import PARTS
from tests.in_node import in_node

HERE = Path(__file__).parent


def in_page(
    node: str, figure: LiveFigure, *states: dict[str, Any], script: str = "speak", **more: Any
) -> list[Any]:
    """What a script beside this file makes of a figure in each of some states."""
    parts = [PARTS[part] for part in figure.parts]
    asked = {"spec": figure.spec, "parts": parts, "states": states, **more}
    answers: list[Any] = in_node(node, HERE / f"{script}.mjs", asked)
    return answers


def nodes(drawn: Picture | str) -> Iterator[ElementTree.Element]:
    """Everything that is drawn, in order."""
    return ElementTree.fromstring(drawn if isinstance(drawn, str) else drawn.svg).iter()


def texts(drawn: Picture | str) -> list[str]:
    """Everything that is written, in order."""
    return [node.text or "" for node in nodes(drawn) if node.tag.endswith("text")]
