"""The figure of words hears in the page what the library hears."""

import itertools
from typing import Any

import numpy as np

from taotp.applications.spoken import machine as spoken
from taotp.applications.spoken.figure import OWN, VOICES, WORDS, cosines, sounds
from taotp.figures import say_a_word
from taotp.sound.wav import RATE
from taotp_core import Array, encode, trace
from taotp_core.program import Program
from tests.applications.page import Json, in_page

FIGURE = say_a_word()


def program_of(recordings: list[list[Array]]) -> Program:
    return spoken.spoken_words(dict(zip(WORDS, recordings, strict=True)))


def assert_same(answer: Json, program: Program) -> None:
    """The page heard these samples as the program hears them."""
    samples = np.array(answer["samples"])
    frames = spoken.frames_of(samples)
    assert np.abs(frames - answer["frames"]).max() < 1e-9
    run = trace(program.model, np.array([len(WORDS)]), memory=encode(program.model, frames))
    assert np.abs(run.logits[0] - answer["logits"]).max() < 1e-9
    assert np.abs(cosines(program, samples) - answer["cosines"]).max() < 1e-6
    assert [*WORDS, ""][answer["label"]] == program.complete(samples)


def test_it_hears_what_python_hears(node: str) -> None:
    heard = [f"{voice} {word}" for voice in VOICES for word in WORDS]
    states: list[Json] = [{"heard": each, "weights": voice} for each in heard for voice in VOICES]
    states += [
        {"heard": each, "weights": VOICES[0], "speed": speed, "level": level, "noise": noise}
        for each, (speed, level, noise) in zip(
            heard, itertools.cycle([(0.5, 0, 0), (1.6, -20, 0), (1, 0, 40), (0.8, -40, 5)])
        )
    ]
    programs = {
        voice: program_of([[said["once"][word]] for word in WORDS])
        for voice, said in sounds().items()
    }
    answers = in_page(node, __file__, FIGURE, *states)["answers"]
    for state, answer in zip(states, answers, strict=True):
        assert answer["pending"] == (state is not states[0]), "what takes long waits for a rest"
        assert_same(answer, programs[state["weights"]])
        if "speed" not in state:
            voice, word = state["heard"].split()
            expected = word if voice == state["weights"] else ""
            assert [*WORDS, ""][answer["label"]] == expected
            assert answer["whole"]["kind"] == ("right" if expected else "soft")


def test_it_hears_what_a_reader_recorded(node: str) -> None:
    said = sounds()["woman"]
    own = [[said["once"][word].tolist()] for word in WORDS]
    own[1].append(said["again"]["directories"].tolist())
    quiet = [0.0] * RATE
    one = [*quiet, *(0.3 * said["again"]["photos"]).tolist(), *quiet]
    told = in_page(node, __file__, FIGURE, {"weights": OWN, "heard": OWN}, own=own, said=one)
    kept = [[np.array(samples) for samples in each] for each in told["kept"]]
    (answer,) = told["answers"]
    assert answer["labels"] == [0, 1, 1, 2]
    assert_same(answer, program_of(kept))
    assert "It hears “photos”." in answer["whole"]["text"]
    assert len(answer["samples"]) < RATE, "silence is cut away"


def test_the_speed_changes_no_pitch(node: str) -> None:
    """A tone that is said at half speed lasts twice as long, and stays in its band."""
    tone = (0.5 * np.sin(2 * np.pi * 500 * np.arange(RATE // 2) / RATE)).tolist()
    states = [{"heard": OWN, "speed": speed} for speed in (1, 0.5, 2)]
    answers = in_page(node, __file__, FIGURE, *states, said=tone)["answers"]
    lengths = [len(answer["samples"]) for answer in answers]
    assert lengths == [len(tone), 2 * len(tone), len(tone) // 2]
    bands = [np.argmax(answer["frames"], axis=1)[5:-5] for answer in answers]
    assert len(np.unique(np.concatenate(bands))) == 1


def test_what_cannot_be_heard_gets_a_sentence(node: str) -> None:
    cases: list[tuple[Json, str]] = [
        ({"weights": OWN}, "No words yet: say each of the three once."),
        ({"heard": OWN}, "Now say one of them."),
        ({"first": " "}, "The first word has no name; type one."),
        ({"third": "files"}, "Two words are called “files”; each needs a name of its own."),
        ({"level": -80}, "There is nothing to hear: it is silence."),
    ]
    answers = in_page(node, __file__, FIGURE, *(changes for changes, _ in cases))["answers"]
    for (_, sentence), answer in zip(cases, answers, strict=True):
        assert sentence in answer["whole"]["text"]
        assert answer["label"] == -1


def test_recordings_that_are_none_get_a_sentence(node: str) -> None:
    said = sounds()["man"]["once"]
    word = said["files"].tolist()
    own: list[list[Any]] = [[word], [word], [[0.0] * RATE, [0.5, 1.5, 0.2] * 1000]]
    told = in_page(node, __file__, FIGURE, {"weights": OWN}, own=own, said=[0.1] * 20)
    begin = [" ".join(error.split()[:2]) for error in told["errors"]]
    assert begin == ["No word", "This recording", "No word"]
    assert told["answers"][0]["whole"]["text"] == "Still to be said: “photos”."
    own[2] = [said["photos"].tolist()]
    now = in_page(node, __file__, FIGURE, {"weights": OWN}, own=own)["answers"][0]["now"]["text"]
    assert "“files” and “directories” sound alike (1.00): was one word said twice?" in now
    tone = (0.5 * np.sin(2 * np.pi * 500 * np.arange(3 * RATE) / RATE)).tolist()
    long = in_page(node, __file__, FIGURE, {"heard": OWN}, said=tone)
    said_of = [*long["errors"], *(answer["whole"]["text"] for answer in long["answers"])]
    assert any("a word has at most 2.5" in sentence for sentence in said_of), said_of


def test_the_picture_without_script() -> None:
    """It shows what the page shows at first."""
    picture = FIGURE.still()
    assert "It says: show me my files please" in picture
    said = sounds()["man"]
    program = spoken.spoken_words({word: [samples] for word, samples in said["once"].items()})
    for word, cosine in zip(WORDS, cosines(program, said["again"]["files"]), strict=True):
        assert f">{word}<" in picture
        assert f">{cosine:.2f}<" in picture
    coded = FIGURE.figure.as_json()["sounds"]
    texts = [text for said in coded.values() for own in said.values() for text in own.values()]
    assert len(texts) == 2 * len(VOICES) * len(WORDS)
    assert sum(map(len, texts)) <= 100_000
