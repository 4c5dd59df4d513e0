"""`make` in a fresh clone: what it says and refuses; and half an environment is none."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PYTHON = """\
#!/bin/sh
echo "python $*" >> calls.log
case "$*" in
    *version_info*) exit {too_old} ;;
    *"-m venv"*) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
    *"pip install"*) exit {pip_fails} ;;
esac
"""


class Clone:
    """A clone with a Python that only notes how it was called."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.folder = folder
        for name in ("Makefile", "requirements.txt", "pyproject.toml", "tools/install.sh"):
            (folder / name).parent.mkdir(exist_ok=True)
            shutil.copy(root / name, folder / name)
        shutil.copytree(root / "tools" / "requirements", folder / "tools" / "requirements")

    def make(
        self, target: str, too_old: int = 0, pip_fails: int = 0
    ) -> subprocess.CompletedProcess[str]:
        """Run make with such a Python and without uv."""
        python = self.folder / "python3"
        python.write_text(PYTHON.format(too_old=too_old, pip_fails=pip_fails))
        python.chmod(0o755)
        command, environment = ["make", target, f"PYTHON={python}"], {"PATH": "/usr/bin:/bin"}
        return subprocess.run(
            command, cwd=self.folder, env=os.environ | environment, capture_output=True, text=True,
            check=False,
        )  # fmt: skip

    @property
    def installs(self) -> int:
        """How often pip was asked to install."""
        return (self.folder / "calls.log").read_text().count("pip install")


@pytest.fixture
def clone(root: Path, tmp_path: Path) -> Clone:
    """A clone of its own."""
    return Clone(root, tmp_path)


def test_the_environment_is_made_once(clone: Clone) -> None:
    first = clone.make(".venv/book")
    assert first.returncode == 0, first.stderr
    assert "Making the environment .venv" in first.stdout
    assert "Installing requirements.txt" in first.stdout
    assert clone.make(".venv/book").returncode == 0
    assert clone.installs == 1

    os.utime(clone.folder / ".venv" / "book", (0, 0))  # older than the files of requirements
    assert clone.make(".venv/book").returncode == 0
    assert clone.installs == 2


def test_half_an_environment_is_tried_again(clone: Clone) -> None:
    assert clone.make("book", pip_fails=1).returncode != 0
    assert not (clone.folder / ".venv" / "book").exists()
    shutil.rmtree(clone.folder / ".venv")
    assert clone.make(".venv/book").returncode == 0


def test_an_old_python_gets_a_sentence(clone: Clone) -> None:
    done = clone.make("book", too_old=1)
    assert done.returncode != 0
    assert "Python 3.11 or newer is needed" in done.stderr
    assert not (clone.folder / ".venv").exists()


def test_help_names_every_target(clone: Clone) -> None:
    text = (clone.folder / "Makefile").read_text()
    (phony,) = (line for line in text.splitlines() if line.startswith(".PHONY:"))
    said = clone.make("help").stdout
    for target in phony.split()[2:]:
        assert f"make {target} " in said
