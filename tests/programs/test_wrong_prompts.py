"""What no program can be asked gets a sentence from each of them, and no other error."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from taotp import programs
from taotp.programs import small, two_stacks
from taotp_core.program import Program
from tests.laws import every

PROGRAMS: dict[str, Callable[[], Program]] = {
    "add": lambda: programs.add(2),
    "agreement": programs.agreement,
    "before_last": lambda: programs.before_last("abc", 6),
    "brackets": programs.brackets,
    "choose": lambda: programs.choose({"add:": small.add(2), "sort:": programs.sort(10, 12)}),
    "computer": lambda: programs.computer(n_ctx=60),
    "coreference": programs.coreference,
    "dial_tones": lambda: programs.dial_tones(n_ctx=128),
    "echo": lambda: programs.echo("abc", 9),
    "eight_signs": lambda: programs.eight_signs(n_cells=2, n_ctx=99),
    "english_french": programs.english_french,
    "few_shot": lambda: programs.few_shot({"next": dict(zip("abcd", "bcda", strict=True))}),
    "hello_world": programs.hello_world,
    "induction": lambda: programs.induction("abc", 9),
    "letters": lambda: programs.letters("to be or not to be", 2),
    "lookup": lambda: programs.lookup({"ab": "b", "ba": "a"}, 6),
    "minimum": lambda: programs.minimum(6, 4),
    "next_word": lambda: programs.next_word({"the dog runs": 1.0}),
    "repeat_pattern": lambda: programs.repeat_pattern("abc", 9),
    "rule110": lambda: programs.rule110(width=5),
    "search": lambda: programs.search(10, 9, 2),
    "sentiment": programs.sentiment,
    "small.multiply": lambda: small.multiply(2),
    "sort": programs.sort,
    "three_instructions": programs.three_instructions,
    "two_stacks": lambda: two_stacks.which(["Ada", "Bo"], 8, others=["met"]),
    "weird_words": programs.weird_words,
}
WRONG: list[Any] = [
    3, None, 2.5, True, [3.5], [[1, 2]], b"ab", np.zeros((2, 2), int), ["\x00" * 9999],
]  # fmt: skip


@every("name", PROGRAMS)
def test_a_wrong_prompt_gets_a_sentence(name: str) -> None:
    program = PROGRAMS[name]()
    for prompt in WRONG:
        with pytest.raises(ValueError, match="[a-z]+ [a-z]+") as said:
            program.complete(prompt)
        assert "\n" not in str(said.value) and len(str(said.value)) < 2000, prompt


def test_a_text_is_no_list_of_numbers() -> None:
    with pytest.raises(ValueError, match=r"^the prompt is '3 1 2'; no symbol is a letter: give a "):
        programs.sort(28).complete("3 1 2")


def test_a_number_is_no_text() -> None:
    with pytest.raises(ValueError, match="^the prompt is 3; it must be a string or a list of sym"):
        programs.english_french().complete(3)  # type: ignore[call-overload]
