"""The entries of the leaderboards as texts, for the playground."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from exercises.handing_in.boards import BOARDS, Board
from exercises.handing_in.certificates import ENTRIES
from exercises.handing_in.format import parse
from exercises.handing_in.inbox import submissions
from exercises.handing_in.ranking import PROMISED, SOUGHT
from taotp.figures.editor import Example
from taotp.figures.figure import Json
from taotp.figures.gallery import MOST_LETTERS
from taotp.listing import write

RUN = {slug: board for slug, board in BOARDS.items() if board.prompt is not None}
GROUP = "Entries of the leaderboards"


def board_examples(folder: Path = ENTRIES) -> dict[str, Example]:
    """Every entry below a folder that is short enough for a page, smallest text first.

    Nothing is judged here: the tables of the leaderboards are.
    """
    found = {}
    for slug, board in RUN.items():
        entries = sorted(texts_of(slug, board, folder), key=lambda entry: len(entry[1]))
        for author, text in entries:
            name = f"{board.exercise.title}: {author}"
            if len(text) <= MOST_LETTERS:
                found[name] = replace(asked_of(slug, board), text=text)
    return found


def texts_of(slug: str, board: Board, folder: Path) -> Iterator[tuple[str, str]]:
    """Who entered each machine of a board, and the machine as a text."""
    for path in submissions(folder / slug) if (folder / slug).is_dir() else ():
        entry = parse(path.read_bytes())
        (answer,) = entry.answers
        about = f"# {board.exercise.title}: entered by {entry.author}.\n"
        yield entry.author, about + write(board.program(answer.returned))


def asked_of_boards(examples: Mapping[str, Example]) -> dict[str, Json]:
    """What a playground has to know to open a file that somebody hands in to a board."""
    found: dict[str, Json] = {}
    for slug, board in RUN.items():
        title = f"{board.exercise.title}: "
        names = [name for name in examples if name.startswith(title)]
        asked: Json = {"vocabulary": board.symbols} if board.symbols else {}
        asked |= {} if board.steps is None else {"steps": board.steps}
        found[slug] = {"asked": asked}
        if names:
            found[slug] |= {"example": names[0], "prompt": examples[names[0]].prompt}
    return found


def asked_of(slug: str, board: Board) -> Example:
    """What is typed to a machine of a board, and what is right."""
    asked = board.prompt or ""
    prompt = ("" if isinstance(asked, str) else " ").join(map(str, asked))
    right = PROMISED.get(slug)
    sought = SOUGHT if right == "search" else None
    return Example("", prompt, right, sought, group=GROUP, page="leaderboards")
