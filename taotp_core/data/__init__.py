"""What the chapters read: a play, and the result of a long experiment; README.md says whence."""

import json
from importlib.resources import files
from typing import Any


def romeo_and_juliet() -> str:
    """The whole play, 1597, in the public domain."""
    return files(__package__).joinpath("romeo_and_juliet.txt").read_text("utf-8")


def lookup_precision() -> Any:
    """What `python -m tools.lookup_precision` measured, and its settings."""
    return json.loads(files(__package__).joinpath("lookup_precision.json").read_text("utf-8"))
