"""What the exercises about addition share: a model that is asked for one digit of each sum."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import numpy as np

from exercises.judging.asking import Shown, note_rows
from exercises.judging.judge import (
    MARGIN,
    Most,
    Tally,
    Wrong,
    first_behind,
    hold,
    instead,
    pieces,
    rounding_asked,
    runner_up,
    spend,
    what_came,
)
from exercises.judging.sizes import one_layer, sized_model
from taotp.constructions.digits import SYMBOLS
from taotp.programs.sums import last_rows
from taotp.reference import sum_tokens
from taotp_core.arrays import Tokens
from taotp_core.measure import lead
from taotp_core.transformer import quiet, unembed
from taotp_core.weights import Transformer

Make = Callable[[int], Transformer]


def model_of_sums(answer: object, n_digits: int) -> tuple[Transformer, str]:
    """Ask for a model of one plain layer over digits and signs; Wrong where it is another."""
    where = f"with n_digits={n_digits}"
    model = sized_model(answer, n_digits, where=where, d_vocab=12, n_ctx=2 * n_digits + 2)
    one_layer(model, where)
    return model, where


def adder_with(answer: object, n_digits: int, n_heads: int) -> tuple[Transformer, str]:
    """Ask for an adder of one plain layer with so many heads at most; Wrong where it is another."""
    where = f"with n_digits={n_digits}"
    model = sized_model(answer, n_digits, where=where, d_vocab=12, n_ctx=3 * n_digits + 2)
    one_layer(model, where)
    most_heads(model, n_heads, where)
    return model, where


def most_heads(model: Transformer, most: int, where: str) -> None:
    """Raise Wrong where the first layer has more heads than allowed."""
    words = f"{where} expected at most {most} heads, got {{first_heads}}"
    hold(model, words, first_heads=Most(most))


def all_pairs(n_digits: int) -> tuple[Tokens, Tokens]:
    """Every prompt of two numbers [100**n_digits, n] and their sums."""
    a, b = np.indices((10**n_digits, 10**n_digits)).reshape(2, -1)
    return sum_tokens(a, b, n_digits)[:, : 2 * n_digits + 2], a + b


def each_pair_at_each_place(n_digits: int) -> tuple[Tokens, Tokens]:
    """All pairs of digits at each place, beside such as pass a carry on, make one, or do not."""
    first, second = np.indices((10, 10), dtype=np.int64).reshape(2, -1)
    sides = ((0, 0), (4, 5), (9, 9))
    a: list[Tokens] = []
    b: list[Tokens] = []
    for place, *beside in product(range(n_digits), sides, sides):
        ones = 10**place
        below, above = (ones - 1) // 9, (10**n_digits - 10 * ones) // 9
        for numbers, digit, which in ((a, first, 0), (b, second, 1)):
            low, high = (side[which] for side in beside)
            numbers.append(high * above + digit * ones + low * below)
    return np.concatenate(a), np.concatenate(b)


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
    expected = np.full(prompts.shape, -1)
    expected[:, -1] = wanted
    note_rows(prompts, expected, Shown(SYMBOLS), lambda i: SYMBOLS[i], len(SYMBOLS), MARGIN)
    to, tally = rounding_asked(), Tally()
    (layer,) = model.layers
    bare = replace(model, layers=[replace(layer, mlp=None)])  # the MLP sees different rows alone
    for some in pieces(bare, *prompts.shape, kept=1):
        with quiet():
            rows, back = last_rows(model, prompts[some], 1, to)
            logits = unembed(model, rows, to)[back[:, 0]]
        if layer.mlp:
            units = len(rows) * layer.mlp.W_in.size
            spend(2 * units, f"on {prompts.shape[0]} inputs")
        led = lead(logits, wanted[some])
        i = first_behind(led, logits)
        if i is not None:
            break
        tally += Tally(len(led), float(led.min()))
    else:
        return tally
    prompt, digit = "".join(SYMBOLS[t] for t in prompts[some][i]), int(wanted[some][i])
    rival = SYMBOLS[runner_up(logits[i], digit)]
    came = what_came(logits[i], led[i], rival)
    reason = why(prompt, digit, rival) if came == rival else ""
    raise Wrong(f"after {prompt} {instead(str(digit), came, reason)}", prompt)


def adds(model: Transformer, n_digits: int) -> Tally:
    """Raise Wrong unless every digit of all sums is right; how many there are."""
    prompts, sums = all_pairs(n_digits)
    first = prompts[:, :n_digits] @ 10 ** np.arange(n_digits)[::-1]
    rows = sum_tokens(first, sums - first, n_digits)
    n, tally = prompts.shape[1], Tally()
    for place in range(n_digits + 1):
        tally += said_right(model, rows[:, : n + place], rows[:, n + place])
    return tally
