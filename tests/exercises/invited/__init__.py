"""Answers that the statements invite, beside those of the catalogue: a module for each chapter.

Each is judged once. Of an exercise there are at least two wrong ones, which a reader may take for
right, and a right one that its author did not think of.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Invited(NamedTuple):
    """Answers to one exercise, as `check` takes them, each by what it is."""

    wrong: Mapping[str, object]
    right: Mapping[str, object]
