"""The interpreter: what the computer of schools leaves open is as the package says."""

from typing import Any

import numpy as np

from taotp.little_man import assemble, listen, run, steps
from tests.laws import every
from tests.refused import refused

TWO = "INP\nSTA 50\nINP\nSTA 51\nLDA 50\n{} 51\nOUT\nBRP p\nHLT\np BRZ z\nOUT\nHLT\nz OTC\nHLT"


@every(
    "word, a, b, said",
    [
        ("SUB", 0, 900, [-900]),  # below 0: BRP does not go
        ("SUB", 900, 0, [900, 900]),
        ("SUB", 7, 7, [0, "\0"]),
        ("ADD", 600, 500, [100, 100]),
        ("ADD", 999, 1, [0, "\0"]),
        ("ADD", -600, -500, [-100]),
        ("ADD", -999, -999, [-998]),
        ("SUB", -600, 500, [-100]),
        ("SUB", 999, -999, [998, 998]),
        ("SUB", -500, 500, [0, "\0"]),
        ("ADD", -999, 999, [0, "\0"]),
    ],
)
def test_numbers_have_a_sign_and_three_digits(
    word: str, a: int, b: int, said: list[int | str]
) -> None:
    assert run(TWO.format(word), [a, b]) == said


@every(
    "text, trace",
    [
        ("OUT", "! ."),  # the accumulator begins at 0, and an empty cell halts
        ("LDA 70\nOUT", "000 ! ."),  # a cell that was never stored holds 0
        ("BRA 99\n" + "DAT\n" * 98 + "LDA 0", "@99 699 ."),  # there is nothing after cell 99
        ("LDA x\nx DAT 401", "401 ."),
        ("LDA x\nx DAT 7", "007 ."),
        ("LDA x\nx DAT -901", "-901 ."),
        *((f"LDA x\nx DAT {number}", f"{number} .") for number in (900, 912, 921, 999)),
        ("BRP 2\nHLT\nBRZ 4\nHLT\nSUB 7\nBRP 0\nBRZ 0\n1", "@02 @04 -001 - - ."),
    ])  # fmt: skip
def test_where_it_halts(text: str, trace: str) -> None:
    assert " ".join(steps(assemble(text))) == trace


def test_an_input_takes_the_place_of_its_question() -> None:
    prompt = assemble("INP\nINP\nOUT\nHLT")
    assert [*steps(prompt, [3, -4])] == ["003", "-004", "!", "."]
    assert [*steps(prompt, None)] == ["?", "?", "!", "."]  # nobody answers
    assert run(prompt, [3, np.int64(4)]) == [4]  # type: ignore[list-item]
    half: Any = 1.5  # it was cut off, and said 0
    refused(
        (lambda: run(prompt, [3]), "the program asks for input 2; there are 1"),
        (lambda: run(prompt, [3, 1000]), "input 2 is 1000; it must be from -999 to 999"),
        (lambda: run(prompt, [3, half]), "input 2 is 1.5; it must be a whole number"),
        (lambda: run("BRA 0", most=5), "has not halted after 5 steps"),
    )


def test_lines_of_letters() -> None:
    trace = '070 " 105 " 122 " " 010 " " 003 ! 066 " 004 ! -001 " 010 "'
    assert listen(trace.split()) == ["Fizz", "", 3, "B", 4, "\ufffd"]


def test_a_trace_goes_on_where_it_was_cut() -> None:
    """Loading a program and running it are the same thing."""
    prompt = assemble("loop ADD one\nSTA x\nSUB five\nBRZ end\nLDA x\nBRA loop\nend HLT\n"
                      "one DAT 1\nfive DAT 5\nx DAT")  # fmt: skip
    whole = [*steps(prompt)]
    assert whole[-1] == "." and len(whole) > 20
    for cut in range(len(whole)):
        assert [*steps([*prompt, *whole[:cut]])] == whole[cut:]
