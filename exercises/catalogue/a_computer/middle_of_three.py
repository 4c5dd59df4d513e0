"""A program that says the middle one of three numbers."""

from collections.abc import Callable
from itertools import permutations

from exercises.judging.judge import fresh
from exercises.judging.little_man import Said, hold, text_of
from exercises.statement import Exercise

MOST = 100  # mailboxes
STUB = '''
def middle_of_three():
    """A program's text: it asks for three numbers and says the middle."""
    raise NotImplementedError
'''
PROGRAM = """
      INP
      STA a
      INP
      STA b
      SUB a
      BRP third      // a is not larger than b
      LDA a          // it is: change places
      STA c
      LDA b
      STA a
      LDA c
      STA b
third INP
      STA c
      SUB b
      BRP sayb       // a, b, c are in order
      LDA a
      SUB c
      BRP saya
      LDA c
      OUT
      HLT
saya  LDA a
      OUT
      HLT
sayb  LDA b
      OUT
      HLT
a     DAT
b     DAT
c     DAT
"""

LESS_THE_OTHERS = """
     INP
     STA sum
     STA low
     STA high
     LDA two
more STA left
     INP
     STA x
     ADD sum
     STA sum
     LDA x
     SUB low
     BRP up
     LDA x
     STA low
up   LDA high
     SUB x
     BRP next
     LDA x
     STA high
next LDA left
     SUB one
     BRZ end
     BRA more
end  LDA sum
     SUB low
     SUB high
     OUT
     HLT
sum  DAT
low  DAT
high DAT
left DAT
x    DAT
one  DAT 1
two  DAT 2
"""


def middle(*three: int) -> Said:
    """The middle one."""
    return [sorted(three)[1]]


def cases() -> list[tuple[int, ...]]:
    """Three numbers in all orders, some alike, some below zero, and some that are drawn.

    The sum of some has a fourth digit, which no mailbox holds.
    """
    fixed = [(1, 2, 3), (7, 7, 9), (7, 9, 9), (0, 0, 0), (-5, 0, 5), (-3, -2, -1), (0, 400, 480),
             (470, 475, 480), (-480, -475, -470)]  # fmt: skip
    orders = [order for three in fixed for order in dict.fromkeys(permutations(three))]
    return orders + [tuple(map(int, row)) for row in fresh(1).integers(-480, 480, (8, 3))]


def judge(answer: object) -> str:
    """The transformer is asked, with all of them."""
    tried = hold(text_of(answer, "in middle_of_three", MOST), cases(), middle)
    return f"{tried} inputs, by the transformer"


def middle_of_three() -> str:
    """Puts the first two in order, then asks on which side of them the third is."""
    return PROGRAM


def accepted_small_letters() -> Callable[[], str]:
    """The same in small letters."""
    return lambda: PROGRAM.lower()


def wrong_largest() -> Callable[[], str]:
    """It says the larger of the last two."""
    lines = "INP|INP|STA b|INP|STA c|SUB b|BRP 9|LDA b|BRA 10|LDA c|OUT|HLT|b DAT|c DAT"
    return lambda: lines.replace("|", "\n")


def wrong_as_they_come() -> Callable[[], str]:
    """The second is not always the middle one."""
    return lambda: "INP\nINP\nSTA b\nINP\nLDA b\nOUT\nHLT\nb DAT"


def wrong_less_the_others() -> Callable[[], str]:
    """All of them, less the smallest and the largest: three large numbers have no sum."""
    return lambda: LESS_THE_OTHERS


def wrong_fault() -> Callable[[], str]:
    """An instruction that there is not."""
    return lambda: PROGRAM.replace("BRP third", "BGE third")


EXERCISE = Exercise(
    slug="middle-of-three",
    title="The middle one",
    kind="construct",
    statement="""
Write a program for the Little Man: it asks for three numbers, says the one that is neither the
smallest nor the largest, and halts. `middle_of_three()` returns its text. The transformer runs it
on numbers between -480 and 480, also where two of them are equal.
""",
    hints=(
        "Which instruction tells whether one number is larger than another?",
        "Put the first two in order before you ask for the third.",
    ),
    answer="""
`SUB` and `BRP` compare. With $a\\le b$ the third number is above both, below both or in between,
and two comparisons tell. Equal numbers need no care: either is right.
""",
    stub=STUB,
    judge=judge,
    code=(middle_of_three,),
)
