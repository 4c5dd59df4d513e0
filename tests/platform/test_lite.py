"""Jupyter beside the pages: the wheels that it loads, what it is told, and where it is not."""

import base64
import hashlib
import io
import json
import os
import subprocess
import sys
import zipfile
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from nbformat.v4 import new_notebook

from taotp.page.python import runtime
from tests.laws import every
from tests.platform.extensions import extension
from tools import lite as command
from tools.live_python import NoSource
from tools.notebooks import save, setup_source

LITE, WHEELS = extension("lite"), extension("wheels")


# Wheels


@every("name", ["ipywidgets", "psygnal", "jedi"])
def test_an_installed_package_is_a_wheel_without_what_was_compiled(name: str) -> None:
    data = WHEELS.wheel_of(distribution(name))
    wheel = WHEELS.Wheel("", data)
    assert (wheel.name, wheel.imports) == (name, [name])
    assert not [each for each in wheel.names if each.endswith((".so", ".pyc")) or ".." in each]
    assert data == WHEELS.wheel_of(distribution(name))  # the same is the same
    assert_record_is_true(data)


def assert_record_is_true(data: bytes) -> None:
    """Every file is listed, with the sum of its bytes."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        (record,) = (name for name in archive.namelist() if name.endswith("/RECORD"))
        rows = [line.split(",") for line in archive.read(record).decode().splitlines()]
        assert sorted(name for name, *_ in rows) == sorted(archive.namelist())
        for name, digest, size in rows:
            if name != record:
                data = archive.read(name)
                found = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
                assert (digest, size) == (f"sha256={found.decode()}", str(len(data)))


@pytest.mark.slow
def test_the_wheel_of_the_book_installs_anywhere(tmp_path: Path) -> None:
    """It has what a chapter uses, and nothing that a solver keeps; a first cell asks for it."""
    ours = LITE.our_own()
    wheel = tmp_path / ours.address.rpartition("/")[2]
    assert f"https://b.net/lite/pypi/{wheel.name}" in setup_source("", "main", "https://b.net")
    assert ours.imports == ["exercises", "taotp", "taotp_core"]
    wheel.write_bytes(ours.data)
    assert_record_is_true(ours.data)
    assert not [name for name in ours.names if name.startswith("exercises/my/")]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    there = tmp_path / "there"
    subprocess.run([*pip, "--target", str(there), str(wheel)], check=True)
    code = "import exercises, taotp_core; from taotp.page.bundle import script; assert script(); "
    done = subprocess.run(
        [sys.executable, "-P", "-c", f"{code} print(taotp_core.__file__)"], cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(there)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert Path(done.stdout.strip()).is_relative_to(there)


def test_a_browser_needs_neither_what_it_cannot_run_nor_what_nobody_asked_for() -> None:
    asked = [
        "traitlets>=5",
        "Psutil>=7; sys_platform != 'emscripten'",
        "typing_extensions; python_version < '3.12'",
        "black; extra == 'dev'",
        "Any.Widget; extra == 'figures'",
    ]
    assert WHEELS.needs_of(asked) == ["traitlets", "any-widget"]


def test_what_is_needed_is_found_to_its_end_and_asked_once() -> None:
    found = [package.metadata["Name"].lower() for package in WHEELS.installed(["anywidget"], [])]
    assert found == sorted({*found}) and {"anywidget", "ipywidgets", "traitlets"} <= {*found}
    less = WHEELS.installed(["anywidget"], ["ipywidgets"])
    assert [each.metadata["Name"] for each in less] == ["anywidget", "psygnal", "typing_extensions"]
    with pytest.raises(PackageNotFoundError, match="no-such-package"):
        WHEELS.installed(["no-such-package"], [])


def test_the_list_names_of_each_package_what_it_needs_of_those_that_are_there() -> None:
    asked = ("anywidget", "psygnal")
    wheels = [WHEELS.Wheel(f"{name}.whl", WHEELS.wheel_of(distribution(name))) for name in asked]
    assert WHEELS.lock_of(wheels, {})["packages"]["anywidget"]["depends"] == ["psygnal"]


# Beside the pages, or not


@pytest.fixture
def app(tmp_path: Path) -> Any:
    """What stands for Sphinx: a book of one page, for which Jupyter was made."""
    source = tmp_path / "one.ipynb"
    save(new_notebook(), source)
    made = tmp_path / "_build" / "lite"
    kernel: dict[str, Any] = {"litePluginSettings": {f"{LITE.KERNEL}:kernel": {"pipliteUrls": []}}}
    (made / "notebooks").mkdir(parents=True)
    (made / "notebooks" / "favicon.ico").write_bytes(b"icon")
    (made / "notebooks" / "index.html").write_text("<html><head></head></html>")
    (made / "jupyter-lite.json").write_text(json.dumps({"jupyter-config-data": kernel}))
    env = SimpleNamespace(found_docs={"one"}, doc2path=lambda page: str(source))
    config = SimpleNamespace(lite="", live_python_runtime="abc")
    outdir = tmp_path / "_build" / "html"
    return SimpleNamespace(
        outdir=str(outdir), builder=SimpleNamespace(name="html"), env=env, config=config
    )


def button_of(app: Any, body: str) -> list[dict[str, str]]:
    """The buttons that a page gets."""
    context: dict[str, Any] = {"header_buttons": [], "body": body}
    LITE.add_button(app, "one", "page.html", context, None)
    found: list[dict[str, str]] = context["header_buttons"]
    return found


def test_pages_have_a_button_where_jupyter_was_made_and_python_is_there(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = '<div data-cell="0" class="cell">'
    absent: list[runtime.File] = []
    monkeypatch.setattr(runtime, "missing", lambda of: absent)
    LITE.choose(app, app.config)
    assert app.config.lite and not button_of(app, "<p>prose</p>")
    (link,) = button_of(app, f"<div {cell[5:]}")
    assert link["url"] == "lite/notebooks/index.html?path=one.ipynb"

    absent.append(runtime.of_jupyter())
    LITE.choose(app, app.config)
    assert not app.config.lite and not button_of(app, cell)
    absent.clear()
    app.config.live_python_runtime = ""
    LITE.choose(app, app.config)
    assert not app.config.lite
    app.config.live_python_runtime = "abc"
    (LITE.made(app) / "jupyter-lite.json").unlink()
    LITE.choose(app, app.config)
    assert not app.config.lite


def test_it_is_served_with_the_python_of_the_pages_and_taken_away_again(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LITE, "write_packages", lambda served, python: None)
    served = Path(app.outdir) / "lite"
    app.config.lite = LITE.name_of(LITE.made(app))
    LITE.write_files(app, None)
    settings = json.loads((served / "jupyter-lite.json").read_text())["jupyter-config-data"]
    kernel = settings["litePluginSettings"][f"{LITE.KERNEL}:kernel"]
    assert kernel["pyodideUrl"] == "./../_static/python/abc/pyodide.mjs"
    assert kernel["disablePyPIFallback"] and "taotp" in kernel["loadPyodideOptions"]["packages"]
    page = (served / "notebooks" / "index.html").read_text()
    assert "Content-Security-Policy" in page and "make serve" in page
    assert (served / "static" / "favicons" / "favicon-notebook.ico").read_bytes() == b"icon"

    (served / "pypi" / "old.whl").write_bytes(b"")
    LITE.write_files(app, None)  # again, where nothing changed: what is there stays
    assert (served / "pypi" / "old.whl").exists()
    app.config.lite = ""
    LITE.write_files(app, None)
    assert not served.exists()


# The command


def test_the_package_manager_is_taken_for_its_bytes_and_what_is_not_there_gets_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    one, brought = runtime.of_jupyter(), iter([b"two", None, None, None, b"one"])
    file = runtime.File(one.name, one.group, 3, hashlib.sha256(b"one").hexdigest(), one.license)
    monkeypatch.setattr(runtime, "of_jupyter", lambda: file)
    monkeypatch.setenv(runtime.CACHE, str(tmp_path / "cache"))

    def download(folder: Path, wheel: str, python: str) -> None:
        assert (wheel, python) == ("micropip==0.11.1", "3.14")
        if not (data := next(brought)):
            raise NoSource("nothing is reached")
        (folder / file.name).write_bytes(data)

    monkeypatch.setattr(command, "download", download)
    assert command.main([]) == 1
    assert "is there with other bytes than files.json says" in capsys.readouterr().err
    assert command.main([]) == 1
    said = capsys.readouterr().err
    assert said == "micropip-0.11.1-py3-none-any.whl cannot be fetched: nothing is reached\n"
    monkeypatch.delenv("CI", raising=False)
    assert command.main(["--if-possible"]) == 0
    monkeypatch.setenv("CI", "true")
    assert command.main(["--if-possible"]) == 1
    command.fetch()
    command.fetch()  # again, where it is kept: nothing more is brought
    assert runtime.missing([file]) == []
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    with pytest.raises(command.NotMade, match="`make lite`"):
        command.make(tmp_path / "made")


def test_jupyter_gets_these_extensions_and_none_of_the_machine(tmp_path: Path) -> None:
    build: Any = command.config(tmp_path)["LiteBuildConfig"]
    assert build["ignore_sys_prefix"] and len(build["federated_extensions"]) == 3
    if find_spec("jupyterlite_pyodide_kernel"):
        assert all(
            (Path(each) / "package.json").is_file() for each in build["federated_extensions"]
        )
