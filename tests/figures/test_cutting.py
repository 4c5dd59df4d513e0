"""Programs of words in the page: a text is cut there as in Python, and answers are joined alike."""

from dataclasses import replace
from pathlib import Path

import pytest

from taotp.figures import explore
from taotp.figures.editor import typed_in
from taotp.programs import Program
from taotp.words.cutting import Words
from taotp.words.features import Layout
from taotp_core.stream import semes
from taotp_core.weights import LAYER_NORM, Transformer
from tests.figures.asking import in_page
from tests.in_node import in_node

SCRIPT = Path(__file__).with_name("cut.mjs")
SPELLED = {"don't": ("do", "not"), "it's": ("it", "is"), "'tis": ("it", "is")}
KNOWN = (
    *("the", "dog", "dogs", "do", "not", "sleep", "sleeps", "next to", "next", "o'clock", "it"),
    *("is", "well-read", "\u00e9t\u00e9", "as well as", "constructor", "l'", "homme", "chat"),
)
FRENCH = {"the": "le", "man": "l' homme", "cat": "chat", "an ice cream": "une glace"}
TEXTS = (
    *("The dog sleeps.", "  THE   dog\u2014\u201csleeps\u201d!!! ", "Don\u2019t sleep", "'dog'"),
    *("dog next  to the dog", "next dog", "the dog as well as it", "the well\u2011read o'clock"),
    *("\u00c9T\u00c9", "constructor", "", "...", "dogs'", "it's 'tis", "the\tdog\x1c sleeps"),
    *("dgo", "the dgo sleeps", "__proto__", "toString", "dog \U0001f600", "\u72ac dog", "slee"),
    *("e\u0301te\u0301", "x" * 300, "\ufeffdog", "dog_dog", "3rd", "\u0130t", "as well", "dog''"),
)


def copying(words: dict[str, str]) -> Program:
    """Says of every word the one beside it in French, by rows alone."""
    said = list(dict.fromkeys(word for each in words.values() for word in each.split()))
    vocabulary = ["<s>", *words, *said, "</s>"]
    layout = Layout(semes(" ".join(f"w{i}" for i in range(len(vocabulary)))), 8)
    rows = {symbol: f"w{i}" for i, symbol in enumerate(vocabulary)}
    model = Transformer(
        layout.embedding(rows), layout.positions(), (), norm_final=LAYER_NORM,
        W_U=layout.unembedding(rows),
    )  # fmt: skip
    return Program(model, vocabulary, "<s>", "</s>", pieces=Words(tuple(words), SPELLED), steps=1)


class Backwards(Words):
    """Words that are read from the last to the first."""


def sentence(words: Words, unknown: str) -> str:
    """What the page says of an unknown word, with the near ones that Python finds."""
    near = " ".join(f"\u201c{word}\u201d" for word in words.near(unknown))
    meant = f"; near ones are {near}" if near else ""
    short = unknown if len(unknown) <= 24 else f"{unknown[:24]}\u2026"
    return f"\u201c{short}\u201d is none of the {len(words.known)} words{meant}."


def test_a_text_is_cut_as_python_cuts_it(node: str) -> None:
    """Every text gives the same words, or the same sentence about the first unknown one."""
    for every_word in (KNOWN, (*KNOWN, ",")):
        words = Words(every_word, SPELLED)
        cut = {"known": [[1, len(every_word) + 1]], "spelled": SPELLED}
        texts = [*TEXTS, "the dog, the dog", ",dog,,"]
        asked = {"program": {"vocabulary": ["<s>", *every_word], "words": cut}, "texts": texts}
        for text, found in zip(texts, in_node(node, SCRIPT, asked), strict=True):
            known, unknown = words.found(text)
            wanted = {"error": sentence(words, unknown[0])} if unknown else {"symbols": known}
            assert found == wanted, text


def test_the_page_takes_a_text_and_says_words(node: str) -> None:
    program = copying(FRENCH)
    figure = explore(lambda: program, "An ice cream, cat!")
    assert figure.spec["state"]["text"] == "An ice cream, cat!"
    assert {"cutting"} <= set(figure.parts)
    texts = ["The cat\u2026", "an ice cream", "MAN", ""]
    *found, ice, car = in_page(node, figure, *({"text": t} for t in [*texts, "an ice", "the car"]))
    for text, each in zip(texts, found, strict=True):
        assert each["tokens"] == program.encode(text), text
        assert program.complete(text) in each["whole"]["text"], text
    assert "\u201cthe cat\u201d" in found[0]["whole"]["text"]
    assert ice["error"].startswith("\u201can\u201d is none of the 4 words; near ones are")
    near = "near ones are \u201ccat\u201d."
    assert car["error"] == f"\u201ccar\u201d is none of the 4 words; {near}"
    assert typed_in(program, "the CAT") == ["the", "cat"]
    own = replace(program, pieces=Backwards(tuple(FRENCH)))
    with pytest.raises(ValueError, match="^the page cannot cut texts as Backwards does"):
        explore(own, "the cat")
