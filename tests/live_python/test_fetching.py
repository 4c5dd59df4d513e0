"""The files of Python for pages: taken for their bytes, from wherever they are."""

import tarfile
import zipfile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from taotp.page.python import runtime
from tools import live_python

TEXTS = {"a.mjs": b"one", "b.whl": b"two"}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A runtime of two small files, and a cache of its own."""
    one = runtime.files()[0]
    found = tuple(
        replace(one, name=name, bytes=len(data), sha256=sha256(data).hexdigest())
        for name, data in TEXTS.items()
    )
    for module in (runtime, live_python):
        monkeypatch.setattr(module, "files", lambda: found)
    monkeypatch.setenv(runtime.CACHE, str(tmp_path / "cache"))
    monkeypatch.delenv("CI", raising=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with both files, one further down."""
    for name, place in zip(TEXTS, ("", "deep/er"), strict=True):
        path = tmp_path / "source" / place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(TEXTS[name])
    return tmp_path / "source"


def packed(folder: Path, kind: str) -> Path:
    """The folder as a wheel, or as npm packs one."""
    if kind == "folder":
        return folder
    file = folder.with_suffix(f".{kind}")
    paths = [path for path in folder.rglob("*") if path.is_file()]
    if kind == "whl":
        with zipfile.ZipFile(file, "w") as archive:
            for path in paths:
                archive.write(path, path.relative_to(folder))
    else:
        with tarfile.open(file, "w:gz") as archive:
            for path in paths:
                archive.add(path, f"package/{path.relative_to(folder)}")
    return file


@pytest.mark.parametrize("kind", ["folder", "whl", "tgz"])
def test_any_source_with_the_right_bytes_will_do(folder: Path, kind: str) -> None:
    assert len(runtime.missing()) == 2
    assert live_python.main(["--from", str(packed(folder, kind))]) == 0
    assert runtime.missing() == []
    for file in runtime.files():
        assert runtime.kept(file).read_bytes() == TEXTS[file.name]
        assert runtime.kept(file).name == file.sha256


def test_other_bytes_are_left_and_said(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.mjs").write_bytes(b"other")
    assert live_python.main(["--from", str(folder)]) == 1
    assert [file.name for file in runtime.missing()] == ["a.mjs"]
    said = capsys.readouterr().err.strip()
    assert said.startswith("The book is built without Run: 1 of 2 files")

    def no_source(folder: Path, wheel: str, python: str) -> Path:
        raise live_python.NoSource("nothing is reached")

    monkeypatch.setattr(live_python, "download", no_source)
    assert live_python.main([]) == 0  # a book without it is a book
    assert "(nothing is reached)" in capsys.readouterr().err
    monkeypatch.setenv("CI", "true")
    assert live_python.main([]) == 1


def test_a_file_that_was_damaged_is_missing(folder: Path) -> None:
    live_python.main(["--from", str(folder)])
    runtime.kept(runtime.files()[0]).write_bytes(b"on")
    assert [file.name for file in runtime.missing()] == ["a.mjs"]


def test_a_place_that_is_none_gets_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert live_python.main(["--from", str(tmp_path / "nothing")]) == 1
    assert "nothing is no folder, no wheel and no packed npm package" in capsys.readouterr().err


def test_what_is_there_is_not_fetched_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    live_python.main(["--from", str(folder)])
    monkeypatch.setattr(live_python, "download", lambda *_: pytest.fail("asked"))
    assert live_python.main([]) == 0
