"""Exercise: yum unless yuck, in one hidden layer and as few units as there can be."""

from collections.abc import Callable, Sequence
from itertools import product

from exercises.judging import boxes
from exercises.judging.judge import Wrong
from exercises.judging.semes import after, units_of
from exercises.statement import Example, Exercise, Mark
from exercises.typed import Json
from taotp.words.features import Layout
from taotp_core.stream import semes

NAMES = ("apple", "banana", "cherry", "durian")
PLATES = list(product((0, 1), repeat=4))
MOST, WITHIN = 3, 1e-3
STUB = '''
def units():
    """Pairs of texts: what a unit reads, and what it writes."""
    raise NotImplementedError
'''

Units = Callable[[], Sequence[Sequence[str]]]


def plates() -> Layout:
    """The columns, with a pair so loud that a 1 is read as one to seven digits."""
    return Layout(semes("apple banana cherry durian yum yuck"), 1, loud=1e4)


def on(plate: Sequence[int]) -> str:
    """The names of what is on a plate."""
    return " ".join(name for name, there in zip(NAMES, plate, strict=True) if there)


def judge(answer: object) -> str:
    """All plates."""
    layout = plates()
    units = units_of(answer, "in units", layout, MOST)
    found = after(layout, units, layout.embedding({str(p): on(p) for p in PLATES}))[:, 4:]
    for plate, (yum, yuck) in zip(PLATES, found.tolist(), strict=True):
        a, b, c, d = plate
        right = float((a or b) and not (c and d)), float(c and d)
        if not max(abs(yum - right[0]), abs(yuck - right[1])) <= WITHIN:
            raise Wrong(
                f"on a plate of {on(plate) or 'nothing'} expected yum {right[0]:g} and yuck "
                f"{right[1]:g}, got {round(yum, 9) + 0.0:.3g} and {round(yuck, 9) + 0.0:.3g}"
            )
    return f"{len(PLATES)} inputs, {len(units)} units"


def units() -> list[tuple[str, str]]:
    """Yum or yuck is a threshold; yuck takes it back."""
    either = "2 apple + 2 banana + cherry + durian"
    return [
        (f"{either} - one", "yum"),
        (f"{either} - 2 one", "- yum"),
        ("cherry + durian - one", "yuck - yum"),
    ]


def accepted_threshold() -> Units:
    """As the model answer has it."""
    return units


def accepted_halves() -> Units:
    """The same threshold, half as steep."""
    either = "apple + banana + .5 cherry + .5 durian"
    return lambda: [
        (f"{either} - .5 one", "2 yum"),
        (f"{either} - one", "- 2 yum"),
        ("cherry + durian - one", "yuck - yum"),
    ]


def accepted_other_way() -> Units:
    """A 1 from a unit that is always on is not needed: less than yum or yuck is taken away."""
    either = "4 apple + 4 banana + 2 cherry + 2 durian"
    return lambda: [
        (f"{either} - 2 one", ".5 yum"),
        (f"{either} - 4 one", "- .5 yum"),
        ("10 cherry + 10 durian - 10 one", ".1 yuck - .1 yum"),
    ]


def wrong_all_cases() -> Units:
    """One unit for each case, as in the chapter."""
    return lambda: [
        ("cherry + durian - one", "yuck"),
        ("apple", "yum"),
        ("banana - apple", "yum"),
        ("apple + cherry + durian - 2 one", "- yum"),
        ("banana + cherry + durian - apple - 2 one", "- yum"),
    ]


def wrong_or() -> Units:
    """As the essay has it: yum stays on a plate of everything."""
    return lambda: [
        ("apple + banana", "yum"),
        ("apple + banana - one", "- yum"),
        ("cherry + durian - one", "yuck"),
    ]


def wrong_less() -> Units:
    """Yuck takes a yum away where there was none."""
    return lambda: [
        ("apple + banana", "yum"),
        ("apple + banana - one", "- yum"),
        ("cherry + durian - one", "yuck - yum"),
    ]


def wrong_two_units() -> Units:
    """Two cannot do it."""
    return lambda: [
        ("2 apple + 2 banana - cherry - durian", ".5 yum"),
        ("cherry + durian - one", "yuck - yum"),
    ]


def wrong_one_fruit() -> Units:
    """An apple and a banana are yum twice."""
    either = "2 apple + 2 banana + cherry + durian"
    return lambda: [
        (f"{either} - one", ".5 yum"),
        ("cherry + durian - one", "yuck - yum"),
    ]


def typed_data() -> Json:
    """The plates, and what is to be said of each."""
    yuck = "max(0, cherry + durian - 1)"
    return {
        "where": "in units",
        "names": [*NAMES, "yum", "yuck"],
        "loud": 1e4,
        "most": MOST,
        "axes": [(name, [0, 1]) for name in NAMES],
        "expected": {"yum": f"max(0, min(1, apple + banana) - {yuck})", "yuck": yuck},
        "within": WITHIN,
        "worst": False,
        "wrong": "on a plate of {there} expected yum {yum_wanted:g} and yuck {yuck_wanted:g}, "
        "got {yum_got:.3g} and {yuck_got:.3g}",
        "right": "{tried} inputs, {count} units",
    }


EXERCISE = Exercise(
    slug="yum-unless-yuck",
    title="Yum unless yuck",
    kind="budget",
    marks=(Mark.RECOMMENDED,),
    statement=f"""
Cherry and durian are yuck. Apple or banana is yum, unless it is yuck. The chapter does it with
five units in one hidden layer. Write `units()`, at most {MOST} of them, as pairs of texts: what a
unit reads, and what it writes. They are tried on all sixteen plates, through a layer with its
norm.
""",
    hints=(
        "Yum unless yuck is no threshold of a weighted sum, and yuck is. What else is?",
        "*Yum or yuck*, with yuck taken back, is yum unless yuck.",
        "A threshold takes two units: $\\mathrm{relu}(x) - \\mathrm{relu}(x - 1)$ is 0 up to 0 and "
        "1 from 1 on. For which sum $x$ of fruit is that *apple or banana, or cherry and durian*?",
    ),
    answer="""
Yum or yuck is $2a + 2b + c + d \\ge 2$, a threshold, which two units make a 0 or a 1. A third unit
is yuck, and takes it back.

Fewer will not do, not even with a free constant in what is written. Say there were two, $u$ and
$v$. Yum and yuck are sums of 1, $u$ and $v$, and no constants; so, counting dimensions, $u$ and
$v$ are sums of 1, yum and yuck. Each has *one* value on all plates that are yum, one on all that
are yuck, and one on the three that are neither (nothing, a cherry, a durian). Where a unit is
above 0 it is linear. Above 0 on yum, it changes with no fruit that is added, so it is constant,
and there is one unit too few: so it is 0 on yum. Above 0 on the three, it does not change with a
cherry nor with a durian, and has the same value on a cherry and a durian; but with an apple added
it is 0 there, as on the apple alone, and both plates are yuck. It is 0 on the three as well.
Both units are 0 but on yuck, and yum is no sum of them.
""",
    stub=STUB,
    judge=judge,
    code=(units,),
    example=Example(
        "How texts become units, and what the first of the chapter's does:",
        "from taotp.words.features import Layout\n"
        "from taotp_core.stream import semes\n\n"
        'plates = Layout(semes("apple banana cherry durian yum yuck"), 1, loud=1e4)\n'
        'reads = plates.unit("cherry + durian - one", "yuck").W_in[:, 0]\n'
        "{name: round(float(x), 2) for name, x in zip(plates.columns, reads) if x}",
    ),
    typed=boxes.units(typed_data),
)
