"""Exercise: a sentence that needs one rule twice."""

from collections.abc import Callable
from functools import cache

from exercises.judging.judge import Wrong, ask, kind_of
from exercises.statement import Exercise, Mark
from taotp_core.topics.agreement.machine import LAYERS, Agreement, agreement

LONGEST = 14
RULE = next(i for i, rule in enumerate(LAYERS[0][1]) if rule.writes == "late")
STUB = '''
def sentence():
    """A right sentence."""
    raise NotImplementedError
'''

Make = Callable[[], str]


@cache
def machines() -> tuple[Agreement, Agreement]:
    """The machine, and the same without the rule about late verbs."""
    whole = agreement()
    return whole, whole.without_rule(0, RULE)


def judge(answer: object) -> str:
    """Nothing wrong with the rule, two words without it."""
    where = "in sentence"
    text = ask(answer, where=where)
    if not isinstance(text, str):
        raise Wrong(f"{where} expected a text, got {kind_of(text)}")
    whole, without = machines()
    try:
        n = len(whole.cut(text))
        found = whole.violations(text), without.violations(text)
    except ValueError as error:
        raise Wrong(f"{where} {error}") from None
    if n > LONGEST:
        raise Wrong(f"{where} expected at most {LONGEST} words, got {n}")
    if found[0]:
        raise Wrong(f"on {text!r} expected no violation with the rule, got {found[0]}")
    if found[1] < 2:
        raise Wrong(f"on {text!r} expected 2 violations without the rule, got {found[1]}")
    return f"2 inputs, {n} words: 0 with the rule, {found[1]} without it"


def sentence() -> str:
    """Two clauses, each with a clause in it."""
    return "The boys that the girl sees know the dogs that the cat likes sleep."


def accepted_dogs() -> Make:
    """As the model answer has it."""
    return sentence


def accepted_twice() -> Make:
    """A passive that is followed by another verb."""
    return lambda: "The dogs that the cat sees are what the girls that she knows like."


def wrong_once() -> Make:
    """One late verb."""
    return lambda: "The dogs that the cat sees sleep."


def wrong_same_number() -> Make:
    """All are one, so that nobody notices."""
    return lambda: "The boy that the girl sees knows the dog that the cat likes sleeps."


def wrong_ungrammatical() -> Make:
    """Two words are wrong with the rule too."""
    return lambda: "These dog sleep."


EXERCISE = Exercise(
    slug="two-late-verbs",
    title="Late twice",
    kind="inspect",
    marks=(Mark.VERY_HARD,),
    statement=f"""
A finite verb right behind another verb is *late*, and looks at the first subject instead of the
nearest. Write `sentence()`, a right English sentence of at most {LONGEST} words of the machine, in
which it finds nothing wrong, and without this rule (layer 0, rule {RULE}) at least two words.
""",
    hints=(
        "One late verb: *the dogs that the cat sees sleep*. Why is *sleep* wrong without the rule?",
        "A late verb has a clause before it whose subject is of another number. Make two of them, "
        "the second as what the first knows or thinks.",
        "Checklist: both nested subjects singular and both outer ones plural; a verb that takes a "
        "sentence between them.",
    ),
    answer="""
*The boys that the girl sees know the dogs that the cat likes sleep.* Both *know* and *sleep* follow
a verb. The first subject of all is the boys, who are many as the dogs are: so it comes out right,
and for *sleep* by luck. With one dog it would not: *the boys that the girl sees know the dog that
the cat likes sleeps* counts one.
""",
    stub=STUB,
    judge=judge,
    code=(sentence,),
)
