"""The limits, keys, words and clauses of the language; the page's reader reads the same files."""

import json
from importlib.resources import files
from typing import Any

LANGUAGE: dict[str, Any] = json.loads(
    files(__package__).joinpath("language.json").read_text("utf-8")
)
SEMES: dict[str, Any] = json.loads(files(__package__).joinpath("semes.json").read_text("utf-8"))
LIMITS: dict[str, int] = LANGUAGE["limits"]
KEYS: dict[str, tuple[str, ...]] = {of: tuple(keys) for of, keys in LANGUAGE["keys"].items()}
AXES: dict[str, tuple[str, ...]] = {key: tuple(axes) for key, axes in LANGUAGE["axes"].items()}
CLAUSES: dict[str, dict[str, str]] = LANGUAGE[
    "clauses"
]  # of each form: what a clause is followed by
