"""A machine in symbols as a film: a sentence a step, of all that it says, and a link into it."""

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from taotp.figures import explore
from taotp.figures.lanes.film import film, frames
from taotp.programs import Program, hello_world, search, sort, two_stacks
from tests.laws import every
from tests.pages.conftest import rest
from tests.pages.small_pages import opened, write_pages, write_what_pages_load
from tests.pages.test_figures import widget

MACHINES: dict[str, tuple[Program, Any]] = {
    "searching": (search("0123456789", 24, 2), "27182818284518"),
    "hello": (hello_world("Hello"), ""),
    "sorted": (sort(10, 8), [5, 3, 8]),
    "reversed": (two_stacks.reverse("abcd", 6), "abc"),
}
WHOLE = 600_000  # ms of its clock, more than any of these films takes
# What a figure showed at each draw: its place, its step, its sentence, what was announced,
# when, and how far what was said is shown.
WATCH = """figure => {
  figure.frames = [];
  figure.addEventListener("hand-drawn", () => {
    const { state, run } = figure.handle;
    const cells = [...figure.shadowRoot.querySelectorAll("svg.lanes g.cell.said")]
      .filter((cell) => cell.checkVisibility({ visibilityProperty: true }));
    figure.frames.push([run.place, state.step,
      figure.shadowRoot.querySelector("[data-sentence]").textContent,
      figure.shadowRoot.querySelector(".machine > [role=status]").textContent, Date.now(),
      Math.max(run.first, ...cells.map(({ dataset }) => Number(dataset.position)))]);
  });
}"""


class Frame(NamedTuple):
    """What a figure shows at a time in ms: `last` is the last place of its text."""

    place: int
    step: str
    sentence: str
    announced: str
    time: int
    last: int


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some machines on a page of their own, and links to steps of one."""
    figures = [
        explore(lambda program=program: program, prompt, id=id, panels=("machine",))
        for id, (program, prompt) in MACHINES.items()
    ]
    parts = {part for figure in figures for part in figure.parts}
    link = '<p><a href="#searching?step=carry%200&row=9&play=on">It looks one back.</a></p>'
    folder = tmp_path_factory.mktemp("films")
    write_pages(folder, {"": link + "".join(figure.element() for figure in figures)}, parts)
    write_what_pages_load(folder, parts, style="body { margin: 8px; }")
    return folder


def figure_of(page: Page, folder: Path, id: str, query: str = "") -> Locator:
    """A figure, once it is drawn, whose frames are kept."""
    opened(page, folder, fragment=f"#{id}{query}")
    figure = page.locator(f"#{id}")
    figure.locator("[data-lanes] g.cell").first.wait_for()
    figure.evaluate(WATCH)
    return figure


def frames_of(figure: Locator) -> list[Frame]:
    """What a figure has shown, each once."""
    found = [Frame(*each) for each in figure.evaluate("figure => figure.frames")]
    return [each for i, each in enumerate(found) if not i or each[:2] != found[i - 1][:2]]


@cache
def frames_told(id: str) -> list[tuple[int, str, str]]:
    """All that a film of the library tells: places, steps and sentences."""
    return [(each.at, each.step.name, each.sentence) for each in frames(*MACHINES[id])]


def whole(id: str) -> list[tuple[int, str]]:
    """The places and steps of it."""
    return [(place, step) for place, step, _ in frames_told(id)]


def stand(figure: Locator) -> tuple[int, str]:
    """Where a figure stands."""
    place, step = figure.evaluate("({ handle: { run, state } }) => [run.place, state.step]")
    return place, step


@every("id", MACHINES)
def test_play_tells_all_that_a_machine_says(timed: Page, folder: Path, id: str) -> None:
    """In the library's sentences, each announced, and there as long as it takes to be read."""
    figure = figure_of(timed, folder, id)
    figure.get_by_role("button", name="Play").click()
    timed.clock.run_for(WHOLE)
    expect(figure.get_by_role("button", name="Play")).to_be_visible()  # it has come to its end
    frames = frames_of(figure)
    assert [each[:3] for each in frames] == frames_told(id)
    for each in frames:
        assert each.announced == each.sentence
        assert each.last == each.place, "what is not said yet is not there"
    words = [len(each.sentence.split()) for each in frames[:-1]]
    times = np.diff([each.time for each in frames])
    word, pause = np.polyfit(words, times, 1) if len({*words}) > 1 else (280, 900)
    assert np.allclose(np.array(words) * word + pause, times, atol=30)
    assert 200 <= word <= 400 <= pause, "at 150 to 300 words a minute, with a pause"


# The frames of a film that are seen, so many ms after it began.
SEEN = """(ms) => {
  for (const each of document.getAnimations()) {
    each.pause();
    each.currentTime = ms;
  }
  return [...document.querySelectorAll(".f")]
    .filter((frame) => getComputedStyle(frame).visibility === "visible").map(({ id }) => id);
}"""
# The cells that are faint, for they are not written yet, in each step.
FAINT = """(figure, steps) => steps.map((step) => {
  figure.handle.set({ step });
  return [...figure.shadowRoot.querySelectorAll("svg.lanes g.cell.later")]
    .filter((cell) => cell.checkVisibility())
    .map(({ dataset: { lane, position } }) => `${lane} ${position}`);
})"""


@every("id", MACHINES)
def test_what_is_not_written_yet_is_faint(page: Page, folder: Path, id: str) -> None:
    """From step to step it is less: what was written stays, that of an encoder too."""
    figure = figure_of(page, folder, id)
    place = whole(id)[0][0]
    faint = figure.evaluate(FAINT, [step for at, step in whole(id) if at == place])
    assert "answer" in " ".join(faint[0])
    assert faint[-1] == []
    assert all({*after} <= {*before} for before, after in pairwise(faint))


def test_a_film_in_a_file_shows_one_frame_at_a_time(page: Page, tmp_path: Path) -> None:
    """Each as long as it takes to be read; as a still, and without motion, it shows the last."""
    program, prompt = MACHINES["sorted"]
    path, shown = tmp_path / "film.svg", [*frames(program, prompt)]
    path.write_text(film(program, prompt, "Sort"), "utf-8")
    page.goto(path.as_uri())
    starts = np.cumsum([0, *(frame.ms for frame in shown)])[:-1]
    for i, start in enumerate(starts):
        for ms in (start + 20, start + shown[i].ms - 20):
            assert page.evaluate(SEEN, float(ms)) == [f"f{i}"]
    for address, calm in ((f"{path.as_uri()}#still", False), (path.as_uri(), True)):
        page.goto("about:blank")
        page.emulate_media(reduced_motion="reduce" if calm else "no-preference")
        page.goto(address)
        assert page.evaluate(SEEN, 20.0) == [f"f{len(shown) - 1}"]


def test_a_reader_pauses_it_and_goes_back_and_on(timed: Page, folder: Path) -> None:
    figure = figure_of(timed, folder, "hello")
    play = figure.get_by_role("button", name="Play")
    play.click()
    timed.clock.run_for(10_000)
    figure.get_by_role("button", name="Pause").click()
    play.wait_for()
    place, step = stand(figure)
    assert place > 0
    timed.clock.run_for(WHOLE)
    assert stand(figure) == (place, step)
    ways = whole("hello")
    k = ways.index((place, step))
    for name, way in (("back", -1), ("back", -1), ("on", 1), ("on", 1), ("on", 1)):
        figure.get_by_role("button", name=f"step {name}").click()
        k += way
        assert stand(figure) == ways[k]
    play.click()
    timed.clock.run_for(100)
    assert stand(figure) == ways[k + 1], "it goes on from there"
    figure.get_by_role("button", name="step back").click()
    play.wait_for()
    for _ in ways[k + 1 :]:
        figure.get_by_role("button", name="step on").click()
    expect(figure.get_by_role("button", name="step on")).to_be_disabled()


def test_keys_play_and_pause_and_what_is_typed_ends_it(timed: Page, folder: Path) -> None:
    figure = figure_of(timed, folder, "sorted")
    figure.locator("svg.lanes").focus()
    timed.keyboard.press("Space")
    figure.get_by_role("button", name="Pause").wait_for()
    assert stand(figure) == whole("sorted")[0]
    for key, way in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        timed.keyboard.press(key)
        assert stand(figure) == whole("sorted")[way]
    figure.get_by_role("button", name="Play").wait_for()
    timed.keyboard.press("Space")
    figure.get_by_role("button", name="Pause").wait_for()
    figure.get_by_label("text", exact=True).fill("7 1 2")
    figure.get_by_role("button", name="Play").wait_for()
    here = stand(figure)
    timed.clock.run_for(WHOLE)
    assert stand(figure) == here


def test_a_step_whose_heads_are_out_has_its_sentence(page: Page, folder: Path) -> None:
    figure = figure_of(page, folder, "searching", "?step=carry%200")
    figure.get_by_role("checkbox", name="looks 1 back").uncheck()
    said = "; it holds nothing. Position 13 looks 1 back, at position 12. "
    expect(figure.locator("[data-sentence]")).to_contain_text(said)  # in a task of its own


@every("calm", [False, True])
def test_a_link_opens_a_step_and_plays_on_from_there(timed: Page, folder: Path, calm: bool) -> None:
    """Where motion is not wanted it stands there, and a press goes a step on."""
    timed.emulate_media(reduced_motion="reduce" if calm else "no-preference")
    figure = figure_of(timed, folder, "searching", "?step=carry%200&row=9&play=on")
    button = figure.get_by_role("button", name="Next step" if calm else "Pause")
    button.wait_for()
    assert stand(figure) == (9, "carry 0")
    assert figure.locator("[data-sentence]").inner_text().startswith("Position 9 looks 1 back")
    timed.clock.run_for(WHOLE)
    after = [(9, "carry 1"), (9, "say")]
    seen = [(each.place, each.step) for each in frames_of(figure)]
    if calm:
        assert stand(figure) == (9, "carry 0")
        button.click()
        assert stand(figure) == after[0]
        assert figure.locator(".machine > [role=status]").inner_text() == (
            figure.locator("[data-sentence]").inner_text()
        )
    else:
        assert [each for each in seen if each != (9, "carry 0")][:2] == after
    rest(timed)
    timed.wait_for_function("location.hash.includes('row=')")
    address = timed.evaluate("location.hash")
    assert "play" not in address
    assert ("step=carry+1" in address) == calm, "the film has come to the last step"


def test_a_link_of_the_text_plays_too_and_another_word_is_no_play(
    timed: Page, folder: Path
) -> None:
    figure = figure_of(timed, folder, "searching")
    timed.get_by_role("link", name="It looks one back.").click()
    figure.get_by_role("button", name="Pause").wait_for()
    assert stand(figure) == (9, "carry 0")
    figure = figure_of(timed, folder, "hello", "?step=embed&play=alert(1)")
    expect(figure.locator(".far")).to_contain_text("play “alert(1)” is not on this page.")
    timed.clock.run_for(WHOLE)
    assert stand(figure) == (0, "embed")


def test_a_widget_opens_in_symbols_and_plays(page: Page) -> None:
    """A live notebook shows what a page shows; its kernel learns where a reader came to."""
    program, prompt = MACHINES["sorted"]
    figure = explore(lambda: program, prompt, id="sorted", panels=("machine",))
    widget(page, figure)
    seen = page.evaluate("""() => {
      const { root } = self.widget;
      const shown = (name) => root.querySelector(name).checkVisibility();
      return [shown("svg.lanes"), shown("svg.machine"),
        root.querySelector("[data-sentence]").textContent];
    }""")
    assert seen == [True, False, frames_told("sorted")[2][2]]
    page.evaluate("self.widget.root.querySelector('.nav > button').click()")
    page.wait_for_function("self.widget.traits.state.step !== 'say'")
    assert page.evaluate("self.widget.root.querySelector('.nav > button').textContent") == "Pause"
