"""English to French: an encoder finds each word's French, its form and its place; a decoder asks.

Two layers read. In the first every word looks at its neighbors, up to three on each side, and
rules of a few words say what it is here. In the second, determiners and adjectives fetch gender
and number from their noun, verbs their person, and every word counts the French words before it.
The decoder asks at step t for the word of place t, and at t + 1 for its first sound; it does not
read its own words.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby, product, repeat
from operator import itemgetter
from typing import Any

import numpy as np

from taotp.applications.french import fragment as english_fragment
from taotp.applications.french import lexicon
from taotp.applications.french.asking import questions
from taotp.applications.french.fragment import LIVING
from taotp.applications.french.lexicon import ELIDED, elides
from taotp.words.cutting import Words
from taotp.words.features import Layout
from taotp.words.rules import Rule, read_rules, rules_of, texts_of
from taotp_core.arrays import Precision
from taotp_core.decode import generate
from taotp_core.program import Program
from taotp_core.stream import Moves, Vector, semes
from taotp_core.transformer import encode
from taotp_core.weights import MLP, Layer, Transformer

START, END = "<s>", "</s>"
BATCH = 256  # sentences at once
Form = tuple[str, str, Vector]  # of a French word: what it means, the form itself, what it reads
ROOM = 24  # places, in English with both ends, and in French with its end
LOUD = 1000.0  # 200 is enough, in float32 too
LEMMA, FORM, SOUND = 4.0, 2.0, 1.0  # what a French word, its form and the next sound weigh
FORMS = ("ms", "fs", "mp", "fp")  # masculine and feminine, singular and plural
PERSONS = ("s1", "s3", "p1", "p2", "p3")
VERB_FORMS = ("inf", *PERSONS)
OTHERS = ("s1", "p1", "p2", "p3")  # beside he, who is meant where nobody else is
PARTICIPLES = tuple(f"part_{form}" for form in FORMS)
IMPERFECT = tuple(f"imp_{person}" for person in PERSONS)
HELPED = tuple(f"aux_{person}" for person in PERSONS)  # persons of ai, suis or me suis
HELPERS = {"avoir": "aux_h", "être": "aux_e alone", "se": "aux_r alone"}
NEIGHBOR = re.compile(r"\b([ab]\d)_(\w+)")
SIDES = {"a": "ahead", "b": "back"}
GENDER = ("masc", "fem")
# What lasted: il voulait, and not il a voulu.
STATES = [
    "want",
    "know",
    "have",
    "think",
    "live",
    "hope",
    "love",
    "hate",
]
TO_SOMEBODY = ("tell", "answer", "ask", "explain")  # dire à quelqu'un
ASKED = ("have", "leave", "go", "like")  # verbs of which rules speak
GIVING = ("give", "show", "bring", "write", "read", "sell")
GENERAL = (
    "aimer",
    "détester",
    "comprendre",
    "étudier",
    "préférer",
)  # of all there is of it: les chats
TONGUES = ("french", "english", "german", "japanese", "spanish")
WARM = ("hot", "cold")
EITHER = "may_noun may_verb in_np stops"

# What a word may be, and what rules (those of rules.txt, and those below) make of it.
CLASSES = (
    "noun may_noun may_verb adj post det in_np opens agrees alone stops who finite copula lead "
    "modal be negates to prep of at the one_ some other her it_ me_ acc clitic third dem job ing "
    "same many plural very feels know_ and_ links joins masc and_masc said spot ne_spot fem pl "
    "ident c end ne bare job_many general without too_ tongue are_ art art_le art_du art_de art_à "
    "vowel gives nothing_ have_ have_to_ need_ all_ poss_ human leave_ go_ warm_ well_ "
    "now_ like_ several art_bien then part aux aux_h aux_e aux_r aux_v moves refl refl_h "
    "refl_ state datv imp did do_ didq mid q q_ ask_ begins front cmd lets wh wh_what wh_how "
    "how_much fine_ pred late_ name city nation land in_ them_ us_ asks more_ enough_ "
    "nob can_ skill art_plus art_au sport_ proper"
)

# The one to whom something is given stands before it without a "to".
GIVEN = tuple(
    f"b1_gives and {whom} and {what}"
    for whom, what in (
        ("a1_may_noun", "a2_opens"),
        ("a1_may_noun", "a2_bare"),
        ("a1_adj and a2_may_noun", "a3_opens"),
        ("a1_adj and a2_may_noun", "a3_bare"),
    )
)

# What a noun phrase gets that has no determiner: its first word, then what stands around it.
BEGINNINGS = ("bare", "adj and a1_bare", "adj and a1_adj and a2_bare")
BARE = """
not b1_opens: art art_du spot
b1_of: -art -art_du -spot
b1_without: -art -art_du -spot
b1_all_: art art_le spot
b1_start: art_le -art_du
b1_general: art_le -art_du
b1_may_verb and b2_negates and not b1_general and not b1_be: art_de -art_du
b1_negates and b2_il_y_a: art_de -art_du
b1_may_verb and b2_have_to_ and b3_negates and not b1_general: art_de -art_du
b1_links and b2_bare and b3_general: art_le -art_du
b1_links and b2_bare and b3_start: art_le -art_du
b1_copula: ident
b1_negates and b2_copula: ident
"""

# Several with an adjective before their noun in French: de bons amis, and not des.
BEFORE = (
    "adj and not post and not very and not other and a1_several",
    "adj and not post and not very and not other and a1_adj and a2_several",
    "post and a1_adj and not a1_post and a2_several",
    "very and a1_adj and not a1_post and a2_several",
)
PARTITIVE = ("opens", "of", "without", "start", "general")  # behind others there is no des

FORM_RULES = (
    *(Rule(f"4 aux +{who} -4 one", f"aux_{who} -{who}") for who in OTHERS),
    Rule("aux -s1 -p1 -p2 -p3", "aux_s3"),
    *(Rule(f"4 refl +{who} -4 one", f"aux_{who}") for who in OTHERS),
    Rule("refl -s1 -p1 -p2 -p3", "aux_s3"),
    *(Rule(f"4 refl +4 inf +{who} -8 one", f"-{who}") for who in OTHERS),
    Rule("aux_e -s1 -p1 -p3", "aux_v"),
    *(Rule(f"4 imp +{who} -4 one", f"imp_{who} -{who}") for who in PERSONS),
    Rule("imp +finite -one -s1 -p1 -p2 -p3", "imp_s3 -s3"),
    *(Rule(f"4 être +4 imp +{who} -8 one", "vowel") for who in ("s1", "p1", "p3")),
    Rule("part -fem -pl", "part_ms"),
    Rule("4 part +fem -4 one -4 pl", "part_fs"),
    Rule("8 part +pl -8 one -4 fem", "part_mp"),
    Rule("4 part +fem +pl -5 one", "part_fp"),
    Rule("one -start -fem -pl -c -finite -inf -cmd -part", "ms"),
    Rule("fem -pl -c -finite -inf -cmd -part", "fs"),
    Rule("pl -fem -c -finite -inf -cmd -part", "mp"),
    Rule("fem +pl -c -one -finite -inf -cmd -part", "fp"),
    Rule("finite -s1 -p1 -p2 -p3 -inf", "s3"),
    Rule("dative +pl -one", "datives -dative"),
    Rule("dative_h +pl -one", "datives_h -dative_h"),
    Rule("être -s1 -p1 -p3", "vowel"),
    Rule("4 aller +p1 +p2 +inf -4 one", "vowel"),
    Rule("lui +fem -one", "vowel"),
    Rule("lui +pl -one", "vowel"),
)

# "said" is added to all but SILENT.
WORDS = {
    "the": "le the det agrees opens",
    "a": "un one_ det agrees opens vowel",
    "some": "du some det agrees opens",
    "this": "ce dem det agrees opens",
    "these": "ce dem det agrees opens many p3",
    "my": "mon det agrees opens",
    "your": "votre det agrees opens",
    "his": "son det agrees opens",
    "our": "notre det agrees opens",
    "their": "leur det agrees opens",
    "all": "tout all_ det agrees opens",
    "every": "chaque det agrees opens",
    "many": "beaucoup_de det agrees opens many",
    "people": "gens who may_noun in_np stops masc pl p3 bare",
    "'s": "de poss_ agrees opens art art_le",
    "i": "je s1 human who stops",
    "you": "vous p2 human who clitic stops",
    "he": "il third human who stops",
    "she": "il fem third human who stops",
    "it": "il third who it_ clitic stops",
    "we": "nous p1 pl human who stops",
    "they": "il pl p3 third human who stops",
    "me": "moi me_ clitic stops",
    "him": "lui acc clitic stops",
    "her": "lui fem acc clitic her opens stops",
    "us": "nous us_ clitic stops",
    "them": "lui pl acc them_ clitic stops",
    "am": "être be copula lead front finite joins stops",
    "are": "être be copula lead front are_ finite joins stops",
    "be": "être be may_verb finite vowel stops",
    "can": "pouvoir can_ modal lead front finite joins stops",
    "must": "devoir modal lead front finite joins stops",
    "have to": "devoir have_to_ modal may_verb finite joins stops",
    "do": "do_ stops",
    "did": "avoir did lead finite joins stops vowel",
    "was": "être be copula lead front finite joins stops imp",
    "were": "être be copula lead front are_ finite joins stops imp",
    "been": "été_ be copula stops vowel",
    "will": "aller modal lead front finite joins stops",
    "could": "pouvoir modal lead front finite joins stops imp",
    "should": "devrait modal lead front finite joins stops",
    "had to": "devoir have_to_ modal may_verb finite joins stops imp",
    "would like": "voudrait may_verb finite joins stops",
    "doing": "faire may_verb finite joins stops ing",
    "let us": "lets begins stops",
    "who": "qui who human stops",
    "what": "qu_ wh wh_what stops",
    "which": "quel det agrees opens",
    "where": "où wh stops vowel",
    "when": "quand wh stops",
    "what time": "à_quelle_heure wh stops",
    "why": "pourquoi wh begins stops",
    "how": "comment wh wh_how stops",
    "how much": "combien wh how_much stops",
    "how many": "combien_de agrees det opens in_np many",
    "how long": "combien_de_temps wh stops",
    "how often": "combien_de_fois wh stops",
    "someone": "quelqu_un vowel who third human stops masc",
    "everyone": "tout_le_monde who human stops masc",
    "everything": "tout_ who stops masc",
    "something": "quelque_chose who stops masc",
    "nobody": "personne_ who human nob stops masc ne_spot",
    "more": "plus more_ in_np opens",
    "nearby": "près stops",
    "than": "que prep stops",
    "enough": "assez enough_ in_np opens vowel",
    "because": "parce_que begins stops",
    "but": "mais begins stops",
    "there was": "il_y_avait stops",
    "is there": "y_a_t_il stops",
    "not": "pas negates stops",
    "never": "jamais negates stops",
    "nothing": "rien nothing_ negates stops",
    "need-of": "besoin need_ opens stops",
    "to": "à to at prep stops",
    "at": "à at prep stops",
    "of": "de of prep stops",
    "there is": "il_y_a stops",
    "and": "et and_ links stops",
    "or": "ou links stops",
    "very": "très very adj in_np opens",
    "too": "aussi too_ now_ stops",
}
SILENT = ("do", "does", "let us")
ALIKE = {
    "an": "a", "any": "some", "that": "this", "those": "these", "its": "his", "is": "am",
    "does": "do", "from": "of", "there are": "there is",
    "everybody": "everyone", "somebody": "someone", "no one": "nobody",
    "there were": "there was", "are there": "is there", "may": "can",
    "has to": "have to", "a lot of": "many",
}  # fmt: skip
ONE_FORM = (lexicon.ADVERBS, lexicon.NUMBERS, lexicon.PREPOSITIONS, lexicon.FEELINGS)
FIXED = ("adverb", "middle", "predicate", "phrase")  # kinds of what is one French word, or a phrase
SPELLED = {
    "don't": ("do", "not"), "doesn't": ("does", "not"), "isn't": ("is", "not"),
    "aren't": ("are", "not"), "can't": ("can", "not"), "cannot": ("can", "not"),
    "i'm": ("i", "am"), "you're": ("you", "are"), "he's": ("he", "is"), "she's": ("she", "is"),
    "it's": ("it", "is"), "we're": ("we", "are"), "they're": ("they", "are"),
    "that's": ("that", "is"), "there's": ("there", "is"),
    "mustn't": ("must", "not"), "another": ("an", "other"), "no": ("not", "any"),
    "need": ("have", "need-of"), "needs": ("has", "need-of"), "needed": ("had", "need-of"),
    "near": ("nearby", "of"),
    "didn't": ("did", "not"), "wasn't": ("was", "not"), "weren't": ("were", "not"),
    "won't": ("will", "not"), "couldn't": ("could", "not"), "shouldn't": ("should", "not"),
    "haven't": ("have", "not"), "hasn't": ("has", "not"), "let's": ("let", "us"),
    "gonna": ("going", "to"), "wanna": ("want", "to"), "mom": ("mother",), "dad": ("father",),
    **{f"{who}'ll": (who, "will") for who in ["i", "you", "he", "she", "it", "we", "they"]},
    **{f"{who}'ve": (who, "have") for who in ["i", "you", "we", "they"]},
    **{f"{who}'d": (who, "would") for who in ["i", "you", "he", "she", "we", "they"]},
    **{f"{what}'s": (what, "is") for what in ["what", "where", "who", "how", "when", "here"]},
}  # fmt: skip

# The forms of French words that are neither nouns nor adjectives nor verbs: word:forms, and after
# ~ those that it has before a vowel alone. Without forms a word is always the same.
FRENCH = {
    "le": "le:ms la:fs les:mp,fp l'~ms,fs",
    "du": "du:ms de_la:fs des:mp,fp de_l'~ms,fs",
    "au": "au:ms à_la:fs aux:mp,fp à_l'~ms,fs",
    "un": "un:ms une:fs",
    "ce": "ce:ms cet~ms cette:fs ces:mp,fp",
    "mon": "mon:ms~fs ma:fs mes:mp,fp",
    "son": "son:ms~fs sa:fs ses:mp,fp",
    "notre": "notre:ms,fs nos:mp,fp",
    "votre": "votre:ms,fs vos:mp,fp",
    "leur": "leur:ms,fs leurs:mp,fp",
    "il": "il:ms elle:fs ils:mp elles:fp",
    "lui": "lui:ms elle:fs eux:mp elles:fp",
    "je": "je j'~",
    "me": "me m'~",
    "c": "ce c'~",
    "de": "de d'~",
    "ne": "ne n'~",
    "dative": "lui", "datives": "leur",
    "end": "</s>",
    "être": "suis:s1 est:s3 sommes:p1 êtes:p2 sont:p3 être:inf étais:imp_s1 était:imp_s3 "
    "étions:imp_p1 étiez:imp_p2 étaient:imp_p3",
    "devrait": "devrais:s1 devrait:s3 devrions:p1 devriez:p2 devraient:p3",
    "pourrait": "pourrais:s1 pourrait:s3 pourrions:p1 pourriez:p2 pourraient:p3",
    "voudrait": "voudrais:s1 voudrait:s3 voudrions:p1 voudriez:p2 voudraient:p3",
    "se_être": "me_suis:s1 s'est:s3 nous_sommes:p1 vous_êtes:p2 se_sont:p3",
    "se": "me:s1 se:s3 nous:p1 vous:p2 m'~s1 s'~s3 se:p3 s'~p3",
    "été_": "été", "soyez": "soyez", "ayez": "ayez",
    "quel": "quel:ms quelle:fs quels:mp quelles:fp",
    "ask": "est-ce_que est-ce_qu'~", "ask_je": "est-ce_que_je est-ce_que_j'~",
    "ask_vous": "est-ce_que_vous", "ask_il": "est-ce_qu'il", "ask_elle": "est-ce_qu'elle",
    "ask_nous": "est-ce_que_nous", "ask_ils": "est-ce_qu'ils", "ask_c": "est-ce_que_c'",
    "ask_ce": "est-ce_que_ce", "qui": "qui", "qu_": "qu'", "où": "où", "quand": "quand",
    "à_quelle_heure": "à_quelle_heure",
    "pourquoi": "pourquoi", "comment": "comment", "combien": "combien",
    "combien_de": "combien_de combien_d'~", "combien_de_temps": "combien_de_temps",
    "combien_de_fois": "combien_de_fois", "quelqu_un": "quelqu'un",
    "tout_le_monde": "tout_le_monde",
    "tout_": "tout", "quelque_chose": "quelque_chose", "personne_": "personne", "plus": "plus",
    "plus_de": "plus_de plus_d'~", "assez": "assez", "assez_de": "assez_de assez_d'~",
    "que": "que qu'~", "parce_que": "parce_que", "mais": "mais", "il_y_avait": "il_y_avait",
    "y_a_t_il": "est-ce_qu'il_y_a", "ça": "ça", "tard": "tard", "en": "en",
    "moi_h": "-moi", "vous_h": "-vous", "nous_h": "-nous", "le_h": "-le:ms -la:fs -les:mp,fp",
    "dative_h": "-lui", "datives_h": "-leur",
    "devoir": "devais:imp_s1 devait:imp_s3 devions:imp_p1 deviez:imp_p2 devaient:imp_p3 "
    "dois:s1 doit:s3 devons:p1 devez:p2 doivent:p3 devoir:inf",
    "savoir": "sais:s1 sait:s3 savons:p1 savez:p2 savent:p3 savoir:inf savais:imp_s1 savait:imp_s3 "
    "savions:imp_p1 saviez:imp_p2 savaient:imp_p3 su:part_ms",
    "pouvoir": "peux:s1 peut:s3 pouvons:p1 pouvez:p2 peuvent:p3 pouvoir:inf pouvais:imp_s1 "
    "pouvait:imp_s3 pouvions:imp_p1 pouviez:imp_p2 pouvaient:imp_p3",
    "raconter": "raconte:s1,s3 racontons:p1 racontez:p2 racontent:p3 raconter:inf "
    "racontais:imp_s1 racontait:imp_s3 racontions:imp_p1 racontiez:imp_p2 racontaient:imp_p3 "
    "raconté:part_ms,part_fs,part_mp,part_fp",
    "quitter": "quitte:s1,s3 quittons:p1 quittez:p2 quittent:p3 quitter:inf",
    "tout": "tout:ms toute:fs tous:mp toutes:fp",
    "besoin": "besoin_de besoin_d'~", "besoin_": "besoin",
    "beaucoup_de": "beaucoup_de beaucoup_d'~",
    "chaud_": "chaud", "froid_": "froid", "bien_": "bien",
    "chaque": "chaque", "gens": "gens", "jamais": "jamais", "rien": "rien",
    "nous": "nous", "vous": "vous", "moi": "moi", "pas": "pas", "à": "à",
    "et": "et", "ou": "ou", "très": "très", "trop": "trop", "près": "près",
    "juste": "juste", "faux_": "faux",
    "il_y_a": "il_y_a", "il_n_y_a": "il_n'y_a",
}  # fmt: skip


def english_french(loud: float = LOUD) -> "Translator":
    """The translator: `english_french().complete("I see the cat")` is "je vois le chat".

    `loud` is what the pair that fixes the scale of its norms holds.

    >>> english_french().complete("I see the cat")
    'je vois le chat'
    """
    return translator(loud)


@lru_cache(maxsize=1)  # it is read-only, and takes a second to build
def translator(loud: float) -> "Translator":
    """The translator, which is built once for those who ask for the same one in a row."""
    english, french = english_words(), french_words()
    vocabulary = tuple(dict.fromkeys([START, END, *english, *french]))
    names = named_semes()
    layout = Layout(semes(names), ROOM, loud=loud, waves=ROOM, read_as=read_as(names))
    nothing: dict[str, Vector] = dict.fromkeys(vocabulary, {})
    rows = (
        nothing
        | english
        | {START: {"start": 1.0, "begins": 1.0}, END: {"end": 1.0, "said": 1.0, "stops": 1.0}}
    )
    says = nothing | french | {START: {"one": LEMMA - SOUND}}  # where no word is found
    encoder = Transformer(
        layout.embedding(rows), layout.positions(), [neighbors(layout), agreement(layout)],
        causal=False, subspaces=layout.subspaces,
    )  # fmt: skip
    places = layout.written([{f"at{t}": 1.0} for t in range(ROOM)])
    model = Transformer(
        layout.embedding(nothing), places, [speaking(layout)], W_U=layout.unembedding(says),
        encoder=encoder, subspaces=layout.subspaces,
    )  # fmt: skip
    return Translator(
        model, vocabulary, start=START, stop=END, after=END, opening=START, fault=too_long,
        pieces=Words(tuple(english), spelled(), lexicon.kin()),
    )  # fmt: skip


class Translator(Program):
    """A program that reads English and says French."""

    def outside(self, prompt: Any) -> str:
        """What makes a text, or its words, none that it is meant for, "" for nothing.

        Said by a grammar beside the machine, which answers all the same. Raises ValueError for an
        unknown word of a text.
        """
        return english_fragment.outside(self.cut(prompt))

    def translations(self, texts: Sequence[str], to: Precision = "float64") -> list[str]:
        """What `complete` says of each text; those of one length at once. ValueError as there."""
        rows: defaultdict[int, list[int]] = defaultdict(list)
        read: list[list[int]] = []
        for i, text in enumerate(texts):
            words = self.cut(text)
            if wrong := too_long(words):
                raise ValueError(wrong)
            read.append([self.places[word] for word in (START, *words, END)])
            rows[len(words)].append(i)
        said = [""] * len(texts)
        for same in rows.values():
            for at in range(0, len(same), BATCH):
                part = same[at : at + BATCH]
                memory = encode(self.model, np.array([read[i] for i in part]), to)
                begun, stop = np.full((len(part), 1), self.places[START]), self.places[END]
                tokens = generate(self.model, begun, ROOM, stop=stop, to=to, memory=memory)
                for i, row in zip(part, tokens, strict=True):
                    words = [self.vocabulary[t] for t in row if not self.is_sentinel(t)]
                    said[i] = self.joined(words)
        return said


@cache
def spelled() -> dict[str, tuple[str, ...]]:
    """What words are read as that are two: SPELLED, and whose something is."""
    owners = [noun.english[0] for noun in lexicon.nouns() if noun.english[0] in LIVING.split()]
    owners += lexicon.names()
    return {**SPELLED, **{f"{owner}'s": (owner, "'s") for owner in owners}}


def kept(names: Iterable[str]) -> Moves:
    """The matrix that leaves each name what it is."""
    return [(1.0, name, name) for name in names]


def too_long(prompt: Sequence[Any]) -> str:
    """The fault of a prompt without words, or with more than there are places.

    A not is two words in French; what may have no determiner in English brings one, as do the
    names of languages, and so does a verb before the one to whom something is given.
    """
    if len(prompt) == 0:
        return "there is nothing to translate; give at least 1 word"
    places = len(prompt) + sum(str(word) in may_be_two() for word in prompt)
    if places <= ROOM - 2:
        return ""
    return f"there may be {places} French words to place; there is room for {ROOM - 2}"


@cache
def may_be_two() -> frozenset[str]:
    """The English words of which two French ones may come."""
    more = {"q", "aux", "nob", "negates", "bare", "tongue", "gives", "poss_", "have_to_", "like_"}
    return frozenset(word for word, row in english_words().items() if not more.isdisjoint(row))


def neighbors(layout: Layout) -> Layer:
    """The first layer: what stands 1 to 3 words back or ahead, and the rules."""
    heads = [
        layout.head(
            where := f"{step[1]} {SIDES[step[0]]}",
            [(1.0, what, f"{step}_{what}") for _, what in found],
            name=f"looks {where}",
        )
        for step, found in groupby(looked(), itemgetter(0))
    ]
    heads.append(
        layout.head("nearest after", "masc>and_masc", "and_>may_noun", name="hears who joins")
    )
    return layout.layer(heads, [layout.units(rules())])


UNSEEN = (
    "negates",
    "art",
    "aux",
    "q",
    "refl",
    "refl_h",
    "nob",
)  # what brings one more French word


def agreement(layout: Layout) -> Layer:
    """The second layer: what words fetch from others, and the French words before them."""
    counted = " ".join(
        f"{what}>{where}" for what in ("said", *UNSEEN) for where in ("spot", "ne_spot")
    )
    heads = [
        layout.head("nearest after", "fem>fem", "agrees>stops", name="fetches gender"),
        layout.head("nearest after", "pl>pl", "agrees>stops", name="fetches number"),
        layout.head("first", "fem>fem pl>pl", "alone>who", name="agrees with the subject"),
        layout.head(
            "first",
            "s1>s1 p1>p1 p2>p2 p3>p3",
            "finite>who aux>who refl>who",
            name="fetches the person",
        ),
        layout.head(
            "nearest before",
            "and_>p3 and_>pl -and_masc>fem",
            "joins>and_ alone>and_",
            name="agrees with them all",
        ),
        layout.head("nearest before", "and_>p3", "aux_h>and_", name="hears that they are two"),
        layout.head("nearest after", "ident>c", "third>ident", name="hears that it is a thing"),
        layout.counting(counted, name="counts places"),
    ]
    units = [
        layout.units(FORM_RULES),
        staircase(layout, "spot", "at", ("said",)),
        staircase(layout, "ne_spot", "ne_at", UNSEEN),
    ]
    return layout.layer(heads, units)


def staircase(layout: Layout, number: str, step: str, gates: Sequence[str]) -> MLP:
    """Units that write step k where a number is k, nothing below 0 and where all gates are 0."""
    steps = range(-1, ROOM + 1)
    opened = {number: 1.0, **dict.fromkeys(gates, 2.0 * ROOM), "one": -2.0 * ROOM}
    rise = layout.named.vector(opened) - np.outer(steps, layout.direction("one"))
    bends = [
        {f"{step}{t}": bend for t, bend in {k - 1: 1, k: -2, k + 1: 1}.items() if 0 <= t < ROOM}
        for k in steps
    ]
    return MLP(
        np.ascontiguousarray(layout.scale * rise.T),
        np.zeros(len(steps)),
        layout.written(bends),
        np.zeros(layout.d_model),
    )


ASKERS = ("je", "vous", "il", "elle", "nous", "ils", "c", "ce")


def speaking(layout: Layout) -> Layer:
    """The layer of the decoder: the word of a place, ne where it stands, the sound that follows."""
    brings = kept((*meanings(), *FORMS, *VERB_FORMS, *PARTICIPLES, *IMPERFECT))
    unseen = (
        "negates>ne art_le>le art_du>du art_de>de art_à>à art_bien>bien_ ms>ms fs>fs mp>mp fp>fp "
        "art_plus>plus art_au>au aux_h>avoir aux_e>être aux_r>se_être refl>se refl_h>vous_h nob>ne "
        "ask_>ask"
        + "".join(f" q_{who}>ask_{who}" for who in ASKERS)
        + "".join(f" aux_{person}>{person}" for person in PERSONS)
    )
    cross = [
        layout.head("memory", brings, asks("at"), name="asks for its place"),
        layout.head("memory", unseen, asks("ne_at"), name="asks for what English leaves out"),
        layout.head("memory", "vowel>vowel", asks("at", 1), name="hears the next sound"),
        layout.head("memory", "aux_v>vowel", asks("ne_at", 1), name="hears the next small word"),
    ]
    return layout.layer(cross=cross)


def asks(what: str, later: int = 0) -> Moves:
    """The matrix by which a step looks for a place, its own or a later one."""
    return [(1.0, f"at{t}", f"{what}{t + later}") for t in range(ROOM - later)]


@cache
def rules() -> list[Rule]:
    """What holds around a word, and what it then is; b2_x: the word 2 back is x, a1_x: 1 ahead."""
    read = read_rules(files(__package__).joinpath("rules.txt").read_text("utf-8"))
    found: list[tuple[str | Vector, ...]] = [
        (f"{beginning} and {around}", then, "")
        for around, then, _ in read_rules(BARE)
        for beginning in BEGINNINGS
    ]
    no = " and ".join(f"not b1_{behind}" for behind in PARTITIVE)
    for around in BEFORE:
        found += [(f"{around} and {no}", "art_de -art_du", "")]
        for general in ("general", "start"):
            behind = f"b1_links and b2_bare and b3_{general}"
            found += [(f"{around} and {behind}", "art_du -art_de", "")]
    for given in GIVEN:
        found += [(f"the and {given}", "au -le", "")]
        found += [(f"opens and not the and not in_np and {given}", "art art_à spot", "")]
    for word, as_noun, as_verb in homographs():
        found += [(f"{word}_ and b1_opens", f"who {as_noun}", "")]
        found += [(f"{word}_ and not b1_opens", f"finite joins {as_verb}", "")]
    return [*read, *everyday(), *rules_of(found)]


def everyday() -> list[Rule]:
    """The rules of everyday_rules.txt; a name in capitals stands for one of some conditions."""
    text = files(__package__).joinpath("everyday_rules.txt").read_text("utf-8")
    names, _, lines = text.replace("\n  ", " ").partition("\n\n")
    either = {
        name: ways.split(" | ") for name, ways in (row.split(" = ") for row in names.splitlines())
    }
    read = read_rules(lines.replace("\n\n", "\n"))
    texts = texts_of([reads for reads, *_ in read])
    rows: list[tuple[str | Vector, ...]] = []
    for text, is_one, row in zip(texts, map(str.islower, texts), read, strict=True):
        if is_one:
            rows += [row]
            continue
        ways = product(*[either.get(part, [part]) for part in text.split(" and ")])
        rows += zip(map(" and ".join, ways), repeat(row[1]), repeat(""))
    return rules_of(rows)


@cache
def looked() -> list[tuple[str, str]]:
    """What rules ask for of neighbors, each once: where it stands, and what it is."""
    return sorted(set(NEIGHBOR.findall(" ".join(texts_of([reads for reads, *_ in rules()])))))


@cache
def homographs() -> list[tuple[str, str, str]]:
    """Words that are a noun or a verb: the word, and what it is as each."""
    found = {noun.english[0]: noun for noun in lexicon.nouns()}
    return [
        (verb.english[0], f"{named(noun.french[0])}{' fem' * noun.feminine}", named(verb.french[0]))
        for verb in lexicon.verbs()
        if (noun := found.get(verb.english[0]))
    ]


@cache
def spellings() -> dict[str, tuple[str, str]]:
    """Of each word of the lexicon its seme, and " vowel" or "" by the sound that it begins with."""
    words = lexicon.text().replace("\n", "\t").split("\t")
    named = "\n".join(words).translate(JOINED).split("\n")
    sounds = [" vowel" * bool(found) for found in map(ELIDED.match, words)]
    return dict(zip(words, zip(named, sounds, strict=True), strict=True))


def named(french: str) -> str:
    """The semes of a French word: itself, and the sound of a vowel where it begins with one."""
    known = spellings()
    name, sound = known[french] if french in known else (seme(french), " vowel" * elides(french))
    return name + sound


@cache
def seme(french: str) -> str:
    """The name of a French word as a seme."""
    return french.translate(JOINED)


@cache
def english_words() -> dict[str, Vector]:
    """The row of each English word as a vector of semes."""
    rows: dict[str, str] = {}
    past: dict[str, str] = {}
    known_as = spellings()
    for adjective in lexicon.adjectives():
        more = " post" * (not adjective.before) + " other" * (adjective.english == "other")
        more += " tongue" * (adjective.english in TONGUES) + " warm_" * (adjective.english in WARM)
        name, sound = known_as[adjective.french[0]]
        rows[adjective.english] = f"{name}{sound} adj in_np opens alone{more}"
    heard = map(ELIDED.match, [verb.participle for verb in lexicon.verbs()])
    for verb, vowel in zip(lexicon.verbs(), heard, strict=True):
        name, sound = known_as[verb.french[0]]
        known = name + sound * (name != "aller")
        more = " know_" * (verb.english[0] == "know") + " gives" * (verb.english[0] in GIVING)
        more += " general" * (verb.french[0] in GENERAL)
        base = verb.english[0]
        more += " datv" * (base in TO_SOMEBODY) + " state" * (base in STATES)
        more += " skill" * (base in ("swim", "drive", "cook"))
        more += " moves" * (verb.helper == "être") + " refl_" * (verb.helper == "se")
        now = more + f" {base}_" * (base in ASKED) + " refl spot" * (verb.helper == "se")
        for form, ing in zip(verb.english, ("", "", " ing"), strict=True):
            rows[form] = f"{known} may_verb finite joins stops{now}{ing}"
        if base in STATES:
            then = (
                f"{known} may_verb finite joins stops imp{more} {base}_"
                if base in ASKED
                else f"{known} may_verb finite joins stops imp{more}"
            )
            past |= dict.fromkeys(verb.past, then)
        else:
            then = f"{name}{' vowel' * bool(vowel)} then part may_verb stops spot aux "
            then += f"{HELPERS[verb.helper]}{more}{' aux_v' * (verb.helper == 'avoir')}"
            past |= dict.fromkeys(verb.past, then)
    rows |= comparisons(rows)
    rows = past | rows
    verbs_too = {word for word, *_ in homographs()}
    for noun in lexicon.nouns():
        one, many = noun.english
        if one in verbs_too:
            more = " general" * (one == "love") + " masc" * (not noun.feminine)
            more += " datv" * (one in TO_SOMEBODY)
            rows |= {one: f"{one}_ {EITHER}{more}", many: f"{one}_ plural several {EITHER}{more}"}
            continue
        name, sound = known_as[noun.french[0]]
        row = f"{name}{sound} who may_noun in_np stops {GENDER[noun.feminine]}"
        job = " job" * (noun.kind == "job")
        rows[many] = f"{row} pl p3 several bare{job and ' job_many'}"
        rows[one] = f"{row}{job}{' bare' * (noun.kind == 'mass')}{' same' * (one == many)}"
    rows.pop("-", None)
    rows |= {word: f"{named(french)} stops" for word, french in lexicon.ADVERBS.items()}
    rows |= {word: f"{french} feels stops" for word, french in lexicon.FEELINGS.items()}
    rows |= {word: f"{french} prep stops" for word, french in lexicon.PREPOSITIONS.items()}
    rows |= {word: f"{french} det in_np opens many" for word, french in lexicon.NUMBERS.items()}
    rows |= fixed_words() | proper_names()
    rows["without"] += " without"
    rows["in"] += " in_"
    for word in ("well", "badly", "a lot", "very much"):
        rows[word] += " well_"
    for sport in lexicon.SPORTS:
        rows[sport] += " sport_"
    rows["were born"] = rows["was born"]
    for word in ("now", "today"):
        rows[word] += " now_"
    rows |= questions()
    rows |= WORDS | {alias: WORDS[word] for alias, word in ALIKE.items()}
    rows |= {word: row + " said" for word, row in rows.items() if word not in SILENT}
    names = map(str.split, rows.values())
    return dict(zip(rows, map(dict.fromkeys, names, repeat(1.0)), strict=True))


def comparisons(rows: Mapping[str, str]) -> dict[str, str]:
    """The rows of older and its kind: what is old, and brings plus."""
    return {more: f"{rows[one]} art art_plus spot" for more, one in lexicon.MORE.items()}


def fixed_words() -> dict[str, str]:
    """The rows of adverbs, and of phrases that are one word to the machine."""
    rows: dict[str, str] = {}
    for kind, more in zip(FIXED, ("", " mid", " pred", " begins"), strict=True):
        rows |= {
            word: f"{spellings()[french][0]}{spellings()[french][1]} stops{more}"
            for word, french in lexicon.said(kind).items()
        }
    rows["late"] += " late_"
    rows["please"] += " begins"
    for word in ("fine", "okay"):
        rows[word] = "bien fine_ stops"
    for hour, french in zip(CLOCK, lexicon.NUMBERS.values(), strict=False):
        rows[f"{hour} o'clock"] = f"{hour_of(french)} stops"
    return rows


def hour_of(number: str) -> str:
    """The seme of a whole hour."""
    return seme(f"{number} heures")


CLOCK = tuple(lexicon.NUMBERS)


def proper_names() -> dict[str, str]:
    """The rows of people and places."""
    rows = {
        name: f"{named(french)} who may_noun in_np stops human name proper {GENDER[gender == 'f']}"
        + " fem" * (gender == "f")
        for name, (french, gender) in lexicon.names().items()
    }
    kinds = {"à": "city", "en": "nation", "au": "land"}
    for name, (french, where) in lexicon.names("place").items():
        rows[name] = f"{named(french)} who may_noun in_np stops proper {kinds[where]}"
    return rows


@cache
def french_words() -> dict[str, Vector]:
    """What each French word reads: what it means, its form, and the sound that follows."""
    reads: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for _, token, weights in french_forms():
        row = reads[token]
        for name in weights:
            if name not in row or row[name] < weights[name]:
                row[name] = weights[name]
    reads.pop("-", None)
    return {**reads}


@cache
def meanings() -> tuple[str, ...]:
    """What French words mean, each once."""
    return tuple(dict.fromkeys([meaning for meaning, *_ in french_forms()]))


@cache
def french_forms() -> list[Form]:
    """Each form of each French word."""
    nouns, known_as = lexicon.nouns(), spellings()
    named_as = [known_as[noun.french[0]][0] for noun in nouns]
    found = inflected(zip(named_as, repeat(FORMS), lexicon.agreeing(nouns), strict=False))
    for adjective in lexicon.adjectives():
        name = known_as[adjective.french[0]][0]
        found += inflected([(name, FORMS, adjective.french)])
        if adjective.liaison:
            found.append(elided(name, adjective.liaison, ("ms",)))
    return found + verb_forms() + words_of_one_form() + small_words()


def verb_forms() -> list[Form]:
    """Each form of each French verb."""
    words: list[tuple[str, Iterable[str], Iterable[str]]] = []
    known_as = spellings()
    for verb in lexicon.verbs():
        names = (*VERB_FORMS, *IMPERFECT, *PARTICIPLES)
        one = verb.participle
        participles = (one, f"{one}e", one if one[-1] == "s" else f"{one}s", f"{one}es")
        if " " in one:  # tourné à gauche, which agrees with nobody
            participles = (one, one, one, one)
        tokens = (*verb.french, *verb.imperfect, *participles)
        words += [(known_as[verb.french[0]][0], names, tokens)]
    return inflected(words)


def words_of_one_form() -> list[Form]:
    """French words, names and phrases that are always the same."""
    fixed = [french for kind in FIXED for french in lexicon.said(kind).values()]
    fixed += [french for kind in ("name", "place") for french, _ in lexicon.names(kind).values()]
    fixed += [f"{number} heures" for number in lexicon.NUMBERS.values()]
    fixed += [french for words in ONE_FORM for french in words.values()]
    meant = "\n".join(fixed).translate(JOINED).split("\n")
    return [(m, french, {m: LEMMA + FORM}) for m, french in zip(meant, fixed, strict=True)]


def small_words() -> list[Form]:
    """The forms of the words of FRENCH."""
    found: list[Form] = []
    for meaning, words in zip(FRENCH, map(str.split, FRENCH.values()), strict=True):
        for plain, vowel, before_vowel in map(str.partition, words, repeat("~")):
            token, _, forms = plain.partition(":")
            token = token.replace("_", " ")
            if forms:
                found += inflected([(meaning, forms.split(","), repeat(token))])
            elif not vowel:
                found += [(meaning, token, {meaning: LEMMA + FORM})]
            if vowel:
                found += [elided(meaning, token, [*filter(None, before_vowel.split(","))])]
    return found


def inflected(words: Iterable[tuple[str, Iterable[str], Iterable[str]]]) -> list[Form]:
    """The forms of words that are heard before any sound: what each means, what they are, each."""
    return [
        (meaning, token, {meaning: LEMMA, form: FORM})
        for meaning, forms, tokens in words
        for form, token in zip(forms, tokens, strict=False)
    ]


def elided(meaning: str, token: str, forms: Sequence[str]) -> Form:
    """What a word is before a vowel alone: it weighs a little less, and the sound makes up for it.

    Without forms it is always the same there.
    """
    less = FORM - SOUND / 2
    row = {meaning: LEMMA} | dict.fromkeys(forms, less) if forms else {meaning: LEMMA + less}
    return meaning, token, row | {"vowel": SOUND}


@cache
def named_semes() -> list[str]:
    """The names of all columns: classes, forms, meanings, neighbors that rules ask for, places."""
    either = [f"{word}_" for word, *_ in homographs()]
    names = dict.fromkeys(
        [
            *CLASSES.split(),
            *FORMS,
            *VERB_FORMS,
            *PARTICIPLES,
            *IMPERFECT,
            *HELPED,
            *meanings(),
            *either,
            *(f"q_{who}" for who in ASKERS),
        ]
    )
    places = [f"{what}{t}" for what in ("at", "ne_at") for t in range(ROOM)]
    return [*names, *(f"{step}_{what}" for step, what in looked()), *places]


READ_AS = {
    "may_noun": "may be a noun", "may_verb": "may be a verb", "adj": "adjective",
    "post": "adjective behind its noun", "det": "determiner", "in_np": "in a noun phrase",
    "opens": "opens a noun phrase", "dem": "this or these", "acc": "him or her",
    "prep": "preposition", "masc": "masculine", "and_masc": "masculine beside it",
    "fem": "feminine", "pl": "more than one", "spot": "words before it",
    "ne_spot": "words before ne",
    "bare": "noun without determiner", "ing": "ends in -ing", "ms": "masculine singular",
    "fs": "feminine singular", "mp": "masculine plural", "fp": "feminine plural",
    "inf": "infinitive", "s1": "with I", "s3": "with he or she", "p1": "with we",
    "p2": "with you", "p3": "with they", "art": "gets an article", "vowel": "begins with a vowel",
}  # fmt: skip


def read_as(names: Sequence[str]) -> dict[str, str]:
    """What a reader calls semes; a meaning is the French word itself.

    >>> found = read_as(named_semes())
    >>> found["fs"], found["a1_may_noun"], found["at3"], found["go_"]
    ('feminine singular', 'one after: may be a noun', 'place 3', 'go, the word')
    """
    spaced = "\n".join(names).replace("_", " ").split("\n")
    found = dict(zip(names, spaced, strict=True)) | READ_AS
    found |= {name: f"{found[name][:-1]}, the word" for name in names if name[-1] == "_"}
    found |= {f"at{t}": f"place {t}" for t in range(ROOM)}
    found |= {f"ne_at{t}": f"ne, place {t}" for t in range(ROOM)}
    steps, seen = zip(*looked(), strict=True)
    near = zip(steps, seen, map(found.get, seen, seen), strict=True)
    return found | {f"{step}_{what}": f"{STEPS[step]}: {said}" for step, what, said in near}


STEPS = {
    f"{side}{n}": f"{number} {where}"
    for side, where in (("a", "after"), ("b", "before"))
    for n, number in enumerate(("one", "two", "three", "four"), 1)
}
JOINED = str.maketrans("' -", "___")
