"""Brackets: every string to five words, every sentence, damaged ones, and a chart parser."""

import warnings
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice, product

import numpy as np

from exercises.judging.brackets import GRAMMAR, damaged, is_sentence, sentences
from taotp.applications.brackets.machine import DEPTH, LEXICON, Brackets
from taotp.programs import brackets
from tests.laws import every
from tests.refused import refused
from tools.experiments.brackets import says_yes
from tools.sampling import at_night, lot

MACHINE = brackets()
WORDS = [*LEXICON]


def wrong(machine: Brackets, strings: Iterable[Sequence[str]], precision: str = "float64") -> int:
    """How many strings are judged otherwise than they are."""
    by_length: dict[int, list[Sequence[str]]] = {}
    for string in strings:
        by_length.setdefault(len(string), []).append(string)
    return sum(
        int((says_yes(machine, some, precision) != [*map(is_sentence, some)]).sum())
        for some in by_length.values()
    )


def test_every_string_to_five_words() -> None:
    """Of the 100,000 of five words a fifth, by the commit; all at night."""
    for n in range(6):
        step = 1 if n < 5 or at_night() else 5
        strings = islice(product(WORDS, repeat=n), lot("strings") % step, None, step)
        while some := [*islice(strings, 10_000)]:
            assert wrong(MACHINE, some) == 0


def test_every_sentence_to_depth_three_and_some_of_each_deeper_one() -> None:
    rng = np.random.default_rng(0)
    found = [s for depth in range(4) for s in sentences(depth)]
    assert len(found) == 340 and sum(len(s) <= 13 for s in found) == 84
    for depth in range(4, DEPTH + 1):
        deep = [*sentences(depth)]
        found += [deep[i] for i in rng.choice(len(deep), 100, replace=False)]
    assert all(map(is_sentence, found))
    assert not any(wrong(MACHINE, found, to) for to in ("float64", "float32"))


@every("precision", ["float64", "float32"])
def test_damaged_sentences_of_every_depth(precision: str) -> None:
    rng = np.random.default_rng(1)
    for depth in range(DEPTH + 1):
        deep = [*sentences(depth)]
        some = {bad for i in rng.choice(len(deep), 2) for bad in damaged(deep[i])}
        assert sum(map(is_sentence, some)) < len(some) / 4
        assert wrong(MACHINE, some, precision) == 0


def test_what_is_deeper_is_refused_and_nothing_else() -> None:
    rng = np.random.default_rng(2)
    for depth in range(3):
        shallow = brackets(depth)
        deeper = [*sentences(depth + 1)]
        assert not any(shallow.accepts(" ".join(s)) for s in deeper[:9])
        assert wrong(shallow, [s for k in range(depth + 1) for s in sentences(k)]) == 0
        bad = {each for i in rng.choice(len(deeper), 4) for each in damaged(deeper[i])}
        assert not says_yes(shallow, [s for s in bad if len(s) == len(deeper[0])]).any()


def test_a_chart_parser_agrees() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what it imports
        import nltk

        parser = nltk.ChartParser(nltk.CFG.fromstring(GRAMMAR))
    rng = np.random.default_rng(3)
    strings = [tuple(rng.choice(WORDS, rng.integers(1, 8))) for _ in range(100)]
    for depth in range(3):
        some = [*sentences(depth)]
        for i in rng.choice(len(some), 4, replace=False):
            bad = [*damaged(some[i])]
            strings += [some[i], *(bad[k] for k in rng.choice(len(bad), 20, replace=False))]
    for string in strings:
        assert is_sentence(string) == any(True for _ in parser.parse(string))


def test_how_loud_is_loud_enough() -> None:
    """Rows are read as smaller by their square: at 10 the depth of long ones is miscounted."""
    found = [s for depth in range(4) for s in sentences(depth)]
    assert [wrong(brackets(loud=loud), found) > 0 for loud in (10, 20, 1e4)] == [True, False, False]


def test_texts_are_read_and_what_is_not_gets_a_sentence() -> None:
    for text, said in (
        ("the dogs that a dog sees SLEEP!", "yes"),
        ("The dog that dogs sees.", "no"),
    ):
        assert (MACHINE.accepts(text), MACHINE.complete(text)) == (said == "yes", said)
    unread = {
        "the dig sleeps": "'dig' is none of the 10 words; near ones are 'dog'",
        "\u72ac": "'\u72ac' is none",
        "dog " * 31: "there are 31 words; the longest string that is read has 30",
    }
    assert [MACHINE.knows(text) for text in unread] == [False, False, True]
    refused(
        *((partial(MACHINE.accepts, text), said) for text, said in unread.items()),
        (lambda: brackets(loud=0), "above 0"),
        (lambda: brackets(-1), "depth is -1"),
    )
