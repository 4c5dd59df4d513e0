"""Figures of a sentence: pairs to be told, a sentence of one's own, a head that is switched off."""

from pathlib import Path

from playwright.sync_api import Page

from taotp.figures import mood
from tests.pages.accessible import assert_for_everybody
from tests.pages.small_pages import opened, pages_of, said

PAIRS = 10

folder = pages_of(lambda: {"": mood()})


def test_a_reader_and_the_machine_tell_ten_pairs(page: Page, site_file: str) -> None:
    page.goto(f"{site_file}/is_it_a_sentence.html", wait_until="commit")
    figure = page.locator("#ten-pairs")
    sentences, on = figure.locator(".both button"), figure.locator(".told button")
    on.wait_for()  # a figure begins in tasks of its own, and `all` waits for nothing
    you, machine, gpt2, people = figure.locator(".telling tbody tr").all()
    right = 0
    for pair in range(1, PAIRS + 1):
        figure.get_by_text(f"Pair {pair} of {PAIRS}: which is right?").wait_for()
        assert on.is_disabled()
        sentences.first.click()
        right += sentences.first.locator("span").inner_text().startswith("right")
        sentences.last.click()  # it is too late, and not counted
        assert you.locator("td").last.inner_text() == f"{right} of {pair}"
        assert machine.locator("td").last.inner_text() == f"{pair} of {pair}"
        verdicts = [each.inner_text() for each in figure.locator(".both button > span").all()]
        picked = [words.endswith(" and picks it") for words in verdicts]
        assert picked == [words.startswith("right;") for words in verdicts]
        assert sum("the machine counts 1 wrong word" in words for words in verdicts) == 1
        on.click() if pair < PAIRS else None
    assert 0 < right < PAIRS
    sums = [each.locator("td").last.inner_text().split(" of ")[0] for each in (gpt2, people)]
    assert all(8 < float(each) < PAIRS for each in sums)
    closing = f"Of all 10 you told {right}, the machine 10, GPT-2 about {sums[0]}, people about"
    assert f"{closing} {sums[1]}." in figure.locator(".telling [role=status]").inner_text()
    assert "so far, the sum of these shares" in figure.locator(".telling caption").inner_text()
    on.click()
    figure.get_by_text(f"Pair 1 of {PAIRS}").wait_for()
    assert you.locator("td").last.inner_text() == "\u2013"


def test_without_the_head_that_counts_the_machine_tells_no_pair(page: Page, site_file: str) -> None:
    """A verdict beside it names the words that do not go together."""
    states = "#ten-pairs?off=3.0;agree?text=He+can+sees+her"
    page.goto(f"{site_file}/is_it_a_sentence.html{states}", wait_until="commit")
    figure = page.locator("#ten-pairs")
    figure.locator(".both button").first.click()
    figure.locator(".told td", has_text="a tie").wait_for()
    said = "\u201csees\u201d does not go with \u201ccan\u201d, but \u201csee\u201d would."
    page.locator("#agree .verdict", has_text=said).wait_for(state="attached")


def test_a_reader_switches_gender_off(page: Page, site_file: str) -> None:
    address = f"{site_file}/two_languages.html#translate?text=the+red+apple"
    page.goto(address, wait_until="commit")
    figure = page.locator("#translate")
    figure.locator(".verdict", has_text="la pomme rouge").wait_for()
    figure.get_by_role("checkbox", name="fetches gender").uncheck()
    figure.locator(".verdict", has_text="le pomme rouge").wait_for()


def test_a_sentence_has_its_mood_rule_by_rule(page: Page, folder: Path) -> None:
    opened(page, folder, fragment="#mood?text=Not+bad+at+all&step=2")
    said(page, "It says 0.4310: good. vaderSentiment says 0.4310")
    said(page, "bad \u22122.50 \u2192 1.85")
    page.get_by_text("Switch heads off").click()
    page.get_by_role("button", name="0: what stands 1 back").click()
    said(page, "It says \u22120.5423: bad.")
    page.get_by_role("textbox", name="your sentence").fill("I love <b>it</b> \U0001f601!!")
    page.locator(".moods li", has_text="love").wait_for()
    page.get_by_role("button", name="I am so happy").click()
    said(page, "0.6948")
    assert_for_everybody(page)
