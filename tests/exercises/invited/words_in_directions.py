"""Words in directions."""

import numpy as np

from exercises.catalogue.words_in_directions.balance_by_hand import rows
from exercises.catalogue.words_in_directions.least_loud import least_loud
from exercises.catalogue.words_in_directions.semes_in_eight import Rows, directions
from tests.exercises.changing import put


def weird_as_out() -> Rows:
    """What is weird where the answer is gathered."""
    rows = directions()
    return rows | {"weird": rows["out"]}


def turned() -> object:
    """All eight axes turned, in tuples."""
    M, _ = np.linalg.qr(np.arange(64).reshape(8, 8) % 7 - 3 * np.eye(8))
    return {name: tuple(np.array(row) @ M) for name, row in directions().items()}


INVITED: dict[str, dict[str, object]] = {
    "no-rival": {
        "wrong: red before the others": lambda: ["SOS", "red", "saw", "EOS"],
        "right: by turns": lambda: np.array(["SOS", "red", "saw", "red", "saw", "red", "EOS"]),
    },
    "balance-by-hand": {
        "wrong: the word without semes is left empty": lambda: put(rows(), 3, 0),
        "right: lists": lambda: rows().tolist(),
    },
    "least-loud": {
        "wrong: a tenth too little": lambda: least_loud() - 0.1,
        "right: a hundredth beside it, in an array": lambda: np.array(least_loud() - 0.01),
    },
    "sign-of-another": {
        "wrong: a K of 571": lambda: [("s - 571 v", "- s"), ("- s - 571 v", "s")],
        "right: steeper, in lists": lambda: [["- 9000 v - s", "s"], [".001 s - 9 v", "- 1000 s"]],
    },
    "yum-unless-yuck": {
        "wrong: as if cherry by itself were yuck, and durian too": lambda: [
            ("2 apple + 2 banana - 2 cherry - 2 durian", ".5 yum"),
            ("cherry + durian", "yuck"),
            ("cherry + durian - one", "- yuck"),
        ],
        "right: Yuck first, and the threshold between a half and one": lambda: [
            ["3 cherry + 3 durian - 3 one", "0.333333333333 yuck - 0.333333333333 yum"],
            [f"{(either := '2 apple + 2 banana + cherry + durian')} - 1 one", "1 yum"],
            [f"{either} - 2 one", "-1 yum"],
        ],
    },
    "semes-in-eight": {"wrong": [weird_as_out], "right": [turned]},
}
