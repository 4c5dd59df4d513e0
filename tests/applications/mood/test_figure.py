"""The figure of mood reads in the page what the library reads."""

import gzip

import numpy as np

from taotp.applications.mood import vader
from taotp.applications.mood.figure import TRIES, mood
from taotp.applications.mood.machine import columns
from taotp.data import romeo_and_juliet
from taotp.programs import sentiment
from taotp_core.transformer import trace
from tests.applications.page import Json, in_page
from tools.experiments.mood_measured import drawn, oracle

FIGURE = mood()
TEXTS = [
    "",
    *(each["text"] for each in TRIES),
    *romeo_and_juliet().splitlines()[2000:2020],
    *drawn(60, seed=4, lengths=(1, 3, 9, 30)),
    "a\u00a0good\ufeff \u0085day \u00c9T\u00c9 \u01c5 \u2160 \u00df",
    "I don\u2019t like \u2018it\u2019",
    "\U0001f600\u2764\ufe0f good\U0001f498",
]


def test_words_valences_and_scores_are_the_librarys(node: str) -> None:
    told = in_page(node, __file__, FIGURE, texts=TEXTS)
    at = columns().index("v")
    for text, found in zip(TEXTS, told["read"], strict=True):
        words = vader.cut(text)
        assert found["words"][: len(words)] == words
        assert abs(found["score"] - sentiment().score(text)) < 1e-9, text
        stream = trace(sentiment().model, sentiment().tokens(text)).stream
        for step, name in zip(found["steps"], ["embedding", *(f"mlp {n}" for n in range(1, 6))],
                              strict=False):  # fmt: skip
            assert np.allclose(step, stream[name][1:, at], rtol=0, atol=1e-7)


def test_a_step_says_what_it_changes_and_a_head_can_be_switched_off(node: str) -> None:
    states: list[Json] = [
        {"text": "Not bad at all", "step": 2},
        {"text": "Not bad at all", "step": 2, "off": "0.0"},
        {"text": "a " * 600},
    ]
    on, off, long = in_page(node, __file__, FIGURE, *states, texts=[])["told"]
    assert "bad \u22122.50 \u2192 1.85" in on["now"]["text"]
    assert "0.4310: good" in on["whole"]["text"]
    assert off["score"] < -0.5 and on["whole"]["kind"] == "right" and off["whole"]["kind"] == "soft"
    assert "600 words" in long["whole"]["text"]


def test_a_mood_begins_where_vader_says(node: str) -> None:
    """Good above a score of 0.05, bad below -0.05: of words alone the nearest on each side."""
    words = {round(vader.compound(word), 4): word for word in vader.rated()}
    nearest = sorted(words, key=lambda score: abs(abs(score) - 0.05))[:6]
    assert {*nearest} == {-0.0772, -0.0516, -0.0258, 0.0258, 0.0516, 0.0772}
    states = [{"text": words[score]} for score in nearest]
    answers = in_page(node, __file__, FIGURE, *states, texts=[])["told"]
    for score, told in zip(nearest, answers, strict=True):
        mood = "neither" if abs(score) < 0.05 else "good" if score > 0 else "bad"
        assert f": {mood}." in told["whole"]["text"], told["whole"]["text"]


def test_what_is_beside_it_is_what_the_package_says_and_small() -> None:
    right = oracle()
    assert [each["right"] for each in TRIES] == [right(each["text"]) for each in TRIES]
    last = len(FIGURE.spec["steps"]) - 1
    assert FIGURE.spec["state"]["step"] == last, "its words come to what it says"
    assert "0.9469" in FIGURE.still()
    assert len(gzip.compress(FIGURE.element().encode())) < 60_000
