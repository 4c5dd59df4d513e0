"""One river, and no other, by an adapter of rank 1."""

from collections.abc import Callable
from functools import cache

import numpy as np

from exercises.judging.adapters import Pairs, own_adapters
from exercises.judging.judge import Wrong, ask, right
from exercises.statement import Exercise, Mark
from taotp.programs.lookup import lookup
from taotp_core.arrays import Array, Tokens
from taotp_core.program import Program
from taotp_core.transformer import forward, normalize, residual
from taotp_core.weights import named_arrays

RIVERS = {
    "Paris": "Seine", "London": "Thames", "Rome": "Tiber", "Vienna": "Danube", "Cairo": "Nile",
    "Baghdad": "Tigris", "Delhi": "Yamuna", "Prague": "Moldau",
}  # fmt: skip
CITY, NEW = "Prague", "Vltava"
NEAR = 1e-9  # by how much other logits may change, as a share of the largest
STUB = '''
def one_entry():
    """An adapter {"W_U": (A, B)} of rank 1 for rivers()."""
    raise NotImplementedError
'''

Make = Callable[[], Pairs]


@cache
def rivers() -> Program:
    """A table of rivers, with one more name in its vocabulary."""
    table = {("river", "of", city): river for city, river in RIVERS.items()}
    return lookup(table, 3, vocabulary=[NEW], tied=False)


def questions() -> Tokens:
    """All questions [n, 3]."""
    return np.array([rivers().encode(["river", "of", city]) for city in RIVERS])


def hashes() -> Array:
    """What the unembedding is multiplied by, for each question [n, d_model]."""
    model = rivers().model
    return normalize(residual(model, questions(), keep=1)[:, 0], model.norm_final)


def judge(answer: object) -> str:
    """One river is another, by a matrix of rank 1, and no logit of another city has changed."""
    where, frozen = "in one_entry", rivers().model
    given = ask(answer, where=where)
    found, model = own_adapters(given, frozen, where)
    if [*found] != ["W_U"] or len(found["W_U"][1]) != 1:
        listed = ", ".join(f"{path} of rank {len(B)}" for path, (_, B) in found.items())
        raise Wrong(f"{where} expected an adapter of rank 1 for W_U alone, got {listed or 'none'}")
    names = rivers().vocabulary
    tokens, wanted = questions(), {**RIVERS, CITY: NEW}
    expected = np.full(tokens.shape, -1)
    expected[:, -1] = [names.index(wanted[city]) for city in RIVERS]

    def show(prompt: object) -> str:
        return " ".join(str(names[i]) for i in prompt)  # type: ignore[attr-defined]

    tally = right(model, tokens, expected, show, lambda i: str(names[i]))
    before, after = (forward(each, tokens, keep=1)[:, 0] for each in (frozen, model))
    moved = np.abs(after - before).max(axis=1) / np.abs(before).max()
    for city, by in zip(RIVERS, moved, strict=True):
        if city != CITY and not by <= NEAR:
            raise Wrong(f"on river of {city} expected no logit to change, got one by {by:.2g}")
    return f"{tally.inputs} inputs, smallest margin {tally.margin:.3g}, no other logit changed"


def one_entry() -> Pairs:
    """The question is zero on all other hashes, and as loud as two leads."""
    names, places = rivers().vocabulary, [*RIVERS]
    asked = np.linalg.pinv(hashes())[:, [places.index(CITY)]]
    said = np.zeros((1, len(names)))
    said[0, names.index(NEW)], said[0, names.index(RIVERS[CITY])] = 1, -1
    loud = 2 * np.abs(hashes() @ named_arrays(rivers().model)["W_U"]).max()
    return {"W_U": (loud * asked, said)}


def accepted_only_up() -> Make:
    """Nobody has to take the old river down, if the new one is loud."""

    def up() -> Pairs:
        ((path, (A, B)),) = one_entry().items()
        return {path: (A, np.maximum(B, 0))}

    return up


def wrong_itself() -> Make:
    """The hash as its own question answers to the others as well."""

    def itself() -> Pairs:
        ((path, (A, B)),) = one_entry().items()
        own = hashes()[[[*RIVERS].index(CITY)]].T
        return {path: (np.linalg.norm(A) / np.linalg.norm(own) * own, B)}

    return itself


def wrong_faint() -> Make:
    """The right direction, and too little of it."""

    def faint() -> Pairs:
        ((path, (A, B)),) = one_entry().items()
        return {path: (0.01 * A, B)}

    return faint


def wrong_rank() -> Make:
    """The same in two halves is of rank 2, as it is written."""

    def halves() -> Pairs:
        ((path, (A, B)),) = one_entry().items()
        return {path: (np.hstack([A, A]) / 2, np.vstack([B, B]))}

    return halves


def wrong_path() -> Make:
    """There is no such matrix."""
    return lambda: {"W_V": one_entry()["W_U"]}


EXERCISE = Exercise(
    slug="one-entry",
    title="The same river, by its own name",
    kind="construct",
    marks=(Mark.RECOMMENDED,),
    statement=f"""
`rivers()` from `exercises.catalogue.a_small_change.one_entry` is a lookup of {len(RIVERS)} rivers
and their cities. Of Prague it says *{RIVERS[CITY]}*; the river calls itself *{NEW}*, which is in
the vocabulary already. `one_entry()` returns an adapter `{{"W_U": (A, B)}}` of rank 1 with which it
says so, and *no logit* changes after the other {len(RIVERS) - 1} cities, by more than a billionth
of the largest.
""",
    hints=(
        "`hashes()` from the same module are the rows that `W_U` is multiplied by.",
        "Which column is 1 on one of these rows and 0 on all others?",
    ),
    answer="""
$B$ is one up and one down, or one up alone. $A$ is a column of the pseudo-inverse of all hashes:
zero on each but its own. A hash as its own question would answer to the others too, since all
questions have two words in common.
""",
    stub=STUB,
    judge=judge,
    code=(rivers, hashes, one_entry),
)
