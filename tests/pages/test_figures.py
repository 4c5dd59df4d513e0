"""The live figures in a real browser, on pages that hold nothing else, and on the built book."""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from taotp.applications.laws.figure import Run
from taotp.figures import (
    LiveFigure,
    a_computer,
    alphabet,
    byte_pairs,
    cache,
    circle_figure,
    clocks,
    cloud,
    cover,
    decoder,
    explore,
    failures,
    gate,
    hardening,
    laws,
    learns,
    reach,
    say_a_word,
    sleepers,
    writes_itself,
)
from taotp.figures.editor import edit
from taotp.figures.options import Constant, Panels
from taotp.page.bundle import module, part_script, script
from taotp.programs import Program, choose, hello_world, printed, search, small
from taotp.programs.adding import add
from taotp.programs.minimum import minimum
from taotp_core.gadgets import spikes
from taotp_core.stream import subspaces
from tests.laws import every
from tests.pages.accessible import assert_fits, assert_for_everybody
from tests.pages.conftest import FRAME, USUAL, NewPage, QuietHandler, rest, serving
from tests.pages.small_pages import opened, verdict, write_pages
from tests.pages.test_every_page import IDLE_SLIDERS

MESSAGE = "Hello World!"

# What the theme does: an arrow key that reaches the document turns the page.
TURNS_PAGES = """
addEventListener("keydown", (event) => { if (/Arrow/.test(event.key)) window.turned = true; });
"""
FLAG = "\N{REGIONAL INDICATOR SYMBOL LETTER N}\N{REGIONAL INDICATOR SYMBOL LETTER P}"
SMALLEST = """() => {
  const nodes = document.querySelector("hand-figure").shadowRoot.querySelectorAll(
    "text, span, p, label, output, b, figcaption, input");
  const inCells = (node) => node.closest(".cell"); // a number in a cell is said below in full
  const read = [...nodes].filter((node) => !inCells(node));
  return Math.min(...read.map((node) => parseFloat(getComputedStyle(node).fontSize)));
}"""
CUT = """() => [...document.querySelector("hand-figure").shadowRoot.querySelectorAll("figure")]
  .filter((figure) => figure.scrollWidth > figure.clientWidth + 1).length"""
TOP = "(id) => Math.abs(document.getElementById(id).getBoundingClientRect().top)"


def build(N: float, d_vocab: int, d_model: int) -> Program:
    symbols = alphabet(MESSAGE, d_vocab)
    return hello_world(MESSAGE, loud=N, vocabulary=symbols, d_model=d_model)


def searching() -> LiveFigure:
    """The source's search, with the figure on which it fails."""
    return explore(
        lambda N, n_match: printed.search(10, 32, n_match, hard=N),
        [1, 2, 5, 8, 3, 7, 8, 3],
        answer="search",
        panels=("machine", "numbers"),
        dials={"N": 1e8, "n_match": (2, 10)},
        id="searching",
    )


def least() -> LiveFigure:
    return explore(
        lambda N, d_vocab: minimum(d_vocab, 8, hard=N),
        [6, 2, 0, 12],
        answer="minimum",
        panels=Panels(("machine", "circle"), subspaces=subspaces(token=3)),
        dials={"N": 1e6, "d_vocab": (20, 40)},
        id="least",
    )


def adding() -> LiveFigure:
    return explore(
        lambda N: add(2, loud=N),
        "45+78=",
        answer="add",
        panels=Panels(
            ("tape", "machine", "logits", "numbers"),
            subspaces=subspaces(value=1, one=1, rest=2, pos=3),
        ),
        dials={"N": Constant(1e10, most=1e12)},
        id="adding",
    )


def where_right() -> LiveFigure:
    return failures(
        [1.0, 100.0, 1e6],
        ["float64", "float16"],
        np.array([[0, 0.25], [0.5, 0], [1, 1]]),
        names=("N", "precision"),
        target="least",
        alt="Only a large N is right.",
        cases=[[{"text": "3 2"}, {"text": "3 1"}]] * 3,
        id="where-right",
    )


def edited() -> LiveFigure:
    text = """symbols 0 to 9\ncontext 8\nsteps 1\nstream token 3\nembed token as circle 22, from 1
layer
attend query north(token), key east(token), hard 1e4, read token, write token, loud 1e4\n"""
    panels = ("machine", "circle", "numbers")
    examples = {"nothing": "symbols 0 to 9"}
    return edit(text, "6 2 0", panels=panels, answer="minimum", examples=examples)


def bumps() -> LiveFigure:
    look, put = subspaces(look=1, put=1)
    at, values = np.arange(5.0), np.array([1.0, 3, -2, 0, 2])
    return gate(spikes(at, values[:, None], look, put), at, values, put=1, by=3, id="bumps")


def merged() -> LiveFigure:
    words = {"thou": 4, "thy": 3, "the": 3, "hour": 2}
    return byte_pairs(words, "thou hour", name="the list", most=40, id="merges")


def writing() -> LiveFigure:
    return writes_itself(
        "abracadabra, alabaster and alas", name="the line", start="ab", id="writing"
    )


def two_in_one() -> LiveFigure:
    one = choose({"add:": small.add(2), "search:": search("abcd", 12, 2)})
    return sleepers(one, {"add:": "45+78=", "search:": "abcab"}, id="sleepers")


Make = Callable[[], LiveFigure]
FIGURES: dict[str, Make] = {
    "decoder": lambda: decoder(build, MESSAGE, d_vocab=(11, 32, 256), d_model=(3, 6, 12)),
    "your-name": lambda: cover(id="your-name"),
    "hardening": hardening,
    "cloud-2d": lambda: cloud(2),
    "circle": lambda: circle_figure(list("abcdefghijk")),
    "searching": searching,
    "least": least,
    "adding": adding,
    "where-right": where_right,
    "bumps": bumps,
    "clocks": clocks,
    "computer": a_computer,
    "merges": merged,
    "editor": edited,
    "three-words": say_a_word,
    "writing": writing,
    "cache": cache,
    "sleepers": two_in_one,
    "learns": learns,
    "reach": reach,
    "laws": lambda: laws({"one": Run(1e9, 1e9), "two": Run(1e12, 1e13), "three": Run(1e4, 1e7)}),
}


# Figures that set each other, and are told of by one address.
SEVERAL = ("decoder", "hardening", "where-right", "least")


@pytest.fixture(scope="session")
def made() -> Mapping[str, LiveFigure]:
    """The figures, by their names."""
    return {name: make() for name, make in FIGURES.items()}


@pytest.fixture(scope="session")
def folder(made: Mapping[str, LiveFigure], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with each figure, with several and with all, and what they load, as files."""
    folder = tmp_path_factory.mktemp("figures")
    pages = {name: (name,) for name in made} | {"several": SEVERAL, "all": tuple(made)}
    for name, some in pages.items():
        body = "<p>Text between.</p>".join(made[each].element() for each in some)
        parts = {part for each in some for part in made[each].parts}
        write_pages(folder, {name: body}, parts, keys=TURNS_PAGES)
    return folder


@pytest.fixture(scope="session")
def server(folder: Path) -> Iterator[str]:
    """The same pages on a server of this machine."""
    with serving(QuietHandler, folder) as address:
        yield address


def slide(page: Page, label: str, key: str, times: int = 1) -> None:
    slider = page.get_by_label(label, exact=True).first
    slider.focus()
    for _ in range(times):
        page.keyboard.press(key)


# What a reader sets in a figure, one thing after another, and what it then says: the label of a
# field and a value, or of a button and nothing. Where "not " comes first it does not say so, and
# after "! " an alert says it of a field that is then invalid.
ASKED: dict[str, list[tuple[str, str | None, str]]] = {
    "decoder": [
        ("", "", "It says “Hello World!”, as it should."),
        ("N, exactly", "3", "It says “Hello WoWor!” and is first wrong at position 8."),
        ("N, exactly", "4", "as it should"),
        ("precision", "float16", "as it should"),
        ("N, exactly", "1e8", "says nothing and breaks off with not a number at position 0"),
        ("Reset", None, "as it should"),
        ("what has been said so far", "dddd", "After “dddd” it says “o”, as it should."),
        *(
            ("what has been said so far", typed, f"! {says}")
            for typed, says in (
                ("Hex", "“x” is not in the vocabulary; it has H e l o space W r d !"),
                ("Hello World!!", "At most 12 symbols fit; take some away."),
            )
        ),
        ("what has been said so far", "", "It says “Hello World!”"),
    ],
    "hardening": [
        ("", "", "less than 0.99"),
        ("N, exactly", "1000", "Position 7 reads position 6 with weight 1."),
        ("steps back", "3", "reads position 4"),
    ],
    "cloud-2d": [
        ("", "", "land on 3 places, from 0 to 1.41"),
        ("stretch, exactly", "1e-11", "not land on 3 places"),
    ],
    "circle": [("", "", "Layer norm moves none of the 11 points by more than 1.7e−10")],
    "searching": [("text", "", "! Type at least one symbol.")],
    "least": [
        ("text", "19, 7,12", "After “19 7 12” it says “7”, as it should."),
        ("N, exactly", "1", "it should say “7”."),
        # a number of 10,000 digits is one symbol
        ("text", "7" * 10_000, f"! “{'7' * 24}\u2026” is not in the vocabulary"),
    ],
    "adding": [
        ("N, exactly", "1e20", "! N is a number from 1 to 1e12."),
        ("N, exactly", "1e10", "as it should"),
        # a flag is two letters of Unicode
        ("text", f"45+7{FLAG}=", f"! “{FLAG}” is not in the vocabulary"),
        ("text", "9+1=", "nothing is promised"),
        ("precision", "float16", "breaks off with not a number"),
    ],
}


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_stands(page: Page, folder: Path, server: str, name: str) -> None:
    """One visit, one in two to a strict server: moved, asked, printed, and on a phone."""
    place = (server, folder.as_uri())[[*FIGURES].index(name) % 2]
    page.goto(f"{place}/{name}-light.html")
    page.locator(".verdict", has_text="Tried so far").wait_for(state="hidden")
    page.locator("hand-figure .card").wait_for()
    assert page.evaluate(SMALLEST) >= 12
    if name not in MANY_DIALS:
        page.wait_for_function(HAVE_ROOM)
        assert page.locator("hand-figure").evaluate(IDLE_SLIDERS) == []
    for label, value, says in ASKED.get(name, []):
        ask(page, label, value)
        assert_says(page, label, says)
    page.emulate_media(media="print")
    assert not page.locator(".card").is_visible()
    assert page.locator("hand-figure > :is(.hand-picture, table)").first.is_visible()
    page.emulate_media(media="screen")
    assert_fits(page)
    assert page.evaluate(CUT) == 0


# Tests of what they compute set all of their dials.
MANY_DIALS = ("writing", "cache", "laws", "learns")

# A slider over the steps of a run has none while the first of them is computed.
HAVE_ROOM = """() => [...document.querySelector("hand-figure").shadowRoot
  .querySelectorAll("input[type=range]")].every(({ max, min }) => Number(max) > Number(min))"""


def ask(page: Page, label: str, value: str | None) -> None:
    """Set a field, or press a button, a folded one too."""
    if value is None:
        page.get_by_role("button", name=label).click()
    elif label:
        field = page.get_by_label(label, exact=True).first
        field.evaluate("x => { const fold = x.closest('details'); if (fold) fold.open = true; }")
        if field.evaluate("x => x.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)


def assert_says(page: Page, label: str, says: str) -> None:
    """The verdict has some words, or has them not, or an alert says them of a field."""
    kind, _, words = says.partition(" ")
    if kind == "!":
        page.get_by_role("alert").filter(has_text=words).wait_for()
        field = page.get_by_label(label, exact=True).first
        assert field.get_attribute("aria-invalid") == "true", says
        line = page.locator(".verdict").first
        assert label != "text" or line.get_attribute("class") == "verdict ", "it is not green"
    else:
        said = verdict(page)
        assert words not in said if kind == "not" else says in said, f"{says}: {said}"
        assert page.get_by_role("alert").filter(has_text=re.compile(r"\w")).count() == 0, says


def test_all_are_for_everybody_and_mounted_only_near_the_window(page: Page, folder: Path) -> None:
    page.set_viewport_size({"width": 1000, "height": 500})
    opened(page, folder, "all")
    mounted = "[...document.querySelectorAll('hand-figure')].filter((f) => f.handle).length"
    assert page.evaluate(mounted) < len(FIGURES)
    page.set_viewport_size(USUAL)
    for name in FIGURES:
        page.locator(f"#{name}").scroll_into_view_if_needed()
        page.locator(f"#{name} .card").wait_for()
    assert_for_everybody(page)
    assert page.locator("hand-figure[data-mode=dark]").count() == len(FIGURES)


def test_strange_numbers_leave_what_was_before(page: Page, folder: Path) -> None:
    """A decimal comma, all that many phones offer, is a point."""
    opened(page, folder, "decoder")
    exact = page.get_by_label("N, exactly")
    exact.fill("7,5")
    assert page.evaluate("document.querySelector('hand-figure').handle.state.N") == 7.5
    exact.fill("4")
    for strange in ("lots", "-3", "\U0001f600", ""):
        exact.fill(strange)
        assert exact.get_attribute("aria-invalid") == "true"
        exact.blur()
        assert exact.input_value() == "4"
        assert page.get_by_role("alert").filter(has_text="N is a number from 1 to 1e8").is_visible()
    assert "as it should" in verdict(page)


ASKED_HALVES = """() => {
  const figure = document.querySelector("hand-figure");
  figure.begin();
  const { controls, hidden, state } = figure.spec;
  for (const { name, kind, values, least = 0 } of [...controls, ...hidden]) {
    const number = [values?.[0], least].find((each) => typeof each === "number");
    if (typeof state[name] !== "string") {
      figure.ask(new URLSearchParams({ [name]: String(number + 0.5) }));
    }
  }
  return figure.handle.run.whole.text.length > 0;
}"""


@every("name", FIGURES)
def test_no_number_of_an_address_breaks_a_figure(page: Page, folder: Path, name: str) -> None:
    """Half a row is no row; an angle may be what it likes. What a page logs fails the test."""
    opened(page, folder, name)
    assert page.evaluate(ASKED_HALVES)


def test_a_text_of_a_link_has_a_longest_length(page: Page, folder: Path) -> None:
    """What stops a tab once would stop it again at every visit, as it is kept."""
    opened(page, folder, "writing", fragment=f"#writing?start={'e' * 20_000}")
    page.get_by_text("begin with has 20,000 letters, and at most 1,000 are read.").wait_for()
    assert page.get_by_label("begin with").input_value() == "ab"
    kept = "transformers-by-hand-text writing-light.html#writing"
    page.evaluate(f"localStorage.setItem('{kept}', JSON.stringify({{start: 'e'.repeat(20000)}}))")
    opened(page, folder, "writing")
    assert page.get_by_label("begin with").input_value() == "ab"


def test_decoder_by_keyboard_alone(page: Page, folder: Path) -> None:
    opened(page, folder, "decoder")
    slider = page.get_by_label("position", exact=True).first
    slider.click(position={"x": 2, "y": 5})
    assert slider.input_value() == "0"
    page.locator(".tape li").nth(4).click()
    assert "Position 4 hears “l” and says “o”" in verdict(page)
    slide(page, "position", "ArrowRight", 2)
    assert "Position 6 hears “␣” and says “W”" in verdict(page)
    assert page.locator(".tape li[aria-current=step]").inner_text().strip() == "W"
    slide(page, "N", "Home")
    assert page.get_by_label("N, exactly").input_value() == "1"
    assert "first wrong" in verdict(page)
    slide(page, "d_model", "End")
    slide(page, "d_vocab", "End")
    assert page.evaluate("document.querySelector('hand-figure').handle.state.d_vocab") == 256
    assert not page.evaluate("Boolean(window.turned)")


def test_address_is_the_state(timed: Page, folder: Path) -> None:
    page = opened(timed, folder, "several", fragment="#decoder?N=3&step=8&precision=float32")
    figure = page.locator("#decoder")
    assert "first wrong at position 8" in figure.locator(".verdict").inner_text()
    assert figure.locator("select").first.input_value() == "float32"
    assert page.evaluate(TOP, "decoder") < 5
    page.evaluate("location.hash = '#hardening?N=100&row=3'")
    figure = page.locator("#hardening")
    figure.locator(".verdict", has_text="Position 3 reads position 2").wait_for()
    assert page.evaluate(TOP, "hardening") < 5
    figure.get_by_label("d_model").focus()
    page.keyboard.press("ArrowRight")
    rest(page)
    own, others = "hardening?N=100&d_model=6&row=3", "decoder?N=3&step=8&precision=float32"
    assert page.evaluate("location.hash") == f"#{own};{others}"
    page.evaluate("location.hash = '#hardening?N=nonsense&d_model=7'")
    page.wait_for_function("document.querySelector('#hardening').handle.state.N === 1")


def test_an_address_holds_several_figures(page: Page, folder: Path) -> None:
    """The first is shown; a link in the text sets all, and Back undoes all."""
    states = "['decoder', 'hardening'].map(id => document.getElementById(id).handle.state.N)"
    opened(page, folder, "several", fragment="#decoder?N=3;hardening?N=100&row=3")
    page.locator("#hardening .card").wait_for(state="attached")
    assert page.evaluate(TOP, "decoder") < 5
    page.evaluate("""() => {
        const link = '<p><a href="#decoder?N=7;hardening?N=20">Both</a></p>';
        document.querySelector('#decoder').insertAdjacentHTML('beforebegin', link);
    }""")
    page.get_by_role("link", name="Both").click()
    assert page.evaluate(states) == [7, 20]
    page.go_back()
    page.wait_for_function(f"String({states}) === '3,100'")


def test_a_link_is_copied(new_page: NewPage, server: str) -> None:
    page = new_page()
    page.goto(f"{server}/several-light.html#decoder?N=3")
    page.locator("#decoder .card").wait_for()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("document.querySelector('#hardening').ask(new URLSearchParams('N=20'))")
    page.locator("#decoder").get_by_role("button", name="Copy link").click()
    page.get_by_text("Copied: a link to this page as it stands now.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith("#decoder?N=3;hardening?N=20")
    stranger = new_page()
    stranger.goto(copied)
    stranger.locator("#decoder .card").wait_for()
    stranger.locator("#hardening .card").wait_for(state="attached")
    assert stranger.evaluate("document.getElementById('hardening').handle.state.N") == 20


def test_from_disk_the_address_is_the_link(page: Page, folder: Path) -> None:
    opened(page, folder, "decoder", fragment="#decoder?N=3")
    page.evaluate("delete Navigator.prototype.clipboard")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("The address of this page is the link").wait_for()


def with_far_link(page: Page) -> Locator:
    """A link that sets the figure `decoder`, from where that is out of sight."""
    page.evaluate("""() => {
        const text = '<p>See it <a href="#decoder?N=3">fail</a>.</p>';
        document.body.insertAdjacentHTML('beforeend', text);
        document.body.lastElementChild.style.margin = '3000px 0 1000px';
    }""")
    link = page.get_by_role("link", name="fail")
    link.scroll_into_view_if_needed()
    return link


def seen(page: Page, name: str) -> bool:
    """Whether a figure's verdict is in the window."""
    return in_window(page, page.locator(f"#{name} .verdict"))


def in_window(page: Page, what: Locator) -> bool:
    """Whether something is in the window, all of its height."""
    box = what.bounding_box()
    return box is not None and 0 <= box["y"] <= page.evaluate("innerHeight") - box["height"]


def test_a_link_brings_its_figure_into_sight_and_back_undoes(timed: Page, folder: Path) -> None:
    page = opened(timed, folder, "decoder")
    slide(page, "N", "ArrowRight")
    said, number = verdict(page), "document.querySelector('#decoder').handle.state.N"
    before = page.evaluate(number)
    rest(page)
    link = with_far_link(page)
    place = link.bounding_box()
    assert not seen(page, "decoder")
    link.click()
    assert page.evaluate(number) == 3
    assert seen(page, "decoder")
    rest(page)
    assert page.evaluate("location.hash") == "#decoder?N=3"
    page.go_back()
    page.wait_for_function(f"{number} === {before}")
    page.evaluate(FRAME)  # in which it scrolls back
    assert verdict(page) == said
    assert link.bounding_box() == place
    page.go_forward()
    page.wait_for_function(f"{number} === 3")


def test_a_figure_that_came_into_sight_leads_back(page: Page, folder: Path) -> None:
    """By keys too, which are where the reader looks; what is in sight already does not move."""
    opened(page, folder, "decoder")
    link = with_far_link(page)
    link.press("Enter")
    assert seen(page, "decoder")
    focused = "document.querySelector('#decoder').shadowRoot.activeElement?.textContent"
    assert page.evaluate(focused) == "Back to the text"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "fail"
    assert in_window(page, link)
    page.locator("#decoder").evaluate("""(figure) => {
        const line = document.querySelector('p:has(> a[href="#decoder?N=3"])');
        line.style.margin = 0;
        figure.after(line);
    }""")
    link.scroll_into_view_if_needed()
    place = link.bounding_box()
    link.click()
    assert link.bounding_box() == place
    assert page.get_by_role("button", name="Back to the text").count() == 0


def test_a_text_is_kept_and_packed_into_the_address(new_page: NewPage, folder: Path) -> None:
    page = opened(new_page(), folder, "editor")
    area = page.get_by_label("the program")
    text = f"# {'mine ' * 60}\n{area.input_value()}"
    area.fill(text)
    page.wait_for_url(re.compile(r"listing\.packed="))
    shared = page.url
    page.reload()
    assert area.input_value() == text
    again = opened(page, folder, "editor")
    assert again.get_by_label("the program").input_value() == text
    stranger = new_page()
    stranger.goto(shared)
    expect(stranger.get_by_label("the program")).to_have_value(text)
    area.fill(f"{text}# and more")
    page.reload()  # before it rested
    assert area.input_value() == f"{text}# and more"
    page.get_by_role("button", name="Reset").click()
    page.wait_for_function("!location.hash.includes('packed')")
    opened(page, folder, "editor")
    assert "mine" not in area.input_value()
    page.goto(f"{shared[:-4]}")
    page.get_by_text("The text in this link is damaged").wait_for()
    assert "mine" not in area.input_value()
    latest = page.locator("optgroup option").first.get_attribute("value")
    page.get_by_label("example").select_option(latest)
    assert area.input_value() == f"{text}# and more"
    page.go_back()
    expect(area).not_to_have_value(re.compile("mine"))


def test_a_text_too_long_for_a_link_is_said_to_be(page: Page, folder: Path) -> None:
    opened(page, folder, "editor")
    area = page.get_by_label("the program")
    noise = "".join(random.Random(0).choices("0123456789abcdefghijklmnopqrstuvwxyz", k=12_000))
    text = f"# {noise}\n{area.input_value()}"
    area.fill(text)
    page.get_by_text("This text is too long for a link. This browser keeps it.").wait_for()
    assert "packed" not in page.url
    page.reload()
    assert area.input_value() == text


def test_a_pattern_is_read_by_keys(page: Page, folder: Path) -> None:
    opened(page, folder, "hardening", fragment="#hardening?N=1000&shift=3")
    page.get_by_label("steps back").select_option("3")
    page.locator("svg[tabindex]").focus()
    page.keyboard.press("ArrowUp")
    assert "Position 6 reads position 3" in verdict(page)
    page.keyboard.press("ArrowLeft")
    assert page.locator("figure .note").inner_text().startswith("6 reads 3: weight 1, score")
    assert not page.evaluate("Boolean(window.turned)")


def test_a_wrong_symbol_is_red_and_the_right_one_outlined(page: Page, folder: Path) -> None:
    """Said and expected have the same colors in the logits, on the tape and in the verdict."""
    opened(page, folder, "adding")
    fill, said = "x => getComputedStyle(x).fill", page.locator(".told rect")
    green = said.evaluate(fill)
    assert page.locator(".expected").count() == 0
    go = page.get_by_role("button", name="Go to position")
    assert not go.is_visible()
    page.get_by_label("N, exactly").fill("100")
    assert "should say" not in page.locator(".verdict p").last.inner_text()
    go.click()
    assert "should say" in page.locator(".verdict p").last.inner_text()
    assert not go.is_visible()
    red = said.evaluate(fill)
    assert red == page.locator(".verdict span").first.evaluate("x => getComputedStyle(x).color")
    assert red != green
    outlined = page.locator(".expected:visible rect")
    assert outlined.evaluate(fill) == "none"
    assert outlined.evaluate("x => getComputedStyle(x).stroke") == green
    assert "it should say" in page.get_by_text("outlined").inner_text()


def test_head_knocked_out(timed: Page, folder: Path) -> None:
    page = opened(timed, folder, "searching", fragment="#searching?view=numbers")
    boxes = page.get_by_role("checkbox")
    assert boxes.count() == 6 + 1  # and one for all rows
    page.locator("[data-head='1.2']").uncheck()
    assert "it should say “7”" not in verdict(page)  # it only clears what nobody reads
    page.locator("[data-head='1.0']").uncheck()
    assert "it should say “7”" in verdict(page)
    rest(page)
    assert page.evaluate("document.querySelector('hand-figure').handle.state.off") == "1.0 1.2"
    page.get_by_role("button", name="say", exact=True).click()
    assert (page.locator(".says.wrong:visible").text_content() or "").endswith(" ✗")
    page.locator("[data-head='1.0']").check()
    page.get_by_role("button", name="Reset").click()
    assert page.locator("[data-head='1.2']").is_checked()


def test_failure_sets_the_other_figure(page: Page, folder: Path) -> None:
    opened(page, folder, "several")
    page.locator("#where-right").scroll_into_view_if_needed()
    cells = page.locator("#where-right .map")
    cells.wait_for()
    cells.focus()
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    figure = page.locator("#least")
    figure.locator(".card").wait_for()
    assert figure.get_by_label("text", exact=True).input_value() == "3 1"
    assert figure.get_by_label("N, exactly").input_value() == "100"
    assert figure.get_by_label("precision").input_value() == "float16"


def test_spikes_meet_every_point(page: Page, folder: Path) -> None:
    opened(page, folder, "bumps")
    assert "The sum of 15 ReLUs meets 5 of 5 points." in verdict(page)
    slide(page, "units kept", "ArrowLeft")
    assert "The sum of 12 ReLUs meets 4 of 5 points." in verdict(page)
    page.get_by_role("button", name="Reset").click()
    slide(page, "added to its bias", "ArrowRight", 3)
    assert "meets 5 of 5" not in verdict(page)


def pieces_of(page: Page) -> list[str]:
    words = page.locator(".word").all()
    return ["-".join(word.locator("b").all_inner_texts()) for word in words]


def test_merges_one_at_a_time_and_of_a_readers_own_text(timed: Page, folder: Path) -> None:
    page = opened(timed, folder, "merges")
    assert pieces_of(page) == ["t-h-o-u", "h-o-u-r"]
    assert "Next: t + h, which stand together 10 times." in verdict(page)
    page.get_by_role("button", name="Merge the first").click()
    assert pieces_of(page) == ["th-o-u", "h-o-u-r"]
    slide(page, "merges", "ArrowRight", 2)
    assert pieces_of(page) == ["thou", "h-ou-r"]
    assert "After 3 merges, 8 letters are 4 pieces." in verdict(page)
    page.locator("[data-born='2']").click()
    assert pieces_of(page) == ["th-ou", "h-ou-r"]
    page.get_by_role("button", name="Undo", exact=True).click()
    assert pieces_of(page) == ["th-o-u", "h-o-u-r"]
    page.get_by_role("button", name="Reset").click()
    own = page.get_by_label("your own text to learn from")
    assert not own.is_visible()
    page.get_by_text("Learn from a text of your own").click()
    own.fill("rose\nrose nose")
    page.get_by_label("text to cut").fill("rose")
    slide(page, "merges", "End")
    assert pieces_of(page) == ["rose"]
    assert "nothing is left to merge" in verdict(page)
    rest(page)
    page.reload()
    page.locator("hand-figure .card").wait_for()
    assert own.input_value() == "rose\nrose nose"
    assert pieces_of(page) == ["rose"]


def test_clocks_are_set_together_or_one_by_one(page: Page, folder: Path) -> None:
    opened(page, folder, "clocks")
    angles = page.get_by_label("angles", exact=True)
    assert angles.input_value() == "original"
    page.get_by_text("More controls").click()
    slide(page, "hand 1", "ArrowRight")
    assert angles.input_value() == "your own"
    angles.select_option("the book's circles")
    hands = [page.get_by_label(f"hand {i}", exact=True) for i in (1, 2, 3, 4)]
    assert [hand.get_attribute("aria-valuetext") for hand in hands] == [
        f"{angle}\N{DEGREE SIGN}" for angle in (15, 30, 45, 60)
    ]
    assert page.get_by_label("columns a hand").input_value() == "3"
    slide(page, "positions", "ArrowLeft", 4)
    assert angles.input_value() == "your own", "circles of 24 are not circles of 20"
    page.get_by_role("button", name="Reset").click()
    heard = page.locator("figure", has_text="Who hears whom")
    heard.locator("svg[role=img]").focus()
    page.keyboard.press("ArrowDown")
    assert "Position 1 gives itself" in verdict(page)
    assert heard.locator(".note").inner_text().startswith("position 1 hears 0: weight ")
    table = page.locator("figure", has_text="a row for a position").locator("svg[role=img]")
    table.click(position={"x": 40, "y": 200})
    assert "Position 6 gives itself" not in verdict(page)


def test_a_script_that_comes_twice_serves_its_parts(
    page: Page, folder: Path, made: Mapping[str, LiveFigure]
) -> None:
    """As in a notebook without widgets, where every figure brings the script."""
    opened(page, folder, "circle")
    more = made["clocks"].element()
    page.evaluate("(html) => document.body.insertAdjacentHTML('beforeend', html)", more)
    for script_of in (*map(part_script, made["clocks"].parts), script()):
        page.evaluate(script_of)
    page.locator("#clocks").scroll_into_view_if_needed()
    page.locator("#clocks .card").wait_for()


def in_notebook(page: Page, figure: LiveFigure) -> None:
    """Show what a cell of a notebook shows, in the place of what it showed before."""
    shown = figure.notebook_element()
    page.evaluate(
        """(shown) => {
          document.querySelector("#below").innerHTML = shown;
          for (const code of document.querySelectorAll("#below > script")) eval(code.textContent);
        }""",
        shown,
    )
    page.locator("#below hand-figure .card").wait_for()


def test_in_a_notebook_links_act_and_the_address_stays(timed: Page) -> None:
    page = timed
    far = "<div style='height: 3000px'></div>"
    page.set_content(f"<p><a href='#cell?N=3'>three</a></p>{far}<div id=below></div>")
    figure = decoder(lambda N: build(N, 11, 3), MESSAGE, id="cell")
    page.evaluate("scrollTo(0, 3000)")
    in_notebook(page, figure)
    page.evaluate("scrollTo(0, 0)")
    page.click("text=three")
    rest(page)
    assert seen(page, "cell")
    assert "first wrong at position 8" in verdict(page)
    assert page.url == "about:blank"
    below = "document.querySelector('#below')"
    page.evaluate(f"{below}.replaceChildren(...{below}.childNodes)")  # out of sight, and back
    assert "first wrong at position 8" in verdict(page)
    in_notebook(page, figure)  # the cell is run again
    assert "as it should" in verdict(page)


def test_each_figure_of_a_notebook_brings_parts_that_are_taken_once(timed: Page) -> None:
    """What a part puts before a verdict stood there once for each figure that had run."""
    page = timed
    page.set_content("<div id=below></div>")
    figure = decoder(lambda N: build(N, 11, 3), MESSAGE, N=2, id="cell", panels=("numbers",))
    for _ in range(3):
        in_notebook(page, figure)
    rest(page)
    assert verdict(page).count("Right on") == 1


def test_announced_after_a_rest(timed: Page, folder: Path) -> None:
    page = opened(timed, folder, "decoder")
    status = page.locator(".card > .unseen[role=status]")
    assert status.inner_text() == ""
    slide(page, "N", "Home")
    assert status.inner_text() == ""
    rest(page)
    assert "first wrong" in status.inner_text()


def test_a_text_writes_itself_until_it_is_paused(page: Page, folder: Path) -> None:
    opened(page, folder, "writing", fragment="#writing?said=2&order=1")
    text = page.get_by_role("group", name="The text so far")
    begun = text.inner_text()
    page.get_by_role("button", name="Write", exact=True).click()
    for more in (1, 2):
        page.wait_for_function(
            "(n) => document.querySelector('hand-figure').handle.state.said >= n", arg=2 + more
        )
    page.get_by_role("button", name="Pause").click()
    said = text.inner_text()
    assert said.startswith(begun), "the same letters, and more"
    page.get_by_role("button", name="One back").click()
    page.get_by_role("button", name="One letter").click()
    assert text.inner_text() == said, "the same number falls on the same letter"
    rested = page.locator("hand-figure p.unseen", has_text=verdict(page).split("\n")[0])
    rested.wait_for(state="attached")


def test_a_text_is_written_at_once_for_who_wants_no_motion(page: Page, folder: Path) -> None:
    page.emulate_media(reduced_motion="reduce")
    opened(page, folder, "writing", fragment="#writing?said=2")
    page.get_by_role("button", name="Write", exact=True).click()
    assert page.evaluate("document.querySelector('hand-figure').handle.state.said") == 42
    assert page.get_by_role("button", name="Pause").count() == 0


STEP = "document.querySelector('hand-figure').handle.run.at"


def test_machines_learn_until_they_are_stopped_and_go_on(page: Page, folder: Path) -> None:
    opened(page, folder, "learns")
    page.get_by_role("button", name="Learn", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_function(f"{STEP} > 9")
    page.get_by_role("button", name="Stop").click()
    page.locator("hand-figure p.unseen", has_text="After").wait_for(state="attached")
    stopped = page.evaluate(STEP)
    assert f"After {stopped} steps seed 0 has " in verdict(page)
    page.get_by_role("button", name="One step").click()
    page.wait_for_function(f"{STEP} === {stopped + 1}")
    page.get_by_role("button", name="Go on").click()
    page.wait_for_function(f"{STEP} > {stopped + 9}")
    page.get_by_role("button", name="Begin again").click()
    page.wait_for_function(f"{STEP} === 0")
    page.get_by_role("button", name="Learn", exact=True).wait_for()


def test_who_wants_no_motion_sees_the_end_of_a_course_alone(page: Page, folder: Path) -> None:
    page.emulate_media(reduced_motion="reduce")
    opened(page, folder, "learns")
    curve = page.locator("hand-figure .curve").first
    page.evaluate("""() => {
      self.drawn = new Set();
      const curve = document.querySelector("hand-figure").shadowRoot.querySelector(".curve");
      new MutationObserver(() => drawn.add(curve.getAttribute("d"))).observe(curve,
        { attributes: true });
    }""")
    page.get_by_role("button", name="100 steps").click()
    page.locator("hand-figure p.unseen", has_text="After 100 steps").wait_for(state="attached")
    assert page.evaluate("[...drawn]") == [curve.get_attribute("d")]


def test_a_name_that_is_pressed_is_asked(page: Page, folder: Path) -> None:
    opened(page, folder, "sleepers")
    asked = page.locator(".answered")
    assert asked.inner_text() == "add: says 1. 3 of 5 heads look at the first token alone."
    page.get_by_role("button", name="search:").click()
    assert asked.inner_text() == "search: says c. 2 of 5 heads look at the first token alone."
    page.get_by_label("text", exact=True).fill("a b a")
    assert asked.inner_text().startswith("Nobody is asked")


# What shows a figure in a widget: it says in `self.widget` what it is told, and what it tells.
WIDGET = """async ([source, spec]) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { default: view } = await import(url);
  const traits = { spec, state: spec.state, outcome: "" };
  const heard = {};
  const model = {
    get: (name) => traits[name],
    set: (name, value) => { traits[name] = value; },
    save_changes: () => {},
    on: (event, follow) => { heard[event] = follow; },
    off: (event) => { delete heard[event]; },
  };
  const el = document.body.appendChild(document.createElement("div"));
  const stop = view.render({ model, el });
  const root = el.firstChild.shadowRoot;
  const says = () => root.querySelector(".verdict").textContent;
  self.widget = { traits, heard, root, says, stop };
  return says();
}"""


def widget(page: Page, figure: LiveFigure, *parts: str) -> str:
    """Show a figure as a widget does, with its parts: what it says."""
    return str(page.evaluate(WIDGET, [module(*(parts or figure.parts)), figure.spec]))


def test_view_of_a_widget(timed: Page, made: Mapping[str, LiveFigure]) -> None:
    """It follows its model, tells what came out, and brings its parts."""
    page = timed
    assert "as it should" in widget(page, made["decoder"], "circle")
    second = page.evaluate("""() => {
      const { traits, heard, says } = self.widget;
      traits.state = { ...traits.state, N: 3 };
      heard["change:state"]();
      return says();
    }""")
    assert "first wrong at position 8" in second
    rest(page)
    told, third, listeners, fragment = page.evaluate(
        """() => {
          const { traits, heard, says, stop } = self.widget;
          traits.spec = { ...traits.spec, answer: ["e", ...traits.spec.answer.slice(1)] };
          traits.state = traits.spec.state;
          heard["change:spec"]();
          const third = says();
          stop();
          return [traits.outcome, third, Object.keys(heard), location.hash];
        }"""
    )
    assert told == "It says “Hello WoWor!” and is first wrong at position 8."
    assert "first wrong at position 0" in third
    assert listeners == []
    assert fragment == ""
    assert "One matrix moves every row by 1." in widget(page, made["clocks"])
