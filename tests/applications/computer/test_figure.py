"""The figure of a computer computes in the page what the library computes."""

import html
import re
from functools import partial
from itertools import islice

import numpy as np

from taotp import little_man
from taotp.applications.computer.figure import HEADS, LEADS, ROOM
from taotp.applications.computer.machine import computer
from taotp.figures import a_computer
from taotp_core.transformer import trace
from tests.applications.computer.test_shipped import ASKED
from tests.applications.page import Json, in_page
from tests.laws import every
from tests.little_man.test_assembler import MEANT, WRONG
from tests.refused import refused

FIGURE = a_computer()
CLOSE = 1e-9  # of the largest logit
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
BAD = [  # beside those of the assembler's own tests
    "LDA", "LDA nowhere", "it's LDA", "'\" DAT 1", "one two three", "# a\n\nLDA\n", "7 8", "BR",
    "LDA x ; fault\n", "12 LDA 3", "\\ DAT", "x:\nx:\nLAD 3", "add IN", "a\nb:\nLDA a\nc:", "LDA #",
    "LDA #x", "in\nout x", "LDA letr\nletter DAT 3", "end: END\nend OUT", "BRZ end\nOUT\nend",
]  # fmt: skip
OTHERS = [
    "lda n\nadd N\nn dat 4", "s: LDA #1\n\n// x\nt:\n  ADD #2 // and\n  STA S\n  BR T", "LDA #-0",
    "LDA #+07\nADD #7",
]  # fmt: skip


def ran(node: str, *runs: Json) -> list[Json]:
    """What the page makes of runs."""
    answers: list[Json] = in_page(node, __file__, FIGURE, runs=runs)["runs"]
    return answers


@every("sure", [64, 4, 1])
def test_logits_are_those_of_numpy(node: str, sure: int) -> None:
    """Where two stores or two numbers are mixed too."""
    texts = [COUNTS_DOWN, CHANGES_ITSELF, ENDLESS]
    program, mixed = computer(n_ctx=ROOM, hard=sure), 0
    runs = [{"state": {"text": text, "sure": sure, "inputs": "12"}} for text in texts]
    for answer, run in zip(ran(node, *runs), runs, strict=True):
        words = answer["words"][:120]
        first = answer["begins"] - 1  # rows of the first steps, and of later ones
        at = [first + k for k in (0, 1, 2, 3, 5, 8, 13, 21) if first + k < len(words) - 1]
        (again,) = ran(node, {**run, "at": at})
        seen = trace(program.model, np.array([program.places[word] for word in words]))
        for row, theirs in zip(at, again["logits"], strict=True):
            off = np.abs(seen.logits[row] - theirs).max() / np.abs(seen.logits[row]).max()
            assert off < CLOSE, (run["state"]["text"], row)
        mixed += sum(
            float(pattern[row].max()) < 0.99
            for layer in seen.patterns.values() for pattern in layer for row in at
        )  # fmt: skip
    assert (mixed > 0) is (sure <= 4), "states that break it are among these"


def test_it_looks_where_numpy_looks(node: str) -> None:
    program = computer(n_ctx=ROOM)
    assert [*HEADS] == [f"layers.{i}.heads.{h}" for i, layer in enumerate(program.model.layers)
                        for h in range(len(layer.heads))]  # fmt: skip
    for step in (0, 4, 11):
        state = {"text": COUNTS_DOWN, "inputs": "3", "step": step}
        (answer,) = ran(node, {"state": state})
        row = answer["begins"] - 1 + step
        found = trace(program.model, program.ids(answer["words"][: row + 1])).patterns
        theirs = [int(pattern[row].argmax()) for layer in found.values() for pattern in layer]
        assert [look["at"] for look in answer["looks"]] == theirs
        assert [look["name"] for look in answer["looks"]] == list(HEADS.values())
        assert all(look["weight"] > 0.99 for look in answer["looks"])


def test_every_program_runs_as_the_interpreter_runs_it(node: str) -> None:
    runs: list[Json] = [
        {"state": {"example": name, "inputs": " ".join(map(str, case)), "step": ROOM}}
        for name, (_, cases) in ASKED.items()
        for case in cases
    ]
    runs += [{"state": {"text": text, "inputs": "5", "step": ROOM}} for text in TEXTS]
    for run, answer in zip(runs, ran(node, *runs), strict=True):
        state = run["state"]
        text = state.get("text") or FIGURE.spec["programs"][state["example"]]
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
def test_what_should_be_written_is_told_after_wrong_steps_too(node: str, sure: int) -> None:
    """It is what the text asks for as it stands, as the interpreter reads it."""
    text = CHANGES_ITSELF + "DAT 72\n" * 12
    (answer,) = ran(node, {"state": {"text": text, "sure": sure}})
    words, begins = answer["words"][:120], answer["begins"]
    right = [next(little_man.steps(words[: begins + i], None)) for i in range(len(words) - begins)]
    assert answer["expected"][: len(right)] == right
    differ = [i for i, word in enumerate(right) if word != words[begins + i]]
    assert differ, "it is broken"
    assert answer["wrong"] == differ[0]


def test_texts_are_assembled_and_refused_alike(node: str) -> None:
    good = [*FIGURE.spec["programs"].values(), *TEXTS, *OTHERS, *(text for text, _ in MEANT)]
    wrong = [*BAD, *(text for text, _ in WRONG)]
    answers = in_page(node, __file__, FIGURE, texts=[*good, *wrong])["texts"]
    for text, answer in zip(good, answers[: len(good)], strict=True):
        assert answer == {"prompt": little_man.assemble(text), "fault": ""}
    bad = zip(wrong, answers[len(good) :], strict=True)
    refused(*((partial(little_man.assemble, text), f"^{re.escape(each['fault'])}$")
              for text, each in bad))  # fmt: skip


def test_what_it_says_is_so(node: str) -> None:
    states: list[Json] = [
        {"text": COUNTS_DOWN, "step": 3},
        {"text": COUNTS_DOWN, "inputs": "3", "step": 2, "cell": "9"},
        {"text": COUNTS_DOWN, "inputs": "0", "step": ROOM},
        {"text": ENDLESS, "sure": 1, "step": 30},
        {"text": "LAD 5"},
    ]
    asked, answered, halted, broken, unread = ran(node, *({"state": state} for state in states))
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
    assert "line 1: 'LAD' is not an instruction; did you mean" in unread["whole"]["text"]


def test_what_stands_without_script_and_what_it_starts_with() -> None:
    """The first steps of the first program, each beside what the heads find before it."""
    still, prompt = a_computer("hello").still(), little_man.assemble(little_man.text("hello"))
    rows = re.findall(r'<th scope="row">\d+: (.*?)</th>.*?<td>([^<]*)</td></tr>', still)
    written = [prompt[-1], *islice(little_man.steps(prompt), 8)]
    assert [row[1] for row in rows][:8] == [html.escape(token) for token in written[1:]]
    assert all(html.escape(name) in still for name in HEADS.values())
    assert LEADS[-1] == FIGURE.spec["state"]["sure"] == 64
    assert a_computer("one", programs={"one": "HLT"}).spec["state"]["example"] == "one"
    none = "there is no program 'two'; there are one"
    refused((lambda: a_computer("two", programs={"one": "HLT"}), none))
