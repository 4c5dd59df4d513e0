"""A reader says words to the figure that hears them: a microphone, files, and what is kept."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page

from taotp.applications.spoken.figure import WORDS, sounds
from taotp.figures import say_a_word
from taotp.sound.wav import RATE, write
from tests.pages import small_pages
from tests.pages.conftest import FLAGS, patient
from tests.pages.costs import too_dear
from tests.pages.pace import A_MOMENT
from tests.pages.small_pages import said
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
# Drops a file where one word is said.
DROP = """(base64) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], "again.wav"));
  const words = document.querySelector("hand-figure").shadowRoot.querySelectorAll(".words");
  words[1].dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer }));
}"""

folder = small_pages.pages_of(lambda: {"": say_a_word()})


@pytest.fixture(scope="module")
def talking(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A Chromium whose microphone hears a woman say directories."""
    file = tmp_path_factory.mktemp("heard") / "directories.wav"
    word = sounds()["woman"]["again"]["directories"]
    write(file, np.concatenate([SILENCE, word, SILENCE, SILENCE, SILENCE]))
    fake = ("device-for-media-stream", "ui-for-media-stream")
    flags = [*FLAGS, *(f"--use-fake-{each}" for each in fake)]
    flags.append(f"--use-file-for-fake-audio-capture={file}")
    another = browser.browser_type.launch(executable_path=chromium_path(), args=flags)
    yield another
    another.close()


def opened(page: Page, folder: Path, state: str = "") -> Page:
    small_pages.opened(page, folder, fragment=f"#three-words?{state}" if state else "")
    page.locator(".sentence:not(.pending)").wait_for()
    return page


def named(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def told(page: Page, words: str) -> Locator:
    """A line that tells how it goes, once it has some words."""
    line = page.get_by_role("status").filter(has_text=words)
    line.wait_for()
    return line


def test_it_hears_a_microphone_and_keeps_nothing(talking: Browser, folder: Path) -> None:
    page = opened(patient(talking.new_page()), folder, "weights=woman")
    named(page, "Say one")
    sign = told(page, "Listening; it ends by itself.")
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


def test_three_words_of_a_reader(page: Page, folder: Path) -> None:
    """One button leads through all of it."""
    woman = sounds()["woman"]
    queue = [*(woman["once"][word] for word in WORDS), woman["again"]["photos"]]
    opened(page, folder)
    page.evaluate(SPEAKING, [samples.tolist() for samples in queue])
    page.get_by_label("name of word 3").fill("pictures")
    named(page, "Say your own three words")
    for word in ("files", "directories", "pictures"):
        told(page, f"Say “{word}”.")
    said(page, "It hears “pictures”.")
    assert page.locator(".fork").inner_text() == "pictures"
    assert page.get_by_role("button", name="play pictures 1").is_visible()
    named(page, "take away pictures 1")
    said(page, "Still to be said: “pictures”.")


def test_a_microphone_that_is_refused_gets_a_sentence(page: Page, folder: Path) -> None:
    """And what is heard meanwhile is heard as soon as a dial rests."""
    opened(page, folder)
    for name, sentence in (
        ("NotAllowedError", "may not use the microphone"),
        ("NotFoundError", "No microphone was found"),
    ):
        page.evaluate(REFUSING, name)
        named(page, "Say one")
        told(page, sentence)
        said(page, "It hears “files”.")
    assert too_dear(page, HEAR, range(0, 35, 5), calls=75_000, most=A_MOMENT) == []


def test_files_are_recordings_and_are_heard(page: Page, folder: Path, tmp_path: Path) -> None:
    opened(page, folder)
    inputs, file = page.locator("input[type=file]"), tmp_path / "a.wav"
    for i, word in enumerate(WORDS):
        write(file, sounds()["woman"]["once"][word])
        inputs.nth(i).set_input_files(file)
    said(page, "It says nothing")  # of the man that is heard
    write(file, sounds()["woman"]["again"]["files"])
    page.evaluate(DROP, base64.b64encode(file.read_bytes()).decode())
    said(page, "It hears “files”.")
    file.write_bytes(b"no sound")
    inputs.nth(3).set_input_files(file)
    told(page, "The file is not a WAV file")


def test_dials_break_it_and_links_say_so(page: Page, folder: Path) -> None:
    broken = "heard=woman+directories&speed=0.5&noise=100"
    opened(page, folder, f"weights=woman&{broken}&third=pictures")
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
