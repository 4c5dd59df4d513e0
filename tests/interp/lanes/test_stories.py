"""Laws of stories: what they count, add and name is what stands in the prompt."""

import re
from dataclasses import replace

import numpy as np

from exercises.catalogue import BENCHES
from taotp.interp.lanes import Cell, lanes
from taotp.interp.lanes.causes import TEXT
from taotp.interp.lanes.sentences import hundredths
from taotp.interp.lanes.stories import count_of, drawn_of, grows_with
from taotp.listing import read
from taotp.programs import Program, add, hello_world, lookup, search, small, weird_words
from taotp.programs.printed import aab
from taotp_core.decode import greedy
from taotp_core.transformer import unembed
from taotp_core.weights import Head, Layer, Transformer
from tests.laws import every

KEYS = {"ab": "c", "ba": "a", "cc": "b", "ca": "a"}


def ballot_box(n_ctx: int) -> Program:
    """A head that takes the mean of all votes."""
    mean = Head(np.zeros((2, 1)), np.zeros((2, 1)), W_V=np.eye(2), W_O=20 * np.eye(2))
    model = Transformer(W_E=np.eye(2), W_pos=np.zeros((n_ctx, 2)), layers=[Layer([mean])])
    return Program(model, "ab", steps=1)


def test_a_vote_is_told_by_its_counts() -> None:
    rng, box = np.random.default_rng(0), ballot_box(12)
    for n in range(5, 12):
        votes = "".join(rng.choice(["a", "b"], n))
        told = re.findall(r"(\d+) holds? (\w)", lanes(box, votes).story())
        counts = {letter: votes.count(letter) for letter in "ab" if letter in votes}
        assert {letter: int(n) for n, letter in told} == counts, votes


@every("key", KEYS)
def test_letters_that_are_looked_up_together_are_told_together(key: str) -> None:
    table = lookup(KEYS, 6)
    told = lanes(table, f"ab{key}").story()
    for at, others in ((2, [f"{x}{key[1]}" for x in "abc"]), (3, [f"{key[0]}{x}" for x in "abc"])):
        if {table.complete(f"ab{other}") for other in others} != {KEYS[key]}:
            assert re.search(rf"osition.*\b{at}\b.* {key[at - 2]}\b", told), told


def test_a_sum_is_told_with_what_is_added() -> None:
    rng, adder = np.random.default_rng(1), add(2)
    for _ in range(8):
        one, other = rng.integers(10, 100, 2)
        told = lanes(adder, f"{one}+{other}=").story()
        assert f"which is {one + other};" in told, told


def test_looks_of_two_strengths_are_told_with_what_is_between_them() -> None:
    """Each digit is told with those before it: a mutant forgot how many are said."""
    looks = "It looks at 4 and 7, 10 times as hard as at 5 and 8; 10 \u00d7 (4 + 7) + 5 + 8 is 123"
    for said, next in {
        "": "1 comes first, so it says 1.",
        "1": "1 is said and 2 comes next, so it says 2.",
        "12": "12 is said and 3 comes next, so it says 3.",
    }.items():
        assert lanes(small.add(2), f"45+78={said}").story() == f"{looks}, of which {next}"
    seen = lanes(small.add(2), "45+78=")
    whole, drawn = seen.causes(5), drawn_of(seen, seen.causes(5))
    named = {x.head.name for x in whole.threads}
    assert named == {"adds both numbers", "takes away what was said"}
    assert {x.head.name for x in drawn.threads} == {"adds both numbers"}, "which alone is told"
    assert Cell(TEXT, 2) in whole.cells and Cell(TEXT, 2) not in drawn.cells
    assert {Cell(TEXT, at) for at in (0, 1, 3, 4)} <= {*drawn.cells}


def test_a_sum_is_written_down_only_where_what_is_brought_grows_with_its_numbers() -> None:
    """No other test has keys that do not: a mutant added up whatever digits stood there."""
    rng = np.random.default_rng(4)
    for _ in range(50):
        digits = rng.permutation(10)[: rng.integers(3, 7)]
        given = rng.normal(size=3) + digits[:, None] * rng.normal(size=3)
        numbers = {j: float(x) for j, x in enumerate(digits)}
        assert grows_with(given, numbers)
        given[rng.integers(len(digits)), rng.integers(3)] += 1e-3
        assert not grows_with(given, numbers)


def test_two_that_are_looked_at_alike_are_both_told() -> None:
    assert lanes(aab(), "aabaa").story() == (
        "It looks equally at the last 2 positions, 3 and 4, which hold a and a, so it says b."
    )
    assert lanes(aab(), "aa").story() == (
        "It looks equally at all 2 positions so far, which hold a and a, so it says b."
    )


def test_what_is_counted_stands_before_and_behind_where_nothing_is_hidden() -> None:
    """Where a reader points at an earlier word, nothing was told to be counted and 1 said."""
    seen = lanes(weird_words(), "the keys is red near the dog")
    told = {seen.story(at).partition(",")[0] for at in range(len(seen.tokens))}
    assert told == {"Counted over all 8 positions: position 3"}
    assert {count_of(seen, seen.heads[-1], at) for at in (0, len(seen.tokens) - 1)} == {
        (1, len(seen.tokens))
    }


def test_equal_scores_are_told_as_a_tie_with_the_one_that_is_said() -> None:
    """No other test asks for equal scores: a mutant told a tie as what stands there."""
    box = ballot_box(4)
    flat = replace(box, model=replace(box.model, W_U=np.zeros((2, 2))))
    for program, text in ((box, "aab"), (flat, "ab"), (flat, "ba")):
        seen = lanes(program, text)
        for at, logits in enumerate(seen.logits):
            tied = np.ptp(logits) == 0
            assert ("a and b score the same" in seen.story(at)) == tied, (text, at)
            assert seen.story(at).endswith(f"{seen['answer'].values[at]}.")
    assert "whatever stands there" not in lanes(flat, "ab").story()


def test_what_nobody_types_is_quoted_where_it_is_said() -> None:
    """And it is what decoding chooses, where sums of N = 1 tie but for their last places.

    No other test reads how ends are said, *it says stop.* read on; a mutant that takes the largest
    logit of such a tie tells of another symbol than is said.
    """
    ends = set()
    for loud in (0.5, 1, 2, 10):
        program = hello_world(loud=loud)
        for prompt in ("", "H", "Hello", "Hello World!"):
            seen = lanes(program, prompt)
            says = str(program.vocabulary[int(greedy(seen.logits[-1]))])
            assert says == seen["answer"].values[-1]
            is_end = says in ("<start>", "<stop>")
            told = f"\u201c{says}\u201d" if is_end else says.replace(" ", "\u2423")
            assert re.search(f" {told}(\\.|, whatever stands there\\.)$", seen.story())
            ends |= {says} if is_end else set()
    assert ends == {"<start>", "<stop>"}


def test_how_loud_logits_are_makes_no_tie() -> None:
    """No other test has quiet ones: logits of 1e-12, half a percent apart, were told as a tie.

    Machines of several programs shout down symbols that nobody says: -1e20 hid all leads.
    """
    for program, prompt in ((search("abc", 12, 2), "abcaab"), (aab(), "aabaa")):
        W_U = program.model.unembedding
        for loud in (1e-12, 1e12):
            louder = replace(program, model=replace(program.model, W_U=loud * W_U))
            assert lanes(louder, prompt).story() == lanes(program, prompt).story()
    for loud in (1.0, 1e20):
        W_U = np.eye(3) - loud * np.array([[0, 0, 1]] * 3)
        model = Transformer(W_E=np.eye(3), W_pos=np.zeros((4, 3)), W_U=W_U)
        assert lanes(Program(model, "abc", steps=1), "ab").story() == (
            "At position 1 stands b, so it says b."
        )


def test_what_is_named_as_a_cause_would_change_what_is_said() -> None:
    """Of machines without heads, drawn at random and asked with all else that might stand there.

    No other test asks what is not a cause: a mutant said *stands a, so it says b* of a machine that
    says b after every letter, and one said it where the place alone decides.
    """
    rng, kinds = np.random.default_rng(2), set()
    for loud in (0.1, 1.0, 10.0) * 5:
        rows, places = rng.normal(size=(3, 4)), loud * rng.normal(size=(4, 4))
        rows = rows if rng.random() < 0.5 else rows * 0.05 + rng.normal(size=4)
        model = Transformer(W_E=rows, W_pos=places * (rng.random() < 0.7))
        seen = lanes(Program(model, "abc", steps=1), "abca")
        answers = unembed(model, rows[:, None] + model.W_pos).argmax(-1)  # [symbol, place]
        for at, symbol in enumerate((0, 1, 2, 0)):
            own = answers[symbol, at]
            by = "symbol" if (answers[:, at] != own).any() else (
                "place" if (answers[symbol] != own).any() else "neither")  # fmt: skip
            told = seen.story(at)
            assert told.startswith("At position") == (by == "symbol"), told
            assert told.startswith("This is position") == (by == "place"), told
            assert told.endswith("whatever stands there.") == (by == "neither"), told
            kinds.add(by)
    assert kinds == {"symbol", "place", "neither"}


def test_a_look_beyond_the_text_is_told_with_where_its_line_is_drawn() -> None:
    """No other test looks back from the first positions: a mutant said that nothing is there."""
    for by in (1, 2, 3):
        text = BENCHES["build-back"].filled.replace("1 back", f"{by} back")
        seen = lanes(read(text).program, "abcde")
        for at in range(5):
            (thread,) = seen.causes(at).threads
            assert f"position {thread.source.at}, " in seen.story(at), seen.story(at)


def test_what_an_mlp_adds_is_told_so_that_it_adds_up() -> None:
    """Every sum of two digits: a mutant told a sum that the units leave alone as turned by them."""
    program = read(BENCHES["build-sum"].filled).program
    for one, other in [*np.ndindex(10, 10)][1:]:  # of 0 and 0 a head brings nothing
        told = lanes(program, [one, other]).story()
        total, more, says = re.search(
            r"that is (\d+) in all; the MLP adds (-?\d+|nothing), so it says (\d)\.", told
        ).groups()  # type: ignore[union-attr]
        assert int(total) == one + other, told
        assert int(total) + int(more.replace("nothing", "0")) == int(says), told


def test_shares_in_two_digits_add_up_to_one_and_equal_ones_are_told_alike() -> None:
    """Each is one of its two neighbors: a mutant that rounds each alone prints 1.01 in all.

    Of n that are equal, each as near to 1/n as may be: one of three thirds was told as 0.34.
    """
    rng = np.random.default_rng(3)
    for n in (2, 3, 3, 5, 9, 40):
        for shares in rng.dirichlet(np.ones(n), 20):
            told = np.array([*map(float, hundredths(shares.tolist()))])
            assert round(told.sum(), 9) == 1, told
            assert (np.abs(told - shares) < 0.01).all(), told
    for n in range(1, 20):
        (alike,) = {*hundredths([1 / n] * n)}
        assert abs(float(alike) - 1 / n) < 0.005 + 1e-9, n
        both = hundredths([0.5 / n] * n + [0.5])
        assert len({*both[:n]}) == 1, both
