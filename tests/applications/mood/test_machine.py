"""The machine of mood: every rule beside vaderSentiment, and what can be typed."""

from typing import Any

from taotp.applications.mood import vader
from taotp.applications.mood.machine import ANSWERS, N_CTX, UNKNOWN
from taotp.data import romeo_and_juliet
from taotp.programs import sentiment
from taotp_core.arrays import PRECISIONS
from tests.laws import every
from tests.refused import refused
from tools.experiments.mood_measured import cause, drawn, oracle

RIGHT = oracle()
SEED_EXAMPLES = vader.examples()
# A sentence or two for each rule, and for each way in which two of them meet.
RULES = """
    good | GOOD | good BAD | A GOOD day | very good | kinda bad |
    it is very, very, very good | VERY good | really quite good | extremely so-so good |
    not good | not a good | not a very good | not in any good | never so good |
    never this good | never so very good | never been so good | I am so happy |
    it is this happy | without doubt good | without a doubt good | without any good |
    nothing y'all'ven't good | no good | NO good thing | there is no good | no very good |
    no big problem or joy | no hope nor joy | no no good | very no good |
    REALLY no good thing | quite a no good | ok, no | no, good | the least good | least good |
    at least good | very least good | the never this least good | kind of good |
    it is a kind of good | it was sort of bad | there is just enough good |
    he is kind of a good man | it is the shit | now it is the shit |
    now it is the least the bomb good | he has a beating heart |
    it was the kiss of death for joy | a cake to die for love | we met at a bus stop happy |
    she said: yeah right good | he is one bad ass happy man | I am one who is kiss of death |
    good but bad | good, but bad but good | But good | good BUT bad | good! | good!!!!!!!! |
    bad!! | good? | good?? | bad??? | good???? | bad?????! | ! ? !! | nice :) or :D or <3 |
    goooood #good @good http://good.com 100% | GOOD NIGHT
"""
ODD = [
    "",
    "   ",
    "\U0001f601 \U0001f498\U0001f48b love\U0001f601",
    "the \U0001f51b!",
    "\u201cgood\u201d isn\u2019t (good) \u2014 *good*",
    "\u0445\u043e\u0440\u043e\u0448\u043e \u597d \u0644\u0637\u064a\u0641",
]


def test_a_curly_apostrophe_is_a_straight_one() -> None:
    for curly in ("I don\u2019t like it.", "It ISN\u2019T \u2018good\u2019!"):
        straight = curly.replace("\u2019", "'").replace("\u2018", "'")
        assert sentiment().score(curly) == sentiment().score(straight) < 0
        assert vader.compound(curly) == vader.compound(straight)


@every("text", [*SEED_EXAMPLES, *(text.strip() for text in RULES.split("|")), *ODD])
def test_says_what_the_package_says(text: str) -> None:
    assert round(sentiment().score(text), 4) == RIGHT(text)


def test_lines_of_the_play_and_drawn_sentences_in_which_all_rules_meet() -> None:
    plays = [line for line in romeo_and_juliet().splitlines() if line][::61]
    asked = [(line, sentiment().score(line), {""}) for line in plays]
    known = {"", "but", "a sum of zero"}
    asked += [(text, sentiment().score(text), known) for text in drawn(80, 8, (1, 2, 4, 8, 16))]
    asked += [(text, vader.compound(text), known) for text in drawn(400, 9, (1, 3, 6, 10))]
    wrong = [text for text, score, may in asked if cause(text, score, RIGHT(text)) not in may]
    assert wrong == []


def test_single_precision_keeps_four_decimals() -> None:
    texts = [*SEED_EXAMPLES, *romeo_and_juliet().splitlines()[1000:1030]]
    scores = [sentiment().score(text, to=PRECISIONS["float32"]) for text in texts]
    assert [round(score, 4) for score in scores] == [RIGHT(text) for text in texts]


def test_answers_in_hundredths() -> None:
    for text in SEED_EXAMPLES:
        said = sentiment().complete(text)
        assert said in ANSWERS and abs(float(said) - sentiment().score(text)) < 0.0075
    assert sentiment().complete("") == "+0.00"
    assert sentiment().complete(["GREAT", "!"]) == [sentiment().complete("GREAT!")]


def test_a_long_text_one_too_long_and_none() -> None:
    text = " ".join(["good", "a", "bad", "very"] * 127)
    assert round(sentiment().score(text), 4) == RIGHT(text)
    score: Any = sentiment().score
    refused(
        (lambda: score("a " * N_CTX), f"has {N_CTX} words and marks; at most {N_CTX - 1} fit"),
        (lambda: score(3), "the text is 3; it must be a string"),
    )


def test_unknown_words_count_nothing_and_are_told() -> None:
    program = sentiment()
    for text in ("zyx qwv", "the table", "not the table", "kind of", ""):
        for to in ("float64", "float32"):
            assert str(program.score(text, to=to)) == "0.0", (text, to)
    assert program.knows("good but bad") and not program.knows("a zyxq day")
    assert all(symbol in program.vocabulary for symbol in UNKNOWN)
