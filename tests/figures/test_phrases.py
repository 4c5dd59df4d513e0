"""What an answer means, in words: the page says it as the library does."""

import random
from collections.abc import Callable

from taotp import figures
from taotp.applications.agreement.everyday import judged_sentences
from taotp.figures.spec import IN_FULL
from taotp.programs import agreement, brackets, weird_words
from taotp.programs.weird_words import phrases_of
from taotp.words.agreement_errors import Phrases, in_words
from taotp_core.program import Program
from tests.figures.asking import in_page
from tests.laws import every
from tools.sampling import drawn

EVERYDAY = [each.text for each in judged_sentences("learners")]
NESTED = ["the dog that these dogs see sleeps", "these dogs that a dog sees sleeps"]
NEAR = ["the keys to the cabinet is red", "these dog near a keys are old"]


def texts_of(program: Program) -> list[str]:
    """Some of its words in any order."""
    words = [str(word) for word in program.vocabulary if str(word)[0] not in "<012345yn"]
    rng = random.Random(0)
    return [" ".join(rng.choices(words, k=rng.randint(1, 8))) for _ in range(60)]


def said(
    node: str, build: Callable[[], Program], phrases: Phrases, *states: dict[str, str]
) -> list[str]:
    made = figures.sentence(build, states[0]["text"], looks={"0.0": "looks at"}, phrases=phrases)
    return [str(each["whole"]["text"]) for each in in_page(node, made, *states)]


@every(
    "build, phrases, texts",
    lambda: [
        (agreement, agreement().phrases, drawn(EVERYDAY, 50, "everyday sentences")),
        (brackets, brackets().phrases, [*NESTED, *texts_of(brackets())]),
        (weird_words, phrases_of(weird_words()), [*NEAR, *texts_of(weird_words())]),
    ],
)
def test_the_page_says_what_the_library_does(
    node: str, build: Callable[[], Program], phrases: Phrases, texts: list[str]
) -> None:
    program = build()
    own = [in_words(program, text, phrases) for text in texts]
    page = said(node, build, phrases, *({"text": text} for text in texts))
    for text, one, other in zip(texts, own, page, strict=True):
        assert other == f"\u201c{program.joined(program.cut(text))}\u201d: {one}.", text
    assert len(set(own)) > 8


def test_a_machine_that_counts_other_words_than_it_marks_says_its_number(node: str) -> None:
    (text,) = said(node, weird_words, phrases_of(weird_words()), {"text": NEAR[0], "off": "1.0"})
    assert "does not go with" not in text and "it says" in text


def test_the_start_and_the_end_are_called_so() -> None:
    made = figures.sentence(brackets, "a dog sleeps", looks={"1.0": "looks at"})
    names = made.spec["options"][0]["vocabulary"]
    assert {*IN_FULL.values()} <= {*names} and not {*IN_FULL} & {*names}
