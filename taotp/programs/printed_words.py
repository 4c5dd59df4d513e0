"""Machines of an essay on language by hand, as it prints them: semes without layer norm.

MadHatter 2021: the feed-forward layer of four fruit, and the head H1a that licenses a red apple.
"""

from dataclasses import replace

import numpy as np

from taotp_core.arrays import Array
from taotp_core.encodings import original_angles, reversed_shift, sinusoids
from taotp_core.stream import Semes, Subspace, semes
from taotp_core.weights import MLP, Head, Layer, Transformer

HARD = 100.0  # the essay's alpha, "fairly large"

FRUIT = semes("apple banana cherry durian yum yuck")


def fruit() -> MLP:
    """Apple or banana is yum, cherry and durian are yuck: 6 units, of which 2 are never used.

    >>> from taotp_core.transformer import feed_forward
    >>> FRUIT.text(feed_forward(FRUIT.vector("cherry durian")[None], fruit())[0])
    'yuck'
    """
    return MLP(
        W_in=FRUIT.matrix("apple>apple apple>yum banana>banana banana>yum cherry>yuck durian>yuck"),
        b_in=FRUIT.vector("-yum -yuck"),
        W_out=FRUIT.matrix("apple>yum banana>yum -yum>yum yuck>yuck"),
        b_out=FRUIT.vector(""),
    )


WORDS = {
    "SOS": "+filler +sos",
    "she": "+pro +fem +sg +nom",
    "saw": "+saw +verb +agentlack +perceptlack",
    "a": "+det +sg",
    "red": "+red +adjective",
    "apple": "+apple +noun +sg",
    "EOS": "+filler +eos",
}
GRAMMATICAL = ("SOS", "she", "saw", "a", "red", "apple", "EOS")
QUESTIONABLE = ("SOS", "she", "saw", "a", "red", "EOS")

SEMES = semes(
    "filler sos eos pro fem sg nom saw verb agentlack perceptlack det red adjective adverb "
    "apple noun licensed"
)
READ_AS = {
    "sos": "start", "eos": "end", "pro": "pronoun", "fem": "feminine", "sg": "singular",
    "nom": "nominative", "agentlack": "lacks an agent", "perceptlack": "lacks what is perceived",
    "det": "determiner",
}  # fmt: skip
KEY_SPACE = semes("x1 x2 x3 x4 x5")
ALL_OTHERS = "verb noun det filler pro verb noun det filler pro"  # each of them twice
PAIRS = {
    "x1": ("adjective", "noun"),
    "x2": ("adverb", "verb"),
    "x3": ("adverb", "adjective"),
    "x4": ("adverb", "adverb"),
    "x5": (ALL_OTHERS, "filler"),
}
INTERPRETANT = "noun>licensed verb>licensed adverb>licensed adjective>licensed"


def red_apple(hard: float = HARD) -> Transformer:
    """Head H1a on its seven words: modifiers look at what they modify, all others at fillers.

    It stands alone, without norm, and both sides are seen; positions are omitted, as there.

    >>> from taotp_core.transformer import trace
    >>> red = trace(red_apple(), np.arange(7)).patterns[0][0, 4]
    >>> list(WORDS)[red.argmax()]
    'apple'
    """
    asks, asked = (
        sum(np.outer(SEMES.vector(pair[i]), KEY_SPACE.row(x)) for x, pair in PAIRS.items())
        for i in (0, 1)
    )
    head = Head(
        W_Q=hard * np.sqrt(len(KEY_SPACE)) * asks,  # a head divides by this root
        W_K=np.asarray(asked),
        W_V=SEMES.matrix(INTERPRETANT),
        W_O=np.eye(SEMES.size),
        name="H1a",
    )
    W_E = np.array([SEMES.vector(text) for text in WORDS.values()])
    W_pos = np.zeros((len(GRAMMATICAL), SEMES.size))
    layer = Layer([head], norm_attn=None, norm_mlp=None)
    named = one_each(SEMES, SEMES.size)
    return Transformer(W_E, W_pos, [layer], norm_final=None, causal=False, subspaces=named)


def pointing(model: Transformer, worth: float, d_pos: int = 512, hard: float = HARD) -> Transformer:
    """The same, where each word also points one place ahead: `pos: Q: 0, K: +1`.

    The hands of d_pos / 2 clocks stand behind the semes, and on average are read as `worth` where
    all of them agree; a match of semes is worth 1.
    """
    (head,) = model.layers[0].heads
    clocks = sinusoids(model.n_ctx, d_pos)
    ahead = 2 * worth / d_pos * reversed_shift(1, original_angles(d_pos))
    d_head, d_model = head.W_Q.shape[1], model.d_model + d_pos
    wider = Head(
        W_Q=np.sqrt(d_head + d_pos) * block_diagonal(head.W_Q / np.sqrt(d_head), hard * ahead),
        W_K=block_diagonal(head.W_K, np.eye(d_pos)),
        W_V=block_diagonal(head.W_V, np.zeros((d_pos, 0))),
        W_O=block_diagonal(head.W_O, np.zeros((0, d_pos))),
        name=head.name,
    )
    return replace(
        model,
        W_E=block_diagonal(model.W_E, np.zeros((0, d_pos))),
        W_pos=np.hstack([model.W_pos, clocks]),
        layers=[replace(model.layers[0], heads=[wider])],
        subspaces=[*one_each(SEMES, d_model), Subspace("place", SEMES.size, d_pos, d_model)],
    )


def one_each(of: Semes, d_model: int) -> list[Subspace]:
    """A part of the stream for each seme, in the first columns."""
    return [Subspace(READ_AS.get(name, name), at, 1, d_model) for at, name in enumerate(of.names)]


def block_diagonal(upper: Array, lower: Array) -> Array:
    """Two matrices that share neither rows nor columns, as one."""
    out = np.zeros((len(upper) + len(lower), upper.shape[1] + lower.shape[1]))
    out[: len(upper), : upper.shape[1]] = upper
    out[len(upper) :, upper.shape[1] :] = lower
    return out
