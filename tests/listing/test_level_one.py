"""Level one: what may be left out, and what the source's own text does."""

from pathlib import Path

import numpy as np

from taotp.listing import read
from taotp_core import LAYER_NORM, RMS_NORM, Norm
from tests.laws import every
from tests.listing.same import assert_same_bits

SMALL = '"tok_emb": [[1, 0, -1], [0, 1, -1]], "block_size": 4'


def one(more: str = "") -> str:
    return f"{{{SMALL}, {more}}}"


def test_the_text_of_the_source_says_hello(root: Path) -> None:
    text = (root / "taotp" / "examples" / "source_hello_world.taotp").read_text()
    listing = read(text)
    assert listing.level == 1 and listing.named
    assert listing.program.complete("") == "Hello World!"
    ours = ('"vocabulary"', '"start"', '"stop"')
    numbers = "\n".join(line for line in text.splitlines() if not line.strip().startswith(ours))
    listing = read(numbers)
    assert not listing.named
    assert listing.program.complete([0]) == [1, 8, 0, 0, 7, 2, 4, 7, 3, 0, 6, 5, 10]


def test_the_mended_mystery_finds_the_smallest(root: Path) -> None:
    program = read((root / "taotp" / "examples" / "mended_mystery.taotp").read_text()).program
    pairs = [[a, b] for a in range(20) for b in range(20)]
    assert [program.complete(pair, steps=1) for pair in pairs] == [[min(pair)] for pair in pairs]


def test_defaults() -> None:
    model = read(one().replace(",", ",\r\n")).program.model  # lines may end as in Windows
    assert model.layers == () and model.norm_final is LAYER_NORM and model.tied
    assert np.array_equal(model.W_pos, np.zeros((4, 3))) and model.norms == "before"


def test_python_and_json_constants_trailing_commas_and_comments() -> None:
    for none in ("null", "None"):
        assert read(one(f"'lnf': {none}, # nothing\n")).program.model.norm_final is None
    for false in ("false", "False"):
        norm = read(one(f'"lnf": {{"center": {false},}},')).program.model.norm_final
        assert norm is not None and not norm.centered


@every(
    "text, norm",
    [
        ("{}", LAYER_NORM),
        ('{"gamma": 1., "beta": 0.}', LAYER_NORM),
        ('{"center": false}', RMS_NORM),
        ('{"gamma": [1, 2, 3], "eps": 1e-3}', Norm(np.array([1.0, 2, 3]), None, 1e-3)),
        ('{"beta": {"zeros": [3]}}', Norm(None, np.zeros(3))),
    ],
)
def test_norms(text: str, norm: Norm) -> None:
    found = read(one(f'"lnf": {text}')).program.model.norm_final
    assert found is not None and (found.eps, found.centered) == (norm.eps, norm.centered)
    assert_same_bits((found.gamma, found.beta), (norm.gamma, norm.beta))


@every(
    "text, value",
    [("-0", "-0x0.0p+0"), ("1.", "0x1p0"), (".5", "0x1p-1"), ("+5e-324", "0x1p-1074"),
     ("1.7976931348623157e308", "0x1.fffffffffffffp+1023"), ("- 2", "-0x1p1"),
     ("0.1", "0x1.999999999999ap-4")])  # fmt: skip
def test_numbers_are_read_to_the_last_bit(text: str, value: str) -> None:
    for place, row in ((0, f"[{text}, 1, 2]"), (2, f"[1, 2, {text}]")):
        found = read(f'{{"tok_emb": [{row}], "block_size": 1}}').program.model.W_E
        assert float(found[0, place]).hex() == float.fromhex(value).hex()
