"""The translator: sentences of every kind, precisions, and what it refuses."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from taotp.programs import english_french
from taotp_core.arrays import to_float32
from taotp_core.weights import Head, Transformer
from tests.laws import every
from tests.refused import refused

SENTENCES = [
    line.split(" = ")
    for line in (Path(__file__).parent / "sentences.txt").read_text("utf-8").splitlines()
]
MACHINE = english_french()
FULL = "a dog and " * 4 + "my old black cat want English and French"


def test_a_fifth_of_the_loudness_is_enough_in_float32_too() -> None:
    quiet = english_french(loud=200.0)
    for english, french in SENTENCES[::16]:
        assert quiet.complete(english, to=to_float32) == french
        assert MACHINE.complete(english, to=to_float32) == french


def test_what_it_has_just_room_for_is_said_to_its_end() -> None:
    said = "un chien et " * 4 + "mon vieux chat noir veulent l'anglais et le français"
    assert MACHINE.complete(FULL) == said
    assert MACHINE.complete("the " * 22) == ("le " * 22).strip()


def test_sentences_are_said_and_belong_to_the_fragment() -> None:
    """Many as one by one, of which a sixteenth is asked."""
    english, french = zip(*SENTENCES, strict=True)
    assert MACHINE.translations(english) == [*french]
    assert [MACHINE.complete(text) for text in english[::16]] == [*french[::16]]
    assert [MACHINE.outside(text) for text in english] == [""] * len(english)
    assert MACHINE.complete("It\u2019s a GOOD book.") == MACHINE.complete("it's a good book")
    assert MACHINE.knows("I don't see it!") and not MACHINE.knows("I see a wombat")


def test_what_it_cannot_read_gets_a_sentence() -> None:
    unread = {
        "I see the catt": "'catt' is none of the", "?!": "nothing to translate",
        f"{FULL} here": "23 French words to place", "\U0001f600": "is none of the",
    }  # fmt: skip
    refused(*((partial(MACHINE.complete, text), wrong) for text, wrong in unread.items()))
    refused((lambda: MACHINE.translations([""]), "nothing"))


@every(
    "text, said",
    [
        ("the cats eats", "les chats mangent"),
        ("I sees", "je vois"),
        ("a apple", "une pomme"),
        ("these cat", "ce chat"),
        ("cat the", "chat le"),
        ("we come from school", "nous venons de l'école"),
        ("I want to learn to speak French", "je veux apprendre à parler français"),
        ("my sister is cold", "ma sœur est froide"),
        ("I visit my mother", "je visite ma mère"),
        ("there is the cat", "il y a le chat"),
        ("I am never very cold", "je ne suis jamais très froid"),
        ("the cat or the dog sleeps", "le chat ou le chien dort"),
        ("we show these children flowers", "nous montrons à ces enfants des fleurs"),
    ],
)
def test_outside_its_fragment_it_answers_and_the_grammar_says_so(text: str, said: str) -> None:
    assert MACHINE.outside(text)
    assert MACHINE.complete(text) == said
    if text == "a apple":
        assert MACHINE.outside(text) == "'a' stands before 'apple'; it must be 'an'"


def test_a_refusal_quotes_what_was_typed_and_nothing_of_how_it_is_read() -> None:
    """Finds a sentence that says *have* of a *need* typed where no rule goes on with it."""
    for need in ("need", "needs", "needed"):
        for text in ("{}", "i have {} help", "the {} help", "i saw {}", "{} you", "an {}", "a {}"):
            typed = text.format(need)
            told = MACHINE.outside(typed).partition("; it must be")[0]
            quoted = re.findall("'(.*?)'", told)
            assert quoted and all(each in typed for each in quoted), (typed, told)
            assert need in quoted, told


@every(
    "head, text, said",
    [
        ("fetches the person", "we see the cat", "nous voit le chat"),
        ("agrees with the subject", "she is tired", "elle est fatigué"),
        ("hears that it is a thing", "it's a good book", "il est un bon livre"),
        ("asks for what English leaves out", "I don't see the cat", "je vois pas le chat"),
        ("hears the next sound", "the old friend", "le vieux ami"),
    ],
)
def test_a_head_that_is_switched_off_leaves_out_what_its_name_says(
    head: str, text: str, said: str
) -> None:
    assert replace(MACHINE, model=without(MACHINE.model, head)).complete(text) == said


def without(model: Transformer, name: str) -> Transformer:
    """The same model, in which the head of this name brings nothing."""

    def silent(heads: Sequence[Head]) -> list[Head]:
        return [replace(head, W_O=head.W_O * (head.name != name)) for head in heads]

    assert model.encoder is not None
    encoder, layers = (
        [replace(each, heads=silent(each.heads), cross=silent(each.cross)) for each in of.layers]
        for of in (model.encoder, model)
    )
    assert name in {
        head.name for each in (*encoder, *layers) for head in (*each.heads, *each.cross)
    }
    return replace(model, layers=layers, encoder=replace(model.encoder, layers=encoder))
