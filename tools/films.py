"""Write five films of the book's machines as files: python -m tools.films [FOLDER].

Each is an animated SVG, which a README and a page show as a picture: no player, no script.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from taotp.figures.lanes.film import film
from taotp.little_man import assemble
from taotp.programs import Program, computer, hello_world, repeat_pattern, search, sort

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "book" / "_build" / "films"
IN_README = ("search", ROOT / ".github" / "search.svg")  # the one that is kept
MOST = 400_000  # bytes of a film
DOUBLES = "LDA 3\nADD 3\nOUT\nDAT 7"
# By the name of its file: what it shows, the machine, and what it is told.
FILMS: dict[str, tuple[str, Callable[[], Program], Any]] = {
    "hello_world": ("Hello World: a transformer that says one text", hello_world, ""),
    "search": (
        "Search: what came after the last two digits, when they stood there before?",
        lambda: search("0123456789", 24, 2),
        "27182818284518",
    ),
    "sort": ("Sort: the smallest first", lambda: sort(10, 12), [5, 3, 8, 1]),
    "pattern": ("A pattern that repeats", lambda: repeat_pattern("abac", 12), "abac"),
    "computer": (
        "A computer: LDA 3, ADD 3, OUT, with 7 in box 3",
        lambda: computer(n_ctx=60),
        assemble(DOUBLES),
    ),
}


def main() -> None:
    """Write all of them."""
    parser = argparse.ArgumentParser(prog="python -m tools.films", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for path, name in [*((folder / f"{name}.svg", name) for name in FILMS), IN_README[::-1]]:
        path.write_text(made(name), "utf-8")
        print(f"{path}: {path.stat().st_size:,} bytes")


def made(name: str) -> str:
    """A film by its name."""
    title, build, prompt = FILMS[name]
    return film(build(), prompt, title)


if __name__ == "__main__":
    main()
