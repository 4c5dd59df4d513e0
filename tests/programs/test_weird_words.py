"""The small grammar: every sentence of two noun phrases, against a count by hand."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from exercises.judging.semes import SENTENCES, weird
from taotp import listing
from taotp.programs import weird_words
from taotp.programs.weird_words import RULES, SEMES
from taotp.words.rules import Rule
from taotp_core import Tokens, forward
from taotp_core.program import Program
from taotp_core.stream import Semes
from tests.laws import every
from tests.refused import refused

RIGHT = np.array([*map(weird, SENTENCES)])


def wrong(program: Program) -> int:
    """How many sentences it counts wrong."""
    zero = program.vocabulary.index("0")
    found = np.empty(len(SENTENCES), int)
    for n in {len(text.split()) for text in SENTENCES}:
        some = [i for i, text in enumerate(SENTENCES) if len(text.split()) == n]
        tokens: Tokens = np.array([program.encode(SENTENCES[i]) for i in some])
        found[some] = forward(program.model, tokens, keep=1)[:, 0].argmax(1)
    return int((found - zero != RIGHT).sum())


def test_every_sentence_of_two_noun_phrases_is_counted() -> None:
    assert len(SENTENCES) == 168 and set(RIGHT) == {0, 1, 2, 3}
    assert wrong(weird_words()) == 0
    assert weird_words().complete("The keys to the cabinet is red.") == "1"
    text = Path(__file__).parents[2].joinpath("taotp/examples/one_weird_word.taotp")
    assert wrong(listing.read(text.read_text("utf-8")).program) == 0


@every("rule", RULES)
def test_without_a_rule_its_sentence_is_counted_otherwise(rule: Rule) -> None:
    program, at = weird_words(), RULES.index(rule)
    first, *rest = program.model.layers
    assert first.mlp is not None and first.mlp.W_out.shape[0] == len(RULES)
    W_out = first.mlp.W_out * (np.arange(len(RULES)) != at)[:, None]
    layers = [replace(first, mlp=replace(first.mlp, W_out=W_out)), *rest]
    without = replace(program, model=replace(program.model, layers=layers))
    assert (program.complete(rule.sentence), without.complete(rule.sentence)) == ("1", "0")


def test_eight_numbers_are_enough_for_seventeen_semes() -> None:
    names = SEMES.names
    sg, pl, noun, d, v, m, s, weird = np.eye(8)
    rows = {"sg": sg, "pl": pl, "noun": noun, "share": noun, "dsg": d, "dpl": -d, "out": d}
    rows |= {"vsg": v, "vpl": -v, "nsg": m, "npl": -m, "ssg": s, "spl": -s, "weird": weird}
    rows |= {"det": sg, "verb": sg, "prep": sg}  # a number is read where a noun stands
    program = weird_words(directions=Semes(names, np.array([rows[name] for name in names])))
    assert wrong(program) == 0


def test_what_is_no_sentence_is_refused() -> None:
    ask = weird_words().complete
    refused(
        (lambda: ask("the dgo sleeps"), "near ones are 'dog'"),
        (lambda: ask(""), "there are no words"),
        (lambda: ask("a " * 12), "12"),
    )
