"""A strange word that is more alike than a digit is."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np

from exercises.judging.boxes import verdicts
from exercises.judging.judge import Wrong, ask, kind_of
from exercises.statement import Exercise
from exercises.typed import Field
from taotp.applications.spoken.machine import DIGITS
from taotp.applications.spoken.said import said_words
from taotp.programs import Program, spoken_digits
from taotp_core.arrays import Array
from taotp_core.transformer import normalize, residual

SNR = 8  # dB
VOICES = ("a man", "a man again", "a woman", "a woman again", "a woman, half as fast", "a machine")
WORDS = ("directories", "files", "photos", *DIGITS)
STUB = '''
def no_threshold():
    """A voice, its strange word, and a digit of "a machine"."""
    raise NotImplementedError
'''

Make = Callable[[], object]


@cache
def program() -> Program:
    """The listener for everybody."""
    return spoken_digits()


def noisy(digit: str) -> Array:
    """A digit of the machine in white noise, SNR dB fainter."""
    samples = said_words()["a machine"][digit]
    noise = np.random.default_rng(0).normal(size=len(samples)) * samples.std() * 10 ** (-SNR / 20)
    heard: Array = np.clip(samples + noise, -1, 1)
    return heard


@cache
def heard_in_noise(digit: str) -> str:
    """What the program hears of a digit in noise."""
    return program().complete(noisy(digit))


@cache
def alike(voice: str, word: str) -> float:
    """The largest cosine of any unit with a strange word, or with a digit in noise."""
    model = program().model
    *before, last = model.layers
    assert last.mlp is not None
    bare = replace(model, layers=[*before, replace(last, mlp=None)])
    sound = noisy(word) if voice == "a machine" else said_words()[voice][word]
    heard = program().memory(sound)
    stream = residual(bare, np.array([model.d_vocab - 1]), memory=heard)
    return float((normalize(stream, last.norm_mlp) @ last.mlp.W_in).max())


def judge(answer: object) -> str:
    """Compare the two cosines."""
    said = ask(answer, where="in the answer")
    if not isinstance(said, tuple | list) or len(said) != 3:
        raise Wrong(f"in the answer expected three strings, got {kind_of(said)}")
    voice, word, digit = said
    sounds = said_words()
    voices = {name: own for name, own in sounds.items() if name != "a machine"}
    if voice not in voices or word not in voices[voice]:
        raise Wrong(f"in the answer expected one of the strange words, got {word!r} of {voice!r}")
    if digit not in sounds["a machine"]:
        raise Wrong(f"in the answer expected a digit, got {digit!r}")
    if (heard := heard_in_noise(digit)) != digit:
        raise Wrong(f"on {digit!r} in noise expected a digit that is heard right, got {heard!r}")
    strange, own = alike(voice, word), alike("a machine", digit)
    if not strange > own:
        raise Wrong(
            f"on {word!r} expected a cosine above that of {digit!r}, {own:.3f}, got {strange:.3f}"
        )
    return f"2 inputs, {word} with {strange:.3f} and {digit} with {own:.3f}"


def no_threshold() -> tuple[str, str, str]:
    """The most alike of the strange ones, and the least alike of the digits."""
    sounds = said_words()
    others = [voice for voice in sounds if voice != "a machine"]
    strangers = [(voice, word) for voice in others for word in sounds[voice]]
    voice, word = max(strangers, key=lambda one: alike(*one))
    right = [digit for digit in sounds["a machine"] if program().complete(noisy(digit)) == digit]
    return voice, word, min(right, key=lambda digit: alike("a machine", digit))


def accepted_searched() -> Make:
    """All cosines, sorted."""
    return no_threshold


def wrong_nothing() -> Make:
    """A strange word that nothing is like."""
    return lambda: ("a man", "photos", "one")


def wrong_digit() -> Make:
    """Two digits."""
    return lambda: ("a machine", "two", "six")


def wrong_clear() -> Make:
    """A digit that stands out of the noise."""
    return lambda: ("a woman, half as fast", "files", "four")


def wrong_mistaken() -> Make:
    """In noise this digit is heard as another one."""
    return lambda: ("a woman, half as fast", "files", "three")


def wrong_order() -> Make:
    """The strings in another order."""
    return lambda: ("files", "a man", "six")


def typed_answers() -> dict[str, tuple[str, str, str]]:
    """All sounds, and words that a voice does not say, beside all digits."""
    return {"\n".join(each): each for each in product(VOICES, WORDS, DIGITS)}


EXERCISE = Exercise(
    slug="no-threshold",
    title="No threshold",
    kind="inspect",
    statement=f"""
To `spoken_digits()` the *files* of a woman is a *five*. Would more votes for silence help? Without
noise they would: in `said_words()` every digit of `a machine` is more alike to some recording than
any strange word of another voice is. Now put white noise over the digits, {SNR} dB fainter than
they are, as `noisy` does below. Find a strange word whose largest cosine with any unit is *above*
that of a digit in noise which the program still hears right. Then no threshold refuses the one and
takes the other. `no_threshold()` returns a voice, its word, and a digit, such as
`("a man", "files", "six")`. What else than a higher threshold could be done?
""",
    hints=(
        "The stream before the last MLP, through layer norm, times $W_{in}$, is the cosines.",
        "Take the largest for each sound, and sort.",
    ),
    answer="""
The strange word that is most alike and, of the digits that are heard right in noise, the one that
is least alike: *files*, as the woman says it half as fast, and *seven*.
A threshold compares every sound with one number, and how alike two sounds are depends more on
the voices than on the words. It helps to compare with something that is no digit: recordings of
other words, of noise, of coughs, whose units vote for silence. Then a strange word has to be
more like a digit than like those. That is what the *garbage models* of recognizers do.
""",
    stub=STUB,
    judge=judge,
    code=(noisy, alike, no_threshold),
    checklist=("A remedy other than a threshold is named, with what it costs.",),
    typed=verdicts(
        [
            Field("voice", "a voice", "choice", choices=VOICES),
            Field("word", "its word", "choice", choices=WORDS),
            Field("digit", "a digit", "choice", choices=DIGITS),
        ],
        judge,
        typed_answers,
    ),
)
