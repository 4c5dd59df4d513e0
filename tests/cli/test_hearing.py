"""`taotp hear`: a line a file, a sentence for each bad one, exit codes."""

import io
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from taotp.applications.dialing.tones import KEYS, dial
from taotp.applications.spoken.figure import WORDS
from taotp.applications.spoken.said import said_words
from taotp.cli import hearing
from taotp.cli.outcome import Refused
from taotp.programs import dial_tones
from taotp.sound.ends import trimmed
from taotp.sound.pieces import pieces
from taotp.sound.wav import RATE, write
from tests.cli.conftest import Say
from tests.laws import every


@pytest.fixture(autouse=True)
def recordings(in_a_folder: None) -> None:
    """Three recordings and a file that is none."""
    write("a.wav", dial("159D"))
    write("b.wav", dial("*0#"))
    write("quiet.wav", np.zeros(1000))
    Path("song.mp3").write_bytes(b"ID3 a song")


def test_a_line_for_each_file(say: Say) -> None:
    assert say("hear", "a.wav", "--precision", "float32") == (0, "a.wav: 159D\n", "")
    assert say("hear", "quiet.wav") == (0, "quiet.wav: \n", "")


def test_what_is_dialed_is_heard_and_no_file_is_lost(say: Say) -> None:
    """Mutants no other finds: keys in another order, a file that is written over."""
    said = (0, "a call.wav is written; try: taotp hear 'a call.wav'\n", "")
    assert say("dial", KEYS, "a call.wav") == said
    assert say("hear", "a call.wav") == (0, f"a call.wav: {KEYS}\n", "")
    before = Path("a call.wav").read_bytes()
    for keys, name, sentence in (
        ("1", "a call.wav", "a call.wav is there already; name a new file"),
        ("1e", "new.wav", "'e' is not a key of a telephone"),
    ):
        code, out, err = say("dial", keys, name)
        assert (code, out) == (2, "") and err.startswith(sentence)
    assert Path("a call.wav").read_bytes() == before and not Path("new.wav").exists()


def test_the_others_are_heard_all_the_same(say: Say) -> None:
    code, out, err = say("hear", "song.mp3", "a.wav", "none.wav", ".", "b.wav")
    assert (code, out) == (2, "a.wav: 159D\nb.wav: *0#\n")
    assert [line.partition(": ")[0] for line in err.splitlines()] == ["song.mp3", "none.wav", "."]
    assert "not a WAV file" in err and "No such file" in err


def test_a_file_of_any_length_is_heard_in_pieces(say: Say) -> None:
    """No press is cut in two or said twice, wherever the pieces end."""
    keys = KEYS * 20  # 320 presses in 45 s
    write(
        "call.wav", np.concatenate([dial(keys, on=70, off=70), np.zeros(25 * RATE), dial("159D")])
    )
    assert say("hear", "call.wav") == (0, f"call.wav: {keys}159D\n", "")


def test_a_sound_is_cut_where_it_is_quiet() -> None:
    rng = np.random.default_rng(0)
    sound = rng.normal(size=5 * RATE)
    quiet = [*range(1000, 40_000, 2000)]
    for at in quiet:
        sound[at : at + 400] = 0
    found = pieces(sound, 10_000)
    assert np.array_equal(np.concatenate(found), sound)
    assert max(map(len, found)) <= 10_000
    ends = np.cumsum([len(each) for each in found])[:-1]
    assert len(ends) >= 3 and all(any(at < end < at + 400 for at in quiet) for end in ends)
    assert len(pieces(sound[:10_000], 10_000)) == 1


def test_a_longer_call(say: Say) -> None:
    keys = (3 * KEYS)[:40]
    write("long.wav", dial(keys, on=60, off=60))
    assert say("hear", "long.wav") == (0, f"long.wav: {keys}\n", "")


def test_what_goes_on_is_refused(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hearing, "machine", lambda hours: dial_tones(presses=3))
    code, out, err = say("hear", "a.wav", "b.wav")
    assert (code, out) == (1, "b.wav: *0#\n")
    assert err == "a.wav: there are more than 40 presses; they begin 159\n"


def test_a_recording_in_a_pipe(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    piped = io.TextIOWrapper(io.BytesIO(Path("b.wav").read_bytes()))
    monkeypatch.setattr("sys.stdin", piped)
    assert say("hear", "-") == (0, "standard input: *0#\n", "")
    assert say("hear", "a.wav", "--channel", "1")[::2] == (
        2,
        "a.wav: there is no channel 1; the file has 0 to 0\n",
    )


def test_a_long_file_is_refused_before_its_samples_are_numbers() -> None:
    write("long.wav", np.zeros(10_000_000))
    tracemalloc.start()
    with pytest.raises(Refused, match="^the sound lasts 1,250.0 s; at most 60.0 s are read$"):
        hearing.recording("long.wav", None)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 50_000_000  # a file of 20 MB, and the same without its head


def test_words_are_heard_too(say: Say) -> None:
    for digit in ("six", "four"):
        write(f"{digit}.wav", said_words()["a machine"][digit])
    code, out, err = say("hear", "--words", "six.wav", "four.wav")
    assert (code, out) == (0, "six.wav: six\nfour.wav: four\n")
    assert err == "compared with the digits zero to nine in twelve synthesized voices\n"
    code, out, err = say("hear", "--words", "none.wav", "quiet.wav", "six.wav")
    assert (code, out) == (2, "six.wav: six\n") and "silence" in err


def test_what_is_around_a_word_is_cut_away(say: Say) -> None:
    """As the page does it; tests/figures/test_sounds.py compares the two."""
    six = said_words()["a machine"]["six"]
    room = 1e-3 * np.random.default_rng(0).normal(size=5 * RATE)
    room[RATE : RATE + len(six)] += six
    room[-RATE:-1500] += 0.02 * np.sin(np.arange(RATE - 1500))  # somebody hums, later
    write("long.wav", room)
    write("six.wav", trimmed(room))
    code, out, _ = say("hear", "--words", "long.wav", "six.wav")
    assert (code, out) == (0, "long.wav: six\nsix.wav: six\n")
    write("four.wav", np.concatenate([np.zeros(3 * RATE), said_words()["a machine"]["four"]]))
    own = ("--like", "6=long.wav", "--like", "4=four.wav")
    assert say("hear", "--words", *own, "six.wav")[:2] == (0, "six.wav: 6\n")
    code, _, err = say("hear", "--words", "--like", "a=quiet.wav", "--like", "b=six.wav", "six.wav")
    assert code == 2 and "quiet.wav: no word was heard" in err


def test_words_of_own_recordings(say: Say) -> None:
    for name, voice in (("own", "a man"), ("again", "a man again")):
        for word, sound in said_words()[voice].items():
            write(f"{name}_{word}.wav", sound)
    own = [f"--like={word}=own_{word}.wav" for word in WORDS]
    files = [f"again_{word}.wav" for word in WORDS]
    code, out, err = say("hear", "--words", *own, *files)
    assert (code, out) == (0, "".join(f"again_{w}.wav: {w}\n" for w in WORDS))
    assert err.startswith("compared with 3 recordings: files=own_files.wav")


@every(
    "arguments, says",
    [
        (("--like", "a=a.wav"), "--like is for words"),
        (("--words", "--like", "a.wav"), "must be WORD=FILE"),
        (("--words", "--like", "a=none.wav"), "none.wav: No such file"),
        (("--words", "--like", "a=a.wav"), "1 words; give 2 at least"),
    ],
)
def test_bad_recordings_of_words_get_a_sentence(
    say: Say, arguments: tuple[str, ...], says: str
) -> None:
    code, out, err = say("hear", *arguments, "--", "b.wav")
    assert (code, out) == (2, "") and says in err and err.count("\n") == 1
