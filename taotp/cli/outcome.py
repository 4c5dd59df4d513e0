"""How a command of `taotp` may end."""

import stat
from contextlib import suppress
from os import stat as found_at

DONE, REFUSED, BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141


class BadInput(Exception):
    """What a user gave cannot be used; the message is a sentence for them."""


class Refused(Exception):
    """The program ran, and its answer is no answer."""


def refuse_pipe(path: str) -> None:
    """Raise BadInput for a named pipe, which would wait for somebody to write; <(...) is none."""
    with suppress(OSError, ValueError):  # what opens it says it better
        if stat.S_ISFIFO(found_at(path).st_mode) and not path.startswith(("/dev/", "/proc/")):
            raise BadInput(f"{path} is a pipe; send what it holds to the standard input, and write "
                           "- for its name")  # fmt: skip
