"""Work on exercises, check answers, hand them in, and grade what others hand in.

A submission is one JSON file. It holds what your functions returned, but no code: the grader runs
the book's own forward pass on it.
"""

import argparse
import codecs
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from exercises import asked, doctor
from exercises.catalogue import BENCHES, EXERCISES
from exercises.handing_in.attempt import Attempt, code_pieces, run_file
from exercises.handing_in.boards import BOARDS
from exercises.handing_in.certificates import ENTRIES
from exercises.handing_in.format import Refused, Submission, parse
from exercises.handing_in.format import read_author as plain_author
from exercises.handing_in.grade import SIGNS, graded
from exercises.handing_in.gradebooks import (
    Class,
    assigned,
    by_student,
    for_canvas,
    for_moodle,
    is_by_student,
)
from exercises.handing_in.identity import listed
from exercises.handing_in.inbox import below, read_file
from exercises.handing_in.ledger import Ledger
from exercises.handing_in.marks import (
    Review,
    feedback,
    is_feedback,
    marks,
    marks_as_csv,
    read_reviews,
)
from exercises.handing_in.people import copies
from exercises.handing_in.points import Points, read_points, usual_points
from exercises.handing_in.ranking import ranking
from exercises.handing_in.record import (
    as_answer,
    by_word,
    functions_asked,
    submission_bytes,
)
from exercises.handing_in.report import is_report, report
from exercises.handing_in.rosters import Roster, is_roster, read_roster
from exercises.handing_in.writing import written_down
from exercises.judging.judge import Verdict, Wrong, program_of_text, verdict
from exercises.order import WORKSHOP, exercise_page
from exercises.progress_store import KEPT_AS, keep, kept, my_folder, progress_lines
from exercises.statement import Exercise
from exercises.visible import visible
from exercises.wall import found_in, hang, is_wall, page
from taotp.files import ended_in_order, open_what_is_closed, write_whole
from taotp.verify.untrusted import staying
from taotp.verify.worker_pool import NoWorkers, bar, offer
from taotp_core import __version__
from taotp_core.arrays import Shaped
from taotp_core.program import Program
from taotp_core.weights import named_arrays

OK, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
CODES = """\
exit codes:
  0    done, and everything was right
  1    an answer was wrong or refused, or a file could not be written
  2    the command cannot use what it was given
  130  interrupted; finished work is kept
"""
KEPT_IN = """\
Your progress, your copies of chapters and your files to hand in are kept in exercises/my, inside
the book's folder. If you have installed only the library, they are in the folder taotp among your
programs' data, for example in ~/.local/share. Set TAOTP_MY to use another folder; the command
doctor prints which one is in use.

"""
GRADING = """

  taotp-exercises grade inbox
  taotp-exercises grade inbox --csv marks.csv --by-student students.csv --feedback texts
  taotp-exercises grade inbox --canvas gradebook.csv
  taotp-exercises grade inbox --moodle worksheet.csv

Grading never runs students' code. A student gets the points of an exercise if the answer was
verified by machine, or if you wrote yes in the column reviewed. Without --points an exercise of
at most ten minutes gives 1 point, one of an hour or more 4, and any other 2."""
SALT = 4096  # bytes that are read of a salt
BOOK = Path(__file__).resolve().parent.parent / "book"
TEXT = ".taotp"  # what the name of a text in the language ends in


class Unusable(Exception):
    """The command cannot use what it was given; the message is a sentence."""


def chosen(name: str) -> Exercise:
    """The exercise or the board of a name or a number."""
    try:
        return asked(name)
    except ValueError as error:
        raise Unusable(str(error)) from None


def there(path: Path, folder: bool = False) -> Path:
    """A file, or a folder, that exists."""
    if folder and path.is_file():
        raise Unusable(f"{visible(path)} is a file; a folder of files is needed")
    if not (path.is_dir() if folder else path.is_file()):
        raise Unusable(f"there is no {'folder' if folder else 'file'} {visible(path)}")
    return path


def takes_text(each: Exercise) -> bool:
    """Whether its answer is one machine, which may be a text in the language."""
    if each.slug in BENCHES or each.slug in BOARDS:
        return True
    typed = each.typed is not None and each.typed.check == "machine"
    return typed and len(functions_asked(each)) == 1


# The commands


def work_command(arguments: argparse.Namespace) -> int:
    """Copy a chapter and its exercises into the solver's own folder, unless they are there."""
    if not BOOK.is_dir():
        raise Unusable("the chapters are not installed with the library: get the book's folder, "
                       "and run this there")  # fmt: skip
    pages = {path.stem for path in BOOK.glob("*.ipynb")}
    own = {exercise_page(name) for name in pages} - {WORKSHOP.page}
    if arguments.chapter not in pages - own:
        known = ", ".join(sorted(pages - own))
        raise Unusable(f"there is no chapter {arguments.chapter!a}; there are {known}")
    wanted = tuple(dict.fromkeys((arguments.chapter, exercise_page(arguments.chapter))))
    found = [name for name in wanted if name in pages]
    for name in found:
        copy = my_folder() / f"{name}.ipynb"
        if copy.exists():
            print(f"{copy} exists already and is left as it is; rename it to get a new copy.")
            continue
        write_whole(copy, led_back((BOOK / copy.name).read_text("utf-8"), wanted).encode())
        print(f"Copied to {copy}.")
    last = my_folder() / f"{found[-1]}.ipynb"
    print(f"Open it with jupyter lab, then: taotp-exercises check {last}")
    return OK


def show_command(arguments: argparse.Namespace) -> int:
    """Print an exercise, without its hints."""
    found = chosen(arguments.exercise)
    by = f"Checked by machine: `{entered('FILE', found.slug)}`."
    who_checks = by if found.slug in BOARDS else found.who_checks
    print(repr(found), found.statement.strip(), who_checks, sep="\n\n")
    return OK


def led_back(notebook: str, copied: Sequence[str]) -> str:
    """The text of a notebook whose links to pages that were not copied lead to the book."""
    book = Path(os.path.relpath(BOOK, my_folder())).as_posix()

    def link(found: re.Match[str]) -> str:
        return found[0] if found[1] in copied else f"]({book}/{found[1]}.{found[2]}"

    return re.sub(r"\]\(([\w-]+)\.(ipynb|md|bib)\b", link, notebook)


def check_command(arguments: argparse.Namespace) -> int:
    """Judge every exercise whose functions a file defines, or a machine as a text in the language.

    A function whose name several ask for may be for any of them: it is wrong if it is so for all.
    """
    *slugs, file = arguments.files
    if slugs or Path(file).suffix == TEXT:
        return check_text(Path(file), *slugs)
    return check_file(there(Path(file)))


def check_text(path: Path, *slugs: str) -> int:
    """Judge a text as the exercise that is named, or the one after which the file is."""
    if len(slugs) > 1:
        raise Unusable(f"one exercise and one file are needed, not {' '.join(slugs)}")
    each = chosen(slugs[0] if slugs else path.stem)
    if not takes_text(each):
        raise Unusable(f"{each.slug} does not ask for a machine, so it takes no {TEXT} file")
    if there(path).suffix != TEXT:
        raise Unusable(
            f"{visible(path)} is not a machine written as text; its name must end in {TEXT}"
        )
    found = verdict(each, words_of(path))
    print(found)
    slug = each.slug
    if found.outcome != "new" and slug in EXERCISES:
        remember({slug: KEPT_AS[found.outcome]})
    return OK if found.passed else FAILED


def check_file(path: Path) -> int:
    """Judge every exercise whose functions a file defines."""
    attempt = run_file(path)
    found: list[Verdict] = []
    for_none: dict[str, list[Verdict]] = {}
    for each, functions, meant in attempt.attempted():
        result = verdict(each, as_answer(functions.values()))
        name = ", ".join(functions)
        if result.outcome == "new":
            continue
        if not meant:
            for_none.setdefault(name, []).append(result)
        if meant or result.passed:
            print(result)
            found.append(result)
    for_none = {
        name: tried for name, tried in for_none.items() if not any(one.passed for one in tried)
    }
    for name, tried in for_none.items():
        print(nowhere_right(name, tried))
    boards = [slug for slug, board in BOARDS.items() if attempt.functions(board.exercise)]
    for slug in boards:
        print(f"·  {slug}: an entry for a leaderboard; {entered(str(path), slug)}")
    for fault in attempt.faults:
        print(f"!  {fault}")
    if not (found or for_none or boards):
        print("The file has no answers yet. A stub counts as an answer once it returns something.")
    remember({one.slug: KEPT_AS[one.outcome] for one in found})
    wrong = attempt.faults or for_none or any(one.outcome == "failed" for one in found)
    return FAILED if wrong else OK


def nowhere_right(name: str, tried: Sequence[Verdict]) -> str:
    """What to say of a function that may be for any of several exercises, and is right for none."""
    slugs = ", ".join(one.slug for one in tried)
    own = f"{name}_{tried[0].slug.replace('-', '_')}"
    return f"✗  {name} is not right for any of {slugs}; name it after the one it is for: {own}"


def entered(file: str, slug: str) -> str:
    """How an entry for a leaderboard is judged and written down."""
    return f"taotp-exercises submit {file} {slug}"


def remember(progress: dict[str, str], author: str = "") -> None:
    """Keep progress; a check is not lost where it cannot be kept."""
    try:
        keep(progress, author)
    except (OSError, Refused) as error:
        why = error.strerror if isinstance(error, OSError) else error
        print(f"Progress was not kept: {why}.", file=sys.stderr)


def submit_command(arguments: argparse.Namespace) -> int:
    """Judge an answer, write it down, and judge what was written."""
    each = chosen(arguments.exercise)
    author = arguments.author or kept()[0]
    if not author:
        raise Unusable("whose answer is it? The first time, give --author NAME")
    author = plain_author(author)
    path = there(arguments.file)
    if path.suffix in (".py", ".ipynb", TEXT):
        submission, result = from_code(path, each, author, arguments.note)
        if result and not result.passed and not arguments.anyway:
            print(result)
            print("Nothing was written; --anyway writes an answer that is not right yet.")
            return FAILED
    else:
        submission = Submission(each.slug, author, words_of(path))
    data = submission_bytes(submission)
    found = graded(data)
    print(f"{SIGNS[found.credit]}  {each.number} {each.slug}   {found.words}")
    if found.credit in ("tried", "refused") and not arguments.anyway:
        print("Nothing was written; --anyway writes an answer that is not right yet.")
        return FAILED
    to = arguments.to or my_folder() / "submissions" / each.slug / f"{author}.json"
    replaceable(to, is_own_submission)
    write_whole(to, data)
    print(f"Hand in {to} ({len(data):,} bytes).")
    if found.credit == "self":
        print("\n".join(f"  - {point}" for point in each.checklist))
        print(f'Compare it with solution("{each.slug}", give_up=True).')
    if each.slug not in BOARDS and found.credit != "unfinished":
        remember({each.slug: found.credit}, author)
    return OK if found.credit in ("verified", "self") else FAILED


def replaceable(path: Path, is_ours: Callable[[bytes], object]) -> None:
    """Unusable unless nothing is there yet, or an ordinary file that a command wrote before."""
    if not os.path.lexists(path):
        return
    if path.is_symlink() or not path.is_file():
        raise Unusable(f"{visible(path)} is not an ordinary file; choose another name")
    try:
        ours = is_ours(path.read_bytes())
    except Refused:
        ours = False
    if not ours:
        raise Unusable(f"{visible(path)} holds something else; choose another name")


def is_own_submission(data: bytes) -> object:
    """Whether these are the bytes of a submission; raises Refused where they are not."""
    return parse(data)


def from_code(
    path: Path, each: Exercise, author: str, note: str
) -> tuple[Submission, Verdict | None]:
    """What the functions of a file return; their source where nobody can judge by data."""
    attempt = Attempt() if path.suffix == TEXT else run_file(path)
    functions = attempt.functions(each) or text_as_function(path, each)
    if functions is None:
        faults = "".join(f"\n!  {fault}" for fault in attempt.faults)
        wanted = " and ".join(functions_asked(each)) or "a text, in a .md or .txt file"
        raise Unusable(f"{each.slug} asks for {wanted}; {path.name} defines none{faults}")
    pieces = (code for _, code in code_pieces(path)) if by_word(each) else ()
    return written_down(each, functions, author, note, pieces)


def text_as_function(path: Path, each: Exercise) -> dict[str, Any] | None:
    """What the text of a machine stands for: the function that would return it."""
    if path.suffix != TEXT:
        return None
    if not takes_text(each):
        raise Unusable(f"{each.slug} does not ask for a machine, so it takes no {TEXT} file")
    if each.typed and each.typed.family:
        raise Unusable(f"{each.slug} asks for a function of every size, of which a text is one")
    text = words_of(path)
    made: object = text
    if each.slug in BOARDS:  # whose tables show machines
        try:
            program = program_of_text(text)
        except Wrong as wrong:
            raise Unusable(f"{visible(path)}: {wrong}") from None
        made = program if "Program" in each.stub else program.model
    return {name: lambda: made for name in functions_asked(each)}


def words_of(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Unusable(f"{visible(path)} is not UTF-8 text") from None


def grade_command(arguments: argparse.Namespace) -> int:
    """Grade a folder; write tables and feedback if asked."""
    folder = there(arguments.folder, folder=True)
    before, points, roster = tables_given(arguments)
    salt = salt_in(arguments.class_salt) if arguments.class_salt else b""
    ledger = Ledger(None if arguments.anew else my_folder() / "ledger.sqlite")
    files, ours = partial(bar, unit="file"), below(folder, filter(None, files_of(arguments)))
    found = marks(
        folder, salt, ledger, before, files, arguments.workers, arguments.dask, ours, roster
    )
    whole = Class(found, points, roster, own=arguments.points is not None)
    written = write_tables(whole, arguments)
    filled = fill(whole, arguments) if roster else []
    print(*summary(whole, arguments), *filled, sep="\n")
    good = ("verified", "reviewed", "self")
    right = found and all(mark.credit in good for mark in found)
    return OK if right and written and whole.complete else FAILED


def tables_given(
    arguments: argparse.Namespace,
) -> tuple[dict[str, Review], Points, Roster | None]:
    """Earlier marks, points and the roster; Unusable where one is none, or one cannot be written.

    All is read before anything is graded, which may take long.
    """
    try:
        before = read_reviews(arguments.csv) if arguments.csv else {}
        points = read_points(arguments.points) if arguments.points else usual_points()
        roster = roster_of(arguments)
    except ValueError as error:
        raise Unusable(str(error)) from None
    if roster:
        replaceable(filled_path(arguments), partial(is_roster, roster=roster))
    if arguments.by_student:
        replaceable(arguments.by_student, is_by_student)
    if arguments.html:
        replaceable(arguments.html, is_report)
    return before, points, roster


def write_tables(whole: Class, arguments: argparse.Namespace) -> bool:
    """Write what is asked for; whether all feedback could be written."""
    if arguments.csv:
        write_whole(arguments.csv, marks_as_csv(whole.marks))
    if arguments.by_student:
        write_whole(arguments.by_student, by_student(whole))
    if arguments.html:
        write_whole(arguments.html, report(whole))
    texts = feedback(whole.marks) if arguments.feedback else {}
    written = [write_feedback(arguments.feedback / name, data) for name, data in texts.items()]
    return all(written)


def summary(whole: Class, arguments: argparse.Namespace) -> Iterator[str]:
    """What to say of a folder: each file if there is no table, how many there are, and who."""
    if not arguments.csv:
        yield from (str(mark.grade) for mark in whole.marks)
    counts = Counter(mark.credit for mark in whole.marks)
    told = ", ".join(f"{n} {credit}" for credit, n in counts.items())
    yield f"{len(whole.marks)} files: {told or 'nothing that somebody handed in'}"
    whose = [mark.whose for mark in whole.marks]
    yield from map(visible, copies([mark.grade for mark in whole.marks], whose))
    if arguments.points and (left := whole.without_points):
        names = listed(dict.fromkeys(mark.grade.exercise for mark in left))
        table = visible(arguments.points)
        yield f"No points for {len(left)} of them: {table} does not name {names}."


def salt_in(path: Path) -> bytes:
    """The secret of a class."""
    salt = there(path).read_bytes()[:SALT].strip()
    if not salt:
        raise Unusable(f"{visible(path)} is empty; write a secret into it")
    return salt


def files_of(arguments: argparse.Namespace) -> tuple[Path | None, ...]:
    """What the command reads and writes, none of which was handed in, wherever it lies."""
    return (
        *(arguments.class_salt, arguments.csv, arguments.feedback, arguments.points),
        *(arguments.by_student, arguments.canvas, arguments.moodle, arguments.html),
        filled_path(arguments) if arguments.canvas or arguments.moodle else None,
    )


def roster_of(arguments: argparse.Namespace) -> Roster | None:
    """The roster that is named, if one is; ValueError for what is none."""
    if arguments.assignment and not arguments.canvas:
        raise ValueError("--assignment names a column of --canvas ROSTER; give both")
    if arguments.to and not (arguments.canvas or arguments.moodle):
        raise ValueError("--to says where a filled roster goes; give --canvas or --moodle as well")
    if arguments.canvas:
        roster = read_roster(arguments.canvas, "Canvas")
        if arguments.assignment:
            assigned(roster, arguments.assignment)  # before anything is graded
        return roster
    return read_roster(arguments.moodle, "Moodle") if arguments.moodle else None


def filled_path(arguments: argparse.Namespace) -> Path:
    """Where the table goes that a school's system imports: beside the roster, not over it."""
    roster: Path = arguments.canvas or arguments.moodle
    to: Path = arguments.to or roster.with_name(f"{roster.stem}_graded.csv")
    if to.resolve() == roster.resolve():
        raise Unusable(f"{visible(to)} is the roster; name another file")
    return to


def fill(whole: Class, arguments: argparse.Namespace) -> list[str]:
    """Write the roster with its points; sentences on whom they are for, and who has none."""
    canvas, to = arguments.canvas is not None, filled_path(arguments)
    filled = for_canvas(whole, arguments.assignment) if canvas else for_moodle(whole)
    write_whole(to, filled.data)
    of = f"{len(whole.with_points)} of {len(whole.students)} students"
    system = "Canvas" if canvas else "Moodle"
    done = f"{visible(to)} has points for {of}, for {system} to import."
    return [done, *map(visible, (*filled.said, *whole.lost, *whole.left_out))]


def write_feedback(path: Path, data: bytes) -> bool:
    """Write one file; what goes wrong with it keeps nobody else's from being written."""
    try:
        replaceable(path, is_feedback)
        write_whole(path, data)
    except Unusable as error:
        print(f"{error}.", file=sys.stderr)
    except OSError as error:
        print(f"{visible(path)} cannot be written: {error.strerror or error}.", file=sys.stderr)
    else:
        return True
    return False


def read_command(arguments: argparse.Namespace) -> int:
    """Show what a person is to read: words, sources and what the functions returned, in short."""
    submission = parse(read_file(there(arguments.file)))
    task = BOARDS[submission.exercise].exercise if submission.exercise in BOARDS else None
    task = task or EXERCISES.get(submission.exercise)
    print(f"{submission.author}: {submission.exercise}{f', {task.title}' if task else ''}")
    if submission.note:
        print(*("", *map(visible, submission.note.expandtabs(4).split("\n"))), sep="\n")
    for answer in submission.answers:
        call = ", ".join(map(repr, answer.arguments))
        print(visible(f"\n{answer.function}({call:.200}) = {in_short(answer.returned)}"[1:]))
    if task and task.checklist:
        print("", *(f"  - {point}" for point in task.checklist), sep="\n")
    return OK


def in_short(thing: object) -> str:
    """What a function returned on a line: arrays by their shapes."""
    if isinstance(thing, Program):
        return f"a Program of {len(thing.vocabulary)} symbols: {in_short(thing.model)}"
    if isinstance(thing, Shaped):
        shapes = (f"{path} {list(array.shape)}" for path, array in named_arrays(thing).items())
        return f"{type(thing).__name__} with {', '.join(shapes)}"
    words = repr(thing)
    return words if len(words) <= 2000 else f"{words[:2000]}..."


def board_command(arguments: argparse.Namespace) -> int:
    """Print leaderboards."""
    slugs = [arguments.board] if arguments.board else list(BOARDS)
    if arguments.board and arguments.board not in BOARDS:
        raise Unusable(f"there is no board {arguments.board!a}; there are {', '.join(BOARDS)}")
    folder = there(arguments.folder or ENTRIES, folder=True)
    ledger = Ledger(my_folder() / "ledger.sqlite")
    for slug in slugs:
        print(ranking(slug, folder, ledger), end="\n\n")
    return OK


def wall_command(arguments: argparse.Namespace) -> int:
    """Hang the machines of a folder on one page."""
    folder, to = there(arguments.folder, folder=True), arguments.to
    replaceable(to, is_wall)
    machines, refused = found_in(folder, below(folder, [to]))
    print(*refused, sep="\n", end="\n" * bool(refused), file=sys.stderr)
    if not machines:
        raise Unusable(f"no machine is below {visible(folder)}, so no wall was written")
    hung = [hang(each) for each in bar(machines, total=len(machines))]
    write_whole(to, page(hung, arguments.book).encode())
    right = sum(each.right for each in hung)
    print(f"{visible(to)} has {len(hung)} machines, {right} of them right.")
    return FAILED if refused else OK


def progress_command(arguments: argparse.Namespace) -> int:
    """Show progress; take some from a file, or write it to one."""
    if arguments.add:
        author, theirs = kept(there(arguments.add))
        keep(theirs, author)
    if arguments.reviewed:
        each = chosen(arguments.reviewed)
        keep({each.slug: "reviewed"})
    author, mine = kept()
    if arguments.save:
        keep(mine, author, arguments.save)  # adds to a file of progress, refuses another
        print(f"{arguments.save} holds your progress.")
        return OK
    print("\n".join(progress_lines(mine)))
    return OK


def check_up(arguments: argparse.Namespace) -> int:
    """Look at the environment."""
    sound = True
    for good, line in doctor.examine(my_folder()):
        print(f"{'✓' if good else '✗'}  {line}")
        sound = sound and good
    return OK if sound else FAILED


Command = Callable[[argparse.Namespace], int]


def parser() -> argparse.ArgumentParser:
    """The commands and what they take."""
    whole = argparse.ArgumentParser(
        prog="taotp-exercises",
        description=__doc__,
        epilog=KEPT_IN + CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action="version", version=f"taotp {__version__}")
    commands = whole.add_subparsers(metavar="COMMAND", required=True)

    def add(name: str, command: Command, words: str, more: str = "") -> argparse.ArgumentParser:
        added = commands.add_parser(
            name, help=words, description=f"{words[0].upper()}{words[1:]}.{more}", epilog=CODES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )  # fmt: skip
        added.set_defaults(command=command)
        return added

    one = add("work", work_command, "copy a chapter and its exercises, to work on")
    one.add_argument(
        "chapter", metavar="CHAPTER", help="the name of its page, for example hello_world"
    )

    one = add("show", show_command, "print what an exercise asks")
    one.add_argument("exercise", metavar="EXERCISE", help="its slug or its number")

    one = add("check", check_command, "check the answers in a file of yours")
    one.add_argument(
        "files",
        metavar="[BENCH] FILE",
        nargs="+",
        help="a .py or .ipynb file, which is executed; or an exercise and a .taotp file",
    )

    one = add("submit", submit_command, "check an answer and write the file to hand in")
    one.add_argument(
        "file", metavar="FILE", type=Path, help="a .py or .ipynb file, or a text file with a proof"
    )
    one.add_argument("exercise", metavar="EXERCISE", help="its slug or number, or a leaderboard")
    one.add_argument("--author", help="your name; needed only once")
    one.add_argument("--note", default="", help="a note for the grader")
    one.add_argument("--to", metavar="FILE", type=Path, help="where to write it")
    one.add_argument(
        "--anyway", action="store_true", help="write the file even if the answer is not right yet"
    )

    one = add("grade", grade_command, "grade a folder of submissions", GRADING)
    words = "a folder of submissions; system files such as .DS_Store are skipped"
    one.add_argument("folder", metavar="INBOX", type=Path, help=words)
    words = "write a table with a row for each file; your columns reviewed and remark are kept"
    one.add_argument("--csv", metavar="FILE", type=Path, help=words)
    words = "write a table with a row for each student, and points for each exercise"
    one.add_argument("--by-student", metavar="FILE", type=Path, help=words)
    words = "write a report for you to read, one page of HTML with every student and exercise"
    one.add_argument("--html", metavar="FILE", type=Path, help=words)
    words = "your own points: a table with columns exercise and points; others count 0"
    one.add_argument("--points", metavar="FILE", type=Path, help=words)
    system = one.add_mutually_exclusive_group()
    words = "a gradebook exported by Canvas; a copy with points is written to import again"
    system.add_argument("--canvas", metavar="ROSTER", type=Path, help=words)
    words = "a grading worksheet from Moodle; a copy with grades and comments is written"
    system.add_argument("--moodle", metavar="ROSTER", type=Path, help=words)
    words = "the gradebook column that gets the points, by its title or number"
    one.add_argument("--assignment", metavar="NAME", default="", help=words)
    words = "where to write that copy (default: ROSTER_graded.csv beside it)"
    one.add_argument("--to", metavar="FILE", type=Path, help=words)
    words = "write feedback for each student, and a file to add to their progress"
    one.add_argument("--feedback", metavar="FOLDER", type=Path, help=words)
    words = "a secret from which test inputs are drawn, so that they cannot be guessed"
    one.add_argument("--class-salt", metavar="FILE", type=Path, help=words)
    one.add_argument("--anew", action="store_true", help="grade everything again")
    offer(one)

    one = add("read", read_command, "show what a submission contains")
    one.add_argument("file", metavar="FILE", type=Path, help="a submission")

    one = add("board", board_command, "show the leaderboards")
    one.add_argument("board", metavar="EXERCISE", nargs="?", help=", ".join(BOARDS))
    one.add_argument(
        "--folder", type=Path, help="read entries from this folder instead of the book's"
    )

    one = add("progress", progress_command, "show what you have done and what to try next")
    one.add_argument("--save", metavar="FILE", type=Path, help="save your progress to a file")
    one.add_argument("--add", metavar="FILE", type=Path, help="add the progress saved in a file")
    one.add_argument(
        "--reviewed", metavar="EXERCISE", help="mark an exercise that a person has found right"
    )
    one = add("wall", wall_command, "show the machines of a class on one page")
    words = "links in texts, .taotp and files that were handed in"
    one.add_argument("folder", metavar="FOLDER", type=Path, help=words)
    one.add_argument("--to", metavar="FILE", type=Path, default=Path("wall.html"),
                     help="where to write the page; else wall.html")  # fmt: skip
    words = "the folder or address of the book, where machine.html is"
    one.add_argument("--book", metavar="ADDRESS", default=".", help=words)

    add("doctor", check_up, "check that your installation works")
    return whole


IN_ASCII = "taotp-in-ascii"
LETTERS = {"✓": "+", "✗": "x", "○": "o", "◐": "o", "·": "."}  # for a terminal that has no signs


def in_ascii(error: UnicodeError) -> tuple[str, int]:
    """Signs as letters and other characters as numbers, where a terminal cannot show them."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = error.object[error.start : error.end]
    return "".join(LETTERS.get(c, ascii(c)[1:-1]) for c in found), error.end


codecs.register_error(IN_ASCII, in_ascii)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; every outcome is a sentence and an exit code."""
    open_what_is_closed()
    with ended_in_order():
        return outcome(arguments)


def outcome(arguments: Sequence[str] | None) -> int:
    """The same for a process that has input and output."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors=IN_ASCII)
    given = parser().parse_args(arguments)
    try:
        with staying():  # whatever an answer does
            return int(given.command(given))
    except (Unusable, Refused, NoWorkers) as error:
        print(f"{error}.", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("Interrupted; what was finished is kept.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        what = f"The file {visible(str(error.filename))}" if error.filename else "Input or output"
        print(f"{what} cannot be used: {error.strerror or error}.", file=sys.stderr)
        return FAILED


if __name__ == "__main__":
    sys.exit(main())
