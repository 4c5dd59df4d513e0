"""Numbers that have to be right to the last one, asked of a function case by case."""

from collections.abc import Callable, Sequence

from exercises.judging.judge import Wrong, ask, whole


def exactly(
    answer: object,
    cases: Sequence[tuple[int, ...]],
    expected: Callable[..., int],
    names: Sequence[str],
    why: str = "",
) -> str:
    """Compare what an answer says of each case; Wrong with the first where it differs."""
    for case in cases:
        where = "with " + ", ".join(f"{name}={x}" for name, x in zip(names, case, strict=True))
        given = whole(ask(answer, *case, where=where), where)
        if given != (wanted := expected(*case)):
            off = f"{abs(given - wanted)} too {'few' if given < wanted else 'many'}"
            raise Wrong(f"{where} expected {wanted}, got {given}: {off}{why}")
    return f"{len(cases)} inputs"
