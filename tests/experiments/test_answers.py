"""The numbers in the model answers are those of the results."""

from collections.abc import Callable

import numpy as np

from exercises import exercise
from exercises.catalogue.hello_world.train_hello_world import trained_hello_world
from taotp.data import experiment
from taotp_core.encodings import EAST, NORTH
from tests.laws import every
from tools.experiments.more_text import KEPT_BACK, pieces, play


def column(name: str, wanted: str, **settings: object) -> list[float]:
    """A column of the rows with these settings, of which there are some."""
    found = [row[wanted] for row in experiment(name) if settings.items() <= row.items()]
    assert found
    return found


def mean(name: str, wanted: str, **settings: object) -> float:
    """Their mean."""
    found = column(name, wanted, **settings)
    return sum(found) / len(found)


def span(values: list[float], unit: str = ".2f") -> tuple[str, str]:
    """The least and the largest, as they are written."""
    return format(min(values), unit), format(max(values), unit)


def apart(steps: int) -> tuple[str, str]:
    """The least and the largest angle between neighbors among the symbols that are said."""
    program = trained_hello_world(steps)
    rows = np.delete(program.model.W_E, program.vocabulary.index(program.start), axis=0)
    angles = np.sort(np.degrees(np.arctan2(rows @ NORTH, rows @ EAST)))
    return span(np.diff([*angles, angles[0] + 360]).tolist(), ".0f")


def train_hello_world() -> list[str]:
    def said(d_model: int, steps: int) -> float:
        return sum(column("train_hello_world", "says", d_model=d_model, steps=steps))

    assert said(3, 3200) == said(4, 400) == said(6, 100) == 20
    assert said(3, 1600) < 20 and said(4, 200) < 20 and said(6, 50) < 20 and said(2, 3200) == 0
    return [
        f"{said(3, 400)} get there in 400 steps, and all in 3,200",
        "in four dimensions all twenty do in 400 steps, in six in 100",
        "after 400 steps they lie {} to {} degrees apart".format(*apart(400)),
        "after 3,200 steps {} to {}, where evenly is 36".format(*apart(3200)),
    ]


def train_lookup() -> list[str]:
    def right(prefix: str, step: int, trained_on: str = "random") -> str:
        where = {"prefix": prefix, "step": step, "trained_on": trained_on}
        return format(mean("train_lookup", "right", **where), ".3f")

    early, late = (
        [right(kind, step) for kind in ("random", "other keys", "near keys")]
        for step in (400, 2000)
    )
    unhurt = mean("train_lookup", "right", prefix="adversary", step=400, trained_on="random")
    never = column("train_lookup", "right", prefix="adversary", step=2000, trained_on="random")
    assert 1.0 in never  # for one start it found nothing
    return [
        f"right behind {early[0]} of the prefixes of random symbols, {early[1]} of those of other "
        f"keys and {early[2]} of those of near keys",
        f"for all but {unhurt:.2f} of the keys",
        f"the samples are at {late[0]}, {late[1]} and {late[2]}, the adversary leaves "
        f"{right('adversary', 2000)}, and learning from other keys and near keys too gives "
        f"{right('adversary', 2000, 'all')}",
    ]


def norm_the_hashes() -> list[str]:
    def average(normed: str, wanted: str = "right", d_token: int = 25) -> float:
        return mean("norm_the_hashes", wanted, d_token=d_token, normed=normed)

    def measured(normed: str, words: str) -> str:
        right = column("norm_the_hashes", "right", d_token=25, normed=normed)
        low, high = span([x / 1000 for x in right], ".3f")
        return f"{average(normed) / 1000:.3f} {words} ({low} to {high})"

    ways = {"nothing": "as it was", "hashes": "with (a)", "rows": "with (b)"}
    wide = [f"{average(way, d_token=100) / 1000:.3f}" for way in ways]
    rivals = [average(way, "keys_of_rivals") for way in ("nothing", "rows")]
    return [
        *(measured(*way) for way in ways.items()),
        f"in 100 dimensions {wide[0]}, {wide[1]} and {wide[2]}",
        f"has {rivals[0]:.1f} keys on average, with (b) {rivals[1]:.1f}",
    ]


def more_text() -> list[str]:
    def steps(words: int, entries: int, d_token: int = 16) -> int:
        where = {"fit": "table", "words": words, "entries": entries, "d_token": d_token}
        (found,) = column("more_text", "step", **where)
        assert column("more_text", "right", **where) == [1.0] or d_token == 6
        return int(found)

    tables = max(column("more_text", "kept_back", fit="table"))
    on, all_pieces = (
        column("more_text", "kept_back", fit=fit) for fit in ("goes on", "all pieces")
    )
    (narrow,) = column("more_text", "right", fit="table", entries=1600, d_token=6)
    ids, known = play()
    _, answers = pieces(ids[int((1 - KEPT_BACK) * len(ids)) :], 6, 1)
    always_and = (answers == known.index("and")).mean()
    return [
        f"where *and* alone would be right in {100 * always_and:.1f} %",
        f"1,600 entries take {steps(6, 1600)}, {steps(8, 1600)} and {steps(10, 1600)} steps, 3,200 "
        f"of six words {steps(6, 3200)}",
        f"six words take {steps(6, 1600, 8)} steps; in 6 the fit gives up after 1,000 with "
        f"{narrow:.0%} of them".replace("%", " %"),
        f"says more than {100 * tables:.1f} % of the last words",
        f"stays a table: {100 * on[-1]:.1f} %",
        f"rises to {100 * column('more_text', 'right', fit='all pieces')[-1]:.0f} %, and that of "
        f"kept-back pieces to {100 * max(all_pieces):.1f} %",
    ]


def why_a_quarter() -> list[str]:
    def percent(by: str, length: int, symbols: int) -> str:
        found = column("why_a_quarter", "right", by=by, length=length, symbols=symbols)
        low, high = span([x / 10 for x in found], ".0f")
        return low if low == high else f"{low} to {high}"

    tables = ((10, 10), (5, 20), (5, 30))
    machine, sums = ([percent(by, *table) for table in tables] for by in ("lookup", "sums"))
    assert machine[2] == "100"
    return [
        f"stores {machine[0]} %, with 20 symbols (96 features) {machine[1]} %, with 30 symbols "
        "(146 features) everything",
        f"are at {sums[0]} %, {sums[1]} % and {sums[2]} % of the same tables",
        f"at {percent('sums', 5, 10)} % of the chapter's, where the lookup is at "
        f"{percent('lookup', 5, 10)} %",
        f"after 100,000 nudges it is at {percent('nudges', 5, 10)} %",
    ]


def trained_embeddings() -> list[str]:
    def of(wanted: str, rows: str, window: int) -> int:
        (found,) = column("trained_embeddings", wanted, rows=rows, window=window)
        return int(found)

    for rows in ("circle", "random", "trained"):
        assert of("exact", rows, 800) == of("once", rows, 800) == 145
    right = [of("new_right", rows, 100) for rows in ("circle", "trained", "random")]
    return [
        "we tried 145 such places of 2,000, with windows of 800 words",
        f"there are {of('new', 'circle', 100):,} such places; the circle says {right[0]} of their "
        f"next words right, trained rows {right[1]}, random rows {right[2]}",
    ]


def train_sort() -> list[str]:
    def few(sets: int, *sizes: int) -> list[float]:
        where = {"d_vocab": 8, "sets": sets, "kind": "every set"}
        return [x for d in sizes for x in column("train_sort", "right", **where, d_model=d)]

    def many(sets: int, kind: str) -> list[int]:
        where = {"d_vocab": 28, "sets": sets, "kind": kind}
        of = column("train_sort", "of", **where)[0]
        return sorted(round(100 * x / of) for x in column("train_sort", "right", **where))

    assert few(255, 8, 16) == [255] * 4
    assert set(column("train_sort", "right", kind="full")) == {1}
    small, half, quarter = few(255, 4), few(128, 8, 16), few(64, 8, 16)
    (a, b), (c, d) = many(125, "random"), many(125, "pairs")
    (e, f), (g, h) = many(1000, "random"), many(1000, "pairs")
    assert e == f
    (i, j), (k, m), (n, o) = (many(64000, kind) for kind in ("random", "pairs", "neighbors"))
    return [
        f"of 4 dimensions, {small[0]} and {small[1]} of the 255",
        f"8 and 16 dimensions sort {min(half)} to {max(half)}, and on 64 sets {min(quarter)} to "
        f"{max(quarter)}",
        f"sort {a} and {b} % of 500 random sets, and {c} and {d} % of all pairs",
        f"1,000 sets for {e} % and {g} and {h} %",
        f"for {i} and {j} % of random sets, {k} and {m} % of pairs and {n} and {o} % of runs",
    ]


def other_mark() -> list[str]:
    def gap(digits: int, degrees: int) -> float:
        return column("other_mark", "gap", digits=digits, degrees=degrees)[0]

    one, two, three = ([gap(n, degrees) for degrees in (30, 150, 270)] for n in (1, 2, 3))
    best = [max(column("other_mark", "best_gap", digits=n)) for n in (1, 2, 3)]
    times = [found / gap(n, 30) for n, found in enumerate(best, 1)]
    assert two[2] == 0
    written = [f"{x:.1e}".replace("e-0", "e-") for x in (*three, best[2])]
    return [
        f"is {one[0]:.4f}, {one[1]:.4f} and {one[2]:.4f} for the first, second and third",
        f"with two digits {two[0]:.5f}, {two[1]:.5f} and zero",
        f"it is {written[0]}, {written[1]} and {written[2]}",
        f"are {best[0]:.4f}, {best[1]:.5f} and {written[3]}: {times[0]:.1f}, {times[1]:.1f} and "
        f"{times[2]:.0f} times",
    ]


def train_positions() -> list[str]:
    def at_last(table: str, words: str) -> str:
        found = column("train_positions", "loss", positions=table, step=2000)
        low, high = span(found)
        return f"{sum(found) / len(found):.2f} for {words} ({low} to {high})"

    tables = {
        "original": "the original encoding",
        "learned": "learned positions",
        "random rotations": "random rotations",
        "none": "none",
    }
    none, rotations = (
        mean("train_positions", "loss", positions=table, step=500)
        for table in ("none", "random rotations")
    )
    assert rotations >= none
    return [at_last(*item) for item in tables.items()]


@every("says", [train_hello_world, train_lookup, norm_the_hashes, more_text, why_a_quarter,
                trained_embeddings, train_sort, other_mark, train_positions])  # fmt: skip
def test_numbers_of_the_answer(says: Callable[[], list[str]]) -> None:
    """It names the chapter of curves."""
    answer = " ".join(exercise(says.__name__.replace("_", "-")).answer.split())
    for said in ("[Experiments](experiments.ipynb)", *says()):
        assert said in answer
