"""What tires a reader (habits, outputs without names) is found, and no page gets more of it."""

from pathlib import Path

import nbformat

from tests.laws import every
from tools import unlabeled
from tools.english import (
    BOOK,
    HABITS,
    Count,
    ceilings,
    count,
    counts,
    habits_of,
    lowered,
    rate_table,
    rates,
    sentences,
    table,
    too_many,
)
from tools.pages import read_chapters

MOST_WORDS = 76_500

BEFORE = {  # sentences that stood in the book, by the habit that an editor saw in each
    "inversion": [
        "Not by training: by deciding what each matrix is for.",
        "The cure are two columns more, one very large and one as large below zero.",
        "Of the equals sign the 1 is left, which we want, and the numbers after it.",
        "So many numbers do three well-known machines store, to the last one.",
        "Left undefined is nothing; unknown words count nothing.",
    ],
    "which": [
        "**Move N**, by which the position outshouts it, down to 3: the greeting stumbles.",
        "Which is exact but for layer norm's epsilon.",
    ],
    "announcing": [
        "Here is where it ends: a machine that knows two sentences.",
        "If it is enough to *say* the right word, never mind the shares, much can go.",
        "By that, 13 numbers are safe, and 14 hang on the last bit. So it is:",
        "Ten pairs of sentences: say of each which is right.",
        "The next but one section says for what.",
        "A head cannot look nowhere. Remember this: a program will stumble over it.",
        "Letters stand on the circle in the order of the alphabet. Guess before you look.",
    ],
    "no subject": [
        "What is left undefined is what comes after words that nobody said.",
        "Whoever asks there is fooled without a word.",
        "To who takes an average, one *a* is as good as two.",
        "It is what an example is, beside a reason.",
    ],
    "left out": [
        "You have been playing with the numbers, and with what is typed.",
        "By that, 13 numbers are safe, and 14 hang on the last bit.",
        "They are read as what they say, and there no reader can help.",
        "The one below says what came after the present letter when it was last said.",
        "Nobody told it that a cabinet does not bark. It is not asked.",
    ],
    "caption": ["After '12511711' the program says '7'; it can be moved until it does not."],
}
AFTER = [  # as the editor rewrote such sentences: no habit, though some words are the same
    "It looks for rows that hold the same tokens as itself. Any of them will do.",
    "110 numbers were drawn, 10 are sums of drawn ones, and 672 is the total.",
    "so it does not matter where the crests fall",
    "Nothing is left open: unknown words count as zero.",
]


def found_in(text: str) -> list[str]:
    """The habits of all sentences of a text."""
    return [name for sentence in sentences(text) for name in habits_of(sentence)]


def test_a_habit_is_found_and_what_was_mended_has_none() -> None:
    assert {*BEFORE} == {each.name for each in HABITS}
    lost = [text for name, texts in BEFORE.items() for text in texts if name not in found_in(text)]
    assert not lost
    fine = [
        *AFTER,
        "What is exact?\n\n## What is new\n\nIn which number format?",
        "[What it costs](nobody.ipynb): `nobody` and $whoever$ in code.",
    ]
    assert not [text for text in fine if found_in(text)]


def test_a_page_is_read_through_its_prose_and_its_words_for_pictures(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A title\n\n- Nobody sees it.\n- Here is one, by which\n  it ends.\n", "utf-8"
    )
    assert count(page).found == (
        ("no subject", "Nobody sees it."),
        ("which", "Here is one, by which it ends."),
        ("announcing", "Here is one, by which it ends."),
    )
    assert "page" in table([count(page)]).splitlines()[1]


def test_rates_are_of_what_is_told_in_paragraphs(tmp_path: Path) -> None:
    """Code, headings and tables join no sentences, nor does a colon that leads to an output."""
    page = tmp_path / "page.md"
    told = "You see two, and `a: b; c` is *yours*, because [one: two](x.md) says so:"
    page.write_text(
        f"# You say: what, and why\n\n{told}\n\n```\nyou, and you\n```\n\n| you | say; |\n", "utf-8"
    )
    words, *found = rates(page)
    assert [round(each * words / 1000) for each in found] == [1, 1, 0, 1, 0, 1, 0, 2, 0, 1]
    assert "*83.3" in rate_table([], tmp_path)


def test_ceilings_only_get_lower() -> None:
    which = ("which", "x")
    found = [Count("a", 9, (which,) * 3), Count("b", 9, ()), Count("new", 9, (which,))]
    assert lowered(found, {"a": 2, "b": 4, "gone": 1}) == {"a": 2}
    assert lowered(found, {"a": 5}) == {"a": 3}


def test_no_page_of_the_book_has_more_habits_or_words_than_it_may() -> None:
    """Words have to be read from one end to the other, in a week of evenings.

    But for exercises, lab notes and the appendix.
    """
    most, found = ceilings(), [*counts()]
    said = [line for each in found for line in too_many(each, most.get(each.page, 0))]
    assert not said, "\n".join(said)
    assert {*most} <= {path.stem for path in BOOK.iterdir()}
    chapters = {*read_chapters(BOOK)}
    assert sum(each.words for each in found if each.page in chapters) <= MOST_WORDS


def test_words_of_lab_notes_are_not_counted(tmp_path: Path) -> None:
    cells = ["# A page\n\nTwo words.", "## Lab notes\n\nNobody reads this first."]
    notebook = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_markdown_cell, cells)])
    nbformat.write(notebook, tmp_path / "page.ipynb")
    found = count(tmp_path / "page.ipynb")
    assert (found.words, len(found.found)) == (4, 1)


# Outputs of which places must be counted


@every("text", ["(1, 2)", "[(1, 2)]", "{'a': (1, 2)}", "(array([1., 2.]), 3)"])
def test_places_without_names_are_found(text: str) -> None:
    assert unlabeled.has_places(text)


def test_a_table_is_no_text() -> None:
    """What a notebook shows as a table has its names; a hidden output is read by nobody."""
    result = nbformat.v4.new_output("execute_result", {"text/plain": "(1, 2)"})
    cell = nbformat.v4.new_code_cell("x", outputs=[result])
    assert unlabeled.shown(cell) == "(1, 2)"
    cell.metadata["tags"] = ["hide-output"]
    assert unlabeled.shown(cell) == ""
    del cell.metadata["tags"]
    cell.outputs[0].data["text/html"] = "<table></table>"
    assert unlabeled.shown(cell) == ""


def test_no_page_gets_more_of_them() -> None:
    found, most = unlabeled.counts(), ceilings(unlabeled.CEILINGS)
    assert list(unlabeled.too_many(found, most)) == []
    assert {page for page in most if page not in found} == set(), "lower what has been mended"
    assert list(unlabeled.too_many({"new": 1}, {})), "a page that is not listed may have none"
