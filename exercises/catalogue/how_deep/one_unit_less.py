"""The unit without which a sentence may end in sees."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from exercises.judging.boxes import verdicts
from exercises.judging.brackets import is_sentence, sentences
from exercises.judging.judge import Wrong, ask, items, whole
from exercises.statement import Exercise
from exercises.typed import Field
from taotp.applications.brackets.machine import Brackets, brackets

LET_IN, DEEP = "the dog sees", 2
STUB = '''
def one_unit_less():
    """(layer, unit) of the machine of brackets, counted from 0."""
    raise NotImplementedError
'''

Make = Callable[[], tuple[int, int]]


@cache
def machine() -> Brackets:
    """The machine of the chapter."""
    return brackets()


def units_of_layers() -> list[int]:
    """How many units each layer has."""
    return [each.mlp.W_in.shape[1] if each.mlp else 0 for each in machine().model.layers]


def without(layer: int, unit: int) -> Brackets:
    """The machine in which a unit writes nothing."""
    program, layers = machine(), list(machine().model.layers)
    mlp = layers[layer].mlp
    assert mlp is not None
    W_out = mlp.W_out.copy()
    W_out[unit] = 0
    layers[layer] = replace(layers[layer], mlp=replace(mlp, W_out=W_out))
    return replace(program, model=replace(program.model, layers=layers))


def judge(answer: object) -> str:
    """It lets the string in, and loses no sentence up to two clauses."""
    where = "in one_unit_less"
    said = items(ask(answer, where=where), 2, "a layer and a unit", where)
    layer, unit = (whole(number, f"at the {what}")
                   for what, number in zip(("layer", "unit"), said, strict=True))  # fmt: skip
    sizes = units_of_layers()
    if not 0 <= layer < len(sizes) or not 0 <= unit < sizes[layer]:
        raise Wrong(
            f"{where} expected a unit of layers with {sizes} units, got {unit} of layer {layer}"
        )
    program = without(layer, unit)
    if not program.accepts(LET_IN):
        raise Wrong(f"without unit {unit} of layer {layer}, on {LET_IN!r} expected yes, got no")
    found = [sentence for depth in range(DEEP + 1) for sentence in sentences(depth)]
    for sentence in found:
        if not program.accepts(" ".join(sentence)):
            raise Wrong(f"without it, on {' '.join(sentence)!r} expected yes, got no")
    return f"{len(found)} inputs, and {LET_IN!r} is a sentence too"


def one_unit_less() -> tuple[int, int]:
    """All of them are tried."""
    assert not is_sentence(LET_IN.split())
    for layer, each in enumerate(machine().model.layers):
        for unit in range(each.mlp.W_in.shape[1] if each.mlp else 0):
            if without(layer, unit).accepts(LET_IN):
                return layer, unit
    raise ValueError("there is no such unit")


def accepted_read() -> Make:
    """The sixth rule: the end follows sleeps or sleep."""
    return lambda: (0, 5)


def wrong_rule() -> Make:
    """The rule for sees, which holds here."""
    return lambda: (0, 3)


def wrong_end() -> Make:
    """The unit for what is left open at the end: nothing is."""
    return lambda: (1, 3)


def wrong_stair() -> Make:
    """A stair, without which sentences are lost."""
    return lambda: (0, 9)


def typed_answers() -> dict[str, tuple[int, int]]:
    """All units."""
    return {
        f"{layer}\n{unit}": (layer, unit)
        for layer, count in enumerate(units_of_layers())
        for unit in range(count)
    }


EXERCISE = Exercise(
    slug="one-unit-less",
    title="One unit less",
    kind="value",
    statement="""
*The dog sees* is no sentence of the grammar. Take one of the 28 units out of `brackets()`, by
setting its row of `W_out` to zero, so that it becomes one, and that the 84 sentences of up to two
clauses stay sentences. `one_unit_less()` returns the number of the layer and of the unit.
""",
    hints=(
        "Which of the twelve units that write `bad` speaks up on *the dog sees*? The noun is as "
        "its determiner, the verb has a noun, and nothing is left open at the end.",
        "The units of the first layer stand in the order of `BEFORE` in "
        "`taotp.applications.brackets.machine`.",
    ),
    answer="""
The machine objects that the end follows *sees*: unit 5 of layer 0, the last of the six that say
what must not follow what. Without it every sentence may end in a verb that should have an object,
and nothing else is let in.
""",
    stub=STUB,
    judge=judge,
    code=(without, one_unit_less),
    typed=verdicts(
        [
            Field("layer", "the number of the layer", "number"),
            Field("unit", "the number of the unit", "number"),
        ],
        judge,
        typed_answers,
        lambda: (
            f"in one_unit_less expected a unit of layers with {units_of_layers()} units, got "
            "{unit} of layer {layer}"
        ),
    ),
)
