"""A reader says words to the figure that hears them: a microphone, files, and what is kept."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from taotp.applications.spoken.figure import WORDS, sounds
from taotp.figures import say_a_word
from taotp.sound.wav import RATE, write
from tests.pages.conftest import FLAGS, patient
from tests.pages.costs import too_dear
from tests.pages.pace import A_MOMENT
from tests.pages.small_pages import write_pages
from tools.chromium import chromium_path

SILENCE = np.zeros(RATE // 2)
# A microphone that gives one word after another, at the rate of the page's own sounds.
SPEAKING = """(words) => {
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const samples = Float32Array.from(words.shift());
    const buffer = context.createBuffer(1, samples.length, 8000);
    buffer.copyToChannel(samples, 0);
    const from = new AudioBufferSourceNode(context, { buffer });
    const to = context.createMediaStreamDestination();
    from.connect(to);
    from.start(context.currentTime + 0.4);
    return to.stream;
  };
}"""
# Hears a word anew after a dial.
HEAR = """(noise) => {
  const { handle, spec } = document.querySelector("hand-figure");
  spec.bench.settle({ ...handle.state, noise, speed: 0.6 });
}"""
REFUSING = """(name) => {
  navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", name));
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page with the figure, opened from disk."""
    figure = say_a_word()
    folder = tmp_path_factory.mktemp("words")
    write_pages(folder, {"": figure.element()}, figure.parts)
    return (folder / "light.html").as_uri()


@pytest.fixture(scope="module")
def talking(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A Chromium whose microphone hears a woman say directories."""
    file = tmp_path_factory.mktemp("heard") / "directories.wav"
    word = sounds()["woman"]["again"]["directories"]
    write(file, np.concatenate([SILENCE, word, SILENCE, SILENCE, SILENCE]))
    heard = [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-audio-capture={file}",
    ]
    flags = [*FLAGS, *heard]
    another = browser.browser_type.launch(executable_path=chromium_path(), args=flags)
    yield another
    another.close()


def opened(page: Page, address: str, state: str = "") -> Page:
    page.goto(f"{address}{state}")
    page.locator(".sentence:not(.pending)").wait_for()
    return page


def said(page: Page, sentence: str) -> None:
    page.locator(".verdict", has_text=sentence).wait_for()


def named(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def test_it_hears_a_microphone_and_keeps_nothing(talking: Browser, address: str) -> None:
    page = opened(patient(talking.new_page()), address, "#three-words?weights=woman")
    named(page, "Say one")
    sign = page.get_by_role("status").filter(has_text="Listening; it ends by itself.")
    sign.wait_for()
    assert "Say one of files, directories, photos." in sign.inner_text()
    assert page.get_by_role("button", name="Stop").is_visible()
    said(page, "It hears “directories”.")
    assert page.locator(".slot.lit > input").input_value() == "directories"
    assert page.locator(".fork").inner_text() == "directories"
    assert page.get_by_role("button", name="Stop").count() == 0, "it ended by itself"
    page.wait_for_function("history.state?.hand?.['three-words']?.heard === 'own'")
    kept = page.evaluate("JSON.stringify([localStorage, history.state, location.hash])")
    assert len(kept) < 1000, "no sound is in it"
    assert json.loads(kept)[1]["hand"]["three-words"]["heard"] == "own"
    named(page, "Forget what I said")
    said(page, "It hears “files”.")
    page.get_by_label("or hear").select_option("own")
    said(page, "Now say one of them.")
    page.close()


def test_three_words_of_a_reader(page: Page, address: str) -> None:
    """One button leads through all of it."""
    woman = sounds()["woman"]
    queue = [*(woman["once"][word] for word in WORDS), woman["again"]["photos"]]
    opened(page, address)
    page.evaluate(SPEAKING, [samples.tolist() for samples in queue])
    page.get_by_label("name of word 3").fill("pictures")
    named(page, "Say your own three words")
    for word in ("files", "directories", "pictures"):
        page.get_by_role("status").filter(has_text=f"Say “{word}”.").wait_for()
    said(page, "It hears “pictures”.")
    assert page.locator(".fork").inner_text() == "pictures"
    assert page.get_by_role("button", name="play pictures 1").is_visible()
    named(page, "take away pictures 1")
    said(page, "Still to be said: “pictures”.")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("NotAllowedError", "may not use the microphone"),
        ("NotFoundError", "No microphone was found"),
    ],
)
def test_a_microphone_that_is_refused_gets_a_sentence(
    page: Page, address: str, name: str, sentence: str
) -> None:
    opened(page, address)
    page.evaluate(REFUSING, name)
    named(page, "Say one")
    page.get_by_role("status").filter(has_text=sentence).wait_for()
    said(page, "It hears “files”.")


def test_files_are_recordings_and_are_heard(page: Page, address: str, tmp_path: Path) -> None:
    opened(page, address)
    inputs = page.locator("input[type=file]")
    for i, word in enumerate(WORDS):
        write(tmp_path / f"{word}.wav", sounds()["woman"]["once"][word])
        inputs.nth(i).set_input_files(tmp_path / f"{word}.wav")
    said(page, "It says nothing")  # of the man that is heard
    write(tmp_path / "again.wav", sounds()["woman"]["again"]["files"])
    drop(page, (tmp_path / "again.wav").read_bytes())
    said(page, "It hears “files”.")
    (tmp_path / "no.wav").write_bytes(b"no sound")
    inputs.nth(3).set_input_files(tmp_path / "no.wav")
    page.get_by_role("status").filter(has_text="The file is no WAV file").wait_for()


def drop(page: Page, data: bytes) -> None:
    """Drop a file where one word is said."""
    page.evaluate(
        """(base64) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([bytes], "again.wav"));
          const words = document.querySelector("hand-figure").shadowRoot.querySelectorAll(".words");
          words[1].dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer }));
        }""",
        base64.b64encode(data).decode(),
    )


def test_dials_break_it_and_links_say_so(page: Page, address: str) -> None:
    opened(
        page, address,
        "#three-words?weights=woman&heard=woman+directories&speed=0.5&noise=100&third=pictures",
    )  # fmt: skip
    caption = page.locator("figcaption", has_text="What it heard")
    assert "at 0.5 times the speed, with 100 % of noise" in caption.inner_text()
    assert page.get_by_label("name of word 3").input_value() == "pictures"
    said(page, "It says nothing: no word has votes enough")
    named(page, "Reset")
    said(page, "It hears “files”.")
    page.get_by_label("name of word 1").fill("")
    said(page, "The first word has no name")
    page.get_by_label("name of word 1").fill("photos")
    said(page, "Two words are called “photos”")


def test_a_word_is_heard_soon_after_a_dial(page: Page, address: str) -> None:
    opened(page, address)
    assert too_dear(page, HEAR, range(0, 35, 5), calls=75_000, most=A_MOMENT) == []
