"""How a command of `python -m taotp_core` may end."""

DONE, REFUSED, BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141


class BadInput(Exception):
    """What a user gave cannot be used; the message is a sentence for them."""


class Refused(Exception):
    """The program ran, and its answer is no answer."""
