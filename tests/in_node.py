"""Ask the page's scripts what they make of something, with a Node and no browser.

One Node answers all that a process of tests asks; it ends with that.
"""

import atexit
import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

SERVER = Path(__file__).with_suffix(".mjs")


def in_node(node: str, script: Path, question: object) -> Any:
    """What a script that reads JSON and writes JSON answers; it must not fail."""
    asked = {"script": Path(script).resolve().as_uri(), "question": json.dumps(question)}
    server = running(node)
    assert server.stdin and server.stdout
    server.stdin.write(json.dumps(asked) + "\n")
    server.stdin.flush()
    said = json.loads(server.stdout.readline() or '{"error": "Node has ended"}')
    assert "error" not in said, said["error"]
    return json.loads(said["answer"])


@cache
def running(node: str) -> "subprocess.Popen[str]":
    """A Node that answers questions, until this process ends."""
    server = subprocess.Popen(
        [node, str(SERVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
    atexit.register(ended, server)
    return server


def ended(server: "subprocess.Popen[str]") -> None:
    """Let a Node end, and wait until it has."""
    server.communicate()
