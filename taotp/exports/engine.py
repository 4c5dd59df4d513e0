"""Packages that the library does without until somebody exports."""

import importlib
from typing import Any


def engine(package: str) -> Any:
    """Import a package; ImportError says how to install it where it is missing."""
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as missing:
        if missing.name != package:
            raise
        raise ModuleNotFoundError(
            f'{package} is not installed; it comes with pip install -e ".[engines]"', name=package
        ) from None
