"""Exercise: two heads that hide each other from ablation."""

from collections.abc import Callable

from exercises.judging.asking import note
from exercises.judging.hidden import (
    LONGEST,
    PAST,
    SAID,
    TOKEN,
    in_layers,
    looks_back,
    machine,
    says_the_one_before,
    share_right,
    texts,
)
from exercises.judging.judge import Wrong, hold, praised
from exercises.judging.machine import machine as typed_machine
from exercises.statement import Exercise
from taotp.interp import ablated
from taotp_core.stream import read, write
from taotp_core.weights import Transformer

MOST = 0.5
STUB = '''
def two_that_hide():
    """Two layers of one head, of which either can go, and not both."""
    raise NotImplementedError
'''

Build = Callable[[], Transformer]


def judge(answer: object) -> str:
    """All texts, as it is, without either head, and without both."""
    model = machine(answer, "in two_that_hide")
    heads = [(number, h) for number, layer in enumerate(model.layers)
             for h in range(len(layer.heads))]  # fmt: skip
    hold(model, "in two_that_hide expected a head in each of two layers, got {heads}", heads=[1, 1])
    hold(model, "in two_that_hide expected no MLPs, got one", mlps=0)
    tally = says_the_one_before(model, "as it is")
    for head in heads:
        note("without", heads=[f"{number}.{h}" for number, h in [head]])
        tally += says_the_one_before(ablated(model, [head]), f"without head {head}")
    words = f"without both expected at most {MOST:.0%} of texts right"
    off = [f"{number}.{h}" for number, h in heads]
    note("share", rows=texts(LONGEST).tolist(), off=off, most=MOST, words=words)
    left = share_right(ablated(model, heads))
    if left > MOST:
        raise Wrong(f"{words}, got {left:.0%}")
    said = "{inputs} inputs, smallest margin {margin:.3g}, {left} without both"
    return praised(said, model, tally, left=f"{left:.0%}")


def two_that_hide() -> Transformer:
    """Both look back for themselves, and either says enough."""
    head = looks_back(1, read(TOKEN), write(PAST))
    return in_layers([head], [head])


def accepted_twins() -> Build:
    """The same head twice."""
    return two_that_hide


def accepted_other_columns() -> Build:
    """Each has columns of its own, and the unembedding reads both."""

    def build() -> Transformer:
        first = looks_back(1, read(TOKEN), write(PAST))
        second = looks_back(1, read(TOKEN), 3 * write(SAID))
        return in_layers([first], [second], by=read(PAST) + read(SAID))

    return build


def wrong_repeats() -> Build:
    """The second repeats what the first has said: without the first it has nothing to repeat."""

    def build() -> Transformer:
        first = looks_back(1, read(TOKEN), write(PAST))
        return in_layers([first], [looks_back(0, read(PAST), write(PAST))])

    return build


def wrong_cancel() -> Build:
    """Together they say nothing."""

    def build() -> Transformer:
        first = looks_back(1, read(TOKEN), write(PAST))
        return in_layers([first], [looks_back(1, read(TOKEN), -write(PAST))])

    return build


def wrong_idle() -> Build:
    """One does it all."""

    def build() -> Transformer:
        first = looks_back(1, read(TOKEN), write(PAST))
        return in_layers([first], [looks_back(2, 0 * read(TOKEN), write(PAST))])

    return build


def wrong_one_layer() -> Build:
    """Both in one layer."""

    def build() -> Transformer:
        head = looks_back(1, read(TOKEN), write(PAST))
        return in_layers([head, head])

    return build


EXERCISE = Exercise(
    slug="hide-each-other",
    title="Hiding behind each other",
    kind="construct",
    statement="""
Write `two_that_hide()`, a machine of two layers with one head each and no MLP, which says the token
before the last, of 5 tokens and after texts of 2 to 4 of them. Take out either head, with zeros,
and it still does; take out both, and at most half of the texts of four tokens are right.
""",
    hints=(
        "If the second head only repeats what the first has written, what has it to repeat without "
        "the first?",
        "The tokens stay in the stream as they were. So the second head can look back for itself.",
    ),
    answer="""
Both look one place back for themselves, at the token, which stays in the stream. The second repeats
what the first said, which makes it louder and changes no answer. Ablation one by one calls both
needless. In trained models such pairs are common, and arise by themselves: three of the twelve
machines of the chapter have them.
""",
    stub=STUB,
    judge=judge,
    code=(two_that_hide,),
    typed=typed_machine(judge, two_that_hide),
)
