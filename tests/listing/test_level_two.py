"""Level two: sentences make the arrays that the library makes."""

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from taotp import programs
from taotp.listing import Listing, ListingError, read
from taotp.listing.language import AXES, LANGUAGE
from taotp.programs import Program, maximum, minimum
from taotp_core import LAYER_NORM, MLP, RMS_NORM, Head, Layer, Norm, Transformer
from taotp_core.arrays import ACTIVATIONS, declared_axes
from taotp_core.encodings import circle, number, padding, turn
from taotp_core.gadgets import attend_back, clear, copy
from taotp_core.transformer import feed_forward
from tests.laws import every
from tests.listing.same import assert_same_arrays

SHIPPED: dict[str, Callable[[], Program]] = {
    "hello_world": programs.hello_world,
    "minimum": lambda: minimum(10, 20),
    "search": lambda: programs.search(10, 64, 3),
    "add_digit": programs.add_digits_mod10,
    "add_two_digits": lambda: programs.add(2),
}
HEAD = "symbols a b c\ncontext 8\nstream token 3, past 2 x 3, one, pos 3\nplace pos as circle\n"


def model(lines: str, head: str = HEAD) -> Transformer:
    return read(f"{head}{lines}\n").program.model


def layer(lines: str, norms: str = "") -> Layer:
    return model(f"{norms}layer\n{lines}").layers[0]


@every("name", SHIPPED)
def test_an_example_is_the_program_of_the_library_in_a_dozen_lines(name: str, root: Path) -> None:
    text = (root / "taotp" / "examples" / f"{name}.taotp").read_text()
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert len(lines) <= 17 and max(map(len, text.splitlines())) <= 100
    listing, program = read(text, f"{name}.taotp"), SHIPPED[name]()
    # The constants of search stand in its text as decimals; a processor with another cosine
    # computes them with other last digits.
    assert_same_arrays(listing.program.model, program.model, rel=1e-13 * (name == "search"))
    for part in ("vocabulary", "start", "stop", "after"):
        assert getattr(listing.program, part) == getattr(program, part), part
    assert listing.level == 2 and listing.named


def test_other_sizes_of_the_library_are_a_few_numbers_away(root: Path) -> None:
    text = (root / "taotp" / "examples" / "minimum.taotp").read_text()
    west = text.replace("key east(token)", "key -east(token)").replace("smallest", "largest")
    assert_same_arrays(read(west).program.model, maximum(10, 20).model)


def test_places_have_parts_and_the_parts_have_numbers() -> None:
    listing = read(HEAD)
    assert [(s.name, s.start, len(s)) for s in listing.subspaces] == [
        ("token", 0, 3), ("past.1", 3, 3), ("past.2", 6, 3), ("one", 9, 1), ("pos", 10, 3),
    ]  # fmt: skip
    mlp = layer("unit read past.2.3 and pos.1, write one and token.1").mlp
    assert mlp is not None and np.argwhere(mlp.W_in).tolist() == [[8, 0], [10, 1]]


def test_rows_add_up() -> None:
    found = model(
        "embed token as circle 9, from 2, times 3\nembed token of a c as row [i, 2 * i, -1]\n"
        "place token as symbols c c b b a a a b, times 1/2\nplace one as row [i % 2]"
    )
    rows = 3 * circle(9)[2:5] + [[0, 0, -1], [0, 0, 0], [2, 4, -1]]
    assert np.array_equal(found.W_E[:, :3], rows)
    assert np.array_equal(found.W_pos[:, :3], rows[[2, 2, 1, 1, 0, 0, 0, 1]] / 2)
    assert np.array_equal(found.W_pos[:, 9], np.arange(8) % 2)
    assert np.array_equal(found.W_pos[:, 10:], circle(8))
    W_E = model("embed past as padding\nembed token and one as number -i / 2").W_E
    assert np.array_equal(W_E[:, 3:9], [padding(6)] * 3)
    assert np.array_equal(W_E[:, [0, 1, 2, 9]], number(np.array([-0.0, -0.5, -1.0])))
    W_E = model("embed past as circle 7, at 1 3").W_E
    assert np.array_equal(W_E[:, 3:9], circle(7, (1, 3))[:3])


def test_gadgets_are_the_library_s() -> None:
    where = {place.name: place for place in read(HEAD).subspaces}
    pos, token, first = where["pos"], where["token"], where["past.1"]
    found = layer(
        "attend 2 back, by pos, read token, write past.1, hard 3, gain 5, loud 7\n"
        "copy token to past.1\nclear past.1"
    ).heads
    back = attend_back(2, pos, token, first, n=8, hard=3, loud=5)
    expected = [back, copy(pos, token, first, n=8), clear(pos, first, n=8)]
    for head, other in zip(found, expected, strict=True):
        assert head.name == other.name
        for name in ("W_Q", "W_K", "W_V"):
            assert np.array_equal(getattr(head, name), getattr(other, name)), name
    assert np.array_equal(found[0].W_O, 7 * back.W_O)
    assert np.array_equal(found[2].W_O, expected[2].W_O)


def test_a_head_may_be_any_four_matrices() -> None:
    (head,) = layer(
        "attend query 2 token.1 - one and 0 one, key pos.1 / 4 and (one + one) * 3,\n"
        "  read -token turned 1 of 5, write token, hard 10"
    ).heads
    assert head.W_Q[:, 0].tolist() == [20, *[0] * 8, -10, 0, 0, 0] and not head.W_Q[:, 1].any()
    assert (head.W_K[10, 0], head.W_K[9, 1]) == (0.25, 6) and np.count_nonzero(head.W_K) == 2
    assert np.array_equal(head.W_V[:3], -turn(1, 5)) and np.array_equal(head.W_O, np.eye(3, 13))


def test_units_tables_and_bias_stand_side_by_side() -> None:
    alone = (
        "unit read 2 one - 3 and one, write 4 token.1 and token.2\n",
        "table read one, write token.3, loud 10\ngiven one = 5, say 7\ngiven one = 8, say 9\n",
        "bias token.1 - 2 token.2",
    )
    whole, *parts = (layer(text, "norms none\n").mlp for text in ("".join(alone), *alone))
    x = np.zeros((9, 13))
    x[:, 9] = range(9)
    said = np.sum([feed_forward(x, part) for part in parts if part], axis=0)
    assert whole and feed_forward(x, whole) == pytest.approx(said)
    assert np.round(said[[0, 5, 8], :3], 9).tolist() == [[1, -2, 0], [29, 3, 70], [53, 6, 90]]


def test_norms() -> None:
    assert model("").norm_final is LAYER_NORM
    assert_same_arrays(model("norms rms").norm_final, RMS_NORM)
    plain = model("norms none\nlayer\nnorm attention rms\nlayer")
    assert plain.norm_final is None and plain.layers[1].norm_attn is None
    attn = plain.layers[0].norm_attn
    assert attn is not None and not attn.centered
    after = model("norms rms, after, eps 1e-5\nlayer")
    assert after.norms == "after" and after.norm_final is None
    assert after.layers[0].norm_mlp is not None and after.layers[0].norm_mlp.eps == 1e-5
    ones = ", ".join("1" * 13)
    final = model(f"norm final layer, gamma [{ones}], eps 0").norm_final
    assert final is not None and final.gamma is not None and final.eps == 0 and final.beta is None


@every(
    "text, value",
    [
        ("1 + 2 * 3", 7), ("-2 ** 2", -4), ("2 ** -1", 0.5), ("2 ** 3 ** 2", 512), ("7 // 2", 3),
        ("-7 // 2", -4), ("-7 % 3", 2), ("7 % -3", -2), ("(1 + 2) * 3", 9), ("1e-3", 0.001),
        ("sqrt(2)", math.sqrt(2)), ("cos(pi)", -1), ("exp(1)", math.e), ("log(2)", math.log(2)),
        ("abs(-3)", 3), ("--3", 3), ("10 // 10 ** 1 % 10", 1), ("1 - 2 - 3", -4), ("8 / 2 / 2", 2),
        ("sin(2) ** 2 + cos(2) ** 2", math.sin(2) ** 2 + math.cos(2) ** 2),
    ])  # fmt: skip
def test_arithmetic_is_python_s(text: str, value: float) -> None:
    assert model(f"let x = {text}\nembed one as row [x]").W_E[0, 9] == value


def test_symbols() -> None:
    def symbols(line: str) -> tuple[object, ...]:
        listing: Listing = read(f"{line}\ncontext 1\nstream one")
        return tuple(listing.program.vocabulary)

    assert symbols('symbols a "two words" 0 to 3 -1 x to z') == (
        "a", "two words", 0, 1, 2, 3, -1, "x", "y", "z",
    )  # fmt: skip
    assert symbols('symbols a, b,\n c "#" # and no more') == ("a", "b", "c", "#")
    assert symbols('characters "ab\\n\\u00e9"') == ("a", "b", "\n", "\u00e9")
    assert symbols('symbols "0" to "3"') == ("0", "1", "2", "3")


def test_a_position_is_looked_for_on_one_circle() -> None:
    text = "layer\nattend to 7, asked one, read token, write token"
    assert model(text).layers[0].heads[0].name == "looks at position 7"
    two = HEAD.replace("pos 3", "pos 6").replace("as circle", "as circle 9, at 1 2")
    with pytest.raises(ListingError, match="needs one circle, with a point for the position"):
        model(text, two)


@every(
    "line",
    [
        "attend to 1, asked one, read token, write token, hard 1.7e308",
        "attend query 10 one, key one, read one, write one, hard 1e308",
        "attend query token turned 1e308 of 3, key token, read one, write one",
        "attend 1 back, read 10 one, write one, gain 1e308",
        "attend 1e308 back, read one, write one",
        "attend everywhere, read one, write 10 one, loud 1e308",
        "bias 1e308 one\nbias 1e308 one",
        "table read one, write one, loud 1e308\ngiven one = 1, say 1e308",
        "unit read one + 1e308 + 1e308, write one",
    ],
)
def test_weights_that_are_too_large_are_refused(line: str) -> None:
    with pytest.raises(ListingError):
        layer(line)


def test_the_words_of_the_language_are_those_of_the_library() -> None:
    assert LANGUAGE["acts"] == list(ACTIVATIONS)
    ours = LANGUAGE["libraryNames"]
    for kind in (Head, MLP, Norm):
        for name, axes in declared_axes(kind).items():
            key = ours.get(name, name)
            assert AXES[key] == (axes[::-1] if key == "P" else axes), name
