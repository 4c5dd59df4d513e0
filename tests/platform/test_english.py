"""Habits that tire a reader are found where they are, and no page gets more of them."""

from pathlib import Path

import nbformat

from tests.laws import every
from tools.english import (
    BOOK,
    HABITS,
    Count,
    ceilings,
    count,
    counts,
    habits_of,
    lowered,
    sentences,
    table,
    too_many,
)
from tools.pages import read_chapters

MOST_WORDS = 75_000

BEFORE = [  # sentences that stood in the book, with the habit that an editor saw in each
    ("inversion", "Not by training: by deciding what each matrix is for."),
    ("which", "**Move N**, by which the position outshouts it, down to 3: the greeting stumbles."),
    (
        "inversion",
        "They show that weights exist: so many numbers do this task, in this arithmetic.",
    ),
    ("announcing", "Here is where it ends: a machine that knows two sentences."),
    ("no subject", "What is left undefined is what comes after words that nobody said."),
    ("inversion", "The cure are two columns more, one very large and one as large below zero."),
    ("announcing", "If it is enough to *say* the right word, never mind the shares, much can go."),
    ("announcing", "Never mind which circle for the moment; it is the one that layer norm leaves."),
    ("inversion", "Enough it is always, as it must be, and twice in 126 it is one too many."),
    ("no subject", "What is exact takes the tokens where they are."),
    ("which", "You have been playing with what is typed, to which the program does not listen."),
    ("left out", "You have been playing with the numbers, and with what is typed."),
    ("no subject", "Whoever asks there is fooled without a word."),
    ("which", "Which is exact but for layer norm's epsilon."),
    ("no subject", "So the northern part of whoever comes last is the question."),
    ("left out", "By that, 13 numbers are safe, and 14 hang on the last bit."),
    ("announcing", "By that, 13 numbers are safe, and 14 hang on the last bit. So it is:"),
    ("no subject", "There may be others who do. Whatever they hold is as good as ours."),
    ("inversion", "So many numbers of the machine were drawn, so many are sums of what was drawn."),
    ("inversion", "Of the equals sign the 1 is left, which we want, and the numbers after it."),
    ("left out", "They are read as what they say, and there no reader can help."),
    ("no subject", "To who takes an average, one *a* is as good as two."),
    (
        "no subject",
        "It offers ten dollars to who can train a language model that is as much better.",
    ),
    ("no subject", "Whoever looks for small machines meets them."),
    ("no subject", "It is what an example is, beside a reason."),
    ("no subject", "What must not be heard, in digits of so many presses:"),
    ("inversion", "So many numbers do three well-known machines store, to the last one."),
    ("left out", "The one below says what came after the present letter when it was last said."),
    ("left out", "Nobody told it that a cabinet does not bark. It is not asked."),
    ("inversion", "Left undefined is nothing; unknown words count nothing."),
    ("announcing", "Ten pairs of sentences: say of each which is right."),
    ("left out", "The machine says it too, and what is known of people stands beside it."),
    ("announcing", "The next but one section says for what."),
    ("caption", "After '12511711' the program says '7'; it can be moved until it does not."),
    ("announcing", "A head cannot look nowhere. Remember this: a program will stumble over it."),
    (
        "announcing",
        "Letters stand on the circle in the order of the alphabet. Guess before you look.",
    ),
]
AFTER = [  # the same, as the editor rewrote them
    "Not by training one, but by deciding what each matrix is for.",
    "N is how much louder the position speaks than the last letter. Drag it down to 3.",
    "There we know what the numbers do together, but not why any one of them has its value.",
    "They show that weights exist that do this task with this many numbers, up to this length.",
    "This machine knows two sentences. The noun that decides came eight words earlier.",
    "We leave open what follows a beginning that never occurs.",
    "After *ran* it need not be in doubt: the word before it settles the matter.",
    "Dividing does harm: halve the logarithms and every share becomes its square root.",
    "The cure is two more columns, one very large and one equally large and negative.",
    "If we only want the right word, not its probability, we can drop most of the numbers.",
    "*Battery* wins wherever it stands, because the head asks for nothing else.",
    "We use one particular circle; in a few paragraphs you will see why.",
    "A soft head is still right as long as the right place outweighs all the wrong ones.",
    "The bound always suffices; in two of 126 cases it is one larger than needed.",
    "The exact bound uses the angles at which tokens really stand.",
    "You have changed numbers and typed text. One more thing can be set: how much room they get.",
    "A head that asks for such a place gets a wrong answer and no warning.",
    "This is exact up to layer norm's epsilon. It costs one head, or nothing.",
    "So the last number's own northern coordinate serves as the question.",
    "This predicts that 13 numbers are safe and that 14 depend on the last bit.",
    "It looks for rows that hold the same tokens as itself. Any of them will do.",
    "Every fair text without a phantom came out right.",
    "The finding head is safe from a lead of 2, the gathering heads only from 8.",
    "110 numbers were drawn, 10 are sums of drawn ones, and 672 is the total.",
    "Two numbers of the equals sign are left over, far larger than the differences we must read.",
    "With four digits nearly all sums below 30 are wrong, all above are right.",
    "The transformer of 2017 told it with clock hands. Our programs managed without.",
    "They parse as something else than was meant, and no parser can know.",
    "To an average, one *a* looks like two.",
    "It offers ten dollars to anyone who trains a language model that many times more efficient.",
    "Anyone who looks for small machines will find both tricks.",
    "That is the difference between an example and a reason.",
    "If you want to find out by yourself, measure first, then compare.",
    "For a tone of constant loudness: the smallest answer as a fraction of the largest.",
    "False digits per presses, for sounds that must be ignored:",
    "so it does not matter where the crests fall",
    "This is exactly how many numbers three well-known models store.",
    "Make a model ten times larger and its loss drops to 0.839 of what it was, every time.",
    "Somebody built a machine, or trained it at great cost. Now it should do something else.",
    "The machine below finds where the current letter last occurred and says what followed it.",
    "We ask six tools which parts of each program matter.",
    "Nothing is left open: unknown words count as zero.",
    "Here are ten pairs. Pick the right sentence; then see what the machine picks.",
    "Two sections on we shall see what.",
    "Each new word costs its rows in the tables; add one.",
    "The last row reads position 5, the answer.",
]


def found_in(text: str) -> list[str]:
    """The habits of all sentences of a text."""
    return [name for sentence in sentences(text) for name in habits_of(sentence)]


@every("name, text", BEFORE)
def test_a_habit_is_found(name: str, text: str) -> None:
    assert name in found_in(text)


@every("text", AFTER)
def test_a_mended_sentence_has_no_habit(text: str) -> None:
    assert not found_in(text)


def test_every_habit_has_an_example() -> None:
    assert {name for name, _ in BEFORE} == {each.name for each in HABITS}


def test_a_question_and_a_title_are_no_habit() -> None:
    assert not found_in("What is exact?\n\n## What is new\n\nIn which number format?")
    assert not found_in("[What it costs](nobody.ipynb): `nobody` and $whoever$ in code.")


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


def test_ceilings_only_get_lower() -> None:
    found = [
        Count("a", 9, (("which", "x"),) * 3),
        Count("b", 9, ()),
        Count("new", 9, (("which", "x"),)),
    ]
    assert lowered(found, {"a": 2, "b": 4, "gone": 1}) == {"a": 2}
    assert lowered(found, {"a": 5}) == {"a": 3}


def test_no_page_gets_more_sentences_that_have_a_habit() -> None:
    most = ceilings()
    said = [line for each in counts() for line in too_many(each, most.get(each.page, 0))]
    assert not said, "\n".join(said)


def test_the_chapters_are_read_in_a_week_of_evenings() -> None:
    """What has to be read, from one end to the other: no exercises, lab notes or appendix."""
    chapters = {*read_chapters(BOOK)}
    assert sum(each.words for each in counts() if each.page in chapters) <= MOST_WORDS


def test_words_of_lab_notes_are_not_counted(tmp_path: Path) -> None:
    cells = ["# A page\n\nTwo words.", "## Lab notes\n\nNobody reads this first."]
    notebook = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_markdown_cell, cells)])
    nbformat.write(notebook, tmp_path / "page.ipynb")
    assert count(tmp_path / "page.ipynb").words == 4
    assert len(count(tmp_path / "page.ipynb").found) == 1


def test_every_ceiling_is_of_a_page() -> None:
    assert set(ceilings()) <= {path.stem for path in BOOK.iterdir()}
