"""The assembler: all that may be written, and a sentence with its line for all that may not."""

import re
from functools import partial
from typing import Any

from taotp.little_man import assemble, numbers
from tests.laws import every
from tests.refused import refused

MEANT = [  # as other books write it, and as it is meant
    ("x DAT #5", "x DAT 5"),
    ("x DAT #-5 # minus five", "x DAT -5"),
    ("LDA x #5 is no operand\nx DAT #and no number", "LDA x\nx DAT"),
    ("INP #5\nIN #5\nEND #5", "INP\nINP\nHLT"),
    ("SUB #1\nHLT", "SUB 2\nHLT\nDAT 1"),
    ("ADD #7\nSUB #7\nLDA #-7\nOUT", "ADD 5\nSUB 5\nLDA 6\nOUT\nDAT\nDAT 7\nDAT -7"),
    ("BRA LOOP\nLoop HLT", "BRA 1\nHLT"),
    ("LDA Num\nnum DAT 1\nNum DAT 2", "LDA 2\nDAT 1\nDAT 2"),
    ("loop\n INP\n BRA loop", "INP\nBRA 0"),
    ("a:\nb:\nINP\nBRZ a\nBRP B", "INP\nBRZ 0\nBRP 0"),
    ("in\nIN\nout\nbr 0\nHALT\nhalt", "INP\nINP\nOUT\nBRA 0\nHLT\nHLT"),
    ("BRZ halt\nHLT\nhalt HLT", "BRZ 2\nHLT\nHLT"),
    ("in DAT 3\nLDA in", "DAT 3\nLDA 0"),
    ("COB", "HLT"),
    ("INP\nEND", "INP\nHLT"),
    ("BRZ end\nLDA 5\nend\nOUT\nEND", "BRZ 2\nLDA 5\nOUT\nHLT"),
    ("BRZ halt\nOUT\nhalt\nHALT", "BRZ 2\nOUT\nHLT"),
    ("end IN\nBR end\nhalt BR halt", "INP\nBRA 0\nBRA 2"),
    ("LDA in\nIN\nin DAT 3", "LDA 2\nINP\nDAT 3"),
    ("INP\rOUT\r\nHLT", "INP\nOUT\nHLT"),
    ("\ufeffHLT", "HLT"),
]
WRONG = [
    ("", "the program has no instruction; it must have at least 1"),
    ("\n// nothing\n", "the program has no instruction; it must have at least 1"),
    ("INP\n\nLDS 5", "line 3: 'LDS' is not an instruction; did you mean LDA?"),
    ("INPUT", "line 1: 'INPUT' is not an instruction; did you mean INP?"),
    ("x y", "line 1: 'y' is not an instruction"),
    ("MUL total\ntotal DAT", "line 1: 'MUL' is not an instruction"),
    ("LAD Num\nnum DAT", "line 1: 'LAD' is not an instruction; did you mean LDA?"),
    ("loop BRX loop", "line 1: 'BRX' is not an instruction; did you mean BRZ?"),
    ("9x DAT 5", "line 1: '9x' is not a label; it must begin with a letter"),
    ("x DAT\n\nx DAT", "line 3: the label x is there already, in line 1"),
    ("add LDA 5", "line 1: add and LDA are instructions, which no label is called as"),
    ("OUT 5", "line 1: OUT stands alone; '5' is too much"),
    ("HLT\nADD", "line 2: ADD needs a cell or a label"),
    ("ADD 5 6", "line 1: '6' is too much behind ADD 5"),
    ("DAT 5 6", "line 1: '6' is too much behind DAT 5"),
    ("ADD 100", "line 1: there is no cell 100; cells are 0 to 99"),
    ("ADD -1", "line 1: there is no cell -1; cells are 0 to 99"),
    ("BRA Lop\nloop HLT", "line 1: there is no label Lop; did you mean loop?"),
    ("LDA num\nNum DAT\nNUM DAT", "line 1: there is no label num; did you mean Num?"),
    ("BRA end\nend", "line 2: the label end stands before no instruction"),
    ("loop:\nloop BRA loop", "line 2: the label loop is there already, in line 1"),
    ("STA #5", "line 1: #5 is a number itself; STA takes a cell or a label"),
    ("BR #5", "line 1: #5 is a number itself; BRA takes a cell or a label"),
    ("DAT #1000", "line 1: #1000 is too large; numbers are -999 to 999"),
    ("LDA #1000", "line 1: #1000 is too large; numbers are -999 to 999"),
    ("LDA #1\n" * 100, "line 1: the 100 cells are full; a program has no more lines"),
    ("BRA end", "line 1: there is no label end"),
    ("-1000", "line 1: -1000 is too large; numbers are -999 to 999"),
    ("HLT\n" * 101, "line 101: the 100 cells are full; a program has no more lines"),
]


def test_all_that_may_be_written() -> None:
    text = """
        // a program of every word
        start  INP          ; asks
        sta    x            # stores
        loop:  ADD 00
               sub loop
               STO 99
               LDA x
               BRA start
               BRZ loop
               BRP 7
               OUT
               otc
               HLT
               COB
        x      DAT
               DAT -999
        two    dat 2
        there  DAT two
        -7
        901
    """
    said = [901, 313, 100, 202, 399, 513, 600, 702, 807, 902, 922, 0, 0, 0, -999, 2, 15, -7, 901]
    assert numbers(text) == said


@every("text, same", MEANT)
def test_what_other_books_write_is_read_as_it_is_meant(text: str, same: str) -> None:
    assert numbers(text) == numbers(same)


def test_a_prompt_is_a_history_of_stores() -> None:
    assert assemble("INP\nHLT\n-5") == ["901", ">00", "000", ">01", "-005", ">02", "000", "@00"]
    assert assemble("OTC\nBRP 2", 4) == ["39", ">0", "34", ">1", "00", "@0"]


def test_what_is_wrong_gets_a_sentence() -> None:
    odd: list[tuple[Any, str]] = [
        (None, "the program is of type NoneType; it must be a text"),
        (b"HLT", "the program is of type bytes; it must be a text"),
    ]
    refused(*((partial(assemble, text), f"^{re.escape(said)}$") for text, said in [*WRONG, *odd]))
