"""What a cache spares: the page multiplies what the engine multiplies."""

import gzip
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp.applications.cache.figure import SMALL, Sizes, sizes_of, with_sizes
from taotp.costs.multiplications import counted, multiplications
from taotp.figures import cache
from taotp.page.bundle import part_script
from taotp_core.transformer import empty_cache, forward
from tests.in_node import in_node
from tests.laws import every

SCRIPT = Path(__file__).with_name("figure.mjs")
LONGEST = 40
Json = dict[str, Any]
MACHINES: dict[str, Sizes] = {
    "small": {"layers": 1, "heads": 1, "d_head": 3, "d_model": 5, "d_mlp": 0, "d_vocab": 7},
    "deep": {"layers": 3, "heads": 2, "d_head": 2, "d_model": 4, "d_mlp": 6, "d_vocab": 3},
    # Its queries are taken in pieces, each as wide as its last row may see.
    "many heads": {"layers": 2, "heads": 96, "d_head": 2, "d_model": 4, "d_mlp": 16, "d_vocab": 2},
}


def in_page(node: str, *states: Json) -> list[Json]:
    """What the page multiplies in each of some states."""
    spec = cache(most=LONGEST).spec
    answers: list[Json] = in_node(node, SCRIPT, {"spec": spec, "states": states})
    return answers


@every("name", MACHINES)
def test_each_part_is_what_the_engine_multiplies(node: str, name: str) -> None:
    sizes = MACHINES[name]
    model = with_sizes(sizes, LONGEST)
    lengths = (1, 2, 7, 33, LONGEST)
    states = [{**sizes, "n": n, "typed": 1} for n in lengths]
    for n, answer in zip(lengths, in_page(node, *states), strict=True):
        last: Json = {"keep": 1}
        cached = {"cached": n - 1} if n > 1 else last
        for found, how in ((answer["without"], last), (answer["kept"], cached)):
            formula = multiplications(model, n, **how)
            assert {part: formula[part] for part in found} == found
            engine = counted(model, np.zeros(n, int), **how)
            assert sum(product.multiplications for product in engine) == sum(found.values())


def test_what_was_typed_is_read_at_once_and_the_rest_adds_up(node: str) -> None:
    typed, n = 4, 9
    (answer,) = in_page(node, {"typed": typed, "n": n})
    model = with_sizes(SMALL, LONGEST)
    again = [sum(multiplications(model, i, keep=1).values()) for i in range(typed, LONGEST + 1)]
    kept = [sum(multiplications(model, i, cached=i - 1).values())
            for i in range(typed + 1, LONGEST + 1)]  # fmt: skip
    assert answer["curves"] == {"without": again, "kept": [again[0], *kept]}
    so_far = n - typed + 1
    assert answer["totals"] == {
        "without": sum(again[:so_far]),
        "kept": again[0] + sum(kept[: so_far - 1]),
    }


def test_the_cache_keeps_as_many_numbers_as_it_says(node: str) -> None:
    (answer,) = in_page(node, {"n": 9})
    model, held = with_sizes(SMALL, LONGEST), 0
    filled = empty_cache(model)
    forward(model, np.zeros(9, int), cache=filled)
    for _, (_, k, v) in filled.layers.values():
        held += k[..., :9, :].size + v[..., :9, :].size
    assert f"The cache keeps {held:,} numbers." in answer["now"]["text"]


def test_what_it_says_is_so(node: str) -> None:
    at_first, later = in_page(node, {"n": 6}, {"n": 10})
    first, kept = (sum(each["kept"].values()) for each in (at_first, later))
    assert at_first["whole"]["text"].startswith(f"6 tokens typed: {first:,} multiplications")
    ratio = sum(later["without"].values()) / kept
    assert f"Token 10 takes {kept:,} multiplications" in later["whole"]["text"]
    assert f"{ratio:.2g} times as many" in later["whole"]["text"]


def test_the_script_is_small_and_a_table_stands_for_it() -> None:
    assert len(gzip.compress(part_script("cache").encode())) < 6_000
    model = with_sizes(SMALL, 16)
    ways: list[Json] = [{"keep": 1}, {"cached": 15}]
    numbers = [sum(multiplications(model, 16, **how).values()) for how in ways]
    cells = "</td><td>".join(f"{number:,}" for number in numbers)
    assert f'<th scope="row">token 16</th><td>{cells}</td>' in cache().still()


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="^typed, n and most are 6, 5 and 16; each must be"):
        cache(n=5)
    with pytest.raises(ValueError, match="^heads is 0; it must be at least 1$"):
        cache({**SMALL, "heads": 0})
    with pytest.raises(ValueError, match="^the sizes are layers; they must be layers, heads"):
        cache({"layers": 2})
    with pytest.raises(ValueError, match="^llama-3.1-8b shares keys or has gated MLPs"):
        sizes_of("llama-3.1-8b")
