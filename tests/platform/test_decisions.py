"""Each numbered record of a decision has one home, and what names its number leads there."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
RECORDS = ROOT / "book" / "decisions"
NEVER_GIVEN = {"0043", "0044"}
MOST_THAT_BIND = 41  # the last is the Python of the pages, which changed what they may load
NUMBER = re.compile(r"(?<![\w.#+])00(?!00)\d\d(?![\w.]*\d)")  # no float, color or code of a letter
SAID_SO = re.compile(r"(?:decisions/|\bsee |\bas in |\(|`)(00(?!00)\d\d)(?=[-`).,;: ]|$)")
FOLDERS = ("taotp", "taotp_core", "exercises", "tools", "tests", "book")
CODE = {".py", ".js", ".mjs", ".ts", ".css", ".yml", ".toml"}


@cache
def text_of(path: Path) -> str:
    """What a file says."""
    return path.read_text("utf-8")


@cache
def papers_and_code() -> list[Path]:
    """The files in which a number may stand, but for what the build made."""
    found = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "Makefile")]
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in CODE | {".md"} and not {"_build", "node_modules"} & {*path.parts}:
                found.append(path)
    return found


def homes() -> Counter[str]:
    """How many homes each number has: a record of its own, or a heading in notes."""
    found = Counter(path.name[:4] for path in RECORDS.glob("0*.md"))
    for path in papers_and_code():
        if path.suffix == ".md" and path.parent != RECORDS:
            found.update(re.findall(r"^## (00\d\d) ", text_of(path), re.MULTILINE))
    return found


def named(path: Path) -> set[str]:
    """The numbers of records that a file names: any in a paper, in code those said to be one."""
    return set((NUMBER if path.suffix == ".md" else SAID_SO).findall(text_of(path)))


def test_each_number_has_one_home_and_one_that_is_named_has_any() -> None:
    found = homes()
    given = {f"{number:04}" for number in range(1, int(max(found)) + 1)} - NEVER_GIVEN
    assert set(found) == given
    assert max(found.values()) == 1, found.most_common(1)
    known = given | NEVER_GIVEN
    names = {path.relative_to(ROOT): named(path) for path in papers_and_code()}
    assert not {path: numbers for path, numbers in names.items() if numbers - known}
    assert len(set[str]().union(*names.values())) > 60, "what is sought finds none"


def test_a_file_of_a_record_that_is_named_is_there() -> None:
    lost = [
        (path, name)
        for path in papers_and_code()
        for name in re.findall(r"book/decisions/(00\d\d-[\w-]+\.md)", text_of(path))
        if not (RECORDS / name).is_file()
    ]
    assert not lost


def test_the_list_leads_to_every_record() -> None:
    text = (RECORDS / "README.md").read_text("utf-8")
    listed = dict(re.findall(r"^\| \[(00\d\d)\]\((\S+)\) \|", text, re.MULTILINE))
    assert listed == {path.name[:4]: path.name for path in RECORDS.glob("0*.md")}
    for path in RECORDS.glob("0*.md"):
        number, title = text_of(path).split("\n", 1)[0].removeprefix("# ").split(" ", 1)
        assert f"| [{number}]({path.name}) | {title} |" in text
    assert len(listed) <= MOST_THAT_BIND
    moved = re.findall(r"^\| (00\d\d) \| (.+) \| \[.+\]\((\S+)\) \|$", text, re.MULTILINE)
    for number, title, link in moved:
        notes = (RECORDS / link).read_text("utf-8")
        assert f"\n## {number} {title}\n" in notes, number
    assert {number for number, _, _ in moved} | set(listed) == set(homes())
