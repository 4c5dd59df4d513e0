"""The computer in a browser: moved by its buttons, asked, broken, and given other programs."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from taotp.figures import a_computer
from tests.pages import small_pages
from tests.pages.conftest import rest

SUM = "INP\nSTA x\nINP\nADD x\nOUT\nHLT\nx DAT"
ENDS = "LDA 4\nOUT\nHLT\n\nDAT\nDAT 7"
ENDLESS = "again ADD one\nBRA again\none DAT 1"

folder = small_pages.pages_of(lambda: {"": a_computer()})


def opened(page: Page, folder: Path, asks: str = "") -> Locator:
    """The figure of a page, in the state that an address asks for."""
    return small_pages.opened(page, folder, fragment=f"#computer{asks}").locator("#computer")


def ask(figure: Locator, query: str) -> None:
    """Ask for a state as a link would."""
    figure.evaluate("(figure, query) => figure.ask(new URLSearchParams(query))", query)


def press(figure: Locator, *names: str) -> None:
    for name in names:
        figure.get_by_role("button", name=name, exact=True).click()


def answer(figure: Locator, label: str, text: str) -> None:
    figure.get_by_label(label).fill(text)
    figure.get_by_label(label).press("Enter")


def says(figure: Locator, words: str, where: str = ".verdict") -> None:
    expect(figure.locator(where)).to_contain_text(words)


def test_it_steps_back_and_to_what_is_said_and_shows_what_it_stored(
    page: Page, folder: Path
) -> None:
    figure = opened(page, folder)
    press(figure, "Step", "Step")
    says(figure, "Step 2 writes 002")
    press(figure, "Run to !")
    says(figure, "Step 10 writes !: says 1.")
    press(figure, "Back")
    says(figure, "Step 9 writes 001")
    says(figure, "!", ".text .next[visibility=visible]")
    assert figure.locator(".arc[d^=M]").count() >= 2, "heads that look elsewhere have arcs"
    assert figure.locator(".legend li").count() == 4
    ask(figure, "step=30")
    figure.locator(".box").nth(45).click()
    says(figure, "Mailbox 45", ".memory .note")
    assert figure.locator(".lit[visibility=visible]").count() > 1
    figure.locator("svg.boxes").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    says(figure, "Mailbox 35", ".memory .note")


def test_a_reader_says_first_what_comes_next_and_breaks_it(page: Page, folder: Path) -> None:
    figure = opened(page, folder, "?ask=yes")
    says(figure, "\u2026", ".text .next[visibility=visible]")
    answer(figure, "which token comes next?", "3")
    says(figure, "Right: 003.", ".acts .note")
    answer(figure, "which token comes next?", ">49")
    says(figure, "It says 002, not >49.", ".acts .note")
    says(figure, "Step 2 writes 002")
    ask(figure, "sure=2")
    says(figure, "will go wrong")
    figure.get_by_role("button", name="Go to position").click()
    says(figure, "With a lead of 2, step")
    expect(figure.locator(".text .wrong[visibility=visible]")).to_have_count(1)


def test_other_programs_are_typed_and_loaded_and_ask_the_reader(page: Page, folder: Path) -> None:
    figure = opened(page, folder)
    typed, shown = figure.get_by_label("the program, in assembler"), ".shown output"
    typed.fill("LDA nowhere")
    expect(figure.locator(".error")).to_have_text("line 1: there is no label nowhere")
    figure.get_by_label("program", exact=True).select_option("hello")
    expect(figure.locator(".error")).to_have_text("")
    press(figure, *["Run to !"] * len("Hello"))
    expect(figure.locator(shown)).to_have_text("Hello")
    typed.fill(SUM)
    says(figure, "It asks you for a number.")
    for number in ("five", "5", "-17"):
        answer(figure, "a number from", number)
        if number == "five":
            says(figure, "\u201cfive\u201d is not a number", ".acts .note")
        else:
            press(figure, "Run to !")
    expect(figure.locator(shown)).to_have_text("-12")
    typed.fill(ENDS)
    press(figure, "Run")
    says(figure, "It has halted.")
    expect(figure.get_by_role("button", name="Run", exact=True)).to_be_disabled()


def test_a_program_that_was_left_does_not_go_on(timed: Page, folder: Path) -> None:
    """Its steps would be heard by the machine that runs the next one."""
    figure = opened(timed, folder)
    figure.evaluate(
        """(figure, texts) => {
          for (const text of texts) figure.handle.set({ text, inputs: "", step: 0 });
        }""",
        [ENDLESS, SUM],
    )
    rest(timed, 200)
    figure.evaluate("figure => figure.handle.set({ inputs: '5 7' })")
    press(figure, "Run to !")
    expect(figure.locator(".shown output")).to_have_text("12")
