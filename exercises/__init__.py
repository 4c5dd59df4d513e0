"""Exercises: read them, check an answer, ask for a hint or for the solution.

`exercise("repeat-last")` shows one in a notebook; `check("repeat-last", answer)` judges an answer
and never raises on unfinished work. The number of an exercise in the book names it as well as its
slug, and "source: 5.4" the one that is the source's.
In a notebook what a check found is kept in a folder of yours, and `progress()` shows it.
"""

from collections import Counter
from difflib import get_close_matches

from exercises import interrupted, progress_store  # noqa: F401, the first one before all that takes long
from exercises.catalogue import EXERCISES
from exercises.judging.judge import CHECKED, Verdict, verdict
from exercises.statement import Exercise, Note

__all__ = ["Exercise", "Verdict", "check", "exercise", "hint", "progress", "solution"]

hints_shown: Counter[str] = Counter()  # what a reader has asked for and solved in this session
settled: set[str] = set()


def exercise(name: str) -> Exercise:
    """Find an exercise by its slug, its number, or "source: 5.4"; in a notebook it shows itself.

    Raises ValueError for an unknown name and lists those that look like it.
    """
    if name in EXERCISES:
        return EXERCISES[name]
    known = {f"source: {each.source}": each for each in EXERCISES.values() if each.source}
    known |= {each.number: each for each in EXERCISES.values()} | {**EXERCISES}
    if name in known:
        return known[name]
    near = get_close_matches(str(name).lower().replace("_", "-"), known, n=3, cutoff=0.5)
    raise ValueError(f"there is no exercise {name!r}; there is {', '.join(near or EXERCISES)}")


def asked(name: str) -> Exercise:
    """An exercise, or the task of the leaderboard of that name; ValueError for neither."""
    if name in EXERCISES:
        return EXERCISES[name]
    from exercises.handing_in.boards import BOARDS  # only here: it takes a while

    return BOARDS[name].exercise if name in BOARDS else exercise(name)


def check(name: str, answer: object) -> Verdict:
    """Judge an answer: one line that begins with ✓, ✗, · (nothing there yet) or ○ (a person's job).

    A machine for a leaderboard is judged by the name of its board. Raises ValueError for an unknown
    name, and nothing else whatever the answer does.
    """
    found = asked(name)
    CHECKED.get()[found.slug] = answer
    result = verdict(found, answer)
    if result.outcome in ("passed", "self"):
        settled.add(found.slug)
    if found.slug in EXERCISES:  # a board is none, and keeps its own entries
        progress_store.note(found.slug, result.outcome)
    return result


def hint(name: str) -> Note:
    """The next hint, gentle ones first; ValueError for an unknown name."""
    found = exercise(name)
    i = hints_shown[found.slug]
    if i >= len(found.hints):
        return Note(f'No more hints; solution("{found.slug}", give_up=True) shows an answer.')
    hints_shown[found.slug] += 1
    return Note(f"Hint {i + 1} of {len(found.hints)}: {found.hints[i]}")


def solution(name: str, give_up: bool = False) -> Note:
    """A model answer, after a pass of check in this session or where you give up.

    Raises ValueError for an unknown name.
    """
    found = exercise(name)
    if give_up or found.slug in settled:
        return found.solution()
    return Note(
        f'The answer shows after check("{found.slug}", ...) has passed, '
        f'or with solution("{found.slug}", give_up=True).'
    )


def progress() -> Note:
    """What you have done in each chapter, and what to try next.

    Raises ValueError where your file of progress holds something else.
    """
    _, found = progress_store.kept()
    return Note("```text\n" + "\n".join(progress_store.progress_lines(found)) + "\n```")
