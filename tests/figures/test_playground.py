"""The gallery says what the library says, and what the playground is given."""

import shutil
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from exercises.handing_in.certificates import ENTRIES
from exercises.handing_in.exhibits import asked_of_boards, board_examples
from taotp.figures import gallery
from taotp.figures.editor import Example, spoken
from taotp.figures.playground import OWN, Gallery, playground
from taotp.listing import read
from taotp.programs import before_last, echo, maximum
from taotp_core.program import Program
from taotp_core.weights import named_arrays
from tests.figures.asking import in_page
from tests.in_node import in_node
from tests.laws import every
from tools.sampling import drawn

ROOT = Path(__file__).parents[2]
TEXTS = gallery.library_examples()
OF_BOARDS = board_examples()
OF_PAGE = gallery.page_examples(ROOT / "book" / "language.md", "Examples of the language")
ALL = TEXTS | OF_BOARDS | OF_PAGE
OPEN = Path(__file__).with_name("open.mjs")
ENTRIES_IN_TURN = 12  # are held against the texts of the boards


@cache
def program_of(text: str) -> Program:
    """The program that a text makes; many are held against each."""
    return read(text).program


def test_every_text_says_what_is_right(node: str) -> None:
    """In Python and in the page, for the prompt that it comes with."""
    asked = [{"example": name, "text": each.prompt} for name, each in ALL.items()]
    answers = in_page(node, playground(ALL), *asked)
    for (name, each), answer in zip(ALL.items(), answers, strict=True):
        told, says = spoken(program_of(each.text), each.prompt)
        assert answer["tokens"][: len(told)] == told, name
        assert [d["token"] for d in answer["said"]][: len(says)] == says, name
        assert answer["whole"]["kind"] in ("right", "") or each.group == "Examples of the language"
        assert len(each.text) <= gallery.MOST_LETTERS


@every(
    "name, program",
    [
        ("The token before the last", before_last("abcd", 12)),
        ("An echo of three", echo("abcde", 12)),
        ("The largest", maximum(10, 20)),
    ],
)
def test_sentences_are_the_library_to_the_last_bit(name: str, program: Program) -> None:
    found = named_arrays(program_of(TEXTS[name].text).model)
    for path, array in named_arrays(program.model).items():
        assert np.array_equal(found[path], array), path


NO_EXAMPLES = (  # too long for a page, or with no prompt
    "least-dial-tones", "least-little-man", "least-lookup", "least-onset-count", "least-search",
    "longest-exact-run", "most-programs",
)  # fmt: skip


def test_a_gallery_is_a_list_of_links() -> None:
    html = Gallery(TEXTS)._repr_html_()
    assert html.count("<li>") == len(TEXTS)
    assert 'href="#bench?example=Add+two+digits&amp;text=45%2B78%3D"' in html
    assert "Say what followed the last three symbols" in html
    assert "Search: 21 lines, 2,100 numbers, 310 not zero" in repr(Gallery(TEXTS))


def test_where_there_are_no_texts_there_are_none(tmp_path: Path) -> None:
    """No folder, no page, and what is too long for one."""
    assert "Search" not in gallery.library_examples(tmp_path / "none")
    assert gallery.page_examples(tmp_path / "none.md", "x") == {}
    with pytest.raises(ValueError, match="needs one at least"):
        playground({})
    assert playground({"x": TEXTS["A vote"]}).examples[OWN].text.startswith("# A program")
    short = shutil.ignore_patterns("On-a-line.json")  # fits a page
    shutil.copytree(ENTRIES / "least-lookup", tmp_path / "least-lookup", ignore=short)
    assert board_examples(tmp_path) == {}


WRONG = {
    "binary.txt": (b"\xff\xfe\x00", "it is not UTF-8 text"),
    "nul.txt": (b"a\0b", "it is not text"),
    "empty.txt": (b" \n", "it is empty"),
    "long.txt": (b"a" * 10_000_001, "it has 10 MB, and at most 10 MB are read"),
    "notebook.ipynb": (b'{"nbformat": 4}', "it is a notebook"),
    "word.json": (b'{"exercise": "x", "author": "A"}', "no more than its solver's word"),
    "number.json": (b'{"exercise": "x", "answers": [{"returned": 3}]}', "holds no machine"),
    "none.json": (b'{"answers": [null]}', "holds no machine"),
    "five.json": (b'{"answers": [{"returned": {"tuple": 5}}]}', "holds no machine"),
    "name.json": (b'{"exercise": "__proto__", "answers": [{}]}', "holds no machine"),
}
ENCODERS = '{"W_E": [[1]], "W_pos": [[1]], "encoder": '  # a model whose encoder has one, and so on
LAYERS = '{"W_pos": [[1]], "W_E": [[1]], "layers": [%s]}'
WRONG_MODELS = {
    "odd": ('{"W_E": [["a"]]}', "not an array"),
    "deep": (f"{ENCODERS * 5_000}null{'}' * 5_000}", "encoder has an encoder"),
    "rows": ('{"W_E": {"shape": [60000000, 0], "entries": []}}', "W_pos is not an array"),
    "places": (
        '{"W_pos": {"shape": [60000000, 0], "entries": []}}',
        "W_pos is 60000000 x 0; a side may have at most 100000",
    ),
    "layers": (LAYERS % ("{}," * 60_000 + "{}"), "layers has 60001; a machine may have at most"),
    "mlp": (LAYERS % '{"mlp": 5}', "not an MLP"),
    "cross": (LAYERS % '{"cross": {"length": 1}}', "cross is not a list of heads"),
}


def test_what_is_no_answer_is_refused(node: str, tmp_path: Path) -> None:
    wrong = dict(WRONG)
    for name, (model, sentence) in WRONG_MODELS.items():
        answers = f'[{{"returned": {{"model": {model}}}}}]'
        wrong[f"{name}.json"] = f'{{"exercise": "x", "answers": {answers}}}'.encode(), sentence
    for name, (data, _) in wrong.items():
        (tmp_path / name).write_bytes(data)
    asked = {"files": [str(tmp_path / name) for name in wrong], "boards": {}}
    for (name, (_, sentence)), each in zip(wrong.items(), in_node(node, OPEN, asked), strict=True):
        assert each["refused"].startswith(f"“{name}” was not opened: ")
        assert sentence in each["refused"]


def test_answers_that_were_handed_in_are_opened_as_listings(node: str) -> None:
    """Every entry of a board becomes the arrays that it holds."""
    entries = drawn(sorted(ENTRIES.glob("*/*.json")), ENTRIES_IN_TURN, "entries that are opened")
    asked = {"files": [*map(str, entries)], "boards": asked_of_boards(OF_BOARDS)}
    for path, each in zip(entries, in_node(node, OPEN, asked), strict=True):
        board, by = path.parent.name, f"entered by {path.stem.replace('-', ' ')}.\n"
        if board == "least-arrow-length":  # an MLP alone
            assert "holds no machine" in each["refused"]
            continue
        assert program_of(each["text"]).model.d_model, path
        known = [example for example in OF_BOARDS.values() if by in example.text]
        same = any(same_program(example, each["text"]) for example in known)
        assert same or board in NO_EXAMPLES, path


def same_program(example: Example, text: str) -> bool:
    """Whether two texts make the same arrays and the same program around them."""
    one, other = program_of(example.text), program_of(text)
    arrays = [[*named_arrays(each.model).values()] for each in (one, other)]
    around = [(list(p.vocabulary), p.start, p.stop, p.steps) for p in (one, other)]
    return around[0] == around[1] and all(map(np.array_equal, *arrays))
