"""Exercise: the circuit of a scrambled machine, another one for each solver."""

from collections.abc import Callable

from exercises.judging.judge import Wrong, ask, items, whole
from exercises.judging.scrambled import D_VOCAB, N_CTX, N_HEADS, places, scrambled
from exercises.statement import Example, Exercise
from taotp.interp import (
    ablated,
    copying_scores,
    in_context_loss,
    induction_scores,
    previous_token_scores,
)

STUB = '''
def find_the_two():
    """Your name, who looks back in layer 0, who is induction in layer 1."""
    raise NotImplementedError
'''

Find = Callable[[], tuple[str, int, int]]


def judge(answer: object) -> str:
    """Both heads of the machine that the name makes."""
    where = "in find_the_two"
    name, *heads = items(ask(answer, where=where), 3, "a name and two numbers", where)
    if not isinstance(name, str) or not 3 <= len(name) <= 60:
        raise Wrong("in find_the_two expected a name of 3 to 60 letters first, got another thing")
    for number, (head, right) in enumerate(zip(heads, places(name), strict=True)):
        h = whole(head, f"in layer {number}")
        if h not in range(N_HEADS):
            raise Wrong(f"in layer {number} expected a head from 0 to {N_HEADS - 1}, got {h}")
        if h != right:
            raise Wrong(f"in layer {number} of this machine expected another head, got {h}")
    return f"2 inputs: both heads of the machine of {name}"


def find_the_two() -> tuple[str, int, int]:
    """By ablation: chance is what is left without the right one."""
    name = "Ada Lovelace"
    return name, *by_chance_left(name)


def by_chance_left(name: str) -> tuple[int, int]:
    """In each layer the head that looks as it should, and without which exactly chance is left."""
    model = scrambled(name)
    scores = previous_token_scores(model)[0], induction_scores(model)[1]
    found = []
    for number in range(2):
        lost = [float(in_context_loss(ablated(model, [(number, h)]))[D_VOCAB:].mean())
                for h in range(N_HEADS)]  # fmt: skip
        there = [h for h in range(N_HEADS) if scores[number][h] > 0.5 and lost[h] > 1]
        found.append(there[0])
    return found[0], found[1]


def accepted_ablation() -> Find:
    """Who looks as it should, and is missed."""
    return find_the_two


def accepted_another_name() -> Find:
    """Another machine."""
    return lambda: ("Grace Hopper", *by_chance_left("Grace Hopper"))


def accepted_copying() -> Find:
    """The induction head by copying, the other by what it writes."""

    def found() -> tuple[str, int, int]:
        name = "Emmy Noether"
        model = scrambled(name)
        back = previous_token_scores(model)[0]
        writes = [float(abs(head.W_V @ head.W_O).max()) for head in model.layers[0].heads]
        first = max(range(N_HEADS), key=lambda h: back[h] * (writes[h] > 1e-9))
        both = induction_scores(model)[1], copying_scores(model)[1]
        second = max(range(N_HEADS), key=lambda h: both[0][h] * both[1][h])
        return name, first, second

    return found


def twin_of(layer: int) -> Find:
    """The other head with the highest score, in one of the layers."""
    name = "Ada Lovelace"
    model = scrambled(name)
    scores = (previous_token_scores(model)[0], induction_scores(model)[1])[layer]
    right = [*places(name)]
    right[layer] = next(h for h in range(N_HEADS) if scores[h] > 0.9 and h != right[layer])
    return lambda: (name, right[0], right[1])


def wrong_lookalike() -> Find:
    """The head that looks as induction heads do and brings nothing."""
    return lambda: twin_of(1)()


def wrong_note() -> Find:
    """The head that looks back and brings nothing."""
    return lambda: twin_of(0)()


def wrong_most_missed() -> Find:
    """The head without which most is lost: one of a pair that takes back what it writes."""

    def found() -> tuple[str, int, int]:
        name = "Ada Lovelace"
        model = scrambled(name)
        lost = [float(in_context_loss(ablated(model, [(0, h)]))[D_VOCAB:].mean())
                for h in range(N_HEADS)]  # fmt: skip
        return name, lost.index(max(lost)), places(name)[1]

    return found


def wrong_machine() -> Find:
    """Right for another name."""
    return lambda: ("Ada L.", *by_chance_left("Ada Lovelace"))


EXERCISE = Exercise(
    slug="find-the-two",
    title="Find the circuit",
    kind="inspect",
    statement=f"""
`scrambled(name)` builds a machine of two layers of {N_HEADS} heads, another one for each name,
for {D_VOCAB} tokens in {N_CTX} places. It says what followed the present token before. In each
layer one head is needed for that. The others look alike, or shout, or both, and all of it is
turned, so that no column says what it holds. `find_the_two()` returns your name, which of the
heads of layer 0 looks back, and which of layer 1 is the induction head, counted from 0.
""",
    hints=(
        "Two heads of each layer score alike. What tells them apart?",
        "Without some heads the machine is far worse than chance. What would it be without "
        "one that carries the information, and nothing else?",
        "`interp.copying_scores` asks of the heads of the second layer what they bring. In the "
        "first layer, take out those that score, one at a time.",
    ),
    answer="""
Scores leave two heads of each layer; one of these brings nothing, as its values are multiplied by
zero. Ablation by itself names three of a layer: the one that is needed (without it the second
saying costs chance, 3.58 bits), and two that shout and take back what each other says (without one
of them it costs a hundred). Scores *and* ablation leave one. It takes a tool that watches and one
that interferes.
""",
    stub=STUB,
    judge=judge,
    code=(find_the_two, by_chance_left),
    example=Example(
        "A machine, and its scores:",
        "from exercises.judging.scrambled import scrambled\n"
        "from taotp import interp\nfrom taotp_core import rounded\n\n"
        'model = scrambled("Ada Lovelace")\n'
        "rounded(interp.induction_scores(model)[1], 2)",
    ),
)
