"""The extensions of the book, which are no package."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "book" / "_extensions"


def extension(name: str) -> Any:
    """One of them, imported as Sphinx does: it finds the others."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FOLDER)
        return import_module(name)
