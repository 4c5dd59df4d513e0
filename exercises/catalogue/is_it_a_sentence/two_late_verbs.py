"""Exercise: a sentence that needs one rule twice."""

from collections.abc import Callable, Sequence
from functools import cache

from exercises.judging.judge import Wrong, ask, kind_of
from exercises.statement import Exercise
from taotp.applications.agreement.machine import LAYERS, Agreement, agreement, semes_of_words

LONGEST = 14
LATE = next(  # where the rule about late verbs stands
    (layer, i)
    for layer, (_, rules) in enumerate(LAYERS)
    for i, rule in enumerate(rules)
    if rule.writes == "late"
)
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
    return whole, whole.without_rule(*LATE)


def without_subject(words: Sequence[str]) -> str:
    """The first finite verb for which no noun is left that has none yet; "" where all have one.

    Each verb takes the latest noun. Words behind *and* share the verb's subject, those behind an
    auxiliary are part of it.
    """
    kinds = [{*semes_of_words().get(word.lower(), "").split()} for word in words]
    subjects, before = 0, {"start"}
    for i, (word, here) in enumerate(zip(words, kinds, strict=True)):
        if (not here and "aux" in before) or (i == 0 and "aux" in here):
            continue  # not, never: the auxiliary goes on; a question's comes before its subject
        follows = kinds[i + 1] if i + 1 < len(kinds) else set[str]()
        if is_subject(here, before, follows) or word.lower() == "there":
            subjects += 1
        elif "fin" in here and not before & {"aux", "and"}:
            if not subjects:
                return word
            subjects -= 1
        before = here
    return ""


def is_subject(here: set[str], before: set[str], follows: set[str]) -> bool:
    """Whether a word may be a verb's subject, by the semes of it and of its neighbors.

    A noun or pronoun may, and *that* or *who* that a verb follows; what may be a verb as well, as
    *play*, is a noun behind a determiner.
    """
    if here & {"rel", "that"}:
        return "fin" in follows or "start" in before
    return bool(here & {"noun", "pro"}) and ("amb" not in here or "hint" in before)


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
    if verb := without_subject(whole.cut(text)):
        raise Wrong(f"on {text!r} expected a subject for each verb, got none for {verb!r}")
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
    """Other words, and what is thought in the place of what is known."""
    return lambda: "The girls that the dog loves think the boys that the cat hates sleep."


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
    statement=f"""
A finite verb right behind another verb is *late*, and looks at the first subject instead of the
nearest. Write `sentence()`, a right English sentence of at most {LONGEST} words of the machine,
where it finds nothing wrong, but without this rule (layer {LATE[0]}, rule {LATE[1]}) at least
two words. Every verb has to have a subject of its own: the machine would let *the dogs that the cat
sees sleep sleep* pass.
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
    checklist=("Somebody who speaks English would say it, or at least write it.",),
)
