"""The translator with other words in the rows of some of its own, or with other rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from exercises.judging.judge import Tally, Wrong, ask, instead, kind_of
from exercises.judging.translations import Asked, Phrase, Sentence, english, french
from taotp.applications.french.machine import ROOM, Translator, english_french, named_semes
from taotp.words.cutting import Words
from taotp.words.features import Layout
from taotp.words.rules import Rule
from taotp_core.stream import Vector, semes

Vectors = Mapping[str, str | Vector]
Both = tuple[str, str]  # English and French


@cache
def machine() -> Translator:
    """The translator of the chapter."""
    return english_french()


@cache
def layout() -> Layout:
    """Its columns."""
    pair = machine().model.W_E[0].max()  # what the loud pair holds
    return Layout(semes(named_semes()), ROOM, loud=float(pair), waves=ROOM)


def with_words(instead: Mapping[str, str], reads: Vectors, says: Vectors) -> Translator:
    """The translator that has new words instead of some of its own.

    `instead` says whose place each new word takes; `reads` has the vectors of English words,
    `says` what French ones read. Raises ValueError for a vector that is none.
    """
    program, of = machine(), layout()
    assert program.model.encoder is not None and program.model.W_U is not None
    places = {word: program.places[old] for word, old in instead.items()}
    W_E, W_U = program.model.encoder.W_E.copy(), program.model.W_U.copy()
    W_E[[places[word] for word in reads]] = of.embedding(reads)
    W_U[:, [places[word] for word in says]] = of.unembedding(says)
    new = {old: word for word, old in instead.items()}
    vocabulary = [new.get(str(symbol), symbol) for symbol in program.vocabulary]
    pieces = program.pieces
    assert isinstance(pieces, Words)
    known = tuple(new.get(word, word) for word in pieces.known)
    model = replace(program.model, W_U=W_U, encoder=replace(program.model.encoder, W_E=W_E))
    return replace(
        program, model=model, vocabulary=tuple(vocabulary), pieces=Words(known, pieces.spelled)
    )


def with_rules(program: Translator, rules: Sequence[Rule]) -> Translator:
    """The translator whose first layer has these rules and no others.

    Raises ValueError for a rule that is none.
    """
    encoder = program.model.encoder
    assert encoder is not None
    first = replace(encoder.layers[0], mlp=layout().units(rules))
    layers = [first, *encoder.layers[1:]]
    return replace(program, model=replace(program.model, encoder=replace(encoder, layers=layers)))


def without_article(sentence: Sentence) -> Sentence:
    """The same without the article of its noun, as English has it of many."""
    if isinstance(sentence.subject, Phrase):
        return replace(sentence, subject=replace(sentence.subject, determiner=""))
    assert isinstance(sentence.object, Phrase)
    return replace(sentence, object=replace(sentence.object, determiner=""))


def rules_of(said: object, what: str) -> list[Rule]:
    """The rules of an answer: pairs of texts, or rules of the book; Wrong for another thing."""
    if not isinstance(said, list | tuple):
        raise Wrong(f"{what} expected a list of pairs of texts, got {kind_of(said)}")
    for pair in said:
        of_two = isinstance(pair, list | tuple) and len(pair) in (2, 3)  # a rule has a sentence
        if not of_two or not all(isinstance(text, str) for text in pair):
            raise Wrong(f"{what} expected a list of pairs of texts, got one with {kind_of(pair)}")
    return [Rule(*pair) for pair in said]


def translations_judged(make: Callable[[], Translator], where: str, asked: Sequence[Both]) -> Tally:
    """Hold a translator that is to be made against English texts and their French.

    A vector or a rule that is none is a wrong answer.
    """
    try:
        program = make()
    except ValueError as error:
        raise Wrong(f"{where} expected vectors of semes, got something else: {error}") from None
    said = program.translations([text for text, _ in asked])
    for (text, right), each in zip(asked, said, strict=True):
        if each != right:
            raise Wrong(f"after {text!r} {instead(repr(right), repr(each))}", text)
    return Tally(len(asked))


def vectors(said: object, words: Sequence[str], what: str) -> dict[str, str]:
    """The vectors of some words, each a text, as an answer gives them; Wrong for another thing."""
    if not isinstance(said, Mapping) or set(said) != set(words):
        raise Wrong(f"{what} expected a text for each of {', '.join(words)}, got {kind_of(said)}")
    for word, text in said.items():
        if not isinstance(text, str):
            raise Wrong(f"{what} expected a text for {word}, got {kind_of(text)}")
    return dict(said)


def rows_judged(
    answer: object,
    where: str,
    reads: Mapping[str, str],
    says: Mapping[str, str],
    asked: Sequence[Asked],
    bare: Sequence[Sentence] = (),
) -> Tally:
    """Hold a translator with the rows of an answer against the rules of both languages.

    `reads` and `says` name the new words, and whose place each takes; of `bare` sentences the
    English has no article.
    """
    given = ask(answer, where=where)
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise Wrong(f"{where} expected two dictionaries, got {kind_of(given)}")
    own_reads = vectors(given[0], [*reads], "what is read")
    own_says = vectors(given[1], [*says], "what is said")
    pairs = [(english(each), french(each)) for each in asked]
    pairs += [(english(without_article(each)), french(each)) for each in bare]
    return translations_judged(
        lambda: with_words({**reads, **says}, own_reads, own_says), where, pairs
    )
