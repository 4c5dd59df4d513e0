"""The translator with other words in the rows of some of its own, and a head of it taken out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from exercises.judging.judge import Tally, Wrong, ask, kind_of
from exercises.judging.translations import Asked, english, french
from taotp_core.cutting import Words
from taotp_core.programs.english_french import ROOM, Translator, english_french, named_semes
from taotp_core.semes import Layout
from taotp_core.stream import semes

Texts = Mapping[str, str]


@cache
def machine() -> Translator:
    """The translator of the chapter."""
    return english_french()


@cache
def layout() -> Layout:
    """Its columns."""
    pair = machine().model.W_E[0].max()  # what the loud pair holds
    return Layout(semes(named_semes()), ROOM, loud=float(pair), waves=ROOM)


def with_words(instead: Texts, reads: Texts, says: Texts) -> Translator:
    """The translator that has new words instead of some of its own.

    `instead` says whose place each new word takes; `reads` has the vectors of English words,
    `says` what French ones read. Raises ValueError for a vector that is none.
    """
    program, of = machine(), layout()
    assert program.model.encoder is not None and program.model.W_U is not None
    places = {word: program.vocabulary.index(old) for word, old in instead.items()}
    W_E, W_U = program.model.encoder.W_E.copy(), program.model.W_U.copy()
    for word, text in reads.items():
        W_E[places[word]] = of.embedding({word: text})[0]
    for word, text in says.items():
        W_U[:, places[word]] = of.unembedding({word: text})[:, 0]
    new = {old: word for word, old in instead.items()}
    vocabulary = [new.get(str(symbol), symbol) for symbol in program.vocabulary]
    pieces = program.pieces
    assert isinstance(pieces, Words)
    known = tuple(new.get(word, word) for word in pieces.known)
    model = replace(program.model, W_U=W_U, encoder=replace(program.model.encoder, W_E=W_E))
    return replace(
        program, model=model, vocabulary=tuple(vocabulary), pieces=Words(known, pieces.spelled)
    )


def vectors(said: object, words: Sequence[str], what: str) -> dict[str, str]:
    """The vectors of some words, each a text, as an answer gives them; Wrong for another thing."""
    if not isinstance(said, dict) or set(said) != set(words):
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
) -> Tally:
    """Hold a translator with the rows of an answer against the rules of both languages.

    `reads` and `says` name the new words, and whose place each takes.
    """
    given = ask(answer, where=where)
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise Wrong(f"{where} expected two dictionaries, got {kind_of(given)}")
    own_reads = vectors(given[0], [*reads], "what is read")
    own_says = vectors(given[1], [*says], "what is said")
    try:
        program = with_words({**reads, **says}, own_reads, own_says)
    except ValueError as error:
        raise Wrong(f"{where} expected vectors of semes, got something else: {error}") from None
    texts = [english(each) for each in asked]
    for text, said, each in zip(texts, program.translations(texts), asked, strict=True):
        if said != french(each):
            raise Wrong(f"on {text!r} expected {french(each)!r}, got {said!r}", text)
    return Tally(len(texts))
