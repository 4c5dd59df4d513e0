"""Programs in the page: what is typed, what is right, and what is refused."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from taotp import programs
from taotp.figures import LiveFigure, explore, failures, gate
from taotp.figures.explore import ANSWERS
from taotp.figures.options import Constant, Dials, Panels
from taotp.programs import Program, add, minimum, search
from taotp.reference import Task, form_of
from taotp_core import MLP
from taotp_core.gadgets import spikes
from taotp_core.stream import Subspace, subspaces
from tests.figures.asking import in_page
from tests.laws import every
from tests.refused import refused

NAMES = "Ada Bo Cy"
TABLE = {(1, 2, 3): 4, (4, 5, 6): 7, (1, 2, 6): 1}
Case = tuple[LiveFigure, Task, Program, list[list[Any]]]


def prompts_of(program: Program, length: int, count: int) -> list[list[Any]]:
    known = [s for i, s in enumerate(program.vocabulary) if not program.is_sentinel(i)]
    rng = np.random.default_rng(1)
    return [[known[i] for i in rng.integers(len(known), size=length)] for _ in range(count)]


def case(
    name: str, program: Program, prompts: list[list[Any]], answer: Any = None, **choices: Any
) -> Case:
    figure = explore(lambda **_: program, prompts[0], answer=answer or name, dials=choices)
    known = {each: value for each, (value,) in choices.items()}
    known |= {"form": form_of(prompts[0]), "table": answer}
    known |= {"names": known["names"].split()} if "names" in known else {}
    return figure, Task(name, program.typed, known), program, prompts


def of_names(names: str) -> Program:
    return programs.two_stacks.which(names.split(), 6, others=["met", "and"])


def cases() -> dict[str, Callable[[], Case]]:
    """Each answer that the page knows, with a program, prompts and what is right."""
    pairs = [(0, 0), (45, 78), (99, 99), (1, 9), (50, 50)]
    sums, products = ([[*f"{a:02}{sign}{b:02}="] for a, b in pairs] for sign in "+*")
    distinct = [list(p) for n in (1, 2, 3) for p in itertools.permutations([27, 0, 13, 14], n)]
    found, which = search(4, 12, 2), of_names(NAMES)
    least, most = minimum(20, 8), programs.maximum(20, 8)
    lists = [p for n in (1, 3, 8) for p in prompts_of(least, n, 10)]
    keys = [[*key] for key in TABLE] + [[7, 7, *key] for key in TABLE]
    short = [[*text] for n in (3, 0, 1, 2, 4) for text in itertools.product("abc", repeat=n)]
    words = [[*text] for n in (3, 0, 1, 2)
             for text in itertools.product(which.vocabulary[:-1], repeat=n)]  # fmt: skip
    return {
        "minimum": lambda: case("minimum", least, lists),
        "maximum": lambda: case("maximum", most, lists),
        "sort": lambda: case("sort", programs.sort(28), distinct),
        "search": lambda: case("search", found, prompts_of(found, 9, 60), n_match=[2]),
        "add": lambda: case("add", add(2), sums),
        "add_mod10": lambda: case("add_mod10", programs.add_mod10(2), sums),
        "multiply": lambda: case("multiply", programs.small.multiply(2), products),
        "lookup": lambda: case("lookup", programs.lookup(TABLE, 16), keys, TABLE),
        "copied": lambda: case("copied", programs.two_stacks.copy("abc", 5), short),
        "reversed": lambda: case("reversed", programs.two_stacks.reverse("abc", 5), short),
        "in_order": lambda: case("in_order", programs.two_stacks.sort("abc", 5), short),
        "first_said": lambda: case("first_said", which, words, names=[NAMES]),
    }


@every("name", sorted({*ANSWERS, "lookup"} - {"retold"}))
def test_right_answers_are_judged_right(node: str, name: str) -> None:
    figure, task, program, prompts = cases()[name]()
    joint = figure.spec["options"][0]["joint"]
    states = [{"text": joint.join(map(str, prompt))} for prompt in prompts]
    promised = 0
    for prompt, answer in zip(prompts, in_page(node, figure, *states), strict=True):
        assert answer["error"] == ""
        expected = task.answer(prompt)
        ids = [program.places[symbol] for symbol in expected or ()]
        told = answer["answer"][answer["first"] :]
        assert [i for i in told if not program.is_sentinel(i)] == ids
        if expected is not None:
            promised += 1
            assert program.complete(prompt) == expected
            assert answer["whole"]["kind"] == "right", answer["whole"]
            said = [d["token"] for d in answer["said"] if not program.is_sentinel(d["token"])]
            assert said == ids
        else:
            assert answer["whole"]["text"].endswith("for this, nothing is promised.")
    assert promised >= 5


def test_answers_are_judged(node: str) -> None:
    """Wrong ones, and those that nobody promised; right ones above."""
    dials: Dials = {"n_match": [2]}
    prompt = [1, 2, 5, 8, 1, 2]
    figure = explore(
        lambda n_match: programs.printed.search(10, 32, n_match),
        prompt,
        answer="search",
        dials=dials,
    )
    phantom, soft = in_page(node, figure, {"text": "1 2 5 1 1 7 1 1"}, {"off": "1.0"})
    assert phantom["whole"]["kind"] == "wrong"
    assert phantom["whole"]["text"].endswith("it should say \u201c7\u201d.")
    assert soft["whole"]["kind"] != "right"
    figure = explore(lambda: programs.sort(28), [6, 2, 12], answer="sort")
    (answer,) = in_page(node, figure, {"text": "6 2 6"})
    assert answer["whole"]["kind"] == "", "repeats are not promised to be sorted"


def test_what_is_typed_is_read_or_refused(node: str) -> None:
    figure = explore(lambda: minimum(20, 8), [6, 2, 0, 12], answer="minimum")
    texts = ["3 1", "3,1", " 3 ,  1 ", "3 x", "20", "", "1 " * 9]
    states = [{"text": text} for text in texts]
    fine, comma, loose, letter, large, nothing, much = in_page(node, figure, *states)
    assert fine["tokens"] == comma["tokens"] == loose["tokens"] == [3, 1]
    for answer, start in ((letter, "\u201cx\u201d is not"), (large, "\u201c20\u201d is not")):
        assert answer["error"].startswith(start)
        assert answer["tokens"] == [6, 2, 0, 12]
    assert nothing["error"] == "Type at least one symbol."
    assert much["error"] == "At most 8 symbols fit; take some away."
    letters = explore(lambda: search("ab c", 12, 2), "abca")
    plain, spaced = in_page(node, letters, {"text": "abab"}, {"text": "a b,a"})
    assert plain["tokens"] == [0, 1, 0, 1]
    assert plain["whole"]["kind"] == ""  # nobody said what is right
    assert spaced["tokens"] == [0, 2, 1, 0]  # the space is a symbol, the comma is not


def test_choices_are_dials_where_there_is_a_choice() -> None:
    """Two dials stay open, the others and the precision are folded; an author may say otherwise."""
    dials: Dials = {"N": 64, "n_match": (2, 4), "n_ctx": (16,), "machine": ("ours", "printed")}

    def spec(fold: list[str] | None = None) -> dict[str, Any]:
        def build(N: float, n_match: int, n_ctx: int, machine: str) -> Program:
            return search(10, n_ctx, n_match)

        def named(n_match: int, **_: Any) -> Sequence[Subspace]:
            return subspaces(token=3, past=3 * n_match, pos=3)

        panels = Panels(subspaces=named, fold=fold)
        made = explore(build, [1, 2, 3, 1, 2], dials=dials, answer="search", panels=panels)
        return made.spec

    usual, open_ = spec(), spec([])
    assert [control["name"] for control in usual["controls"]] == ["text", "N", "n_match"]
    assert usual["folded"] == ["machine", "precision"]
    assert usual["panels"] == ["machine", "folded"]
    assert [each["subspaces"][1]["size"] for each in usual["options"]] == [6, 6, 12, 12]
    assert spec(["N"])["folded"] == ["N"]
    assert open_["panels"] == ["machine"]
    *_, select, precision = open_["controls"]
    assert (select["kind"], select["values"]) == ("select", ["ours", "printed"])
    assert precision["name"] == "precision"
    assert open_["state"]["machine"] == "ours"


def test_bad_requests_get_a_sentence() -> None:
    program = minimum(20, 8)
    model = program.model

    def bent(N: float) -> Program:
        return replace(program, model=replace(model, W_E=model.W_E * np.sin(N)))

    two = Panels(["circle"], subspaces=subspaces(a=1, b=2))
    bad: list[tuple[Any, list[Any], dict[str, Any], str]] = [
        (program, [1], {"panels": ["hearts"]}, "'hearts' is unknown; it must be one of machine"),
        (program, [1], {"answer": "least"}, "'least' is unknown; it must be a table or one of min"),
        (program, [1], {"answer": "search"}, "answer 'search' needs n_match"),
        (program, [1], {"panels": Panels(controls=["M"])}, "control 'M' is unknown"),
        (program, [1], {"panels": two}, "panel 'circle' needs a subspace of size 3"),
        (program, [20], {}, "20 is not in the vocabulary"),
        (bent, [1, 2], {"dials": {"N": 1e6}}, "W_E is not a sum of powers of N"),
        (lambda source: program, [1], {"dials": {"source": [0, 1]}}, r"source is \[0, 1\]; give"),
    ]
    refused(*((partial(explore, made, *rest, **asked), said) for made, *rest, asked, said in bad))


def test_failures_name_what_does_not_fit() -> None:
    right, names = np.ones((2, 3)), ("N", "kind")
    make: Any = partial(failures, right=right, names=names, target="x", alt="All right.")
    table = make([1, 10], ["a", "b", "c"]).still()
    assert '<th scope="row">10</th><td>100%</td><td>100%</td><td>100%</td>' in table
    refused(
        (lambda: make([1, 2], [1, 2]), r"right, cases are \(2, 3\), \(2, 2\)"),
        (lambda: make([1, 2], [1, 2, 3], cases=[[{}] * 3]), r"right, cases are \(2, 3\), \(1, 3\)"),
    )


def test_gate_adds_up(node: str) -> None:
    look, put = subspaces(look=1, put=1)
    at, values = np.array([0.0, 1, 2, 5]), np.array([2.0, -1, 0, 3])
    mlp = spikes(at, values[:, None], look, put)
    full, less, bent = in_page(node, gate(mlp, at, values, put=1), {}, {"units": 9}, {"bias": 0.5})
    assert full["whole"] == {"kind": "right", "text": "The sum of 12 ReLUs meets 4 of 4 points."}
    assert less["whole"]["text"] == "The sum of 9 ReLUs meets 3 of 4 points."
    assert bent["whole"]["kind"] == "wrong"
    with pytest.raises(ValueError, match=r"at, values are \(4,\), \(3,\)"):
        gate(mlp, at, values[:3])
    flat = MLP(np.zeros((1, 2)), np.zeros(2), np.zeros((2, 1)), np.array([7.0]))
    (level,) = in_page(node, gate(flat, np.arange(3.0), np.full(3, 7.0)), {})
    assert level["whole"]["kind"] == "right"


def aab_figure() -> LiveFigure:
    return explore(
        lambda large: programs.printed.aab(large),
        "ababa",
        dials={"Lg": Constant(1024.0, most=1e6)},
        panels=("tape", "machine", "logits"),
    )


def test_a_context_slides_in_the_page(node: str) -> None:
    """After every context of up to five letters, and after longer ones, at several Lg."""
    prompts = ["".join(p) for n in range(1, 6) for p in itertools.product("ab", repeat=n)]
    states = [{"text": p, "Lg": Lg} for p in [*prompts, "abababa"] for Lg in (2.0, 3.0, 1024.0)]
    for state, answer in zip(states, in_page(node, aab_figure(), *states), strict=True):
        said = "".join("ab"[d["token"]] for d in answer["said"])
        assert said == programs.printed.aab(float(str(state["Lg"]))).complete(str(state["text"])), (
            state
        )
        assert len(said) == 10
    assert aab_figure().still().count("<tr>") == 11  # a head and ten tokens


def test_a_place_is_seen_from_the_context_that_it_had(node: str) -> None:
    text = "ababa" + programs.printed.aab().complete("ababa")
    for row, answer in enumerate(in_page(node, aab_figure(), *({"row": i} for i in range(14)))):
        says = f"Position {row} hears \u201c{text[row]}\u201d and says \u201c{text[row + 1]}\u201d"
        assert row < 4 or answer["now"]["text"].startswith(says)
        assert "".join("ab"[i] for i in answer["tokens"]) == text[max(0, row - 4) :][:5]


def test_a_first_guess_is_answered_by_what_would_be_right() -> None:
    """A program is explored as what makes it is; what is missing is named."""
    own = search("abcd", 12, 2)
    assert explore(own, "abcab").spec == explore(lambda: own, "abcab").spec
    refused(
        (lambda: explore(own, "abcab", dials={"N": 4.0}), "N can only turn where build is a func"),
        (lambda: explore("search", "ab"), "build is of type str; it must be"),  # type: ignore[arg-type]
        (lambda: explore(programs.sentiment), r"figures\.mood\(text\) shows sentiment\(\)"),
        (lambda: explore(programs.sentiment(), "a good film"), r"figures\.mood\(text\)"),
        (lambda: explore(search("abcd", 12, 2)), "there is no prompt; give what .* reads first"),
        (lambda: explore(search), r"as in explore\(search\(vocabulary, n_ctx, n_match\), prompt\)"),
        (lambda: explore(search, "ab"), "search makes a program of vocabulary, n_ctx, n_match"),
    )


def test_what_is_typed_is_what_the_encoder_reads(node: str) -> None:
    """And a still shows what was read and what was said."""

    def build(N: float) -> Program:
        return programs.two_stacks.reverse("abc", 5, hard=N)

    figure = explore(build, "abcab", answer="reversed", dials={"N": 64})
    states: list[dict[str, Any]] = [{"text": text} for text in ("abcabc", "abx", "")]
    long, strange, empty, soft, off = in_page(
        node, figure, *states, {"N": 0.1}, {"off": "source.0.0"}
    )
    assert long["error"] == "At most 5 symbols fit; take some away."
    assert strange["error"].startswith("\u201cx\u201d is not in the vocabulary; it has a b c")
    assert empty["whole"]["text"] == "It says nothing, as it should."
    assert soft["whole"]["kind"] == off["whole"]["kind"] == "wrong"
    labels = {each["name"]: each["label"] for each in figure.spec["controls"]}
    assert labels["text"] == "what the encoder reads"
    named = explore(
        of_names, ["Cy", "met", "Ada", "and", "Cy"], answer="first_said", dials={"names": (NAMES,)}
    )
    for made in (figure, named):
        assert "<svg" in made.still()
        assert made.still().count("<td>") > 8
    refused(
        (lambda: explore(build, "abcab", dials={"N": 64}, panels=("machine", "numbers")),
         "^panel 'numbers' does not try programs with an encoder"),
        (lambda: explore(lambda: of_names(NAMES), ["Bo"], answer="first_said"),
         "^answer 'first_said' needs names, as a list$"),
    )  # fmt: skip


def test_one_figure_of_four_tasks(node: str) -> None:
    tasks = ("copy", "reverse", "sort", "which")
    builds = {task: getattr(programs.two_stacks, task)("abc", 5) for task in tasks}
    made = explore(lambda task: builds[task], "cab", answer="retold", dials={"task": tasks})
    found = in_page(node, made, *({"task": task, "text": "cbbca"} for task in tasks))
    for program, each in zip(builds.values(), found, strict=True):
        assert each["whole"]["kind"] == "right"
        said = [program.vocabulary[decision["token"]] for decision in each["said"][:-1]]
        assert said == [*program.complete("cbbca")]
