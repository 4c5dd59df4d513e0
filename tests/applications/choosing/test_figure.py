"""Who is awake in a page is who is awake in numpy, head by head."""

import gzip
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from taotp.figures import sleepers
from taotp.page.bundle import part_script
from taotp.programs import before_last, choose, maximum, minimum, search, small, sort
from taotp_core import trace
from tests.in_node import in_node

SCRIPT = Path(__file__).with_name("figure.mjs")
DIGITS = "0123456789"
ONE = choose(
    {
        "back:": before_last("abcd", 12),
        "add:": small.add(2),
        "least:": replace(minimum(10, 12), vocabulary=DIGITS),
        "most:": replace(maximum(10, 12), vocabulary=DIGITS),
        "search:": search("abcd", 12, 2),
        "times:": small.multiply(1),
    }
)
PROMPTS: dict[str, list[str]] = {
    "back:": [*"abca"], "add:": [*"45+78="], "least:": [*"627"], "most:": [*"627"],
    "search:": [*"abcab"], "times:": [*"7*8="],
}  # fmt: skip
SAYS = {"back:": "c", "add:": "1", "least:": "2", "most:": "7", "search:": "c", "times:": "5"}
FIGURE = sleepers(ONE, PROMPTS, asked="add:")


def test_the_page_and_numpy_agree(node: str) -> None:
    texts = FIGURE.spec["prompts"]
    assert texts["least:"] == "least: 6 2 7"
    states = [{"text": texts[name]} for name in PROMPTS]
    found = in_node(node, SCRIPT, {"spec": FIGURE.spec, "states": states})
    for (name, prompt), page in zip(PROMPTS.items(), found, strict=True):
        assert str(page["says"]) == str(SAYS[name])
        assert str(ONE.task(name).complete(prompt, steps=1)[0]) == str(SAYS[name])
        seen = trace(ONE.model, np.array(ONE.encode([name, *prompt])))
        for sleeper in page["sleepers"]:
            assert sleeper["awake"] == (sleeper["name"] == name)
            for head in sleeper["heads"]:
                names = [each.name for each in ONE.model.layers[head["layer"]].heads]
                of_numpy = names.index(f"{sleeper['name']} {head['name']}")
                expected = seen.patterns[head["layer"]][of_numpy, -1]
                if names.count(names[of_numpy]) == 1:
                    assert head["looks"] == pytest.approx(expected, abs=1e-9)
                assert (head["first"] == 1) == (not sleeper["awake"])
        heads = sum(len(sleeper["heads"]) for sleeper in page["sleepers"])
        assert heads == sum(len(layer.heads) for layer in ONE.model.layers[1:])


def test_nobody_is_asked_where_no_name_comes_first(node: str) -> None:
    (found,) = in_node(node, SCRIPT, {"spec": FIGURE.spec, "states": [{"text": "4 5 + 7 8 ="}]})
    assert not any(sleeper["awake"] for sleeper in found["sleepers"])


def test_part_and_weights_are_small_and_a_table_stands_without_them() -> None:
    assert len(gzip.compress(part_script("choosing").encode())) < 4_000
    assert len(FIGURE.element()) < 80_000
    assert "adds both numbers</th><td>" in FIGURE.still()
    assert FIGURE.still().count("the first token</td><td>100%") == 10


def test_what_cannot_be_shown() -> None:
    with pytest.raises(ValueError, match="there is no prompt for 'add:'"):
        sleepers(ONE, {"back:": "ab"})
    with pytest.raises(ValueError, match="two symbols look alike when typed"):
        sleepers(choose({"add:": small.add(1), "least:": minimum(4, 4)}), {})
    with pytest.raises(ValueError, match="'sort:' puts sentinels around a prompt"):
        sleepers(choose({"sort:": sort(4, 8)}), {"sort:": [1]})
