"""From where on a tool names a part, and how many are taken out at once; a page reads them too."""

import json
from importlib.resources import files

LIMITS = json.loads(files(__package__).joinpath("limits.json").read_text("utf-8"))
SHARP: float = LIMITS["sharp"]  # of a pattern, from 0 (alike everywhere) to 1 (one place)
LITTLE: float = LIMITS["little"]  # of all that is added, or of all answers: less is not named
AT_ONCE: int = LIMITS["atOnce"]  # parts: no machine here needs more to break
