"""A program in sentences, and what rounding breaks of it."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from taotp.listing import describe, read, what_rounding_breaks
from taotp.programs import Program, hello_world, minimum
from taotp_core import Transformer
from taotp_core.weights import mapped

GOOD = Path(__file__).parent / "good"
SMALL = """
symbols a "two words" c
context 2
stream token 2, past 2 x 1, one
embed token of a "two words" as row [i, -2]
embed one as row [1/3]
place past.1 as row [1 - i]
layer
attend query token.1 - one, key 35.25 past.2, read token, write 2 past
attend everywhere, read -one, write token.2 + 1e-20 one
unit read past.1 - 3, write token.1
unit read one, write past.2
bias -2 one
"""


def test_every_weight_of_a_small_program() -> None:
    assert (
        describe(read(SMALL))
        == """\
3 tokens, 2 positions, 1 layer, tied; norms come before sub-layers.
The stream holds 5 numbers at a position:
  token   0 to 1
  past.1  2
  past.2  3
  one     4

token 'a' is -2 token.2 + 0.3333 one
token 'two words' is token.1 - 2 token.2 + 0.3333 one
token 'c' is 0.3333 one

position 0 adds past.1

layer 0, head 0 asks token.1 - one and looks for 35.25 past.2
layer 0, head 0 takes token.1 and puts 2 past.1
layer 0, head 0 takes token.2 and puts 2 past.2
layer 0, head 1 (looks at all alike) looks everywhere alike
layer 0, head 1 (looks at all alike) takes -one and puts token.2
layer 0, unit 0 reads past.1 - 3 and writes token.1
layer 0, unit 1 reads one and writes past.2
layer 0 adds -2 one
"""
    )
    text = SMALL + "unembed token of c as row [5, 6]\n"
    assert "token 'c' is said for 5 token.1 + 6 token.2\n" in describe(read(text))


def test_numbers_without_names_are_counted(root: Path) -> None:
    said = describe(read((root / "taotp" / "examples" / "mended_mystery.taotp").read_text()))
    assert "  x  0 to 2" in said and "... and 8 more" in said and "positions add nothing" in said
    assert "head 0 asks 7.071e+07 x.1 + 7.071e+07 x.2 - 1.414e+08 x.3 and looks for" in said


def test_what_is_long_is_cut_short(root: Path) -> None:
    said = describe(read((root / "taotp" / "examples" / "add_two_digits.taotp").read_text()))
    layers = [line for line in said.splitlines() if line.startswith("layer ")]
    assert len(layers) == 40 and len(said.splitlines()) < 80  # of sentences about layers
    assert f"... and {1791 - said.count(', unit ')} more" in said
    listing = read('{"tok_emb": [[1, 1, 1, 1, 1, 1, 1, 1, 1]], "block_size": 1}')
    assert "x.6 + ... 3 more\n" in describe(listing)


def test_rounding_says_how_many_numbers_move_and_which_the_most() -> None:
    W_E = np.array([[1.25, 0.04], [2.0, -3.0]])
    program = Program(Transformer(W_E, np.zeros((1, 2))), "ab", steps=1)
    first = what_rounding_breaks(program, 1).splitlines()[0]
    assert first == (
        "at 1 decimal, 2 of 6 numbers change, 1 of them to 0; the most is W_E[0, 0], 1.25, by 0.05"
    )
    said = what_rounding_breaks(hello_world(), 0)
    assert "equal rows, of which only the first is ever said: ' ' = 'W'" in said
    assert "of 91 prompts that were tried, 91 get another answer; []: ['H', 'e'" in said


def test_two_decimals_are_enough_for_twenty_numbers_and_one_is_not() -> None:
    pairs = [[a, b] for a in range(20) for b in range(20)]
    program = minimum(20, 8)
    enough, coarse = (what_rounding_breaks(program, digits, pairs) for digits in (2, 1))
    assert enough.endswith("of 400 prompts that were tried, 0 get another answer")
    rounded = replace(program, model=mapped(program.model, lambda _, W: np.round(W, 1)))
    wrong = sum(rounded.complete(pair) != program.complete(pair) for pair in pairs)
    assert wrong > 0 and f"of 400 prompts that were tried, {wrong} get another answer" in coarse
    said = what_rounding_breaks(minimum(3, 1), 3, [[], [0], [1, 2]])  # others are left out
    assert said.endswith("of 1 prompt that was tried, 0 get another answer")


def test_biases_cross_heads_and_an_encoder() -> None:
    assert (
        describe(read((GOOD / "grown.taotp").read_text()))
        == """\
2 tokens, 2 positions, 1 layer, tied; norms come before sub-layers. \
Epsilon is inside the root of 1 of 4 norms.
The stream holds 2 numbers at a position:
  x  0 to 1

token 'a' is x.1
token 'b' is x.2

positions add nothing

layer 0, head 0 asks x.1 - 2 and looks for 0.5
layer 0, head 0 takes x.2 + 4 and puts 3 x.1
layer 0, head 0 adds 7 x.2
layer 0, cross head 0 asks x.2 and looks for x.1
layer 0, cross head 0 takes x.1 and puts x.2
layer 0, unit 0 takes the gelu of x.1 + 2 and writes x.2

The encoder, into which cross heads look:

1 token, 5 positions, 0 layers, tied; norms come before sub-layers. \
Epsilon is inside the root of all norms. Every position sees all others, later ones too.
The stream holds 2 numbers at a position:
  x  0 to 1

token 0 is x.1 + 2 x.2

positions add nothing
"""
    )


def test_a_machine_of_semes_says_what_is_implied() -> None:
    head = "semes pig sg, out in 2\ncontext 6\nword pigs: 2pig - sg\nsay pigs: out\n"
    said = describe(read(f"{head}layer\nhead nearest before, look one>pig, move pig>out\n"
                         "when pig and not sg, write -out\nunit pig - one > 0.5 out"))  # fmt: skip
    assert (
        said
        == """\
2 tokens, 6 positions, 1 layer, untied; norms come before sub-layers.
The stream holds 13 numbers at a position:
  semes    0 to 1
  start    2
  balance  3
  loud     4
  -loud    5
  place    6
  waves    7 to 12

What is implied:
  balance holds minus the sum of all else in a row, so that centering changes nothing
  loud and -loud hold 30 and -30 in every row: that sets what a norm divides
    by, and 'one' is read from them; nothing writes it
  start is 1 in the row of '<s>', which stands before all that is read; a head finds
    it where nothing is that it looks for, as it scores 1/2 less than that would
  place and waves tell 6 positions, by 3 circles; position 0 has none
  3 semes are unit vectors in 2 numbers that meet a little
  what no 'say' names is said for -1000 one

token '<s>' is start
token 'pigs' is 2 pig - sg

token 'pigs' is said for out

layer 0, head 0 looks nearest before, for one>pig, and moves pig>out
layer 0, unit 0 writes -out when pig and not sg
layer 0, unit 1 reads pig - one and writes 0.5 out
"""
    )


def test_both_stacks_of_semes_are_described() -> None:
    said = describe(read((GOOD / "two_stacks.taotp").read_text()))
    assert "head 0 looks into the memory, for one>chien + one>chat, and moves" in said
    assert "The encoder, into which the memory leads; every position sees all others" in said
    assert said.endswith("layer 0, unit 1 writes chat when cat\n")


def test_turns_groups_distances_and_gates_are_said() -> None:
    """What the numbers of heads and units do not show."""
    said = describe(read((GOOD / "same_angle.taotp").read_text("utf-8")))
    for sentence in (
        "For each position pairs of queries and keys turn by 0.5 radians.",
        "Of each 2 heads in a row keys and values are the first's.",
        "layer 0, head 0 adds 0, 5, -1 to the scores of 0, 1, 2 ... positions away",
        "layer 0, unit 0 takes the silu of x.1, times x.2 + 1, and writes 2 x.3",
    ):
        assert sentence in said, said
