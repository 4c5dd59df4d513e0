"""Agreement: pairs of BLiMP, everyday sentences, the lexicon, and what is refused."""

import re
from functools import partial
from itertools import product

import numpy as np

from taotp.applications.agreement.blimp import agreement_scores, blimp_pairs, blimp_published
from taotp.applications.agreement.everyday import judged_sentences, misjudged
from taotp.applications.agreement.inflection import with_ed, with_ing, with_s
from taotp.applications.agreement.machine import (
    FORMS_OF_ONE,
    LAYERS,
    agreement,
    given,
    semes_of_words,
)
from taotp_core.weights import LAYER_NORM
from tests.laws import every
from tests.refused import refused

MACHINE = agreement()

EVERYDAY = {
    0: """The keys to the cabinet are red. | These dogs sleep | I am happy. | He doesn't like me.
        I know the dog sleeps. | Mary and John are happy. | The boy sleeps and the girls play.
        Does the dog sleep? | Are the dogs here? | There are many dogs. | The excited children play.
        He can sing and dance. | The man who lives in the house has two dogs. | That is good.
        The boys hurt themselves. | I see myself. | What is in the boxes? | All the dogs bark.
        The boy sees the open doors. | I am happy that the dogs sleep. | Where does he live?
        It's raining. | I don't know what she wants. | Everyone hurt themselves. | Have a drink.
        The keys to the house that is red are here. | Mary's dogs sleep. | We don't have a dog.
        If it rains, the children stay home. | Two weeks is too long. | Half of the cakes are here.
        They asked where the station was. | If he calls, tell him. | Come here, Mary.
        These big, red balls are new. | She saw him play. | Those who wait win.""",
    1: """These dogs sleeps | I is happy. | He don't like me. | You is my friend.
        The dog that the cats see sleep. | The dog that the cats sees sleeps. | I think he sleep.
        Mary and John is happy. | The boy sleeps and the girl play. | There is many dogs.
        The broken keys is on the table. | One of the dogs are red. | My parents lives in Paris.
        The books on the table near the window is old. | I have seen the dogs that barks.
        This are my house. | She sing. | They was late. | Most of the students is here.
        If it rain, we stay home. | After lunch, the boys sleeps. | I know where she live.""",
    2: "These child are happy. | The keys to the cabinet is near this doors.",
}
"""Sentences by how many of their words do not go with the others."""


def sentences(text: str) -> list[str]:
    """The sentences of a table."""
    return [each.strip() for each in re.split(r"[|\n]", text)]


@every("violations", EVERYDAY)
def test_everyday_sentences(violations: int) -> None:
    asked = sentences(EVERYDAY[violations])
    said = dict(zip(asked, MACHINE.counts(asked), strict=True))
    assert said == dict.fromkeys(asked, violations)
    for text in asked[::4]:
        words = MACHINE.in_words(text)
        assert words.count("does not go with") == violations, text
        assert (words == "all words go together") == (violations == 0), text


def test_what_cannot_be_gets_a_sentence() -> None:
    unread = {
        "These doggs sleep": "'doggs' is none of the .* near ones are .*'dogs'",
        "Собака \U0001f436": "собака", "the dog " * 16: "32",
    }  # fmt: skip
    few = "^'kees' is not in the lexicon of [0-9]+ words$"
    refused(
        *((partial(MACHINE.counts, [text]), wrong) for text, wrong in unread.items()),
        (lambda: judged_sentences("yesterday"), "'yesterday'; it must be one of everyday, l"),
        (lambda: [*given("vreb: sleep")], "'vreb' is not a kind of word; there are man, woman"),
        (lambda: MACHINE.without_rule(3, 0), "layer 3 has no rule 0"),
        (lambda: agreement_scores(loud=7), "was not measured with .*'loud': 7"),
        (lambda: agreement(words=["keys", "kees"]), few),
    )


MISFIT = "“these” does not go with “dog”, but “this” would"


@every(
    "text, said",
    [
        ("The keys is red.", "“is” does not go with “keys”, but “are” would"),
        ("He can sees her.", "“sees” does not go with “can”, but “see” would"),
        ("They have went.", "“went” does not go with “have”"),
        ("these dog " * 3, "; ".join([MISFIT] * 3)),
        ("these dog " * 5, "; ".join([MISFIT] * 3 + ["and 2 more"])),
    ],
)
def test_a_word_is_named_with_what_it_does_not_go_with(text: str, said: str) -> None:
    assert MACHINE.in_words(text) == said


def test_another_form_that_is_named_would_do() -> None:
    """In every sentence of one violation, put in the place of the word that is named first."""
    tried = 0
    for text in sentences(EVERYDAY[1]):
        named = re.findall("“(.*?)”", MACHINE.in_words(text))
        if len(named) < 3:
            continue
        words, (wrong, _, better) = MACHINE.cut(text), named
        mended = (
            [*words[:i], better, *words[i + 1 :]] for i, word in enumerate(words) if word == wrong
        )
        assert "0" in [MACHINE.complete(" ".join(each)) for each in mended], text
        tried += 1
    assert tried > 12


@every("name", ["everyday", "learners", "clauses", "held_out", "later", "latest"])
def test_lists_of_right_and_wrong_sentences(name: str) -> None:
    asked, n = judged_sentences(name), 200 if name == "everyday" else 100
    assert len({each.text for each in asked}) == n == 2 * sum(each.right for each in asked)
    assert len(misjudged(MACHINE, asked)) <= {"everyday": 1, "clauses": 0}.get(name, 2)


SUBJECTS = ("I", "he", "she", "it", "we", "you", "they", "Mary", "everybody", "the old man")
SELVES = tuple(FORMS_OF_ONE[-1].split()) + ("yourselves",)


@every("frame", ["Did {} see {}?", "Why can't {} hide {}?", "Will {} talk to {} at home?"])
def test_a_self_in_a_question_is_judged_as_in_a_statement(frame: str) -> None:
    """Finds a machine whose selves look before verbs alone (*did he hurt yourself*)."""
    subjects = (*SUBJECTS, "the boys", "my sister", "the car")
    pairs = [(subject, each) for subject in subjects for each in SELVES]
    told = MACHINE.counts([f"{subject} saw {each}" for subject, each in pairs])
    assert 80 < np.count_nonzero(told) < len(pairs) - 13
    asked = MACHINE.counts([frame.format(*pair) for pair in pairs])
    assert dict(zip(pairs, asked, strict=True)) == dict(zip(pairs, told, strict=True))


@every("comma", [", ", " and after dinner, "])
def test_after_a_comma_a_noun_that_may_be_a_verb_is_a_subject(comma: str) -> None:
    """Finds a machine whose late verb asks its first noun (*if it rains, the trains stop*)."""
    for first in ("If it rains", "When they call", "If I sleep"):
        for noun in ("train", "light", "film", "change"):
            texts = [f"{first}{comma}the {noun}{a} stop{b}." for a in ("", "s") for b in ("", "s")]
            assert [n > 0 for n in MACHINE.counts(texts)] == [True, False, False, True], texts


def test_all_goes_with_one_measure_of_time_and_with_no_other_noun_that_is_counted() -> None:
    """Finds a machine that minds *all night*, a *all dog* that passes, a day without plural."""
    times = ("day", "night", "week", "year", "morning", "evening", "afternoon", "weekend")
    assert MACHINE.counts([f"The birds sing all {each}." for each in times]) == [0] * len(times)
    others = [f"All {each} is here." for each in ("dog", "house", "pencil")]
    assert MACHINE.counts(others) == [1] * len(others)
    lexicon = {word: set(semes.split()) for word, semes in semes_of_words().items()}
    week = [
        word
        for word in lexicon
        if word.endswith("day") and word != "day" and {"noun", "time"} <= lexicon[word]
    ]
    assert len(week) == 7
    assert all("pl" in lexicon[f"{day}s"] for day in week)


@every("end", ["", " in July", " with his friend", " near the old lakes"])
def test_a_verb_after_a_clause_goes_with_what_the_clause_tells_of(end: str) -> None:
    """Finds a machine whose verb asks the subject of a clause that ends in a noun."""
    told = ("town", "where {} {} my uncle"), ("girl", "that {} {} a dog"), ("day", "when {} {} her")
    whose = ("I", "give"), ("she", "gives"), ("we", "give"), ("my aunts", "give")
    for (noun, clause), (who, verb) in product(told, whose):
        inside = clause.format(who, verb)
        asked = [f"The {noun}{s} {inside}{end} {v} nice." for s in ("", "s") for v in ("is", "are")]
        assert (np.array(MACHINE.counts(asked)) > 0).tolist() == [False, True, True, False], asked


BEFORE = {
    "an": "egg hour honest old often umbrella x-ray owl unusual uncle",
    "a": "hotel university very big used European house one yellow",
}


def test_a_and_an_ask_for_the_sound_of_the_next_word() -> None:
    """Finds a machine that asks the next noun (*a very old car*), or for the first letter."""
    for right, wrong in (("an", "a"), ("a", "an")):
        words = BEFORE[right].split()
        assert MACHINE.counts([f"I see {right} {word}" for word in words]) == [0] * len(words)
        assert MACHINE.counts([f"I see {wrong} {word}" for word in words]) == [1] * len(words)


FORMS = {
    "He {} likes it.": ("can does did must will won't should doesn't might", False),
    "He {} like it.": ("can does did must will won't should doesn't might", True),
    "He {} went home.": ("has had did can is was", False),
    "He {} gone home.": ("has had is was", True),
    "{} sees the dog.": ("he she it Mary everybody nobody", True),
    "{} see the dog.": ("him them me us he she it Mary", False),
    "The dog sees {}.": ("him her them me us it you Mary", True),
    "The dog barks at {}.": ("he she they I we", False),
    "{} dog is here.": ("these many both several two", False),
    "I need {} information.": ("an many these several", False),
}
"""What a word in a place makes of a sentence: right or wrong."""


@every("frame", FORMS)
def test_every_word_of_a_kind_does_the_same(frame: str) -> None:
    words, right = FORMS[frame]
    asked = [frame.format(word) for word in words.split()]
    said = {text: n == 0 for text, n in zip(asked, MACHINE.counts(asked), strict=True)}
    assert said == dict.fromkeys(asked, right)


def test_one_sentence_is_answered_as_many_are_by_a_standard_encoder() -> None:
    model = MACHINE.model
    assert len(model.layers) <= 4 and sum(len(layer.heads) for layer in model.layers) <= 12
    assert not model.causal and model.norm_final == LAYER_NORM
    assert all(layer.mlp is None or layer.mlp.act == "relu" for layer in model.layers)
    assert MACHINE.complete("These dogs sleeps") == "1"
    assert MACHINE.violations("THESE dogs -- sleeps!!") == 1
    assert MACHINE.violations("") == MACHINE.violations("?!") == MACHINE.violations("dog") == 0
    assert MACHINE.violations("these dog " * 12) == 9  # it counts to nine


def test_it_knows_its_words_those_of_two_kinds_and_forms_that_spelling_would_make() -> None:
    assert MACHINE.knows("The KEYS to the art galleries aren't Mary's.")
    assert not MACHINE.knows("The kees")
    assert {"dog", "keys", "art galleries", "1"} <= set(MACHINE.vocabulary)
    assert MACHINE.pieces is not None and len(MACHINE.pieces.tokens) == len(semes_of_words())
    assert {"noun", "verb", "amb", "pl", "nopl"} <= set(semes_of_words()["plays"].split())
    assert "amb" not in semes_of_words()["dogs"]
    for word in ("childs", "childrens", "mouses", "falled", "furnitures"):
        assert MACHINE.violations(word) == 1


SPELLED = """walk walks walked walking, study studies studied studying, play plays played playing,
    kiss kisses kissed kissing, beg begs begged begging, agree agrees agreed agreeing,
    lie lies lied lying, fix fixes fixed fixing, listen listens listened listening,
    control controls controlled controlling, need needs needed needing"""


@every("forms", SPELLED.split(","))
def test_forms_are_spelled_by_rule(forms: str) -> None:
    word, *others = forms.split()
    assert [with_s(word), with_ed(word), with_ing(word)] == others


@every("layer, i", [(at, i) for at, (_, rules) in enumerate(LAYERS) for i in range(len(rules))])
def test_without_a_rule_its_sentence_is_counted_otherwise(layer: int, i: int) -> None:
    text = LAYERS[layer][1][i].sentence
    assert MACHINE.violations(text) != MACHINE.without_rule(layer, i).violations(text)


def test_the_stored_scores_are_those_of_the_machine() -> None:
    """Of one paradigm all pairs are asked again; the chapter asks those of the others."""
    name = "regular_plural_subject_verb_agreement_1"
    pairs = [pair for pair in blimp_pairs() if pair.paradigm == name]
    said = np.array(MACHINE.counts([text for pair in pairs for text in (pair.good, pair.bad)]))
    good, bad = said.reshape(-1, 2).T
    assert agreement_scores()[name] == ((good < bad) + (good == bad) / 2).mean()
    assert blimp_published()["distractor_agreement_relative_clause"]["gpt2"] == 0.657


def test_with_few_words_it_is_the_same_machine() -> None:
    """A page that asks of ten pairs needs no lexicon of thousands; the counts are the same."""
    texts = [text for pair in blimp_pairs()[::800] for text in (pair.good, pair.bad)]
    texts += ["I don't know what she wants.", "He don't like me."]
    words = [word for text in texts for word in MACHINE.cut(text)]
    small = agreement(words=words)
    assert len(small.vocabulary) < 120
    assert small.counts(texts) == MACHINE.counts(texts)
