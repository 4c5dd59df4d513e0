"""Two programs, one prompt: the page says of both, and of where they part, what Python says."""

from functools import partial
from typing import Any

import numpy as np

from taotp.data import trained_hello_world
from taotp.figures import Candidate, LiveFigure, Opening, Panels, compare
from taotp.figures.pair import Pair
from taotp.programs import Program, hello_world, minimum, printed, search, sort
from taotp_core.measure import parameters
from taotp_core.transformer import forward
from tests.figures.asking import in_page
from tests.laws import every
from tests.refused import refused

MESSAGE = "Hello World!"
TRAINED = trained_hello_world()


def theirs(N: float, n_match: int) -> Program:
    return printed.search("0123456789", 24, n_match, hard=1e8 * N / 64)


def ours(N: float, n_match: int) -> Program:
    return search("0123456789", 24, n_match, hard=N)


def searching(**how: Any) -> LiveFigure:
    builds = {"printed": theirs, "ours": ours}
    how |= {"answer": "search", "dials": {"N": 64, "n_match": [2, 3]}}
    return compare(builds, "12511711", alt="One is right.", **how)


GREETING = compare(
    {"trained": lambda N: TRAINED, "by hand": lambda N: hello_world(MESSAGE, loud=N)},
    "",
    answer=[*MESSAGE, "<stop>"],
    dials={"N": 4},
    opening=Opening(question="Which of these did nobody train?", right="by hand"),
    alt="Both say it.",
)
SEVERAL = compare(
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
    return in_page(node, figure, *states, script="pair")


def said(found: dict[str, Any]) -> list[str]:
    return ["".join(side["says"]) for side in found["sides"]]


def differing(found: dict[str, Any]) -> list[bool]:
    return [differs for _, differs in found["tape"]]


@every("text", ["12511711", "91248126812", "3174531", "1 1 1 2 1 1", "333", "0121012"])
def test_two_searches(node: str, text: str) -> None:
    (found,) = asked(node, searching(), {"text": text})
    plain = text.replace(" ", "")
    says = [program.complete(plain) for program in (theirs(64, 2), ours(64, 2))]
    assert said(found) == says
    differs, last = says[0] != says[1], len(plain) - 1
    assert differing(found)[-1] == differs == ("differ first" in found["whole"]["text"])
    if differs:
        assert found["whole"]["place"] == last == found["place"]
        words = f"at position {last}: printed says “{says[0]}”, ours says “{says[1]}”."
        assert words in found["whole"]["text"]
    right = [t for i, t in enumerate(text[2:-2]) if text[i : i + 2] == text[-2:]][-1:]
    if right and " " not in text:
        kinds = [side["kind"] for side in found["sides"]]
        assert kinds == ["right" if each == right[0] else "wrong" for each in says]


def test_where_their_heads_part_and_a_dial_of_both(node: str) -> None:
    prompt = "1251711712"
    found, dialed = asked(node, searching(), {}, {"text": prompt, "n_match": 3})
    assert found["step"] == "look 1"
    parts = "layer 1: “finds the same” reads positions 0, 1 and 5 in printed, position 5 in ours."
    assert parts in found["now"]["text"]
    assert said(dialed) == [make(64, 3).complete(prompt) for make in (theirs, ours)]


@every("text", ["olleH", "dlroW", "Hello World!"])
def test_by_hand_and_trained(node: str, text: str) -> None:
    silent, found = asked(node, GREETING, {"text": ""}, {"text": text})
    assert {*said(silent)} == {f"{MESSAGE}<stop>"}
    assert "A and B say the same." in silent["whole"]["text"]
    programs = TRAINED, hello_world(MESSAGE, loud=4)
    tokens = np.array(programs[0].encode(text))
    one, other = (forward(program.model, tokens).argmax(-1) for program in programs)
    assert differing(found) == (one != other).tolist()
    should = [TRAINED.vocabulary.index(symbol) for symbol in [*MESSAGE, "<stop>"]][: len(tokens)]
    right = [(says == should).all() for says in (one, other)]
    assert [side["kind"] == "right" for side in found["sides"]] == right


def test_names_are_covered_until_the_question_is_answered(node: str) -> None:
    covered, right, wrong = asked(node, GREETING, {}, {"guess": "by hand"}, {"guess": "trained"})
    assert [side["called"] for side in covered["sides"]] == ["A", "B"]
    assert covered["whole"]["text"].startswith("Which of these did nobody train?")
    assert [side["called"] for side in right["sides"]] == ["trained", "by hand"]
    assert (right["whole"]["kind"], wrong["whole"]["kind"]) == ("right", "wrong")
    assert right["whole"]["text"].startswith("It is B, by hand. So you said.")
    assert wrong["whole"]["text"].startswith("It is B, by hand. You said the other.")
    still = GREETING.still()  # without a script the answer is folded
    assert "trained" not in still.partition("<details>")[0]
    assert "<p>B: by hand.</p>" in still


def test_each_is_judged_by_its_own_on_what_it_can_take(node: str) -> None:
    text = {"first": "two", "second": "three", "text": "1 2 3 4 0 2 3 5 1 2 3"}
    both, one, none, own = asked(node, SEVERAL, {}, {"second": "hello"}, {"text": "olleH"}, text)
    assert [side["says"] for side in both["sides"]] == [["2"], ["2", "6", "9", "<end>"]]
    assert differing(both) == [False, False, False, True, True, True]
    assert [heard for heard, _ in both["tape"]] == ["6", "2", "9", "", "", ""]
    assert one["whole"]["text"] == "hello cannot take this prompt."
    assert one["sides"][1]["error"].startswith("“6” is not in the vocabulary")
    assert one["error"] == ""
    assert none["error"].startswith("“o” is not in the vocabulary")
    assert [(side["says"], side["kind"]) for side in own["sides"]] == [
        (["5"], "right"), (["4"], "right")
    ]  # fmt: skip


def test_what_a_page_is_told() -> None:
    assert isinstance(SEVERAL.figure, Pair)
    programs = minimum(10, 10), sort(28), hello_world(), search(10, 20, 2), search(10, 20, 3)
    totals = [each.sizes["numbers"] for each in SEVERAL.figure.compared]
    assert totals == [parameters(program.model).total for program in programs]
    names = [control.name for control in SEVERAL.figure.controls]
    assert names == ["first", "second", "text", "row"]
    assert SEVERAL.figure.folded == ["precision"]
    hidden = [control.name for control in GREETING.figure.hidden]
    assert {"guess", "off", "off2", "changed", "changed2", "first", "second"} <= set(hidden)


def test_what_cannot_be_is_named() -> None:
    bad: list[tuple[dict[str, Any], str]] = [
        ({"opening": Opening("mine")}, "program 'mine' is unknown; it must be one of printed"),
        ({"opening": Opening(question="Which?", right="mine")}, "program 'mine' is unknown"),
        ({"panels": Panels(folded=True)}, "panels are folded; those of a comparison"),
        ({"panels": Panels(step="look 2")}, "'look 2' is unknown; it must be one of embed"),
    ]
    refused(
        *((partial(searching, **how), error) for how, error in bad),
        (lambda: compare({"one": hello_world}, "", alt="One."), "programs to compare: 1; there"),
    )
