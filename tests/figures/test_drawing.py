"""The drawing of a machine: right for any model, lit where it is asked."""

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
from tests.figures.asking import nodes, texts
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


def groups(picture: Picture, state: str = "") -> list[str]:
    """What is drawn of parts, all or those in a state."""
    return [node.attrib["data-part"] for node in nodes(picture) if "data-part" in node.attrib
            and state in ("", node.attrib["data-state"])]  # fmt: skip


def lit(of: Program | Transformer, *paths: str) -> set[str]:
    """What is lit."""
    return {*groups(machine(of, paths, **WORDS), "lit")}


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
    model = of if isinstance(of, Transformer) else of.model
    paths = Counter(path for group in groups(machine(of, **WORDS)) for path in group.split())
    if model.tied:
        paths["W_E"] -= 1  # once more at the end, where it is read the other way
    assert set(paths.values()) == {1}
    for array in filter(partial(is_read, model), named_arrays(model)):
        assert sum(array == path or array.startswith(f"{path}.") for path in paths) == 1, array
    for i, layer in enumerate(model.layers):
        assert {f"layers.{i}.heads.{h}" for h in range(len(layer.heads))} <= {*paths}


@every("name", MACHINES)
def test_every_part_is_drawn_once_on_a_page_in_light_and_dark(name: str) -> None:
    check_complete(MACHINES[name])
    picture = machine(MACHINES[name], **WORDS)
    root, *_ = every_node = [*nodes(picture)]
    assert float(root.attrib["width"]) <= 720
    assert float(root.attrib["height"]) <= 440
    for node in every_node:
        for side, size in (("x", "width"), ("y", "height")):
            if side in node.attrib:
                first, more = float(node.attrib[side]), float(node.attrib.get(size, 0))
                inside = first >= 0 and first + more <= float(root.attrib[size])
                assert inside, ElementTree.tostring(node)
    for unwanted in ("style", "#000", "#fff", "black", "white", "font-family", " id="):
        assert unwanted not in picture.svg
    sizes = {float(node.attrib["font-size"]) for node in every_node if "font-size" in node.attrib}
    assert sizes == {12, 13}


@EVERY_TIME_THE_SAME
@given(models(), st.data())
def test_every_part_of_any_model_is_drawn_once_and_can_be_lit(
    model: Transformer, data: st.DataObject
) -> None:
    check_complete(model)
    array = data.draw(st.sampled_from([*filter(partial(is_read, model), named_arrays(model))]))
    (shown,) = lit(model, array)
    assert any(f"{array}.".startswith(f"{path}.") for path in shown.split())


def test_what_is_lit_stands_out_and_all_else_is_quiet() -> None:
    picture = machine(MACHINES["two layers"], ("layers.0.heads.1",), **WORDS)
    assert groups(picture, "lit") == ["layers.0.heads.1"]
    assert len(groups(picture, "lit") + groups(picture, "quiet")) == len(groups(picture))
    plain = machine(MACHINES["two layers"], **WORDS)
    assert groups(plain, "plain") == groups(plain)
    heads, whole = (lit(MACHINES["two layers"], path) for path in ("layers.0.heads", "layers.1"))
    assert heads == {f"layers.0.heads.{h}" for h in range(3)}
    assert whole == {"layers.1.heads.0", "layers.1.norm_attn"}


@every(
    "name, path",
    [("many heads", "layers.1.heads.21"), ("fourteen layers", "layers.7.heads.0"),
     ("deep", "layers.5.heads.11")])  # fmt: skip
def test_what_is_lit_is_drawn_by_itself(name: str, path: str) -> None:
    assert path not in groups(machine(MACHINES[name], **WORDS))
    assert path in lit(MACHINES[name], path)


@every("path", ["layers.0.heads.3", "W_U", "W"])
def test_an_unknown_path_lists_what_there_is(path: str) -> None:
    with pytest.raises(ValueError, match=rf"lit names '{path}'; this machine has W_E, W_pos") as no:
        machine(MACHINES["two layers"], (path,), **WORDS)
    assert "layers.1.heads.0" in str(no.value)


def test_what_is_written() -> None:
    """Numbers as measure counts them, names in two lines if need be, words that are seen and cut.

    Many heads and layers are named together.
    """
    search = MACHINES["two layers"]
    assert isinstance(search, Program)
    shown = texts(machine(search, **WORDS))
    assert {"looks 1 back", "looks 2 back", "finds the same 3"} <= {*shown}
    for word in ("d_model 15", "embedding", "tied", "said", "\u2423"):
        assert word in " ".join(shown)
    assert f"{parameters(search.model).nonzero:,} in all" in " ".join(shown)
    assert {"takes away what", "was said"} <= {*texts(machine(small.add(2), **WORDS))}
    words = "".join(texts(machine(MACHINES["words"], **WORDS)))
    assert "\u2026" in words and "\u202e" not in words
    assert "16 more heads" in texts(machine(MACHINES["many heads"], **WORDS))
    shown = texts(machine(MACHINES["fourteen layers"], ("layers.7",), **WORDS))
    assert {"7 layers", "0 to 6", "6 layers", "8 to 13"} <= {*shown}


@every("n", [1, LISTED, LISTED + 1, LISTED + 2])
def test_of_many_parts_the_middle_is_left_out(n: int) -> None:
    parts = [f"part {i}" for i in range(n)]
    shown = listed(parts).split(", ")
    assert shown == (parts if n <= LISTED else [*parts[:LISTED], "...", parts[-1]])
