"""Who is awake in a page is who is awake in numpy, head by head."""

from dataclasses import replace

import numpy as np
import pytest

from taotp.figures import sleepers
from taotp.programs import before_last, choose, maximum, minimum, search, small, sort
from taotp_core import trace
from tests.applications.page import in_page
from tests.refused import refused

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
FIGURE = sleepers(ONE, PROMPTS, asked="add:")


def test_the_page_and_numpy_agree(node: str) -> None:
    texts = FIGURE.spec["prompts"]
    assert texts["least:"] == "least: 6 2 7"
    states = [{"text": texts[name]} for name in PROMPTS]
    *found, unnamed = in_page(node, __file__, FIGURE, *states, {"text": "4 5 + 7 8 ="})
    assert not any(sleeper["awake"] for sleeper in unnamed["sleepers"]), "nobody is asked"
    for (name, prompt), page in zip(PROMPTS.items(), found, strict=True):
        assert str(page["says"]) == str(ONE.task(name).complete(prompt, steps=1)[0])
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


def test_weights_are_small_a_table_stands_without_them_and_what_cannot_be_shown() -> None:
    assert len(FIGURE.element()) < 80_000
    still = FIGURE.still()
    assert "adds both numbers</th><td>'7'</td>" in still, "who is awake looks at the numbers"
    assert still.count("the first token</td><td>100%") == 10
    alike = {"add:": small.add(1), "least:": minimum(4, 4)}
    sorts = choose({"sort:": sort(4, 8)})
    refused(
        (lambda: sleepers(ONE, {"back:": "ab"}), "there is no prompt for 'add:'"),
        (lambda: sleepers(choose(alike), {}), "two symbols look alike when typed"),
        (lambda: sleepers(sorts, {"sort:": [1]}), "'sort:' puts sentinels around a prompt"),
    )
