"""What a solver has done, kept in a folder of their own."""

import builtins
import os
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
from exercises.statement import Exercise, Mark
from taotp_core.files import write_whole

KEPT_AS: Mapping[Outcome, str] = {"passed": "verified", "self": "self", "failed": "tried"}


def my_folder() -> Path:
    """Where a solver's own files are; TAOTP_MY names another place than exercises/my."""
    return Path(os.environ.get("TAOTP_MY") or Path(__file__).parent / "my")


def kept(path: Path | None = None) -> tuple[str, dict[str, str]]:
    """The author and the progress of a file; nothing where there is no file.

    Raises Refused for a file that holds something else.
    """
    path = path or my_folder() / "progress.json"
    if not os.path.lexists(path):  # a link that leads nowhere is there
        return "", {}
    author, found = taken(read_file(path))
    return author, {slug: credit for slug, credit in found.items() if slug in EXERCISES}


def keep(progress: Mapping[str, str], author: str = "", path: Path | None = None) -> None:
    """Add to a file of progress; more counts before less, so that nothing is lost.

    Raises Refused for a file that holds something else, and OSError where it cannot be written.
    """
    path = path or my_folder() / "progress.json"
    before, old = kept(path)
    new = {slug: more(old.get(slug, "new"), progress.get(slug, "new")) for slug in EXERCISES}
    new = {slug: credit for slug, credit in new.items() if credit != "new"}
    write_whole(path, carried(author or before, new))


def note(slug: str, outcome: Outcome) -> None:
    """Keep what a check in a notebook found; a check goes on where it cannot be kept."""
    if outcome in KEPT_AS and hasattr(builtins, "__IPYTHON__"):
        with suppress(OSError, Refused):
            mend()
            keep({slug: KEPT_AS[outcome]})


def mend(path: Path | None = None) -> Path | None:
    """Move a file of progress that cannot be read out of the way; where it is then, if anywhere."""
    path = path or my_folder() / "progress.json"
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
    for _, title, slugs in CHAPTERS:
        of_chapter = [EXERCISES[slug] for slug in slugs]
        signs = "".join(SIGNS.get(progress.get(each.slug, "new"), "·") for each in of_chapter)
        done = sum(finished(progress, each) for each in of_chapter)
        yield f"{title:21} {signs:24} {done} of {len(of_chapter)}"
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
    """What was tried and is not done; else the easiest new one of the first chapter with one."""
    left = [each for each in of if not finished(progress, each)]
    tried = [each for each in left if progress.get(each.slug) == "tried"]
    here = [each for each in left if each.chapter == left[0].chapter] if left else []
    return min(tried or here, key=effort, default=None)


def effort(exercise: Exercise) -> int:
    """An order of exercises by their marks: easy ones, recommended ones, others, hard ones."""
    marks = exercise.marks
    if Mark.VERY_HARD in marks or Mark.UNSOLVED in marks:
        return 3
    return 0 if Mark.VERY_EASY in marks else 1 if Mark.RECOMMENDED in marks else 2
