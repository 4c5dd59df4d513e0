"""The files of Python for pages: taken for their bytes, from wherever they are."""

import shutil
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
    """A folder with both files, one further down, called as in a package of npm."""
    for name, place in zip(TEXTS, ("", "deep/er"), strict=True):
        path = tmp_path / "package" / place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(TEXTS[name])
    return tmp_path / "package"


def lacking() -> list[str]:
    """The files that are missing."""
    return [file.name for file in runtime.missing()]


@pytest.mark.parametrize("kind", ["", "zip", "gztar"])
def test_any_source_with_the_right_bytes_will_do(
    folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder, a wheel, or what npm packs; what is there is not fetched again, but for damage."""
    packed = kind and shutil.make_archive(str(folder), kind, folder.parent, folder.name)
    assert lacking() == [*TEXTS]
    assert live_python.main(["--from", packed or str(folder)]) == 0
    assert lacking() == []
    for file in runtime.files():
        assert runtime.kept(file).read_bytes() == TEXTS[file.name]
        assert runtime.kept(file).name == file.sha256
    monkeypatch.setattr(live_python, "download", lambda *_: pytest.fail("asked"))
    assert live_python.main([]) == 0
    runtime.kept(runtime.files()[0]).write_bytes(b"on")
    assert lacking() == ["a.mjs"]


def test_what_is_not_found_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other bytes are left; without them there is a book, but not in continuous integration."""
    (folder / "a.mjs").write_bytes(b"other")
    assert live_python.main(["--from", str(folder)]) == 1
    assert lacking() == ["a.mjs"]
    assert capsys.readouterr().err.startswith("The book is built without Run: 1 of 2 files")
    assert live_python.main(["--from", str(folder / "nothing")]) == 1
    assert "nothing is no folder, no wheel and no packed npm package" in capsys.readouterr().err

    def no_source(*_: object) -> Path:
        raise live_python.NoSource("nothing is reached")

    monkeypatch.setattr(live_python, "download", no_source)
    for ci, status in (("", 0), ("true", 1)):
        monkeypatch.setenv("CI", ci)
        assert live_python.main([]) == status
        assert "(nothing is reached)" in capsys.readouterr().err
