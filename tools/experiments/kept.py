"""Results as tables of text, one file an experiment, to which each measured point is added."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from taotp.data import as_number
from taotp.files import write_whole
from taotp.verify.worker_pool import Ended, bar, run

FOLDER = Path(__file__).resolve().parents[2] / "taotp/data/experiments"

Row = Mapping[str, Any]


def kept(name: str) -> list[Row]:
    """The rows that are there, as they are written; none where the file is new."""
    if not (path := FOLDER / f"{name}.csv").exists():
        return []
    _, *lines = path.read_text("utf-8").splitlines()  # the first says how it was made
    return list(csv.DictReader(lines))


def save(name: str, words: str, rows: Sequence[Row]) -> None:
    """Write a table so that an interruption leaves the old file or the new one."""
    text = io.StringIO()
    text.write(f"# python -m tools.experiments {name}: {words}\n")
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(FOLDER / f"{name}.csv", text.getvalue().encode())


def fill(
    name: str,
    words: str,
    points: Iterable[Row],
    measure: Callable[..., Iterable[Row]],
    workers: int | None = None,
    dask: str | None = None,
) -> None:
    """Measure the points that are missing, and keep the rows of each as soon as they are known.

    A point is the settings by name; `measure` takes them and returns what it found, in one row or
    in several, which are kept beside the settings, in the order of the points. Raises RuntimeError
    for a point that ends the process which measures it.
    """
    points, before = list(points), kept(name)
    found = {i: rows for i, point in enumerate(points) if (rows := rows_of(point, before))}
    left = [(i, measure, point) for i, point in enumerate(points) if i not in found]
    with closing(run(measured, left, workers, dask)) as done:
        for (i, _, point), came in bar(done, len(left), "point"):
            if isinstance(came, Ended):
                raise RuntimeError(f"measuring {point} ended its process; is there enough memory?")
            found[i] = came
            save(name, words, [row for i in sorted(found) for row in found[i]])


def rows_of(point: Row, rows: Iterable[Row]) -> list[Row]:
    """The rows that are kept of a point."""
    asked = point.items()
    return [row for row in rows if all(as_number(row[key]) == setting for key, setting in asked)]


def measured(asked: tuple[int, Callable[..., Iterable[Row]], Row]) -> list[Row]:
    """The rows of a point."""
    _, measure, point = asked
    return [{**point, **found} for found in measure(**point)]
