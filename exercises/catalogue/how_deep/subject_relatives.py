"""Relative clauses of both kinds, by the classes of words."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product

from exercises.judging.asking import note, unnoted
from exercises.judging.judge import Tally, Wrong, praised
from exercises.judging.machine import machine as typed_machine
from exercises.judging.two_stacks import answers, note_texts, own_single
from exercises.statement import Exercise
from taotp.words.features import Layout
from taotp_core.program import Program, Symbol
from taotp_core.stream import semes
from taotp_core.weights import Transformer

CLASSES = "dnrti"
LONGEST = 5  # of the strings that are tried all
LONGER = 7  # of those that begin with a determiner and a noun
AT_ONCE = 20_000
DEEP = 15  # of the sentences that are tried, and damaged
STUB = '''
def subject_relatives():
    """A Program that says yes or no to a string of d, n, r, t and i."""
    raise NotImplementedError
'''


def phrases(n: int) -> Iterator[str]:
    """All noun phrases of so many words."""
    if n == 2:
        yield "dn"
    elif n >= 6:
        for inner in phrases(n - 4):
            yield f"dnr{inner}t"
            yield f"dnrt{inner}"


@cache
def all_sentences() -> frozenset[str]:
    """All sentences of up to DEEP words."""
    return frozenset(f"{np}i" for n in range(2, DEEP) for np in phrases(n))


def says(text: Sequence[Symbol]) -> list[str]:
    """What is to be said of a string."""
    return ["yes" if "".join(map(str, text)) in all_sentences() else "no"]


def tried() -> list[str]:
    """All short strings, all sentences, and these with a word or a `dn` less or another word."""
    short = ["".join(s) for n in range(LONGEST + 1) for s in product(CLASSES, repeat=n)]
    found = set(all_sentences())
    for n in range(LONGEST - 1, LONGER - 1):
        found |= {"dn" + "".join(s) for s in product(CLASSES, repeat=n)}
    for sentence in all_sentences():
        for i in range(len(sentence)):
            found.add(sentence[:i] + sentence[i + 1 :])
            found |= {sentence[:i] + other + sentence[i + 1 :] for other in CLASSES}
            found.add(sentence[:i] + sentence[i:].replace("dn", "", 1))
    return [*short, *sorted(text for text in found if len(text) > LONGEST)]


def judge(answer: object) -> str:
    """All strings of up to five classes, all sentences to DEEP, and damaged ones."""
    program = own_single(answer, "in subject_relatives")
    note("steps", steps=1, words="at steps expected 1, which is yes or no, got {steps}")
    if program.steps != 1:
        raise Wrong(f"at steps expected 1, which is yes or no, got {program.steps}")
    texts, tally = [tuple(text) for text in tried()], Tally()
    note_texts(texts, says)
    with unnoted():
        for first in range(0, len(texts), AT_ONCE):
            tally += answers(program, texts[first : first + AT_ONCE], says)
    return praised("{inputs} inputs, smallest margin {margin:.3g}", program.model, tally)


def machine(*rules: str) -> Program:
    """Two looks at what stands before, one after the other, and an average that has to be 0.

    `rules` are units that write what is wrong in the second layer.
    """
    names = "d n r t i end bd bn br bt bi bstart sub shut bsub bshut more open share bad wrong"
    layout = Layout(semes(names), DEEP + 3, loud=200.0, waves=1)
    words = {"<s>": "start"} | {name: name for name in CLASSES} | {"</s>": "end"}
    says = {"yes": "0.5 share", "no": "wrong"}
    first = layout.layer(
        [layout.head("1 back", "d>bd n>bn r>br t>bt i>bi start>bstart", name="looks 1 back")],
        [
            layout.unit("d - bstart - br - bt", "bad"),
            layout.unit("n - bd", "bad"),
            layout.unit("r - bn", "bad"),
            layout.unit("t - bn - br - bt", "bad"),
            layout.unit("i - bn - bt", "bad"),
            layout.unit("end - bi", "bad"),
            layout.when("t and br", "sub"),
            layout.when("t and not br", "shut - more"),
            layout.when("d and br", "more"),
        ],
    )
    second = layout.layer(
        [
            layout.head("1 back", "sub>bsub shut>bshut", name="looks 1 back again"),
            layout.head("everywhere", "more>open", name="counts clauses that are open"),
        ],
        [layout.unit(*rule.split(" > ")) for rule in rules],
    )
    gather = layout.head("everywhere", "bad>wrong start>share", name="counts what is wrong")
    rows = words | dict.fromkeys(says, "")
    model = Transformer(
        layout.embedding(rows),
        layout.positions(),
        [first, second, layout.layer([gather])],
        W_U=layout.unembedding(dict.fromkeys(words, "- one") | says),
    )
    return Program(model, [*rows], "<s>", after="</s>", steps=1)


ORDER = ("d + bshut - one > bad", "t + bsub - one > bad", "i + bsub - one > bad")
CLOSED = (f"open + end - one > {DEEP + 3} bad", f"end - open - one > {DEEP + 3} bad")


def subject_relatives() -> Program:
    """Whether a clause has its verb at its beginning is known one look later."""
    return machine(*ORDER, *CLOSED)


def accepted_twice_as_loud() -> Program:
    """What is wrong may be written as loudly as one likes."""
    return machine(*(rule.replace("> bad", "> 2 bad") for rule in ORDER), *CLOSED)


def wrong_objects_only() -> Program:
    """That a verb stands behind that is refused."""
    return machine(*ORDER, *CLOSED, "sub > bad")


def wrong_no_second_look() -> Program:
    """Which kind of clause a verb belongs to is forgotten one word later."""
    return machine(*CLOSED)


def wrong_never_counted() -> Program:
    """Clauses that are opened and not closed are let in."""
    return machine(*ORDER)


def wrong_half_counted() -> Program:
    """Verbs that close nothing are let in."""
    return machine(*ORDER, CLOSED[0])


def wrong_silent() -> Program:
    """It says two symbols, of which the second answers nothing."""
    return replace(subject_relatives(), steps=2)


EXERCISE = Exercise(
    slug="subject-relatives",
    title="The dog that sees",
    kind="construct",
    statement=f"""
In *the dog that sees these dogs sleeps* the dog does the seeing: a relative clause may have its
verb first. Leave agreement aside and write each word as its class: *d* for a determiner, *n* for a
noun, *r* for *that*, *t* for *sees*, *i* for *sleeps*. A noun phrase is `dn`, or `dnr`, a noun
phrase and `t`, or `dnrt` and a noun phrase; a sentence is a noun phrase and `i`. Write
`subject_relatives()`, a `Program` without an encoder that says `"yes"` to sentences and `"no"` to
all other strings. It is tried on every string of up to {LONGEST} classes, on those of up to
{LONGER} that begin with `dn`, on all sentences of up to {DEEP}, and on these with one class or one
`dn` less, or with another class:
`subject_relatives().complete(list("dnrtdni")) == ["yes"]`.
""",
    hints=(
        "Start from the machine of the chapter. Which clauses have to be counted, and which close "
        "themselves?",
        "A *t* behind *r* opens a clause with its verb first, and a phrase must follow. Any other "
        "*t* closes a clause, and *t* or *i* must follow. One look back cannot tell them apart one "
        "word later. What if the first layer writes down which it was?",
        "Checklist: what may follow what; which *t* it is; what may follow that; as many clauses "
        "closed as opened, neither more nor less; what is wrong, gathered; yes or no.",
    ),
    answer="""
The first layer looks one back and names each *t*: behind *r* it is `sub`, else it is `shut`. The
second looks one back at these names: behind `shut` no *d* may follow, behind `sub` nothing but a
*d*. Only clauses with a noun phrase behind *r* wait for a verb, so +1 for a *d* behind *r*, −1 for
`shut`, and the average has to be 0 at the end: two units, one for each side. That no clause is
closed before it is opened follows, as a `shut` is never followed by a *d*.
""",
    stub=STUB,
    judge=judge,
    code=(machine, subject_relatives),
    typed=typed_machine(judge, subject_relatives, most=25_000),
)
