"""The page *Your first hour*, before a browser has it."""

import re
from html import unescape
from pathlib import Path

import nbformat
import numpy as np
import pytest

from exercises.catalogue import BENCHES
from exercises.first_hour import FIVE, SLUGS, STEPS, hour_step
from taotp.listing import read
from tests.in_node import in_node

SCRIPT = Path(__file__).parent / "boxes.mjs"
PAGE = Path(__file__).parents[2] / "book" / "first_hour.ipynb"
TYPED = (
    *("?", "xyz", "b", "3", "7 letter", "a b", "-", "letter,", "the letter", "1.5", "first"),
    *("a to g", "0 - digit", "pos", "3 back", "letter and", "1 back, read letter, write found"),
)
TERMS = re.compile(r"clause|stream|\bsize|formula|token|symbol|expected|one-hot| K\b")


def test_what_the_five_questions_call_right_is_what_the_library_finds() -> None:
    """A choice marked wrongly, or changed with its machine, is found nowhere else."""
    for _, question in FIVE:
        assert str(question.computed()) == question.right
        assert question.right in question.choices
        assert len(question.choices) == 3


def test_each_step_has_a_box_for_each_blank_and_gives_nothing_away() -> None:
    """Without a box a step could not be solved, and an answer stands in its fold alone.

    New words and the first two hints may have some clauses of a line to be filled, never all.
    """
    assert len({*SLUGS}) == len(STEPS) == 12
    for step in STEPS:
        of, text = BENCHES[step.slug], hour_step(step.slug).as_html()
        shown, folded = text.split('<div class="hour-help">')
        assert shown.count("<input") == of.blanks
        assert folded.count("<details") == 4
        words = re.findall(r"<dl.*</dl>", shown) + re.findall(r">Hint .*?</details>", folded)
        told = unescape(re.sub(r"<[^>]+>", "", "\n".join(words)))
        for given, line in zip(of.text.splitlines(), of.filled.splitlines(), strict=True):
            clauses = zip(given.split(", "), clauses_of(given, line), strict=True)
            asked = [clause for blank, clause in clauses if blank != clause]
            assert not asked or [each for each in asked if each not in told], (step.slug, line)


def test_a_box_that_cannot_be_read_is_named(node: str) -> None:
    """Each in turn, in all steps: that boxes of lines before it are not counted is found here."""
    spoiled = [
        (of, i, [*of.answers[:i], "?", *of.answers[i + 1 :]])
        for of in map(BENCHES.__getitem__, SLUGS)
        for i in range(of.blanks)
    ]
    asked = [{"given": of.text, "values": values} for of, _, values in spoiled]
    named = [each["at"] for each in in_node(node, SCRIPT, asked)]
    wrong = [(of.slug, i, at) for (of, i, _), at in zip(spoiled, named, strict=True) if at != i]
    assert not wrong


def test_what_cannot_be_read_is_told_in_everyday_words(node: str) -> None:
    """Whatever is typed: no message has a term of the language, which the hour never explains.

    The judge's own words, or those of a new fault, would be found here alone.
    """
    benches = [BENCHES[slug] for slug in SLUGS]
    asked = [
        {"given": of.text, "values": [*of.answers[:i], typed, *of.answers[i + 1 :]]}
        for of in benches
        for i, answer in enumerate(of.answers)
        for typed in {*TYPED, answer[:-1], answer.replace(", ", " "), answer.replace(" ", "")}
        if typed
    ]
    told = {each["told"] for each in in_node(node, SCRIPT, asked)}
    assert len(told) > 100
    assert not [each for each in told if TERMS.search(each)]


def test_each_name_that_a_box_asks_for_stands_beside_it() -> None:
    """All parts, so that none gives itself away; and a name means one thing in all steps."""
    for of in map(BENCHES.__getitem__, SLUGS):
        parts = re.findall(r"(\w+)(?: (\d+))?(?:, |$)", stream_of(of.text))
        beside = hour_step(of.slug).as_html().split("hour-verdict")[0]
        told = {*re.findall(r"<code>(\w+)</code>", beside.partition('"hour-parts"')[2])}
        asked = {*re.findall(r"\w+", " ".join(of.answers))} & {name for name, _ in parts}
        assert told == ({name for name, _ in parts} if asked else set()), of.slug
        assert dict(parts).get("one", "") == "", of.slug  # the number 1, never a letter
        looks_back = re.findall(r"attend \d back, read \w+, write (\w+)", of.filled)
        assert looks_back[:1] in ([], ["past"]), of.slug


def test_nothing_is_used_before_it_is_explained() -> None:
    """No term before the step that sets it in italics, and no word of a box that is told nowhere.

    Softmax was explained a step after its first use, and *hard* and *circle* not at all.
    """
    text = "\n".join(
        cell.source for cell in nbformat.read(PAGE, 4).cells if cell.cell_type == "markdown"
    )
    reveals = text.split("\n## ")[1 : len(STEPS) + 1]
    told = ""
    for step, reveal in zip(STEPS, reveals, strict=True):
        of = BENCHES[step.slug]
        parts = re.findall(r"[a-z]\w*", stream_of(of.text))
        terms = {*re.findall(r"(?<!\*)\*([a-z][\w -]*)\*(?!\*)", reveal)} - {*parts}
        early = [term for term in terms if re.search(rf"\b{term}\b", told, re.IGNORECASE)]
        assert not early, (step.slug, early)
        told += " ".join(flat for said in step.words for flat in said) + " ".join(parts)
        boxes = [line for line in of.text.splitlines() if "____" in line]
        words = {*re.findall(r"[a-z]+", " ".join(boxes))}
        assert not [word for word in words if not re.search(rf"\b{word}\b", told)], step.slug
        told += reveal


def test_how_loud_a_place_has_to_be_is_told_by_true_numbers() -> None:
    """Step 10 says by how much positions differ: with another circle it would be wrong unseen."""
    place = read(BENCHES["build-latest"].filled).program.model.W_pos
    alike = (place @ place[-1])[::-1]
    words = " ".join(
        does for step in STEPS if step.slug == "build-latest" for _, does in step.words
    )
    least, whole = re.search(
        r"from one to the next by ([\d.]+) or more, from end to end by ([\d.]+)", words
    ).groups()  # type: ignore[union-attr]
    gaps = -np.diff(alike)
    assert float(least) <= gaps.min() < float(least) + 0.01
    assert round(alike[0] - alike[-1], 1) == float(whole)
    assert np.exp(-np.cumsum(gaps) / gaps.min()).sum() < 1  # with a lead of 1 more than half


def stream_of(text: str) -> str:
    """The parts of a machine, as its text lists them."""
    (listed,) = re.findall(r"^stream (.+)$", text, re.MULTILINE)
    return str(listed)


def clauses_of(given: str, line: str) -> list[str]:
    """The clauses of a line that is filled, one for each of those with blanks."""
    pattern = ", ".join(re.escape(each).replace("____", ".*?") for each in given.split(", "))
    found = re.fullmatch(f"({pattern.replace(', ', '), (')})", line)
    assert found
    return [*found.groups()]


def test_what_is_no_step_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'build-brackets' is not a step of the hour; there are"):
        hour_step("build-brackets")
