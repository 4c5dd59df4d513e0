"""Whether what is left in the stream helps attention to add."""

import numpy as np

from exercises.statement import Exercise, Mark
from taotp_core.arrays import Array
from taotp_core.encodings import number
from taotp_core.stream import read, subspaces, write
from taotp_core.transformer import residual
from taotp_core.weights import Head, Layer, Transformer


def sum_of_leads(model: Transformer, modulus: int) -> tuple[float, float]:
    """The leads of i + j before i + j + 1 mod `modulus`, summed over all pairs; and of their sizes.

    The prompt is i, j; the leads are those before the final norm divides them by what is above 0.
    """
    pairs = np.indices((modulus, modulus)).reshape(2, -1).T
    stream = residual(model, pairs, keep=1)[:, 0]
    logits = (stream - stream.mean(1, keepdims=True)) @ model.unembedding
    each, right = np.arange(len(pairs)), pairs.sum(1) % modulus
    leads = logits[each, right] - logits[each, (right + 1) % modulus]
    return float(leads.sum()), float(np.abs(leads).sum())


def attention_that_adds() -> Transformer:
    """The chapter's counter-example, whose second head reads both digits to find the carry."""
    value, one, _, first, second = subspaces(value=1, one=1, rest=2, first=1, second=1)
    W_E = np.pad(number(np.arange(10) / 100), ((0, 0), (0, 2)))
    zero, step = W_E[0], (W_E[9] - W_E[0]) / 9
    nowhere, loud = np.zeros((6, 1)), 1e6
    sums: Array = loud * np.stack([200 * step, zero - 5 * step])
    average = Head(nowhere, nowhere, read(value, one), sums)
    at_least_ten = np.hstack([read(one), read(value) - 0.0475 * read(one)])
    carry = Head(1e4 * at_least_ten, read(value, first), read(first), -5 * loud * step[None])
    W_pos = np.array([[1, -1], [-1, 1]]) @ write(first, second)
    return Transformer(W_E, W_pos, [Layer([average, carry])])


EXERCISE = Exercise(
    slug="residual-too",
    source="6.12",
    title="What the last token leaves",
    kind="proof",
    marks=(Mark.UNSOLVED,),
    statement="""
Leviathan proves that one layer of attention cannot add two digits mod 10, and leaves out the
residual connection: the last token's own row, which is in the stream as well. It asks whether the
proof holds with it. Does it? Say exactly what has to be assumed, and for which machines the
statement is false.
""",
    hints=(
        "Write the logit of $d$ as a function of both digits, with everything that is in the "
        "stream.",
        "Which part does the residual belong to?",
        "Where did you use that the pattern is the same for all digits?",
    ),
    answer="""
**Fixed patterns: it holds with the residual.** Assume that the weights of attention do not
depend on the digits (they may depend on places), that there is one layer and no MLP, and that
the answer is the largest logit. Let the digits be $i$ and $j$ and the modulus $b \\ge 2$.

*What is in the stream.* At the last token a head brings a mean, with fixed weights, of values,
each computed from one token at its place, normed or not. So all heads together bring a vector
that depends on $i$, one that depends on $j$, and a constant. The residual is the row of the
last token: it depends on $j$ if that is the second digit, and on nothing if it is an equals
sign. So the stream is $p_i + q_j$, *with the residual inside* $q_j$, and the constants as well.

*The logits.* The final norm takes the mean away, which is linear, and divides by a number
$s_{ij} > 0$, which is the same for all logits of a prompt. With an unembedding, tied or not,
the logit of $d$ is

$$\\frac{F_d(i) + G_d(j)}{s_{ij}}.$$
(A `beta` of the norm adds a constant $\\beta_d$ after the division. It is not covered, and not
needed: no norm of ours has one.)

*The sum.* Let $d = (i + j) \\bmod b$ be right, and compare with $d + 1$, also mod $b$. The
lead, times $s_{ij}$, is

$$L_{ij} = F_d(i) - F_{d+1}(i) + G_d(j) - G_{d+1}(j).$$
Hold $i$ fixed and let $j$ run: then $d$ takes every value once, and so does $d + 1$. So the $F$
cancel in the sum over $j$. Hold $j$ fixed: the $G$ cancel in the sum over $i$. The $b^2$
numbers $L_{ij}$ sum to zero, so they are not all above zero. Somewhere the right digit does not
lead the next one. It is greedy decoding that fails, not only an exact output; this is more than
Leviathan claims.

**Patterns that read: it is false.** If the weights may depend on the digits, the stream is no
sum of a part of $i$ and a part of $j$ any more. The chapter has a machine of attention alone,
144 parameters, that is right on all hundred pairs: one head averages the digits, the other
looks left or right depending on whether their sum is at least ten, and brings the carry. So the
assumption that the pattern is fixed is the one that matters; the residual does not.
""",
    code=(sum_of_leads, attention_that_adds),
    checklist=(
        "The residual appears in the equation for the logits.",
        "Greedy decoding is what is excluded, not an exact output.",
        "The final norm is treated: its mean, and its factor, which differs from prompt to prompt.",
        "It is said where the proof uses that the pattern is the same for all digits.",
        "A counter-example is given for patterns that are not.",
    ),
)
