"""Programs that come with the library, each a file of text with a first comment on what it does."""

from pathlib import Path

FOLDER = Path(__file__).parent / "programs"


def names() -> list[str]:
    """The names of the programs, in order.

    >>> names()[:3]
    ['add', 'binary', 'bottles']
    """
    return sorted(path.stem for path in FOLDER.glob("*.lmc"))


def text(name: str) -> str:
    """The text of a program; ValueError where there is none of that name.

    >>> text("countdown").splitlines()[1]
    '      INP'
    """
    if name not in names():
        raise ValueError(f"there is no program {name}; there are {', '.join(names())}")
    return (FOLDER / f"{name}.lmc").read_text("utf-8")
