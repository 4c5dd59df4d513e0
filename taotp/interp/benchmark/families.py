"""Families of machines: those that are asked for the same kind of thing, with their decoys."""

from taotp.interp.ground_truth.known import MACHINES
from taotp.interp.ground_truth.otherwise import TASKS
from taotp.interp.ground_truth.twins import TRAINED

HELD_OUT = "computers"  # no tool is tried on it while it is made

FAMILIES: dict[str, tuple[str, ...]] = {
    "copying": ("before_last", "echo", "repeat_pattern", "aab", "valueless", "backed up",
                "constant", "loud", "cheering", "elsewhere", "before_last by fading",
                "echo by relay", "repeat_pattern by distance", "aab by a unit"),
    "searching": ("search 1", "search 2", "search 8", "search 12", "induction", "lookalike",
                  "printed.search 2", "printed.search 8", "search 1 by pointer",
                  "search 1 by pairs", "search 2 by pointer"),
    "least and most": ("minimum", "maximum", "small.minimum", "printed.minimum", "mystery",
                       "minimum by units", "maximum by units", "mystery by units"),
    "in order": ("sort", "small.sort", "small.sort 28", "small.sort 100", "small.sort 1000",
                 "printed.sort", "sort by counting"),
    "tables": ("lookup", "lookup 8", "printed.lookup", "small.table", "small.table 8", "letters",
               "letters 8", "next_word", "lookup 8 by vote", "next_word by pairs"),
    "sums": ("add_digits_mod10", "add_mod10", "add_mod10 of 3", "add", "small.add",
             "add_by_looking", "small.multiply", "printed.add_mod10", "printed.add", "unasked",
             "add_digits_mod10 by carry", "add_mod10 by steps", "add by steps",
             "small.multiply by table", "unasked by looking"),
    "two stacks": ("two_stacks.reverse", "two_stacks.which", "two_stacks.copy", "two_stacks.sort",
                   "two_stacks.reverse, read", "two_stacks.sort by rank"),
    "sentences": ("weird_words", "brackets", "agreement", "sentiment", "french, said",
                  "french, read"),
    "computers": ("rule110", "three_instructions", "eight_signs", "computer",
                  "rule110 by logic"),
    "sounds": ("dial tones, said", "dial tones, heard", "digits, said", "digits, heard"),
    "several in one": tuple(name for name in MACHINES if name.startswith("choose, ")),
}  # fmt: skip


def family_of(name: str) -> str:
    """The family of a machine; a decoy's is that of the machine that it was put into.

    A trained machine is of the family of the program whose shape it has.

    >>> family_of("echo, unread"), family_of("french, read"), family_of("echo trained")
    ('copying', 'sentences', 'copying')
    """
    for called in callings(name):
        for family, names in FAMILIES.items():
            if called in names:
                return family
    raise KeyError(f"{name!r} is in no family; name it in FAMILIES")


def task_of(name: str) -> str:
    """What a machine is asked to do, if others do that otherwise or by training; else "".

    >>> task_of("echo by relay, unread") == task_of("echo trained") == task_of("echo") != ""
    True
    """
    return next((task for task, names in TASKS.items() if {*callings(name)} & {*names}), "")


def callings(name: str) -> tuple[str, str, str]:
    """A name, that of the machine that a decoy was put into, and of the program that it learned."""
    return name, name.rpartition(",")[0], name.removesuffix(TRAINED)
