"""The rules of Two languages against pyrealb, and the machine against both, on what is drawn."""

from itertools import islice

from exercises.judging.translations import english, french
from taotp.applications.french.lexicon import adjectives
from tests.laws import every
from tools.experiments.english_french import drawn, machine, sample
from tools.experiments.realized import BEHIND, known_error, placed, realized

SEED = 7


@every("asked, n", [("phrases", 80), ("two adjectives", 25), ("two nouns", 25), ("drawn", 40)])
def test_texts_as_pyrealb_says_them(asked: str, n: int) -> None:
    """Phrases of each kind, and whole sentences.

    Finds a kind that is drawn by a noun that pyrealb lacks, where it then says of nothing whether
    it is right.
    """
    some = [*islice(drawn(SEED), n)] if asked == "drawn" else sample(asked, SEED, n)
    truth = [french(each) for each in some]
    assert machine().translations([english(each) for each in some]) == truth
    said = [realized(each) for each in some]
    for each, theirs, right in zip(some, said, truth, strict=True):
        assert theirs == right or known_error(each)
    alike = sum(theirs == right for theirs, right in zip(said, truth, strict=True))
    assert alike > 0.75 * len(some)


def test_pyrealb_knows_where_each_adjective_stands() -> None:
    for each in adjectives():
        assert (placed(each) == each.before) == (each.english not in BEHIND), each.english
