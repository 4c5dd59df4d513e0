"""What is said of computers that are wrong: where, and what came in place of what."""

import pytest

from exercises import check
from tests.exercises.typed_answers import BY_SLUG

SAID = {
    ("twice-as-much", "as_it_is"): "expected '00', got '.'",
    ("twice-as-much", "adds_what_it_names"): "expected '56', got '28'",
    ("twice-as-much", "loads_too"): "50 >2",
    ("twice-as-much", "not_at_zero"): "40 >1",
    ("twice-as-much", "large_numbers"): "got '99'",
    ("twice-as-much", "three_times"): "expected '56', got '84'",
    ("load-indirect", "as_it_is"): "got '.'",
    ("load-indirect", "loads_what_it_names"): "46 >1 00 @0 00 expected '52', got '00'",
    ("load-indirect", "square_forgotten"): "got '00'",
    ("load-indirect", "one_more"): "on 50 >0",
    ("load-indirect", "always"): "on 54 >0 56 >1",
    ("load-indirect", "new_head"): "but 5 heads for all layers, at most 4 allowed",
    ("from-a-tape", "as_it_is"): "got '?'",
    ("from-a-tape", "next_one"): "on 48 ? 91 >0 92 >1 60 >2 00 @0 expected '48', got '91'",
    ("from-a-tape", "counts_loads"): "on 52 ? -26 ?",
    ("from-a-tape", "no_start"): "expected '48', got '00'",
    ("from-a-tape", "mean"): "expected '48', got '00'",
    ("from-a-tape", "counts_the_prompt"): "expected '48', got '92'",
    ("sum-of-moves", "no_start"): "on | 1RB expected '1LA', got '1RH'",
    ("sum-of-moves", "one_way"): "on | 1RB 1LA 1LB expected '1LA', got '1RH'",
    ("sum-of-moves", "after_the_move"): "on | 1RB expected '1LA', got '1RH'",
    ("sum-of-moves", "half_a_place"): "on | 1RB 1LA 1LB expected '1LA', got '1RH'",
    ("sum-of-moves", "first_written"): "expected '1LB', got '1RB'",
    ("sum-of-moves", "other_symbol"): "on | expected '1RB', got '1LB'",
    ("latest-in-single", "one_parabola"): "places 0 and 1 expected a lead of 5 for the later",
    ("latest-in-single", "no_room"): "with mailbox 2 wanted and 3 stored after it",
    ("latest-in-single", "place_first"): "for the later one, got 0",
    ("latest-in-single", "earliest"): "for the later one, got -16",
    ("latest-in-single", "faint"): "for the later one, got 4",
    ("latest-in-single", "no_addresses"): "with mailbox 0 wanted and 1 stored after it",
    ("plain-brackets", "numbered"): "at the vocabulary expected all words, got no '['",
    ("plain-brackets", "any_depth"): "expected '@10', got '@3'",
    ("plain-brackets", "depth_behind"): "expected '@8', got '@7'",
    ("plain-brackets", "first_as_deep"): "expected '@5', got '@12'",
    ("plain-brackets", "back_to_the_start"): "expected '@2', got '@1'",
    ("plain-brackets", "never_skips"): "expected '@3', got '@1'",
    ("plain-brackets", "five_layers"): "expected at most 4 layers, got 5",
    ("latest-in-single", "ones_alone"): "with mailbox 0 wanted and 10 stored after it",
}


@pytest.mark.parametrize(("slug", "name"), SAID)
def test_what_is_said(slug: str, name: str) -> None:
    """In a verdict of a wrong answer of the catalogue."""
    said = check(slug, getattr(BY_SLUG[slug], f"wrong_{name}")())
    assert not said.passed
    assert SAID[slug, name] in said.text
