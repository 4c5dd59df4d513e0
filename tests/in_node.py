"""Ask the page's scripts what they make of something, with a Node and no browser."""

import json
import subprocess
from pathlib import Path
from typing import Any


def in_node(node: str, script: Path, question: object) -> Any:
    """What a script that reads JSON and writes JSON answers; it must not fail."""
    asked = json.dumps(question)
    done = subprocess.run(
        [node, str(script)], input=asked, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
