"""What the explainer claims of each head of each machine of the benchmark, and what became of it.

A machine is asked as it is built, without its names, and with its stream turned by a drawn matrix;
small ones with each decoy beside their first head too. Then there are those that were made to fool
a tool, machines that were trained, and machines whose weights are drawn.

A row is a relation that is claimed of a head on its first text: `how` it compares, and in `words`;
"unclear" where nothing is claimed, and "drowned" for a machine that says something else where it is
turned, as what is small in it is lost beside what is loud. `moves` of `moves_of` changes of what
the relation compares held, and `rests` of `rests_of` others (`interp.lanes.tried`). Of the same
moves `still` would have told a head that never moves, `everywhere` one that looks at all alike, and
`drawn` keys that are drawn. `other` is the verdict on another head's claim, put on this head: 1 for
right, 0 for wrong, nothing where too few changes try it. `texts` of `texts_of` positions of three
other texts are as the claim says.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.random import Generator

from taotp.interp.ground_truth.cases import BOOK
from taotp.interp.ground_truth.witnesses import WITNESSES
from taotp.interp.lanes import subjects
from taotp.interp.lanes.comparing import Question
from taotp.interp.lanes.in_words import Claim
from taotp.interp.lanes.lane import LaneHead
from taotp.interp.lanes.relations import Relation
from taotp.interp.lanes.subjects import Subject
from taotp.interp.lanes.tried import Count, Tried, another, in_words, on_texts, tried
from tools.experiments.train_induction import SEEDS, course
from tools.experiments.training import as_model

WORDS = "what is claimed of each head of each machine, and of how many changes it is borne out"
DRAWN = range(24)  # seeds of machines whose weights are drawn
PLAY = "letters of the play"
FORMS = ("as built", "without names", "turned")
POINTS = [
    *({"machine": name, "form": form} for name in subjects.BUILT for form in FORMS),
    *({"machine": name, "form": "with a decoy"} for name in BOOK),
    *({"machine": name, "form": "made to fool"} for name in WITNESSES),
    *({"machine": f"said twice {seed}", "form": "trained"} for seed in SEEDS),
    {"machine": PLAY, "form": "trained"},
    *({"machine": f"seed {seed}", "form": "random"} for seed in DRAWN),
]
COMMON: tuple[Claim, ...] = (  # for heads beside which there is no other
    (Relation("back", "place", "place", 1.0, by=1),),
    (Relation("back", "place", "place", 1.0, by=2),),
    (Relation("first", "", "place", 1.0),),
)
NOTHING: dict[str, object] = {
    "moves": "", "moves_of": "", "rests": "", "rests_of": "", "still": "", "everywhere": "",
    "drawn": "", "other": "", "texts": "", "texts_of": "",
}  # fmt: skip


def measure(machine: str, form: str) -> Iterator[dict[str, object]]:
    """The claims on a machine, with each decoy that there is room for."""
    for decoy, subject in of_form(machine, form):
        if subject is None:
            yield {"decoy": "", "head": "", "how": "drowned", "words": "", **NOTHING}
            continue
        for row in rows_of(subject):
            yield {"decoy": decoy, **row}


def of_form(machine: str, form: str) -> Iterator[tuple[str, Subject | None]]:
    """A machine in a form; None where it says something else then."""
    match form:
        case "with a decoy":
            yield from subjects.with_decoys(machine)
        case "made to fool":
            yield "", subjects.made_to_fool(machine)
        case "random":
            yield "", subjects.drawn(int(machine.split()[-1]))
        case "trained":
            yield "", trained(machine)
        case "turned":
            built = subjects.as_built(machine)
            other = subjects.in_other_columns(built, np.random.default_rng(0))
            yield "", other if subjects.answers_alike(built, other) else None
        case _:
            built = subjects.as_built(machine)
            yield "", built if form == "as built" else subjects.without_names(built)


def trained(machine: str) -> Subject:
    """A machine that training found, on the play or on texts said twice."""
    if machine == PLAY:
        return subjects.trained_on_the_play()
    *_, (_, weights) = course(int(machine.split()[-1]))
    return subjects.said_twice(as_model(weights), machine)


def rows_of(subject: Subject) -> Iterator[dict[str, object]]:
    """A row for each relation of each head."""
    told, *others = [subject.heads(text) for text in range(len(subject.texts))]
    claims = [head.relations for head, _ in told if head.relations]
    for number, (head, question) in enumerate(told):
        elsewhere = [each[number][1] for each in others]
        yield from rows_of_head(head, question, claims, elsewhere)


def rows_of_head(
    head: LaneHead, question: Question, claims: Sequence[Claim], elsewhere: Sequence[Question]
) -> Iterator[dict[str, object]]:
    """A row for each relation of a head, one for a head that is unclear or looks everywhere."""
    which = f"{head.stack} {head.layer} {'cross' if head.cross else 'head'} {head.number}".strip()
    if head.relations is None:
        yield {"head": which, "how": "unclear", "words": "", **NOTHING}
        return
    rng = np.random.default_rng([head.layer, head.number])
    own = tried(question, head.relations, rng)
    beside = other_verdict(question, claims, head.relations, rng)
    texts = on_texts(elsewhere, head.relations, rng)
    for each in own:
        yield {"head": which, **row_of(each, beside, texts)}


def row_of(each: Tried, other: object, texts: Count) -> dict[str, object]:
    """What became of one relation."""
    r = each.relation
    return {
        "how": r.how if r else "everywhere", "words": in_words([r] if r else []),
        "moves": each.moves.held, "moves_of": each.moves.asked,
        "rests": each.rests.held, "rests_of": each.rests.asked, "still": each.still.held,
        "everywhere": each.everywhere.held, "drawn": each.drawn.held, "other": other,
        "texts": texts.held, "texts_of": texts.asked,
    }  # fmt: skip


def other_verdict(
    question: Question, claims: Sequence[Claim], own: Claim, rng: Generator
) -> object:
    """Whether another head's claim is right of this one; "" where it cannot be tried."""
    claim = another(claims, own, rng) or another(COMMON, own, rng)
    verdicts = [each.verdict for each in tried(question, claim, rng)] if claim else []
    if "wrong" in verdicts:
        return 0
    return 1 if verdicts and set(verdicts) == {"right"} else ""
