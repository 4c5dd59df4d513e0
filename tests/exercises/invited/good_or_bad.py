"""Good or bad."""

import math
from types import MappingProxyType

import numpy as np

from exercises.catalogue.good_or_bad.how_many_goods import ALPHA, GOOD, wrong_floor
from exercises.catalogue.good_or_bad.idioms_that_are_found import sentences
from exercises.catalogue.good_or_bad.wrong_by_its_own_rule import sentence

INVITED: dict[str, dict[str, object]] = {
    "how-many-goods": {
        "wrong: the most that do not, and one": lambda score: wrong_floor()(score) + 1,
        "right: by the tangent of an angle, rounded up, as a float": lambda score: float(
            math.ceil(math.sqrt(ALPHA) * math.tan(math.asin(score)) / GOOD)
        ),
    },
    "fifteen-twice": {
        "wrong: added to the sum": lambda S, n, times: S / (abs(S) + math.sqrt(15) * times),
        "right: the sine of an angle, in an array of one number": lambda S, n, times: np.array(
            math.sin(math.atan2(S, times * math.sqrt(15)))
        ),
    },
    "negated-where-flagged": {
        "wrong: door and valence are 8 and 9": lambda: [
            ("v + 8 negated - 8 one", "- 1.74 v"),
            ("- v + 8 negated - 8 one", "1.74 v"),
        ],
        "right: as wide as the largest valence, in lists, and half as loud on one side": lambda: [
            ["- .5 v + 4.5 negated - 4.5 one", "3.48 v"],
            ["v + 9 negated - 9 one", "- 1.74 v"],
        ],
    },
    "idioms-that-are-found": {
        "wrong: a word more": lambda: {**sentences(), "bad ass": "I know that he is one bad ass"},
        "right: capitals, commas, and a table that cannot be changed": lambda: MappingProxyType(
            {
                **sentences(),
                "the bomb": "This, folks, IS The BOMB!",
                "bus stop": "At one new bus stop",
            }
        ),
    },
    "wrong-by-its-own-rule": {
        "wrong: right, with a mark": lambda: sentence().replace(".", "!"),
        "right: BUT, as a string of numpy's": lambda: np.array(["Rich BUT fair, also sad"])[0],
    },
}
