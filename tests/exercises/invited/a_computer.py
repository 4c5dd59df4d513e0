"""A computer."""

import numpy as np

from exercises.catalogue.a_computer.find_the_weight import PLACE
from exercises.catalogue.a_computer.middle_of_three import PROGRAM
from exercises.catalogue.a_computer.one_percent import place_of_sub
from exercises.catalogue.a_computer.pick_from_a_table import PROGRAM as PICKS
from exercises.judging.little_man import machine, number_at
from tests.exercises.invited import Invited

INVITED = {
    "middle-of-three": Invited(
        wrong={
            "jumps where the larger is first": lambda: PROGRAM.replace("BRP third", "BRZ third"),
            "says all three": lambda: PROGRAM.replace("      HLT\n", ""),
        },
        right={
            "with comments of its own": lambda: PROGRAM.replace("\n", " ; so\n"),
        },
    ),
    "pick-from-a-table": Invited(
        wrong={
            "stores where it stands": lambda: PICKS.replace("STA here", "STA load"),
            "says before it loads": lambda: PICKS.replace(
                "here  DAT\n      OUT", "      OUT\nhere  DAT"
            ),
        },
        right={
            "an instruction made by taking away": lambda: PICKS.replace(
                "      ADD load ", "      STA k\n      LDA load\n      ADD k "
            ) + "k     DAT\n",
        },
    ),
    "find-the-weight": Invited(
        wrong={
            "counted from 1": lambda: ("layers.2.mlp.b_in:10.0", -500),
            "as a path alone": lambda: (PLACE.split(":")[0], -500),
        },
        right={
            "an array of one number": lambda: (PLACE, np.array([-500.0])[0]),
        },
    ),
    "one-percent": Invited(
        wrong={
            "a factor, where a number is asked for": lambda: (place_of_sub(), 0.99),
            "a token that neither says": lambda: (
                "W_E:0.0", 0.995 * number_at(machine(), "W_E:0.0")
            ),
        },
        right={
            "half a percent": lambda: (
                place_of_sub(), 0.994 * number_at(machine(), place_of_sub())
            ),
        },
    ),
}  # fmt: skip
