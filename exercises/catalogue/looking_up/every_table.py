"""Store any table at all."""

from itertools import product

import numpy as np

from exercises.judging.judge import hold, standard
from exercises.judging.machine import machine
from exercises.judging.tables import Case, Make, drawn_table, holds, in_words, near_table
from exercises.statement import Exercise, Mark
from taotp.constructions.hashes import fitted_hash
from taotp.programs import small
from taotp.programs.lookup import lookup_machine
from taotp_core.arrays import Tokens
from taotp_core.weights import MLP, Layer, Transformer

N_CTX = 9


def bits(length: int, *answers: int) -> tuple[Tokens, Tokens]:
    """All keys of so many bits, in order, with these answers."""
    return np.array(list(product((0, 1), repeat=length))), np.array(answers)


PARITY = [sum(key) % 2 for key in product((0, 1), repeat=4)]
CASES: tuple[Case, ...] = (
    ("exclusive or", *bits(2, 0, 1, 1, 0), 2),
    ("equality", *bits(2, 1, 0, 0, 1), 2),
    ("parity of 4 bits", *bits(4, *PARITY), 2),
    ("one key", *drawn_table(1, 3, 4, 0), 3),
    ("all pairs of 5 symbols", *drawn_table(25, 5, 2, 1), 5),
    ("40 entries, each near another, V=60", *near_table(20, 60, 3, 3), 60),
    ("100 entries, V=10", *drawn_table(100, 10, 3, 2), 10),
)
STUB = '''
def every_table(keys, answers, d_vocab, n_ctx):
    """A Transformer that stores a table, whatever it is.

    keys is [n, length] and answers is [n], both of token ids.
    """
    raise NotImplementedError
'''


def rules(model: Transformer, where: str) -> None:
    """The plain LayerNorm before each part."""
    standard(model)
    hold(model, f"{where} expected at least one layer, got none", some_layers=True)


def judge(answer: object) -> str:
    """Tables that no sums can tell, small and larger, behind two kinds of prefixes."""
    tally, total = holds(answer, CASES, N_CTX, rules)
    return f"{tally.inputs} inputs, {total} parameters for the last table"


def every_table(keys: Tokens, answers: Tokens, d_vocab: int, n_ctx: int) -> Transformer:
    """Lay the key side by side on circles; a unit for each entry fires on that key alone."""
    entries = dict(zip(map(tuple, keys.tolist()), answers.tolist(), strict=True))
    return small.table(entries, n_ctx, vocabulary=range(d_vocab)).model


def accepted_a_unit_for_each_entry() -> Make:
    """One ReLU for each entry."""
    return every_table


def wrong_sums() -> Make:
    """The chapter's machine."""

    def sums(keys: Tokens, answers: Tokens, d_vocab: int, n_ctx: int) -> Transformer:
        return lookup_machine(fitted_hash(keys, answers, d_vocab, d_token=12), n_ctx)

    return sums


def wrong_threshold() -> Make:
    """Units that fire for keys with one wrong symbol too."""

    def eager(keys: Tokens, answers: Tokens, d_vocab: int, n_ctx: int) -> Transformer:
        model = every_table(keys, answers, d_vocab, n_ctx)
        mlp = model.layers[0].mlp
        assert mlp is not None
        lower = MLP(mlp.W_in, mlp.b_in + 6, mlp.W_out, mlp.b_out)
        return Transformer(model.W_E, model.W_pos, [Layer(model.layers[0].heads, lower)])

    return eager


def wrong_no_heads() -> Make:
    """The last symbol alone."""

    def last(keys: Tokens, answers: Tokens, d_vocab: int, n_ctx: int) -> Transformer:
        model = every_table(keys, answers, d_vocab, n_ctx)
        return Transformer(model.W_E, model.W_pos, [Layer((), model.layers[0].mlp)])

    return last


EXERCISE = Exercise(
    slug="every-table",
    source="3.12",
    title="Every table",
    kind="family",
    marks=(Mark.VERY_HARD,),
    statement="""
Write `every_table(keys, answers, d_vocab, n_ctx)`, which stores *every* table, exclusive or
included, with nothing trained. The keys are an array of ids $[n, l]$, the answers of ids $[n]$;
what comes before a key is ignored as ever. Plain LayerNorm before each part, as many layers and
dimensions as you like, and now an MLP as well. The verdict gives the parameters for the last table
over 10 symbols with keys of 3: how few can you make them?
""",
    hints=(
        "A ReLU can be silent for all inputs but those on one side of a line. Is there a line "
        "with one key on one side of it and all the others on the other?",
        "Points of a circle have the largest product with themselves. With the key side by side "
        "on circles, as in the exercise on concatenation, its product with itself leads that of "
        "any other key by at least $3 - 3\\cos(2\\pi/V)$.",
        "Give each entry a unit. The unit can be loud, and then the token that stands "
        "there need not be cleared.",
        "For fewer parameters, go through a single number: a key is a number in base $V$, and a "
        "function of one number needs one ReLU for each bend.",
    ),
    answer="""
The $l$ symbols of the key lie side by side on circles, so that a key has product $3l$ with itself
and at most $3l - 3 + 3\\cos(2\\pi/V)$ with any other. A threshold in the middle makes a unit that
fires on one key. It says the answer, ten thousand times louder than the token that stands there.
The zeros that are there before the layer would make layer norm stretch what the heads bring; a
constant takes that back, and from then on layer norm finds circles, side by side.

That is $2 d_{model} + 1$ numbers for an entry, with $d_{model} = 3l + 3$. Through a single number
it can be 13, for every $l$: a thousand entries over ten symbols fit in 13,533.
""",
    stub=STUB,
    judge=judge,
    code=(every_table, small.table),
    typed=machine(judge, every_table, at=0, size=in_words(CASES[0], N_CTX)),
)
