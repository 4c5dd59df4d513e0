"""A Ctrl-C while the commands are still being loaded ends them with a word, and no traceback."""

import sys
from pathlib import Path
from types import TracebackType


def said(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say what ended the program."""
    if issubclass(kind, KeyboardInterrupt):
        print("Interrupted.", file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


command = Path(sys.argv[0] if sys.argv else "").name
if command.startswith(("-m", "taotp-exercises")):  # being looked for as a module, or started
    sys.excepthook = said
