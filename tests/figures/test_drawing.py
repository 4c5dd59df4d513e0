"""The drawing of a machine: right for any model, lit where it is asked, the same each time."""

from collections import Counter
from functools import partial
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp import programs
from taotp.figures import Picture, machine
from taotp.figures.drawing import LISTED, listed
from taotp.programs import Program, small
from taotp_core import Transformer, random_transformer
from taotp_core.measure import parameters
from taotp_core.weights import named_arrays
from tests.examples import EVERY_TIME_THE_SAME, full_transformer, models
from tests.laws import every

WORDS: dict[str, Any] = {"title": "A machine", "alt": "Two heads read, and one MLP adds."}
MACHINES: dict[str, Program | Transformer] = {
    "no layers": programs.hello_world("Hello World!"),
    "two layers": programs.search("ab ", 16, 3),
    "an MLP": programs.add(2),
    "fourteen layers": small.sort(1000),
    "an encoder": full_transformer(),
    "norms after": full_transformer(where="after"),
    "no norm, no heads": random_transformer(0, norm=None, heads=[]),
    "many heads": random_transformer(0, heads=[(2, 2)] * 22, d_mlp=0, tied=False),
    "deep": random_transformer(0, heads=[(2, 2)] * 12, n_layers=12, n_ctx=10_000),
    "words": Program(random_transformer(0, d_vocab=3), ["a very long word indeed", " ", "\u202e"]),
}


def model_of(machine: Program | Transformer) -> Transformer:
    return machine if isinstance(machine, Transformer) else machine.model


def groups(picture: Picture) -> list[ElementTree.Element]:
    """What is drawn of parts."""
    return [
        node for node in ElementTree.fromstring(picture.svg).iter() if "data-part" in node.attrib
    ]


def drawn(picture: Picture) -> Counter[str]:
    """How often each path is drawn."""
    return Counter(path for group in groups(picture) for path in group.attrib["data-part"].split())


def lit(picture: Picture) -> set[str]:
    """What is lit."""
    return {
        group.attrib["data-part"]
        for group in groups(picture)
        if group.attrib["data-state"] == "lit"
    }


def texts(picture: Picture) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(picture.svg).iter()
            if node.tag.endswith("text")]  # fmt: skip


def is_read(model: Transformer, path: str) -> bool:
    """Whether a forward pass reads an array: not the norm of what is not there."""
    if path.startswith("encoder."):
        assert model.encoder
        return path != "encoder.W_U" and is_read(model.encoder, path.removeprefix("encoder."))
    if not path.startswith("layers.") or ".norm_" not in path:
        return True
    _, number, norm, _ = path.split(".")
    layer = model.layers[int(number)]
    of = {"norm_attn": layer.heads, "norm_mlp": layer.mlp, "norm_cross": layer.cross}[norm]
    return bool(of) or (model.norms == "after" and norm != "norm_cross")


def check_complete(of: Program | Transformer) -> None:
    """Every number of a model belongs to one part, and every part is drawn once."""
    model = model_of(of)
    paths = drawn(machine(of, **WORDS))
    if model.tied:
        paths["W_E"] -= 1  # once more at the end, where it is read the other way
    assert set(paths.values()) == {1}
    for array in filter(partial(is_read, model), named_arrays(model)):
        assert sum(array == path or array.startswith(f"{path}.") for path in paths) == 1, array
    for i, layer in enumerate(model.layers):
        for h in range(len(layer.heads)):
            assert f"layers.{i}.heads.{h}" in paths


@every("name", MACHINES)
def test_every_part_is_drawn_once(name: str) -> None:
    check_complete(MACHINES[name])


@EVERY_TIME_THE_SAME
@given(models())
def test_every_part_of_any_model_is_drawn_once(model: Transformer) -> None:
    check_complete(model)


@every("name", MACHINES)
def test_a_drawing_fits_a_page_in_light_and_dark(name: str) -> None:
    picture = machine(MACHINES[name], **WORDS)
    root = ElementTree.fromstring(picture.svg)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert width <= 720
    assert height <= 440
    for node in root.iter():
        for side, most in (("x", width), ("y", height)):
            size = {"x": "width", "y": "height"}[side]
            if side in node.attrib:
                assert float(node.attrib[side]) >= 0
                end = float(node.attrib[side]) + float(node.attrib.get(size, 0))
                assert end <= most, ElementTree.tostring(node)
    for unwanted in ("style", "#000", "#fff", "black", "white", "font-family", " id="):
        assert unwanted not in picture.svg
    sizes = {float(node.attrib["font-size"]) for node in root.iter() if "font-size" in node.attrib}
    assert sizes == {12, 13}


@every("name", MACHINES)
def test_a_drawing_is_the_same_each_time(name: str) -> None:
    assert machine(MACHINES[name], **WORDS) == machine(MACHINES[name], **WORDS)


def test_what_is_lit_stands_out_and_all_else_is_quiet() -> None:
    picture = machine(MACHINES["two layers"], ("layers.0.heads.1",), **WORDS)
    assert lit(picture) == {"layers.0.heads.1"}
    assert {group.attrib["data-state"] for group in groups(picture)} == {"lit", "quiet"}
    plain = machine(MACHINES["two layers"], **WORDS)
    assert {group.attrib["data-state"] for group in groups(plain)} == {"plain"}


@every(
    "wanted, parts",
    [
        ("W_E", {"W_E"}),
        ("W_pos", {"W_pos"}),
        ("layers.0.heads", {f"layers.0.heads.{h}" for h in range(3)}),
        ("layers.0.heads.2.W_V", {"layers.0.heads.2"}),
        ("layers.1", {"layers.1.heads.0", "layers.1.norm_attn"}),
        ("norm_final", {"norm_final"}),
    ],
)
def test_a_path_lights_what_it_leads_to(wanted: str, parts: set[str]) -> None:
    assert lit(machine(MACHINES["two layers"], (wanted,), **WORDS)) == parts


@given(st.data())
@EVERY_TIME_THE_SAME
def test_every_array_of_any_model_can_be_lit(data: st.DataObject) -> None:
    model = data.draw(models())
    arrays = sorted(filter(partial(is_read, model), named_arrays(model)))
    array = data.draw(st.sampled_from(arrays))
    shown = lit(machine(model, (array,), **WORDS))
    assert len(shown) == 1
    assert any(f"{array}.".startswith(f"{path}.") for path in shown.pop().split())


@every(
    "name, path",
    [("many heads", "layers.1.heads.21"), ("fourteen layers", "layers.7.heads.0"),
     ("deep", "layers.5.heads.11")])  # fmt: skip
def test_what_is_lit_is_drawn_by_itself(name: str, path: str) -> None:
    together = machine(MACHINES[name], **WORDS)
    assert [path] not in [group.attrib["data-part"].split() for group in groups(together)]
    assert path in lit(machine(MACHINES[name], (path,), **WORDS))


@every("path", ["layers.0.heads.3", "layers.2", "W_U", "layers.0.mlp", "W"])
def test_an_unknown_path_lists_what_there_is(path: str) -> None:
    with pytest.raises(ValueError, match=rf"lit names '{path}'; this machine has W_E, W_pos") as no:
        machine(MACHINES["two layers"], (path,), **WORDS)
    assert "layers.1.heads.0" in str(no.value)


def test_numbers_are_counted_as_measure_counts_them() -> None:
    program = programs.search("ab ", 16, 3)
    words = " ".join(texts(machine(program, **WORDS)))
    assert f"{parameters(program.model).nonzero:,} in all" in words
    for word in ("d_model 15", "embedding", "tied", "said", "\u2423"):
        assert word in words


def test_many_heads_and_layers_are_named_together() -> None:
    assert "16 more heads" in texts(machine(MACHINES["many heads"], **WORDS))
    shown = texts(machine(MACHINES["fourteen layers"], ("layers.7",), **WORDS))
    assert {"7 layers", "0 to 6", "6 layers", "8 to 13"} <= set(shown)


def test_words_of_a_program_are_seen_and_cut() -> None:
    shown = texts(machine(MACHINES["words"], **WORDS))
    assert "\u2026" in "".join(shown)
    assert "\u202e" not in "".join(shown)


def test_a_drawing_needs_words() -> None:
    with pytest.raises(ValueError, match="alt is ' '; it must be a sentence"):
        machine(programs.hello_world(), title="t", alt=" ")


def test_heads_are_called_by_their_names_in_two_lines_if_need_be() -> None:
    shown = texts(machine(programs.search("ab ", 16, 2), **WORDS))
    assert {"looks 1 back", "looks 2 back", "finds the same 2"} <= set(shown)
    assert {"takes away what", "was said"} <= set(texts(machine(small.add(2), **WORDS)))


@every("n", [1, LISTED, LISTED + 1, LISTED + 2])
def test_of_many_parts_the_middle_is_left_out(n: int) -> None:
    parts = [f"part {i}" for i in range(n)]
    shown = listed(parts).split(", ")
    assert shown == (parts if n <= LISTED else [*parts[:LISTED], "...", parts[-1]])
