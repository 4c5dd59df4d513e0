"""The computer in a browser: moved by its buttons, asked, broken, and given other programs."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from taotp.figures import a_computer
from tests.pages.conftest import rest
from tests.pages.small_pages import write_pages

SUM = "INP\nSTA x\nINP\nADD x\nOUT\nHLT\nx DAT"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with the computer and nothing else."""
    return write_pages(
        tmp_path_factory.mktemp("computer"), {"": a_computer().element()}, ["computer"]
    )


def opened(page: Page, folder: Path, asks: str = "") -> Locator:
    """The figure of a page, in the state that an address asks for."""
    page.goto(f"{(folder / 'light.html').as_uri()}#computer{asks}")
    figure = page.locator("#computer")
    figure.locator(".card").wait_for()
    return figure


def press(figure: Locator, *names: str) -> None:
    for name in names:
        figure.get_by_role("button", name=name, exact=True).click()


def answer(figure: Locator, label: str, text: str) -> None:
    figure.get_by_label(label).fill(text)
    figure.get_by_label(label).press("Enter")


def test_it_steps_back_and_to_what_is_said(page: Page, folder: Path) -> None:
    figure = opened(page, folder)
    press(figure, "Step", "Step")
    expect(figure.locator(".verdict")).to_contain_text("Step 2 writes 002")
    press(figure, "Run to !")
    expect(figure.locator(".verdict")).to_contain_text("Step 10 writes !: says 1.")
    press(figure, "Back")
    expect(figure.locator(".verdict")).to_contain_text("Step 9 writes 001")
    expect(figure.locator(".text .next[visibility=visible]")).to_have_text("!")
    assert figure.locator(".arc[d^=M]").count() >= 2, "heads that look elsewhere have arcs"
    assert figure.locator(".legend li").count() == 4


def test_it_runs_until_it_is_told_to_pause_or_has_ended(page: Page, folder: Path) -> None:
    figure = opened(page, folder, "?text=LDA+4%0AOUT%0AHLT%0A%0ADAT%0ADAT+7")
    press(figure, "Run")
    expect(figure.locator(".verdict")).to_contain_text("It has halted.", timeout=20_000)
    expect(figure.get_by_role("button", name="Run", exact=True)).to_be_disabled()


def test_it_asks_the_reader(page: Page, folder: Path) -> None:
    figure = opened(page, folder)
    figure.get_by_label("the program, in assembler").fill(SUM)
    expect(figure.locator(".verdict")).to_contain_text("It asks you for a number.")
    answer(figure, "a number from", "five")
    expect(figure.locator(".acts .note")).to_contain_text("\u201cfive\u201d is no number")
    answer(figure, "a number from", "5")
    press(figure, "Run to !")
    answer(figure, "a number from", "-17")
    press(figure, "Run to !")
    expect(figure.locator(".shown output")).to_have_text("-12")


def test_a_program_that_was_left_does_not_go_on(timed: Page, folder: Path) -> None:
    """Its steps would be heard by the machine that runs the next one."""
    figure = opened(timed, folder)
    figure.evaluate(
        """(figure, texts) => {
          for (const text of texts) figure.handle.set({ text, inputs: "", step: 0 });
        }""",
        ["again ADD one\nBRA again\none DAT 1", SUM],
    )
    rest(timed, 200)
    figure.evaluate("figure => figure.handle.set({ inputs: '5 7' })")
    press(figure, "Run to !")
    expect(figure.locator(".shown output")).to_have_text("12")


def test_a_reader_says_first_what_comes_next(page: Page, folder: Path) -> None:
    figure = opened(page, folder, "?ask=yes")
    expect(figure.locator(".text .next[visibility=visible]")).to_have_text("\u2026")
    answer(figure, "which token comes next?", "3")
    expect(figure.locator(".acts .note")).to_have_text("Right: 003.")
    answer(figure, "which token comes next?", ">49")
    expect(figure.locator(".acts .note")).to_have_text("It says 002, not >49.")
    expect(figure.locator(".verdict")).to_contain_text("Step 2 writes 002")


def test_it_is_broken_and_led_to_where(page: Page, folder: Path) -> None:
    figure = opened(page, folder, "?sure=2")
    expect(figure.locator(".verdict")).to_contain_text("will go wrong")
    figure.get_by_role("button", name="Go to position").click()
    expect(figure.locator(".verdict")).to_contain_text("With a lead of 2, step")
    expect(figure.locator(".text .wrong[visibility=visible]")).to_have_count(1)


def test_a_mailbox_lights_its_stores(page: Page, folder: Path) -> None:
    figure = opened(page, folder, "?step=30")
    figure.locator(".box").nth(45).click()
    expect(figure.locator(".memory .note")).to_contain_text("Mailbox 45")
    assert figure.locator(".lit[visibility=visible]").count() > 1
    figure.locator("svg.boxes").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(figure.locator(".memory .note")).to_contain_text("Mailbox 35")


def test_a_fault_is_said_and_other_programs_are_loaded(page: Page, folder: Path) -> None:
    figure = opened(page, folder)
    figure.get_by_label("the program, in assembler").fill("LDA nowhere")
    expect(figure.locator(".error")).to_have_text("line 1: there is no label nowhere")
    figure.get_by_label("program", exact=True).select_option("hello")
    expect(figure.locator(".error")).to_have_text("")
    for _ in "Hello":
        press(figure, "Run to !")
    expect(figure.locator(".shown output")).to_have_text("Hello")
