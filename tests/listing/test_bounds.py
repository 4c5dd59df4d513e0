"""Texts of a few letters that ask for too much are refused at once, by both readers alike."""

import pytest

from taotp.listing import ListingError, read
from taotp.listing.language import LIMITS
from tests.listing.test_javascript import in_page

SIDE, LAYERS, HEADS, STREAM = (LIMITS[name] for name in ("side", "layers", "heads", "stream"))
HEADER = 'characters "ab"\ncontext 4\nstream token 2\n'
BEGIN = '{"tok_emb": [[1, 2], [3, 4]], "block_size": 2'


def layers(n: int) -> str:
    """So many layers that do nothing."""
    return f'{BEGIN}, "layers": [{", ".join(["{}"] * n)}]}}'


def heads(*many: int) -> str:
    """Layers of so many heads each, which are zeros."""
    one = '{"zeros": [2, 1]}'
    each = [
        "{" + ", ".join(f'"{key}": [{", ".join([one] * n)}]' for key in "QKVP") + "}" for n in many
    ]
    return f'{BEGIN}, "layers": [{", ".join(each)}]}}'


def units(n: int) -> str:
    """A layer of so many hidden units."""
    return f'{BEGIN}, "layers": [{{"M1": {{"zeros": [2, {n}]}}, "M2": {{"zeros": [{n}, 2]}}}}]}}'


def table(rows: int, columns: int) -> str:
    """A machine of one table of zeros."""
    return f'{{"tok_emb": {{"zeros": [{rows}, {columns}]}}, "block_size": 2}}'


AT_MOST = f"it may be at most {SIDE}"
REFUSED = {
    "rows without columns": (table(SIDE + 1, 0), f"d_vocab is {SIDE + 1} in tok_emb; {AT_MOST}"),
    "columns": (table(1, SIDE + 1), f"d_model is {SIDE + 1} in tok_emb; {AT_MOST}"),
    "units": (units(SIDE + 1), f"d_mlp is {SIDE + 1} in M1 of layer 0; it may be at most {SIDE}"),
    "layers": (layers(LAYERS + 1), f"layers has {LAYERS + 1} layers; it may have at most {LAYERS}"),
    "heads of several layers": (
        heads(HEADS - 1, 1, 1),
        f"here the listing exceeds {HEADS} heads, the most it may have",
    ),
    "layers of an encoder": (
        f'{BEGIN}, "encoder": {layers(LAYERS + 1)}}}',
        f"layers of encoder has {LAYERS + 1} layers; it may have at most {LAYERS}",
    ),
    "layers in sentences": (
        HEADER + "layer\n" * (LAYERS + 1),
        f"here the listing exceeds {LAYERS} layers, the most it may have",
    ),
    "stream in sentences": (
        f"symbols a\ncontext 1\nstream wide {STREAM - 1}, more 2",
        f"here the stream exceeds {STREAM} numbers, the most it may hold",
    ),
    "heads in sentences": (
        HEADER + "layer\n" + "attend everywhere, read token, write token\n" * (HEADS + 1),
        f"here the listing exceeds {HEADS} heads, the most it may have",
    ),
}
TAKEN = {
    "layers": layers(LAYERS),
    "heads": heads(HEADS - 1, 1),
    "units": units(SIDE),
    "rows": table(SIDE, 1),
    "stream": f"symbols a\ncontext 1\nstream wide {STREAM}",
    "sentences": HEADER
    + "layer\n" * LAYERS
    + "attend everywhere, read token, write token\n" * HEADS,
}


def test_too_much_is_refused_and_the_page_refuses_the_same(node: str) -> None:
    answers = in_page(node, [(name, text) for name, (text, _) in REFUSED.items()])
    for (name, (text, sentence)), answer in zip(REFUSED.items(), answers, strict=True):
        with pytest.raises(ListingError) as caught:
            read(text, name)
        assert caught.value.faults[0].message == sentence
        assert answer.get("shown") == str(caught.value), name


def test_as_much_as_may_be_is_read(node: str) -> None:
    for text in TAKEN.values():
        read(text)
    answers = in_page(node, list(TAKEN.items()))
    assert [answer.get("shown") for answer in answers] == [None] * len(TAKEN)
