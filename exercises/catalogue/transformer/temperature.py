"""Draw the next token."""

import numpy as np

from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise, Mark
from taotp_core.arrays import Array, softmax

DRAWS = 1000
CHANCE = 28.0  # chi-square of 4 degrees of freedom exceeds it once in 100,000 right answers
LOGITS = np.array([1.0, 0.3, 0.0, -0.4, -1.0])
TEMPERATURES = (1.0, 0.5, 2.0, 8.0)
STUB = '''
def sample_token(logits, temperature, rng):
    """A token drawn with the probabilities softmax(logits / temperature)."""
    raise NotImplementedError
'''


def draws(answer: object, logits: Array, temperature: float, n: int, seed: int = 1) -> list[int]:
    """What the learner's function draws n times, with one generator."""
    rng = np.random.default_rng(seed)
    where = f"on logits {logits.tolist()} at temperature {temperature}"
    drawn = []
    for _ in range(n):
        token = numbers(ask(answer, logits.copy(), temperature, rng, where=where), (), where)
        if not (0 <= token < len(logits) and token == int(token)):
            raise Wrong(f"{where} expected a token from 0 to {len(logits) - 1}, got {token:.6g}")
        drawn.append(int(token))
    return drawn


def judge(answer: object) -> str:
    """Frequencies by chi-square, the two ends of the temperature, large logits, equal seeds."""
    for logits, temperature in ((LOGITS[::-1], 0.0), (LOGITS, 1e-3), (LOGITS + 5000, 0.01)):
        best = int(logits.argmax())
        got = next((t for t in draws(answer, logits, temperature, 20) if t != best), best)
        if got != best:
            where = f"on logits {logits.tolist()} at temperature {temperature}"
            raise Wrong(f"{where} expected the greedy token {best}, got {got}")
    for temperature in TEMPERATURES:
        check_frequencies(answer, LOGITS, temperature)
    check_frequencies(answer, LOGITS[::-1] + 2000, 1.0)
    if draws(answer, LOGITS, 1.0, 50) != draws(answer, LOGITS, 1.0, 50):
        raise Wrong("on equal seeds expected equal draws, got others: draw with rng alone")
    if draws(answer, LOGITS, 1.0, 50) == draws(answer, LOGITS, 1.0, 50, seed=2):
        raise Wrong("on other seeds expected other draws, got the same: draw with rng")
    n = (len(TEMPERATURES) + 1) * DRAWS
    return f"{n} draws as softmax(logits / temperature) has it, greedy at 0, seeded"


def check_frequencies(answer: object, logits: Array, temperature: float) -> None:
    """Raise Wrong where the counts are farther from softmax than chance brings them."""
    expected = DRAWS * softmax(logits / temperature)
    counts = np.bincount(draws(answer, logits, temperature, DRAWS), minlength=len(logits))
    distance = (counts - expected) ** 2 / expected
    if distance.sum() > CHANCE:
        worst = int(distance.argmax())
        raise Wrong(
            f"on logits {logits.tolist()} at temperature {temperature} expected token {worst} "
            f"about {expected[worst]:.0f} times in {DRAWS} draws, got {counts[worst]}"
        )


def sample_token(logits: Array, temperature: float, rng: np.random.Generator) -> int:
    """Draw a point of the unit interval, on which each token has a stretch of its own."""
    if temperature == 0:
        return int(logits.argmax())
    ends = np.cumsum(softmax(logits / temperature))
    return int((ends < rng.random() * ends[-1]).sum())


def accepted_interval() -> object:
    """The unit interval cut in stretches."""
    return sample_token


def accepted_gumbel() -> object:
    """Noise on the logits, then the largest: no softmax at all."""

    def gumbel(logits: Array, temperature: float, rng: np.random.Generator) -> int:
        return int((logits + temperature * rng.gumbel(size=len(logits))).argmax())

    return gumbel


def accepted_choice() -> object:
    """Numpy's weighted choice."""

    def choice(logits: Array, temperature: float, rng: np.random.Generator) -> int:
        if temperature == 0:
            return int(logits.argmax())
        return int(rng.choice(len(logits), p=softmax(logits / temperature)))

    return choice


def wrong_hot() -> object:
    """Right up to a temperature of two, at which it stays."""

    def cool(logits: Array, temperature: float, rng: np.random.Generator) -> int:
        return sample_token(logits, min(temperature, 2.0), rng)

    return cool


def wrong_times() -> object:
    """Multiplies by the temperature: hot is cold."""

    def times(logits: Array, temperature: float, rng: np.random.Generator) -> int:
        if temperature == 0:
            return int(logits.argmax())
        return int(rng.choice(len(logits), p=softmax(logits * temperature)))

    return times


def wrong_greedy() -> object:
    """Always the best."""
    return lambda logits, temperature, rng: logits.argmax()


def wrong_ignores_temperature() -> object:
    """Draws at temperature 1 whatever it is told, except at 0."""

    def warm(logits: Array, temperature: float, rng: np.random.Generator) -> int:
        return sample_token(logits, 1.0 if temperature >= 0.1 else temperature, rng)

    return warm


def wrong_overflow() -> object:
    """A softmax that overflows."""

    def loud(logits: Array, temperature: float, rng: np.random.Generator) -> int:
        if temperature < 0.1:
            return int(logits.argmax())
        weights = np.exp(logits / temperature)
        return int((np.cumsum(weights / weights.sum()) < rng.random()).sum())

    return loud


def wrong_generator() -> object:
    """Numpy's global generator: the seed has no say."""

    def unseeded(logits: Array, temperature: float, rng: np.random.Generator) -> int:
        return sample_token(logits, temperature, np.random.default_rng(OUTSIDE.integers(2**31)))

    return unseeded


OUTSIDE = np.random.default_rng(5)

EXERCISE = Exercise(
    slug="temperature",
    source="1.6",
    title="Temperature",
    kind="code",
    marks=(Mark.VERY_EASY,),
    statement="""
Greedy decoding always says the likeliest token. *Sampling* draws one, each with its probability,
and a temperature $T$ makes the draw bolder or more timid: the probabilities are
$\\mathrm{softmax}(\\mathrm{logits}/T)$. Write `sample_token(logits, temperature, rng)` for one row
of logits; `rng` is a numpy generator, the only source of chance. Temperature 0 means greedy.

To hear it, hand it to the library:
`generate(model, tokens, steps, choose=lambda logits: sample_token(logits, 0.7, rng))`.
""",
    hints=(
        "`rng.choice` takes a list of probabilities.",
        "Nothing can be divided by 0, so ask about temperature 0 first.",
        "Logits may be in the thousands. The chapter's `softmax` subtracts the largest first; "
        "yours should too, after dividing.",
    ),
    answer="""
The tokens share the unit interval in proportion to their probabilities; a random point falls into
one stretch. There is a way without softmax: add to each logit $T$ times a number drawn from
Gumbel's distribution and take the largest.
""",
    stub=STUB,
    judge=judge,
    code=(sample_token,),
)
