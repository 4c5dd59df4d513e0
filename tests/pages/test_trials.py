"""Breaking a program, guessing what it says, and two side by side, in a real browser."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from taotp.data import trained_hello_world
from taotp.figures import LiveFigure, compare, explore, predict, try_to_break
from taotp.figures.pair import Opening
from taotp.programs import Program, hello_world, printed
from tests.pages.accessible import assert_for_everybody
from tests.pages.conftest import FRAME, NewPage
from tests.pages.small_pages import pages_of, verdict


def build(N: float, n_match: int) -> Program:
    return printed.search("0123456789", 32, n_match, hard=N)


def figures() -> list[LiveFigure]:
    how: dict[str, Any] = {"answer": "search", "dials": {"N": 1e8, "n_match": (2, 3)}}
    both = {"trained": lambda N: trained_hello_world(), "by hand": lambda N: hello_world(loud=N)}
    return [
        explore(build, "12583783", id="searching", panels=("tape",), **how),
        try_to_break(
            build, "12583783", "012",
            longest=7, once=True, target="searching", id="breaking", **how,
        ),
        predict(
            lambda N: hello_world(loud=N), "olleH",
            dials={"N": 1e6}, id="guessed", panels=("tape", "logits"),
        ),
        compare(
            both, "", answer=[*"Hello World!", "<stop>"], dials={"N": 4}, id="both",
            opening=Opening(question="Which of these did nobody train?", right="by hand"),
            alt="Both say the message.",
        ),
    ]  # fmt: skip


folder = pages_of(lambda: {"": figures()})


def opened(page: Page, folder: Path, *names: str) -> Page:
    """The page, once some of its figures stand."""
    page.goto((folder / "light.html").as_uri())
    for name in names:
        page.locator(f"#{name}").scroll_into_view_if_needed()
        page.locator(f"#{name} .card").wait_for()
    return page


def guess(page: Page, words: str) -> None:
    page.get_by_label("your guess").fill(words)
    page.get_by_label("your guess").press("Enter")


def test_a_failure_is_shown_in_the_figure(page: Page, folder: Path) -> None:
    """Of another setting nothing is known; everybody can use it, and the others of the page."""
    opened(page, folder, "searching", "breaking", "guessed", "both")
    assert "Not tried yet: 3,279 inputs of up to 7 symbols, N 1.00e8" in verdict(page, "breaking")
    page.get_by_label("longest input").focus()
    for key in ("Home", *["ArrowRight"] * 4):
        page.keyboard.press(key)
    page.get_by_role("button", name="Try them all").click()
    page.locator("#breaking .verdict.wrong").wait_for()
    assert "Of 363 inputs of up to 5 symbols" in verdict(page, "breaking")
    first = page.locator("#breaking li").first
    typed = first.get_by_role("button").inner_text()
    says, should = first.locator("span").inner_text().removeprefix(" says ").split(", should say ")
    first.get_by_role("button").click()
    assert page.get_by_label("text", exact=True).first.input_value() == typed
    assert f"says “{says}”; it should say “{should}”" in verdict(page, "searching")
    guess(page, "World!")
    assert_for_everybody(page)
    one, other = (side.bounding_box() for side in page.locator("#both .side").all())
    assert one and other and one["y"] + one["height"] <= other["y"]
    page.locator("#breaking").get_by_label("n_match").press("ArrowRight")
    assert "Not tried yet" in verdict(page, "breaking")
    assert page.locator("#breaking li").count() == 0


def test_it_can_be_stopped_and_the_page_stays_alive(page: Page, folder: Path) -> None:
    opened(page, folder, "breaking")
    # In the page itself: a click from here may come after the end, and begin again. A page that was
    # busy from the beginning to the end would look when there is nothing left to stop.
    begun = page.evaluate("""async () => {
      const figure = document.getElementById("breaking");
      const button = figure.shadowRoot.querySelector(".run button");
      button.click();
      const said = button.innerText;
      while (figure.spec.trial.tried <= 500) await new Promise((go) => setTimeout(go));
      button.click();
      return said;
    }""")
    assert begun == "Stop"
    page.locator("#breaking .verdict", has_text="Stopped after").wait_for()
    tried = page.evaluate("document.getElementById('breaking').spec.trial.tried")
    page.evaluate(FRAME)  # in which it would go on
    assert page.evaluate("document.getElementById('breaking').spec.trial.tried") == tried


def test_what_it_says_is_covered_until_one_guesses(page: Page, folder: Path) -> None:
    opened(page, folder, "guessed")
    asked, figure = "What does it say after “olleH”?", page.locator("#guessed")
    panels = figure.locator(".panels")
    assert not panels.is_visible()
    assert verdict(page, "guessed") == f"{asked} Guess first."
    guess(page, "")
    assert verdict(page, "guessed").startswith(f"{asked} Type your guess")
    assert not panels.is_visible()
    assert "World" not in figure.locator(".card").inner_text()
    guess(page, "dlroW")
    assert panels.is_visible()
    assert verdict(page, "guessed").startswith("✗ You guessed “dlroW”. After “olleH” it says")
    figure.get_by_label("text", exact=True).fill("He")
    assert not panels.is_visible()
    assert page.get_by_label("your guess").input_value() == ""
    guess(page, "llo World!")
    assert verdict(page, "guessed").startswith("✓ You guessed “llo World!”, and so it is.")
    figure.get_by_role("button", name="Reset").click()
    assert verdict(page, "guessed") == f"{asked} Guess first."


def test_names_are_covered_until_one_says_which(page: Page, folder: Path) -> None:
    both = opened(page, folder, "both").locator("#both")
    assert verdict(page, "both") == "Which of these did nobody train? A and B say the same."
    assert "by hand" not in both.locator(".card").inner_text()
    assert not both.locator(".sizes").is_visible()
    both.get_by_role("textbox", name="text", exact=True).fill("olleH")
    assert both.locator(".tape .differs").count() == 4
    both.get_by_role("button", name="A", exact=True).press("Enter")
    assert verdict(page, "both").startswith("✗ It is B, by hand. You said the other. They differ")
    assert both.locator(".side > b").all_inner_texts() == ["A: trained", "B: by hand"]
    assert both.locator(".sizes").is_visible()
    one, other = (side.bounding_box() for side in both.locator(".side").all())
    assert one and other and one["y"] == other["y"]
    both.get_by_role("button", name="Reset").click()
    assert both.locator(".side > b").all_inner_texts() == ["A", "B"]


def test_without_a_script_the_answer_is_folded(new_page: NewPage, folder: Path) -> None:
    page = opened(new_page(javascript=False), folder)
    table = page.locator("#guessed table")
    assert not table.is_visible()
    page.locator("#guessed summary").click()
    assert table.is_visible()
