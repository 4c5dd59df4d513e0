"""The command that runs all code of pages, on one page as it is and on one that prints otherwise.

Alone: TAOTP_LANE=nightly pytest tests/pages/test_every_cell.py
"""

import shutil
from pathlib import Path

import pytest

from tests.pages.conftest import QuietHandler, cannot_run, serving
from tests.pages.test_python import LOADED
from tools.every_cell import MOST_SECONDS, in_chromium
from tools.sampling import HTML, at_night

PAGE, PRINTED = "hello_world.html", "Hello World!'"


def test_what_is_printed_otherwise_is_told(tmp_path: Path) -> None:
    """All cells of the page as it is say what is printed; a mutant compared nothing."""
    if not at_night():
        pytest.skip("all code of a page is run at night")
    if not LOADED.is_file():
        cannot_run("the book was built without Python")
    for each in ("_static", "_images", "python.html"):
        if (HTML / each).exists():
            (tmp_path / each).symlink_to(HTML / each)
    shutil.copy(HTML / PAGE, tmp_path)
    text = (HTML / PAGE).read_text("utf-8")
    assert PRINTED in text
    (tmp_path / "other.html").write_text(text.replace(PRINTED, "Hello Word!'", 1), "utf-8")
    with serving(QuietHandler, tmp_path) as site, in_chromium(MOST_SECONDS) as run:
        count, wrong = run(f"{site}/{PAGE}")
        assert count > 20 and not wrong
        _, (told,) = run(f"{site}/other.html")
        assert "Hello World!" in told and "Hello Word!" in told
