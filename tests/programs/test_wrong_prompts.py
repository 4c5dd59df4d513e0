"""What no program can be asked gets a sentence from each of them, and no other error."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from taotp import programs
from taotp.programs import small
from taotp_core.program import Program
from tests.laws import every
from tests.programs.choosing import MADE
from tests.programs.test_choosing import REFUSED

PROGRAMS: dict[str, Callable[[], Program]] = {
    **{name: make for name, (make, _) in MADE.items()},
    **{name: make for name, (make, _) in REFUSED.items()},
    "choose": lambda: programs.choose({"add:": small.add(2), "sort:": programs.sort(10, 12)}),
}
WRONG: list[Any] = [
    3, None, 2.5, True, [3.5], [[1, 2]], b"\xff", np.zeros((2, 2), int), ["\x00" * 9999],
]  # fmt: skip


@every("name", PROGRAMS)
def test_a_wrong_prompt_gets_a_sentence(name: str) -> None:
    program = PROGRAMS[name]()
    for prompt in WRONG:
        with pytest.raises(ValueError, match="[a-z]+ [a-z]+") as said:
            program.complete(prompt)
        assert "\n" not in str(said.value) and len(str(said.value)) < 2000, prompt
