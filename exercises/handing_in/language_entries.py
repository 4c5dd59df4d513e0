"""The first entries of the boards of language: machines in semes, made for one task alone."""

import numpy as np

from exercises.judging.small_phrases import START, STOP
from taotp.programs.weird_words import grammar, weird_words
from taotp.words.features import Layout
from taotp_core.gadgets import SURE
from taotp_core.program import Program
from taotp_core.stream import semes
from taotp_core.weights import Transformer

ROOM = 8  # the longest sentence of the small grammar, with its start
MOST = 3  # words of it that may be weird


def chapter_counts() -> Program:
    """The chapter's machine, with its words as symbols."""
    program = weird_words()
    return Program(program.model, program.vocabulary, "<s>", steps=1)


def counts_alone() -> Program:
    """The same heads and units with no more words, semes and places than are asked for."""
    directions = semes("noun sg pl dsg dpl vsg vpl nsg npl ssg spl weird out share")
    words = {"a": "dsg", "these": "dpl", "the": "", "dog": "noun sg", "dogs": "noun pl"}
    words |= {"is": "vsg", "are": "vpl", "sleeps": "vsg", "sleep": "vpl", "near": "", "red": ""}
    says = {str(k): f"{2 * k} out - {k * k} share" for k in range(MOST + 1)}
    layout = Layout(directions, ROOM, loud=30.0, waves=ROOM)
    model = grammar(layout, SURE, {"<s>": "start"} | words, says)
    return Program(model, ["<s>", *words, *says], "<s>", steps=1)


def phrases_by_semes() -> Program:
    """Determiners and small fetch a gender, nouns hear of small; a place each, and one question.

    There is one noun, so that no head asks where it is. Where the decoder finds no word it stops.
    """
    of = Layout(
        semes("le un petit rouge chat chien table voiture fem noun small at0 at1 at2"), 4, 100.0
    )
    reads = {"the": "le at0", "a": "un at0", "small": "petit at1", "red": "rouge at2"}
    reads |= {"cat": "chat noun", "dog": "chien noun", "table": "table noun fem"}
    reads |= {"car": "voiture noun fem"}
    says = {"LE": "2 le - fem", "LA": "le + fem", "UN": "2 un - fem", "UNE": "un + fem"}
    says |= {"PETIT": "2 petit - fem", "PETITE": "petit + fem", "ROUGE": "2 rouge"}
    says |= {word.upper(): f"2 {word}" for word in ("chat", "chien", "table", "voiture")}
    vocabulary = [START, *reads, *says, STOP]
    nothing = dict.fromkeys(vocabulary, "")
    fetch = of.layer(
        [
            of.head("everywhere", "fem>fem", "le>noun un>noun petit>noun", name="fetches gender"),
            of.head("everywhere", "petit>small", "noun>petit", name="hears of small"),
        ],
        [of.when("noun and not small", "at1"), of.when("noun and small", "at2")],
    )
    rows = nothing | reads | {STOP: "start"}  # the end is where a head rests
    encoder = Transformer(of.embedding(rows), of.positions(), [fetch], causal=False)
    meanings = "le un petit rouge chat chien table voiture fem"
    brings = " ".join(f"{name}>{name}" for name in meanings.split())
    ask = of.head("memory", brings, "at0>at0 at1>at1 at2>at2", name="asks for its place")
    asks = [of.writing(f"at{t}") for t in range(3)]
    model = Transformer(
        of.embedding(nothing),
        np.array([*asks, of.writing("")]),
        [of.layer(cross=[ask])],
        W_U=of.unembedding(dict.fromkeys(vocabulary, "- one") | says | {STOP: "one"}),
        encoder=encoder,
    )
    return Program(model, vocabulary, START, stop=STOP, after=STOP)
