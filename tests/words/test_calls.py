"""How many calls it takes to build a machine of words: what is typed is not read again."""

import cProfile
import pstats
from collections.abc import Callable
from types import ModuleType

from taotp.applications.agreement import machine as agreement
from taotp.applications.brackets import machine as brackets
from taotp.applications.french import asking, lexicon
from taotp.applications.french import machine as french
from taotp.applications.mood import machine as mood
from taotp.applications.mood import vader
from tests.laws import every

BUILT: list[tuple[Callable[[], object], tuple[ModuleType, ...], int]] = [
    # 7 a word, of which there are 1,618; with a third of them they were 52, and 138,000 in all
    (french.english_french, (french, lexicon, asking), 11_500),
    (agreement.agreement, (agreement,), 315_000),  # nine a form, of 36,508
    (mood.sentiment, (mood, vader), 105_000),
    (brackets.brackets, (brackets,), 2_500),
]


@every("make, modules, most", BUILT)
def test_a_machine_of_words_is_built_in_few_calls(
    make: Callable[[], object], modules: tuple[ModuleType, ...], most: int
) -> None:
    make()  # so that nothing is imported while calls are counted
    for each in (each for module in modules for each in vars(module).values()):
        if hasattr(each, "cache_clear"):
            each.cache_clear()
    counted = cProfile.Profile()
    counted.runcall(make)
    assert pstats.Stats(counted).total_calls <= most  # type: ignore[attr-defined]
