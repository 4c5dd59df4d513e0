"""Exercise: a sentence that VADER calls bad, and that by its own rule is good."""

import math
from collections.abc import Callable

from exercises.judging.judge import Wrong, ask, brief, kind_of
from exercises.statement import Exercise, Mark
from taotp.applications.mood import vader

MOST_WORDS, LEAST = 9, 0.01
STUB = '''
def sentence():
    """A sentence with a but, as a string."""
    raise NotImplementedError
'''

Make = Callable[[], str]


def by_place_of_the_first(found: list[float], at: int) -> list[float]:
    """What the package makes of valences before and behind a but: it looks each up by its value."""
    found = list(found)
    for valence in found:
        place = found.index(valence)
        found[place] = valence * (0.5 if place < at else 1.5 if place > at else 1.0)
    return found


def scored(total: float) -> float:
    """The score of a sum."""
    return total / math.sqrt(total * total + 15)


def judge(answer: object) -> str:
    """One sentence, both ways."""
    where = "in sentence"
    given = ask(answer, where=where)
    if not isinstance(given, str):
        raise Wrong(f"{where} expected a string, got {kind_of(given)}")
    words = vader.cut(brief(given, where))
    if not 1 <= len(words) <= MOST_WORDS:
        raise Wrong(f"{where} expected at most {MOST_WORDS} words, got {len(words)}")
    lower = [word.lower() for word in words]
    if "but" not in lower:
        raise Wrong(f"{where} expected a but, got {' '.join(words)!r}")
    if any(vader.marks(given)):
        raise Wrong(f"{where} expected no exclamation or question mark, got {given!r}")
    found = vader.valences(words)
    meant = scored(sum(vader.contrasted(words, found)))
    done = scored(sum(by_place_of_the_first(found, lower.index("but"))))
    if not (meant >= LEAST and done <= -LEAST):
        raise Wrong(
            f"{where} expected at least {LEAST} by the rule and at most -{LEAST} by the package, "
            f"got {meant:.4f} and {done:.4f}"
        )
    return f"{len(words)} rows, {meant:.4f} by the rule and {done:.4f} by the package"


def sentence() -> str:
    """Half of rich is as good as fresh."""
    return "It was rich, but fresh and sad."


def accepted_rich() -> Make:
    """As the model answer has it."""
    return sentence


def accepted_nice() -> Make:
    """Another pair of which one is twice the other."""
    return lambda: "It was nice, but warm and lost."


def wrong_far_behind() -> Make:
    """A thousand spaces, and then as many words as one likes."""
    return lambda: f"rich but fresh{' ' * 1000}and sad and sad and sad and sad"


def wrong_no_pair() -> Make:
    """Nothing is twice anything else."""
    return lambda: "It was good, but small and sad."


def wrong_too_bad() -> Make:
    """Bad by the rule too."""
    return lambda: "It was rich, but fresh and horrible."


def wrong_both_behind() -> Make:
    """Two that are equal on one side have the same sum."""
    return lambda: "It was sad, but fresh and fresh."


EXERCISE = Exercise(
    slug="wrong-by-its-own-rule",
    title="Wrong by its own rule",
    kind="inspect",
    marks=(Mark.RECOMMENDED,),
    statement=f"""
The package halves what stands before *but*, and takes half as much again of what stands behind it.
To know where a valence stands, it looks it up *by its value*, one after the other, and changes the
list as it goes. Write `sentence()`, of at most {MOST_WORDS} words, without exclamation and
question marks, which by the rule is good (at least {LEAST}) and to the package bad (at most
-{LEAST}). `vader.valences(vader.cut(text))` has the valences before *but* is looked for.
""",
    hints=(
        "A valence of $x$ before *but* becomes $x/2$. What happens when the loop then comes to a "
        "valence behind it that was $x/2$ all along?",
        "Which words have twice the valence of others? *Rich* has 2.6, *fresh*, *cool* and *fair* "
        "have 1.3.",
        "The package then says $x/4 + x/2$ where $x/2 + 3x/4$ is meant. A bad word behind *but* of "
        "the right size lies between the two.",
    ),
    answer="""
*It was rich, but fresh and sad.* Meant is half of 2.6 and one and a half times 1.3 and $-2.1$,
which is barely good. But when the loop comes to *fresh*, the first 1.3 of the list is what remains
of *rich*: that is halved again, and *fresh* stays as it is. `sentiments.index` answers another
question than the one that was asked: not where *this* one is, but where *one like it* is.
""",
    stub=STUB,
    judge=judge,
    code=(sentence,),
)
