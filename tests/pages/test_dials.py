"""Every chapter that builds a machine lets its reader turn N and d_model, or says why not.

Read as files: the built pages have their figures as data, the notebooks have their sliders as code.
"""

import ast
import re
from html import unescape
from typing import Any

import nbformat
import pytest

from tests.pages.built import IN_BOOK, Figure, figures_of, text_of
from tools.notebooks import BOOK
from tools.pages import files_of, of_yaml

pytestmark = pytest.mark.usefixtures("html")

DIALS = ("N", "d_model")
MACHINES = {  # the kinds of figures that show a machine of their page
    *("speaker", "guess", "editor", "sleepers", "learns"),  # of any program
    *("dialing", "words", "mood", "writesItself", "cacheCost", "computer"),
}
ELSEWHERE = {  # pages that ask about machines of other chapters
    "can_weights_be_read": "Searching",
}
SAID = {  # what cannot be chosen on a page, and the sentence in which it says why
    "small_machines": {"N": "This adder has no N, because both heads share their attention on"},
    "times_and_order": {"N": "This machine has no N, because it multiplies by shares of attention"},
    "in_sentences": dict.fromkeys(DIALS, "In such a text N and d_model are yours to type"),
    "dial_tones": {"d_model": "There is no dial for d_model, because a norm takes its mean over"},
    "heard_or_not": {"d_model": "d_model is fixed, because the thresholds of the units"},
    "say_a_word": dict.fromkeys(DIALS, "You can choose neither N nor d_model here. Each head has"),
    "by_chance": {
        "N": "Where other machines have an N, this one has its inverse, the temperature",
        "d_model": "You cannot choose its d_model, because it follows from the alphabet",
    },
    "by_chance_trained": dict.fromkeys(DIALS, "You can choose neither N nor d_model here, becau"),
    "trained_by_hand": dict.fromkeys(DIALS, "You can choose neither N nor d_model, because the w"),
    "what_it_costs": {"N": "There is no dial for N, because a hard head multiplies as often"},
    "edits_and_steering": dict.fromkeys(DIALS, "You can choose neither N nor d_model here, becau"),
    "good_or_bad": dict.fromkeys(DIALS, "You can choose neither N nor d_model, because a softer"),
    "is_it_a_sentence": dict.fromkeys(DIALS, "There are no dials for N and d_model, because"),
    "two_languages": dict.fromkeys(DIALS, "Dials for N and d_model are in the notebook alone"),
    "a_computer": {"d_model": "There is no dial for d_model: each column keeps one thing"},
    "one_for_everything": dict.fromkeys(DIALS, "Neither N nor d_model can be chosen here: every"),
}
TAG = re.compile(r"(?s)<script.*?</script>|<[^>]+>")
OTHER_NAMES = {"hard", "loud", "sure", "Lg", "loudness", "hardness", "loud_head", "d_token"}


def chapters() -> list[str]:
    """The pages of the parts and of the appendix, without exercises, in the order of the book."""
    parts = of_yaml((BOOK / "_toc.yml").read_text("utf-8"))["parts"]
    asked = [each for each in parts if each.get("numbered") or each.get("caption") == "Appendix"]
    return [page for page in files_of(asked) if not page.endswith("_exercises")]


def first_machine(page: str) -> Figure | None:
    """The figure that docks, which is the machine of its page, or the first that shows one."""
    shown = [each for each in figures_of(f"{page}.html") if each.spec["kind"] in MACHINES]
    docked = re.compile(r'<hand-figure id="([^"]+)"[^>]* data-dock')
    docks = [each for each in shown if each.id in docked.findall(text_of(f"{page}.html"))]
    return next(iter([*docks, *shown]), None)


def builders() -> dict[str, Figure]:
    """The pages that build a machine, each with its first figure."""
    found = {page: first_machine(page) for page in chapters() if page not in ELSEWHERE}
    return {page: figure for page, figure in found.items() if figure}


def labels(spec: dict[str, Any]) -> list[str]:
    """What a reader sees at the controls of a figure, also behind the line that opens more."""
    folded = [each for each in spec["hidden"] if each["name"] in spec["folded"]]
    return [each["label"] for each in (*spec["controls"], *folded)]


def has(spec: dict[str, Any], dial: str) -> bool:
    """Whether a figure has a dial under this name, perhaps with what it is there behind it."""
    return any(label == dial or label.startswith(f"{dial}, ") for label in labels(spec))


def says(page: str, sentence: str) -> bool:
    """Whether a page says something, be its words emphasized, code or formula."""
    return plain(sentence) in plain(TAG.sub("", text_of(f"{page}.html")))


def plain(text: str) -> str:
    """A text without what sets off code and formulas, in single spaces."""
    for mark in (r"\(", r"\)", "\N{RIGHT SINGLE QUOTATION MARK}"):
        text = text.replace(mark, "" if mark.startswith("\\") else "'")
    return " ".join(unescape(text).split())


def test_every_chapter_that_builds_a_machine_has_both_dials_or_says_why_not() -> None:
    found = builders()
    wrong = []
    for page, figure in found.items():
        for dial in DIALS:
            sentence = SAID.get(page, {}).get(dial)
            if has(figure.spec, dial) == bool(sentence):
                wrong.append(f"{page}: {figure.id} has {labels(figure.spec)}, said: {sentence}")
            elif sentence and not says(page, sentence):
                wrong.append(f"{page} does not say: {sentence}")
    assert wrong == []
    assert {*SAID} <= {*found}
    assert sum(all(has(figure.spec, dial) for dial in DIALS) for figure in found.values()) >= 20


def test_what_makes_a_machine_hard_or_loud_has_one_name() -> None:
    others = [
        (page, figure.id, label)
        for page in IN_BOOK
        for figure in figures_of(page)
        for label in labels(figure.spec)
        if label in OTHER_NAMES
    ]
    assert others == []


def test_a_width_is_the_width_of_the_machine() -> None:
    """A dial that says 18 has machines behind it whose rows have 18 numbers."""
    asked = 0
    for page, figure in builders().items():
        axes = figure.spec.get("choices", [])
        names = [axis["name"] for axis in axes]
        if "d_model" not in names:
            continue
        inner = 1
        for axis in axes[names.index("d_model") + 1 :]:
            inner *= len(axis["values"])
        widths = next(axis["values"] for axis in axes if axis["name"] == "d_model")
        for i, option in enumerate(figure.spec["options"]):
            width = widths[i // inner % len(widths)]
            if width != "as built":
                assert option["model"]["W_E"]["columns"] == int(width), (page, figure.id, i)
                asked += 1
    assert asked > 60


def sliders(page: str) -> set[str]:
    """What the sliders of a notebook turn, which a page has no kernel for."""
    notebook = nbformat.read(BOOK / f"{page}.ipynb", as_version=4)
    cells = [cell for cell in notebook.cells if "remove-cell" in cell.metadata.get("tags", ())]
    calls = [
        node
        for cell in cells
        if cell.source.startswith("# In a live notebook")
        for node in ast.walk(ast.parse(cell.source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "figures.rebuild"
    ]
    return {keyword.arg or "" for call in calls for keyword in call.keywords}


def test_its_notebook_has_both_as_sliders() -> None:
    """That of a machine too large to make anew on its page, too."""
    asked = {page: {*DIALS} - {*SAID.get(page, {})} for page in builders()}
    asked |= dict.fromkeys(("is_it_a_sentence", "two_languages"), {*DIALS})
    missing = {page: dials - sliders(page) for page, dials in asked.items()}
    assert {page: dials for page, dials in missing.items() if dials} == {}
