"""Words and what is known of them, for the machines that read language; README.md says whence."""

from pathlib import Path

HERE = Path(__file__).parent
KINDS = (".txt", ".csv", ".json")


def lexicon(name: str) -> str:
    """The text of a lexicon, as agreement.txt; ValueError lists those that there are."""
    path = HERE / name
    if path.parent != HERE or path.suffix not in KINDS or not path.is_file():
        known = " ".join(sorted(each.name for each in HERE.iterdir() if each.suffix in KINDS))
        raise ValueError(f"there is no lexicon {name!r}; there are {known}")
    return path.read_text("utf-8")
