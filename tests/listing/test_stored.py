"""A machine in a file comes back bit by bit; what is no such file gets a sentence."""

import io
import json
import pickle
import struct
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors
import safetensors.numpy
from hypothesis import given, settings

from taotp import load, save
from taotp.exports.array_files import TEXT
from taotp.listing import stored
from taotp.listing.kept_code import code_of
from taotp.programs import dial_tones, spoken_digits
from taotp.programs.choosing import Choice
from taotp.programs.printed import greeting
from taotp.words.cutting import Words
from taotp_core import MLP, Head, Layer, Norm, Transformer, random_transformer
from taotp_core.program import Program
from taotp_core.weights import mapped, named_arrays
from tests.examples import EVERY_TIME_THE_SAME, full_transformer, models
from tests.laws import every
from tests.listing.same import assert_same_bits, assert_same_program
from tests.programs.test_choosing import REFUSED
from tests.test_plain_machine import ASKED
from tools.sampling import drawn

ENDINGS = pytest.mark.parametrize("ending", stored.WRITERS)
MADE: dict[str, Callable[[], Program]] = {
    **{name: make for name, (make, _) in REFUSED.items()},
    **{name: make for name, (make, _) in ASKED.items()},
    "dial_tones": dial_tones,
    "spoken_digits": spoken_digits,
}
SMALL = random_transformer(0, d_vocab=3, n_ctx=4, d_model=2, heads=[(1, 1)], d_mlp=1, n_layers=1)


def through(machine: Any, folder: Path, ending: str) -> Any:
    """A machine as it comes back from a file."""
    path = folder / f"machine{ending}"
    save(machine, path)
    return load(path)


@ENDINGS
@every("name", lambda: drawn([*MADE], len(MADE) // 3, "stored programs"))
def test_every_program_comes_back(name: str, ending: str, tmp_path: Path) -> None:
    """With its kind, its words and what it refuses; those that one of many is made of are not."""
    program = MADE[name]()
    again = through(program, tmp_path, ending)
    assert type(again) is (Program if isinstance(program, Choice) else type(program))
    assert_same_program(program, again)
    assert code_of(again) == code_of(program)
    for slot in ("fault", "source", "pieces"):
        assert (getattr(program, slot) is None) == (getattr(again, slot) is None), slot
    if isinstance(words := program.pieces, Words):
        assert again.pieces == words
    for prompt in ([], [program.vocabulary[0]], "no word of any program"):
        if not isinstance(program, Choice):
            assert answer(again, prompt) == answer(program, prompt)


@every("name", MADE)
def test_every_program_can_be_sent_to_another_process(name: str) -> None:
    """Which is started anew on some systems, and on all from Python 3.14 on."""
    program = MADE[name]()
    again = pickle.loads(pickle.dumps(program))
    assert type(again) is type(program)
    assert_same_program(program, again)
    for prompt in ([], [program.vocabulary[0]], "no word of any program"):
        assert answer(again, prompt) == answer(program, prompt)


def answer(program: Program, prompt: Any) -> Any:
    """What a program says after a prompt, or what is wrong with it."""
    try:
        return program.complete(prompt, steps=1)
    except ValueError as error:
        return str(error)


@every(
    "code",
    [
        {"fault": ["os:system", "true"]},
        {"fault": ["taotp.files:write_whole", "a", "b"]},
        {"fault": ["taotp.programs.searching:cannot_recur", "2"]},
        {"fault": ["taotp.programs.searching:cannot_recur", True]},
        {"fault": ["taotp.programs.searching:cannot_recur"]},
        {"fault": "taotp.programs.searching:cannot_recur"},
        {"fault": [["taotp.programs.searching:cannot_recur"], 2]},
        {"source": ["taotp.programs.coreference:empty"]},
        {"model": ["taotp.programs.coreference:empty"]},
        {"kind": "os:system"},
        {"kind": ["a"]},
        ["kind"],
    ],
)
def test_no_other_code_is_named_by_a_file(code: Any) -> None:
    program = greeting()
    text = json.dumps(json.loads(stored.settings(program)) | {"code": code})
    with pytest.raises(ValueError, match="this version has none|does not fit|its code is"):
        stored.filled(text, named_arrays(program.model))


@settings(EVERY_TIME_THE_SAME, max_examples=30)
@given(models())
def test_random_models_come_back(tmp_path_factory: pytest.TempPathFactory, model: Any) -> None:
    assert_same_bits(model, through(model, tmp_path_factory.mktemp("kept"), ".npz"))


FLAT = np.array([-0.0])
ODD = [
    Layer(norm_attn=None, norm_mlp=None, norm_cross=None),
    Layer(mlp=MLP(np.zeros((2, 0)), np.zeros(0), np.zeros((0, 2)), np.array([1.0, -0.0]))),
    Layer(mlp=MLP(np.eye(2), np.zeros(2), np.eye(2), np.zeros(2), "silu", np.eye(2))),
    Layer([Head(*(np.ones((2, 0)),) * 3, np.ones((0, 2)), b_K=np.zeros(0), by_distance=FLAT)]),
    Layer(norm_mlp=Norm(np.array([-0.0, 5e-324]), eps=0.0, centered=False, inside=True)),
]


@ENDINGS
def test_an_odd_layer_comes_back_and_a_model_larger_than_a_listing_may_be(
    ending: str, tmp_path: Path
) -> None:
    some = [
        replace(SMALL, layers=[layer], rotary=np.zeros(0) if layer is ODD[3] else None)
        for layer in ODD
    ]
    large = Transformer(np.ones((7, 1_000_000), np.float16), np.zeros((2, 1_000_000)))
    for model in (*some, large):
        assert_same_bits(model, through(model, tmp_path, ending))


@ENDINGS
@every("kind", ["float16", "float32", "float64", ">f8"])
def test_floats_stay_as_wide_as_they_are(kind: str, ending: str, tmp_path: Path) -> None:
    """Also where arrays of a machine are of several kinds."""
    one = mapped(SMALL, lambda path, W: W.astype(kind) if "W_" in path else W)
    again = through(one, tmp_path, ending)
    assert_same_bits(one, again)
    for path, W in named_arrays(again).items():
        assert W.dtype.name == named_arrays(one)[path].dtype.name, path


@ENDINGS
@every("symbols", [["a", 1], ['"', ",\n}"], ["\x00", "\u00e9\U0001f600"], [0, 1]])
def test_symbols_come_back(symbols: list[str | int], ending: str, tmp_path: Path) -> None:
    program = Program(Transformer(np.eye(2), np.eye(2)), symbols, start=symbols[0], steps=3)
    assert_same_program(program, through(program, tmp_path, ending))


def test_what_would_not_come_back_is_not_written(tmp_path: Path) -> None:
    many = [Head(*(np.ones((2, 1)),) * 3, np.ones((1, 2)))] * 1001
    huge = mapped(SMALL, lambda _, W: W.astype(np.longdouble))
    pair = Program(Transformer(np.eye(2), np.eye(2)), [("a", "b"), 1])
    for machine, name, says in (
        (replace(SMALL, layers=[Layer(many)]), "a.npz", "here the listing exceeds 1000 heads"),
        (huge, "a.safetensors", "W_E is .*; safetensors has float64, float32, float16"),
        (pair, "a.npz", r"the symbol \('a', 'b'\) cannot be written"),
        (SMALL, "a.pt", r"the file is 'a.pt'; it must end in .npz or .safetensors"),
    ):
        with pytest.raises(ValueError, match=says):
            save(machine, tmp_path / name)
    with pytest.raises(TypeError, match="the model is a Layer; it must be a Transformer"):
        save(ODD[0], tmp_path / "a.npz")  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "machine.npz"
    save(SMALL, path)
    before = path.read_bytes()
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "no room")))
    with pytest.raises(OSError, match=r"the disk is full, so nothing was written.*machine.npz"):
        save(full_transformer(0), path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


# --- what others read and write


def test_numpy_reads_the_arrays_by_their_names(tmp_path: Path) -> None:
    save(SMALL, tmp_path / "machine.npz")
    with np.load(tmp_path / "machine.npz", allow_pickle=False) as file:
        assert [*file] == [TEXT, *ARRAYS]
        assert json.loads(str(file[TEXT]))["kind"] == "transformer"
        assert all(np.array_equal(file[path], W) for path, W in ARRAYS.items())


def test_the_library_of_safetensors_reads_and_writes_the_same(tmp_path: Path) -> None:
    model = mapped(full_transformer(2), lambda path, W: W.astype("f4") if "b_" in path else W)
    path = tmp_path / "machine.safetensors"
    save(model, path)
    with safetensors.safe_open(path, "numpy") as file:
        metadata = file.metadata()
        arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118  # no dict
    assert arrays.keys() == named_arrays(model).keys()
    assert all(np.array_equal(arrays[name], W) for name, W in named_arrays(model).items())
    safetensors.numpy.save_file(arrays, path, metadata)
    assert_same_bits(model, load(path))


# --- what is no such file


def packed(arrays: dict[str, Any], text: str, ending: str) -> bytes:
    """A file of any arrays and any text."""
    return stored.WRITERS[ending](arrays, text)


def said_of(data: bytes, path: Path) -> str:
    """What is said of the bytes of a file."""
    path.write_bytes(data)
    with pytest.raises(ValueError, match=path.name) as error:
        load(path)
    assert "\n" not in str(error.value) and len(str(error.value)) < 500
    return str(error.value).removeprefix(f"{path}: ")


ARRAYS, SAID = named_arrays(SMALL), json.loads(stored.settings(SMALL))


def text(**changed: Any) -> str:
    """The text of the small machine, with some of it changed."""
    return json.dumps(SAID | changed)


def listing(**changed: Any) -> str:
    """The same with some of its listing changed."""
    return text(listing=SAID["listing"] | changed)


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"W_E": np.eye(3)}, text(), "it lacks the array 'W_pos' and 8 more, which its listing"),
    (ARRAYS | {"W_U": np.eye(2)}, text(), "it has the array 'W_U', of which its listing says"),
    (ARRAYS | {"W_pos": np.ones((5, 2))}, text(), "n_ctx is 5 in W_pos but 4 in its listing"),
    (ARRAYS | {"W_pos": np.ones((4, 3))}, text(), "d_model is 2 in W_E but 3 in W_pos"),
    (ARRAYS | {"W_pos": np.ones(4)}, text(), "W_pos has shape (4,); it must be [n_ctx, d_model]"),
    (ARRAYS | {"W_E": np.full((3, 2), np.nan)}, text(), "W_E[0, 0] is nan; weights must be finite"),
    (ARRAYS | {"x\n" * 9000: np.eye(2)}, text(), "it has the array 'x\\nx"),
    (ARRAYS, "{", "its text is not JSON (Expecting property name"),
    (ARRAYS, "[" * 100_000, "its text is not JSON (maximum recursion depth exceeded"),
    (ARRAYS, "3", "its text is 3; it must be an object of JSON"),
    (ARRAYS, '{"a": 1, "a": 2}', "its text is not JSON ('a' stands there twice)"),
    (ARRAYS, text(format="other/2"), "its format is 'other/2'; it must be 'transformers-by-hand/"),
    (ARRAYS, text(kind="pickle"), "its kind is 'pickle'; it must be 'program' or 'transformer'"),
    (ARRAYS, text(listing="symbols a"), "its listing is 'symbols a'; it must be an object of JSON"),
    (ARRAYS, listing(norms="around"), "its listing is wrong: norms is 'around'"),
    (ARRAYS, listing(tok_emb={"zeros": [2, 1]}), "d_vocab is 3 in W_E but 2 in its listing"),
]


@ENDINGS
@every("number", range(len(WRONG)))
def test_what_does_not_fit_is_said(number: int, ending: str, tmp_path: Path) -> None:
    arrays, words, says = WRONG[number]
    assert says in said_of(packed(arrays, words, ending), tmp_path / f"bad{ending}")


@ENDINGS
def test_a_file_that_is_cut_off_is_refused(ending: str, tmp_path: Path) -> None:
    data = packed(dict(ARRAYS), text(), ending)
    for end in {*range(0, 64), *range(64, len(data), 97), len(data) - 1}:
        assert said_of(data[:end], tmp_path / f"cut{ending}")


@ENDINGS
def test_a_byte_that_was_changed_is_noticed_or_is_a_number(ending: str, tmp_path: Path) -> None:
    """Nothing but ValueError is raised, and nothing but a machine comes back."""
    data, path = bytearray(packed(dict(ARRAYS), text(), ending)), tmp_path / f"other{ending}"
    drawn = np.random.default_rng(0)
    for place in drawn.choice(len(data), 300, replace=False).tolist():
        other = bytearray(data)
        other[place] ^= 1 << int(drawn.integers(8))
        path.write_bytes(bytes(other))
        try:
            found = load(path)
        except ValueError as error:
            found = error
        assert isinstance(found, Transformer) or str(found).startswith(str(path))


def zipped(how: int = zipfile.ZIP_STORED, **parts: bytes) -> bytes:
    """Any parts as a zip file."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        for name, part in parts.items():
            archive.writestr(f"{name}.npy", part)
    return file.getvalue()


def npy(array: Any) -> bytes:
    """An array as numpy stores it: one of objects as a pickle."""
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


GOOD = npy(np.array(text()))
FILES = {
    "no zip": (b"PK nothing", "it is not an npz file, or not all of one"),
    "no text": (zipped(W_E=npy(np.eye(2))), "it has no text 'machine'"),
    "text of numbers": (zipped(machine=npy(np.eye(2))), "machine is float64 of shape (2, 2)"),
    "objects": (zipped(machine=GOOD, W_E=npy(np.array([print, None]))), "W_E is of object; it mus"),
    "three axes": (zipped(machine=GOOD, W_E=npy(np.ones((1, 1, 1)))), "it must be [n] or [n, m]"),
    "no array": (zipped(machine=GOOD, W_E=b"words"), "W_E is not an array that numpy has written"),
    "a bomb": (
        zipped(zipfile.ZIP_DEFLATED, machine=GOOD, W_E=npy(np.zeros((1000, 1000)))),
        "'machine.npy' is compressed; write it by numpy.savez",
    ),
    "twice": (
        zipped(W_E=npy(np.eye(2)), W_U=npy(np.eye(2))).replace(b"W_U", b"W_E"),
        "'W_E.npy' stands there twice"),
}  # fmt: skip


def with_header(header: Any, body: bytes = b"", size: int | None = None) -> bytes:
    """A safetensors file with any header."""
    head = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(head) if size is None else size) + head + body


def one(**changed: Any) -> bytes:
    """A safetensors file of one array [2], with some of what is said of it changed."""
    said = {"dtype": "F64", "shape": [2], "data_offsets": [0, 16]} | changed
    return with_header({"__metadata__": {TEXT: text()}, "W_E": said}, bytes(16))


HEADERS = {
    "too long": (with_header({}, size=2**62), "its header does not end"),
    "no JSON": (with_header(b"\xff\xfe"), "its header is not JSON"),
    "text of no words": (with_header({"__metadata__": {TEXT: 3}}), "it has no text 'machine'"),
    "metadata of no words": (with_header({"__metadata__": 3}), "__metadata__ is 3; it must be"),
    "brain floats": (one(dtype="BF16"), "W_E is of 'BF16'; it must be of F64, F32, F16"),
    "no type": (one(dtype=[]), "W_E is of []; it must be of F64, F32, F16"),
    "no shape": (one(shape=None), "W_E lacks its shape or its place"),
    "outside": (one(data_offsets=[8, 24]), "W_E is at [8, 24]; behind the header there are 16"),
    "backwards": (one(data_offsets=[16, 0]), "W_E is at [16, 0]"),
    "no place": (one(data_offsets=[0]), "W_E lacks its shape or its place"),
    "a hole": (one(shape=[1], data_offsets=[8, 16]), "its arrays have 8 bytes; behind the header"),
    "no array": (with_header({"__metadata__": {TEXT: text()}, "W_E": 3}), "W_E is 3; it must be"),
}  # fmt: skip


REFUSED_FILES = [("bad.npz", *each) for each in FILES.values()]
REFUSED_FILES += [("bad.safetensors", *each) for each in HEADERS.values()]


@every("name, data, says", REFUSED_FILES)
def test_a_file_that_is_no_machine_is_refused(
    name: str, data: bytes, says: str, tmp_path: Path
) -> None:
    assert says in said_of(data, tmp_path / name)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.npz"):
        load(tmp_path / "nothing.npz")
