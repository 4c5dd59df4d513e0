"""The Python of pages against this one: the same verdicts, printed output and tests, by 32 bits.

By day some twenty exercises and a few files of tests, in turn; at night all, and all notebooks.
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp.page.python import runtime
from tests.exercises.verdicts import JUDGED, RIGHT, WRONG, names_of, said_of
from tests.live_python.in_wasm import asked
from tests.pages.conftest import cannot_run
from tools.sampling import at_night, drawn

HERE = "tests.live_python.told_in_wasm"
BOOK = Path(__file__).resolve().parents[2] / "book"
EXERCISES_BY_DAY, NOTEBOOKS_BY_DAY, FILES_BY_DAY = 20, 2, 3

# Answers of which other words are said there, and why; what comes of them is the same.
LAST_PLACES = "it counts units in the last place, which hang on the order of sums"
OTHER_WORDS = {
    ("no-positions-hello", "wrong_no_layer"): "all logits are equal, but for their last places",
    ("sort-33", "accepted_near_the_golden_ratio"): LAST_PLACES,
    ("sort-33", "wrong_powers_of_two"): LAST_PLACES,
    ("sort-33", "wrong_the_best_of_the_chapter"): LAST_PLACES,
    ("shift-sinusoids", "wrong_fitted"): "a fit that is badly conditioned",
    ("arrow-length", "wrong_five"): "two angles are equally wrong",
    ("arrow-length", "wrong_eight_evenly"): "two angles are equally wrong",
}
# Exercises whose answers take more than ten seconds there, where numpy has no BLAS: asked at night.
SLOW_THERE = ("without-gender", "bare-plurals", "to-borrow", "an-eagle", "a-heavy-book", "tu")
# Notebooks that take longer than a minute there (512 s; all others of exercises 46 s together).
SLOW_NOTEBOOKS = ("two_languages_exercises",)
# Cells that print something else there, and why.
PRINTS_OTHER = {
    ("looking_inside_exercises", 12): "its random rotation is a factor of LAPACK's, another there",
    ("looking_up", 24): "a fit to XOR, which has no machine, ends within 0.0002 of a tie on each "
    "of its four entries; on which side hangs on the order of sums",
    ("smaller_than_it_looks", 9): "how many sums of 13 digits are wrong, where 64 bits end",
    ("smaller_than_it_looks", 10): "how many sums in base 1,024 are wrong, where 64 bits end",
    ("tools_and_truth", 6): "without its head all logits of the machine are 0, but for their last "
    "places (1e-33), which then decide what it says",
}
# Files of tests of the library that run there. The others draw most inputs by hypothesis, which is
# no Python alone, start programs, or need what was compiled for this machine (onnx, rpds); ask the
# page's own scripts alone (test_in_node, listing/test_javascript); or read the library's sources
# and its data (test_examples, programs/test_lookup_precision), which pages have in archives.
# programs/test_choosing, constructions/test_tables and listing/test_semes take minutes there.
FILES = (
    *("test_data", "test_edits", "test_errata", "test_gadgets", "test_grown", "test_laws"),
    *("test_lora", "test_losses", "test_measure", "test_names", "test_program"),
    *("test_reference", "test_text", "test_weights"),
    *("programs/test_aab", "programs/test_before_last", "programs/test_coreference"),
    *("programs/test_echo", "programs/test_eight_signs", "programs/test_few_shot"),
    *("programs/test_induction", "programs/test_minimum"),
    *("programs/test_printed_words", "programs/test_rule_110", "programs/test_searching"),
    *("programs/test_sorting", "programs/test_three_instructions", "programs/test_weird_words"),
    *("programs/test_wrong_prompts", "constructions/test_adam", "constructions/test_by_history"),
    *("constructions/test_chance", "constructions/test_digits", "constructions/test_hashes"),
    *("constructions/test_level", "constructions/test_pairs", "constructions/test_width"),
    *("listing/test_bad", "listing/test_bounds", "listing/test_described"),
    *("listing/test_language_page", "listing/test_level_one", "listing/test_level_two"),
    *("listing/test_said", "positions/test_codes", "positions/test_looking", "words/test_calls"),
    *("words/test_cutting", "words/test_features", "little_man/test_assembler"),
    *("little_man/test_interpreter", "costs/test_compiled", "costs/test_published"),
    "costs/test_speculative_decoding",
)
# Files that take 7 to 22 seconds there, each: asked at night.
SLOW_FILES = (
    *("programs/test_adding", "programs/test_lookup", "programs/test_repeating"),
    *("programs/test_small", "programs/test_two_stacks"),
)
MOST_PASS = 345  # of their tests, at least
# Words of the names of tests that are left out, as they ask what only this machine has: files of
# its own, and how many of 200 products of five digits go wrong, which hangs on the order of sums.
LEFT_OUT = ("loads", "five_digits_are_too_many")


@pytest.fixture(autouse=True)
def with_runtime() -> None:
    """Nothing here is asked without the files of the runtime."""
    if runtime.missing():
        cannot_run("the runtime of Python is missing: run `python -m tools.live_python`")


def slugs_in_lots() -> list[list[str]]:
    """By day some exercises, which are quick; at night each by itself.

    So a run tells how far it is, and one that was ended goes on behind the last it has told.
    """
    if at_night():
        return [[slug] for slug in JUDGED]
    quick = [slug for slug in JUDGED if slug not in SLOW_THERE]
    return [drawn(quick, EXERCISES_BY_DAY, "verdicts in wasm")]


@pytest.mark.parametrize("slugs", slugs_in_lots(), ids=lambda slugs: f"from {slugs[0]}")
def test_verdicts_are_those_of_this_python(node: str, slugs: list[str]) -> None:
    """On right and wrong answers of the catalogue, word for word but for named ones."""
    differ = {}
    for slug in slugs:
        pairs = [(slug, name) for name in (*names_of(slug, RIGHT), *names_of(slug, WRONG))]
        there = asked(node, f"{HERE}:verdicts", pairs)
        for pair, (outcome, words) in zip(pairs, there, strict=True):
            here = said_of(*pair)
            if outcome != here.outcome or (words != here.text and pair not in OTHER_WORDS):
                differ[pair] = (outcome, words, here.text)
    assert differ == {}


def test_indices_have_32_bits_there(node: str) -> None:
    """What is asked here is asked of a machine that is not this one."""
    assert asked(node, f"{HERE}:bits") == 32
    assert np.iinfo(np.intp).bits == 64 or sys.maxsize < 2**32


WORDS = {"text/plain", "words", "error"}


def in_words(cell: Any) -> str | None:
    """What a stored cell has printed, and the words of what it shows; None where nobody compares.

    Live cells are not compared, nor are those that end with an error.
    """
    said = ""
    if "nbval-ignore-output" in cell["metadata"].get("tags", ()):
        return None
    for each in cell["outputs"]:
        if each["output_type"] == "stream":
            said += "".join(each["text"])
        elif "text/plain" in each.get("data", ()):
            said += "".join(each["data"]["text/plain"]) + "\n"
        else:
            return None
    return said


def notebooks() -> list[Path]:
    """The notebooks that are asked in this run: by day pages of exercises, which are quick."""
    by_day = [x for x in BOOK.glob("*_exercises.ipynb") if x.stem not in SLOW_NOTEBOOKS]
    found = sorted(BOOK.glob("*.ipynb") if at_night() else by_day)
    return drawn(found, NOTEBOOKS_BY_DAY, "notebooks in wasm")


def code_of(path: Path) -> list[Any]:
    """The cells of code of a notebook, as they are stored."""
    every = json.loads(path.read_text("utf-8"))["cells"]
    return [cell for cell in every if cell["cell_type"] == "code"]


@pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)
def test_cells_print_what_the_build_has_stored(node: str, path: Path) -> None:
    """All run in their order, and say in words what is stored; what is live has no error.

    By plain outputs alone nobody saw that tables of a board counted 313 numbers there instead of 4.
    """
    differ = {}
    shown = asked(node, f"{HERE}:shown", f"/tree/book/{path.name}")
    for k, (cell, rows) in enumerate(zip(code_of(path), shown, strict=True)):
        kinds = {kind for kind, _ in rows}
        there = "".join(text for kind, text in rows if kind in WORDS)
        stored = in_words(cell)
        fails = "error" in kinds and "raises-exception" not in cell["metadata"].get("tags", ())
        other = stored is not None and there.split() != stored.split()
        if (fails or other) and (path.stem, k) not in PRINTS_OTHER:
            differ[k] = (stored, there[-500:])
    assert differ == {}


def test_most_cells_have_words_that_can_be_compared() -> None:
    words = [in_words(cell) for path in BOOK.glob("*.ipynb") for cell in code_of(path)]
    assert len(words) - words.count(None) > 1000


def test_the_library_keeps_its_laws_there(node: str) -> None:
    """The tests of its core and programs, but for those that draw inputs or start programs."""
    files = (*FILES, *SLOW_FILES) if at_night() else drawn(FILES, FILES_BY_DAY, "files in wasm")
    found = asked(node, "tests.live_python.ran_in_wasm:ran", [f"tests/{each}.py" for each in files],
                  [*LEFT_OUT])  # fmt: skip
    assert found["failed"] == {}
    assert found["passed"] >= (MOST_PASS if at_night() else 1)
