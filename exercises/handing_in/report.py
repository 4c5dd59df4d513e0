"""A report for the teacher on one page: what to read, all students by exercise, and why.

It is one file of HTML without scripts, which asks nobody for anything; it opens in any browser, and
prints.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from exercises.handing_in.credit import ORDER, SIGNS
from exercises.handing_in.grade import SIGNS as OF_FILES
from exercises.handing_in.grade import WORDS, task, title
from exercises.handing_in.gradebooks import Class, people
from exercises.handing_in.marks import Mark
from exercises.handing_in.people import copies
from exercises.handing_in.points import shown, work_in
from exercises.visible import visible

HEAD = (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width">'
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "style-src 'unsafe-inline'\"><title>What the class handed in</title>"
)
STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 76rem;
  overflow-wrap: anywhere; padding: 0 1rem; }
.wide { border: 1px solid; max-height: 80vh; overflow: auto; overflow-wrap: normal; }
table { border-collapse: separate; border-spacing: 0; }
caption { padding: 0.4rem; text-align: start; }
th, td { border-block-end: 1px solid color-mix(in srgb, currentcolor 25%, transparent);
  padding: 0.25rem 0.6rem; text-align: start; }
thead th { background: Canvas; inset-block-start: 0; position: sticky; vertical-align: bottom; }
tbody th { background: Canvas; font-weight: normal; inset-inline-start: 0; position: sticky; }
.n { font-variant-numeric: tabular-nums; text-align: end; }
h3 { font-size: 1.05rem; margin-block: 1.2rem 0.3rem; }
summary { cursor: pointer; padding: 0.3rem 0; }
pre { border-inline-start: 3px solid; margin: 0.3rem 0; padding-inline-start: 0.6rem;
  white-space: pre-wrap; }
:focus-visible { outline: 3px solid; outline-offset: 2px; }
@media (max-width: 40rem) { tbody th { max-width: 8rem; } }
@media print { .wide { max-height: none; overflow: visible; } thead th, tbody th {
  position: static; } }
"""
KEY = {
    "verified": "verified by machine",
    "reviewed": "right by your own word",
    "self": "for you to read",
    "tried": "not right",
}
REASONS = 3  # of what went wrong in an exercise, the commonest


def is_report(data: bytes) -> bool:
    """Whether these are the bytes of a report."""
    return data.startswith(HEAD.encode())


def report(whole: Class) -> bytes:
    """The page: what to look at first, a table of all, each exercise, and each student."""
    students = people(whole)
    places = {name: f"student-{i}" for i, name in enumerate(students, 1)}
    parts = [
        f"{HEAD}<style>{STYLE}</style></head><body><main>",
        f"<h1>What the class handed in</h1>\n<p>{headline(whole, students)}</p>",
        section("To look at", first_looks(whole)),
        table_of(whole, students, places),
        section("By exercise", by_exercise(whole)),
        section("By student", (on_student(whole, name, marks, places[name])
                               for name, marks in students.items())),
        "</main></body></html>\n",
    ]  # fmt: skip
    return "\n".join(parts).encode()


def section(head: str, parts: Iterable[str]) -> str:
    """Some parts below a heading; nothing where there are none."""
    found = [*parts]
    return "\n".join([f"<h2>{head}</h2>", *found]) if found else ""


def text(words: object) -> str:
    """What comes from files, as text that is seen and is no markup."""
    return escape(visible(str(words)))


def counted(n: int, thing: str) -> str:
    """A number of things.

    >>> counted(1, "file"), counted(1200, "file")
    ('1 file', '1,200 files')
    """
    return f"{n:,} {thing}{'' if n == 1 else 's'}"


def headline(whole: Class, students: Mapping[str, Sequence[Mark]]) -> str:
    """How many files there are, of how many students, and what came of them."""
    credits = Counter(mark.credit for mark in whole.marks)
    words = KEY | {"unfinished": "without a verdict", "refused": "not read"}
    told = ", ".join(f"{credits[each]:,} {words[each]}" for each in words if credits[each])
    handed = sum(bool(marks) for marks in students.values())
    of = f"{handed:,} of {counted(len(students), 'student')}"
    return f"{counted(len(whole.marks), 'file')} from {of}: {told or 'nothing'}."


# What needs a person


def first_looks(whole: Class) -> Iterator[str]:
    """What a machine cannot decide: each kind with its files."""
    kinds = {
        "Waiting for you to read": [m for m in whole.marks if m.credit == "self"],
        "No verdict": [m for m in whole.marks if m.credit == "unfinished"],
        "Not read": [m for m in whole.marks if m.credit == "refused"],
        "Sent by somebody else than the author in the file": [m for m in whole.marks if m.differs],
        "Late": [m for m in whole.marks if m.late],
    }
    for kind, marks in kinds.items():
        if marks:
            items = "".join(f"<li>{text(m.grade.file)}: {text(m.grade.words)}</li>" for m in marks)
            yield folded(f"{kind}: {counted(len(marks), 'file')}", f"<ul>{items}</ul>")
    whose = [mark.whose for mark in whole.marks]
    said = [*copies([mark.grade for mark in whole.marks], whose), *whole.lost, *whole.left_out]
    if said:
        items = "".join(f"<li>{text(each)}</li>" for each in said)
        yield folded(f"Said of whose files are: {counted(len(said), 'sentence')}",
                     f"<ul>{items}</ul>")  # fmt: skip


def folded(head: str, body: str) -> str:
    """Something that opens when its first line is pressed."""
    return f"<details><summary>{head}</summary>{body}</details>"


# The table


def table_of(
    whole: Class, students: Mapping[str, Sequence[Mark]], places: Mapping[str, str]
) -> str:
    """A row for each student and a column for each exercise, whose cells are signs with words."""
    if not students:
        return ""
    heads = "".join(f'<th scope="col">{text(title(slug))}</th>' for slug in whole.slugs)
    rows = "\n".join(row_of(whole, name, marks, places[name]) for name, marks in students.items())
    key = ", ".join(f"{SIGNS[credit]} {words}" for credit, words in KEY.items())
    return (
        '<h2 id="all">All students</h2>\n'
        '<div class="wide" tabindex="0" role="region" aria-labelledby="all"><table>'
        f"<caption>{key}; an empty cell was not handed in. The best of several files counts."
        '</caption>\n<thead><tr><th scope="col">student</th><th scope="col">points</th>'
        f"{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>"
    )


def row_of(whole: Class, name: str, marks: Sequence[Mark], place: str) -> str:
    """The row of a student."""
    work = work_in(marks, whole.points)
    cells = "".join(cell_of(work.credits.get(slug, "")) for slug in whole.slugs)
    return (
        f'<tr><th scope="row"><a href="#{place}">{text(name)}</a></th>'
        f'<td class="n">{shown(work.total)}</td>{cells}</tr>'
    )


def cell_of(credit: str) -> str:
    """A cell: a sign for who sees it, and its words for who hears it."""
    if credit not in SIGNS:
        return "<td></td>"
    return f'<td title="{KEY[credit]}" aria-label="{KEY[credit]}">{SIGNS[credit]}</td>'


# By exercise, by student


def by_exercise(whole: Class) -> Iterator[str]:
    """Of each exercise how many are right, and what is wrong most often."""
    of: dict[str, dict[str, str]] = defaultdict(dict)
    wrong: dict[str, Counter[str]] = defaultdict(Counter)
    for mark in whole.marks:
        slug, key = mark.grade.exercise, mark.whose.key
        if slug and mark.credit in ORDER:
            before = of[slug].get(key, "new")
            of[slug][key] = max(before, mark.credit, key=ORDER.index)
        if slug and mark.credit == "tried":
            wrong[slug][mark.grade.words] += 1
    for slug in whole.slugs:
        credits = Counter(of[slug].values())
        told = ", ".join(f"{SIGNS[c]} {credits[c]:,} {KEY[c]}" for c in KEY if credits[c])
        often = "".join(f"<li>{n:,} times: <pre>{text(words)}</pre></li>"
                        for words, n in wrong[slug].most_common(REASONS))  # fmt: skip
        exercise = task(slug)
        asked = f"{title(slug)}, {exercise.title}" if exercise else title(slug)
        yield folded(f"{text(asked)}: {told or 'nobody'}",
                     f"<ul>{often}</ul>" if often else "<p>Nothing is wrong.</p>")  # fmt: skip


def on_student(whole: Class, name: str, marks: Sequence[Mark], place: str) -> str:
    """All files of a student, each with its verdict."""
    work = work_in(marks, whole.points)
    items = "".join(f"<li>{on_file(mark)}</li>" for mark in marks)
    points = counted_points(shown(work.total))
    files = counted(len(marks), "file")
    body = f"<ul>{items}</ul>" if items else "<p>No file was handed in.</p>"
    return f'<section id="{place}"><h3>{text(name)}: {points}, {files}</h3>{body}</section>'


def counted_points(points: str) -> str:
    """So many points, as they are written."""
    return f"{points} point{'' if points == '1' else 's'}"


def on_file(mark: Mark) -> str:
    """What is said of a file: the verdict, a prompt to try, equal arrays, and your remark."""
    one = mark.grade
    reviewed = mark.credit == "reviewed"
    sign = SIGNS["reviewed"] if reviewed else OF_FILES[one.credit]
    kind = KEY["reviewed"] if reviewed else WORDS[one.credit]
    said = [f"{sign} {text(title(one.exercise) or one.file)}: {kind}<pre>{text(one.words)}</pre>"]
    if one.prompt:
        said.append(f"a prompt to try: <pre>{text(one.prompt)}</pre>")
    if mark.same:
        said.append(f"the same numbers as {text('; '.join(mark.same))}")
    if mark.remark:
        said.append(f"your remark: <pre>{text(mark.remark)}</pre>")
    return "".join(said)
