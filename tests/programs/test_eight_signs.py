"""Eight signs: a program that says letters, drawn ones with loops in loops, and the edges."""

from itertools import islice
from string import ascii_uppercase

import numpy as np

from taotp.programs import eight_signs
from taotp.reference.computers import eight_said, eight_steps
from taotp_core import predictions
from tests.refused import refused
from tools.sampling import at_night

LETTERS = "++++++++[>++++++++>+++<<-]>+>++[<.+>-]"


def wrong(
    source: str, tape: list[int], n_numbers: int, most: int | None = None
) -> tuple[int, list[str]]:
    """How many steps of a program the machine does otherwise, and the prompt with all its steps."""
    trace = [*islice(eight_steps(source, tape, n_numbers), most)]
    sizes = len(tape), n_numbers, len(source) + 1, source.count("[") + 1
    program = eight_signs(*sizes, n_ctx=2 * len(tape) + len(source) + 3 + len(trace))
    prompt = program.load(source, tape)
    tokens = np.array([program.places[token] for token in (*prompt, *trace)])
    said = predictions(program.model, tokens[:-1])[len(prompt) - 1 :]
    return int((said != tokens[len(prompt) :]).sum()), [*prompt, *trace]


def test_a_program_that_says_letters() -> None:
    n_wrong, tokens = wrong(LETTERS, [0] * 3, 256)
    assert n_wrong == 0
    assert eight_said(tokens) == ascii_uppercase


def test_drawn_programs() -> None:
    rng, tried, loops = np.random.default_rng(0), 0, 0
    while tried < (2000 if at_night() else 150):
        source = drawn(rng)
        n_wrong, tokens = wrong(source, rng.integers(0, 16, 6).tolist(), 16, 150)
        assert n_wrong == 0, source
        tried, loops = tried + 1, loops + any(token[0] == "@" for token in tokens[-20:])
    assert loops > 20


def drawn(rng: np.random.Generator) -> str:
    """Some signs with loops in loops."""
    source, depth = "", 0
    for sign in rng.choice([*"+-><.[]"], int(rng.integers(1, 20))):
        if sign != "]" or depth:
            depth += {"[": 1, "]": -1}.get(sign, 0)
            source += sign
    return source + "]" * depth


def test_numbers_go_round_and_brackets_have_partners() -> None:
    assert wrong("-[+]" + "+" * 9, [0], 4)[0] == 0
    assert wrong("[[[]]]", [1], 4, 50)[0] == 0
    refused(
        (lambda: eight_signs().load("+]", [0]), "the ] at 1 closes nothing"),
        (lambda: eight_signs().load("[[]", [0]), r"the \[ at 0 is not"),
        (lambda: eight_signs(n_loops=0), "all must be at least 1"),
    )
