"""The sounds of the chapter *Say a word*, and what the programs make of them."""

import base64

import numpy as np

from taotp.applications.spoken.said import said_words
from taotp.data import heard_people
from taotp.programs import spoken_words
from taotp.sound.mu_law import from_mu_law
from tools.experiments.said_words import mu_law

SAID = said_words()


def test_mu_law_and_back_is_within_a_step() -> None:
    samples = np.linspace(-1, 1, 2001)
    back = from_mu_law(base64.b64decode(mu_law(samples)))
    assert (np.abs(back - samples) <= 0.023 * np.abs(samples) + 1e-4).all()


def test_what_somebody_writes_to_a_recording_nobody_else_hears() -> None:
    """They are decoded once for all who ask."""
    said_words()["a woman"]["files"][:] = 0
    assert said_words()["a woman"]["files"].any()


def test_the_same_voice_is_heard_again() -> None:
    for voice in ("a man", "a woman"):
        program = spoken_words({word: [sound] for word, sound in SAID[voice].items()})
        for word, sound in SAID[f"{voice} again"].items():
            assert program.complete(sound) == word


def test_people_are_heard_as_well_as_was_promised() -> None:
    kept = heard_people()
    floors = {"synthesized voices": 0.70, "own voice, once": 0.85, "own voice, three times": 0.89}
    for line, floor in floors.items():
        assert np.mean(kept[f"{line}; by hand"]) > floor
