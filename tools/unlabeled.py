"""Outputs of which a reader must count the places, page by page.

python -m tools.unlabeled              a line for each page that has some
python -m tools.unlabeled PAGE ...     each of these cells with what it shows
python -m tools.unlabeled --lower      write what is counted where it is less

A tuple, a list of tuples or a mapping to them says nothing of what each place is:
`taotp.figures.labeled` shows it as a table with a name above each column. A list of like
things and a mapping to single ones need no more. `book/unlabeled.yml` has how many each page may
have; it only gets smaller.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import yaml

from tools.english import ceilings
from tools.notebook_style import is_unseen

BOOK = Path(__file__).resolve().parent.parent / "book"
CEILINGS = BOOK / "unlabeled.yml"
HEAD = """\
# For each page, how many outputs it may have of which a reader must count the places, as
# tools/unlabeled.py counts them. Lower it after mending (python -m tools.unlabeled --lower),
# never raise it. A page that is not here may have none.
"""
HIDDEN = {"remove-output", "remove-cell", "hide-cell", "hide-output"}
PLACES = re.compile(r"\(.*,|\[\s*[(\[{].*,|\{[^,]*:\s*[(\[{].*,", re.DOTALL)


def has_places(text: str) -> bool:
    """Whether what a cell shows is a tuple, or has tuples or lists within."""
    return bool(PLACES.match(text.strip()))


def shown(cell: Any) -> str:
    """The value that a cell shows as text alone, not as a picture or a table."""
    hidden = HIDDEN & {*cell.metadata.get("tags", ())}
    if cell.cell_type != "code" or hidden or is_unseen(cell):
        return ""
    found = (output.get("data", {}) for output in cell.outputs)
    return "\n".join(data["text/plain"] for data in found if set(data) == {"text/plain"})


def unlabeled(page: Path) -> list[Any]:
    """The cells of a page that show places without names."""
    return [each for each in nbformat.read(page, as_version=4).cells if has_places(shown(each))]


def counts(book: Path = BOOK) -> dict[str, int]:
    """How many such cells each page has that has some."""
    found = {page.stem: len(unlabeled(page)) for page in sorted(book.glob("*.ipynb"))}
    return {page: number for page, number in found.items() if number}


def too_many(found: dict[str, int], most: dict[str, int]) -> Iterator[str]:
    """A sentence for each page that has more than it may."""
    for page, number in found.items():
        if number > most.get(page, 0):
            yield (
                f"{page} has {number} outputs without labels, at most {most.get(page, 0)} may be: "
                f"python -m tools.unlabeled {page}"
            )


def main(arguments: list[str] | None = None) -> int:
    """Print the counts, the cells of some pages, or lower the ceilings."""
    parser = argparse.ArgumentParser(prog="python -m tools.unlabeled", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("page", nargs="*", help="such as hello_world")
    parser.add_argument("--lower", action="store_true", help="lower book/unlabeled.yml")
    options = parser.parse_args(arguments)
    for name in options.page:
        if not (BOOK / f"{name}.ipynb").exists():
            parser.error(f"the book has no notebook {name}: say hello_world")
        for cell in unlabeled(BOOK / f"{name}.ipynb"):
            print(f"{cell.source}\n=> {shown(cell)}\n")
    found = counts()
    if options.lower:
        most = ceilings(CEILINGS) if CEILINGS.exists() else found
        less = {page: min(number, most.get(page, 0)) for page, number in found.items()}
        kept = {page: number for page, number in less.items() if number}
        CEILINGS.write_text(HEAD + yaml.safe_dump(kept), encoding="utf-8")
    elif not options.page:
        print(*(f"{number:4} {page}" for page, number in found.items()), sep="\n")
        print(f"{sum(found.values()):4} in all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
