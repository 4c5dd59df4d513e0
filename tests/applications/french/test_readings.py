"""Sentences that others wrote, and how the machine's French was read by a person."""

from collections import Counter

from taotp.applications.french.readings import (
    BEFORE,
    FRENCH,
    GOOD,
    MEANING,
    OUTSIDE,
    REFUSED,
    readings,
)
from taotp.programs import english_french
from tests.laws import every
from tests.refused import refused

MACHINE = english_french()


def test_what_was_read_is_what_is_said_or_it_must_be_read_again() -> None:
    last = {each.english: each.now or each.said for each in readings()}
    inside = [text for text, then in last.items() if then != OUTSIDE]
    said = dict(zip(inside, MACHINE.translations(inside), strict=True))
    assert {text: french for text, french in said.items() if french != last[text]} == {}
    outside = [text for text in last if MACHINE.outside(text)]
    assert outside == [text for text, then in last.items() if then == OUTSIDE]


def test_nearly_all_are_good_and_hardly_one_means_another_thing() -> None:
    found = Counter(each.read for each in readings())
    assert set(found) <= {GOOD, FRENCH, MEANING}
    n = found.total()
    assert n >= 300 and len({each.english.lower() for each in readings()}) == n
    assert found[GOOD] >= 0.97 * n
    assert found[MEANING] <= 0.01 * n
    found = Counter(each.read for each in readings("travelers_last"))
    taken = found.total() - found[REFUSED]
    assert set(found) <= {GOOD, FRENCH, REFUSED}
    assert taken >= 0.7 * found.total() and found[GOOD] >= 0.97 * taken


@every("name", [*BEFORE])
def test_our_lists_are_taken_as_they_were_read(name: str) -> None:
    """A rule or a class that is lost refuses one of them, or says another thing."""
    last = {each.english: each for each in readings(name)}
    taken = {
        text: each.now or each.said
        for text, each in last.items()
        if (each.now or each.read) not in (REFUSED, OUTSIDE)
    }
    for text in last:
        inside = MACHINE.knows(text) and not MACHINE.outside(text)
        assert inside == (text in taken), text
    assert dict(zip(taken, MACHINE.translations([*taken]), strict=True)) == taken
    assert len(last) in (40, 60, 100, 120) and len(taken) >= 0.65 * len(last)
    refused((lambda: readings("yesterday"), "'yesterday'; it must be one of readings, everyday"))
