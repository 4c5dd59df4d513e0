"""Which English the translator is meant for: a grammar of its own, which the machine does not use.

Every word has a class by what it is where it stands, verbs by what they need (one visits a place,
and sleeps nothing), nouns by whether they live. The rules of grammar.txt say which rows of classes
are noun phrases, or one clause. What fits them and means something else is an idiom.
"""

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import product

from taotp.applications.french import lexicon
from taotp.applications.french.asking import ASKING, questions
from taotp.words.grammar import Rules


def spaceless(words: str) -> str:
    """An expression as one word of the lists below."""
    return words.replace(" ", "_")


def asking() -> dict[str, str]:
    """The beginnings of questions, as do you, by what follows them."""
    found: dict[str, list[str]] = {}
    for text in questions():
        verb, who = text.split(" ")[:2]
        kind = {
            "does": "do",
            "am": "be",
            "is": "be",
            "are": "be",
            "was": "be",
            "were": "be",
            "do": "do",
            "did": "did",
            "have": "have",
            "has": "have",
            "would": "would",
        }.get(verb, "can")
        it = "_it" if who == "it" and kind == "be" else ""
        found.setdefault(f"ask_{kind}{it}", []).append(spaceless(text))
    return {name: " ".join(texts) for name, texts in found.items()}


MEANT = "a noun phrase, one clause, a question or a command, as: did you see the cat"
CLASSES = {  # of a word that stands twice, the last
    "name": " ".join(lexicon.names()),
    "adverb": " ".join(map(spaceless, lexicon.said("adverb"))),
    "mid": " ".join(map(spaceless, lexicon.said("middle"))),
    "pred": " ".join(map(spaceless, lexicon.said("predicate"))),
    "fine": "fine okay",
    "phrase": " ".join(map(spaceless, lexicon.said("phrase"))),
    "please": "please",
    "town": " ".join(map(spaceless, lexicon.names("place"))),
    "sharp": " ".join(f"{number}_o'clock" for number in lexicon.NUMBERS),
    "was": "was",
    "were": "were",
    "did": "did",
    "been": "been",
    "doing_w": "doing",
    "comp": " ".join(lexicon.MORE),
    "than": "than",
    "would_like": "would_like",
    "let_us": "let_us",
    "had_to": "had_to",
    "who": "who",
    "what": "what",
    "which": "which",
    "where_w": "where",
    "when_w": "when what_time",
    "why": "why",
    "how": "how",
    "how_much": "how_much",
    "how_many": "how_many",
    "how_often": "how_long how_often",
    "anyone": "someone everyone nobody someone somebody everybody no_one",
    "everything": "everything something",
    "enough": "enough",
    "more_w": "more",
    "near_w": "nearby",
    "is_there": "is_there are_there",
    "there_was": "there_was there_were",
    **asking(),
    "adjective": " ".join(spaceless(each.english) for each in lexicon.adjectives()),
    "tongue": "english french german japanese spanish",
    "glad": "happy sad",
    "proud": "proud",
    "busy": "busy sure sorry alone",
    "ready": "ready",
    "warm": "hot cold",
    "hungry": "hungry thirsty",
    "afraid": "afraid",
    "right": "right wrong",
    "the": "the my your his its our their",
    "a": "a an",
    "this": "this that",
    "these": "these those",
    "some": "some",
    "any": "any",
    "all": "all",
    "every": "every",
    "lots": "many a_lot_of",
    "number": " ".join(lexicon.NUMBERS),
    "people_many": "people",
    "poss": "'s",
    "very": "very",
    "i": "i",
    "we": "we they",
    "he": "he she",
    "it": "it",
    "you": "you",
    "object": "me him us her",
    "them": "them",
    "am": "am",
    "is": "is",
    "are": "are",
    "be": "be",
    "modal": "can must will could should",
    "have_to": "have_to",
    "has_to": "has_to",
    "do": "do",
    "does": "does",
    "not": "not",
    "never": "never",
    "nothing": "nothing",
    "need_of": "need-of",
    "to": "to",
    "of": "of",
    "from": "from",
    "at_w": "on under at",
    "in_w": "in",
    "behind": "behind",
    "for": "for",
    "with": "with without against",
    "link": "and or",
    "there_is": "there_is there_are",
    "here": "here there",
    "when": "now today",
    "well": "well",
    "too": "too",
}
LIVING = (
    "cat dog horse bird fish sheep animal owl friend man woman wife husband child baby boy girl "
    "son daughter brother sister mother father neighbor king queen hero teacher doctor student "
    "mouse cow pig rabbit person parent grandfather grandmother uncle aunt cousin boss nurse "
    "grandparent waiter lady lawyer engineer farmer pilot writer singer artist actor"
)
PLACES = (
    "house garden room city street school hotel hospital castle church shop country island river "
    "mountain sea town village market station restaurant bank office library supermarket pharmacy "
    "cinema museum park beach airport kitchen bathroom bedroom forest farm university lake "
    "bus_station"
)
OWNERS = "my your his her its our their"
WOMEN = "she woman wife girl daughter sister mother queen aunt grandmother"
MEN = "friend neighbor cousin boss student nurse lawyer farmer singer actor"  # mon ami
THINGS = "short full sweet cheap salty long empty easy"  # said of things alone, in French
GIVE = "give gives giving gave given show shows showing showed bring brings bringing brought"
DRINKS = ("coffee", "tea", "beer", "juice")  # of which a coffee is a cup
TIMES = "day night hour week month year minute morning evening afternoon summer winter"
KINDS = {"living": LIVING, "place": PLACES, "time": TIMES, "thing": ""}  # of nouns
VERBS = {  # by the name of their class, which is that of one of them
    "dream": "dream",
    "play": "play",
    "cost": "cost",
    "sleep": "sleep wait walk run work dance swim turn_left turn_right have_a_headache have_a_cold "
    "have_a_fever travel cry laugh smile jump shout stay die return come_back come_in "
    "go_out go_home come_home",
    "rain": "rain snow",
    "think": "think",
    "become": "become",
    "born": "be_born",
    "eat": "eat drink read write draw sing cook smoke win paint drive repeat pay try",
    "arrive": "arrive fall start begin",
    "see": "see hear understand forget follow",
    "believe": "believe",
    "learn": "learn study teach",
    "find": "find look_at look_for wait_for listen_to watch help lose call hide save kill",
    "meet": "meet kiss invite thank",
    "shut": "open close",
    "take": "take carry wear buy sell choose make finish send receive break build "
    "steal cut keep use touch wash pay_for turn_on turn_off accept refuse change stop "
    "explain prefer",
    "visit": "visit",
    "give": "give show bring",
    "tell": "tell",
    "answer": "answer",
    "ask": "ask",
    "say": "say",
    "leave": "leave",
    "speak": "speak",
    "talk": "talk",
    "live": "live",
    "come": "come",
    "go": "go",
    "love": "love hate",
    "like": "like",
    "want": "want",
    "have": "have",
    "know": "know",
    "feel": "feel",
    "rise": "get_up wake_up sit_down sit hurry go_to_bed",
    "remember": "remember",
    "other_": "put hope enter turn promise worry",
}
FORMS = ("b", "s", "i", "p", "n")  # of verbs: eat, eats, eating, ate, eaten
DESCRIBE = ("adjective", "tongue", "glad", "busy", "ready", "warm", "number", "very")
OWNED = frozenset(  # what may follow her where it is a determiner
    DESCRIBE + tuple(map("_".join, product(KINDS, ("one", "many", "same", "mass"))))
)
OPENS = frozenset(  # what a noun follows, where a word may be a noun or a verb
    (
        "the",
        "a",
        "this",
        "these",
        "some",
        "any",
        "all",
        "every",
        "lots",
        "poss",
        "need_of",
        *DESCRIBE,
    )
)
NEED = {"have need-of": "need", "has need-of": "needs", "had need-of": "needed"}
VOWELS = re.compile(r"hour|honest|(?!one\b)[aeio]|u")


def idioms() -> re.Pattern[str]:
    """What means more than its words: the lines of idioms.txt."""
    of_women = [name for name, (_, gender) in lexicon.names().items() if gender == "f"]
    mass = [noun.english[0] for noun in lexicon.nouns() if noun.kind == "mass"]
    text = files(__package__).joinpath("idioms.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    found = "|".join(lines)
    for name, words in (
        ("MASS", mass), ("LIVING", LIVING.split()), ("ASKERS", ["see", "thank", "would", *ASKING]),
        ("OWNERS", OWNERS.split()), ("WOMEN", [*WOMEN.split(), *of_women]), ("MEN", MEN.split()),
        ("THINGS", THINGS.split()), ("GIVE", GIVE.split()),
    ):  # fmt: skip
        found = re.sub(rf"\b{name}\b", f"(?:{'|'.join(words)})", found)
    return re.compile(rf"\b(?:{found})\b")


IDIOMS = idioms()


def outside(words: Sequence[str]) -> str:
    """What is wrong with known words as English that it is meant for; "" for nothing."""
    typed = as_typed(words)
    for word, after in zip(typed, typed[1:], strict=False):
        if word in ("a", "an") and (word == "an") != bool(VOWELS.match(after)):
            return f"{word!r} stands before {after!r}; it must be {'a' if word == 'an' else 'an'!r}"
    if found := IDIOMS.search(" ".join(words)):
        return f"{found[0].strip()!r} means more than its words, which are outside the fragment"
    classes = classes_of(words)
    if rules().fits("sentence", classes):
        return ""
    n = min(rules().lasts("sentence", classes), len(words))
    n -= " ".join(words[max(n - 1, 0) : n + 1]) in NEED  # of one typed word no half is quoted
    told, rest = as_typed(words[:n]), as_typed(words[n:])
    where = f"no rule goes on with {rest[0]!r}" if rest else "more must follow"
    after = f" after {' '.join(told)!r}" if told else ""
    return f"{where}{after}, so that it is outside the fragment; it must be {MEANT}"


def as_typed(words: Sequence[str]) -> list[str]:
    """Words as a reader types them: *need* for what is read as two.

    >>> as_typed(["she", "has", "need-of", "help"])
    ['she', 'needs', 'help']
    """
    pairs = zip(words, [*words[1:], ""], strict=False)
    found = [NEED.get(f"{word} {after}", word) for word, after in pairs]
    return [word for word in found if word != "need-of"]


def classes_of(words: Sequence[str]) -> list[str]:
    """The class of each word: love is a noun after what opens a noun phrase, else a verb."""
    out = [""]
    for word, after in zip(words, [*words[1:], ""], strict=True):
        may_be = classes().get(word, [""])
        if word == "her":
            out.append("the" if OWNED.intersection(classes().get(after, ())) else "object")
        else:
            out.append(may_be[0] if len(may_be) == 1 or out[-1] in OPENS else may_be[1])
    return out[1:]


@cache
def classes() -> dict[str, list[str]]:
    """The class of each word, or two where it may be a noun or a verb."""
    found = {
        word.replace("_", " "): [name] for name, words in CLASSES.items() for word in words.split()
    }
    for noun in lexicon.nouns():
        one, many = noun.english
        kind = kind_of(noun.english)
        found[many] = [f"{kind}_many"]
        number = "same" if one == many else "mass" if noun.kind == "mass" else "one"
        found[one] = [f"{kind}_{number}"]
    found.pop("-", None)
    late: list[tuple[str, dict[str, str]]] = []
    past: dict[str, list[str]] = {}
    names = {verb: name for name, some in VERBS.items() for verb in some.split()}
    for each in lexicon.verbs():
        name = names[each.english[0].replace(" ", "_")]
        for word, form in zip(each.english, FORMS[:3], strict=True):
            found[word] = [*found.get(word, []), f"{name}_{form}"]
        then, done = each.past
        forms = {then: "both"} if then == done else {then: "then", done: "done"}
        late.append((name, forms))
    for name, forms in late:
        for word, form in forms.items():
            if word not in found:
                past.setdefault(word, []).append(f"{name}_{form}")
    found["help"] = ["find_b|help_w"]
    found |= {word: ["|".join(names)] for word, names in past.items()}
    found |= {drink: [f"{found[drink][0]}|thing_one"] for drink in DRINKS}
    found |= {sport: [f"{found[sport][0]}|sport"] for sport in lexicon.SPORTS}
    cities = [name for name, (_, where) in lexicon.names("place").items() if where == "à"]
    found |= dict.fromkeys(cities, ["town|city"])
    found["were born"] = found["was born"]
    for word in ("closed", "broken", "lost", "finished"):
        found[word] = [f"{found[word][0]}|shut"]
    return found


def kind_of(english: tuple[str, str]) -> str:
    """Which of KINDS a noun is: a thing, where it is nothing else."""
    found = [kind for kind, words in KINDS.items() if not {*words.split()}.isdisjoint(english)]
    return found[0] if found else "thing"


@cache
def rules() -> Rules:
    """The rules of grammar.txt, of which those of nouns and of verbs are there for each kind."""
    text = files(__package__).joinpath("grammar.txt").read_text("utf-8").replace("\n  ", " ")
    nouns, verbs, rest = (part.partition("]\n")[2] for part in text.split("\n["))
    lines = [nouns.replace("KIND", kind) for kind in KINDS]
    lines += [verbs.replace("FORM", form) for form in FORMS] + [rest]
    lines += [f"{name}_p: {name}_then | {name}_both" for name in VERBS]
    lines += [f"{name}_n: {name}_done | {name}_both" for name in VERBS]
    found = [line.split(": ") for line in "\n".join(lines).splitlines() if line]
    return Rules(dict(found))
