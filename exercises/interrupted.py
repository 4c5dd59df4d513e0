"""A Ctrl-C while the commands are still being loaded ends them with a word, and no traceback."""

import sys
from types import TracebackType


def said(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say what ended the program."""
    if issubclass(kind, KeyboardInterrupt):
        print("Interrupted.", file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


if sys.argv[:1] == ["-m"]:  # python -m exercises, which is being looked for
    sys.excepthook = said
