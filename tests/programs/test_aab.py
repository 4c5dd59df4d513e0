"""The essay's machine says what the essay says it does, and after every context."""

from dataclasses import replace
from itertools import product

import numpy as np

from taotp.programs import Program
from taotp.programs.printed import aab
from taotp.reference import places_after, repeated
from taotp_core import LAYER_NORM, PRECISIONS, Head, Layer, Norm, Transformer, forward, trace
from taotp_core.measure import Count, parameters, precision_ladder
from tests.laws import every

EVERY = ["".join(letters) for n in range(1, 6) for letters in product("ab", repeat=n)]
FAIR = {context: said[0] for context in EVERY if (said := repeated(context, word="aab"))}
GPT2 = Norm(eps=1e-5, inside=True)
TOKENS = np.array([*product(range(2), repeat=5)])


def wrong(program: Program) -> list[str]:
    """The contexts with one right answer that get another."""
    return [c for c, letter in FAIR.items() if program.complete(c, steps=1) != letter]


def test_its_completions() -> None:
    said = {"a": "baabaabaab", "ba": "abaabaabaa", "abaab": "aabaabaaba", "bbbbb": "aabaabaaba"}
    assert {prompt: aab().complete(prompt) for prompt in said} == said


def test_its_pattern_and_logits() -> None:
    seen = trace(aab().model, np.array([0, 0, 1, 0, 0]))
    half = (np.eye(5) + np.eye(5, k=-1)) / 2
    half[0, 0] = 1
    assert np.abs(seen.patterns[0][0] - half).max() < 1e-100
    logits = [[1, 1024], [1, 1024], [1024, 1], [1025, 0], [1, 1024]]
    assert np.array_equal(seen.logits, logits)


def test_its_numbers() -> None:
    size = parameters(aab().model)
    assert size.total == 344
    assert size.parts["attention"] == Count(288, 19)


def test_after_every_context() -> None:
    """A b after two a's and after a lone one, an a after anything else."""
    assert (len(EVERY), sum(bool(places_after("aab", c)) for c in EVERY), len(FAIR)) == (62, 14, 13)
    for context in EVERY:
        b = context.endswith("aa") or context == "a"
        assert aab().complete(context, steps=1) == ("b" if b else "a"), context


@every("large, broken", [(3, []), (1024, []), (2, ["baa", "abaa", "aabaa"])])
def test_three_is_large_enough_in_every_format(large: float, broken: list[str]) -> None:
    assert wrong(aab(large)) == broken
    if not broken:
        ladder = precision_ladder(
            lambda context, to: aab(large).complete(context, steps=1, to=to), FAIR, FAIR.values()
        )
        assert ladder == dict.fromkeys(PRECISIONS, 1.0)


def with_norms(norm_attn: Norm, norm_final: Norm) -> Program:
    """The machine with two norms put in."""
    program = aab()
    (layer,) = program.model.layers
    layer = Layer(layer.heads, norm_attn=norm_attn, norm_mlp=None)
    model = replace(program.model, layers=[layer], norm_final=norm_final)
    return replace(program, model=model)


@every("norm", [LAYER_NORM, GPT2])
def test_layer_norm_breaks_one_context(norm: Norm) -> None:
    assert wrong(with_norms(norm, norm)) == ["baaba"]
    assert wrong(with_norms(norm, replace(norm, centered=False))) == ["baaba"]


def test_gamma_and_beta_undo_it() -> None:
    """Every row has two ones in eight places: mean 1/4, variance 3/16."""
    undo = replace(GPT2, gamma=np.full(8, np.sqrt(3 / 16 + 1e-5)), beta=np.full(8, 0.25))
    mended = with_norms(undo, GPT2)
    assert wrong(mended) == []
    bare_final = replace(mended.model, norm_final=None)
    assert np.abs(forward(bare_final, TOKENS) - forward(aab().model, TOKENS)).max() < 1e-9


def test_seven_columns_are_enough() -> None:
    """Nothing is written to the last column of the stream; it is a value of the head alone."""
    program = aab()
    (head,) = program.model.layers[0].heads
    assert head.b_O is not None
    narrow = Head(head.W_Q[:7], head.W_K[:7], head.W_V[:7], head.W_O[:, :7], b_O=head.b_O[:7])
    layer = Layer([narrow], norm_attn=None, norm_mlp=None)
    model = Transformer(program.model.W_E[:, :7], program.model.W_pos[:, :7], [layer], None)
    assert np.array_equal(forward(model, TOKENS), forward(program.model, TOKENS))
