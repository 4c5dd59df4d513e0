"""The pages of exercises, one below each chapter, as the catalogue has them."""

import re
from collections.abc import Iterator
from typing import Any

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from exercises.catalogue import EXERCISES
from exercises.order import CHAPTERS, Chapter, exercise_page
from exercises.statement import Exercise

PAGES: dict[str, Chapter] = {exercise_page(chapter.page): chapter for chapter in CHAPTERS}
OPENING = """
({label})=
# {title}: exercises

These belong to [{title}]({chapter}.ipynb) and run without it. Below each, the beginning of an
answer is folded away: finish it in Jupyter, and its last line says whether it is right, or on what
it goes wrong. Every one has a model answer: `solution("{slug}")` shows that of the first once
yours is right, and with `give_up=True` at any time. [The preface](preface.md#exercises) says what
the marks mean.
"""
IMPORTS = "import numpy as np\n\nfrom exercises import check, hint, solution"
BOX_IMPORT = "from exercises.box import box"
FOLDED = {
    "tags": ["hide-cell"],
    "mystnb": {"code_prompt_show": "The beginning of an answer", "code_prompt_hide": "Fold it"},
}


def exercises_notebook(chapter: Chapter) -> Any:
    """The page of a chapter's exercises, not yet run."""
    found = [EXERCISES[slug] for slug in chapter.slugs]
    label = f"{chapter.page}_exercises".replace("_", "-")
    opening = OPENING.strip().format(
        label=label, title=chapter.title, chapter=chapter.page, slug=chapter.slugs[0]
    )
    imports = f"{IMPORTS}\n{BOX_IMPORT}" if any(each.typed for each in found) else IMPORTS
    cells = [new_markdown_cell(opening), new_code_cell(imports, metadata={"tags": ["hide-input"]})]
    for each in found:
        cells += exercise_cells(each)
    return new_notebook(cells=cells)


def exercise_cells(each: Exercise) -> Iterator[Any]:
    """The words of an exercise, an example, the box of the page, and the stub."""
    yield new_markdown_cell(f"({each.label})=\n## {each.heading}\n\n{each.body}")
    if each.example:
        yield new_markdown_cell(each.example.words)
        code = each.example.code.strip()
        yield new_code_cell(code, metadata=example_metadata(code))
    if each.typed:
        tags = ["remove-input", "nbval-ignore-output"]
        yield new_code_cell(f'box("{each.slug}")', metadata={"tags": tags})
    if each.stub:
        yield new_code_cell(f"{each.stub.strip()}\n\n{each.call}", metadata=FOLDED)


def example_metadata(code: str) -> dict[str, list[str]]:
    """What a cell with a picture needs: nobody compares its output."""
    return {"tags": ["nbval-ignore-output"]} if re.search(r"^figures\.", code, re.MULTILINE) else {}
