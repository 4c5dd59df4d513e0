"""A program that reads from a table, and has to change itself for it."""

from collections.abc import Callable

from exercises.judging.little_man import Said, hold, text_of
from exercises.statement import Exercise

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)
MOST = 20  # mailboxes
STUB = '''
def pick_from_a_table():
    """The text of a program that asks for k and says the k-th prime."""
    raise NotImplementedError
'''
TABLE = "\n".join(f"      DAT {prime}" for prime in PRIMES[1:])
PROGRAM = f"""
      INP
      ADD load       // 5xx + k loads what stands k further on
      STA here
here  DAT
      OUT
      HLT
load  LDA table
table DAT 2
{TABLE}
"""


def wanted(k: int) -> Said:
    """The k-th prime, counted from 0."""
    return [PRIMES[k]]


def judge(answer: object) -> str:
    """All ten, by the transformer."""
    text = text_of(answer, "in pick_from_a_table", MOST)
    return f"{hold(text, [(k,) for k in range(10)], wanted)} inputs, by the transformer"


def pick_from_a_table() -> str:
    """An instruction is made by adding, stored, and run."""
    return PROGRAM


def accepted_numbers() -> Callable[[], str]:
    """The same as numbers."""
    table = "\n".join(map(str, PRIMES))
    return lambda: f"901\n106\n303\n000\n902\n000\n507\n{table}"


def wrong_from_one() -> Callable[[], str]:
    """Counted from 1."""
    return lambda: PROGRAM.replace("LDA table", "LDA load")


def wrong_mailbox() -> Callable[[], str]:
    """It adds to what the table holds, and so says something else."""
    return lambda: PROGRAM.replace("ADD load", "ADD table")


def wrong_chain() -> Callable[[], str]:
    """Ten comparisons need too many mailboxes."""
    tests = "\n".join(f"BRZ p{k}\nSUB one" for k in range(9))
    says = "\n".join(f"p{k} LDA v{k}\nOUT\nHLT" for k in range(10))
    data = "\n".join(f"v{k} DAT {prime}" for k, prime in enumerate(PRIMES))
    return lambda: f"INP\n{tests}\nBRA p9\n{says}\n{data}\none DAT 1"


EXERCISE = Exercise(
    slug="pick-from-a-table",
    title="Out of a table",
    kind="construct",
    statement="""
The Little Man has no instruction that loads from a mailbox whose number was computed. Write a
program all the same that asks for $k$, from 0 to 9, and says the $k$-th prime, counted from 0: 2
for 0, 29 for 9. It may fill at most 20 mailboxes, and ten of them hold the primes.
`pick_from_a_table()` returns its text; the transformer runs it.
""",
    hints=(
        "An instruction is a number. What is 507 + 3?",
        "A number that the program stores is found in the same way as one that was loaded: by "
        "the latest store.",
    ),
    answer="""
Add $k$ to an instruction that loads the first prime, store the sum ahead, and run into it. To the
transformer this is nothing special. The head that fetches looks for the latest store into that
mailbox, and does not care who made it.
""",
    stub=STUB,
    judge=judge,
    code=(pick_from_a_table,),
)
