"""The scorer of parts, roles and edges: by hand, by nulls that are counted, and in sentences."""

import json
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import numpy as np
import pytest

from taotp.cli.outcome import BAD_INPUT, DONE
from taotp.data import what_parts_do
from taotp.interp.benchmark.circuits import UNSCORED, Scorer, largest, said_of, truth_of
from taotp.interp.benchmark.differences import by_machine, differences, unscored
from taotp.interp.benchmark.families import HELD_OUT
from taotp.interp.benchmark.roles import ROLES
from taotp.interp.benchmark.score import BadClaims
from tests.cli.conftest import Say, say
from tests.laws import every

__all__ = ["say"]
FIRST, SECOND, UNITS = "layers.0.heads.0", "layers.0.heads.1", "layers.0.mlp"


def part(role: str, size: int, matters: bool = True, kind: str = "head") -> dict[str, Any]:
    """What truth.json says of a part, as far as it is scored."""
    return {"role": role, "size": size, "matters": matters, "kind": kind}


ONE = {
    "family": "sums",
    "parts": {
        "W_E": part("embeds", 9, kind="table"), "W_pos": part("embeds", 5, kind="table"),
        FIRST: part("finds", 4), SECOND: part("rests", 7, False),
        UNITS: part("computes", 20, kind="mlp"), "W_U": part("unembeds", 9, kind="table"),
    },
    "edges": [["W_E", FIRST], [FIRST, UNITS], [UNITS, "W_U"], ["W_E", "W_U"]],
    "edges_by_intervention": [["W_E", FIRST], [FIRST, UNITS], [UNITS, "W_U"]],
}  # fmt: skip
DATA = {"machines": {"one": ONE, "two": {**ONE, "family": HELD_OUT}}}
ENTRY: dict[str, Any] = {
    "machines": {
        "one": {
            "parts": {FIRST: {"matters": True, "role": "finds"}, SECOND: {"matters": True}},
            "edges": [["W_E", FIRST], ["W_pos", FIRST], [UNITS, "W_U"], ["W_E", "W_U"]],
        }
    }
}


def test_scores_by_hand() -> None:
    truth = truth_of(DATA)
    table = Scorer(truth, truth).table(said_of(ENTRY, truth, ROLES), HELD_OUT)
    rows = {what: each["all machines"] for what, each in table.items()}
    assert {what: (x["the tool"].named, x["the tool"].right, x["the tool"].true)
            for what, x in rows.items()} == {
        "parts": (2, 1, 2), "roles": (1, 1, 3), "edges": (4, 3, 4),
        "edges_by_intervention": (4, 2, 3),
    }  # fmt: skip
    assert len(truth["one"].pairs) == 2 * 2 + 2 + 2 + 5, "heads, units, and the end, with tables"
    assert (rows["edges"]["all"].named, rows["edges"]["all"].recall) == (13, 1)
    assert rows["parts"]["by size"].right == 1, "the two largest are the MLP and who rests"
    assert {name: (x.named, x.right) for name, x in rows["roles"].items()} == {
        "the tool": (1, 1), "all": (3, 1), "none": (0, 0), "by size": (3, 3),
        "by degree": (3, 2), "by kind": (3, 2),  # two heads are alike in these, the first is taken
    }  # fmt: skip
    assert table["parts"]["held out"] == {}, "the second machine was not asked"


@every("named", range(6))
def test_the_largest_first_is_a_mean_over_all_ways_to_break_ties(named: int) -> None:
    size, so = dict(zip("abcde", (3, 2, 2, 2, 1), strict=True)), {"b", "e"}
    ways = [some for some in combinations("abcde", named)
            if min([size[x] for x in some], default=9)
            >= max([size[x] for x in size if x not in some], default=0)]  # fmt: skip
    mean = np.mean([len(so.intersection(some)) for some in ways])
    assert largest("abcde", so, named, size.__getitem__).right == pytest.approx(mean)


def test_the_truth_itself_is_all_right() -> None:
    """Of all machines: nobody else finds an edge of the truth that no pair of the scorer is.

    Nor that a role is asked for, or learned from, where training found the numbers.
    """
    truth = truth_of(what_parts_do())
    table = Scorer(truth, truth).table(
        said_of({"machines": what_parts_do()}, truth, ROLES), HELD_OUT
    )
    by_hand = {name for name, about in what_parts_do().items() if about["kind"] != "trained"}
    for what, each in table.items():
        tool = each["all machines"]["the tool"]
        asked = by_hand if what in ("roles", "edges") else truth
        assert each["machines"] == len(asked) and set(each["families"]) > {HELD_OUT}
        if what != "edges_by_intervention":
            assert tool.precision == tool.recall == 1, what


def changed(**of: Any) -> dict[str, Any]:
    """An entry that says something else of its machine."""
    return {"machines": {"one": {**ENTRY["machines"]["one"], **of}}}


BAD: list[tuple[Any, str]] = [
    ([], "the entry is a list; it must be an object with machines"),
    ({}, 'the entry has no "machines" and no claims'),
    ({"machines": []}, "machines is a list; it must be an object"),
    ({"edges": []}, 'edges and roles stand below "machines"'),
    ({"machines": {"one": 3}}, "what is said of 'one' is a number; it must be an object or null"),
    (changed(parts=[]), "parts of 'one' is a list"),
    (changed(parts={"layers.9.mlp": {}}), "'one': no part is called 'layers.9.mlp'; did you mean"),
    (changed(parts={FIRST: True}), f"{FIRST} of 'one' is true or false; it must be an object"),
    (changed(parts={FIRST: {"matters": 1}}), "it must be true, false or null"),
    (changed(parts={FIRST: {"role": "induces"}}), "is 'induces'; it must be one of 'embeds', "),
    (changed(parts={FIRST: {"role": ["finds"]}}), "is a list; it must be one of"),
    (changed(edges={}), "edges of 'one' is an object; it must be a list of pairs"),
    (changed(edges=[["W_E"]]), "edge 0 of 'one' is a list; it must be two names"),
    (changed(edges=[["W_E", "W_V"]]), "edge 0 of 'one': no part is called 'W_V'"),
    (changed(edges=[[FIRST, SECOND]]), f"from {FIRST} to {SECOND}, which has read by then"),
    (changed(edges=[["W_E", FIRST], ["W_E", FIRST]]), "stands twice; say it once"),
    ({"one": {FIRST: "yes"}}, "is the text 'yes'; it must be a number, true, false or null"),
    ({"one": {"nobody": 1}}, "'one': no part is called 'nobody'"),
    ({"machine": {}}, """no "machines" and no claims; did you mean that by 'machine'?"""),
    ({"machines": {"One": {}}}, "no machine is called 'One'; did you mean 'one'? There are 'one'"),
    ({"machines": {}, "tol": ""}, "no key 'tol'; did you mean 'tool'? What is read there is"),
    (changed(edges_by_construction=[]), "there is no key 'edges_by_construction'; "),
    (changed(parts={FIRST: {"rule": "finds"}}), f"{FIRST} of 'one': there is no key 'rule'; did"),
    ({"claims": {}, "Above": 1}, "the file: there is no key 'Above'; did you mean 'above'?"),
]


@every("entry, words", BAD)
def test_what_cannot_be_scored_gets_a_sentence(entry: Any, words: str) -> None:
    with pytest.raises(BadClaims) as told:
        said_of(entry, truth_of(DATA), ROLES)
    assert words in str(told.value) and "\n" not in str(told.value)


def test_what_is_not_scored_is_what_the_truth_has_besides(folder: Path) -> None:
    """Nobody else finds a key of truth.json that an entry may not have, or a schema behind."""
    of_truth, of_entry = (
        json.loads((folder / f"{name}.schema.json").read_text("utf-8"))
        for name in ("truth", "entry")
    )
    machine = of_entry["properties"]["machines"]["additionalProperties"]
    part = machine["properties"]["parts"]["additionalProperties"]
    defined = of_truth["$defs"]
    levels = zip(UNSCORED, (of_truth, defined["machine"], defined["part"]),
                 (of_entry, machine, part), strict=True)  # fmt: skip
    for own, truth, entry in levels:
        assert {*entry["propertyNames"]["enum"]} == {*own, *UNSCORED[own]}
        assert {*truth["properties"], *own} == {*own, *UNSCORED[own]}


def test_what_is_missed_and_wrong_is_named_with_what_is_not_scored() -> None:
    """By hand: missed and wrong exchanged, or of the other kind, leave every score as it is."""
    truth = truth_of(DATA)
    found = differences(said_of(ENTRY, truth, ROLES), truth)
    assert found["one"] == {
        "parts": {"missed": [UNITS], "wrong": [SECOND]},
        "roles": {"missed": [SECOND, UNITS], "wrong": []},
        "edges": {"missed": [f"{FIRST} to {UNITS}"], "wrong": [f"W_pos to {FIRST}"]},
        "edges_by_intervention": {
            "missed": [f"{FIRST} to {UNITS}"], "wrong": ["W_E to W_U", f"W_pos to {FIRST}"]
        },
    }  # fmt: skip
    right = {"one": {"parts": {FIRST: {"matters": True}, UNITS: {"matters": True, "size": 1}},
                     "family": ""}}  # fmt: skip
    none = differences(said_of({"machines": right}, truth, ROLES), truth)
    assert by_machine(none) == ["one: all right"]
    assert unscored({"machines": right, "kinds": {}}) == ["kinds", "family", "size"]
    assert "parts that matter: missed: layers.0.mlp; wrong:" in by_machine(found)[0]


def test_the_command_scores_what_the_folder_shows(folder: Path, say: Say) -> None:
    """An entry as its schema says, read beside its truth, or by that of this version."""
    example = folder / "entry.example.json"
    entry, schema, types = (
        json.loads((folder / name).read_text("utf-8"))
        for name in ("entry.example.json", "entry.schema.json", "truth.schema.json")
    )
    text = json.dumps(schema).replace("truth.schema.json#", "#")
    jsonschema.validate(entry, json.loads(text) | {"$defs": types["$defs"]})
    kept = schema["properties"]["machines"]["additionalProperties"]["properties"]
    role = kept["parts"]["additionalProperties"]["properties"]["role"]
    assert role["enum"] == [*ROLES, None]
    code, out, err = say("truth", "score", str(example), "--json")
    assert (code, err) == (DONE, "")
    found = json.loads(out)
    assert found["parts"]["all machines"]["the tool"] == found["parts"]["all machines"]["all"]
    elsewhere = folder.parent / "alone.json"
    elsewhere.write_text(json.dumps(entry), "utf-8")
    assert json.loads(say("truth", "score", str(elsewhere), "--json")[1]) != {}
    code, out, err = say("truth", "score", str(example), "--machines")
    assert code == DONE and "edges by intervention" in out and "by degree" in out
    assert "echo, roles of parts: wrong: layers.0.heads.0 is 'goes by place'" in out
    assert "have no role" not in out, "the example gives each part a role"
    half = {"machines": {"echo": {"parts": {FIRST: {"role": "finds"}},
                                  "edges": [["W_E", "W_U"]]}}}  # fmt: skip
    elsewhere.write_text(json.dumps(half), "utf-8")
    out = say("truth", "score", str(elsewhere))[1]
    assert "1 of these parts have no role in the entry; each lowers recall" in out
    assert re.search(r"by degree +1 +0\.\d ", out) and "\nTenths are means over all choices" in out
    assert max(map(len, out.splitlines())) <= 86, "a page has no more columns"
    code, out, err = say("truth", "score", str(folder / "none.json"))
    assert (code, out) == (BAD_INPUT, "") and "No such file" in err
