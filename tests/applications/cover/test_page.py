"""The cover page has a sentence for each chapter, and leads to every page of the contents."""

import json
import re
from pathlib import Path

import yaml

from exercises.order import CONTENTS

BOOK = Path(__file__).resolve().parents[3] / "book"
LEAST_WORDS = 6  # of a sentence about a chapter
MOST_WORDS = 480  # of the preface, with why anybody should want this


def prose(page: str = "index") -> str:
    cells = json.loads((BOOK / f"{page}.ipynb").read_text("utf-8"))["cells"]
    return "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")


def test_each_chapter_has_a_sentence_in_the_order_of_the_book() -> None:
    """A chapter that is added, moved or renamed is so on the cover too."""
    found = re.findall(r"^- \[([^\]]+)\]\((\w+)\.\w+\): (.+)$", prose(), flags=re.M)
    assert [(page, title) for title, page, _ in found] == [(c.page, c.title) for c in CONTENTS]
    for _, page, says in found:
        assert says[-1] in ".?" and len(says.split()) >= LEAST_WORDS, page


def test_every_page_of_the_contents_can_be_reached() -> None:
    listed = yaml.safe_load((BOOK / "_toc.yml").read_text("utf-8"))
    pages = {chapter["file"] for part in listed["parts"] for chapter in part["chapters"]}
    linked = set(re.findall(r"\]\((\w+)\.(?:ipynb|md)", prose()))
    assert pages <= linked


def test_the_sentence_is_the_first_thing_that_runs_and_the_first_chapter_comes_soon() -> None:
    """No front matter that grows again, and no page put before the first chapter."""
    cells = json.loads((BOOK / "index.ipynb").read_text("utf-8"))["cells"]
    code = [c for c in cells if c["cell_type"] == "code" and "setup" not in c["metadata"]["tags"]]
    assert "figures.cover()" in "".join(code[0]["source"])
    parts = yaml.safe_load((BOOK / "_toc.yml").read_text("utf-8"))["parts"]
    assert [chapter["file"] for chapter in parts[0]["chapters"]] == [
        "first_hour",
        "workshop",
        "preface",
    ]
    assert parts[1]["numbered"]
    preface = (BOOK / "preface.md").read_text("utf-8")
    assert len(re.sub(r"\]\([^)]*\)|\{cite:p\}`[^`]*`", "", preface).split()) <= MOST_WORDS
