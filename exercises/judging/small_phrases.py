"""Twenty-four noun phrases, in English and in French."""

from itertools import product

from exercises.judging.judge import Tally
from exercises.judging.two_stacks import answers, own_reader
from taotp_core.program import Program

DETERMINERS = {"the": ("LE", "LA"), "a": ("UN", "UNE")}
NOUNS = {"cat": ("CHAT", 0), "dog": ("CHIEN", 0), "table": ("TABLE", 1), "car": ("VOITURE", 1)}
ADJECTIVES = {"small": ("PETIT", "PETITE"), "red": ("ROUGE", "ROUGE")}
START, STOP = "<s>", "</s>"


def translated(words: tuple[str, ...]) -> tuple[str, ...]:
    """The French of a phrase."""
    determiner, *adjective, noun = words
    said, feminine = NOUNS[noun]
    row = [DETERMINERS[determiner][feminine], said]
    for word in adjective:
        row.insert(1 if word == "small" else 2, ADJECTIVES[word][feminine])
    return tuple(row)


PHRASES = {
    words: translated(words)
    for determiner, noun in product(DETERMINERS, NOUNS)
    for words in ((determiner, noun), *((determiner, each, noun) for each in ADJECTIVES))
}


def phrases(answer: object, where: str) -> tuple[Program, Tally]:
    """A learner's program, if it translates all phrases; or Wrong."""
    program = own_reader(answer, where)
    return program, answers(program, list(PHRASES), lambda text: PHRASES[tuple(map(str, text))])
