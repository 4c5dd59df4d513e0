"""The figure of a sentence: which heads it draws, the grammar beside it, and what is said of it."""

import random
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from taotp import figures
from taotp.applications.agreement.everyday import judged_sentences
from taotp.applications.french import fragment as english_fragment
from taotp.applications.french.readings import readings
from taotp.figures.arcs import DRAWN, MARKED, Heard, arcs
from taotp.figures.figure import Look, Mark, Reading, Speaker
from taotp.figures.spec import IN_FULL
from taotp.figures.strokes import WIDE, svg
from taotp.programs import agreement, brackets, english_french, two_stacks, weird_words
from taotp.programs.weird_words import phrases_of
from taotp.words.agreement_errors import Phrases, in_words
from taotp_core.program import Program
from taotp_core.transformer import trace
from tests.figures.asking import in_page, nodes
from tests.in_node import in_node
from tests.laws import every
from tools.sampling import drawn

ALT = "It tells all pairs apart."
WORDS_IN_TURN = 400  # of 1,600, each where a noun may stand


ONE = brackets(1)
STACKS = two_stacks.reverse("abcd", 8)


def reading_of(made: figures.LiveFigure) -> tuple[Speaker, Reading]:
    assert isinstance(made.figure, Speaker) and made.figure.reading is not None
    return made.figure, made.figure.reading


def test_a_sentence_stands_above_its_machine() -> None:
    made = figures.sentence(
        lambda: ONE,
        "a dog sleeps",
        looks={"1.0": "looks at"},
        marks={("mlp 1", 3): "wrong"},
        texts=["a dog sleeps"],
        label="clauses",
    )
    drawn, reading = reading_of(made)
    assert drawn.panels == ["sentence", "machine", "folded"]
    assert {"sentence", "cutting"} <= {*made.parts}
    assert [(each.path, each.name) for each in reading.arcs] == [("1.0", "looks at")]
    assert [(each.after, each.column) for each in reading.marks] == [("mlp 1", 3)]
    figures.sentence(lambda: STACKS, "abc", looks={"0.cross.0": "says", "1.0": "looks"})


@every("program, text, path", [
    *((ONE, "a dog sleeps", path) for path in ("0.2", "3.0", "0.cross.0")),
    (STACKS, "abc", "0.cross.1"),
])  # fmt: skip
def test_a_head_that_there_is_not_is_refused(program: Program, text: str, path: str) -> None:
    with pytest.raises(ValueError, match=f"no head '{path}'"):
        figures.sentence(lambda: program, text, looks={path: "looks at"})


def test_pairs_to_tell_stand_in_both_orders_and_in_a_table_on_paper() -> None:
    pairs = [("a dog sleeps", "a dog sleep", {"GPT-2": 0.9})] * 4
    made = figures.tell_apart(lambda: ONE, pairs, alt=ALT)
    drawn, reading = reading_of(made)
    assert drawn.panels == ["telling"] and made.parts == ("cutting", "telling")
    assert not drawn.controls
    assert {each.sentences[each.right] for each in reading.pairs} == {"a dog sleeps"}
    assert {each.right for each in reading.pairs} == {0, 1}
    counts = [ONE.complete(text) for text in pairs[0][:2]]
    row = f"<td>a dog sleeps<br/>a dog sleep</td><td>{', '.join(counts)}</td><td>90%</td>"
    assert row in made.still()
    with pytest.raises(ValueError, match="share of 'GPT-2' is 95; it must be from 0 to 1"):
        figures.tell_apart(lambda: ONE, [("a dog sleeps", "a dog sleep", {"GPT-2": 95})], alt=ALT)
    with pytest.raises(ValueError, match="pairs is empty"):
        figures.tell_apart(lambda: ONE, [], alt=ALT)


def test_the_pages_grammar_says_what_the_librarys_does(node: str) -> None:
    rng, words = random.Random(0), sorted(english_fragment.classes())
    texts = [rng.sample(words, rng.randint(1, 5)) for _ in range(300)]
    texts += [["a", "old", "man"], ["an", "old", "man"], ["i", "love", "her", "love"]]
    told = drawn(words, WORDS_IN_TURN, "words of the grammar")
    texts += [["the", one, "does", "not", "see", two] for one in ("cat", "her") for two in told]
    texts += [["i", "have", *some] for some in (["a", "dance"], ["the", "last", "day"], ["love"])]
    cut = english_french().cut
    texts += [cut(each.english) for each in readings()]
    known = [english_fragment.outside(text) for text in texts]
    assert 400 < known.count("") < len(known) - 100
    asked = {"grammar": asdict(figures.english_grammar()), "texts": texts}
    said = in_node(node, Path(__file__).with_name("grammar.mjs"), asked)
    assert [not each for each in said] == [not each for each in known]


def test_a_still_has_the_arcs_of_its_page() -> None:
    """One for each look at a word, dashed where what looks is marked; those of what is said cross.

    No other test looks at them: a still spoke of arcs, and had none.
    """

    def lines(drawing: str) -> list[dict[str, str]]:
        """What leads from a word to another."""
        return [x.attrib for x in nodes(drawing) if "C" in x.get("d", "")]

    program = weird_words()
    heard = program.encode(program.cut("the keys to the cabinet is red"))
    run = trace(program.model, np.array(heard))
    looks = [(i, j) for i, j in np.argwhere(run.patterns[0][1] > DRAWN) if j > 0]
    marked = run.stream["mlp 0"][[i for i, _ in looks]] > MARKED  # of those that look, by columns
    column = next(c for c, n in enumerate(marked.sum(0)) if 0 < n < len(looks))
    reading = Reading(arcs=[Look(path="0.1", name="asks")], texts=[], label="", marks=[
        Mark(after="mlp 0", column=column, name="so")])  # fmt: skip
    read = Heard([*map(str, heard)], run.patterns, run.stream)
    drawn = lines(svg(WIDE, *arcs(reading, read, 6, None, 0)))
    assert len(drawn) == len(looks)
    assert sum("stroke-dasharray" in x for x in drawn) == marked[:, column].sum()
    across = Reading(arcs=[Look(path="0.cross.0", name="of")], texts=[], label="", marks=[])
    words, pattern = ["s", "a", "b"], np.array([[[0.0, 0.1, 0.9], [0.0, 0.9, 0.1]]])
    said = Heard(["s", "x", "y"], {0: pattern}, {})
    b, a = (x["d"] for x in lines(svg(WIDE, *arcs(across, Heard(words, {}, {}), 1, said, 1))))
    assert float(b[1:].split()[0]) > float(a[1:].split()[0]), "x comes of b, and y of a"


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
