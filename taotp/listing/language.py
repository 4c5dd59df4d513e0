"""The limits, keys, words and clauses of the language; the page's reader reads the same files."""

from taotp.files import data_of

LANGUAGE = data_of(__package__, "language.json")
SEMES = data_of(__package__, "semes.json")
LIMITS: dict[str, int] = LANGUAGE["limits"]
KEYS: dict[str, tuple[str, ...]] = {of: tuple(keys) for of, keys in LANGUAGE["keys"].items()}
AXES: dict[str, tuple[str, ...]] = {key: tuple(axes) for key, axes in LANGUAGE["axes"].items()}
CLAUSES: dict[str, dict[str, str]] = LANGUAGE[
    "clauses"
]  # of each form: what a clause is followed by
