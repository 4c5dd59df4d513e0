"""The table of exercises in *For teachers*: all of them, each once, as the catalogue has them."""

import re

from exercises.catalogue import EXERCISES
from exercises.order import CHAPTERS
from tests.refused import refused
from tools import exercise_table


def test_the_page_has_the_table_of_the_catalogue() -> None:
    text = exercise_table.PAGE.read_text("utf-8")
    assert exercise_table.is_as_catalogued()
    labels = re.findall(r"^\| \{ref\}`[^`]+ <exercise-([\w-]+)>` \|", text, re.MULTILINE)
    assert labels == [slug for chapter in CHAPTERS for slug in chapter.slugs]


def test_a_row_says_who_judges() -> None:
    said = {slug: exercise_table.judged(each) for slug, each in EXERCISES.items()}
    assert {*said.values()} == {"in its page", "by a command", "by you"}
    assert said["build-letter"] == said["repeat-last"] == "in its page"
    assert said["temperature"] == "by a command"
    read = {slug for slug, each in EXERCISES.items() if each.judge is None and not each.typed}
    assert {slug for slug, who in said.items() if who == "by you"} == read


def test_a_changed_table_is_seen_and_written_anew() -> None:
    text = exercise_table.PAGE.read_text("utf-8")
    title = EXERCISES["jello"].title
    assert exercise_table.with_table(text.replace(f"{title} <", "Another <")) == text
    refused((lambda: exercise_table.with_table("no marks"), "no place for the table"))
