"""A program says what it is: in one line where it is printed, in a table in a notebook."""

import re

from taotp.programs import search
from taotp_core import Transformer, random_transformer
from taotp_core.program import Program
from taotp_core.weights import Head, Layer
from tests.laws import every
from tests.listing.test_stored import MADE

LONGEST = 320  # characters of a line


@every("name", MADE)
def test_a_program_is_printed_in_one_line(name: str) -> None:
    """With its kind, its sizes and how many parts it has; it was up to 800,000 letters."""
    program = MADE[name]()
    line, model = repr(program), program.model
    assert len(line) <= LONGEST and "\n" not in line
    assert line.startswith(f"{type(program).__name__}(")
    for what in ("d_vocab", "n_ctx", "d_model"):
        assert f"{what}={getattr(model, what):_}" in line
    own = line.split("encoder=")[0]
    assert f"layers={len(model.layers)}, " in own
    assert f"heads={sum(len(layer.heads) + len(layer.cross) for layer in model.layers)}, " in own
    assert ("encoder=" in line) == (model.encoder is not None)


@every("name", MADE)
def test_a_notebook_shows_a_table_of_it(name: str) -> None:
    program = MADE[name]()
    shown = program._repr_html_()
    assert shown.startswith("<table") and len(shown) < 20_000
    layers = [*program.model.layers, *(program.model.encoder or program.model).layers]
    assert shown.count(">layer ") == len(program.model.layers)
    for layer in layers:
        for head in layer.heads:
            assert not head.name or re.sub("<|>", "", head.name) in re.sub("&[lg]t;", "", shown)


def test_what_a_reader_named_is_no_markup() -> None:
    model = random_transformer(0, d_vocab=2, n_ctx=2, d_model=2, heads=[(1, 1)], n_layers=1)
    ((head,),) = ([*layer.heads] for layer in model.layers)
    named = Head(head.W_Q, head.W_K, head.W_V, head.W_O, name="<script>")
    model = Transformer(model.W_E, model.W_pos, [Layer([named])])
    program = Program(model, ["<b>", "&"])
    assert "<script>" not in program._repr_html_() and "<b>" not in program._repr_html_()
    assert "numbers=756" in repr(search("abcdr", 10, 2).model)
