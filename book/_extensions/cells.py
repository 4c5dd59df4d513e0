"""The cells of a notebook, run in this process; what they say is kept as Jupyter keeps it.

A kernel would say the same to whoever asked for it, message by message, each packed, signed, sent
and taken apart again, which took the build longer than most cells.
"""

import io
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets import Type
from traitlets.config import Config

Output = dict[str, Any]

ALONE = Config({"HistoryManager": {"enabled": False}})  # nobody typed this


class Said:
    """What the cell that runs has said so far, and whether it failed."""

    def __init__(self) -> None:
        self.outputs: list[Output] = []
        self.failed = False

    def write(self, name: str, text: str) -> None:
        """Take a text; all that one cell prints on one stream stands together.

        What writes over itself needs somebody who does so.
        """
        self.failed |= "\r" in text or "\b" in text
        for output in self.outputs:
            if output.get("name") == name:
                output["text"] += text
                return
        self.outputs.append({"output_type": "stream", "name": name, "text": text})


SAID = Said()


class Stream(io.TextIOBase):
    """A stream on which cells print."""

    encoding = "UTF-8"

    def __init__(self, name: str) -> None:
        self.name = name

    def writable(self) -> bool:
        """Say that one can print here."""
        return True

    def write(self, text: str) -> int:
        """Keep a text."""
        if text:
            SAID.write(self.name, text)
        return len(text)


class Hook(DisplayHook):
    """Keeps the value of a cell."""

    def write_output_prompt(self) -> None:
        """Write none: pages number no cells."""

    def write_format_data(self, format_dict: Any, md_dict: Any = None) -> None:
        """Keep the value in all its forms."""
        SAID.outputs.append(
            {
                "output_type": "execute_result",
                "execution_count": self.prompt_count,
                "data": format_dict,
                "metadata": md_dict or {},
            }
        )

    def finish_displayhook(self) -> None:
        """Be done."""
        self._is_active = False


class Publisher(DisplayPublisher):
    """Keeps what a cell shows."""

    def publish(self, data: Any, metadata: Any = None, *_: Any, **more: Any) -> None:
        """Keep what is shown; what should change later needs a kernel."""
        SAID.failed |= bool(more.get("update"))
        SAID.outputs.append(
            {"output_type": "display_data", "data": data, "metadata": metadata or {}}
        )

    def clear_output(self, wait: bool = False) -> None:
        """What is taken back needs a kernel."""
        SAID.failed = True


class Shell(InteractiveShell):
    """Runs cells, and says of errors only that there was one."""

    displayhook_class = Type(Hook)
    display_pub_class = Type(Publisher)

    def showtraceback(self, *_: Any, **__: Any) -> None:
        """Note the error; who asked runs the notebook again, to report it."""
        SAID.failed = True

    showsyntaxerror = showtraceback


def run_cells(sources: Iterable[str]) -> Iterator[list[Output] | None]:
    """Run cells one after another: what each says, or None, and no more, where one failed.

    One that changes what it showed counts as failed, too: it needs a kernel.
    """
    sys.argv[1:] = []
    folders = [Path(path).name for path in sys.path]
    sys.path.insert(folders.index("site-packages") if "site-packages" in folders else 0, "")
    sys.stdout, sys.stderr = Stream("stdout"), Stream("stderr")
    shell: Any = Shell.instance(config=ALONE)
    for source in sources:
        SAID.outputs = []
        done = shell.run_cell(source, store_history=True)
        if SAID.failed or not done.success:
            yield None
            return
        yield SAID.outputs
