"""Ask the Python of pages, with 32-bit numbers of places, in Node and without a browser.

One Node of a process of tests answers all that is asked; it ends with that.
"""

import atexit
import json
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from taotp.page.python import runtime
from tests.platform.extensions import extension

SERVER = Path(__file__).with_suffix(".mjs")
ROOT = SERVER.parents[2]
# Of the packages of this Python those that are Python alone do there too, after those of pages.
FOLDERS = {
    **{f"/tree/{name}": ROOT / name for name in ("tests", "book", "tools", "taotp/examples")},
    "/packages": Path(pytest.__file__).parents[1],
}  # fmt: skip
ENV = {
    "HOME": "/home/pyodide", "MPLBACKEND": "svg", "TAOTP_PAGE": "1",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
}  # fmt: skip


def asked(node: str, of: str, *given: object) -> Any:
    """What a function, `module:name`, answers there; AssertionError with its error."""
    server = running(node)
    assert server.stdin and server.stdout
    server.stdin.write(json.dumps({"of": of, "with": given}) + "\n")
    server.stdin.flush()
    said = json.loads(server.stdout.readline() or '{"error": "Node has ended"}')
    assert "error" not in said, said["error"]
    return said["answer"]


@cache
def running(node: str) -> "subprocess.Popen[str]":
    """A Node with a Python in it, until this process ends."""
    of_pages, made = extension("live_python"), tempfile.TemporaryDirectory()
    place = Path(made.name)
    for file in runtime.files():
        shutil.copyfile(runtime.kept(file), place / file.name)
    for name, data in of_pages.archives().items():
        (place / f"{name}.zip").write_bytes(data)
    ours = [place / f"{name}.zip" for name in of_pages.archives()]
    pictures = [place / file.name for file in runtime.files() if file.group == "matplotlib"]
    setup = {
        "runtime": str(place), "lock": of_pages.lock(), "env": ENV,
        "archives": [*map(str, [*ours, *pictures])],
        "folders": {inside: str(outside) for inside, outside in FOLDERS.items()},
    }  # fmt: skip
    server = subprocess.Popen(
        [node, str(SERVER), json.dumps(setup)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=None, encoding="utf-8",
    )  # fmt: skip
    atexit.register(made.cleanup)
    atexit.register(server.communicate)  # which lets it end, before its folder is gone
    return server
