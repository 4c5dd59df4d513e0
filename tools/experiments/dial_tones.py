"""What four receivers hear of strings that must be heard, and of others that must not be.

It takes the receivers of others, for which decoders.py says what to install.
"""

from collections.abc import Iterator

from taotp.applications.dialing.dialed import HEARD, N_KEYS, SILENT, string
from tools.experiments.decoders import DECODERS, VERSIONS

FIRST_SEED = 12_000  # nothing was chosen by what these draw
STRINGS = {"by hand": 200}  # dialed in a line
STRINGS_OF_OTHERS = 60
TWICE = {"mixed", "all worst", *SILENT}  # lines of which the machine by hand hears twice as many
POINTS = [
    {"line": line, "decoder": decoder, "strings": STRINGS.get(decoder, STRINGS_OF_OTHERS)
     * (2 if decoder == "by hand" and line in TWICE else 1)}
    for line in (*HEARD, *SILENT)
    for decoder in DECODERS
]  # fmt: skip
WORDS = (
    f"strings of {N_KEYS} presses heard right, and digits heard where there must be none; seeds "
    f"from {FIRST_SEED} on"
)


def measure(line: str, decoder: str, strings: int) -> Iterator[dict[str, object]]:
    """How many strings are heard right, and false digits in lines that must not be heard."""
    right = false = 0
    for seed in range(FIRST_SEED, FIRST_SEED + strings):
        samples, keys = string(line, seed)
        heard = DECODERS[decoder](samples)
        right += heard == keys
        false += len(heard) if line in SILENT else 0
    yield {"version": VERSIONS[decoder](), "right": right, "false": false}
