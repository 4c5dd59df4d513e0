"""Where the heads of the agreement machine look, and what each of its units is for.

Every rule carries a sentence about which the machine is wrong without it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from taotp.words.rules import Rule

GIVEN = (
    "noun pro cand name sg pl i we you any per mas fem thing mass bulk time this that dsg dpl a "
    "most much many verb form base part fin non loose nosg nopl noi aux modal takes do have be "
    "to prep wish want lets sees alone says amb block and rel mark hint art goal nom turns obj "
    "them near next comma how here num ofs an vow lot of con past if each only himself herself "
    "itself themselves myself ourselves yourself self"
)
"""The semes of words. `cand` may be a subject, `nosg` is a verb that does not go with one thing,
`mark`, `hint` and `goal` are what three of the heads stop at. `fin` and `self` have a
subject. `takes` and `to` are followed by a `base`, `have` and `be` by a `part`; `nom` is he, `obj`
is him. `how` is where and why, `num` is ten, `ofs` is most of, a part of what comes after it, `vow`
begins with the sound of a vowel, `lot` is enough and too, `con` is but, so and before, `past` is
was and were."""

FOUND = (
    "mnoun mblock mverb maux mpart mlets msays mrel mand mstart mprep mtakes mmodal mwish msg "
    "mcomma mbase mhow anoun ayou nform nname npro nlot ndpl gand gart rinv bcon bstart bbe byou "
    "band inverted meas smeas yall syall unreal sunreal mif mnom malone msees hdet heach rrel "
    "rthat rfin rbase raux kthat kfin bhint bart bsg bpl ba bmany bobj bnum bofs bhere bthat inv "
    "made gnoun gpro gsg gpl gi gmass gtime gthing gblock grel gfin gverb gaux gdo nfin nnoun "
    "nand nturns nart nbe nprep ncomma nvow nany late inside after helped through turned "
    "infinitive vtakes vmodal vto vinf vhave vbe vnom vlets vwant vnosg vturned snone ssg spl si "
    "swe syou sany sper smas sfem sthing weird out share bprep"
)
"""The semes that heads and units write. The first letter says which head: m for the mark before, a
for any noun, h for the hint, r for who or that, k for that, b for what stands before, n for what
comes after, g for the goal after, s for the subject, v for the verb before."""


READ_AS = {
    "pro": "pronoun", "cand": "may be a subject", "sg": "singular", "pl": "plural", "i": "I",
    "any": "either number", "per": "person", "mas": "masculine", "fem": "feminine",
    "mass": "mass noun", "bulk": "never counted", "dsg": "singular determiner",
    "dpl": "plural determiner", "form": "verb form", "base": "base form", "part": "participle",
    "fin": "has a subject", "nosg": "not with one", "nopl": "not with several",
    "noi": "not with I", "aux": "auxiliary", "takes": "takes a base form", "prep": "preposition",
    "amb": "noun or verb", "block": "a mark", "rel": "who", "art": "article",
    "nom": "subject form", "obj": "object form", "late": "a verb after a clause",
    "inside": "subject in a clause", "after": "after the verb of a clause", "how": "where or why",
    "num": "a number", "ofs": "a part of", "here": "here or there", "vow": "begins with a vowel",
    "nany": "a word right after", "inv": "a subject after its verb", "made": "a thing made",
    "turned": "before its subject", "helped": "after an object", "through": "looked through",
    "of": "of", "lot": "enough or too", "con": "but or so", "past": "was or were", "if": "if",
    "meas": "a measure", "yall": "several of you", "only": "one of you", "each": "each",
    "unreal": "behind if", "inverted": "opens a question", "weird": "does not agree",
    "out": "answer", "share": "share of the start",
}  # fmt: skip
FETCHED = {
    "det": "determiner", "none": "none", "start": "start", "inf": "infinitive",
    "turned": "before its subject",
}  # fmt: skip
HEADS = {
    "m": "the mark before", "a": "a noun before", "h": "the hint", "r": "who or that before",
    "k": "that before", "b": "right before", "n": "right after", "g": "the goal after",
    "s": "the subject", "v": "the verb before",
}  # fmt: skip


def as_read(name: str) -> str:
    """What a reader calls a seme.

    >>> as_read("pl"), as_read("spl"), as_read("weird")
    ('plural', 'the subject: plural', 'does not agree')
    """
    letter, what = name[0], name[1:]
    if name in READ_AS or name in GIVEN.split() or what not in (*GIVEN.split(), *FETCHED):
        return READ_AS.get(name, name)
    return f"{HEADS[letter]}: {FETCHED.get(what) or READ_AS.get(what, what)}"


class Looks(NamedTuple):
    """One head: where it looks, for what, and what it moves."""

    name: str
    where: str
    look: str
    move: str


SUBJECT = (
    "sg>ssg pl>spl i>si we>swe you>syou any>sany per>sper mas>smas fem>sfem thing>sthing "
    "meas>smeas unreal>sunreal yall>syall"
)

NEIGHBORS = (
    Looks(
        "what stands before", "nearest before", "one>near",
        "hint>bhint art>bart dsg>bsg dpl>bpl a>ba many>bmany obj>bobj num>bnum ofs>bofs "
        "here>bhere that>bthat con>bcon start>bstart be>bbe you>byou and>band "
        "prep>bprep -1 to>bprep",
    ),
    Looks(
        "what comes after", "nearest after", "one>next -1 a>next a>one -1 a>start",
        "fin>nfin noun>nnoun and>nand turns>nturns art>nart be>nbe prep>nprep comma>ncomma "
        "vow>nvow one>nany form>nform name>nname pro>npro lot>nlot dpl>ndpl",
    ),
)  # fmt: skip
"""The heads of the first layer: what stands beside a word."""

NO_BASE = "-verb - form - fin - block - base - nosg - amb"  # a noun alone, not a verb: the seat
NO_FORM = "-verb - form - fin - block - nopl - noi - amb"  # the seats
A_THING = "noun + sg + thing - verb - form - fin - block - base - nosg"  # a swim
THINGS = "noun + pl + thing - verb - form - fin - block - nopl - noi"  # those knocks
DOING = "noun + sg + thing - verb - form - part - block - hint"  # hiking and running
OF_A_NAME = "-noun - mark - goal - sg"  # the kitchen of kitchen table
READINGS = (
    Rule(
        "base + noun + bart - 2 one",
        NO_BASE,
        "The boy and the cook sleep.",
    ),
    Rule(
        "nopl + noun + bart - 2 one",
        NO_FORM,
        "The movie was bad, but the seats was uncomfortable.",
    ),
    Rule(
        "part + noun + bart - 2 one",
        "-verb - form - part - block - hint",
        "I think that the meeting start at nine.",
    ),
    Rule(
        "nopl + noun + bpl - 2 one",
        NO_FORM,
        "The cost of these repairs surprise me.",
    ),
    Rule(
        "base + noun + bsg - bart - 2 one",
        NO_BASE,
        "I know that this answer is right.",
    ),
    Rule(
        "noun + part + bbe - 2 one",
        "-noun - sg - goal",
        "The kids who were swimming have gone home.",
    ),
    Rule(
        "base + noun + bstart + nand - 3 one",
        NO_BASE,
        "Rain and snow make me sad.",
    ),
    Rule(
        "base + noun + band + nfin - 3 one",
        NO_BASE,
        "Ice and snow make me sad.",
    ),
    Rule(
        "part - fin - noun + bstart + nand - 2 one",
        DOING,
        "Hiking and running make me happy.",
    ),
    Rule(
        "part - fin - noun + band + nfin - 2 one",
        DOING,
        "Music and singing make me happy.",
    ),
    Rule(
        "part + bhint + nnoun - noun - bthat - nname - 2 one",
        "-verb - form - part - block - mark - hint",
        "The excited children plays.",
    ),
    Rule(
        "part + fin + bstart + nnoun - noun - 3 one",
        "-verb - form - part - block - mark - hint - fin",
        "Boiled eggs tastes good.",
    ),
    Rule("aux + takes + bstart - 2 one", "inverted", "Do you and Tom want tea?"),
    Rule(
        "base - noun - amb - part + bart - one",
        A_THING,
        "There's no rush, so take your time.",
    ),
    Rule(
        "base + noun + bprep - 2 one",
        NO_BASE,
        "The girls on call works.",
    ),
    Rule(
        "base - noun - amb - part + bprep - one",
        A_THING,
        "One of the elevators is out of order.",
    ),
    Rule(
        "nopl - noun - aux + bart - one",
        THINGS,
        "The knocks on the door was loud.",
    ),
    Rule(
        "nopl - noun - aux + bpl - one",
        THINGS,
        "What are those knocks?",
    ),
    Rule(
        "sg + noun + nnoun - pro - name - time - amb - nform - nname - npro - 2 one",
        OF_A_NAME,
        "The keys on the kitchen table are mine.",
    ),
    Rule(
        "sg + noun + time + bart + nnoun - pro - name - amb - nform - nname - npro - 4 one",
        OF_A_NAME,
        "The kids from the summer school are here.",
    ),
    Rule(
        "sg + per + noun + nname - name - pro - bart - 3 one",
        OF_A_NAME,
        "Aunt Rosa and Uncle Jim doesn't eat meat.",
    ),
)

AROUND = (
    Looks(
        "the mark before", "nearest before", "one>mark",
        "noun>mnoun cand>mnoun -1 amb>mnoun block>mblock verb>mverb aux>maux part>mpart lets>mlets "
        "says>msays rel>mrel and>mand start>mstart how>mstart how>mhow comma>mcomma prep>mprep "
        "takes>mtakes modal>mmodal wish>mwish sg>msg base>mbase if>mif nom>mnom alone>malone "
        "sees>msees",
    ),
    Looks(
        "the or excited", "nearest before", "one>hint",
        "hint>hdet -1 part>hdet -1 that>hdet each>heach",
    ),
    Looks(
        "who or that", "nearest before", "1.5 one>rel 1.5 one>that one>fin",
        "rel>rrel that>rthat fin>rfin base>rbase aux>raux inverted>rinv",
    ),
    Looks(
        "that since the mark",
        "nearest before",
        "one>that one>mark 2 fin>that 2 fin>rel 2 fin>how 2 fin>fin",
        "that>kthat fin>kfin",
    ),
    Looks(
        "the goal after", "nearest after", "one>goal",
        "noun>gnoun pro>gpro sg>gsg pl>gpl i>gi mass>gmass time>gtime thing>gthing block>gblock "
        "rel>grel that>grel fin>gfin verb>gverb aux>gaux do>gdo nand>gand nart>gart",
    ),
    Looks(
        "a noun before", "nearest before", "one>noun one>nom one>this",
        "noun>anoun nom>anoun this>anoun you>ayou",
    ),
)  # fmt: skip
"""The heads of the second layer: what stands around a word."""

MAY_BE_A_SUBJECT = (
    Rule("noun - mblock", "cand", "The keys to the cabinet is red."),
    Rule("noun + msays - rrel - rthat - one", "cand", "I know the dog sleep."),
    Rule("noun + mblock + kthat + hdet - 3 one", "cand", "I know that the dog sleep."),
    Rule(
        "noun + msays + maux + kthat + pl + name + mass - hdet - 3 one",
        "cand",
        "I am happy that Mary sleep.",
    ),
    Rule("noun + mverb + grel - 2 one", "cand", "I see the dog that barks."),
    Rule(
        "noun + mblock - mverb - maux + grel + sg - 3 one",
        "cand - sg",
        "The sons of the man who sleeps are here.",
    ),
    Rule(
        "noun + mblock - mverb - maux + grel + pl - 3 one",
        "cand - pl",
        "The keys of the houses that is red are here.",
    ),
    Rule("noun + sg + mlets - 2 one", "cand - sg", "She made the dog sleep."),
    Rule("noun + pl + mlets - 2 one", "cand - pl", "She made the dogs sleep."),
    Rule("noun + sg + mlets + thing - 3 one", "made", "She made the cake herself."),
    Rule("rel + mblock - one", "cand", "I know who is here."),
    Rule(
        "rel + mstart + gverb + gfin - gaux - gnoun - 3 one",
        "cand + sg + any",
        "Who want to play?",
    ),
    Rule(
        "rel + mstart + gverb + gfin + gaux + gart - gnoun - 5 one",
        "cand + sg + any",
        "Who have the key?",
    ),
    Rule(
        "part + mstart - fin - noun - nnoun - one", "cand + sg + thing", "Walking the dog help me."
    ),
    Rule("pro + noun + bcon + mblock + nfin - 4 one", "cand", "We leave before it gets dark."),
    Rule("that + gblock + maux - gnoun - 2 one", "cand", "I'm sure that's good."),
    Rule("noun + maux + grel - 2 one", "cand", "The key to the houses that are red is here."),
    Rule("num + gblock + mnoun - gnoun - 2 one", "-cand", "The girl in room six is here."),
    Rule("rel + mstart + nturns - 2 one", "cand + sg + any", "What I need is a drink."),
    Rule("this + gblock + grel - gnoun - one", "cand", "These is my house."),
    Rule("amb + base + mstart - nfin - bhint - 2 one", "-cand", "Help yourself."),
    Rule("that + gblock + mstart - gnoun - 2 one", "cand", "That are good."),
    Rule("cand + maux - anoun - kthat - one", "-cand + inv", "Has he went home?"),
    Rule("noun + maux - anoun - kthat - one", "inv", "Did you hurt himself?"),
    Rule("noun - pro + maux + mbase - anoun - kthat - 2 one", "-inv", "Do the work yourself."),
    Rule(
        "amb + noun + mnoun + mrel - mblock - 2 one", "-cand", "The man who plays the drums sings."
    ),
    Rule("noun + mrel + gdo - 2 one", "-cand", "Which books does the boy like?"),
    Rule("noun + bmany + gdo - 2 one", "-cand", "How many hours does it take?"),
)
ONE_OF_TWO = (
    Rule(
        "noun + sg + mand + anoun - rfin - bthat - heach - 3 one",
        "pl - sg",
        "The boy and the girl sleep.",
    ),
    Rule("noun + sg + mand + bthat - 3 one", "-sg", "This cup and that cup are red."),
    Rule("pro + sg + mand + anoun - noun - rfin - 3 one", "pl - sg", "He and she are here."),
    Rule("i + mand + anoun - rfin - 2 one", "pl + we - i", "You and I are friends."),
    Rule("noun + mand + ayou - 2 one", "you + yall", "You and Tom enjoy yourselves."),
    Rule("noun + pl + byou - 2 one", "you + yall", "You girls enjoy yourselves."),
    Rule("noun + pl + time + bnum - 3 one", "meas - pl", "Ten years is a long time."),
    Rule("pro - noun + sg + mif - 2 one", "unreal", "If he were here, we could go."),
    Rule("i + mif - one", "unreal", "If I were you, I would go."),
    Rule("nom + mnoun - one", "inside", "The books I borrowed from the man are here."),
    Rule("them + bofs - one", "cand + pl", "Some of us was late."),
    Rule("fin + mblock - bthat - one", "late", "The dog that the cats see sleeps."),
    Rule(
        "noun + cand + mrel + 2 mhow + kthat - mstart - one",
        "inside",
        "The restaurant where we eat lunch serve fish.",
    ),
    Rule(
        "fin + kfin + mnoun - mnom - 2 one",
        "after",
        "The store where I buy my paint closes at five.",
    ),
    Rule("fin + mcomma - one", "late", "The boy, whom the girls know, sleeps."),
    Rule("base + nosg + rinv - mnom - 2 one", "-nosg", "Do you and Tom want tea?"),
    Rule("base + mcomma + rfin - aux - rrel - 2 one", "-nosg", "When he calls, tell him."),
    Rule(
        "amb + nopl + mcomma - rfin - 2 one",
        "nopl + noi",
        "The boys, like most people, needs help.",
    ),
    Rule("do + bcon - one", "-nosg", "It is hot, so don't worry."),
    Rule("amb + nosg - mnoun - mrel - malone - one", "-nosg", "She sees open doors."),
    Rule("amb + nopl - mnoun - mrel - one", "-nopl - noi", "I need answers."),
    Rule("amb + nosg + mcomma + rrel - 3 one", "nosg", "My son, who is ten, play."),
    Rule("amb + nosg + mand + nnoun + nart - 3 one", "nosg", "She cooks and clean the house."),
    Rule(
        "amb + nopl + mand + nnoun + nart - 3 one", "nopl + noi", "They sing and plays the drums."
    ),
    Rule(
        "amb + nosg + thing + mand + nprep - mass - bart - 4 one",
        "nosg",
        "He stops and walk behind it.",
    ),
    Rule("prep + nosg + mverb - 2 one", "-nosg", "She sings like a bird."),
    Rule("noun + bsg - sg - pl - one", "sg", "This sheep are white."),
    Rule("noun + bpl - sg - pl - one", "pl", "These sheep is white."),
)
DETERMINERS = (
    Rule("dsg + gpl - gpro - nart - nname - one", "weird", "This dogs sleep."),
    Rule("dpl + gsg - gpro - grel - ncomma - nart - nname - one", "weird", "Two dog sleeps."),
    Rule("most + gsg - gpro - gmass - gtime - grel - one", "weird", "All dog sleeps."),
    Rule("that + gpl - gpro - mnoun - one", "weird", "This man loves that dogs."),
    Rule("that + mstart + gpl + gfin - 3 one", "-weird", "That sounds good."),
    Rule("noun + pl + kthat + hdet - pro - mnoun - 3 one", "-weird", "I know that the dogs sleep."),
    Rule(
        "noun + pl + kthat + msays + maux + gblock - hdet - pro - 4 one",
        "-weird",
        "I know that dogs sleep.",
    ),
    Rule("much + gpl - gpro - one", "weird", "She has much books."),
    Rule("a + nvow - an - one", "weird", "She eats a egg."),
    Rule("an + nany - nvow - one", "weird", "They stayed at an hotel."),
    Rule("of + bsg + gsg - gmass - gtime - gpro - 2 one", "weird", "Each of the dog sleeps."),
    Rule("of + bpl + gsg - gmass - gtime - gpro - 2 one", "weird", "Both of the dog sleep."),
    Rule("bulk + ba - gnoun - one", "weird", "I need an information."),
)
CASES = (
    Rule("nom + mprep - nfin - one", "weird", "Give it to she."),
    Rule("nom + mverb - maux - nfin - nand - one", "weird", "I don't know he."),
    Rule("nom + mand + rfin - nfin - 2 one", "weird", "She invited my brother and I."),
    Rule("nom + nnoun - gpro - nfin - maux - we - one", "weird", "She mother works."),
    Rule("obj + nfin - mblock - nnoun - bofs - one", "weird", "Him sleeps."),
    Rule(
        "them + nnoun + gsg + gthing - gmass - gtime - gverb - mstart - 3 one",
        "weird",
        "He took him coat.",
    ),
    Rule("obj + mtakes + nfin - 2 one", "weird", "Does him sleep?"),
    Rule("them + mstart + nnoun - 2 one", "weird", "Me family is big."),
    Rule("2 them + mstart + mcomma + gfin - nfin - nnoun - 3 one", "weird", "Us all went home."),
    Rule("obj + mstart + nand - 2 one", "weird", "Her and I are friends."),
)
WHAT_GOVERNS = (
    Rule("noun + nom - amb + maux - one", "through", "Does he speaks English?"),
    Rule("bobj + msees - aux - one", "helped", "She saw him sleep."),
    Rule("aux + fin + nturns - 2 one", "turned", "How many dogs does he have?"),
    Rule("be + bhere + msays - 2 one", "turned", "My brother thinks there are dogs here."),
    Rule("be + bhere + mcomma - 2 one", "turned", "If it rains, there are dogs here."),
    Rule("to + mmodal - one", "weird", "He can to swim."),
    Rule("to + mwish - one", "infinitive", "I hope to seeing you."),
    Rule("do + maux - one", "-takes", "What I can do helps."),
    Rule("do + mnoun + rrel - 2 one", "-takes", "What he does helps."),
    Rule("have + mnoun + rrel - 2 one", "-have", "What he has helps."),
)
SUBJECTS = (
    Looks(
        "the nearest subject",
        "nearest before",
        "fin>cand self>cand self>inv -1 self>made non>cand -1 late>cand -1 after>inside",
        f"{SUBJECT} start>snone",
    ),
    Looks("the first subject", "first", "late>cand", SUBJECT),
    Looks(
        "the verb before",
        "nearest before",
        "verb>mark -1 verb>through be>mark -1 be>through do>mark -1 do>through",
        "takes>vtakes modal>vmodal to>vto infinitive>vinf have>vhave be>vbe nom>vnom "
        "lets>vlets want>vwant nosg>vnosg turned>vturned",
    ),
)
"""The heads of the third layer: whose verb a word is, and which verb it stands behind."""

VERBS = (
    Rule(
        "nosg + ssg - maux - mand - mlets - helped - turned - vturned - one",
        "weird",
        "The dog sleep.",
    ),
    Rule(
        "be + nosg + ssg + late + maux - vmodal - 4 one",
        "weird",
        "The house where she was happy are old.",
    ),
    Rule("be + nosg + smeas + nart - turned - 3 one", "weird", "Ten years are a long time."),
    Rule("be + nosg + smeas + nlot - turned - 3 one", "weird", "Ten miles are too far."),
    Rule(
        "base + nosg + smeas - aux - maux - alone - turned - 2 one", "weird", "Ten miles seem far."
    ),
    Rule("do + nosg + smeas - turned - 2 one", "weird", "Ten dollars don't buy much."),
    Rule("be + nosg + mrel + snone + nform - nfin - 4 one", "weird", "Who are going to help?"),
    Rule("be + bhere + nopl + ndpl - gpl - 3 one", "weird", "There was five of us."),
    Rule(
        "be + bhere + snone + nosg + gsg - gand - turned - 4 one",
        "weird",
        "In the back there are a dog.",
    ),
    Rule(
        "be + bhere + snone + nopl + gpl - turned - 4 one",
        "weird",
        "In the back there is dogs.",
    ),
    Rule("be + past + nosg + si - sunreal - 3 one", "weird", "I were late."),
    Rule("be + past + nosg + ssg + sunreal - 4 one", "-weird", "If he were here, we could go."),
    Rule("nopl + spl - turned - one", "weird", "The dogs sleeps."),
    Rule("noi + si - turned - one", "weird", "I sleeps."),
    Rule(
        "aux - base + fin + mstart + mrel - bhere - turned + snone + nosg + gsg - gand - 5 one",
        "weird",
        "Are the dog here?",
    ),
    Rule(
        "aux - base + fin + mstart - turned + snone + nopl + gsg + gand - 6 one",
        "weird",
        "Is Tom and Anna here?",
    ),
    Rule(
        "aux + fin + mstart + mrel - bhere - turned + snone + nopl + gpl - gtime - 5 one",
        "weird",
        "Is the dogs here?",
    ),
    Rule("base + vnosg + vtakes - vturned + msg + snone - 4 one", "weird", "Do the dog sleep?"),
    Rule("form + vhave + vnosg - vturned + msg + snone - 4 one", "weird", "Have anyone seen him?"),
    Rule("have + nbe + nosg + gsg + snone - 4 one", "weird", "There have been an accident."),
    Rule("have + nbe + nopl + gpl + snone - 4 one", "weird", "There has been many problems."),
    Rule("alone + bhere + snone + nosg + gsg - 4 one", "weird", "Here come the bus."),
    Rule("alone + bhere + snone + nopl + gpl - 4 one", "weird", "Here comes the boys."),
    Rule("nosg + ssg + mand + rfin - rbase - raux - 3 one", "weird", "She sings and dance."),
    Rule("turned + noi + gi - 2 one", "weird", "Is I late?"),
    Rule(
        "do + mnoun + rrel + nart - hdet + nosg + gsg - 5 one",
        "weird",
        "What time do the shop close?",
    ),
    Rule(
        "do + mnoun + rrel + nart - hdet + nopl + gpl - 5 one",
        "weird",
        "What time does the shops close?",
    ),
    Rule("turned + nosg + gsg - 2 one", "weird", "How many dogs do he have?"),
    Rule("turned + nopl + gpl - 2 one", "weird", "How many dogs does they have?"),
)
FORMS = (
    Rule("form - base + vtakes - mnoun - bhint - one", "weird", "He can sees her."),
    Rule("form - base + vtakes + mnoun + snone - 3 one", "weird", "What does he wants?"),
    Rule(
        "form - base + vtakes + mnoun + vturned - snone - 3 one",
        "weird",
        "How many dogs does he wants?",
    ),
    Rule("form - base + vinf - mnoun - bhint - one", "weird", "I hope to seeing you."),
    Rule("form - base - part - loose + vto - vinf - mnoun - one", "weird", "To went is fun."),
    Rule("form - part - loose + vhave - mnoun - helped - one", "weird", "They have went."),
    Rule("form - part - loose + vhave + mnoun + snone - 3 one", "weird", "Have you went?"),
    Rule("form - part - loose + vbe - mnoun - rrel - one", "weird", "I am agree."),
    Rule("form - part - loose + vbe + mnoun + snone - 3 one", "weird", "Are you agree?"),
    Rule("form - base - part - loose + vlets - mnoun - rrel - one", "weird", "Let's goes."),
    Rule(
        "amb + base + thing - mass - bhint - mnom + vbe + si + sper - 4 one",
        "weird",
        "I am look for it.",
    ),
    Rule(
        "amb + base + thing - mass - bhint + vbe + spl - sper - 4 one",
        "weird",
        "They are look for it.",
    ),
    Rule("form - fin + vnom - base - one", "weird", "I seen him."),
    Rule("be + fin + vmodal - 2 one", "weird", "He might is late."),
    Rule("form - part - loose + vwant - mnoun - rrel - one", "weird", "She wants goes home."),
    Rule("alone + nart - gtime - snone - one", "weird", "He sleeps the dog."),
)
SELVES = (
    Rule("3 himself + sfem + sthing + spl + si - 3 one", "weird", "The boys hurt himself."),
    Rule("3 himself + sfem + sthing + spl + si - 4 one", "-weird", "The women hurt himself."),
    Rule("3 herself + smas + sthing + spl + si - 3 one", "weird", "The boys hurt herself."),
    Rule("3 herself + smas + sthing + spl + si - 4 one", "-weird", "The men hurt herself."),
    Rule("3 itself + sper + spl + si - 3 one", "weird", "The boy hurt itself."),
    Rule("3 itself + sper + spl + si - 4 one", "-weird", "The men hurt itself."),
    Rule(
        "3 themselves + ssg + si + swe + syou - sany - 3 one", "weird", "The girl sees themselves."
    ),
    Rule("3 myself + ssg + spl - 3 one", "weird", "She sees myself."),
    Rule("3 ourselves + ssg + si + spl - swe - 3 one", "weird", "She sees ourselves."),
    Rule("only + syall - one", "weird", "You and Tom enjoy yourself."),
    Rule("3 yourself + ssg + si + spl - syou - 3 one", "weird", "She sees yourself."),
)
COUNTED = (Looks("how many", "everywhere", "", "weird>out start>share"),)

LAYERS: tuple[tuple[Sequence[Looks], Sequence[Rule]], ...] = (
    (NEIGHBORS, READINGS),
    (AROUND, MAY_BE_A_SUBJECT + ONE_OF_TWO + DETERMINERS + CASES + WHAT_GOVERNS),
    (SUBJECTS, VERBS + FORMS + SELVES),
    (COUNTED, ()),
)
