"""The teacher's report: what its table says is what the table of students says."""

import csv
from html.parser import HTMLParser
from pathlib import Path

import pytest

from exercises.__main__ import BAD_INPUT, main
from exercises.handing_in.credit import SIGNS
from exercises.handing_in.format import Submission
from exercises.handing_in.record import submission_bytes
from tests.exercises.conftest import Said
from tests.exercises.test_grade import handed

HOSTILE = '<script>alert(1)</script><img src="https://elsewhere.example/x">'


class Page(HTMLParser):
    """The tags of a page, what it says, its table in rows, and whether what is opened is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.said = ""
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.rows: list[list[str]] = []
        self.open: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """What a tag says of itself."""
        self.tags.append(tag)
        found = dict(attrs)
        self.ids |= {str(found["id"])} if "id" in found else set()
        self.links += [str(found["href"])] if "href" in found else []
        assert not {"src", "onclick", "onload", "onerror"} & {*found}
        if tag != "meta":
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        """It closes what was opened last."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """What is said, in a cell or elsewhere."""
        self.said += data
        if {"td", "th"} & {*self.open}:
            self.rows[-1][-1] += data


@pytest.mark.usefixtures("no_workers")
def test_the_report_says_what_the_tables_say_and_nothing_else_can_be_put_into_it(
    tmp_path: Path, capsys: Said
) -> None:
    """Nobody else finds a name of a file that becomes markup, or a cell in another column."""
    proof = submission_bytes(Submission("norm-keeps-sums", "Bo", HOSTILE))
    files = {
        "Ada_1_assignsubmission_file_/a.json": handed("Ada"),
        "Ada_1_assignsubmission_file_/b.json": proof,
        "Bo_2_assignsubmission_file_/b.json": proof,
        "Bo_2_assignsubmission_file_/c.json": handed("Bo", wrong=True),
        "Cleo_3_assignsubmission_file_/<b>no.txt": HOSTILE.encode(),
    }
    for name, data in files.items():
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_bytes(data)
    students, html = tmp_path / "students.csv", tmp_path / "in" / "report.html"
    command = ["grade", str(tmp_path / "in"), "--by-student", str(students), "--html", str(html)]
    main(command)
    assert main(command) != BAD_INPUT and "5 files" in capsys.readouterr().out, "it is no file"
    page = Page(html.read_text("utf-8"))
    assert not {"script", "img", "b", "link", "iframe"} & {*page.tags}
    assert page.links and all(link.removeprefix("#") in page.ids for link in page.links)
    head, *rows = page.rows
    with students.open(encoding="utf-8-sig") as table:
        theirs = list(csv.DictReader(table))
    assert [row[:2] for row in rows] == [[each["student"], each["points"]] for each in theirs]
    by_name = {row[0].split()[0]: dict(zip(head, row, strict=True)) for row in rows}
    repeat, sums = head[2:]
    assert by_name["Ada"][repeat] == SIGNS["verified"] and by_name["Bo"][repeat] == SIGNS["tried"]
    assert [by_name[name][sums] for name in ("Ada", "Bo")] == [SIGNS["self"]] * 2
    html.write_text("mine")
    assert main(command) == BAD_INPUT and html.read_text() == "mine"
