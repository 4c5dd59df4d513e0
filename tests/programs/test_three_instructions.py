"""Three instructions: a certificate has all programs of four cells; here larger ones are drawn."""

from itertools import islice

import numpy as np

from taotp.programs import three_instructions
from taotp.reference.computers import three_steps
from taotp_core import predictions
from tests.laws import every
from tests.refused import refused
from tools.sampling import at_night


@every("n_cells, n_steps", [(2, 40), (5, 60), (10, 100), (100, 200)])
def test_drawn_programs(n_cells: int, n_steps: int) -> None:
    program = three_instructions(n_cells, 2 * n_cells + n_steps)
    rng, ids, words = np.random.default_rng(n_cells), program.places, program.vocabulary
    for _ in range(1000 if at_night() else 50):
        cells = rng.integers(0, 3 * n_cells, n_cells).tolist()
        prompt = [token for a, v in enumerate(cells) for token in (v, 3 * n_cells + a)]
        trace = [ids[token] for token in islice(three_steps(cells, n_cells), n_steps)]
        tokens = np.array([*prompt, ids[words[4 * n_cells]], *trace])
        said = predictions(program.model, tokens[:-1])
        assert said[2 * n_cells :].tolist() == trace, cells


def test_what_cannot_be_asked() -> None:
    refused(
        (lambda: three_instructions(4).complete(["02", ">0"]), "does not say where to begin"),
        (lambda: three_instructions(1), "must be at least 2 and 1"),
    )
