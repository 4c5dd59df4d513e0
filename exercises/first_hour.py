"""The page *Your first hour*: twelve benches of the workshop, a screen each, and how it ends.

The prose of the page stands in its notebook. What is made here is what a reader acts on: examples,
the lines with blanks as boxes, words that are new, help, and the machine, which is the bench's own.
`page/exercises/hour/screens.js` makes screens of them.
"""

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from exercises import exercise
from exercises.answer_field import bench, bench_of
from exercises.bench_block import marked, sentence
from exercises.catalogue import BENCHES
from exercises.judging.bench import Bench
from exercises.statement import Exercise
from exercises.warm_ups import WarmUp, flowing, inline
from taotp.figures.bench import Workbench
from taotp.figures.figure import Json, Line
from taotp.figures.live import LiveFigure, for_page
from taotp.figures.spec import to_json
from taotp.listing.skeleton import BLANK

PART, SENT = "hour", "sent"  # of the script: the hour, and a machine that was sent
HINTS = 2  # before the answer
LONGEST_SAID = 12  # letters of what an example says
SPARE = 2  # letters that a box has beyond its answer
NAME_LETTERS, SAID_LETTERS = 40, 20  # that a name may have: of a machine, and one that it says


@dataclass(frozen=True)
class Step:
    """A bench in the dress of the hour: its words, and what its machine does, for a stranger."""

    slug: str
    words: tuple[tuple[str, str], ...]
    does: str


STEPS = (
    Step(
        "build-letter",
        (
            ("<", "stands before every text, so that there is something to read at first"),
            ("stream one", "each letter comes with one number, called *one*; here it is 1 for all"),
            (
                "unembed one of c as row [3]",
                "c scores 3 times that number, other letters 0; the highest score is said",
            ),
        ),
        "always says the same letter",
    ),
    Step(
        "build-alphabet",
        (
            (
                "embed letter as one-hot",
                "eight numbers for a letter: the first is 1 for a, the second for b, and so on",
            ),
            (
                "unembed letter of h a as one-hot",
                "the first number counts for h, the second for a, as they stand here",
            ),
            ("b to h", "is short for b c d e f g h"),
        ),
        "says which letter comes next in the alphabet",
    ),
    Step(
        "build-name",
        (
            (
                'place say as symbols E v a "."',
                "the first position says E, the second v, and so on",
            ),
            ("times 2", "twice as loud as the letter that was heard, which speaks once"),
            ('"."', "the sign to stop"),
        ),
        "says a name, and then stops",
    ),
    Step(
        "build-back",
        (
            ("attend 3 back", "a *head*: every letter looks at the one three positions back"),
            (
                "read, write",
                "it copies what stands in one part there into another part here",
            ),
        ),
        "says the last letter but one",
    ),
    Step(
        "build-echo",
        (
            (
                "circle 30",
                "positions stand on a circle as hours do on a clock, here of 30 hours; a text has "
                "up to 20 positions",
            ),
            ("unembed letter as one-hot", "what stands in *letter* is said"),
        ),
        "repeats the last three letters for ever",
    ),
    Step(
        "build-first",
        (
            ("attend to 3", "every letter looks at position 3, and the first position is 0"),
            ("attend 3 back", "every letter looks three positions back"),
        ),
        "says the first letter of any text",
    ),
    Step(
        "build-vote",
        (
            ("attend everywhere", "each letter takes the average of all letters so far"),
            (
                "read and write",
                "are as before: of which part is the average to be taken, and which part is said?",
            ),
        ),
        "says which letter there is more of",
    ),
    Step(
        "build-smallest",
        (
            (
                "query one, key digit",
                "a digit looks where query times key is largest: here at the largest digit",
            ),
            ("hard", "the largest takes everything; without this word each gets a share"),
            ("one", "is 1 at each position, and *digit* is the digit itself"),
            ("-digit", "is minus the digit: a minus may stand before any name"),
        ),
        "says the smallest digit",
    ),
    Step(
        "build-after",
        (
            (
                "query letter, key letter",
                "a letter looks for a position with the same letter; a key may be another part",
            ),
            ("a second layer", "its heads read what those of the first have written"),
        ),
        "finds where a letter stood before, and says what followed it there",
    ),
    Step(
        "build-latest",
        (
            (
                "query letter and found, key past and found",
                "two questions in one head: *letter* asks *past*, and *found* asks *found*",
            ),
            (
                "pos",
                "where a letter stands; the nearer two positions are, the higher they score: from "
                "one to the next by 0.02 or more, from end to end by 2.6",
            ),
            ("100 found", "a hundred times as loud"),
            (
                "how loud",
                "the nearest has to lead by 1 or more, so that it gets more than half; but a "
                "letter that fits scores 1,000, and *pos* must not outshout it",
            ),
        ),
        "says what followed the last letter the latest time",
    ),
    Step(
        "build-search",
        (
            (
                "all of it at once",
                "two heads look back, and a third asks with three questions, joined by *and*",
            ),
            ("past, older", "are to hold the letters one back and two back, beside *letter*"),
        ),
        "finds the last two letters in a text, and says what followed them the latest time",
    ),
    Step(
        "build-sum",
        (
            ("attend everywhere", "brings the average of both digits, half of their sum"),
            (
                "unit read sum - 9, write 3 sum",
                "where *sum* is above 9, three times the excess is added to it; else nothing",
            ),
        ),
        "says the last digit of a sum",
    ),
)
SLUGS = tuple(step.slug for step in STEPS)


@dataclass(frozen=True, repr=False)
class Screen:
    """A step for a page; in a notebook it is the bench, as the workshop has it."""

    step: Step

    def __repr__(self) -> str:
        return repr(self.figure)

    @property
    def figure(self) -> Workbench:
        """The bench, live."""
        return bench(self.step.slug)

    def _repr_mimebundle_(self, **_: object) -> Json:
        """The page's screen, or what a bench is in a notebook."""
        if not for_page():
            return self.figure._repr_mimebundle_()
        return {"text/plain": repr(self), "text/html": self.as_html()}

    def as_html(self) -> str:
        """All that a reader acts on, and then the machine."""
        of, each = BENCHES[self.step.slug], exercise(self.step.slug)
        return (
            f'<div class="hour-step" data-slug="{of.slug}" data-does="{self.step.does}">'
            f"{chips(of)}{boxes(of)}{parts(of)}"
            '<p class="hour-verdict" role="status"></p>'
            f"{new_words(self.step.words)}{help_with(each, of)}</div>"
            f"{alone(self.figure, PART)}"
        )


def hour_step(name: str) -> Screen:
    """A step of the hour, by the name of its bench; raises ValueError for any other name."""
    if name not in SLUGS:
        raise ValueError(f"{name!r} is not a step of the hour; there are {', '.join(SLUGS)}")
    return Screen(STEPS[SLUGS.index(name)])


def chips(of: Bench) -> str:
    """Three examples, of which each is played when it is pressed."""
    found = "".join(
        f'<button type="button" data-text="{html.escape(prompt)}"><code>'
        f"{html.escape(prompt) or 'nothing'}</code> → <code>{html.escape(said)}</code></button>"
        for prompt, said in of.examples
        if len(said) <= LONGEST_SAID  # else it is a sentence about why nothing is asked
    )
    return f'<p class="hour-chips">{found}</p>'


def boxes(of: Bench) -> str:
    """The lines that have blanks, with a box for each that is as wide as its answer."""
    found, place = [], 0
    for line in of.text.splitlines():
        if BLANK not in line:
            continue
        clauses = []
        for clause in line.split(", "):
            first, *rest = clause.split(BLANK)
            inside = html.escape(first)
            for piece in rest:
                inside += box(of, place, line) + html.escape(piece)
                place += 1
            clauses.append(inside)
        row = f"<span>{',</span> <span>'.join(clauses)}</span>"
        kept = re.sub(r"(<input[^>]*/>[],]+)", r'<span class="hour-kept">\1</span>', row)
        found.append(f"<p><code>{kept}</code></p>")  # a comma stays with the box that it ends
    return f'<div class="hour-boxes">{"".join(found)}</div>'


def box(of: Bench, place: int, line: str) -> str:
    """The box for a blank of a line, by its place among all blanks."""
    wide = len(of.answers[place]) + SPARE
    means = f"box {place + 1} of {of.blanks}: {html.escape(line.replace(BLANK, '…'))}"
    return (
        f'<input type="text" size="{wide}" style="min-width: min({wide}ch, 100vw - 6rem)" '
        f'autocomplete="off" autocapitalize="off" spellcheck="false" aria-label="{means}"/>'
    )


def parts(of: Bench) -> str:
    """How the parts of the stream are called, where a box asks for one of them."""
    (listed,) = re.findall(r"^stream (.+)$", of.text, re.MULTILINE)
    names = [each.split()[0] for each in listed.split(", ")]
    asked = {word for answer in of.answers for word in re.findall(r"\w+", answer)}
    if not asked.intersection(names):
        return ""
    *first, last = (f"<code>{name}</code>" for name in names)
    return f'<p class="hour-parts">The parts are called {", ".join(first)} and {last}.</p>'


def new_words(words: Iterable[tuple[str, str]]) -> str:
    """The words that are new, each with what it does."""
    rows = "".join(
        f"<dt>{sentence(said) if said not in PLAIN else marked(said)}</dt><dd>{marked(does)}</dd>"
        for said, does in words
    )
    return f'<dl class="hour-words">{rows}</dl>'


PLAIN = (
    "read, write",
    "read and write",
    "a second layer",
    "all of it at once",
    "how loud",
    "past, older",
)  # words about the language, none of its own


def help_with(each: Exercise, of: Bench) -> str:
    """Two hints, the answer, and the whole text, each folded."""
    lines = zip(of.text.splitlines(), of.filled.splitlines(), strict=True)
    filled = "\n".join(whole for line, whole in lines if BLANK in line)
    hints = enumerate(each.hints[:HINTS], 1)
    folded = [(f"Hint {n}", f"<p>{marked(hint)}</p>") for n, hint in hints]
    folded.append(("The answer", f"<pre><code>{html.escape(filled)}</code></pre>"))
    folded.append(
        ("The whole program", f"<pre data-whole='yes'><code>{html.escape(of.text)}</code></pre>")
    )
    return '<div class="hour-help">{}</div>'.format(
        "".join(
            f'<details name="help-{of.slug}"><summary>{title}</summary>{inside}</details>'
            for title, inside in folded
        )
    )


def alone(made: Workbench, part: str, *more: str) -> str:
    """The machine of a bench as HTML: its text is changed elsewhere, and it has no address."""
    shown = [Line(name="text", label="text", cursor="row")]
    figure = replace(made.figure, controls=shown)
    bare = LiveFigure(figure, made.still, (*made.parts, part))
    return bare.element('data-verdict="blank"', 'data-quiet="yes"', *more)


# How it ends


@dataclass(frozen=True, repr=False)
class Html:
    """Something of the page alone, of which a notebook says a sentence."""

    inside: str
    words: str

    def __repr__(self) -> str:
        return self.words

    def _repr_html_(self) -> str | None:
        return self.inside if for_page() else None


def name_it() -> Html:
    """Where a reader names a machine, saves it as a postcard, and sends it."""
    return Html(
        '<div class="hour-mine">'
        '<p><label for="hour-which">Your machine</label> <select id="hour-which"></select></p>'
        '<p><label for="hour-name">Its name</label> '
        f"{letters('hour-name', NAME_LETTERS)}</p>"
        '<p><label for="hour-builder">Your name, if you like</label> '
        f"{letters('hour-builder', NAME_LETTERS)}</p>"
        '<p class="hour-buttons"><button type="button" data-copy="">Copy its link</button> '
        '<button type="button" data-postcard="png">Save a postcard</button> '
        '<button type="button" data-postcard="svg">Save it as SVG</button> '
        '<a data-open="" href="machine.html">See what a friend sees</a></p>'
        '<p class="hour-note" role="status"></p></div>',
        "The page has a form to name a machine and to send it.",
    )


def letters(name: str, most: int) -> str:
    """A box for so many letters, which it says beforehand."""
    return (
        f'<input id="{name}" type="text" maxlength="{most}" autocomplete="off" '
        f'aria-describedby="{name}-most"/> <small id="{name}-most">up to {most} letters</small>'
    )


def own_name() -> Html:
    """Where the name that step 3 says becomes the reader's own."""
    return Html(
        '<p class="hour-call"><label for="hour-call">Your name</label> '
        f"{letters('hour-call', SAID_LETTERS)} "
        '<button type="button" hidden="">Copy its link</button> '
        '<a data-open="" href="machine.html" hidden="">Open it</a></p>'
        '<p class="hour-note" role="status"></p>',
        "The page has a box here for a name, and a link to send the machine that says it.",
    )


def five_sentences() -> Html:
    """Five sentences, each with a question that checks it."""
    items = "".join(
        f"<li><b>{inline(flowing(said))}</b>{asked(warm_up, f'five-{n}')}</li>"
        for n, (said, warm_up) in enumerate(FIVE, 1)
    )
    plain = "\n\n".join(f"{n}. {flowing(said)}" for n, (said, _) in enumerate(FIVE, 1))
    return Html(f'<ol class="hour-five">{items}</ol>', plain)


def asked(warm_up: WarmUp, name: str) -> str:
    """A question as HTML, with a line for each choice."""
    lines = "".join(
        f'<details name="{name}"><summary>{inline(shown)}</summary><p>'
        f"{inline(f'{warm_up.verdict(shown)} {flowing(said)}')}</p></details>"
        for shown, said in warm_up.choices.items()
    )
    return f"<p>{inline(flowing(warm_up.question))}</p>{lines}"


def shares() -> str:
    """What each of four positions gets that score alike."""
    import numpy as np

    from taotp_core.arrays import softmax

    return f"{softmax(np.ones(4))[0]:g}"


def answered(slug: str, text: str) -> str:
    """What the filled bench says after a text."""
    return str(bench_of(slug).answer(tuple(text)))


def of_largest() -> str:
    """What to turn around in *Ask for the smallest*, so that it says 7 after 275 and 572."""
    from taotp.listing import read

    text = bench_of("build-smallest").filled
    query, key = ("query one", "query -one"), ("key -digit", "key digit")
    ways = {
        "the query": text.replace(*query),
        "the key": text.replace(*key),
        "both": text.replace(*query).replace(*key),
        "the value": text.replace("read digit", "read -digit"),
    }
    right = [
        name
        for name, each in ways.items()
        if all(
            [*map(str, read(each).program.complete(digits, steps=1))] == ["7"]
            for digits in ([2, 7, 5], [5, 7, 2])
        )
    ]
    return " or ".join(right)


FIVE = (
    (
        "*Attention* lets each position look at the others and take a share of what stands there; "
        "*softmax* makes the shares, and they add up to 1.",
        WarmUp(
            "Four positions have the same score. What share does each of them get?",
            {
                "1": "Then the shares would add up to 4.",
                "0.25": "Equal scores make equal shares, and four of them add up to 1.",
                "0": "Something has to be looked at, because the shares add up to 1.",
            },
            "0.25",
            shares,
        ),
    ),
    (
        "A *query* says what is looked for, a *key* what is offered, and a *value* what is "
        "handed over.",
        WarmUp(
            "Your machine of step 8 says the smallest digit. What would you turn around so that "
            "it says the largest?",
            {
                "the query or the key": "With the key *digit*, or the query *minus one*, the "
                "largest digit fits best. With both it says the smallest again.",
                "the value": "It would still look at the smallest digit, and hand over that digit "
                "with a minus.",
                "the order of the digits": "A sum of shares has no order, so it would say the same "
                "digit.",
            },
            "the query or the key",
            of_largest,
        ),
    ),
    (
        "An *induction head* finds where the present letter stood before, and writes what "
        "came next then.",
        WarmUp(
            "What does your machine of step 9 say after `fgabf`?",
            {
                "g": "The f stood at the beginning, and a g followed it.",
                "a": "An a comes in the alphabet, but here nothing followed an a but b.",
                "b": "The b stands before the last f, and the head looks for what stood behind "
                "an f.",
            },
            "g",
            lambda: answered("build-after", "fgabf"),
        ),
    ),
    (
        "The *embedding* turns a token into a row of numbers, heads and neurons add to that row, "
        "the *residual stream*, and the *unembedding* turns it into a score for all that could "
        "come next.",
        WarmUp(
            "Your machine of step 2 has no head. What does it say after `cah`?",
            {
                "a": "Without a head only the last letter counts, and after h comes a.",
                "d": "That follows c, but without a head no position sees another.",
                "b": "That follows a, but without a head no position sees another.",
            },
            "a",
            lambda: answered("build-alphabet", "cah"),
        ),
    ),
    (
        "ChatGPT writes as your echo did: it says one token, and then reads the whole text again "
        "with it.",
        WarmUp(
            "Your echo has heard `abc` and said `ab`. What does it say now?",
            {
                "c": "It reads *abcab*, and three positions before the next letter stands c.",
                "a": "It would, if it did not hear what it has said itself.",
                "nothing": "It goes on until its context is full.",
            },
            "c",
            lambda: answered("build-echo", "abcab"),
        ),
    ),
)


def queries_keys_values() -> Html:
    """Query, key and value in a picture whose numbers can be changed."""
    return Html(
        '<div class="hour-qkv"></div>',
        "The page has a picture here: each digit is asked, offers minus itself, and hands over "
        "itself.",
    )


# A machine that was sent


def sent_machine() -> Html:
    """The place for a machine that a link brings, and what each bench asks of it."""
    known = {step.slug: {"title": exercise(step.slug).title, "does": step.does} for step in STEPS}
    specs: dict[str, Any] = {step.slug: spec_of(bench(step.slug)) for step in STEPS}
    first = alone(bench("build-letter"), SENT)
    data = to_json({"known": known, "specs": specs})
    return Html(
        f'<div class="hour-sent"><script type="application/json">{data}</script>'
        f'<div class="hour-told"><p class="hour-verdict" role="status"></p></div>{first}</div>',
        "The page shows a machine that a link brings.",
    )


def spec_of(made: Workbench) -> Json:
    """A bench as the page gets it, its text line alone above it."""
    shown = [Line(name="text", label="text", cursor="row")]
    return replace(made.figure, controls=shown).as_json()
