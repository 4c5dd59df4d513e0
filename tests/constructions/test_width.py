"""The width of a machine: what is added holds nothing, what is cut off is gone, the rest stays."""

from dataclasses import replace

import numpy as np
import pytest

from taotp.constructions.width import with_width, within
from taotp.programs import coreference, hello_world, two_stacks
from taotp_core import forward, random_transformer
from taotp_core.stream import subspaces
from taotp_core.weights import Transformer, named_arrays
from tests.laws import every

MODEL = random_transformer(1, biased=True, encoder=random_transformer(2))
OWN = MODEL.d_model


def same(one: Transformer, other: Transformer) -> bool:
    """Whether two models have the same arrays."""
    ours, theirs = named_arrays(one), named_arrays(other)
    return list(ours) == list(theirs) and all(
        np.array_equal(array, theirs[path]) for path, array in ours.items()
    )


def test_a_stream_that_is_widened_and_cut_again_is_as_it_was() -> None:
    assert with_width(MODEL, OWN) is MODEL
    wide = with_width(MODEL, OWN + 5)
    assert wide.encoder and wide.d_model == wide.encoder.d_model == OWN + 5
    assert same(with_width(wide, OWN), MODEL)


@every("d_model", range(1, OWN))
def test_what_is_cut_off_is_gone_and_the_rest_stays(d_model: int) -> None:
    narrow = with_width(MODEL, d_model)
    assert np.array_equal(narrow.W_E, MODEL.W_E[:, :d_model])
    before, after = MODEL.layers[0].heads[0], narrow.layers[0].heads[0]
    assert np.array_equal(after.W_Q, before.W_Q[:d_model])
    assert np.array_equal(after.W_O, before.W_O[:, :d_model])


def test_without_a_norm_zeros_change_nothing() -> None:
    program = coreference()
    text = program.encode(program.cut("the king saw the queens and they saw he"))
    wide = with_width(program, 2 * program.model.d_model)
    assert np.array_equal(forward(program.model, text), forward(wide.model, text))


def test_a_program_stays_a_program_and_parts_keep_their_names() -> None:
    program = two_stacks.copy("abc", 5)
    wide = with_width(program, 20)
    assert wide.complete("cab") == "cab" and type(wide) is type(program)
    names = [part.name for part in program.model.subspaces]
    assert [part.name for part in wide.model.subspaces] == names
    narrow = with_width(replace(hello_world(), steps=3), 2)
    assert [(part.name, part.size) for part in narrow.model.subspaces] == [("token", 2)]
    left = [(part.name, part.size) for part in within(subspaces(a=3, b=3, c=1), 4)]
    assert left == [("a", 3), ("b", 1)]


def test_there_is_no_stream_without_columns() -> None:
    with pytest.raises(ValueError, match="d_model is 0; it must be at least 1"):
        with_width(MODEL, 0)
