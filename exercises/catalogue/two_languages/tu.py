"""You as a friend: tu, te, toi and ton in the place of vous and votre."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from exercises.judging.judge import Wrong, ask, kind_of
from exercises.judging.new_words import (
    Both,
    rules_of,
    translations_judged,
    vectors,
    with_rules,
    with_words,
)
from exercises.judging.translations import (
    AVOIR,
    ETRE,
    POUVOIR,
    Asked,
    Job,
    Phrase,
    Sentence,
    english,
    french_phrase,
    french_sentence,
    kinds_of_nouns,
    spelled,
)
from exercises.statement import Exercise
from taotp.applications.french.lexicon import Verb, adjectives, nouns, verbs
from taotp.applications.french.machine import french_words, rules
from taotp_core.stream import Vector

# Whose place each new word takes: owls and islands leave.
SAYS = {
    "tu": "vous", "te": "hibou", "t'": "hiboux", "toi": "île",
    "ton": "votre", "ta": "îles", "tes": "vos",
}  # fmt: skip
GONE = ("owl", "island")
IRREGULAR = {"ai": "as", "suis": "es"}
FAMILIAR = {"mon": "ton", "ma": "ta", "mes": "tes"}
VERBS = ("see", "wait for")
STUB = '''
def tu():
    """What the seven new words read, as vectors, and a list of new rules."""
    raise NotImplementedError
'''

Answer = tuple[dict[str, str], list[tuple[str, str]]]
Make = Callable[[], Answer]


def verb_of(english: str) -> Verb:
    """A verb of the lexicon."""
    return next(verb for verb in verbs() if verb.english[0] == english)


@cache
def finite() -> dict[str, str]:
    """The forms of verbs that go with tu, by those that go with vous."""
    forms = [*(verb_of(name).french for name in VERBS), ETRE, AVOIR, POUVOIR]
    firsts = {form[4]: form[1] for form in forms}
    return {
        formal: IRREGULAR.get(first, first + "s" * first.endswith("e"))
        for formal, first in firsts.items()
    }


def verbs_after_tu() -> tuple[dict[str, str], dict[str, str | Vector]]:
    """Whose place the forms after tu take, and what they read: some are those after je as well."""
    known = french_words()
    instead: dict[str, str] = {}
    says: dict[str, str | Vector] = {}
    for formal, word in finite().items():
        if word in known:
            instead |= {word: word, formal: formal}
            says |= {word: {**known[word], "p2": 2.0}, formal: "- one"}
        else:
            instead[word], says[word] = formal, known[formal]
    return instead, says


def asked() -> Iterator[Asked]:
    """Sentences with you as subject, object and after a preposition, and with your."""
    some = [noun for noun in kinds_of_nouns(nouns()) if noun.english[0] not in GONE]
    old, tired = (next(a for a in adjectives() if a.english == x) for x in ("old", "tired"))
    for noun in some:
        for plural in (False, True)[: 1 + (noun.english[1] not in ("-", noun.english[0]))]:
            yield Phrase("your", noun, (), plural)
            yield Phrase("your", noun, (old,), plural)
    job = next(noun for noun in nouns() if noun.kind == "job")
    friends = Phrase("the", next(n for n in nouns() if n.english[0] == "friend"), (), True)
    for negated in (False, True):
        yield from (Sentence("you", None, what, negated) for what in (tired, Job(job), "hungry"))
        for verb in map(verb_of, VERBS):
            for how in ("",) if negated else ("", "can"):
                mine = Phrase("your", some[0])
                yield Sentence("you", verb, mine, negated, how)
                yield Sentence("you", verb, "they", negated, how)
                for who in ("i", friends):
                    yield Sentence(who, verb, "you", negated, how)
        yield Sentence("we", verb_of("sleep"), None, negated, rest=("with", "you"))


def to_a_friend(each: Asked) -> str:
    """The French of a structure, said to a friend."""
    if isinstance(each, Phrase):
        words = french_phrase(replace(each, determiner="my"))
        return spelled([FAMILIAR.get(word, word) for word in words])
    if isinstance(each.object, Phrase):
        each = replace(each, object=replace(each.object, determiner="my"))
    words = [FAMILIAR.get(word, word) for word in french_sentence(each)]
    if each.subject == "you":
        return spelled(["tu", *(finite().get(word, word) for word in words[1:])])
    whom = "te" if each.object == "you" else "toi"
    return spelled([whom if word == "vous" else word for word in words])


def judge(answer: object) -> str:
    """All that is asked, said to a friend."""
    given = ask(answer, where="in tu")
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise Wrong(f"in tu expected a dictionary and a list, got {kind_of(given)}")
    says = vectors(given[0], [*SAYS], "with what is said, tu")
    more = rules_of(given[1], "with its rules, tu")
    instead, forms = verbs_after_tu()
    pairs: list[Both] = [(english(each), to_a_friend(each)) for each in asked()]
    tally = translations_judged(
        lambda: with_rules(with_words({**instead, **SAYS}, {}, {**forms, **says}), rules() + more),
        "in tu",
        pairs,
    )
    return f"{tally.inputs} inputs"


def tu() -> Answer:
    """Two rules say which of three words you is; ton is made as mon is."""
    says = {
        "tu": "6 vous", "te": "6 hibou", "t'": "5.5 hibou + vowel", "toi": "6 île",
        "ton": "4 votre + 2 ms + 1.5 fs + vowel", "ta": "4 votre + 2 fs",
        "tes": "4 votre + 2 mp + 2 fp",
    }  # fmt: skip
    return says, [
        ("vous and b1_may_verb", "hibou -vous"),
        ("vous and b1_prep", "île -vous"),
    ]


def accepted_other_directions() -> Make:
    """Te and toi may change their directions, as nobody sees them."""
    says, _ = tu()
    says |= {"te": "6 île", "t'": "5.5 île + vowel", "toi": "6 hibou"}
    return lambda: (
        says,
        [("vous and b1_may_verb", "île -vous"), ("vous and b1_prep", "hibou -vous")],
    )


def wrong_one_word() -> Make:
    """No rules: je tu vois."""
    return lambda: (tu()[0], [])


def wrong_sound() -> Make:
    """No t' before a vowel: je te attends."""
    return lambda: (tu()[0] | {"t'": "- hibou"}, tu()[1])


def wrong_star() -> Make:
    """Ton as votre: of a star nothing is left to hear the sound with."""
    return lambda: (tu()[0] | {"ton": "4 votre + 2 ms"}, tu()[1])


def wrong_after_with() -> Make:
    """Te wherever it is not the subject: avec te."""
    rule = ("vous and b1_prep", "hibou -vous")
    return lambda: (tu()[0], [tu()[1][0], rule])


EXERCISE = Exercise(
    slug="tu",
    title="As a friend",
    kind="construct",
    statement="""
*You* is *vous*. Among friends it is *tu*, *I see you* is *je te vois*, *with you* is *avec toi*,
and *your* is *ton*, *ta* or *tes*. Owls and islands leave the translator to make room: the
directions `hibou` and `île` are free. `vous` and `votre` are what *you* and *your* mean, as before,
and their rows stay. The verbs are done: after *tu* they have their form, as *tu vois*, *tu as*.
`tu()` returns a dictionary with what *tu*, *te*, *t'*, *toi*, *ton*, *ta* and *tes* read to be
said, as vectors, and a list of new rules for the first layer, pairs of texts as `rules()` has them.
*You* as subject, as object, with *not* and without, and after *with* are tried, and *your* with
nouns of each kind.
""",
    hints=(
        "How does *me* become *me* and not *moi*? Look for `me_` in `rules()`.",
        "*Ma* is *mon* before a vowel, and *me* is *m'*: see what these read in `french_words()`.",
    ),
    answer="""
Behind a verb *you* is its object, behind a preposition it is *toi*: two rules turn `vous` into
another direction there. *Tu* is the rest, so that *tu* reads `vous` with 6, meaning and form in
one. *T'* reads a little less and makes up for it with `vowel`; so does *ton*, which is *ta* where
no vowel follows. English has one word where French has three, and the neighbors decide.
""",
    stub=STUB,
    judge=judge,
    code=(tu,),
)
