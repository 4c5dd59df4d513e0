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
from tests.figures.test_editor import spoken as said_by_page
from tests.in_node import in_node
from tests.laws import every

ROOT = Path(__file__).parents[2]
TEXTS = gallery.library_examples()
OF_BOARDS = board_examples()
OF_PAGE = gallery.page_examples(ROOT / "book" / "language.md", "Examples of the language")
ALL = TEXTS | OF_BOARDS | OF_PAGE
OPEN = Path(__file__).with_name("open.mjs")


def test_every_text_says_what_is_right(node: str) -> None:
    """In Python and in the page, for the prompt that it comes with."""
    asked = [{"example": name, "text": each.prompt} for name, each in ALL.items()]
    answers = said_by_page(node, playground(ALL), *asked)
    for (name, each), answer in zip(ALL.items(), answers, strict=True):
        program = read(each.text).program
        told, says = spoken(program, each.prompt)
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
def test_sentences_are_the_library_to_the_last_bit(name, program) -> None:  # type: ignore[no-untyped-def]
    found = named_arrays(read(TEXTS[name].text).program.model)
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


def test_no_folder_and_no_page_have_no_texts(tmp_path: Path) -> None:
    assert "Search" not in gallery.library_examples(tmp_path / "none")
    assert gallery.page_examples(tmp_path / "none.md", "x") == {}
    with pytest.raises(ValueError, match="needs one at least"):
        playground({})
    assert playground({"x": TEXTS["A vote"]}).examples[OWN].text.startswith("# A program")


def test_what_is_too_long_for_a_page_is_left_out(tmp_path: Path) -> None:
    shutil.copytree(ENTRIES / "least-lookup", tmp_path / "least-lookup")
    assert board_examples(tmp_path) == {}


def with_model(model: str) -> bytes:
    """A file of an answer that holds a model."""
    return f'{{"exercise": "x", "answers": [{{"returned": {{"model": {model}}}}}]}}'.encode()


def nested(deep: int) -> str:
    """A model whose encoder has an encoder, and so on."""
    one = '{"W_E": [[1]], "W_pos": [[1]], "encoder": '
    return one * deep + "null" + "}" * deep


def test_answers_that_were_handed_in_are_opened_as_listings(node: str, tmp_path: Path) -> None:
    """Every entry of a board becomes the arrays that it holds; what is no text is refused."""
    boards = asked_of_boards(OF_BOARDS)
    entries = sorted(ENTRIES.glob("*/*.json"))
    wrong = {
        "binary.txt": (b"\xff\xfe\x00", "it is not UTF-8 text"),
        "nul.txt": (b"a\0b", "it is not text"),
        "empty.txt": (b" \n", "it is empty"),
        "long.txt": (b"a" * 4_000_001, "it has 4 MB, and at most 4 MB are read"),
        "notebook.ipynb": (b'{"nbformat": 4}', "it is a notebook"),
        "word.json": (b'{"exercise": "x", "author": "A"}', "no more than its solver's word"),
        "number.json": (b'{"exercise": "x", "answers": [{"returned": 3}]}', "holds no machine"),
        "odd.json": (
            b'{"exercise": "x", "answers": [{"returned": {"model": {"W_E": [["a"]]}}}]}',
            "no array",
        ),
        "none.json": (b'{"answers": [null]}', "holds no machine"),
        "five.json": (b'{"answers": [{"returned": {"tuple": 5}}]}', "holds no machine"),
        "name.json": (b'{"exercise": "__proto__", "answers": [{}]}', "holds no machine"),
        "deep.json": (with_model(nested(5_000)), "encoder has an encoder"),
        "rows.json": (
            with_model('{"W_E": {"shape": [60000000, 0], "entries": []}}'),
            "W_pos is no array",
        ),
        "places.json": (
            with_model('{"W_pos": {"shape": [60000000, 0], "entries": []}}'),
            "W_pos is 60000000 x 0; a side may have at most 100000",
        ),
        "layers.json": (
            with_model(f'{{"W_pos": [[1]], "W_E": [[1]], "layers": [{"{}," * 60_000}{{}}]}}'),
            "layers has 60001; a machine may have at most 500",
        ),
        "mlp.json": (
            with_model('{"W_pos": [[1]], "W_E": [[1]], "layers": [{"mlp": 5}]}'),
            "no MLP",
        ),
        "cross.json": (
            with_model('{"W_pos": [[1]], "W_E": [[1]], "layers": [{"cross": {"length": 1}}]}'),
            "cross is no list of heads",
        ),
    }
    for name, (data, _) in wrong.items():
        (tmp_path / name).write_bytes(data)
    files = [*map(str, entries), *(str(tmp_path / name) for name in wrong)]
    found = in_node(node, OPEN, {"files": files, "boards": boards})
    for path, each in zip(entries, found, strict=False):
        name = f"{path.parent.name} {path.stem}"
        if path.parent.name == "least-arrow-length":  # an MLP alone
            assert "holds no machine" in each["refused"]
            continue
        assert program_of(each["text"]).model.d_model, name
        known = [
            e
            for e in OF_BOARDS.values()
            if f"entered by {path.stem.replace('-', ' ')}.\n" in e.text
        ]
        same = [e for e in known if same_program(e, each["text"])]
        assert same or path.parent.name in NO_EXAMPLES, name
    for (name, (_, sentence)), each in zip(wrong.items(), found[len(entries) :], strict=True):
        assert each["refused"].startswith(f"“{name}” was not opened: ")
        assert sentence in each["refused"]


@cache
def program_of(text: str) -> Program:
    """The program that a text makes; many are held against each."""
    return read(text).program


def same_program(example: Example, text: str) -> bool:
    """Whether two texts make the same arrays and the same program around them."""
    one, other = program_of(example.text), program_of(text)
    arrays = [named_arrays(each.model) for each in (one, other)]
    around = [(list(p.vocabulary), p.start, p.stop, p.steps) for p in (one, other)]
    return around[0] == around[1] and all(
        other.shape == array.shape and np.array_equal(other, array)
        for (_, array), (_, other) in zip(arrays[0].items(), arrays[1].items(), strict=False)
    )
