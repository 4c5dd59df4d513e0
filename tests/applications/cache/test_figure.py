"""What a cache spares: the page multiplies what the engine multiplies."""

import numpy as np

from taotp.applications.cache.figure import SMALL, Sizes, sizes_of, with_sizes
from taotp.costs.multiplications import counted, multiplications
from taotp.figures import cache
from taotp_core.transformer import empty_cache, forward
from tests.applications.page import Json, in_page
from tests.laws import every
from tests.refused import refused

LONGEST = 40
FIGURE = cache(most=LONGEST)
MACHINES: dict[str, Sizes] = {
    "small": {"layers": 1, "heads": 1, "d_head": 3, "d_model": 5, "d_mlp": 0, "d_vocab": 7},
    "deep": {"layers": 3, "heads": 2, "d_head": 2, "d_model": 4, "d_mlp": 6, "d_vocab": 3},
    # Its queries are taken in pieces, each as wide as its last row may see.
    "many heads": {"layers": 2, "heads": 96, "d_head": 2, "d_model": 4, "d_mlp": 16, "d_vocab": 2},
}


@every("name", MACHINES)
def test_each_part_is_what_the_engine_multiplies(node: str, name: str) -> None:
    sizes = MACHINES[name]
    model = with_sizes(sizes, LONGEST)
    lengths = (1, 2, 7, 33, LONGEST)
    states = [{**sizes, "n": n, "typed": 1} for n in lengths]
    for n, answer in zip(lengths, in_page(node, __file__, FIGURE, *states), strict=True):
        last: Json = {"keep": 1}
        cached = {"cached": n - 1} if n > 1 else last
        for found, how in ((answer["without"], last), (answer["kept"], cached)):
            formula = multiplications(model, n, **how)
            assert {part: formula[part] for part in found} == found
            engine = counted(model, np.zeros(n, int), **how)
            assert sum(product.multiplications for product in engine) == sum(found.values())


def test_what_was_typed_is_read_at_once_and_the_rest_adds_up(node: str) -> None:
    typed, n = 4, 9
    (answer,) = in_page(node, __file__, FIGURE, {"typed": typed, "n": n})
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


def test_what_it_says_is_so(node: str) -> None:
    at_first, later, nine = in_page(node, __file__, FIGURE, {"n": 6}, {"n": 10}, {"n": 9})
    first, kept = (sum(each["kept"].values()) for each in (at_first, later))
    assert at_first["whole"]["text"].startswith(f"6 tokens typed: {first:,} multiplications")
    ratio = sum(later["without"].values()) / kept
    assert f"Token 10 takes {kept:,} multiplications" in later["whole"]["text"]
    assert f"{ratio:.2g} times as many" in later["whole"]["text"]
    filled = empty_cache(model := with_sizes(SMALL, LONGEST))
    forward(model, np.zeros(9, int), cache=filled)
    held = sum(k[..., :9, :].size + v[..., :9, :].size for _, (_, k, v) in filled.layers.values())
    assert f"The cache keeps {held:,} numbers." in nine["now"]["text"]


def test_a_table_stands_for_it_and_what_cannot_be_is_refused() -> None:
    model = with_sizes(SMALL, 16)
    ways: list[Json] = [{"keep": 1}, {"cached": 15}]
    numbers = [sum(multiplications(model, 16, **how).values()) for how in ways]
    cells = "</td><td>".join(f"{number:,}" for number in numbers)
    assert f'<th scope="row">token 16</th><td>{cells}</td>' in cache().still()
    refused(
        (lambda: cache(n=5), "^typed, n and most are 6, 5 and 16; each must be"),
        (lambda: cache({**SMALL, "heads": 0}), "^heads is 0; it must be at least 1$"),
        (lambda: cache({"layers": 2}), "^the sizes are layers; they must be layers, heads"),
        (lambda: sizes_of("llama-3.1-8b"), "^llama-3.1-8b shares keys or has gated MLPs"),
    )
