"""From where on a tool names a part, and how many are taken out at once; a page reads them too."""

from taotp.files import data_of

LIMITS = data_of(__package__, "limits.json")
SHARP: float = LIMITS["sharp"]  # of a pattern, from 0 (alike everywhere) to 1 (one place)
LITTLE: float = LIMITS["little"]  # of all that is added, or of all answers: less is not named
AT_ONCE: int = LIMITS["atOnce"]  # parts: no machine here needs more to break
