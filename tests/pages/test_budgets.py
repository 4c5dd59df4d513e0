"""What a figure may cost, and what it must be: asked of one figure of every kind in the book.

The figures are found on the built pages, so that new ones are held as well: as few as have between
them every kind of figure, every panel and every kind of control. Their pages come in turn.
"""

from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from tests.pages.built import PAGES, figures_of
from tests.pages.conftest import UNFOLD, NewPage
from tests.pages.costs import dear_moves, forced_away, not_reached_by_tab
from tests.pages.pace import clock, pace
from tools.benchmarks.slow_phone import STANDS
from tools.sampling import to_be_visited

FIRST = 100  # updates: what a page may work until its first figure stands
VISITS = 3  # of which the least counts
NOT_ON_PAPER = {"answer"}  # nothing to look at before a reader does something


class Found(NamedTuple):
    """A figure of a built page: where it is, and what it has of kinds, panels and controls."""

    page: str
    id: str
    has: frozenset[str]


def found_on(name: str) -> list[Found]:
    """The figures of a built page."""
    return [
        Found(
            name,
            id,
            frozenset({spec["kind"], *spec["panels"]})
            | {f"a {control['kind']} control" for control in spec["controls"]},
        )
        for id, spec, _ in figures_of(name)
    ]


def some_of_every_kind() -> list[Found]:
    """Few figures that have all kinds between them: each time the one with most that is new."""
    left = [figure for name in PAGES for figure in found_on(name)]
    chosen: list[Found] = []
    seen: set[str] = set()
    while left:
        most = max(left, key=lambda figure: len(figure.has - seen))
        left = [figure for figure in left if figure.has - seen and figure != most]
        if most.has - seen:
            chosen.append(most)
            seen |= most.has
    return chosen


def in_turn() -> list[str]:
    """The pages of them that are visited in this run; all at night."""
    pages = {figure.page for figure in some_of_every_kind()}
    return [name for name in to_be_visited(PAGES) if name in pages]


@pytest.mark.parametrize("name", in_turn())
def test_seen_reached_printed_and_of_little_cost(page: Page, site: str, name: str) -> None:
    """One visit for all that is asked of the figures of a page."""
    problems: dict[str, object] = {}
    page.goto(f"{site}/{name}", wait_until="load")
    page.evaluate("async () => { await window.MathJax?.startup?.promise; }")  # it has a heap too
    for found in [each for each in some_of_every_kind() if each.page == name]:
        figure = page.locator(f"#{found.id}")
        figure.evaluate(UNFOLD)
        figure.scroll_into_view_if_needed()
        figure.locator(".card").wait_for()
        problems[f"{found.id} in forced colors"] = forced_away(page, found.id)
        problems[f"{found.id} by Tab"] = not_reached_by_tab(page, found.id)
        problems[f"{found.id} on paper"] = not stands_on_paper(page, found)
        problems[f"{found.id} moved"] = dear_moves(page, found.id)  # last: it leaves another state
    assert {asked: wrong for asked, wrong in problems.items() if wrong} == {}


def stands_on_paper(page: Page, found: Found) -> bool:
    """Whether a figure stands on paper or its still does, and nothing where it has none."""
    page.emulate_media(media="print")
    on_paper = page.locator(f"#{found.id} .card, #{found.id} > :not(script)").filter(visible=True)
    stands = bool(on_paper.count()) is not bool(found.has & NOT_ON_PAPER)
    page.emulate_media(media="screen")
    return stands


@pytest.mark.parametrize("name", ["index.html", "hello_world.html"])
def test_the_first_figure_takes_little(new_page: NewPage, site: str, name: str) -> None:
    """`python -m tools.benchmarks.slow_phone` tells the seconds on a slow phone, with its line."""
    address, least = f"{site}/{name}#{figures_of(name)[0].id}", float("inf")
    for _ in range(VISITS):
        least = min(least, worked(new_page((360, 740)), address))
        if least <= FIRST:
            return
    pytest.fail(f"{least:.0f} updates")


def worked(page: Page, address: str) -> float:
    """How long a page works until its first figure stands, in what an update may take."""
    read = clock(page)
    page.goto(address, wait_until="commit")
    page.wait_for_function(STANDS)
    return read() / pace(page)
