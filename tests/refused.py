"""What cannot be made or asked gets a sentence; all that get none are listed."""

import re
from collections.abc import Callable


def refused(*calls: tuple[Callable[[], object], str]) -> None:
    """Assert that each call raises ValueError, of one line in which its pattern is found."""
    wrong = []
    for call, pattern in calls:
        try:
            said = f"it gives {call()!r:.80}"
        except ValueError as error:
            said = str(error)
            if re.search(pattern, said) and "\n" not in said:
                continue
        wrong.append(f"{pattern!r} is not said: {said}")
    assert not wrong, "\n".join(wrong)
