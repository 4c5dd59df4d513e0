"""Warm-ups: a digit too many, the latest store, and where the program is."""

from exercises.warm_ups import WarmUp
from taotp import little_man
from taotp.programs import computer

SUM = "INP\n STA x\n INP\n ADD x\n OUT\n HLT\nx DAT"
TWO_STORES = (
    "LDA seven\n STA x\n LDA nine\n STA x\n LDA x\n OUT\n HLT\nx DAT\nseven DAT 7\nnine DAT 9"
)
WRITTEN = ["@00", "001", "000", ">05"]


def loaded() -> int:
    """What is loaded from a mailbox that was stored into twice."""
    return int(computer(n_ctx=128).run(TWO_STORES, [])[0])


def next_mailbox() -> int:
    """Where the jump went, and how many tokens ago."""
    at = max(i for i, word in enumerate(WRITTEN) if word[0] == "@")
    return int(WRITTEN[at][1:]) + len(WRITTEN) - 1 - at


WARM_UPS = (
    WarmUp(
        question="""
A program adds the numbers 600 and 500. The Little Man has three digits. What does it say?
""",
        choices={
            "100": "The sum is 1,100, and the first of its four digits is lost.",
            "999": "A sum does not stop at the largest number. A digit falls off.",
            "1100": "That would be with four digits.",
        },
        right="100",
        computed=lambda: little_man.run(SUM, [600, 500])[0],
    ),
    WarmUp(
        question="""
The text says that 7 was stored in mailbox 5, and later that 9 was. Nothing is ever erased from
the text. What does a load from mailbox 5 bring?
""",
        choices={
            "7": "The 7 still stands in the text, but a head that looks for mailbox 5 prefers "
            "later places.",
            "9": "The latest store counts. So a text that only grows can serve as a memory that "
            "is overwritten.",
            "16": "A store replaces what is in the mailbox. Only `ADD` adds.",
        },
        right="9",
        computed=loaded,
    ),
    WarmUp(
        question="""
The last tokens are `@00 001 000 >05`: a jump to mailbox 0, and then three steps. In which mailbox
is the next instruction?
""",
        choices={
            "0": "The jump went there, and three instructions have run since.",
            "3": "Each token is one step: where the jump went, plus how many tokens ago that was.",
            "5": "`>05` stored a number in mailbox 5. Only tokens with `@` tell where the "
            "program is.",
        },
        right="3",
        computed=next_mailbox,
    ),
)
