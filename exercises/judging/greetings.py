"""A text of the letters of *Hello World!*, as long as it is."""

from exercises.judging.judge import Wrong, ask, kind_of

MESSAGE, LETTERS = "Hello World!", "Helo Wrd!"


def changed_message(answer: object, where: str) -> tuple[str, int]:
    """The text that was handed in, and how many of its letters are other than in MESSAGE."""
    text = ask(answer, where=where)
    if not isinstance(text, str) or len(text) != len(MESSAGE):
        got = f"{len(text)} letters" if isinstance(text, str) else kind_of(text)
        raise Wrong(f"{where} expected a text of {len(MESSAGE)} letters, got {got}")
    strange = [letter for letter in text if letter not in LETTERS]
    if strange:
        raise Wrong(f"{where} expected letters of {LETTERS!r}, got {strange[0]!r}")
    return text, sum(a != b for a, b in zip(text, MESSAGE, strict=True))
