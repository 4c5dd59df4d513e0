"""Every command of the page *Run it yourself* does what the page says."""

import re
import shlex
import tomllib
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from exercises.__main__ import main as exercises
from taotp.cli.commands import main as taotp
from tests.laws import every

PAGE = Path(__file__).resolve().parents[2] / "book" / "run_it_yourself.md"
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^(?P<code>[^#\n]+?) +# (?P<value>.+)$", re.MULTILINE)


def blocks(kind: str) -> list[str]:
    """The blocks of one kind on the page."""
    page = PAGE.read_text(encoding="utf-8")
    return [text for found, text in BLOCK.findall(page) if found == kind]


COMMANDS = [line for block in blocks("sh") for line in block.splitlines() if line]
OURS = [line for line in COMMANDS if re.match(r"taotp(-exercises)? ", line)]
MADE = [line for line in COMMANDS if line.startswith("make ")]
INSTALLS = [line for line in COMMANDS if "pip install" in line]
TOOLS = (  # what starts a tool that this book does not bring, or takes minutes
    *("python3 -m venv .venv", ". .venv/bin/activate", "jupyter lab book/index.ipynb"),
    *("python -m tools.live_python", "jupyter-book build book -W --keep-going"),
    "python -m tools.notebooks normalize",
)


def test_no_command_is_left_out() -> None:
    assert sorted([*OURS, *MADE, *INSTALLS, *TOOLS]) == sorted(COMMANDS)
    modules = re.findall("python -m (tools[.a-z_]+)", " ".join(TOOLS))
    assert len(modules) == 2 and all(map(find_spec, modules))


def test_the_commands_of_the_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the order of the page; a check of unfinished answers finds no answer and says so."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAOTP_MY", str(tmp_path / "exercises/my"))
    commands: dict[str, Callable[[list[str]], int]] = {"taotp": taotp, "taotp-exercises": exercises}
    for command in OURS:
        name, *arguments = shlex.split(command)
        assert commands[name](arguments) == 0, command
        said = capsys.readouterr().out
        assert said, f"{command} has something to say"
        assert " work " not in command or "hello_world_exercises.ipynb" in said


@every("command", INSTALLS)
def test_what_is_installed_is_there(root: Path, command: str) -> None:
    what = shlex.split(command)[shlex.split(command).index("install") + 1 :]
    if what[0] == "-r":
        assert (root / what[1]).is_file()
    elif what[0] == "-e":
        extras = tomllib.loads((root / "pyproject.toml").read_text())["project"]
        assert set(re.findall(r"\w+", what[1])) <= set(extras["optional-dependencies"])
    else:
        assert what == ["jupyterlab"]


def test_the_code_gives_what_its_comments_say() -> None:
    names: dict[str, object] = {}
    shown = 0
    for block in blocks("python"):
        exec(block, names)  # noqa: S102  the page's own code
        for found in SHOWN.finditer(block):
            assert repr(eval(found["code"], names)) == found["value"]  # noqa: S307
            shown += 1
    assert shown == 4
