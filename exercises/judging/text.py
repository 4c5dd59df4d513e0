"""What the exercises share in which a line of text is continued, letter by letter."""

from collections.abc import Sequence

import numpy as np

from exercises.judging.judge import Tally, Wrong, ask, own_model, right, standard
from taotp_core.arrays import Tokens
from taotp_core.weights import Transformer


def asked_model(
    answer: object, d_vocab: int, n_ctx: int, /, **sizes: int
) -> tuple[Transformer, str]:
    """Ask for a model of given sizes with plain norms, and say where; Wrong where it is another."""
    where = "with " + ", ".join(f"{name}={size}" for name, size in sizes.items())
    model = own_model(ask(answer, *sizes.values(), where=where), where)
    if (model.d_vocab, model.n_ctx) != (d_vocab, n_ctx):
        got = f"{model.d_vocab} and {model.n_ctx}"
        raise Wrong(f"{where} expected d_vocab {d_vocab} and n_ctx {n_ctx}, got {got}")
    standard(model)
    return model, where


def lines(prompts: Sequence[str], answers: Sequence[str], symbols: str) -> tuple[Tokens, Tokens]:
    """Ids of prompts with their answers [n_lines, n] and what is asked after each letter.

    That is -1 along the prompt and beyond the answer, whose last letter is asked for and not
    read. Symbols are single letters.
    """
    ids = {symbol: i for i, symbol in enumerate(symbols)}
    longest = max(len(a) + len(b) for a, b in zip(prompts, answers, strict=True))
    tokens = np.zeros((len(prompts), longest), np.intp)
    asked = np.full((len(prompts), longest), -1)
    for row, (prompt, answer) in enumerate(zip(prompts, answers, strict=True)):
        line = [ids[symbol] for symbol in prompt + answer]
        tokens[row, : len(line)] = line
        asked[row, len(prompt) - 1 : len(line) - 1] = line[len(prompt) :]
    return tokens[:, :-1], asked[:, :-1]


def continues(
    model: Transformer, prompts: Sequence[str], answers: Sequence[str], symbols: str
) -> Tally:
    """Raise Wrong on the first letter that a model gets wrong; else how many were right."""
    tokens, asked = lines(prompts, answers, symbols)

    def show(ids: Sequence[int]) -> str:
        return "".join(symbols[i] for i in ids)

    return right(model, tokens, asked, show, name=lambda i: repr(symbols[i]))
