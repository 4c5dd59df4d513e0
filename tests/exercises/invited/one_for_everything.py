"""One for everything."""

import numpy as np

from exercises.catalogue.one_for_everything.choose_of_two import choose_of_two
from exercises.judging.little_man import number_at
from exercises.judging.two_tasks import two
from taotp_core.equivalences import turned

INVITED: dict[str, dict[str, object]] = {
    "choose-of-two": {
        "wrong: the machine of two as it is": lambda: two().model,
        "right: its stream turned": lambda: turned(
            choose_of_two(), np.linalg.qr(np.arange(25).reshape(5, 5) % 7 - 3 * np.eye(5))[0]
        ),
    },
    "one-task-broken": {
        "wrong: a number that is zero": lambda: ("W_U:12.2", 0.25),
        "right: a quarter more": lambda: ("W_U:2.3", 1.25 * number_at(two(), "W_U:2.3")),
    },
}
