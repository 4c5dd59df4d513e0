"""The machine in symbols, in a real browser: what it shows is what a forward pass says."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from taotp.figures import LiveFigure, explore
from taotp.interp.lanes import Lanes, lanes_of
from taotp.programs import Program, add_mod10, minimum, search, sort, two_stacks, weird_words
from taotp_core.transformer import trace
from tests.pages.accessible import assert_for_everybody
from tests.pages.small_pages import opened, pages_of

PROMPT = "27182818284518"
LEAST_LETTER = 11  # px
BREAKS = "W_E:8.7=2"  # of searching: the place of a digit, which its own speaks over
MACHINES: dict[str, tuple[Program, Any]] = {
    "searching": (search("0123456789", 24, 2), PROMPT),
    "least": (minimum(20, 8), [14, 9, 17, 6, 11]),
    "reversed": (two_stacks.reverse("abcd", 6), "abcd"),
    "sum": (add_mod10(1), "7+8="),
    "weird": (weird_words(), "a cabinet near the keys are old"),
    "soft": (minimum(9, 5, hard=6), [3, 1, 5, 8]),  # some of its attention is on others
}
STATE = "document.querySelector('#searching').handle.state"
CELLS = """figure => [...figure.shadowRoot.querySelectorAll("svg.lanes g.cell")]
  .filter((cell) => cell.checkVisibility({ visibilityProperty: true }))
  .map(({ dataset: { lane, position, symbol } }) => [lane, Number(position), symbol])"""


def figures() -> list[LiveFigure]:
    """Some machines on a page."""
    return [
        *(explore(lambda program=program: program, prompt, id=id, panels=("machine",))
          for id, (program, prompt) in MACHINES.items()),
        explore(lambda: minimum(9, 5), [3, 1, 2], answer="maximum", id="told"),
        explore(lambda: sort(10, 12), [6, 2, 8, 4], answer="sort", id="sorted", row=5),
    ]  # fmt: skip


folder = pages_of(lambda: {"": figures()}, style="body { margin: 8px; }")


def figure_of(page: Page, folder: Path, id: str = "searching", fragment: str = "") -> Locator:
    """A figure, once it is drawn."""
    opened(page, folder, fragment=fragment or f"#{id}")
    figure = page.locator(f"#{id}")
    figure.locator("[data-lanes] g.cell").first.wait_for()
    return figure


def known(page: Page, id: str) -> Lanes:
    """What Python says of the run of a figure."""
    program, prompt = MACHINES[id]
    tokens = page.evaluate(f"document.querySelector('#{id}').handle.run.tokens")
    return lanes_of(program, tokens, program.read(prompt) if program.model.encoder else ())


def told(seen: Lanes) -> Iterator[tuple[str, int, str]]:
    """What the cells of all lanes hold."""
    for lane in seen.lanes:
        for position, value in enumerate(lane.values):
            if value is not None:
                text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
                yield lane.name, position, text.lower() if value is True else text


@pytest.mark.parametrize("id", MACHINES)
def test_every_cell_holds_what_the_library_says(page: Page, folder: Path, id: str) -> None:
    figure = figure_of(page, folder, id)
    figure.get_by_role("button", name="Show everything").click()
    shown = figure.evaluate(CELLS)
    right = {*told(known(page, id))}
    wrong = [cell for cell in shown if cell[0] != "the text" and "end" not in cell[2]
             and tuple(cell) not in right]  # fmt: skip
    assert len(shown) > 10 and wrong == []


def test_it_opens_in_symbols_with_a_story_and_the_match(page: Page, folder: Path) -> None:
    figure = figure_of(page, folder)
    assert figure.locator("[data-sentence]").inner_text() == (
        "Here stand 1 and 8. They stood before at positions 6 and 7, the latest time, and 2 came "
        "next, so it says 2."
    )
    match = figure.locator("svg.lanes .match")
    assert match.is_visible() and match.locator("text").text_content() == "the same, latest"
    assert figure.locator("svg.lanes .cell.answer").get_attribute("data-symbol") == "2"
    counts = figure.locator("svg.lanes .cell.counts:visible")
    kept = {(c.get_attribute("data-lane"), c.get_attribute("data-position")) for c in counts.all()}
    assert {("one before", "8"), ("two before", "8"), ("the text", "8")} <= kept
    assert ("one before", "3") not in kept


@pytest.mark.parametrize("id", ["searching", "least", "reversed", "sum"])
@pytest.mark.parametrize("width", [360, 1280])
def test_what_it_would_say_instead_stays_in_sight(
    page: Page, folder: Path, id: str, width: int
) -> None:
    """As Python knows it, as many columns as there is room for."""
    page.set_viewport_size({"width": width, "height": 780})
    figure = figure_of(page, folder, id)
    at = page.evaluate(f"document.querySelector('#{id}').handle.run.step")
    found = known(page, id).instead(at)
    rows = figure.locator("svg.instead")
    assert found and rows.get_attribute("data-instead") == " ".join(map(str, found.positions))
    told = {"".join(map(str, text)): str(said) for text, said in found.pairs}
    shown = [each for each in rows.locator("g > g").all() if each.is_visible()]
    texts = [each.locator("text").all_text_contents() for each in shown]
    assert len(texts) > 2 and all(told[text] == said for text, said in texts)
    stage, box = figure.locator(".lanes-stage").bounding_box(), rows.bounding_box()
    assert stage and box and box["x"] >= stage["x"] - 1
    assert box["x"] + box["width"] <= stage["x"] + stage["width"] + 1


def test_numbers_are_one_press_away_at_the_same_step_and_position(page: Page, folder: Path) -> None:
    figure = figure_of(page, folder)
    figure.get_by_role("button", name="layer 0: carry").click()
    box = figure.locator("svg.lanes g.cell[data-position='9']").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    sentence, lanes = figure.locator("[data-sentence]"), figure.locator("svg.lanes")
    assert "Position 9 looks 1 back, at position 8" in sentence.inner_text()
    figure.locator("[data-view='numbers']").click()
    assert figure.locator("svg.machine").is_visible() and not lanes.is_visible()
    assert "Position 9 " in sentence.inner_text()
    assert page.evaluate(f"{STATE}.step") == "carry 0"
    figure.locator("[data-view='lanes']").click()
    assert lanes.is_visible()


def test_keys_go_from_step_to_step_and_a_head_that_is_out_brings_nothing(
    page: Page, folder: Path
) -> None:
    figure = figure_of(page, folder)
    figure.locator("svg.lanes").focus()
    seen = []
    for _ in range(4):
        seen.append(page.evaluate(f"{STATE}.step"))
        page.keyboard.press("ArrowLeft")
    assert seen == ["say", "carry 1", "carry 0", "embed"]
    figure.get_by_role("checkbox", name="looks 1 back").uncheck()
    figure.get_by_role("button", name="Show everything").click()
    assert not [cell for cell in figure.evaluate(CELLS) if cell[0] == "one before" and cell[2]]


def test_who_counts_shows_a_count_and_tags_that_play_a_part_come_first(
    page: Page, folder: Path
) -> None:
    """How much of what it read each position has is a share; what a reader asks is how many.

    What was checked is seen too.
    """
    figure = figure_of(page, folder, "weird")
    rules = figure.locator("svg.lanes .rules text:visible")
    assert rules.all_text_contents() == ["first noun", "noun, but later", "✓"]
    assert "✓ checked, and right" in figure.locator("svg.names .note").all_text_contents()
    cell = "svg.lanes .cell[data-lane='{}'][data-position='{}']"
    for text, count, n in (
        ("a cabinet near the keys are old", 1, 8),
        ("these key sleeps", 1, 4),
        ("this keys near the dog sleeps", 2, 7),
    ):
        figure.get_by_label("text", exact=True).fill(text)
        shown = figure.locator(cell.format("counts what is weird", n - 1))
        expect(shown).to_have_text(f"{count} of {n}")
        expect(figure.locator(cell.format("answer", n - 1))).to_have_text(str(count))
    noun = figure.locator(cell.format("what it knows", 2)).locator("text")
    assert noun.all_text_contents()[0] == "plural"
    figure.get_by_label("text", exact=True).fill("a cabinet near the keys is old")
    expect(rules).to_have_text(["✓", "✓"])


def test_what_was_said_is_told_from_what_was_typed(page: Page, folder: Path) -> None:
    figure = figure_of(page, folder, "reversed")
    said = figure.locator("svg.lanes .cell.said")
    assert "".join(each.get_attribute("data-symbol") or "" for each in said.all()) == "dcba"
    program, prompt = MACHINES["reversed"]
    typed = figure.locator("svg.lanes .cell.text:not(.said)")
    assert typed.count() == len(program.read(prompt)) + len(program.encode(prompt))


def test_what_is_typed_is_told_at_once_on_a_phone_too(page: Page, folder: Path) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    figure = figure_of(page, folder, "least")
    field = figure.get_by_label("text", exact=True)
    field.fill("5 3 8")
    said = figure.locator("[data-sentence]")
    assert said.inner_text() == (
        "Of all that it sees, the smallest number is 3, at position 1, and takes all of its "
        "attention, so it says 3."
    )
    bars = figure.locator("svg.lanes .bar:visible")
    assert [bar.get_attribute("class") for bar in bars.all()].count("bar best") == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_what_would_be_said_after_what_was_said_is_judged_where_that_fits(
    page: Page, folder: Path
) -> None:
    """With a 0 in place of 4 the 2 would not come first; of two alike nothing is promised."""
    figure = figure_of(page, folder, "sorted")
    expect(figure.locator("[data-sentence]")).to_contain_text("it says 4")
    said = figure.locator("svg.instead .says").all_text_contents()
    assert said == ["6", "6", "6", "3✓", "4✓", "5✓", "6", "6✓", "6", "6✓"]


@pytest.mark.parametrize("id", ["least", "soft"])
def test_below_each_score_stands_the_attention_that_it_gets(
    page: Page, folder: Path, id: str
) -> None:
    """Of a forward pass: what shows the softmax of anything else is found here and on paper."""
    program, prompt = MACHINES[id]
    seen = trace(program.model, program.encode(prompt))
    figure = figure_of(page, folder, id)
    shares = figure.locator("svg.lanes .rules text:visible", has_text="%")
    assert shares.all_text_contents() == [f"{100 * x:.0f} %" for x in seen.patterns[0][0, -1]]
    lead = str(figure.locator("svg.names text", has_text=" leads ").text_content())
    assert lead.startswith({"least": "6 leads 9 by ", "soft": "1 leads 3 by "}[id])
    ahead = np.diff(np.sort(seen.scores[0][0, -1]))[-1]
    assert float(lead.split()[-1].replace(",", "")) == pytest.approx(ahead, rel=0.01)


def test_a_broken_machine_shows_where_it_goes_wrong_first(page: Page, folder: Path) -> None:
    """One dial is framed, with what it should hold; it is as it was when the number is.

    A head that is out is a break too, of a machine that is right nevertheless; one that is whole
    loads nothing more.
    """
    figure = figure_of(page, folder)
    loaded = "[...document.scripts].filter(({ src }) => src.includes('wrong')).length"
    assert page.evaluate(loaded) == 0
    figure.locator("[data-view='numbers']").click()
    figure.get_by_role("checkbox", name="looks 2 back").uncheck()
    figure.locator("[data-view='lanes']").click()
    sentence, framed = figure.locator("[data-sentence]"), figure.locator("svg.lanes [data-wrong]")
    expect(sentence).to_contain_text("osition 2 should hold 2 in two before; it holds nothing.")
    assert page.evaluate(loaded) == 1
    assert framed.get_attribute("data-lane") == "two before"
    figure = figure_of(page, folder, fragment=f"#searching?changed={BREAKS}")
    expect(framed).to_have_attribute("data-lane", "one before")
    expect(framed).to_have_attribute("data-position", "4")
    story = "Position 4 should look at position 3; it looks at 2 and 4 half and half. "
    assert sentence.inner_text().startswith(story)
    label = figure.locator("svg.lanes").get_attribute("aria-label") or ""
    assert label.startswith(story)
    assert figure.locator("svg.lanes .wrong text").text_content() == "should be 8"
    page.evaluate("document.querySelector('#searching').handle.set({ changed: '' })")
    expect(framed).to_have_count(0)
    expect(figure.locator("svg.lanes .wrong text")).to_have_count(0)
    assert "should" not in sentence.inner_text()


def test_what_should_be_said_is_enough_to_tell(page: Page, folder: Path) -> None:
    figure = figure_of(page, folder, "told")
    expect(figure.locator("[data-sentence]")).to_contain_text("Position 2 should say 3; it says 1.")
    assert figure.locator("[data-wrong]").get_attribute("data-lane") == "answer"


def test_a_pressed_dial_says_what_made_it_down_to_a_row_of_a_matrix(
    page: Page, folder: Path
) -> None:
    """Each cause that is a number of the run is a button, and goes on to its own."""
    figure = figure_of(page, folder)
    cell = figure.locator("svg.lanes g.cell[data-lane='one before'][data-position='8']")
    cell.click()
    why = figure.get_by_role("region", name="what made it")
    first = why.locator("p").first
    expect(first).to_have_text(
        "One before at 8 is 8: the head “looks 1 back” looks at position 7 with a weight of 1."
    )
    expect(figure.locator("svg.lanes [data-asked]")).to_have_attribute("data-position", "8")
    seen: list[str] = []
    while (causes := why.locator("li button")).count() and len(seen) < 20:
        seen.append(first.inner_text())
        causes.last.click()
        expect(first).not_to_have_text(seen[-1])
    assert "row 8 of W_E" in why.locator("ul").inner_text()
    for said in reversed(seen):
        why.get_by_role("button", name="Back").click()
        expect(first).to_have_text(said)
    assert why.get_by_role("button", name="Back").count() == 0
    why.get_by_role("button", name="In numbers").click()
    assert figure.locator("svg.machine").is_visible() and not why.is_visible()
    assert page.evaluate(f"[{STATE}.step, {STATE}.at]") == ["carry 0", "attention 0/8/5"]
    assert "one before" in figure.locator(".foot:visible p").first.inner_text()


def test_keys_ask_a_dial_and_every_other_of_its_position(page: Page, folder: Path) -> None:
    figure = figure_of(page, folder, "weird")
    figure.locator("svg.lanes").focus()
    page.keyboard.press("Enter")
    why = figure.get_by_role("region", name="what made it")
    expect(why.locator("p").first).to_contain_text("At 7 it says 1")
    assert_for_everybody(page, "#weird")
    lanes = why.get_by_label("dial")
    names = lanes.locator("option").all_text_contents()
    assert {"counts what is weird", "answer"} <= {*names}
    lanes.select_option("counts what is weird")
    expect(why.locator("p").first).to_contain_text("Counts what is weird at 7 is")
    terms = why.locator("li").all_text_contents()
    assert 0 < len(terms) <= 8
    page.keyboard.press("Escape")
    expect(why).to_be_hidden()


def test_a_rule_of_choice_is_seen(page: Page, folder: Path) -> None:
    text = figure_of(page, folder, "least").locator("svg.lanes .rules text:visible")
    assert text.all_text_contents() == ["smallest: 6", "0 %", "0 %", "0 %", "100 %", "0 %"]


LETTERS = """figure => [...figure.shadowRoot.querySelectorAll(".lanes-stage text")]
  .filter((text) => text.checkVisibility({ visibilityProperty: true }) && text.textContent)
  .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""


@pytest.mark.parametrize(
    ("width", "unit"), [(1280, "10 billion times louder"), (360, "\u00d7 1e10")]
)
def test_large_numbers_never_stand_without_their_unit(
    page: Page, folder: Path, width: int, unit: str
) -> None:
    """But for those that are whole in it, which are read as what they mean."""
    page.set_viewport_size({"width": width, "height": 780})
    figure = figure_of(page, folder, "sum")
    figure.get_by_role("button", name="Show everything").click()
    units = figure.locator("svg.names .name").filter(has_text="MLP of")
    expect(units.first).to_contain_text(unit)


CUT = """async (stage) => { // what rules say and is seen in part, a frame after it was scrolled
  for (const _ of "12") await new Promise(requestAnimationFrame);
  const left = stage.querySelector("svg.names").getBoundingClientRect().right;
  const { right } = stage.getBoundingClientRect();
  return [...stage.querySelectorAll(".rules text")]
    .filter((text) => text.checkVisibility({ visibilityProperty: true }))
    .filter((text) => text.getBoundingClientRect().left < left - 1 ||
      text.getBoundingClientRect().right > right + 1).map((text) => text.textContent);
}"""


@pytest.mark.parametrize("width", [360, 390])
def test_on_a_phone_names_stay_and_letters_are_large_enough(
    page: Page, folder: Path, width: int
) -> None:
    """What does not fit scrolls beside the names; the page itself does not.

    What a rule says is whole or away: *earlier* was read as "rlier" beside the names.
    """
    page.set_viewport_size({"width": width, "height": 780})
    for id in ("searching", "weird"):
        figure = figure_of(page, folder, id)
        assert min(figure.evaluate(LETTERS)) >= LEAST_LETTER
        stage = figure.locator(".lanes-stage")
        assert stage.evaluate("node => node.scrollWidth > node.clientWidth + 100")
        names = figure.locator("svg.names .lane").first
        answer = figure.locator("svg.lanes .cell.answer")
        for scrolled in (10_000, 0, 150):
            stage.evaluate("(node, to) => { node.scrollLeft = to; }", scrolled)
            box, around = names.bounding_box(), stage.bounding_box()
            assert box and around and around["x"] <= box["x"] < around["x"] + 100
            assert not stage.evaluate(CUT)
        for row in (1, -1):
            page.evaluate(f"document.querySelector('#{id}').handle.set({{ row: {row} }})")
        place, last = stage.bounding_box(), answer.bounding_box()
        assert place and last and last["x"] + last["width"] <= place["x"] + place["width"] + 1
        assert page.evaluate("document.documentElement.scrollWidth") <= width
