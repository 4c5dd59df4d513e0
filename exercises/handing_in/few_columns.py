"""The smallest entries of the boards: machines in two, three and four columns.

Norms make rows equally long. In three columns that leaves an angle and in four a point of a sphere,
and each construction here says what it keeps in them.
"""

from collections.abc import Sequence

import numpy as np

from exercises.handing_in.bent_line import line_through
from exercises.handing_in.boards import given_table
from exercises.judging.sentences import SENTENCES
from taotp_core.arrays import Array, Tokens
from taotp_core.encodings import EAST, NORTH
from taotp_core.program import Program
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM, MLP, Head, Layer, Transformer, mapped

TEN = float(np.log(10))
FIRST, SECOND, THIRD = (  # of length 1, at right angles, and each sums to 0
    np.array(row) / np.linalg.norm(row) for row in ((1, -1, 0, 0), (1, 1, -2, 0), (1, 1, 1, -3))
)
START, STOP = "<start>", "<stop>"
AROUND = (  # words around a circle: both nouns are near, and so is what may follow *ran*
    *("battery", "log", "program", "and", "find", "out"),
    *("whether", "it", "ran", "down", "please", "the"),
)
UNSAID = "check"  # it begins both sentences
SURE = 100.0  # how far the score of the place that is meant leads, at least


def share(direction: Array) -> Array:
    """What reads how much of a normed row lies along a direction [d_model], as a cosine: [_, 1]."""
    column: Array = direction[:, None] / np.linalg.norm(direction) / np.sqrt(len(direction))
    return column


def averages(value: Array, put: Array) -> Head:
    """A head that asks nothing and so brings the average of all places."""
    nothing = np.zeros((len(value), 0))
    return Head(nothing, nothing, value, put[None], name="averages")


def parabola(numbers: Array, along: Array, up: Array, step: float) -> Array:
    """Rows of which number x is the nearest where `along` is x * step of `up`: [n, d_model]."""
    rows: Array = np.outer(numbers, along) - step / 2 * np.outer(numbers**2, up)
    return rows


# The norm's own epsilon


def aab_by_one_average(unit: float = LAYER_NORM.eps) -> Transformer:
    """One average of all places, of rows as small as the epsilon of the norm.

    Of a row (x, 0) layer norm leaves x / (|x| + 2 eps), which is steep at 0 and flat far away. So a
    letter moves the average by more where the number of its place is in the middle of both.
    """
    letters, places = np.zeros((2, 2)), np.zeros((5, 2))
    letters[:, 0], places[:, 0] = [6, 0], [-10, 0, -5, -4, -5]
    head = averages(np.array([[1.0], [0]]), unit * np.array([-1000.0, 0]))
    return Transformer(unit * letters, unit * places, [Layer([head])])


def tells_apart(weights: Array, pieces: Sequence[tuple[Tokens, Tokens]]) -> bool:
    """Whether sums of weights [5] at each a tell what a is to follow from what b is to follow."""
    for tokens, asked in pieces:
        for n in range(tokens.shape[1]):
            total = (tokens[:, : n + 1] == 0) @ weights[: n + 1]
            a, b = total[asked[:, n] == 0], total[asked[:, n] == 1]
            if len(a) and len(b) and a.max() >= b.min():
                return False
    return True


# One loud column


def smallest_beside_a_loud_column(loud: float = 1e5, step: float = 0.02) -> Transformer:
    """The smallest of a hundred: each is a number beside what is equally loud everywhere.

    Norms divide by what is loud, so numbers stay in proportion. `up` has half in the first column,
    which makes up for what the centering of the second takes there.
    """
    number, up, ahead, tail = np.array([[1, 0, 0], [0.5, 1, 0], [0, 1, -1], [0, 0, -2]])
    W_E = parabola(np.arange(100) - 50.0, number, up, step)
    bring = step * loud**2 * 9 / 4 / 1.5**0.5  # 2/3 and 2/3 by centering, the root by the norm
    head = Head(
        SURE * loud * tail[:, None],
        -number[:, None],
        number[:, None],
        bring * number[None],
        name="finds the smallest",
    )
    return Transformer(W_E, np.tile(loud * ahead, (10, 1)), [Layer([head])])


def search_by_history(base: float = 64.0, odd: float = 0.2) -> Transformer:
    """Each place has all tokens before it as digits of one number, the latest first.

    Weights that fall by `base` a place make that number of an average. A head looks one place back,
    so that a row has its own history and the one before it; where these agree, the tokens did. The
    first token is `odd`, so that nothing is found where three tokens do not stand before.
    """
    token, past, loud = FIRST, SECOND, THIRD
    tiny, pace, far, step = 1e-9, 1e-5, 0.02, 1e-3
    W_E = tiny * parabola(np.arange(10) - 4.5, token, loud, step)
    W_pos = np.outer(pace * np.arange(100), past) + loud
    W_pos[0] += odd * tiny * token
    plane = np.hstack([share(past), share(loud)])
    latest = Head(
        share(loud),
        np.log(base) / pace * share(past),
        share(token),
        token[None],
        name="the latest most",
    )
    back = np.array([[1, 0], [-pace, 1]])
    one_back = Head(
        nearest(pace) * plane @ back,
        plane,
        far / tiny * share(token) - share(past),  # and takes away where it was
        past[None],
        name="looks 1 back",
    )
    mine = np.hstack([far / tiny * share(token) + pace * share(loud), share(loud)])
    newest = 2 - 1 / base  # how much of the token itself its history has
    same = Head(
        nearest(far / base**2) * mine,
        plane,
        share(token),
        step / newest / tiny * token[None],
        name="finds the same three",
    )
    return Transformer(W_E, W_pos, [Layer([latest]), Layer([one_back]), Layer([same])])


def nearest(apart: float) -> float:
    """How loudly to ask for an angle, so that one that is `apart` from it is left out."""
    return SURE * 2**0.5 * 4 / apart**2


# A place's row as a factor


def sums_beside_a_loud_column(n_digits: int) -> Transformer:
    """Adds numbers of n digits: one head adds what is given, one takes away what was said.

    A place where 10**k is due has a loud part of 10**k, so that its norm divides by that. Scores
    make up for it in what was said, and choose what each head hears: given digits lead in one and
    the equals sign in the other. The columns of the number and of the loud part have none in
    common, or the small one would be rounded where the large one is.
    """
    loud, number, score = np.array([[1, -1, 0, 0], [0, 0, 1, -1], [0, 0, 1, 1.0]])
    n, tiny, step, size = n_digits, 1e-8, 0.01, 1e6
    due = np.arange(n, -1, -1.0)  # powers of ten, from the equals sign on
    given = 10.0 ** np.arange(n)[::-1]
    top, ones = 10.0**n, given.sum()
    said = 10.0 ** (due[1:] + 1)  # what the digits of the sum are worth
    # what the judge's digits, less 4.5, and a half of what is due are off by, in each place
    centered = 4.5 * (2 * ones - np.append(0, np.cumsum(said)) - 10.0**due) - (10.0**due - 1) / 2
    moved = np.diff(centered, prepend=0) / np.append(given[0], -said)
    apart = TEN * (4 * n + 5)
    look = np.concatenate(
        [
            apart + np.log(given),
            [apart],
            apart + np.log(given),
            [0],
            TEN * (3 * n - 2 * due[1:] - 1),
        ]
    )
    length = np.append(np.full(2 * n + 1, top), 10.0**due)
    extra = np.concatenate([moved[:1], np.zeros(2 * n + 1), moved[1:]])
    sharp = 10.0 ** (n + 8)
    W_E = tiny * np.vstack([parabola(np.arange(10) - 4.5, number, loud, step),
                            np.tile(-50 * step * loud, (2, 1))])  # fmt: skip
    W_pos = (
        np.outer(length, loud)
        + tiny * np.outer(extra, number)
        + np.outer(length * look, score) / sharp
    )
    unit = 1 / 2**0.5  # a row of length 1 along `loud` is normed to the root of 2
    even = 10.0 ** (2 * n)  # so that what is taken is about as large as what is put
    hear = sharp * unit * score[:, None]
    ask, take = unit / 2 * loud[:, None], even * unit / 2 * number[:, None]
    put = step / tiny * size / even * number[None]
    anchor = 10.0 ** (3 * n) * (1 + 10.0 ** (-1 - n))
    adds = Head(ask, hear, take, (2 * ones + 1) * top * put, name="adds both numbers")
    less = Head(ask, -hear, take, -anchor * put, name="takes away what was said")
    return Transformer(size * W_E, size * W_pos, [Layer([adds, less])])


# A line through a hundred windows

DIGITS = np.array(
    [
        (-1.1414, -0.065505),
        (-0.49521, 0.95152),
        (1.117, -0.0053112),
        (-0.23004, 1.0264),
        (0.45455, 0.9193),
        (0.88281, 0.4753),
        (-0.95561, 0.36492),
        (0.75012, 0.63375),
        (0.1726, 1.0216),
        (-0.71077, 0.74175),
    ]
)  # east and north of a digit's row
PLACES = np.array(
    [(-1.4059, 1.5192), (-0.22208, 1.2535), (-4.9009, 6.2626), (0.3616, 0.81957), (-1.1953, 12.554)]
)  # and of a place's
AVERAGE = 5.6456  # how much of the average the head brings


def looked_up_on_a_line(sure: float = 1e6) -> Transformer:
    """An average makes a number of each key, and units lead a line through what it shall say.

    What a place hears of a digit is divided by the length of both rows. What the last place holds
    after the average is a number a key, by which they are in order; a digit is said where the line
    is between two heights. The rows were found by trying changes that left fewer bends.
    """
    keys, answers = given_table()
    place = placed(keys, DIGITS, PLACES, AVERAGE)
    order = np.argsort(place)
    low, high = heights_of(DIGITS)
    bends, heights = line_through(place[order], low[answers[order]], high[answers[order]])
    at = place[order][[*bends, -1]]
    rises = np.diff(np.diff(heights) / np.diff(at), prepend=0)
    line = MLP(
        W_in=np.repeat(share(EAST), len(bends), axis=1),
        b_in=-at[:-1],
        W_out=sure * np.outer(rises, EAST),
        b_out=sure * (heights[0] * EAST + NORTH),
    )
    plane = np.stack([EAST, NORTH])
    layer = Layer([averages(share(EAST), AVERAGE * EAST)], line)
    return Transformer(DIGITS @ plane, PLACES @ plane, [layer])


def placed(keys: Tokens, digits: Array, places: Array, average: float) -> Array:
    """How far east the last row of each key [n, 5] points after the average: [n]."""
    rows = digits[keys] + places
    heard = (rows[..., 0] / np.linalg.norm(rows, axis=-1)).mean(axis=1)
    last = rows[:, -1] + np.outer(average * heard, [1, 0])
    east: Array = last[:, 0] / np.linalg.norm(last, axis=1)
    return east


def heights_of(rows: Array, edge: float = 40.0) -> tuple[Array, Array]:
    """How far east, where north is 1, each of the rows [n, 2] wins: from, and to."""
    east, north = (rows[:, None] - rows).transpose(2, 0, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        tie = -north / east
    low = np.where(east > 0, tie, -edge).max(axis=1, initial=-edge)
    high = np.where(east < 0, tie, edge).min(axis=1, initial=edge)
    inside = 0.004 * np.minimum(high - low, 2) + 0.0005
    return low + inside, high - inside


def add_mod_10() -> Transformer:
    """Digits on a short arc: the head adds both, forty times as loud as the last, two units carry.

    Layer norm leaves `step` times a digit to the east. Then the row is `gain` times as long to the
    north, so that `gain * step * s` to the east is the direction of the digit s again; from 10 on
    the units take `10 * gain * step` away. What is left of the last digit is centered.
    """
    step, gain, middle = 0.02, 40.0, 4.5
    angles = np.arcsin(step * np.arange(10))
    W_E = np.outer(np.sin(angles), EAST) + np.outer(np.cos(angles), NORTH)
    nothing = np.zeros((3, 0))  # no queries and no keys: the head averages
    both = Head(nothing, nothing, 2 * gain / np.sqrt(3) * EAST[:, None], EAST[None])

    def heard(s: float) -> float:  # what the second layer norm leaves to the east
        east = step * (gain * s + middle)
        return float(np.sqrt(3) * east / np.hypot(east, 1))

    low, high = heard(9.35), heard(9.65)
    carry = MLP(
        W_in=np.stack([EAST, EAST], axis=1) / (high - low),
        b_in=-np.array([low, high]) / (high - low),
        W_out=10 * gain * step * np.stack([-EAST, EAST]),
        b_out=(gain - 1) * NORTH - step * middle * EAST,
    )
    return Transformer(W_E, np.zeros((2, 3)), [Layer([both], carry)])


# Half of one's own angle

SHRINK = 1.72  # from an angle to the next: more than the golden ratio


def sorts_by_half_an_angle(shrink: float = SHRINK) -> Program:
    """Each number asks a little below half of its own angle, where the next larger is nearest."""
    low = (1 / shrink + 1 / shrink**2) / 2  # from here on it is nearer than the one after it
    aim = 0.6 * low + 0.4 * 0.5  # and up to a half nearer than its own
    angles = np.append(np.arctan(np.tan(0.4) * shrink ** -np.arange(20.0)), 0)
    W_E = np.outer(np.cos(angles), EAST) + np.outer(np.sin(angles), NORTH)
    plane = np.hstack([share(EAST), share(NORTH)])
    head = Head(
        1e14 * plane * [1, aim], plane, 1e12 * plane, np.stack([EAST, NORTH]),
        name="finds the next larger",
    )  # fmt: skip
    return Program(Transformer(W_E, np.zeros((40, 3)), [Layer([head])]), range(21), after=0)


# One average again


def sentences_by_one_average(small: float = 0.1) -> Program:
    """Places say the next word, loudly, but for the two where it depends.

    The noun is heard beside the word that follows it, and *ran* hears the average of all places:
    two nouns, two averages, and halfway between them a row that points to neither word. What need
    not be there is not: `entries` looks for it.
    """
    point = {UNSAID: np.zeros(3), **dict(zip(AROUND, twelve_directions(), strict=True))}
    noun, ran = 2, 9
    W_pos = 1000 * np.array([point[word] for word in SENTENCES[0][1:]])
    W_pos[noun] = 3 * point["log"]
    aside, turn = point["battery"] - point["program"], point["down"] - point["please"]
    W_pos[ran] = small * 2 * point["down"] - point["ran"]
    rows = [np.array([point[w] for w in s[: ran + 1]]) + W_pos[: ran + 1] for s in SENTENCES]
    heard = [np.mean(normalize(row, LAYER_NORM) @ aside) for row in rows]
    head = averages(aside[:, None], -small / np.mean(heard) * turn)
    return Program(Transformer(np.array([*point.values()]), W_pos, [Layer([head])]), [*point])


# Few numbers that are not zero


READ = ("W_Q", "W_K", "W_V", "W_in")  # arrays of which a column reads a row of the stream


def with_zeros(model: Transformer) -> Transformer:
    """The same machine with more zeros: layer norms take away what all numbers of a row share.

    So one number may be taken from all that a row adds to the stream, and from all by which a
    column reads it: the one that is there most often.
    """

    def spared(path: str, W: Array) -> Array:
        name = path.rpartition(".")[2]
        return W if name == "b_in" else less_what_is_shared(W.T).T if name in READ \
            else less_what_is_shared(W)  # fmt: skip

    return mapped(model, spared)


def less_what_is_shared(rows: Array) -> Array:
    """Rows [..., d_model] less their most frequent number, up to rounding, where that has zeros."""
    alike = np.isclose(rows[..., None], rows[..., None, :], rtol=1e-12, atol=0)
    shared = np.take_along_axis(rows, alike.sum(-1).argmax(-1)[..., None], -1)
    less = np.where(np.isclose(rows, shared, rtol=1e-12, atol=0), 0, rows - shared)
    fewer = np.count_nonzero(less, -1) < np.count_nonzero(rows, -1)
    found: Array = np.where(fewer[..., None], less, rows)
    return found


def corners() -> Array:
    """Ten directions of a plane in three columns, six of them along one column: [10, 3]."""
    one = np.vstack([np.eye(3), -np.eye(3)])
    return np.vstack([one, np.array([[2, 1, 0], [0, 2, 1], [1, 0, 2], [1, 2, 0]]) / 3**0.5])


def twelve_directions() -> Array:
    """Directions 30 degrees apart, centered ones: every other one needs one number: [12, 3]."""
    one = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0], [-1, 0, 0], [0, 0, 1], [0, -1, 0.0]])
    two = (one + np.roll(one, 1, axis=0)) / 3**0.5  # between its neighbors, and as long
    return np.stack([two, one], axis=1).reshape(12, 3)


def repeat_last_in_corners() -> Transformer:
    """Symbols are directions, of which as many as can be need one number."""
    return Transformer(corners(), np.zeros((10, 3)))


def greeting_by_growing_rows() -> Program:
    """Rows whose most similar row is the next letter's need no place to say it.

    A row may be like a longer one more than like itself. Growing rows turn from H over e to l, and
    from the space over W, o and r to the same l; only where a letter is not followed by its like
    does a place hold a number.
    """
    rows = {
        "H": (-13, 19, 0), "e": (0, 32, 0), "l": (0, 18, -34), "o": (17, 0, -22), " ": (0, -11, 0),
        "W": (26, 0, 0), "r": (0, 0, -40), "d": (-8, 0, 10), "!": (-21, 0, 0), STOP: (0, 0, 13),
        START: (0, 0, 0),
    }  # fmt: skip
    W_pos = np.zeros((13, 3))
    for place, column, number in (
        (0, 0, -145),
        (4, 0, 266),
        (5, 2, 43),
        (10, 2, 160),
        (12, 1, -39),
    ):
        W_pos[place, column] = number
    return Program(Transformer(np.array([*rows.values()], float), W_pos), [*rows], START, STOP)
