"""A computer."""

from dataclasses import replace

import numpy as np

from exercises.catalogue.a_computer.find_the_weight import PLACE
from exercises.catalogue.a_computer.from_a_tape import from_a_tape
from exercises.catalogue.a_computer.latest_in_single import latest_in_single
from exercises.catalogue.a_computer.load_indirect import load_indirect
from exercises.catalogue.a_computer.middle_of_three import PROGRAM
from exercises.catalogue.a_computer.one_percent import place_of_sub
from exercises.catalogue.a_computer.pick_from_a_table import PROGRAM as PICKS
from exercises.catalogue.a_computer.plain_brackets import plain_brackets
from exercises.catalogue.a_computer.sum_of_moves import sum_of_moves
from exercises.catalogue.a_computer.twice_as_much import twice_as_much
from exercises.judging.little_man import machine, number_at
from taotp.applications.computer.machine import computer
from taotp_core.arrays import Array
from taotp_core.program import Program
from taotp_core.weights import mapped


def backwards(program: Program) -> Program:
    """The words in the opposite order, and what stands in the columns too."""

    def turned(path: str, array: Array) -> Array:
        last = path.rsplit(".", 1)[-1]
        if last in ("W_E", "W_Q", "W_K", "W_V", "W_in", "W_U"):  # tokens, or columns that are read
            array = array[::-1]
        if last in ("W_E", "W_pos", "W_O", "W_out", "b_out", "W_U"):
            array = array[..., ::-1]
        return array.copy()

    model = mapped(program.model, turned)
    return replace(program, model=model, vocabulary=program.vocabulary[::-1])


def moved_into_the_query(W_Q: Array, W_K: Array) -> tuple[Array, Array]:
    """The same products by other factors: powers of two, which round to themselves."""
    loud = 2.0 ** np.floor(np.log2(np.abs(W_K).max(axis=0)))
    return W_Q * loud, W_K / loud


INVITED: dict[str, dict[str, object]] = {
    "middle-of-three": {
        "wrong: jumps where the larger is first": lambda: PROGRAM.replace("BRP third", "BRZ third"),
        "right: with comments of its own": lambda: PROGRAM.replace("\n", " ; so\n"),
    },
    "pick-from-a-table": {
        "wrong: stores where it stands": lambda: PICKS.replace("STA here", "STA load"),
        "right: an instruction made by taking away": lambda: (
            PICKS.replace("      ADD load ", "      STA k\n      LDA load\n      ADD k ")
            + "k     DAT\n"
        ),
    },
    "find-the-weight": {
        "wrong: counted from 1": lambda: ("layers.2.mlp.b_in:10.0", -500),
        "right: an array of one number": lambda: (PLACE, np.array([-500.0])[0]),
    },
    "one-percent": {
        "wrong: an unsaid token": lambda: ("W_E:0.0", 0.995 * number_at(machine(), "W_E:0.0")),
        "right: 0.6 %": lambda: (place_of_sub(), 0.994 * number_at(machine(), place_of_sub())),
    },
    "twice-as-much": {
        "wrong: room for too little": lambda: computer(n_cells=10, n_ctx=64),
        "right: all from behind": lambda: backwards(twice_as_much()),
    },
    "load-indirect": {
        "wrong: loads from the next one": lambda: load_indirect(asked={"cell": "acc_cc"}),
        "right: all from behind": lambda: backwards(load_indirect()),
    },
    "from-a-tape": {
        "wrong: one too far": lambda: from_a_tape(behind=1),
        "right: all from behind": lambda: backwards(from_a_tape()),
    },
    "sum-of-moves": {
        "wrong: no room for the last step": lambda rules, n_ctx: sum_of_moves(rules, n_ctx - 1),
        "right: all from behind": lambda rules, n_ctx: backwards(sum_of_moves(rules, n_ctx)),
    },
    "latest-in-single": {
        "wrong: too loud for single": lambda: tuple(1e28 * W for W in latest_in_single()),
        "right: as lists": lambda: [W.tolist() for W in latest_in_single()],
        "right: all of it in the query": lambda: moved_into_the_query(*latest_in_single()),
    },
    "plain-brackets": {
        "wrong: skips as it goes back": lambda: plain_brackets(on=-1.0),
        "right: all from behind": lambda: backwards(plain_brackets()),
    },
}
