"""The page of results and the file beside it, in the built book."""

import re
from html import unescape
from pathlib import Path

from exercises.results import RESULTS, as_json, plain


def test_the_file_and_the_page_say_the_same(html: Path) -> None:
    assert (html / "results.json").read_text("utf-8") == as_json()
    page = (html / "results.html").read_text("utf-8")
    assert '<a href="results.json" download' in page
    said = " ".join(unescape(re.sub(r"<[^>]+>", "", page)).split()).replace("’", "'")
    for each in RESULTS:
        words = plain(each.told(each.says))
        assert words in said, words
        assert each.command in said
