"""What the exercises about addition share: a model that is asked for one digit of each sum."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import CONDITIONS, MARGIN, Tally, Wrong, ask, own_model, standard
from taotp_core.arrays import Tokens
from taotp_core.decode import TIE
from taotp_core.programs.adding import SYMBOLS, last_rows, written
from taotp_core.transformer import quiet, unembed
from taotp_core.weights import Transformer

Make = Callable[[int], Transformer]


def model_of_sums(answer: object, n_digits: int) -> tuple[Transformer, str]:
    """Ask for a model of one plain layer over digits and signs; Wrong where it is another."""
    where = f"with n_digits={n_digits}"
    model = own_model(ask(answer, n_digits, where=where), where)
    sizes = model.d_vocab, model.n_ctx
    if sizes != (12, 2 * n_digits + 2):
        raise Wrong(f"{where} expected d_vocab 12 and n_ctx {2 * n_digits + 2}, got {sizes}")
    one_layer(model, where)
    return model, where


def one_layer(model: Transformer, where: str) -> None:
    """Raise Wrong unless a model has one layer, with plain norms."""
    if len(model.layers) != 1:
        raise Wrong(f"{where} expected 1 layer, got {len(model.layers)}")
    standard(model)


def all_pairs(n_digits: int) -> tuple[Tokens, Tokens]:
    """Every prompt of two numbers [100**n_digits, n] and their sums."""
    a, b = np.indices((10**n_digits, 10**n_digits)).reshape(2, -1)
    return written(a, b, n_digits)[:, : 2 * n_digits + 2], a + b


def usual(prompt: str, wanted: int, got: str) -> str:
    """What may have gone wrong, from the symbol that is said instead."""
    if got == "=":
        return "that is the last token; is what the MLP says loud enough to drown it?"
    if got.isdigit() and (int(got) - wanted) % 10 in (1, 9):
        return "one off; does the MLP read each sum where its spike stands?"
    if got in prompt:
        return "a digit of the prompt; is it cleared before the MLP reads the sum?"
    return ""


def said_right(
    model: Transformer,
    prompts: Tokens,
    wanted: Tokens,
    why: Callable[[str, int, str], str] = usual,
) -> Tally:
    """Compare what follows each prompt [n_rows, n] with `wanted` [n_rows].

    Raises Wrong on the first prompt where the wanted digit does not lead by MARGIN; `why` takes
    the prompt, the wanted digit and what was said, and may suggest something. The model has
    one layer, so that equal rows of the stream need to pass the MLP once.
    """
    conditions = CONDITIONS.get()
    conditions.rounded = True
    with quiet():
        rows, back = last_rows(model, prompts, 1, conditions.to)
        logits = unembed(model, rows, conditions.to)[back[:, 0]]
    each = np.arange(len(wanted))
    others = logits.copy()
    others[each, wanted] = -np.inf
    lead, scale = logits[each, wanted] - others.max(-1), np.abs(logits).max(-1)
    good = lead > MARGIN * scale  # False where a logit is not a number
    if good.all():
        return Tally(len(wanted), float(lead.min()))
    i = int(good.argmin())
    prompt = "".join(SYMBOLS[t] for t in prompts[i])
    start = f"on {prompt} expected {wanted[i]}, got "
    if np.isnan(logits[i]).any():
        raise Wrong(start + "logits that are not numbers: the weights overflow", prompt)
    rival = SYMBOLS[int(others[i].argmax())]
    if abs(lead[i]) <= TIE * scale[i]:
        raise Wrong(start + f"a tie with {rival}", prompt)
    if lead[i] > 0:
        slight = f"a lead of only {lead[i] / scale[i]:.1g} of the largest logit"
        raise Wrong(start + slight, prompt)
    reason = why(prompt, int(wanted[i]), rival)
    raise Wrong(start + rival + (f": {reason}" if reason else ""), prompt)
