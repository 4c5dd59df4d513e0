"""How questions begin: a verb and a pronoun, as are you, which are one word to the machine."""

from functools import cache

# A question begins with a verb and a pronoun; both are one word to the machine.
SUBJECTS = {
    "i": "je s1 human", "you": "vous p2 human",
    "he": "il s3 third human", "she": "elle s3 fem human",
    "it": "il s3 third", "we": "nous p1 pl human", "they": "ils p3 pl human",
}  # fmt: skip
ASKING = {
    "am": "be", "is": "be", "are": "be", "was": "be imp", "were": "be imp", "can": "can",
    "could": "could", "will": "will", "must": "must", "should": "should", "do": "do", "does": "do",
    "did": "did", "have": "have", "has": "have", "may": "can",
}  # fmt: skip
FRONTED = {
    "be": "être be copula lead cmd stops", "can": "pouvoir can_ modal lead cmd stops",
    "could": "pourrait modal lead cmd stops", "will": "aller modal lead cmd stops",
    "must": "devoir modal lead cmd stops", "should": "devrait modal lead cmd stops",
    "have": "avoir vowel have_ cmd stops",
}  # fmt: skip
AGREES = {
    "i": "am have",
    "he": "is was has does",
    "she": "is was has does",
    "it": "is was has does",
}


@cache
def questions() -> dict[str, str]:
    """The rows of are you, did she and their kind."""
    rows = {}
    for verb, kind in ASKING.items():
        for who, row in SUBJECTS.items():
            fits = AGREES.get(who, "are were have do").split()
            every = verb in ("can", "could", "will", "must", "should", "did", "may")
            if not every and verb not in fits and (who, verb) not in (("i", "was"), ("i", "do")):
                continue
            if who == "it" and verb in ("did", "have", "has", "do"):
                continue  # as in I did it
            pronoun, _, more = row.partition(" ")
            base, _, past = kind.partition(" ")
            if base in ("do", "did"):
                rows[f"{verb} {who}"] = f"ask_{pronoun} who {more} asks stops vowel" + " didq" * (
                    base == "did"
                )
            else:
                rows[f"{verb} {who}"] = (
                    f"{FRONTED[base]} {past} who q aux_v q_{pronoun} spot {more}"
                )
    for it in ("is it", "was it"):
        rows[it] = rows[it].replace("q_il", "q_c").replace(" third", "")
    rows["would you like"] = "voudrait may_verb cmd stops who q aux_v q_vous spot p2 human"
    return rows
