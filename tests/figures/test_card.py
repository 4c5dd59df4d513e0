"""The card of a link shows numbers that do what it says of them."""

import struct

from taotp.figures.card import SAYS, card, printed_greeting


def test_the_numbers_on_the_card_say_the_greeting() -> None:
    program = printed_greeting()
    assert not program.model.layers
    assert program.model.W_E.size + program.model.W_pos.size == 72
    assert program.complete("") == SAYS


def test_a_card_is_a_picture_of_the_size_that_is_asked_for() -> None:
    image = card()
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", image[16:24]) == (1200, 630)
    assert image == card()
