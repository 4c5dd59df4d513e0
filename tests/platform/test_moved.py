"""Parts that moved to another page: an old address of one leads to where it stands now."""

import json
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

BOOK = Path(__file__).resolve().parents[2] / "book"


@pytest.fixture(scope="module")
def moved(root: Path) -> Iterator[Any]:
    """The extension of the book, which is no package."""
    sys.path.insert(0, str(root / "book" / "_extensions"))
    yield import_module("moved")
    sys.path.pop(0)


def names(page: str) -> set[str]:
    """The names of figures and headings of a notebook, as its page has them."""
    cells = json.loads((BOOK / f"{page}.ipynb").read_text("utf-8"))["cells"]
    code, prose = (
        "\n".join("".join(each["source"]) for each in cells if each["cell_type"] == kind)
        for kind in ("code", "markdown")
    )
    headings = re.findall(r"^#+ (.+)$", prose, re.M)
    return {
        *re.findall(r'\bid="([\w-]+)"', code + prose),
        *("-".join(re.findall(r"\w+", heading.lower())) for heading in headings),
    }


def test_what_moved_stands_on_the_new_page_alone(moved: Any) -> None:
    for page, (to, those) in moved.MOVED.items():
        assert set(those) <= names(to)
        assert not set(those) & names(page)


def test_a_page_that_handed_nothing_on_has_no_script(moved: Any) -> None:
    context: dict[str, Any] = {}
    moved.send_on(None, "transformer", "page.html", context, None)
    assert not context
    moved.send_on(None, "side_by_side", "page.html", context, None)
    assert '["which", "by-hand-or-trained"].includes(' in context["metatags"]
