"""The Little Man Computer: its assembler, what its tokens say, and an interpreter in plain Python.

A hundred cells hold numbers from -999 to 999, one accumulator calculates. A cell that nobody wrote
holds 0, and the accumulator begins at 0. A sum of four digits loses its first one and keeps its
sign: 600 + 500 is 100, -600 - 500 is -100. It halts at 000, at a number that is no instruction
(0xx, 4xx, 9xx but 901, 902 and 922, and all below 0), and after cell 99.
"""

from taotp.little_man.assembler import assemble, history, numbers
from taotp.little_man.interpreter import MOST, lines, listen, run, steps
from taotp.little_man.shipped import names, text
from taotp.little_man.tokens import number, vocabulary

__all__ = [
    "MOST", "assemble", "history", "lines", "listen", "names", "number", "numbers", "run", "steps",
    "text", "vocabulary",
]  # fmt: skip
