"""How many dimensions random hashes need."""

import numpy as np

from exercises.statement import Exercise, Mark
from taotp_core.arrays import Tokens


def expected_mistakes(loads: Tokens, length: int, d: int) -> float:
    """At most so many comparisons go wrong in the mean; loads [d_vocab] counts keys by answer."""
    own, rival = loads[loads > 0][:, None], loads[None, :]
    strays = (1 + 1 / length) * (own + rival + 1) / d  # variance of the difference, in leads
    return float((own * np.exp(-1 / (2 * strays))).sum())  # an answer has `own` entries


def dimensions(loads: Tokens, length: int, delta: float) -> int:
    """The fewest dimensions in which all entries are right with probability 1 - delta."""
    low, high = 1, 1
    while expected_mistakes(loads, length, high) > delta:
        low, high = high + 1, 2 * high
    while low < high:
        middle = (low + high) // 2
        if expected_mistakes(loads, length, middle) > delta:
            low = middle + 1
        else:
            high = middle
    return low


def mistakes(keys: Tokens, answers: Tokens, d_vocab: int, d: int, seed: int = 0) -> int:
    """How many entries of a table come out wrong with random tokens and random hash matrices."""
    rng = np.random.default_rng(seed)
    tokens = rng.normal(size=(d_vocab, d))
    tokens -= tokens.mean(1, keepdims=True)
    tokens /= tokens.std(1, keepdims=True)
    hashes = np.zeros((len(keys), d))
    for symbols in keys.T:
        hashes += (tokens @ rng.normal(size=(d, d)) / d)[symbols]
    rows = np.zeros((d_vocab, d))
    np.add.at(rows, answers, hashes)
    return int(((hashes @ rows.T).argmax(1) != answers).sum())


EXERCISE = Exercise(
    slug="tighter-bound",
    source="3.10",
    title="How many dimensions",
    kind="proof",
    marks=(Mark.VERY_HARD,),
    statement="""
The chapter estimates the spread of a wrong score in the untied machine, and Leviathan concludes
that many more than $n\\,l^2/V$ dimensions are enough: 25, for a thousand entries over a thousand
symbols with keys of five. Find a bound that is tighter for long keys, and says how likely it is
that *all* entries come out right. Test it with `simulate` of
[How alike are random vectors?](random_vectors.ipynb)
""",
    hints=(
        "The right score grows with $l$ as well. Compare the spread with the lead, and not with 1.",
        "There are $n$ entries with $V - 1$ rivals each. A normal variable exceeds $t$ times its "
        "spread with probability at most $e^{-t^2/2}$.",
        "Rivals are not alike: one with $c$ keys strays by $\\sqrt{c/d}$ of the lead.",
    ),
    answer="""
*Units.* A token has squared length $d$; measure scores so that a token times a hash matrix has a
squared length of 1. The hash $h(f)$ of a key $f$ is a sum of $l$ of these, and the score of an
answer, if $e$ is asked, is the sum of $h(f) \\cdot h(e)$ over the keys $f$ of that answer.

*Assumed:* different keys share no symbol in the same place, and products of different random
vectors behave like independent normal numbers. (They are normal given one of the two, nearly.)

*The lead.* The right answer has $h(e) \\cdot h(e)$: $l$ squares, in the mean $l$ together.

*How far scores stray.* The product of two vectors in different places has mean 0 and variance
$1/d$. In the same place both go through the same matrix, and the variance is $2/d$: once for the
product of the tokens, once for the matrix. So another key brings $(l^2 - l) + 2l = l^2 + l$ in
units of $1/d$. The right key itself brings $4 \\cdot l(l-1)/2$, as its products come in equal
pairs, and $2l$ for its squares: $2l^2$. Let the right answer have $c$ keys and the rival $c'$. The
rival's score minus the right one has mean $-l$ and a variance of at most $(c + c' + 1)(l^2 + l)/d$.
In units of the lead that is $(1 + 1/l)(c + c' + 1)/d$: *the length of the key has canceled.*

*The bound.* A normal number exceeds its mean by $t$ spreads with probability at most
$e^{-t^2/2}$. Over all $n$ entries and all their rivals, the expected number of lost comparisons
is at most

$$E(d) = \\sum_{\\text{entries}} \\; \\sum_{\\text{rivals}}
\\exp\\left(-\\frac{d}{2\\,(1 + 1/l)(c + c' + 1)}\\right),$$
and that is a bound on the probability that there is any. So all entries come out right with
probability $1 - \\delta$ if $E(d) \\le \\delta$. If no answer has more than $c$ keys, it is
enough that

$$d \\ge 2\\,(1 + 1/l)\\,(2c + 1)\\,\\ln(nV/\\delta).$$

*Compared.* For 1,000 entries over 1,000 symbols, loads as they are drawn, and $\\delta = 0.1$,
the sum asks for about 240 dimensions if keys have 5 symbols, and for fewer if they have 20. The
source's rule goes the other way: many more than 25 for 5, many more than 400 for 20. For long
keys ours is below what "many more" must exceed; for short ones it says what "many" is.
Simulated, most tables come out without a mistake from 150 dimensions on: the sum over all pairs
asks for half as much again.
""",
    code=(expected_mistakes, dimensions, mistakes),
    checklist=(
        "The bound does not grow with the length of the key, or it is said why it should.",
        "The right score strays as well, and this is in the variance.",
        "It names the probability of a single mistake, and adds these up over all comparisons.",
        "It is said what is assumed to be independent or normal.",
        "For a case that is named, the number is below Leviathan's.",
        "A simulation shows it to hold, and how far from tight it is.",
    ),
)
