"""Answers typed into a page: its verdicts are those of `check`, word for word where it can."""

import json
import os
import random
import re
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from exercises import check
from exercises.answer_box import answer_box
from exercises.answer_field import ASKED_IN_THE_PAGE, box
from exercises.catalogue import BENCHES, EXERCISES
from exercises.catalogue.hello_world import few_nonzeros, integers
from exercises.handing_in.boards import BOARDS
from exercises.handing_in.credit import SIGNS
from exercises.handing_in.ranking import ranking
from exercises.judging.judge import Wrong, ask, own_decoder, standard
from exercises.not_in_page import BOARDS_NOT_IN_PAGE, NOT_IN_PAGE
from exercises.order import NUMBERS
from exercises.progress_page import progress_list
from exercises.progress_store import next_one
from exercises.statement import TEXTS, Exercise
from taotp.listing import ListingError, read, write
from taotp.page.bundle import PARTS
from taotp.programs import Program
from taotp_core.weights import RMS_NORM, Norm, Transformer, random_transformer
from tests.exercises.conftest import Patch
from tests.exercises.in_turn import asked_of, in_full
from tests.exercises.laws import of_each, of_each_exercise
from tests.exercises.typed_answers import (
    OTHER_WORDS,
    SLUGS,
    UNTYPED,
    answers_of,
    typed_answers,
    what_is_typed,
)
from tests.exercises.typed_answers import TEXTS as IN_WORDS
from tests.exercises.verdicts import RIGHT, WRONG, answer, names_of, said_of
from tests.in_node import in_node
from tools.sampling import drawn

SPEAK = Path(__file__).parents[1] / "figures" / "speak.mjs"
KEPT = Path(__file__).with_name("kept.mjs")
MACHINES_IN_NODE = Path(__file__).with_name("machines.mjs")
KINDS = {"passed": "right", "failed": "wrong", "new": ""}
# Exercises of whose inputs the page asks a part, so that another one may be the first wrong.
IN_PART = (
    "later-noun", "repeated-numbers", "any-prefix", "subject-relatives", "plain-brackets",
)  # fmt: skip
WHOLE: tuple[str, ...] = ("least-hello-world",)  # boards whose smallest machine has whole numbers
TYPED_BY_DAY = 3  # answers to an exercise, as they are typed
BOARDS_TRIED = 4  # in a run by day
MOST_LINES = 40  # of a text that a reader would write
MACHINES = [
    slug for slug, each in EXERCISES.items() if each.typed and each.typed.check == "machine"
]


def said(node: str, found: Exercise, *states: dict[str, str]) -> list[dict[str, Any]]:
    """What the page says of answers typed into its box."""
    assert found.typed
    spec = answer_box(found.typed, found.number, found.slug).as_json()
    asked = {"spec": spec, "parts": [PARTS[found.typed.part]], "states": states}
    return [run["whole"] for run in in_node(node, SPEAK, asked)]


def test_every_typed_exercise_has_its_answers_here() -> None:
    assert {each.slug for each in EXERCISES.values() if each.typed} == {*SLUGS, *MACHINES}
    for slug in SLUGS:
        answers = what_is_typed(slug)
        untyped = {name for at, name in UNTYPED if at == slug}
        assert set(answers) <= set(answers_of(slug))
        if slug in IN_WORDS:
            assert {name.partition("_")[0] + "_" for name in answers} == {RIGHT, WRONG}, slug
        else:
            assert typed_answers(slug) <= set(answers) | untyped, slug


def test_what_cannot_be_answered_in_its_page_says_why() -> None:
    judged = {slug for slug, each in EXERCISES.items() if each.judge}
    assert set(NOT_IN_PAGE) == {
        slug for slug in judged if not EXERCISES[slug].typed and slug not in BENCHES
    }
    assert set(BOARDS_NOT_IN_PAGE) == set(BOARDS) - set(ASKED_IN_THE_PAGE)
    for slug, reason in BOARDS_NOT_IN_PAGE.items():
        with pytest.raises(ValueError, match=f"a machine for {slug} cannot be .*: {reason}"):
            box(slug)


def shared(text: str) -> str:
    """The words up to what came instead, without how many inputs there were."""
    begun = re.split(" expected | it (?:says|scores|gives|has) ", text)[0]
    return re.sub(r"^(\d+\.\d+ [\w-]+   )?\d+ inputs", r"\1inputs", begun)


@of_each_exercise
def test_the_page_judges_as_python_does(slug: str, *, node: str) -> None:
    if slug not in SLUGS:
        return
    all_typed = what_is_typed(slug)
    some = asked_of(slug, [*all_typed], TYPED_BY_DAY)
    answers = {name: all_typed[name] for name in some}
    untouched, *verdicts = said(node, EXERCISES[slug], {}, *answers.values())
    text = f"· {NUMBERS[slug]} {slug}   not attempted yet"
    assert untouched == {"kind": "", "text": text}
    for (name, typed), page in zip(answers.items(), verdicts, strict=True):
        python = said_of(slug, name)
        assert page["kind"] == KINDS[python.outcome], (name, typed, page)
        words = f"{NUMBERS[slug]} {slug}   "
        if {(slug, name), (slug, name.split("_")[0])} & OTHER_WORDS:
            assert shared(page["text"]) == words + shared(python.text)
        else:  # what Python adds to it is a suggestion
            text = page["text"].removeprefix(words)
            assert python.text == text or re.match("[:;] ", python.text.removeprefix(text))
            assert page["text"].startswith(words) and python.text.startswith(text)


def said_of_machines(node: str, data: object, texts: list[str]) -> list[dict[str, Any]]:
    """What the page says of machines typed into a box with this data, asked to the end."""
    asked = [{"data": json.loads(json.dumps(data)), "texts": texts}]
    (found,) = in_node(node, MACHINES_IN_NODE, asked)
    return list(found)


def data_of(slug: str) -> object:
    """What the box of an exercise asks of a machine."""
    typed = EXERCISES[slug].typed
    assert typed
    return typed.data()


def sizes_asked(slug: str) -> tuple[object, ...]:
    """The arguments of a family for which its box asks; none for what is no family."""
    found = EXERCISES[slug]
    assert found.judge and found.typed
    if (family := found.typed.family) is None:
        return ()
    calls: list[tuple[object, ...]] = []

    def spy(*arguments: object) -> object:
        calls.append(arguments)
        return ask(family.answer, *arguments, where="")

    found.judge(spy)
    return calls[family.at]


def text_of(slug: str, name: str, arguments: tuple[object, ...]) -> str | None:
    """The machine that an answer of the catalogue makes, in numbers; None where it makes none."""
    made = answer(slug, name)
    try:
        while not isinstance(made, Program | Transformer | str):
            if isinstance(made, tuple):
                made = made[-1]
            else:
                made = made(*arguments) if slug != "few-nonzeros" else made()
    except ValueError:
        return None
    return made if isinstance(made, str) else write(made)


def judged_text(slug: str, text: str) -> tuple[bool, str]:
    """Whether Python finds a text right, and its words; of a pair the text is the second part."""
    if slug == "few-nonzeros":
        found = check(slug, (few_nonzeros.sparse_repeat_last, text))
        return found.passed, re.sub(r"^part 1 is right; part 2: |.*; (?=part 2: )", "", found.text)
    found = check(slug, text)
    one_size = found.outcome == "new" and found.text.startswith("right at this size")
    return found.passed or one_size, found.text


def judged_of(slug: str, name: str, text: str) -> tuple[bool, str]:
    """What Python says of an answer written as a text; by day often what it says of the answer.

    The same is said of both, but where a text is one size of a family, or one part of two.
    """
    typed = EXERCISES[slug].typed
    if (typed and typed.family) or slug == "few-nonzeros" or in_full(slug):
        return judged_text(slug, text)
    found = said_of(slug, name)
    return found.passed, found.text


def without_units(text: str) -> str:
    """A verdict but for its units in the last place, which hang on the order of sums."""
    return re.sub(r"\d+ units", "units", text)


def alike(slug: str, name: str, page: str, python: str) -> bool:
    """Whether page and Python say the same of a wrong machine, up to what Python suggests."""
    if (slug, name) in OTHER_WORDS:
        return shared(page) == shared(python)
    if EXERCISES[slug].typed.family:  # type: ignore[union-attr]
        page, python = (re.sub(r"^right on \d+ inputs", "", text) for text in (page, python))
    if slug in IN_PART and "should say" in page and "should say" in python:
        return True
    bare = re.sub(r" \([^()]*\)(?=; it should say )", "", python)
    return page in (python, bare) or bool(re.match("[:;] ", python.removeprefix(page)))


@of_each_exercise
def test_the_page_judges_machines_as_python_does(slug: str, *, node: str) -> None:
    """Answers of the catalogue, written in numbers, and judged as texts by both.

    One that is right and some wrong ones; of exercises in full, as at night, all of them.
    """
    if slug not in MACHINES:
        return
    arguments, names = sizes_asked(slug), sorted(typed_answers(slug))
    if not in_full(slug):
        names = [*asked_of(slug, names_of(slug, RIGHT)), *asked_of(slug, names_of(slug, WRONG))]
    texts = {name: text for name in names if (text := text_of(slug, name, arguments))}
    pages = said_of_machines(node, data_of(slug), [*texts.values()])
    kinds = {page["kind"] for page in pages}  # a wrong one may be right at one size
    assert kinds == {"right", "wrong"} or not in_full(slug)
    assert len(texts) >= len(names) - 1
    for (name, text), page in zip(texts.items(), pages, strict=True):
        right, told = judged_of(slug, name, text)
        assert page["kind"] == ("right" if right else "wrong"), (name, page, told)
        told, said = without_units(told), without_units(page["text"])
        if not right:
            assert alike(slug, name, said, told), (name, page, told)
        elif not EXERCISES[slug].typed.family:  # type: ignore[union-attr]
            same = said.partition(". The page asked")[0] == told
            assert same or slug in IN_PART or (slug, name) in OTHER_WORDS


@of_each(path.stem for path in sorted(TEXTS.glob("*.taotp")))
def test_a_text_of_a_reader_is_right(slug: str, *, node: str) -> None:
    """Few lines each, in sentences but for one; a solution ends with it."""
    found = EXERCISES[slug]
    (page,) = said_of_machines(node, data_of(slug), [found.text])
    assert page["kind"] == "right" and judged_text(slug, found.text)[0]
    assert found.text in found.solution().text
    assert len(found.text.splitlines()) <= MOST_LINES


@of_each(lambda: drawn([*ASKED_IN_THE_PAGE], BOARDS_TRIED, "boards in the page"))
def test_the_page_judges_machines_for_boards(slug: str, *, node: str) -> None:
    """Every entry is right and stands where its table has it; with less in it it is wrong."""
    shown = box(slug)
    typed, rows = shown.exercise.typed, ranking(slug).rows
    assert typed
    spec = answer_box(typed, shown.exercise.number, slug).as_json()
    texts = [write(as_written(row.machine)) for row in rows]
    texts.append(write(as_written(rows[0].machine), digits=0))
    *pages, rounded = said_of_machines(node, spec["data"], texts)
    for place, (row, page) in enumerate(zip(rows, pages, strict=True), 1):
        told = f"{row.total} parameters, {row.nonzero} of them not zero"
        assert page["kind"] == "right" and told in page["text"]
        assert page["partly"], "what is no exercise is not kept as done"
        assert re.search(rf"it would stand {place}(st|nd|rd|th) of \d on {slug}, ", page["text"])
        assert f"where the smallest so far has {rows[0].total} numbers" in page["text"]
    assert rounded["kind"] == "wrong" or slug in WHOLE


def as_written(machine: object) -> Program | Transformer:
    """A machine that can be written as a listing."""
    assert isinstance(machine, Program | Transformer)
    return machine


def test_the_page_refuses_what_python_refuses(node: str) -> None:
    """Each part that the book's machine lacks, by the words of judging/judge.py."""
    program = integers.integer_hello_world()
    model = program.model
    own = partial(random_transformer, 0, d_vocab=model.d_vocab, n_ctx=model.n_ctx,
                  d_model=model.d_model)  # fmt: skip
    encoder = random_transformer(1, d_model=model.d_model, n_layers=0, causal=False)
    models = [
        replace(model, causal=False), replace(model, encoder=encoder),
        replace(model, norm_final=Norm(inside=True)), replace(model, norm_final=RMS_NORM),
        replace(model, norms="after"), own(biased=True), own(act="gelu"),
        own(cross=[(1, 1)], encoder=encoder),
    ]  # fmt: skip
    texts = [write(replace(program, model=each)) for each in models]
    pages = said_of_machines(node, data_of("integers"), texts)
    for each, page in zip(models, pages, strict=True):
        with pytest.raises(Wrong) as wrong:
            standard(own_decoder(each, "in the answer"))
        assert page["kind"] == "wrong" and page["text"].endswith(str(wrong.value))


def test_a_fault_of_a_listing_is_told_by_its_place(node: str) -> None:
    texts = ('{"tok_emb": [[1, 2], [3]]}', "layer\nattend", "{", "[1]")
    pages = said(node, EXERCISES["integers"], *({"listing": text} for text in texts))
    for text, page in zip(texts, pages, strict=True):
        with pytest.raises(ListingError) as wrong:
            read(text)
        fault = wrong.value.faults[0]
        assert page["kind"] == ""
        told = f"line {fault.line}, column {fault.column}: {fault.message}"
        assert page["text"].endswith(f"integers   {told}")
        assert check("integers", text).text == f"at {told}"


def test_rules_of_the_game_for_listings(node: str) -> None:
    """What no model of Python's is written as: each listing breaks one rule."""
    text = write(integers.integer_hello_world())
    changed = {
        "norm_final expected LayerNorm, got no norm": ("{", '{"lnf": null,'),
        "norm_final expected gamma 1": ("{", '{"lnf": {"gamma": [1, 2, 1]},'),
        "at the sentinels expected a start and a stop": ('"stop":', '"after":'),
    }
    texts = [text.replace(*how, 1) for how in changed.values()]
    pages = said_of_machines(node, data_of("integers"), texts)
    for expected, page in zip(changed, pages, strict=True):
        assert expected in page["text"], page


UNREADABLE = (
    ("58 b", "a sign is missing before “b”"),
    ("58 *", "a number is missing at its end"),
    ("(58*b + 49", "“)” is missing at its end"),
    ("58*c", "“c” is unknown; there are b, pi, e, sqrt"),
    ("58; 49", "“;” has no meaning in it"),
    ("58 😀", "“😀” has no meaning in it"),
    ("constructor", "“constructor” is unknown"),
    ("constructor(b)", "“constructor” is unknown"),
    ("58, 49", "one formula is asked, without a comma"),
    ("1" * 201, "it may have 200 characters, and has 201"),
    ("(" * 200, "a number is missing at its end"),
)
MEANINGS = (
        ("-2^2", -4), ("2^-1", 0.5), ("2**3^2", 512), ("7 % 3", 1), ("-1 % 10", 9), ("8/2/2", 2),
        ("1 - 2 - 3", -4), ("--2", 2), (".5e1 + 1E2", 105), ("min(3, 1, 2)", 1), ("2*(3+4)", 14),
        ("floor(-0.5)", -1), ("max(b, 1)", 2),
)  # fmt: skip


def test_formulas_mean_what_they_mean_in_python(node: str) -> None:
    """What cannot be read is no failure; of a wrong answer the page says what it got for b = 2."""
    cases = (*UNREADABLE, *MEANINGS)
    pages = said(node, EXERCISES["other-base"], *({"formula": text} for text, _ in cases))
    for (text, wanted), page in zip(cases, pages, strict=True):
        if isinstance(wanted, str):
            assert page["kind"] == "", text
            assert f"parameters_in_base(b), a formula: {wanted}" in page["text"]
        else:
            assert page["text"].endswith(f"with b=2 expected 165, got {wanted}"), text
    scales = [1e-7, 0.00012345678, 0.1, 1 / 3, 12345.678, 123456.7, 9999995.0, 1e16]
    states = ({"scale": f"{scale!r}", "mark": "1"} for scale in scales)
    for scale, page in zip(scales, said(node, EXERCISES["two-multipliers"], *states), strict=True):
        assert f"with {scale:.6g} and 1 expected a gap of 0.0001" in page["text"]


def test_only_a_page_has_boxes(monkeypatch: Patch) -> None:
    for found in EXERCISES.values():
        assert "<div" not in found._repr_markdown_()
        if not found.typed:
            with pytest.raises(ValueError, match=f"{found.slug} cannot be typed"):
                box(found.slug)
            continue
        monkeypatch.delenv("TAOTP_PAGE", raising=False)
        made = box(found.slug)
        assert made._repr_html_() is None
        monkeypatch.setenv("TAOTP_PAGE", "1")
        shown = made._repr_html_() or ""
        assert f'id="answer-{found.slug}"' in shown and "\n" not in shown  # which would end it


SHOWN = """
from exercises.answer_field import box
from exercises.catalogue import EXERCISES
for each in EXERCISES.values():
    if each.typed:
        print(each.slug, box(each.slug)._repr_html_())
"""


def test_what_a_box_knows_is_the_same_each_time() -> None:
    """What stands in a set has another order in another process."""
    pages = []
    for seed in "12":
        environment = os.environ | {"TAOTP_PAGE": "1", "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", SHOWN]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        pages.append(done.stdout.splitlines())
    one, two = pages
    assert len(one) == len(two) > 60
    assert [line.split()[0] for line, other in zip(one, two, strict=True) if line != other] == []


def test_what_comes_next_is_what_python_says(node: str) -> None:
    """In the page by progress.js, in Python by kept.py, for many states of progress."""
    rng = random.Random(0)
    states = [{}, dict.fromkeys(EXERCISES, "verified")]
    for share in (0.05, 0.3, 0.6, 0.95) * 6:
        credits = ["verified", "self", "reviewed", *(["tried"] if rng.random() < 0.5 else [])]
        states.append({s: rng.choice(credits) for s in EXERCISES if rng.random() < share})
    pages = in_node(node, KEPT, {"spec": progress_list().as_json(), "states": states})
    for progress, page in zip(states, pages, strict=True):
        python = next_one(progress, EXERCISES.values())
        assert page["next"] == (python and python.slug)
        assert progress or page["text"].startswith("Nothing is done yet")
        for credit, sign in SIGNS.items() if progress else ():
            count = list(progress.values()).count(credit)
            said = re.search(rf"{sign} [a-z ]+ (\d+)\b", page["text"])
            assert (int(said[1]) if said else 0) == count
