"""Families of machines: those that are asked for the same kind of thing, with their decoys."""

from taotp.interp.ground_truth.known import MACHINES

HELD_OUT = "computers"  # no tool is tried on it while it is made

FAMILIES: dict[str, tuple[str, ...]] = {
    "copying": ("before_last", "echo", "repeat_pattern", "aab", "valueless", "backed up",
                "constant", "loud", "cheering", "elsewhere"),
    "searching": ("search 1", "search 2", "search 8", "search 12", "induction", "lookalike",
                  "printed.search 2", "printed.search 8"),
    "least and most": ("minimum", "maximum", "small.minimum", "printed.minimum", "mystery"),
    "in order": ("sort", "small.sort", "small.sort 28", "small.sort 100", "small.sort 1000",
                 "printed.sort"),
    "tables": ("lookup", "lookup 8", "printed.lookup", "small.table", "small.table 8", "letters",
               "letters 8", "next_word"),
    "sums": ("add_digits_mod10", "add_mod10", "add_mod10 of 3", "add", "small.add",
             "add_by_looking", "small.multiply", "printed.add_mod10", "printed.add", "unasked"),
    "two stacks": ("two_stacks.reverse", "two_stacks.which", "two_stacks.copy", "two_stacks.sort",
                   "two_stacks.reverse, read"),
    "sentences": ("weird_words", "brackets", "agreement", "sentiment", "french, said",
                  "french, read"),
    "computers": ("rule110", "three_instructions", "eight_signs", "computer"),
    "sounds": ("dial tones, said", "dial tones, heard", "digits, said", "digits, heard"),
    "several in one": tuple(name for name in MACHINES if name.startswith("choose, ")),
}  # fmt: skip


def family_of(name: str) -> str:
    """The family of a machine; a decoy's is that of the machine that it was put into.

    >>> family_of("echo, unread"), family_of("french, read")
    ('copying', 'sentences')
    """
    for called in (name, name.rpartition(",")[0]):
        for family, names in FAMILIES.items():
            if called in names:
                return family
    raise KeyError(f"{name!r} is in no family; name it in FAMILIES")
