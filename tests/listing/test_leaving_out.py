"""Which words make which weights: those of a head's sentence make all of its numbers."""

import re
from pathlib import Path

import numpy as np

from exercises.catalogue import BENCHES
from taotp.examples import abouts, example
from taotp.listing import read
from taotp.listing.leaving_out import head_of, phrases
from taotp.listing.sentences import split_sentences
from taotp_core.weights import named_arrays
from tests.laws import every
from tools.notebooks import read_notebook

TEXTS = {of.slug: of.filled for of in BENCHES.values()}
BOOK = Path(__file__).resolve().parents[2] / "book"
CHAPTERS = ("transformer", "hello_world", "four_tools", "smallest_first", "searching", "adding")
MATRICES = ("W_Q", "W_K", "W_V", "W_O")


@every("name", sorted(TEXTS))
def test_the_words_of_a_head_make_all_of_its_numbers_and_no_others(name: str) -> None:
    """Dies where a part behind `and` is not left out, and where another head is taken for it."""
    text = TEXTS[name]
    arrays = named_arrays(read(text).program.model)
    for sentence in split_sentences(text)[0]:
        if sentence.first != "attend":
            continue
        line = text[sentence.words[0].start : sentence.words[-2].end]
        head, made = head_of(text, line), phrases(text, line)
        assert all(text[each.start : each.end] == each.words for each in made)
        for W in (f"{head}.{each}" for each in MATRICES):
            parts = [each.cells[W] for each in made if W in each.cells]
            union = np.any(parts, axis=0) if parts else np.zeros_like(arrays[W], bool)
            np.testing.assert_array_equal(union, arrays[W] != 0, W)


def test_sentences_of_chapters_stand_in_a_listing() -> None:
    """Dies where a chapter's prose has a sentence of the language that no listing has."""
    listings = [
        *TEXTS.values(),
        *(path.read_text("utf-8") for path in map(example, abouts()) if path),
    ]
    for name in CHAPTERS:
        cells = read_notebook(BOOK / f"{name}.ipynb").cells
        prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
        for said in re.findall(r"`((?:attend|clear) [^`]+)`", prose):
            assert any(said in listing for listing in listings), f"{name}: {said}"
