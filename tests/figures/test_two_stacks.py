"""Two stacks in the page: what an encoder reads is typed, and the page says what Python says."""

from itertools import product
from typing import Any

import pytest

from taotp.figures import LiveFigure, explore
from taotp.programs import Program, two_stacks
from taotp_core.arrays import PRECISIONS
from tests.figures.asking import in_page
from tests.laws import every

TEXTS = ["".join(text) for n in range(5) for text in product("abc", repeat=n)]
SHORT = ["".join(text) for text in product("abc", repeat=3)]
NAMES = "Ada Bo Cy"
BUILDS = {"copied": two_stacks.copy, "reversed": two_stacks.reverse, "in_order": two_stacks.sort}


def figure(answer: str, **how: Any) -> LiveFigure:
    build, dials = BUILDS[answer], {"N": 64}
    return explore(lambda N: build("abc", 5, hard=N), "abcab", answer=answer, dials=dials, **how)


def of_names(names: str) -> Program:
    return two_stacks.which(names.split(), 6, others=["met", "and"])


def named(**how: Any) -> LiveFigure:
    prompt = ["Cy", "met", "Ada", "and", "Cy"]
    return explore(of_names, prompt, answer="first_said", dials={"names": (NAMES,)}, **how)


def said(found: dict[str, Any], program: Program) -> list[Any]:
    return [program.vocabulary[decision["token"]] for decision in found["said"][:-1]]


@every("answer", BUILDS)
def test_the_page_says_what_python_says_on_every_short_text(node: str, answer: str) -> None:
    program = BUILDS[answer]("abc", 5)
    emulated = [name for name in PRECISIONS if name != "float64"]
    states = [{"text": text} for text in TEXTS]
    states += [{"text": text, "precision": p} for p in emulated for text in SHORT]
    for state, each in zip(states, in_page(node, figure(answer), *states), strict=True):
        to = PRECISIONS[state.get("precision", "float64")]
        assert said(each, program) == [*program.complete(state["text"], to=to)], state
        assert each["whole"]["kind"] == "right" or "precision" in state, each["whole"]


def test_names_in_the_page(node: str) -> None:
    program = of_names(NAMES)
    texts = [[*words] for n in range(4) for words in product(program.vocabulary[:-1], repeat=n)]
    states = [{"text": " ".join(map(str, words))} for words in texts]
    for words, each in zip(texts, in_page(node, named(), *states), strict=True):
        assert said(each, program) == program.complete(words), words
        assert each["whole"]["kind"] == "right", each["whole"]


def test_what_is_typed_is_what_the_encoder_reads(node: str) -> None:
    states: list[dict[str, Any]] = [{"text": text} for text in ("abcabc", "abx", "")]
    long, strange, empty, soft, off = in_page(
        node, figure("reversed"), *states, {"N": 0.1}, {"off": "source.0.0"}
    )
    assert long["error"] == "At most 5 symbols fit; take some away."
    assert strange["error"].startswith("\u201cx\u201d is not in the vocabulary; it has a b c")
    assert empty["whole"]["text"] == "It says nothing, as it should."
    assert soft["whole"]["kind"] == off["whole"]["kind"] == "wrong"
    labels = {each["name"]: each["label"] for each in figure("reversed").spec["controls"]}
    assert labels["text"] == "what the encoder reads"


def test_stills_show_both_what_was_read_and_what_was_said() -> None:
    for made in (figure("reversed"), named()):
        assert "<svg" in made.still()
        assert made.still().count("<td>") > 8


def test_what_such_a_figure_cannot_be_is_told() -> None:
    with pytest.raises(ValueError, match=r"^panel 'numbers' does not try programs with an encoder"):
        figure("copied", panels=("machine", "numbers"))
    with pytest.raises(ValueError, match="^answer 'first_said' needs names, as a list$"):
        explore(lambda: of_names(NAMES), ["Bo"], answer="first_said")


def test_one_figure_of_four_tasks(node: str) -> None:
    tasks = ("copy", "reverse", "sort", "which")
    builds = {task: getattr(two_stacks, task)("abc", 5) for task in tasks}
    made = explore(lambda task: builds[task], "cab", answer="retold", dials={"task": tasks})
    found = in_page(node, made, *({"task": task, "text": "cbbca"} for task in tasks))
    for program, each in zip(builds.values(), found, strict=True):
        assert each["whole"]["kind"] == "right"
        assert said(each, program) == [*program.complete("cbbca")]
