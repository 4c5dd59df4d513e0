"""How much is right though nobody fetched a gender."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from exercises.judging.boxes import near, told
from exercises.judging.judge import Wrong, ask, whole
from exercises.judging.new_words import machine
from exercises.statement import Exercise
from exercises.typed import Field, Json
from taotp.applications.french.lexicon import VOWELS, nouns
from taotp.applications.french.machine import Translator

NAME = "fetches gender"
STUB = '''
def without_gender():
    """How many of the phrases the N, one for each noun, stay right."""
    raise NotImplementedError
'''


@cache
def genderless() -> Translator:
    """The translator without the head that fetches gender."""
    program = machine()
    encoder = program.model.encoder
    assert encoder is not None
    layers = [
        replace(layer, heads=[head for head in layer.heads if head.name != NAME])
        for layer in encoder.layers
    ]
    model = replace(program.model, encoder=replace(encoder, layers=layers))
    return replace(program, model=model)


@cache
def stay_right() -> tuple[int, int]:
    """How many phrases stay right, and how many there are."""
    texts = [f"the {noun.english[0]}" for noun in nouns()]
    before, after = (each.translations(texts) for each in (machine(), genderless()))
    return sum(a == b for a, b in zip(before, after, strict=True)), len(texts)


def judge(answer: object) -> str:
    """The number, counted with the machine itself."""
    said = whole(ask(answer, where="in without_gender"), "in without_gender")
    right, count = stay_right()
    if said != right:
        raise Wrong(f"on {count} phrases expected another number right, got {said}")
    return f"{count} inputs, {right} of them right"


def without_gender() -> int:
    """Masculine nouns, and feminine ones before which the article is l'."""
    return sum(not noun.feminine or noun.french[0].startswith(tuple(VOWELS)) for noun in nouns())


def accepted_counted() -> Callable[[], int]:
    """By asking both machines."""
    return lambda: stay_right()[0]


def wrong_masculine() -> Callable[[], int]:
    """Masculine nouns alone."""
    return lambda: sum(not noun.feminine for noun in nouns())


def wrong_feminine() -> Callable[[], int]:
    """Those that become wrong."""
    return lambda: sum(noun.feminine for noun in nouns())


def wrong_all() -> Callable[[], int]:
    """All of them."""
    return lambda: len(nouns())


def typed_items() -> list[Json]:
    """How many stay right, as the answer counts them, which tests hold to both machines."""
    wrong = f"on {len(nouns())} phrases expected another number right, got {{said}}"
    return [{"stretches": near(without_gender(), 0, wrong), "whole": "in without_gender"}]


EXERCISE = Exercise(
    slug="without-gender",
    title="Without gender",
    kind="value",
    statement="""
With its head *fetches gender* switched off, the translator says *le pomme rouge*. Of the phrases
*the cat*, *the dog* and so on, one for each noun of the lexicon, some stay right.
`without_gender()` returns how many. `nouns()` of `taotp.applications.french.lexicon` lists them.
""",
    hints=(
        "What does a determiner say that was told no gender?",
        "*The star* stays right though a star is feminine. Why?",
    ),
    answer="""
A word that was told nothing is masculine, so all masculine nouns stay right. Of the feminine ones
those do that begin with the sound of a vowel, as *l'étoile* and *l'eau*: there the article does
not say its gender. The sound is brought by another head.
""",
    stub=STUB,
    judge=judge,
    code=(genderless, without_gender),
    typed=told(
        [Field("right", "how many phrases stay right", "number")],
        typed_items,
        f"{len(nouns())} inputs, {{said}} of them right",
    ),
)
