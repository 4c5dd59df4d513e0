"""The figure of a text: what it is given, what it says, and what it refuses."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from taotp.figures.editor import Editor, Example, edit, spoken
from taotp.listing import ListingError
from taotp.page.bundle import COMMON, all_files_of, minify, source
from taotp.words.cutting import Words
from tests.figures.asking import in_page
from tests.in_node import in_node
from tests.laws import every

HELLO = """characters "Hi!"
context 4
stop "!"
stream token 3
embed token as circle
place token as symbols "i" "!" "!" "!", times 100
"""
LISTING = Path(__file__).parents[1] / "listing"
EXAMPLES = Path(__file__).parents[2] / "taotp" / "examples"
GOOD = LISTING / "good"
NUMBERS = "symbols {}\ncontext 3\nsteps 1\nstream token 3\nembed token as circle"


def text_of(name: str, folder: Path = EXAMPLES) -> str:
    return (folder / f"{name}.taotp").read_text("utf-8")


def said_of(node: str, figure: Editor, *states: dict[str, Any]) -> list[str]:
    """The sentences that the page says in some states."""
    return [str(each["whole"]["text"]) for each in in_page(node, figure, *states)]


@every("prompt", ["a", "ab", "cab"])
def test_biases_and_gelu_say_the_same_in_the_page(node: str, prompt: str) -> None:
    """What else there is, the gallery asks."""
    figure = edit(text_of("wider", GOOD), prompt)
    (answer,) = in_page(node, figure, {})
    told, says = spoken(figure.program, prompt)
    assert answer["tokens"][: len(told)] == told
    assert says and [d["token"] for d in answer["said"]][: len(says)] == says


def test_a_text_of_words_is_asked_in_words(node: str) -> None:
    """What is typed is cut as the library cuts it; a word that the text adds is known at once."""
    text = text_of("one_weird_word")
    figure = edit(text, "The keys to the cabinet is red.")
    more = text.replace("dog key", "dog car key")
    states = [{}, {"text": "THESE dog sleep!"}, {"text": "a car is"}]
    red, dog, unknown, known = in_page(node, figure, *states, {"listing": more, "text": "a car is"})
    for answer, asked in ((red, "The keys to the cabinet is red."), (dog, "THESE dog sleep!")):
        assert answer["tokens"] == figure.program.encode(asked)
        assert f"it says \u201c{figure.program.complete(asked)}\u201d" in answer["whole"]["text"]
    assert unknown["error"].startswith("\u201ccar\u201d is none of the 24 words")
    assert not known["error"] and "says \u201c0\u201d" in known["whole"]["text"]


def test_texts_with_two_stacks_are_asked(node: str) -> None:
    figure = edit(text_of("reverse"), "cab", answer="reversed")
    assert "<svg" in figure.still()
    first, empty, other = in_page(node, figure, {}, {"text": ""}, {"text": "abca"})
    assert first["whole"]["text"] == "After \u201ccab\u201d it says \u201cbac\u201d, as it should."
    assert empty["whole"]["kind"] == other["whole"]["kind"] == "right"
    semes = edit(text_of("two_stacks", GOOD), "")
    assert isinstance(semes.program.pieces, Words) and semes.program.pieces.known
    for word in semes.program.pieces.known:
        (text,) = said_of(node, semes, {"text": word})
        assert f"says \u201c{semes.program.complete(word)}\u201d" in text
    first, found = said_of(node, edit(HELLO, "H"), {}, {"listing": text_of("grown", GOOD)})
    assert found.startswith(
        "assembled, but this figure does not run an encoder of other symbols and an encoder "
        "without a start symbol. What follows"
    )
    assert found.endswith(first)


def test_what_a_text_says_follows_its_changes(node: str) -> None:
    figure, precise = edit(HELLO, "H", answer={"H": "i"}), {"precision": "float32"}
    assert "".join(figure.program.complete("H")) == "i"
    quiet, steam = HELLO.replace("times 100", "times 0.1"), HELLO.replace("stream", "steam")
    first, low, wrong, mended, alone, changed, again = said_of(
        node, figure, {}, {"listing": quiet}, {"listing": steam}, {"listing": HELLO + "\n"},
        precise, {"changed": "W_pos:0.0=-900"}, precise,
    )  # fmt: skip
    assert first == mended == "After “H” it says “i”, as it should."
    assert low.startswith("After “H” it says “HHH")
    assert wrong.startswith("1 fault. What follows is from the last text")
    assert wrong.endswith(low)
    assert changed != alone == again, "a number that was changed is as the text says again"
    for precision in ("float64", "float32", "bfloat16", "float16"):
        assert said_of(node, figure, {"precision": precision}) == [first]


def test_an_example_brings_its_prompt_and_its_answer(node: str) -> None:
    other = {"other": Example(NUMBERS.format("1 20"), "20 1", "maximum")}
    figure = edit(HELLO, "H", examples=other)
    (text,) = said_of(node, figure, {"example": "other", "text": "20 1"})
    assert text == "After “20 1” it says “1”; it should say “20”."
    (answer,) = in_page(node, figure, {"listing": NUMBERS.format("7 8")})
    assert "is not in the vocabulary; it has 7 8" in answer["error"], "a fault of the prompt alone"
    assert answer["whole"]["text"] == "After “7” it says “7”."


def test_paper_has_the_text_and_what_it_says() -> None:
    html = edit(HELLO, "H", alt="Three letters.").element()
    assert "<pre><code>characters &quot;Hi!&quot;\ncontext 4" in html
    assert "<td>i</td><td>!</td>" in html.replace("\n", "")
    assert 'data-parts="machine editor folded"' in html


def test_what_the_reader_made_of_it() -> None:
    figure = edit(HELLO, "H")
    was = figure.program.model.W_pos
    for text in (HELLO, HELLO.replace("100", "200"), "stream"):
        figure.widget.state = {**figure.widget.state, "listing": text}
        assert figure.text == text
        if text == "stream":
            with pytest.raises(ListingError):
                _ = figure.program
        else:
            assert (figure.program.model.W_pos == (2 if "200" in text else 1) * was).all()


def test_bad_arguments_are_told() -> None:
    bad: list[tuple[dict[str, Any], str]] = [
        ({"panels": ("gauge",)}, "panel 'gauge' is unknown"),
        ({"answer": "guess"}, "answer 'guess' is unknown"),
        ({"prompt": "x"}, "'x' is not in the vocabulary"),
        ({"show": ("volume",)}, "control 'volume' is unknown"),
    ]
    for arguments, sentence in bad:
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
    read = Path(shutil.copy(LISTING / "read.mjs", tests))
    bad = (LISTING / "bad").glob("*.taotp")
    paths = [path for path in bad if path.stem not in ("not_utf8", "latin_1")]
    asked = [{"text": path.read_bytes().decode(), "name": path.name} for path in paths]
    assert len(paths) >= 100
    for path, answer in zip(paths, in_node(node, read, asked), strict=True):
        assert f"{answer['shown']}\n" == path.with_suffix(".txt").read_text("utf-8"), path.name
