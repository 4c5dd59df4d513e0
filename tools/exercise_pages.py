"""The pages of exercises, one below each chapter, as the catalogue has them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from exercises.bench_block import ended
from exercises.catalogue import BENCHES, EXERCISES
from exercises.judging.bench import Bench
from exercises.order import CHAPTERS, FROM_CHAPTERS, WORKSHOP, Chapter, exercise_page
from exercises.statement import Exercise
from exercises.warm_ups import warm_ups_of
from tools.notebook_style import BENCH_TAG

BOOK = Path(__file__).parent.parent / "book"
PAGES: dict[str, Chapter] = {exercise_page(chapter.page): chapter for chapter in CHAPTERS}
OPENING = """
({label})=
# {title}: exercises

For [{title}]({chapter}.ipynb), the shortest first. [How answers are judged, and what the marks
mean](notation.md#exercises).
"""
WORKSHOP_OPENING = """
(workshop)=
# The workshop

If you are new here, begin with [Your first hour](first_hour.ipynb). It has the first twelve of
these machines, a screen each, and says what you have built. Here you see the whole text of each
machine.

Fill in the blanks (`____`). The machine below the text runs at once, and a line says where it goes
wrong first. This browser keeps what you build, and it knows what you built in the hour.

<details><summary>What the lines of a text mean</summary>

A machine has a row of numbers for each symbol that it reads, and the last row decides the answer.
`stream` says which numbers a row holds, `context` how many symbols fit, and `start` which symbol
stands before every text. `norms none` leaves out a step that these machines do without.
[One screen](language.md#cheat-sheet) has all sentences. In a terminal
`taotp-exercises check build-letter FILE.taotp` judges a text as this page does.

</details>
"""
MORE_BENCHES = """
## More benches, from the chapters

Each of these also stands at the head of a chapter. They need the twelve, and none needs another.
Press a line to open its bench.

A machine of your own needs no blanks: the [playground](playground.ipynb) runs any text, and
[a page of Python](python.ipynb) any code.
"""
WARM_UPS = "Two minutes each, without Python: press an answer."
IMPORTS = "import numpy as np\n\nfrom exercises import check, hint, solution"
BOX_IMPORT = "from exercises.answer_field import box"
SHOWN = ["remove-input", "nbval-ignore-output"]  # in a page as what it is, without the call
CLOSED = [BENCH_TAG, *SHOWN]  # behind one line
UNSEEN = {"tags": ["remove-cell"]}  # in a page, where nothing is run
FOLDED = {
    "tags": ["hide-input", "remove-output"],  # that nothing is attempted yet is no news
    "mystnb": {"code_prompt_show": "The beginning of an answer", "code_prompt_hide": "Fold it"},
}
IN_JUPYTER = {"tags": [*UNSEEN["tags"], *FOLDED["tags"]]}  # a bench of the page has the same text


def workshop_notebook() -> Any:
    """The page of the benches, not yet run."""
    imports = (
        "from exercises import check\nfrom exercises.answer_field import bench\n"
        "from exercises.bench_block import folded"
    )
    cells = [
        new_markdown_cell(WORKSHOP_OPENING.strip()),
        new_code_cell(imports, metadata=UNSEEN),
    ]
    twelve = [slug for slug in WORKSHOP.slugs if slug not in FROM_CHAPTERS]
    for slug in twelve:
        cells += bench_cells(EXERCISES[slug], BENCHES[slug])
    cells.append(new_markdown_cell(MORE_BENCHES.strip()))
    for slug in FROM_CHAPTERS:
        cells += closed_cells(EXERCISES[slug], BENCHES[slug])
    return new_notebook(cells=cells)


def closed_cells(each: Exercise, bench: Bench) -> Iterator[Any]:
    """A bench of a chapter: its task; all else waits behind one line."""
    task = f"{heads(each, bench)}\n\n{bench.task_words.strip()}"
    yield new_markdown_cell(f"({each.label})=\n## {each.heading}\n\n{task}")
    yield new_code_cell(f'folded("{each.slug}")', metadata={"tags": CLOSED})
    yield new_code_cell(f"{each.stub.strip()}\n\n{each.call}", metadata=IN_JUPYTER)


def heads(each: Exercise, bench: Bench) -> str:
    """What stands below the heading of a bench: its marks, and what its chapter has."""
    chapter = f"[{title_of(bench.page)}]({bench.page}.ipynb#{bench.slug})"
    told = f"{chapter} {bench.there}"
    return " · ".join([*each.heads, told])


def bench_cells(each: Exercise, bench: Bench) -> Iterator[Any]:
    """A bench: its task and words, the machine with blanks, hints, and an answer."""
    rows = "".join(f"| {marked(sentence)} | {does} |\n" for sentence, does in bench.words)
    examples = ", ".join(f"{shown(prompt)} → {said}" for prompt, said in bench.examples)
    words = f"| new | what it does |\n| --- | --- |\n{rows}"
    task = f"{heads(each, bench)}\n\n{bench.task_words.strip()} *So:* {ended(examples)}"
    yield new_markdown_cell(f"({each.label})=\n## {each.heading}\n\n{task}\n\n{words}".strip())
    yield new_code_cell(f'bench("{each.slug}")', metadata={"tags": SHOWN})
    hints = "\n\n".join(
        f"<details><summary>Hint {i}</summary>\n\n{hint.strip()}\n\n</details>"
        for i, hint in enumerate(each.hints, 1)
    )
    answer = f"<details><summary>An answer</summary>\n\n{each.answer.strip()}\n\n</details>"
    yield new_markdown_cell(f"{hints}\n\n{answer}")
    yield new_code_cell(f"{each.stub.strip()}\n\n{each.call}", metadata=IN_JUPYTER)


def title_of(page: str) -> str:
    """The title of a page of the book."""
    notebook = json.loads((BOOK / f"{page}.ipynb").read_text(encoding="utf-8"))
    first = "".join(notebook["cells"][0]["source"])
    return next(line[2:] for line in first.splitlines() if line.startswith("# "))


def marked(sentence: str) -> str:
    """A sentence of the language as code; words about it, with marks of their own, stay."""
    return sentence if "`" in sentence or sentence.endswith(".") else f"`{sentence}`"


def shown(prompt: str) -> str:
    """A prompt of an example."""
    return f"`{prompt}`" if prompt else "nothing"


def exercises_notebook(chapter: Chapter) -> Any:
    """The page of a chapter's exercises, not yet run."""
    if chapter is WORKSHOP:
        return workshop_notebook()
    found = [EXERCISES[slug] for slug in chapter.slugs]
    label = f"{chapter.page}_exercises".replace("_", "-")
    opening = OPENING.strip().format(label=label, title=chapter.title, chapter=chapter.page)
    imports = f"{IMPORTS}\n{BOX_IMPORT}" if any(each.typed for each in found) else IMPORTS
    cells = [new_markdown_cell(opening), new_code_cell(imports, metadata=UNSEEN)]
    cells.append(new_markdown_cell(warm_ups(chapter)))
    for each in found:
        cells += exercise_cells(each)
    return new_notebook(cells=cells)


def warm_ups(chapter: Chapter) -> str:
    """The questions at the head of a page, each with choices that open."""
    questions = [
        f"**{place}.** {each.markdown(f'warm-up-{place}')}"
        for place, each in enumerate(warm_ups_of(chapter.page), 1)
    ]
    return "\n\n".join(["## Warm-ups", WARM_UPS, '<div class="warm-ups">', *questions, "</div>"])


def exercise_cells(each: Exercise) -> Iterator[Any]:
    """The words of an exercise, an example, the box of the page, the stub, and an answer."""
    yield new_markdown_cell(f"({each.label})=\n## {each.heading}\n\n{each.body}")
    if each.example:
        yield new_markdown_cell(each.example.words)
        code = each.example.code.strip()
        yield new_code_cell(code, metadata=example_metadata(code))
    if each.typed:
        yield new_code_cell(f'box("{each.slug}")', metadata={"tags": SHOWN})
    if each.stub:
        yield new_code_cell(f"{each.stub.strip()}\n\n{each.call}", metadata=FOLDED)
    yield new_markdown_cell(
        f"<details><summary>An answer</summary>\n\n{each.answered}\n\n</details>"
    )


def example_metadata(code: str) -> dict[str, list[str]]:
    """What a cell with a picture needs: nobody compares its output."""
    return {"tags": ["nbval-ignore-output"]} if re.search(r"^figures\.", code, re.MULTILINE) else {}
