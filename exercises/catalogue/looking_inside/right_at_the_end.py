"""Exercise: two machines that say the same, one late and one early."""

from collections.abc import Callable

from exercises.judging.hidden import (
    LONGEST,
    PAST,
    SAID,
    TOKEN,
    in_layers,
    looks_back,
    machine,
    says_the_one_before,
    texts,
)
from exercises.judging.judge import Wrong
from exercises.statement import Exercise, Mark
from taotp.interp import ablated, lens
from taotp_core.stream import read, write
from taotp_core.transformer import forward
from taotp_core.weights import Transformer

STUB = '''
def late():
    """A Transformer of two layers whose lens is right only at the end."""
    raise NotImplementedError


def early():
    """Two layers, of which the lens is right after the first."""
    raise NotImplementedError
'''

Build = Callable[[], Transformer]


def judge(answer: object) -> str:
    """What the lens says after the first layer, for all texts, and who is needed."""
    parts = answer if isinstance(answer, tuple) else (answer,)
    if len(parts) != 2:
        raise Wrong(f"in the answer expected two functions, got {len(parts)}")
    inputs = 0
    for build, name, share in zip(parts, ("late", "early"), (0.0, 1.0), strict=True):
        model = machine(build, f"in {name}")
        if len(model.layers) != 2 or not all(layer.heads for layer in model.layers):
            raise Wrong(f"in {name} expected two layers with heads, got {len(model.layers)} layers")
        inputs += says_the_one_before(model, f"with {name}").inputs
        found = after_the_first(model)
        if found != share:
            what = "no text" if name == "late" else "every text"
            raise Wrong(f"with {name} expected {what} right after layer 0, got {found:.0%}")
        for number, layer in enumerate(model.layers):
            check_needed(model, number, len(layer.heads), name)
    return f"{inputs} inputs of two machines"


def after_the_first(model: Transformer) -> float:
    """The share of texts that the lens has right after the first layer."""
    tokens = texts(LONGEST)
    said = lens(model, tokens)["mlp 0"][:, -1].argmax(-1)
    return float((said == tokens[:, -2]).mean())


def check_needed(model: Transformer, number: int, n_heads: int, name: str) -> None:
    """Raise Wrong where a layer of the late machine, or the first of the other, can go."""
    if name == "early" and number == 1:
        return
    tokens = texts(LONGEST)
    without = ablated(model, [(number, h) for h in range(n_heads)])
    if (forward(without, tokens, keep=1)[:, 0].argmax(-1) == tokens[:, -2]).all():
        raise Wrong(f"in {name} expected layer {number} to be needed, got one without which all "
                    "texts are right")  # fmt: skip


def late() -> Transformer:
    """The first layer leaves a note, and says the opposite of it until the second has read it."""
    note = looks_back(1, read(TOKEN), write(PAST) - write(SAID))
    tell = looks_back(0, read(PAST), 2 * write(SAID))
    return in_layers([note], [tell], by=read(SAID))


def early() -> Transformer:
    """The first layer says it, and the second once more."""
    say = looks_back(1, read(TOKEN), write(PAST))
    again = looks_back(0, read(PAST), write(PAST))
    return in_layers([say], [again])


def accepted_opposite() -> tuple[Build, Build]:
    """The note says the opposite."""
    return late, early


def accepted_idle() -> tuple[Build, Build]:
    """A second layer that brings nothing."""

    def idle() -> Transformer:
        say = looks_back(1, read(TOKEN), write(PAST))
        return in_layers([say], [looks_back(2, 0 * read(TOKEN), write(PAST))])

    return late, idle


def wrong_exchanged() -> tuple[Build, Build]:
    """The wrong way round."""
    return early, late


def wrong_by_chance() -> tuple[Build, Build]:
    """A tie after the first layer is broken in favor of token 0, which is right for some texts."""

    def silent() -> Transformer:
        note = looks_back(1, read(TOKEN), write(PAST))
        return in_layers([note], [looks_back(0, read(PAST), write(SAID))], by=read(SAID))

    return silent, early


def wrong_loud() -> tuple[Build, Build]:
    """The second layer needs nothing of the first, which only makes noise."""

    def loud() -> Transformer:
        noise = looks_back(1, read(TOKEN), -write(PAST))
        return in_layers([noise], [looks_back(1, read(TOKEN), 2 * write(PAST))])

    return loud, early


def wrong_same() -> tuple[Build, Build]:
    """Twice the early one."""
    return early, early


EXERCISE = Exercise(
    slug="right-at-the-end",
    title="Late and early",
    kind="construct",
    marks=(Mark.RECOMMENDED,),
    statement="""
Write two machines of two layers that both say the token before the last, of 5 tokens and after
texts of 2 to 4 of them. In `late()` the lens after layer 0 is right on *none* of the 625 texts of
four tokens, and neither layer can be taken out. In `early()` it is right on all of them after layer
0. Norms and MLPs are yours to choose.
""",
    hints=(
        "One column of the stream is a note from the first layer to the second, another is what "
        "the unembedding reads.",
        "If nothing has been said yet, all logits are equal, the tie goes to token 0, and the lens "
        "is right by chance where 0 stood before. What would have to be said instead?",
    ),
    answer="""
Late: a head of the first layer brings the token before, as a note in columns that the unembedding
does not read, and with a minus in those that it does; a head of the second copies the note, twice
as loud. After the first layer the lens then reads the *least* likely token. Early: the first layer
writes where the unembedding reads, and the second repeats it. Both say the same, step by step
nothing in common: the lens shows what the machine would say if it ended here, which is not all that
it knows.
""",
    stub=STUB,
    judge=judge,
    code=(late, early),
)
