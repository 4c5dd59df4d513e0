"""What an answer means, in words: the page says it as the library does."""

import random
from collections.abc import Callable
from pathlib import Path

from taotp import figures
from taotp.applications.agreement.everyday import judged_sentences
from taotp.figures.spec import IN_FULL
from taotp.programs import agreement, brackets, weird_words
from taotp.programs.weird_words import phrases_of
from taotp.words.agreement_errors import Phrases, in_words
from taotp_core.program import Program
from tests.in_node import in_node
from tests.laws import every

NODE = Path(__file__).with_name("phrases.mjs")
Made = tuple[Callable[[], Program], Phrases]


def said_by_page(node: str, made: Made, states: list[dict[str, str]]) -> list[str]:
    build, phrases = made
    drawn = figures.sentence(build, states[0]["text"], looks={"0.0": "looks at"}, phrases=phrases)
    asked = {"spec": drawn.spec, "states": states}
    return [str(text) for text in in_node(node, NODE, asked)]


def drawn_texts(words: tuple[str, ...], count: int) -> list[str]:
    rng = random.Random(0)
    return [" ".join(rng.choices(words, k=rng.randint(1, 8))) for _ in range(count)]


def small(program: Program) -> tuple[str, ...]:
    return tuple(str(word) for word in program.vocabulary if str(word)[0] not in "<012345yn")


def made_of(name: str) -> tuple[Made, list[str]]:
    """A machine of sentences with its phrases, and texts to ask it."""
    if name == "agreement":
        everyday = [each.text for each in judged_sentences("learners")]
        return (agreement, agreement().phrases), everyday
    if name == "brackets":
        nested = ["the dog that these dogs see sleeps", "these dogs that a dog sees sleeps"]
        return (brackets, brackets().phrases), [*nested, *drawn_texts(small(brackets()), 60)]
    program = weird_words()
    near = ["the keys to the cabinet is red", "these dog near a keys are old"]
    return (weird_words, phrases_of(program)), [*near, *drawn_texts(small(program), 60)]


@every("name", ["agreement", "brackets", "weird_words"])
def test_the_page_says_what_the_library_does(node: str, name: str) -> None:
    made, texts = made_of(name)
    program = made[0]()
    own = [in_words(program, text, made[1]) for text in texts]
    page = said_by_page(node, made, [{"text": text} for text in texts])
    for text, one, other in zip(texts, own, page, strict=True):
        assert other == f"\u201c{program.joined(program.cut(text))}\u201d: {one}.", text
    assert len(set(own)) > 20


def test_a_machine_that_counts_other_words_than_it_marks_says_its_number(node: str) -> None:
    made, texts = made_of("weird_words")
    [text] = said_by_page(node, made, [{"text": texts[0], "off": "1.0"}])
    assert "does not go with" not in text and "it says" in text


def test_the_start_and_the_end_are_called_so() -> None:
    drawn = figures.sentence(brackets, "a dog sleeps", looks={"1.0": "looks at"})
    names = drawn.spec["options"][0]["vocabulary"]
    assert {*IN_FULL.values()} <= {*names} and not {*IN_FULL} & {*names}
