"""Two programs, one prompt: the page says of both, and of where they part, what Python says."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp.data import trained_hello_world
from taotp.figures import Candidate, LiveFigure, Opening, Panels, compare
from taotp.figures.pair import Pair
from taotp.programs import Program, hello_world, minimum, printed, search, sort
from taotp_core.measure import parameters
from taotp_core.transformer import forward
from tests.in_node import in_node
from tests.laws import every

SCRIPT = Path(__file__).with_name("pair.mjs")
MESSAGE = "Hello World!"
TRAINED = trained_hello_world()


def theirs(N: float, n_match: int) -> Program:
    return printed.search("0123456789", 24, n_match, hard=1e8 * N / 64)


def ours(N: float, n_match: int) -> Program:
    return search("0123456789", 24, n_match, hard=N)


def searching(**how: Any) -> LiveFigure:
    builds = {"printed": theirs, "ours": ours}
    return compare(
        builds,
        "12511711",
        answer="search",
        dials={"N": 64, "n_match": [2, 3]},
        alt="One is right.",
        **how,
    )


def greeting() -> LiveFigure:
    return compare(
        {"trained": lambda N: TRAINED, "by hand": lambda N: hello_world(MESSAGE, loud=N)},
        "",
        answer=[*MESSAGE, "<stop>"],
        dials={"N": 4},
        opening=Opening(question="Which of these did nobody train?", right="by hand"),
        alt="Both say it.",
    )


def several() -> LiveFigure:
    return compare(
        {
            "least": Candidate(lambda: minimum(10, 10), answer="minimum"),
            "sorted": Candidate(lambda: sort(28), answer="sort"),
            "hello": Candidate(hello_world, prompt="olleH"),
            "two": Candidate(lambda: search(10, 20, 2), answer="search", n_match=2),
            "three": Candidate(lambda: search(10, 20, 3), [1, 2, 3, 4], "search", n_match=3),
        },
        [6, 2, 9],
        alt="Some.",
    )


def asked(node: str, figure: LiveFigure, *states: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = in_node(node, SCRIPT, {"spec": figure.spec, "states": states})
    return found


@every("text", ["12511711", "91248126812", "3174531", "1 1 1 2 1 1", "333", "0121012"])
def test_two_searches(node: str, text: str) -> None:
    (found,) = asked(node, searching(), {"text": text})
    said = [program.complete(text.replace(" ", "")) for program in (theirs(64, 2), ours(64, 2))]
    assert ["".join(side["says"]) for side in found["sides"]] == said
    differs = said[0] != said[1]
    assert [differs for _, differs in found["tape"]][-1] == differs
    assert ("differ first" in found["whole"]["text"]) == differs
    last = len(text.replace(" ", "")) - 1
    if differs:
        assert found["whole"]["place"] == last == found["place"]
        words = f"at position {last}: printed says “{said[0]}”, ours says “{said[1]}”."
        assert words in found["whole"]["text"]
    right = [t for i, t in enumerate(text[2:-2]) if text[i : i + 2] == text[-2:]][-1:]
    if right and " " not in text:
        kinds = [side["kind"] for side in found["sides"]]
        assert kinds == ["right" if says == right[0] else "wrong" for says in said]


def test_a_dial_of_both(node: str) -> None:
    (found,) = asked(node, searching(), {"text": "1251711712", "n_match": 3})
    said = [make(64, 3).complete("1251711712") for make in (theirs, ours)]
    assert ["".join(side["says"]) for side in found["sides"]] == said


def test_where_their_heads_part(node: str) -> None:
    (found,) = asked(node, searching(), {})
    assert found["step"] == "look 1"
    parts = "layer 1: “finds the same” reads positions 0, 1 and 5 in printed, position 5 in ours."
    assert parts in found["now"]["text"]


@every("text", ["", "olleH", "dlroW", "Hello World!"])
def test_by_hand_and_trained(node: str, text: str) -> None:
    (found,) = asked(node, greeting(), {"text": text})
    programs = TRAINED, hello_world(MESSAGE, loud=4)
    if not text:
        assert {"".join(side["says"]) for side in found["sides"]} == {f"{MESSAGE}<stop>"}
        assert "A and B say the same." in found["whole"]["text"]
        return
    tokens = np.array(programs[0].encode(text))
    one, other = (forward(program.model, tokens).argmax(-1) for program in programs)
    assert [differs for _, differs in found["tape"]] == (one != other).tolist()
    should = [TRAINED.vocabulary.index(symbol) for symbol in [*MESSAGE, "<stop>"]][: len(tokens)]
    right = [(said == should).all() for said in (one, other)]
    assert [side["kind"] == "right" for side in found["sides"]] == right


def test_names_are_covered_until_the_question_is_answered(node: str) -> None:
    covered, right, wrong = asked(node, greeting(), {}, {"guess": "by hand"}, {"guess": "trained"})
    assert [side["called"] for side in covered["sides"]] == ["A", "B"]
    assert covered["whole"]["text"].startswith("Which of these did nobody train?")
    assert [side["called"] for side in right["sides"]] == ["trained", "by hand"]
    assert (right["whole"]["kind"], wrong["whole"]["kind"]) == ("right", "wrong")
    assert right["whole"]["text"].startswith("It is B, by hand. So you said.")
    assert wrong["whole"]["text"].startswith("It is B, by hand. You said the other.")


def test_a_prompt_that_only_one_can_take(node: str) -> None:
    both, one, none = asked(
        node,
        several(),
        {},
        {"second": "hello"},
        {"text": "olleH"},
    )
    assert [side["says"] for side in both["sides"]] == [["2"], ["2", "6", "9", "<end>"]]
    assert [differs for _, differs in both["tape"]] == [False, False, False, True, True, True]
    assert [heard for heard, _ in both["tape"]] == ["6", "2", "9", "", "", ""]
    assert one["whole"]["text"] == "hello cannot take this prompt."
    assert one["sides"][1]["error"].startswith("“6” is not in the vocabulary")
    assert one["error"] == ""
    assert none["error"].startswith("“o” is not in the vocabulary")


def test_each_is_judged_by_its_own(node: str) -> None:
    text = {"first": "two", "second": "three", "text": "1 2 3 4 0 2 3 5 1 2 3"}
    (found,) = asked(node, several(), text)
    assert [side["says"] for side in found["sides"]] == [["5"], ["4"]]
    assert [side["kind"] for side in found["sides"]] == ["right", "right"]


def test_what_a_page_is_told() -> None:
    figure = several()
    assert isinstance(figure.figure, Pair)
    programs = minimum(10, 10), sort(28), hello_world(), search(10, 20, 2), search(10, 20, 3)
    totals = [each.sizes["numbers"] for each in figure.figure.compared]
    assert totals == [parameters(program.model).total for program in programs]
    names = [control.name for control in figure.figure.controls]
    assert names == ["first", "second", "text", "row"]
    assert figure.figure.folded == ["precision"]
    hidden = [control.name for control in greeting().figure.hidden]
    assert {"guess", "off", "off2", "changed", "changed2", "first", "second"} <= set(hidden)


@every(
    "how, error",
    [
        (
            {"opening": Opening("mine")},
            "program 'mine' is unknown; it must be one of printed",
        ),
        ({"opening": Opening("ours", "mine")}, "program 'mine' is unknown"),
        ({"opening": Opening(question="Which?", right="mine")}, "program 'mine' is unknown"),
        ({"panels": Panels(folded=True)}, "panels are folded; those of a comparison"),
        (
            {"panels": Panels(step="look 2")},
            "step 'look 2' is unknown; it must be one of embed",
        ),
        ({"panels": ("brain",)}, "panel 'brain' is unknown"),
        ({"panels": Panels(controls=("M",))}, "control 'M' is unknown"),
    ],
)
def test_what_cannot_be_is_named(how: dict[str, Any], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        searching(**how)


def test_one_is_not_a_pair() -> None:
    with pytest.raises(ValueError, match="programs to compare: 1; there must be two or more"):
        compare({"one": hello_world}, "", alt="One.")


def test_without_a_script_the_answer_is_folded() -> None:
    still = greeting().still()
    assert "trained" not in still.partition("<details>")[0]
    assert "<p>B: by hand.</p>" in still
