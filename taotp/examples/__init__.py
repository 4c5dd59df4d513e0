"""Programs as text, to run and to change; `taotp examples` lists them."""

from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).parent
ENDING = ".taotp"


def example(name: str) -> Path | None:
    """The file of an example, by its name with or without the ending; None where there is none."""
    known = {path.name: path for path in FOLDER.glob(f"*{ENDING}")}
    return known.get(name) or known.get(f"{name}{ENDING}")


def abouts() -> Mapping[str, str]:
    """The names of the examples in order, and the first line of each, which says what it does."""
    paths = sorted(FOLDER.glob(f"*{ENDING}"))
    return {path.stem: path.read_text("utf-8").split("\n")[0].lstrip("# ") for path in paths}
