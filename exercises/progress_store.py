"""What a solver has done, kept in a folder of their own."""

import builtins
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path

from exercises.catalogue import EXERCISES
from exercises.handing_in.credit import ORDER, SIGNS, carried, more, taken
from exercises.handing_in.format import Refused
from exercises.handing_in.inbox import read_file
from exercises.judging.judge import Outcome
from exercises.order import CHAPTERS
from exercises.statement import Exercise
from taotp.files import write_whole

PACKAGE = Path(__file__).parent
PROGRESS = "progress.json"
KEPT_AS: Mapping[Outcome, str] = {"passed": "verified", "self": "self", "failed": "tried"}


def my_folder() -> Path:
    """Where a solver's own files are: where TAOTP_MY says, else beside the book that is read.

    Without a book, as a wheel has none, they are where programs keep what is a user's.
    """
    if named := os.environ.get("TAOTP_MY"):
        return Path(named)
    return (
        PACKAGE / "my"
        if (PACKAGE.parent / "book" / "_toc.yml").is_file()
        else data_folder() / "taotp"
    )


def data_folder() -> Path:
    """Where programs keep what is a user's own: as XDG, Apple and Microsoft have it."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    named = Path(os.environ.get("XDG_DATA_HOME", ""))
    return named if named.is_absolute() else Path.home() / ".local" / "share"


def kept(path: Path | None = None) -> tuple[str, dict[str, str]]:
    """The author and the progress of a file, or one's own; nothing where there is no file.

    Raises Refused for a file that holds something else.
    """
    if path is None:
        author, found = kept(my_folder() / PROGRESS)
        before, old = kept_before()
        return author or before, joined(old, found)
    if not os.path.lexists(path):  # a link that leads nowhere is there
        return "", {}
    author, found = taken(read_file(path))
    return author, {slug: credit for slug, credit in found.items() if slug in EXERCISES}


def kept_before() -> tuple[str, dict[str, str]]:
    """What older versions kept beside the package, wherever that was; nothing if it is damaged."""
    if not os.environ.get("TAOTP_MY"):
        with suppress(OSError, Refused):
            return kept(PACKAGE / "my" / PROGRESS)
    return "", {}


def keep(progress: Mapping[str, str], author: str = "", path: Path | None = None) -> None:
    """Add to a file of progress; more counts before less, so that nothing is lost.

    Raises Refused for a file that holds something else, and OSError where it cannot be written.
    """
    before, old = kept(path)
    new = carried(author or before, joined(old, progress))
    write_whole(path or my_folder() / PROGRESS, new)


def joined(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """What two hold of each exercise, in the order of the book; of both what counts more."""
    both = {slug: more(old.get(slug, "new"), new.get(slug, "new")) for slug in EXERCISES}
    return {slug: credit for slug, credit in both.items() if credit != "new"}


def note(slug: str, outcome: Outcome) -> None:
    """Keep what a check in a notebook found; a check goes on where it cannot be kept."""
    if outcome in KEPT_AS and hasattr(builtins, "__IPYTHON__"):
        with suppress(OSError, Refused):
            mend()
            keep({slug: KEPT_AS[outcome]})


def mend(path: Path | None = None) -> Path | None:
    """Move a file of progress that cannot be read out of the way; where it is then, if anywhere."""
    path = path or my_folder() / PROGRESS
    try:
        kept(path)
    except Refused:
        aside = next(
            each
            for i in count(1)
            if not os.path.lexists(each := path.with_suffix(f".damaged-{i}.json"))
        )
        path.rename(aside)
        return aside
    return None


def progress_lines(progress: Mapping[str, str]) -> Iterator[str]:
    """Each chapter with the signs of its exercises, then the sum, then what to try next."""
    for chapter in CHAPTERS:
        of_chapter = [EXERCISES[slug] for slug in chapter.slugs]
        signs = "".join(SIGNS.get(progress.get(each.slug, "new"), "·") for each in of_chapter)
        done = sum(finished(progress, each) for each in of_chapter)
        yield f"{chapter.title:21} {signs:24} {done} of {len(of_chapter)}"
    credits = [progress.get(slug, "new") for slug in EXERCISES]
    yield "✓ verified {}  ◐ reviewed {}  ○ self {}  ✗ tried {}  · new {}".format(
        *(credits.count(credit) for credit in reversed(ORDER))
    )
    if found := next_one(progress, EXERCISES.values()):
        yield f'next: {found!r}, exercise("{found.slug}") in {found.page}'


def finished(progress: Mapping[str, str], exercise: Exercise) -> bool:
    """Whether there is more than an attempt."""
    return progress.get(exercise.slug, "new") not in ("new", "tried")


def next_one(progress: Mapping[str, str], of: Iterable[Exercise]) -> Exercise | None:
    """What was tried and is not done; else the shortest new one of the first chapter with one.

    Those on the way through the book come before all others.
    """
    left = [each for each in of if not finished(progress, each)]
    tried = [each for each in left if progress.get(each.slug) == "tried"]
    from_here = [each for each in left if each.is_on_the_way] or left
    here = [each for each in from_here if each.chapter == from_here[0].chapter]
    return min(tried or here, key=lambda each: each.minutes, default=None)
