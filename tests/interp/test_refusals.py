"""What cannot be asked of a machine has a sentence, whichever tool is asked."""

from functools import partial
from typing import Any

import numpy as np
import pytest

from taotp import interp
from taotp.interp import ablated, attribution, patch_scores, patched_from, probe, unread, without
from taotp.programs import search
from taotp_core import Transformer, random_transformer
from tests.laws import every

TOKENS = np.array([1, 2, 3, 4])
SHORT, PART = TOKENS[:2], [(0, 0)]
NO_MLP, MODEL = search(6, 9, 1).model, random_transformer(0)
POST = random_transformer(0, norms="after")
ONE, NINE, LONG = (random_transformer(0, n_ctx=n) for n in (1, 9, 50))
PROMPTS = np.random.default_rng(0).integers(4, size=(120, 6))
HALF, READER = [0, 1] * 60, ["logits"]

take = partial(ablated, NO_MLP)
put = partial(patched_from, MODEL, TOKENS, TOKENS[::-1])
said = partial(without, NO_MLP, TOKENS, PART)
moved = partial(patch_scores, MODEL, TOKENS)
look = partial(interp.attending, MODEL, TOKENS)
lose = partial(unread, MODEL, TOKENS)
add = partial(attribution, MODEL)
fit = partial(probe, NO_MLP)
again = partial(interp.induction_scores, MODEL)
BAD: list[tuple[Any, tuple[Any, ...], dict[str, Any], str]] = [
    (take, ([],), {}, "there is no part to remove; give at least 1"),
    (take, ([(2, 0)],), {}, "layer 2 is not in the model; its layers are 0 to 1"),
    (take, ([(-1, 0)],), {}, "layer -1 is not in the model"),
    (take, ([(0, 1)],), {}, "layer 0 has no 1; it has 0"),
    (take, ((0, 1),), {}, "a part is 0; it must be"),
    (take, ([(0.5, 1)],), {}, r"a part is \(0.5, 1\)"),
    (take, ("mlp",), {}, "parts is 'mlp'"),
    (take, (PART, "median"), {}, "how is 'median'; a machine can hold zero or"),
    (take, (PART, "mean"), {}, "what is put in place by place is of `interp.without`"),
    (take, (PART, "everywhere"), {"prompts": []}, "there are no prompts"),
    (ablated, (Transformer(np.eye(3), np.eye(3)), PART), {}, "it has no layers"),
    (said, ("median",), {}, "it must be one of mean, resample, zer"),
    (said, (), {"prompts": []}, "there are no prompts"),
    (said, (), {"prompts": [SHORT]}, "no prompt reaches place 2"),
    (said, ("resample",), {"prompts": [TOKENS, SHORT]}, "no prompt is another text that is as l"),
    (patched_from, (MODEL, TOKENS, SHORT, PART), {}, r"shapes \(4,\) and \(2,\); patching"),
    (put, ([],), {}, "there is no place to patch"),
    (put, (["mlp 2"],), {}, "'mlp 2' is not a step of the model; its"),
    (put, ("mlp 1",), {}, "places is 'mlp 1'"),
    (put, ([(0, 2)],), {}, "layer 0 has no 2; it has 0, 1, 'mlp'"),
    (put, (PART,), {"positions": [4]}, "position 4 is not in the prompt; it has positions 0 to 3"),
    (moved, (TOKENS,), {}, "both prompts are answered with token"),
    (moved, (SHORT,), {}, "they must be of equal length"),
    (interp.patch_map, (MODEL, TOKENS, TOKENS), {"answers": (1, 2)}, "lead each other alike"),
    (look, ({},), {}, "there is no part to edit; give at least 1"),
    (look, ({(0, "mlp"): np.eye(4)},), {}, "the MLP of layer 0 has no"),
    (look, ({(0, 0): np.eye(5)},), {}, r"the pattern is \(5, 5\); the head"),
    (interp.without_edges, (np.eye(3), [(1, 3)]), {}, r"there is no edge \(1, 3\) in a pattern"),
    (interp.logit_difference, (np.zeros((2, 3)), 0, 1), {"position": 2}, "position is 2; the log"),
    (lose, ((1, 0), []), {}, "there is no reader; give at least 1"),
    (lose, ((1, 0), "logits"), {}, "readers is 'logits'; it must be a list"),
    (lose, ((1, 0), [(1, 1, "keys")]), {}, "does not read"),
    (unread, (POST, TOKENS, (1, 0), READER), {}, "norms are after the sum"),
    (add, (TOKENS,), {"position": 4}, "position is 4; the prompt has positions 0 to 3"),
    (add, (TOKENS,), {"token": 10}, "token is 10; d_vocab is 10"),
    (add, (TOKENS,), {"against": -1}, "against is -1; d_vocab is 10"),
    (add, (TOKENS[None],), {}, "attribution is of one prompt"),
    (fit, (PROMPTS, HALF, "mlp 7"), {}, "'mlp 7' is not a step"),
    (fit, (PROMPTS, [0, 1], "mlp 0"), {}, "there are 120 prompts and 2 labels"),
    (fit, (PROMPTS[:2], [0, 1], "mlp 0"), {}, "at least 4"),
    (fit, (PROMPTS, [1] * 120, "mlp 0"), {}, "the only label is 1"),
    (fit, (PROMPTS, HALF, "mlp 0"), {"position": 6}, "position is 6; the prompts"),
    (interp.induction_scores, (ONE,), {}, "n_ctx is 1; to say a token"),
    (interp.induction_scores, (NINE,), {"length": 9}, "length is 9; of 10 tokens in 9 positions"),
    (interp.induction_scores, (LONG,), {"length": 11}, "length is 11"),
    (again, (), {"draws": 0}, "draws is 0; it must be at least 1"),
]


@every("ask, of, how, says", BAD)
def test_what_cannot_be_asked_has_a_sentence(
    ask: Any, of: tuple[Any, ...], how: dict[str, Any], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        ask(*of, **how)


def test_what_has_no_model_is_none() -> None:
    with pytest.raises(TypeError, match="the model is a str"):
        ablated("search", PART)  # type: ignore[arg-type]
