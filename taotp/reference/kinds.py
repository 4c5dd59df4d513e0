"""What a key is: from a prompt to what should be said."""

from collections.abc import Callable
from typing import Any, TypeVar

Said = list[Any] | None
Key = Callable[..., Said]
S = TypeVar("S")  # a symbol
