"""Print a fixed string: every position knows which symbol comes next."""

from collections.abc import Iterable

from taotp_core.deprecated import renamed
from taotp_core.encodings import circle
from taotp_core.program import Program
from taotp_core.stream import subspaces
from taotp_core.weights import Transformer

LOUD = 1e6  # four times louder than a token is enough for 11 of them; float16 overflows from 65,504


@renamed(alphabet="vocabulary")
def hello_world(
    message: str = "Hello World!",
    *,
    vocabulary: Iterable[str] | None = None,
    loud: float = LOUD,
    d_model: int = 3,
    start: str = "<start>",
    stop: str = "<stop>",
) -> Program:
    """A program of no layers that says a message, whatever it is told.

    The symbols stand on a circle that layer norm leaves alone. Position i
    holds the symbol that comes next, `loud` times as long as the token that
    it has to drown. The vocabulary is the message's own unless given; the
    sentinels join it. Three dimensions are enough; more hold further
    circles, on which the symbols lie farther apart. Main source, sections
    2.2 to 2.4. Raises ValueError for a symbol that is not in the vocabulary
    and for a d_model that is not made of threes.

    >>> hello_world("Hi there!").complete("")
    'Hi there!'
    """
    known = message if vocabulary is None else vocabulary
    letters = list(dict.fromkeys([start, *known, stop]))
    for symbol in message:
        if symbol not in letters or symbol in (start, stop):
            raise ValueError(f"the vocabulary lacks {symbol!r} of the message")
    if d_model < 3 or d_model % 3:
        raise ValueError(f"d_model is {d_model}; it must be 3, 6, 9 ...")
    W_E = circle(len(letters), paces=tuple(range(1, d_model // 3 + 1)))
    says = [letters.index(symbol) for symbol in [*message, stop]]
    W_pos = loud * W_E[says]
    model = Transformer(W_E, W_pos, subspaces=subspaces(token=d_model))
    return Program(model, letters, start, stop)
