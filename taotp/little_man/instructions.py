"""The instructions of the computer, and the sentences about faults; the page reads them too."""

import json
from importlib.resources import files
from typing import Any

TABLE: dict[str, Any] = json.loads(
    files(__package__).joinpath("instructions.json").read_text("utf-8")
)
NAMED: dict[str, int] = TABLE["named"]  # what takes a cell, and its first digit
OPERATIONS = {first: word for word, first in reversed(NAMED.items())}  # by its first name
SPOKEN: dict[str, int] = TABLE["spoken"]  # what stands for a cell in what hears and says
ALONE = (*TABLE["halts"], *SPOKEN)  # what takes none
FAULTS: dict[str, str] = TABLE["faults"]
