"""The figure of a computer computes in the page what the library computes."""

import html
import re
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp import little_man
from taotp.applications.computer.figure import HEADS, LEADS, ROOM
from taotp.applications.computer.machine import computer
from taotp.figures import a_computer
from taotp_core.program import Program
from taotp_core.transformer import forward, trace
from tests.applications.computer.test_shipped import ASKED
from tests.in_node import in_node
from tests.laws import every

SCRIPT = Path(__file__).with_name("figure.mjs")
CLOSE = 1e-9  # of the largest logit
Json = dict[str, Any]

COUNTS_DOWN = """
      INP
      STA n
loop  LDA n
      OUT
      SUB one
      STA n
      BRP loop
      HLT
one   DAT 1
n     DAT
"""
CHANGES_ITSELF = """
again LDA 20     // what follows is read letter by letter
      BRZ end
      OTC
      LDA again
      ADD one
      STA again
      BRA again
end   HLT
one   DAT 1
"""
NOTHING_THERE = "LDA 50\nOUT\nSUB one\nOUT\nBRA 77\none DAT 1"
NO_LONGER_FITS = "LDA a\nADD a\nOUT\nADD a\nADD a\nBRP 8\nOUT\nHLT\nHLT\na DAT 600"
ENDLESS = "LDA a\nADD b\nSTA a\nBRA 0\na DAT 1\nb DAT 7"
TEXTS = [COUNTS_DOWN, CHANGES_ITSELF, NOTHING_THERE, NO_LONGER_FITS, ENDLESS]
BAD = [
    "", "   \n// nothing", "LDA", "LDA 100", "LDA -1", "LDA nowhere", "LDA one two\none DAT 1",
    "OUT 3", "LAD 5", "loop LDB 3", "x DAT 1\nx DAT 2", "3x LDA 4", "DAT 1000", "DAT -1000",
    "DAT 1 2", "7 8", "LDA letr\nletter DAT 3", "hello", "hello world", "it's LDA", "'\" DAT 1",
    "one two three", "# a\n\nLDA\n", "LDA x ; fault\n", "STORE 5", "BRZ", "HALT", "12 LDA 3",
    "LDA one\n1one DAT 3", "IN", "\\ DAT", "HLT\n" * 101, "lda n\nadd N\nn dat 4", "a: BRX a",
    "add LDA 5",
]  # fmt: skip


@pytest.fixture(scope="module")
def spec() -> Json:
    """The figure as the page gets it."""
    return a_computer().spec


def in_page(node: str, spec: Json, runs: list[Json]) -> list[Json]:
    """What the page makes of runs."""
    answers: list[Json] = in_node(node, SCRIPT, {"spec": spec, "runs": runs})["runs"]
    return answers


def ids_of(program: Program, words: list[str]) -> np.ndarray[Any, Any]:
    """The ids of words, the one that halts among them."""
    return np.array([program.places[word] for word in words])


def rows_of(prompt: list[str]) -> list[int]:
    """Rows whose logits are compared: of the first steps, and of later ones."""
    return [len(prompt) - 1 + step for step in (0, 1, 2, 3, 5, 8, 13, 21)]


@every("sure", [64, 8, 4, 2, 1])
def test_logits_are_those_of_numpy(node: str, spec: Json, sure: int) -> None:
    """Where two stores or two numbers are mixed too."""
    texts = [COUNTS_DOWN, CHANGES_ITSELF, ENDLESS]
    model, mixed = computer(n_ctx=ROOM, hard=sure), 0
    runs = [{"state": {"text": text, "sure": sure, "inputs": "12"}} for text in texts]
    for answer, run in zip(in_page(node, spec, runs), runs, strict=True):
        words = answer["words"][:300]
        at = [row for row in rows_of(words[: answer["begins"]]) if row < len(words) - 1]
        (again,) = in_page(node, spec, [{**run, "at": at}])
        ids = ids_of(model, words)
        logits = forward(model.model, ids)
        for row, theirs in zip(at, again["logits"], strict=True):
            off = np.abs(logits[row] - theirs).max() / np.abs(logits[row]).max()
            assert off < CLOSE, (run["state"]["text"], row)
        patterns = [pattern for layer in trace(model.model, ids).patterns.values()
                    for pattern in layer]  # fmt: skip
        mixed += sum(float(pattern[row].max()) < 0.99 for pattern in patterns for row in at)
    assert (mixed > 0) is (sure <= 4), "states that break it are among these"


def test_it_looks_where_numpy_looks(node: str, spec: Json) -> None:
    model = computer(n_ctx=ROOM)
    for step in (0, 4, 11):
        state = {"text": COUNTS_DOWN, "inputs": "3", "step": step}
        (answer,) = in_page(node, spec, [{"state": state}])
        row = answer["begins"] - 1 + step
        found = trace(model.model, ids_of(model, answer["words"][: row + 1])).patterns
        theirs = [int(pattern[row].argmax()) for layer in found.values() for pattern in layer]
        assert [look["at"] for look in answer["looks"]] == theirs
        assert [look["name"] for look in answer["looks"]] == list(HEADS.values())
        assert all(look["weight"] > 0.99 for look in answer["looks"])


def test_every_program_runs_as_the_interpreter_runs_it(node: str, spec: Json) -> None:
    runs: list[Json] = [
        {"state": {"example": name, "inputs": " ".join(map(str, case)), "step": ROOM}}
        for name, (_, cases) in ASKED.items()
        for case in cases
    ]
    runs += [{"state": {"text": text, "inputs": "5", "step": ROOM}} for text in TEXTS]
    for run, answer in zip(runs, in_page(node, spec, runs), strict=True):
        state = run["state"]
        text = state.get("text") or spec["programs"][state["example"]]
        prompt = little_man.assemble(text)
        written = answer["words"][len(prompt) :]
        inputs = map(int, state["inputs"].split())
        theirs = list(islice(little_man.steps(prompt, inputs), len(written)))
        assert answer["words"][: len(prompt)] == prompt
        assert written == theirs
        assert answer["wrong"] == -1
        assert answer["said"] == little_man.listen(answer["words"])
        assert answer["ends"] == ("halted" if written[-1] == "." else "room")


@every("sure", [2, 1])
def test_what_should_be_written_is_told_after_wrong_steps_too(
    node: str, spec: Json, sure: int
) -> None:
    """It is what the text asks for as it stands, as the interpreter reads it."""
    text = CHANGES_ITSELF + "DAT 72\n" * 12
    (answer,) = in_page(node, spec, [{"state": {"text": text, "sure": sure}}])
    words, begins = answer["words"][:300], answer["begins"]
    right = [next(little_man.steps(words[: begins + i], None)) for i in range(len(words) - begins)]
    assert answer["expected"][: len(right)] == right
    differ = [i for i, word in enumerate(right) if word != words[begins + i]]
    assert answer["wrong"] == (differ[0] if differ else -1)
    assert differ, "it is broken"


def test_texts_are_assembled_and_refused_alike(node: str, spec: Json) -> None:
    good = [*spec["programs"].values(), *TEXTS]
    answers = in_node(node, SCRIPT, {"texts": [*good, *BAD]})["texts"]
    for text, answer in zip(good, answers[: len(good)], strict=True):
        assert answer == {"prompt": little_man.assemble(text), "fault": ""}
    for text, answer in zip(BAD, answers[len(good) :], strict=True):
        with pytest.raises(ValueError, match=f"^{re.escape(answer['fault'])}$"):
            little_man.assemble(text)


def test_what_it_says_is_so(node: str, spec: Json) -> None:
    asked, answered, halted, broken, refused = in_page(
        node,
        spec,
        [
            {"state": {"text": COUNTS_DOWN, "step": 3}},
            {"state": {"text": COUNTS_DOWN, "inputs": "3", "step": 2, "cell": "9"}},
            {"state": {"text": COUNTS_DOWN, "inputs": "0", "step": ROOM}},
            {"state": {"text": ENDLESS, "sure": 1, "step": 30}},
            {"state": {"text": "LAD 5"}},
        ],
    )
    assert (asked["ends"], asked["ghost"], asked["last"]) == ("asks", "?", 0)
    assert "asks you for a number" in asked["whole"]["text"]
    assert answered["whole"]["text"] == "Step 2 writes >09: stores 3 in mailbox 9."
    assert answered["now"]["text"] == "Every step so far is right."
    assert answered["stores"] == [19, 23]
    assert (answered["instruction"], answered["operand"]) == (2, 9)
    assert halted["whole"]["text"].endswith("writes .: halts. It has halted.")
    assert (halted["said"], halted["looks"]) == ([0], [])
    assert broken["whole"]["kind"] == "wrong"
    wrong = broken["wrong"]
    assert f"With a lead of 1, step {wrong + 1} went wrong: " in broken["now"]["text"]
    assert broken["whole"]["place"] == wrong + 1
    assert "line 1: 'LAD' is no instruction; did you mean" in refused["whole"]["text"]


def test_the_lead_that_is_set_is_among_those_to_choose() -> None:
    assert LEADS[-1] == 64
    assert a_computer().spec["state"]["sure"] == 64


def test_heads_are_named_as_they_stand_in_the_model() -> None:
    layers = computer(n_ctx=1).model.layers
    paths = [f"layers.{i}.heads.{h}" for i, each in enumerate(layers)
             for h in range(len(each.heads))]  # fmt: skip
    assert list(HEADS) == paths


def test_the_table_without_script() -> None:
    """The first steps of the first program, each with what the heads find."""
    still = a_computer("hello").still()
    prompt = little_man.assemble(little_man.text("hello"))
    for token in islice(little_man.steps(prompt), 8):
        assert f"<td>{html.escape(token)}" in still
    for name in HEADS.values():
        assert html.escape(name) in still


def test_it_starts_with_a_program_that_is_there() -> None:
    assert a_computer("one", programs={"one": "HLT"}).spec["state"]["example"] == "one"
    with pytest.raises(ValueError, match="there is no program 'two'; there are one"):
        a_computer("two", programs={"one": "HLT"})
