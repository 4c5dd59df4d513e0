"""The scorer: cases by hand, the nulls by counting, and sentences for what cannot be scored."""

import json
import math
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp.interp.benchmark import score
from taotp.interp.benchmark.score import average_precision, by_chance, checked, main
from tests.laws import every

TRUTH = {"one": {"a": True, "b": False, "c": True}, "two": {"a": False, "b": True}}
KINDS = {"one": "easy", "two": "hard"}
ABOUT = {
    "machines": {
        name: {"kind": KINDS[name], "parts": {part: {"matters": so} for part, so in parts.items()}}
        for name, parts in TRUTH.items()
    }
}
GOOD: dict[str, Any] = {"one": {"a": 0.9, "b": 0.6, "c": 0.2}, "two": {"a": 0.1, "b": 0.7}}


def test_equal_numbers_are_taken_at_once() -> None:
    """Two of three above: precision 2/3 for two thirds of the recall, then 3/5 for the rest."""
    x = np.array([1.0, 1.0, 1.0, 0.0, 0.0])
    matter = np.array([True, True, False, True, False])
    assert average_precision(x, matter) == pytest.approx(2 / 3 * 2 / 3 + 1 / 3 * 3 / 5)
    assert average_precision(x, np.zeros(5, bool)) is None


@every("named", range(6))
def test_chance_is_the_mean_over_all_ways_to_name_as_many(named: int) -> None:
    places = [(machine, part) for machine, parts in TRUTH.items() for part in parts]
    scores = []
    for some in combinations(places, named):
        claims = {
            machine: {part: float((machine, part) in some) for part in parts}
            for machine, parts in TRUTH.items()
        }
        scores.append(score.scored(claims, TRUTH))
    found = by_chance(TRUTH, named)
    assert found.right == pytest.approx(np.mean([one.right for one in scores]))
    assert found.recall == pytest.approx(np.mean([one.right / 3 for one in scores]))
    assert found.right_machines == pytest.approx(np.mean([one.right_machines for one in scores]))
    if named:
        assert found.precision == pytest.approx(np.mean([one.right / named for one in scores]))


@every("n, m", [(1, 1), (5, 3), (6, 1), (4, 4)])
def test_the_average_precision_of_chance_is_the_mean_over_all_orders(n: int, m: int) -> None:
    matter = np.arange(n) < m
    every = [average_precision(np.array(order, float), matter) for order in permutations(range(n))]
    mean = math.fsum(one for one in every if one is not None) / len(every)
    assert score.chance_average_precision(n, m) == pytest.approx(mean)
    assert score.chance_average_precision(n, 0) is None


def test_a_claim_at_the_limit_is_not_named() -> None:
    claims = {"one": {"a": 0.5, "b": 0.5, "c": 0.51}, "two": {"a": 0.0, "b": 0.5}}
    found = score.scored(checked(claims, TRUTH), TRUTH)
    assert (found.named, found.right, found.right_machines) == (1, 1, 0)


def test_what_is_not_said_is_not_named_and_comes_last() -> None:
    claims = checked({"one": {"a": True, "b": None, "c": -2}, "two": None}, TRUTH)
    found = score.scored(claims, TRUTH)
    assert (found.named, found.right, found.recall) == (1, 1, 1 / 3)
    assert found.average_precision == pytest.approx((1 + 1 + 3 / 5) / 3)
    assert score.where_asked(claims, TRUTH) == {"one": {"a": True, "c": True}}


def run(tmp_path: Path, claims: Any, *options: str) -> int:
    """Score claims, as text or as data, against a truth of two machines."""
    path, truth = tmp_path / "claims.json", tmp_path / "truth.json"
    if isinstance(claims, bytes):
        path.write_bytes(claims)
    else:
        path.write_text(claims if isinstance(claims, str) else json.dumps(claims))
    truth.write_text(json.dumps(ABOUT))
    return main([str(path), "--truth", str(truth), *options])


def test_a_table_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By hand: one.a, two.b, one.b, which is wrong, one.c, two.a; three are above a half."""
    assert run(tmp_path, GOOD, "--machines") == 0
    assert capsys.readouterr().out.splitlines() == [
        "all parts: 2 machines, 5 parts, 3 of which matter",
        "           named  precision  recall  average precision  machines right",
        "the tool       3      0.667   0.667              0.917               1",
        "all            5      0.600   1.000              0.600               0",
        "none           0          -   0.000              0.600               0",
        "chance         3      0.600   0.600              0.728             0.5",
        "",
        "one: misses c; names b",
        "two: right",
    ]


def test_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where it was asked stands apart, kinds have a line each, and JSON holds the same."""
    assert run(tmp_path, {**GOOD, "two": None}, "--machines", "--above", "0.1") == 0
    out = capsys.readouterr().out
    assert "where it was asked: 1 machines, 3 parts, 2 of which matter" in out
    assert out.endswith("one: names b\ntwo: not asked\n")
    assert run(tmp_path, GOOD, "--kinds") == 0
    assert capsys.readouterr().out.splitlines()[-4:-1] == [
        " named  right  parts  matter  precision  recall",
        "     2      1      3       2      0.500   0.500  easy",
        "     1      1      2       1      1.000   1.000  hard",
    ]
    assert run(tmp_path, GOOD, "--json") == 0
    found = json.loads(capsys.readouterr().out)["all parts"]
    assert list(found) == ["the tool", "all", "none", "chance"]
    assert found["the tool"]["precision"] == 2 / 3 and found["none"]["precision"] is None
    for above, named in (([], 2), (["--above", "0"], 5)):  # an entry brings its own limit
        claims = {"tool": "mine", "above": 0.65, "claims": GOOD}
        assert run(tmp_path, claims, "--json", *above) == 0
        assert json.loads(capsys.readouterr().out)["all parts"]["the tool"]["named"] == named


BAD: list[tuple[Any, str]] = [
    ("{", "claims.json is not JSON: line 1, column 2"),
    (b"\xff\xfe\xfa", "is not JSON: it is not UTF-8 text"),
    ("[" * 100_000, "is nested too deep"),
    ("1" * 5000, "Exceeds the limit"),
    ([], "the claims are a list; they must be an object, a machine a name"),
    ({"above": "high", "claims": GOOD}, "the claim on the limit, above, is the text 'high'"),
    ({"one": GOOD["one"]}, "nothing is said of the machine 'two'; give null where"),
    ({**GOOD, "three": {}}, "no machine is called 'three'; there are 'one', 'two'"),
    ({**GOOD, "two": {"a": 1}}, "'two': nothing is said of the part 'b'; give null"),
    ({**GOOD, "two": {"a": 1, "b": 2, "c": 0}}, "'two': no part is called 'c'; there are 'a', 'b'"),
    ({**GOOD, "two": [1, 0]}, "the claims of 'two' are a list; they must be an object or null"),
    ({**GOOD, "two": {"a": 1, "b": "yes"}}, "the claim on b of 'two' is the text 'yes'"),
    ({**GOOD, "two": {"a": 1, "b": math.nan}}, "b of 'two' is nan; it must be a finite"),
    (f'{{"one": null, "two": {{"a": 1{"0" * 400}, "b": 0}}}}', "a of 'two' is inf"),
    ('{"one": null, "one": null, "two": null}', "'one' stands twice in one object"),
]  # fmt: skip


@every("claims, words", BAD)
def test_what_cannot_be_scored_gets_a_sentence(
    claims: Any, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, claims) == 2
    out, err = capsys.readouterr()
    assert out == "" and words in err and err.count("\n") == 1


def test_files_and_limits_that_are_wrong_get_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, GOOD, "--above", "nan") == 2
    assert "--above is nan; it must be a finite number" in capsys.readouterr().err
    claims = tmp_path / "claims.json"
    assert main([str(claims), "--truth", str(claims)]) == 2
    assert "the truth is not a truth.json of such a folder" in capsys.readouterr().err
