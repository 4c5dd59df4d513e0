"""Results as tables of text, one file an experiment, to which each measured point is added."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from tqdm import tqdm

from taotp_core.data import experiment
from taotp_core.files import write_whole

FOLDER = Path(__file__).resolve().parent.parent / "taotp_core/data/experiments"

Row = Mapping[str, Any]


def kept(name: str) -> list[dict[str, Any]]:
    """The rows that are there, none where the file is new."""
    return experiment(name, FOLDER) if (FOLDER / f"{name}.csv").exists() else []


def save(name: str, words: str, rows: list[dict[str, Any]]) -> None:
    """Write a table so that an interruption leaves the old file or the new one."""
    text = io.StringIO()
    text.write(f"# python -m experiments {name}: {words}\n")
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(FOLDER / f"{name}.csv", text.getvalue().encode())


def fill(
    name: str,
    words: str,
    points: Iterable[Row],
    measure: Callable[..., Iterable[Row]],
) -> None:
    """Measure the points that are missing, and keep the rows of each as soon as they are known.

    A point is the settings by name; `measure` takes them and returns what it found, in one row or
    in several, which are kept beside the settings.
    """
    rows = kept(name)
    for point in tqdm(list(points), desc=name):
        if not any(point.items() <= row.items() for row in rows):
            rows += [{**point, **found} for found in measure(**point)]
            save(name, words, rows)
