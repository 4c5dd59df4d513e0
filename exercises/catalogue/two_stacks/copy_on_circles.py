"""Copying on circles, with layer norm everywhere."""

from dataclasses import replace

import numpy as np

from exercises.judging.asking import note
from exercises.judging.judge import Wrong, is_plain, praised
from exercises.judging.machine import machine
from exercises.judging.two_stacks import answers, every_text, own_reader
from exercises.statement import Exercise, Mark
from taotp.programs import two_stacks
from taotp_core.encodings import circle
from taotp_core.gadgets import hard_enough
from taotp_core.program import END, Program
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import LAYER_NORM, Head, Layer, Norm, Transformer

LETTERS, LONGEST = "abcd", 5
STUB = '''
def copy_on_circles():
    """A Program that copies, with layer norm before every part."""
    raise NotImplementedError
'''


def norms_of(model: Transformer) -> list[tuple[str, Norm | None]]:
    """The norms that count, with their names."""
    found = [("the final norm of the decoder", model.norm_final)]
    assert model.encoder is not None
    found.append(("the final norm of the encoder", model.encoder.norm_final))
    for name, stack in (("decoder", model), ("encoder", model.encoder)):
        for i, layer in enumerate(stack.layers):
            parts = (layer.heads, layer.norm_attn), (layer.cross, layer.norm_cross)
            mlp = [(layer.mlp, layer.norm_mlp)] if layer.mlp else []
            found += [(f"layer {i} of the {name}", norm) for part, norm in (*parts, *mlp) if part]
    return found


def plain_stacks(model: Transformer) -> None:
    """Raise Wrong unless a plain layer norm is before each part of either stack, and at its end."""
    note("plain_stacks")
    for name, stack in (("decoder", model), ("encoder", model.encoder)):
        if stack and stack.norms != "before":
            raise Wrong(f"at norms of the {name} expected 'before', got {stack.norms!r}")
    for place, norm in norms_of(model):
        if not is_plain(norm) or (norm and norm.eps != LAYER_NORM.eps):
            raise Wrong(f"at {place} expected a plain LayerNorm, got {'another' if norm else None}")


def judge(answer: object) -> str:
    """All texts of up to five letters, and a plain layer norm everywhere."""
    program = own_reader(answer, "in copy_on_circles")
    plain_stacks(program.model)
    tally = answers(program, list(every_text(LETTERS, LONGEST)), lambda text: text)
    return praised("{inputs} inputs, smallest margin {margin:.3g}", program.model, tally)


def on_circles(hard: float, room: int = LONGEST + 1) -> Program:
    """Letters on one circle, places on another; the decoder has places alone."""
    vocabulary = [*LETTERS, END]
    n = len(vocabulary)
    token, pos = subspaces(token=3, pos=3)
    W_pos = circle(room)[: LONGEST + 1] @ write(pos)
    encoder = Transformer(circle(n) @ write(token), W_pos, causal=False)
    ask = Head(hard * read(pos), read(pos), read(token), write(token), name="asks for its place")
    W_U = read(token) @ circle(n).T
    W_E = np.zeros((n, token.d_model))
    model = Transformer(W_E, W_pos, [Layer(cross=[ask])], W_U=W_U, encoder=encoder)
    return Program(model, vocabulary, start=END, stop=END, after=END)


def copy_on_circles() -> Program:
    """As hard as six places on a circle need."""
    return on_circles(hard_enough(LONGEST + 1))


def accepted_circle() -> Program:
    """A whole circle for the places."""
    return copy_on_circles()


def accepted_part() -> Program:
    """A third of a circle, and harder."""
    return on_circles(hard_enough(18), 18)


def wrong_no_norm() -> Program:
    """The chapter's machine."""
    return two_stacks.copy(LETTERS, LONGEST)


def wrong_normed_numbers() -> Program:
    """The chapter's machine with the norms put on: places of another length each."""
    program = two_stacks.copy(LETTERS, LONGEST)
    model = program.model
    assert model.encoder is not None
    encoder = replace(model.encoder, norm_final=LAYER_NORM)
    layers = [replace(layer, norm_cross=LAYER_NORM) for layer in model.layers]
    model = replace(model, encoder=encoder, layers=layers, norm_final=LAYER_NORM)
    return replace(program, model=model)


def wrong_soft() -> Program:
    """Too soft: neighbors are heard."""
    return on_circles(0.3)


def wrong_crowded() -> Program:
    """Five places for six: the end has the place of the first letter."""
    program = on_circles(hard_enough(6))
    model = program.model
    assert model.encoder is not None
    W_pos = model.encoder.W_pos.copy()
    W_pos[LONGEST] = W_pos[0]
    model = replace(model, encoder=replace(model.encoder, W_pos=W_pos))
    return replace(program, model=model)


def wrong_scaled() -> Program:
    """A norm with a gamma of its own."""
    program = copy_on_circles()
    model = replace(program.model, norm_final=Norm(gamma=np.full(6, 2.0)))
    return replace(program, model=model)


EXERCISE = Exercise(
    slug="copy-on-circles",
    title="Copying on circles",
    kind="construct",
    marks=(Mark.RECOMMENDED,),
    statement="""
The machines of the chapter have no norms. Write `copy_on_circles()`, a `Program` with an encoder
that says what it read, texts of up to five letters *a* to *d*, where every norm is the plain
`LAYER_NORM` with which a `Layer` and a `Transformer` begin: before the cross head, and at the end
of both stacks.
""",
    hints=(
        "Which points does layer norm leave alone? You need five for the symbols and six for the "
        "places.",
        "A place is asked for by itself. So the query may be the place, and the key as well; how "
        "hard it has to be, `gadgets.hard_enough` knows.",
        "If the decoder does not hear its own words, its rows are half empty. What does layer "
        "norm do to the other half, and does it matter?",
    ),
    answer="""
Letters on one circle, places on another, side by side: the norm at the end of the encoder changes
nothing. The decoder has places alone, which its norm makes longer by the root of 2, all of them
alike: the question is asked a little harder. And the final norm lengthens what the head brings,
all letters alike.
""",
    stub=STUB,
    judge=judge,
    code=(copy_on_circles, on_circles),
    typed=machine(judge, copy_on_circles),
)
