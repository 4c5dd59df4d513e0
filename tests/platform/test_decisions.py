"""Each numbered record of a decision has one home, and what names its number leads there."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.laws import every

ROOT = Path(__file__).parent.parent.parent
RECORDS = ROOT / "book" / "decisions"
NEVER_GIVEN = {"0043", "0044"}
MOST_THAT_BIND = 40
NUMBER = re.compile(r"(?<![\w.#+])00(?!00)\d\d(?![\w.]*\d)")  # no float, color or code of a letter
SAID_SO = re.compile(r"(?:decisions/|\bsee |\bas in |\(|`)(00(?!00)\d\d)(?=[-`).,;: ]|$)")
FOLDERS = ("taotp", "taotp_core", "exercises", "tools", "tests", "book")
CODE = {".py", ".js", ".mjs", ".ts", ".css", ".yml", ".toml"}


def papers_and_code() -> Iterator[Path]:
    """The files in which a number may stand, but for what the build made."""
    yield from (ROOT / name for name in ("README.md", "CONTRIBUTING.md", "Makefile"))
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in CODE | {".md"} and not {"_build", "node_modules"} & {*path.parts}:
                yield path


def homes() -> Counter[str]:
    """How many homes each number has: a record of its own, or a heading in notes."""
    found = Counter(path.name[:4] for path in RECORDS.glob("0*.md"))
    for path in papers_and_code():
        if path.suffix == ".md" and path.parent != RECORDS:
            found.update(re.findall(r"^## (00\d\d) ", path.read_text("utf-8"), re.MULTILINE))
    return found


def named(path: Path) -> set[str]:
    """The numbers of records that a file names: any in a paper, in code those said to be one."""
    text = path.read_text("utf-8")
    return set(NUMBER.findall(text) if path.suffix == ".md" else SAID_SO.findall(text))


@every(
    "text, numbers",
    [
        ("see book/decisions/0003 and see 0078, below", {"0003", "0078"}),
        ("# (see 0050)", {"0050"}),
        ("a margin of 0.0050, #0006, U+0041 and \"0000\"", set()),
        ("(0027, 0031)", {"0027"}),
    ])  # fmt: skip
def test_what_is_the_number_of_a_record(text: str, numbers: set[str]) -> None:
    assert set(SAID_SO.findall(text)) == numbers
    assert numbers <= set(NUMBER.findall(text)) <= numbers | {"0031"}


def test_each_number_has_one_home() -> None:
    found = homes()
    last = int(max(found))
    given = {f"{number:04}" for number in range(1, last + 1)} - NEVER_GIVEN
    assert set(found) == given
    assert max(found.values()) == 1, found.most_common(1)


def test_a_number_that_is_named_has_a_home() -> None:
    known = set(homes()) | NEVER_GIVEN
    lost = {path.relative_to(ROOT): named(path) - known for path in papers_and_code()}
    assert not {path: numbers for path, numbers in lost.items() if numbers}


def test_a_file_of_a_record_that_is_named_is_there() -> None:
    for path in papers_and_code():
        for name in re.findall(r"book/decisions/(00\d\d-[\w-]+\.md)", path.read_text("utf-8")):
            assert (RECORDS / name).is_file(), f"{path.relative_to(ROOT)} names {name}"


def test_the_list_leads_to_every_record() -> None:
    text = (RECORDS / "README.md").read_text("utf-8")
    listed = dict(re.findall(r"^\| \[(00\d\d)\]\((\S+)\) \|", text, re.MULTILINE))
    assert listed == {path.name[:4]: path.name for path in RECORDS.glob("0*.md")}
    assert len(listed) <= MOST_THAT_BIND
    moved = re.findall(r"^\| (00\d\d) \| (.+) \| \[.+\]\((\S+)\) \|$", text, re.MULTILINE)
    for number, title, link in moved:
        notes = (RECORDS / link).read_text("utf-8")
        assert f"\n## {number} {title}\n" in notes, number
    assert {number for number, _, _ in moved} | set(listed) == set(homes())


def test_the_list_has_the_titles_of_the_records() -> None:
    text = (RECORDS / "README.md").read_text("utf-8")
    for path in RECORDS.glob("0*.md"):
        number, title = path.read_text("utf-8").split("\n", 1)[0].removeprefix("# ").split(" ", 1)
        assert f"| [{number}]({path.name}) | {title} |" in text
