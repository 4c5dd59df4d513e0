"""Rule 110: every neighborhood, rows of any width, and how far it goes."""

from itertools import product

import numpy as np

from taotp.programs import rule110
from taotp.reference.computers import cell_below
from taotp_core import predictions
from tests.laws import every
from tests.refused import refused


@every("width", [2, 3, 4, 5, 6])
def test_all_first_rows(width: int) -> None:
    program, n = rule110(width, 64), 63 - width
    for bits in product((0, 1), repeat=width):
        tape = [*bits]
        while len(tape) < width + n:
            tape.append(cell_below(tape, width))
        said = program.complete("".join(map(str, bits)), steps=n)
        assert said == "".join(map(str, tape[width:]))


@every("width, n", [(64, 2560), (31, 9000)])
def test_drawn_rows(width: int, n: int) -> None:
    tape = np.random.default_rng(width).integers(0, 2, width).tolist()
    while len(tape) < n:
        tape.append(cell_below(tape, width))
    said = predictions(rule110(width, n).model, np.array(tape[:-1]))
    assert said[width - 1 :].tolist() == tape[width:]
    triples = {tuple(tape[i : i + 3]) for i in range(n - width, n - 2)}
    assert len(triples) >= 5  # it has not died out


def test_what_cannot_be_asked() -> None:
    refused(
        (lambda: rule110(4, 9).complete("010"), "the prompt has 3 cells; the first row has 4"),
        (lambda: rule110(10, 9), "width is 10; it must be from 2 to n_ctx = 9"),
    )
