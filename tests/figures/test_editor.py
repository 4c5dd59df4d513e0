"""The figure of a text: what it is given, what it says, and what it refuses."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from taotp.figures.editor import Editor, Example, edit
from taotp.figures.editor import spoken as spoken_by
from taotp.listing import ListingError, read
from taotp.page.bundle import COMMON, PARTS, all_files_of, minify, source
from taotp.words.cutting import Words
from tests.in_node import in_node
from tests.laws import every

HELLO = """characters "Hi!"
context 4
stop "!"
stream token 3
embed token as circle
place token as symbols "i" "!" "!" "!", times 100
"""
SPEAK = Path(__file__).with_name("speak.mjs")
READ = Path(__file__).parents[1] / "listing" / "read.mjs"
BAD = Path(__file__).parents[1] / "listing" / "bad"


def spoken(node: str, figure: Editor, *states: dict[str, Any]) -> list[dict[str, Any]]:
    """What the page says in some states."""
    question = {
        "spec": figure.spec,
        "parts": [PARTS[part] for part in figure.parts],
        "states": list(states),
    }
    answers: list[dict[str, Any]] = in_node(node, SPEAK, question)
    return answers


def test_the_page_says_what_the_library_says(node: str) -> None:
    figure = edit(HELLO, "H", answer={"H": "i"})
    (answer,) = spoken(node, figure, {})
    assert "".join(figure.program.complete("H")) == "i"
    assert answer["whole"] == {"kind": "right", "text": "After “H” it says “i”, as it should."}


EXAMPLES = Path(__file__).parents[2] / "taotp" / "examples"
PROMPTS = {
    "add_digit": "47",
    "add_two_digits": "45+78=",
    "hello_world": "",
    "mended_mystery": "6 2 12",
    "minimum": "6 2 7",
    "search": "1 2 3 9 4 1 2 3",
    "source_hello_world": "",
}


@every("name", PROMPTS)
def test_examples_say_the_same_in_the_page(node: str, name: str) -> None:
    text = (EXAMPLES / f"{name}.taotp").read_text("utf-8")
    figure = edit(text, PROMPTS[name])
    (answer,) = spoken(node, figure, {})
    told, says = spoken_by(figure.program, PROMPTS[name])
    assert answer["tokens"][: len(told)] == told
    assert [d["token"] for d in answer["said"]][: len(says)] == says
    assert says


EXAMPLES = Path(__file__).parents[2] / "taotp" / "examples"
GOOD = Path(__file__).parents[1] / "listing" / "good"


@every("prompt", ["a", "ab", "cab"])
def test_biases_and_gelu_say_the_same_in_the_page(node: str, prompt: str) -> None:
    figure = edit((GOOD / "wider.taotp").read_text("utf-8"), prompt)
    (answer,) = spoken(node, figure, {})
    told, says = spoken_by(figure.program, prompt)
    assert answer["tokens"][: len(told)] == told
    assert [d["token"] for d in answer["said"]][: len(says)] == says
    assert says


def test_a_text_of_words_is_asked_in_words(node: str) -> None:
    """What is typed is cut as the library cuts it; a word that the text adds is known at once."""
    text = (EXAMPLES / "one_weird_word.taotp").read_text("utf-8")
    figure = edit(text, "The keys to the cabinet is red.")
    more = text.replace("dog key", "dog car key")
    states = [
        {},
        {"text": "THESE dog sleep!"},
        {"text": "a car is"},
        {"listing": more, "text": "a car is"},
    ]
    red, dog, unknown, known = spoken(node, figure, *states)
    for answer, asked in ((red, "The keys to the cabinet is red."), (dog, "THESE dog sleep!")):
        assert answer["tokens"] == figure.program.encode(asked)
        assert f"it says \u201c{figure.program.complete(asked)}\u201d" in answer["whole"]["text"]
    assert unknown["error"].startswith("\u201ccar\u201d is none of the 24 words")
    assert not known["error"] and "says \u201c0\u201d" in known["whole"]["text"]


def test_two_stacks_of_semes_say_words(node: str) -> None:
    text = (GOOD / "two_stacks.taotp").read_text("utf-8")
    program = read(text).program
    assert isinstance(program.pieces, Words) and program.pieces.known
    for word in program.pieces.known:
        (answer,) = spoken(node, edit(text, word), {})
        assert f"says \u201c{program.complete(word)}\u201d" in answer["whole"]["text"]


def test_a_text_with_two_stacks_reads_what_is_typed(node: str) -> None:
    text = (EXAMPLES / "reverse.taotp").read_text("utf-8")
    figure = edit(text, "cab", answer="reversed")
    assert "<svg" in figure.still()
    first, empty, other = spoken(node, figure, {}, {"text": ""}, {"text": "abca"})
    assert first["whole"]["text"] == "After \u201ccab\u201d it says \u201cbac\u201d, as it should."
    assert empty["whole"]["kind"] == other["whole"]["kind"] == "right"


def test_two_stacks_that_cannot_be_asked_are_told_that_they_do_not_run(node: str) -> None:
    grown = (GOOD / "grown.taotp").read_text("utf-8")
    first, found = spoken(node, edit(HELLO, "H"), {}, {"listing": grown})
    sentence = "assembled, but this figure does not run an encoder of other symbols and an encoder "
    sentence += "without a start symbol. What follows"
    assert found["whole"]["text"].startswith(sentence)
    assert found["whole"]["text"].endswith(first["whole"]["text"])


def test_a_changed_number_changes_what_is_said(node: str) -> None:
    figure = edit(HELLO, "H")
    quiet = HELLO.replace("times 100", "times 0.1")
    (answer,) = spoken(node, figure, {"listing": quiet})
    assert answer["whole"]["text"].startswith("After “H” it says “HHH")


def test_a_number_that_was_changed_is_as_the_text_says_again(node: str) -> None:
    figure, precise = edit(HELLO, "H"), {"precision": "float32"}
    (alone,) = spoken(node, figure, precise)
    changed, again = spoken(node, figure, {"changed": "W_pos:0.0=-900"}, precise)
    assert changed["whole"] != alone["whole"] == again["whole"]


def test_faults_keep_the_last_program(node: str) -> None:
    figure = edit(HELLO, "H")
    first, wrong, mended = spoken(
        node, figure, {}, {"listing": HELLO.replace("stream", "steam")}, {"listing": HELLO + "\n"}
    )
    assert wrong["whole"]["text"].startswith("1 fault. What follows is from the last text")
    assert wrong["whole"]["text"].endswith(first["whole"]["text"])
    assert mended["whole"] == first["whole"]


def test_an_example_brings_its_prompt_and_its_answer(node: str) -> None:
    other = "symbols 1 20\ncontext 3\nsteps 1\nstream token 3\nembed token as circle"
    figure = edit(HELLO, "H", examples={"other": Example(other, "20 1", "maximum")})
    (answer,) = spoken(node, figure, {"example": "other", "text": "20 1"})
    assert answer["whole"]["text"] == "After “20 1” it says “1”; it should say “20”."


def test_a_prompt_of_another_program_is_a_fault_of_the_prompt_alone(node: str) -> None:
    figure = edit(HELLO, "H")
    numbers = "symbols 7 8\ncontext 3\nsteps 1\nstream token 3\nembed token as circle"
    (answer,) = spoken(node, figure, {"listing": numbers})
    assert "is not in the vocabulary; it has 7 8" in answer["error"]
    assert answer["whole"]["text"] == "After “7” it says “7”."


@every("precision", ["float64", "float32", "bfloat16", "float16"])
def test_every_precision_speaks(node: str, precision: str) -> None:
    (answer,) = spoken(node, edit(HELLO, "H"), {"precision": precision})
    assert answer["whole"]["text"] == "After “H” it says “i”."


def test_paper_has_the_text_and_what_it_says() -> None:
    figure = edit(HELLO, "H", alt="Three letters.")
    html = figure.element()
    assert "<pre><code>characters &quot;Hi!&quot;\ncontext 4" in html
    assert "<td>i</td><td>!</td>" in html.replace("\n", "")
    assert 'data-parts="machine editor folded"' in html


def test_what_the_reader_made_of_it() -> None:
    figure = edit(HELLO, "H")
    assert figure.text == HELLO
    louder = HELLO.replace("100", "200")
    figure.widget.state = {**figure.widget.state, "listing": louder}
    assert figure.text == louder
    assert (figure.program.model.W_pos == 2 * edit(HELLO, "H").program.model.W_pos).all()
    figure.widget.state = {**figure.widget.state, "listing": "stream"}
    with pytest.raises(ListingError):
        _ = figure.program


@every(
    "arguments, sentence",
    [
        ({"panels": ("gauge",)}, "panel 'gauge' is unknown"),
        ({"answer": "guess"}, "answer 'guess' is unknown"),
        ({"answer": "search"}, "needs n_match"),
        ({"prompt": "x"}, "'x' is not in the vocabulary"),
        ({"show": ("volume",)}, "control 'volume' is unknown"),
        ({"text": "stream"}, "expected a name for a place of the stream"),
    ],
)
def test_bad_arguments_are_told(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        edit(**{"text": HELLO, "prompt": "H"} | arguments)


def test_the_packed_reader_says_the_same(node: str, tmp_path: Path) -> None:
    """Packing takes out white space; it must take none out of patterns and sentences."""
    package, tests = tmp_path / "taotp", tmp_path / "tests" / "listing"
    tests.mkdir(parents=True)
    for name in (*COMMON, *all_files_of("semes"), *all_files_of("listing")):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(minify(source(name)), "utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    shutil.copy(READ, tests)
    paths = [path for path in BAD.glob("*.taotp") if path.stem not in ("not_utf8", "latin_1")]
    asked = [{"text": path.read_bytes().decode(), "name": path.name} for path in paths]
    assert len(paths) >= 100
    for path, answer in zip(paths, in_node(node, tests / READ.name, asked), strict=True):
        assert f"{answer['shown']}\n" == path.with_suffix(".txt").read_text("utf-8"), path.name
