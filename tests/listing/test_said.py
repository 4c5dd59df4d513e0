"""Programs of the library, said in sentences of semes, are the same machines."""

import numpy as np

from taotp.listing import read
from tests.laws import every
from tests.listing.said import ABOUT, EXAMPLES, in_sentences
from tests.listing.same import assert_same_bits

ASKED = {
    "brackets": ["a dog sees", "these dogs that a dog sees sleep.", "The dog the", ""],
    "agreement": ["The keys to the cabinet is red.", "Dogs sleep.", "She don't hurt himself."],
}


@every("name", ABOUT)
def test_an_example_is_the_program_of_the_library(name: str) -> None:
    make, about = ABOUT[name]
    text = (EXAMPLES / f"{name}.taotp").read_text("utf-8")
    assert text == in_sentences(make, about), "write it anew: python -m tests.listing.said"
    said, made = read(text, name).program, make()
    assert_same_bits(said.model.layers, made.model.layers)
    assert said.pieces is not None and made.pieces is not None
    assert set(said.pieces.tokens) == set(made.pieces.tokens)
    where = [said.vocabulary.index(word) for word in made.vocabulary]
    assert np.array_equal(said.model.W_E[where], made.model.W_E)
    assert [said.complete(each) for each in ASKED[name]] == [
        made.complete(each) for each in ASKED[name]
    ]
