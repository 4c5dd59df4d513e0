"""A program of one's own, as text, in numbers."""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

import numpy as np

from exercises.judging.judge import MARGIN, Tally, Wrong, ask, items, kind_of, own_program, right
from exercises.statement import Example, Exercise, Mark
from taotp import listing
from taotp_core.measure import parameters
from taotp_core.program import Program

LONGEST = 20_000  # characters
FEWEST = 4  # examples
MOST = 200  # numbers that are not zero
Answer = Callable[[], tuple[str, dict[Any, Any]]]
STUB = '''
def by_hand():
    """A listing in numbers, and what it says: (text, {prompt: answer})."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """It reads, it is not trivial, and it says what its examples say, with a margin."""
    made = ask(answer, where="in by_hand")
    text, examples = items(made, 2, "(text, examples)", "in by_hand")
    if not isinstance(text, str) or not isinstance(examples, Mapping):
        kinds = f"{kind_of(text)} and {kind_of(examples)}"
        raise Wrong(f"in by_hand expected a string and a dict, got {kinds}")
    program = in_numbers(text)
    cases = [(symbols(prompt), symbols(said)) for prompt, said in examples.items()]
    worth_while(cases, program)
    tally = sum((says(program, prompt, said) for prompt, said in cases), Tally())
    nonzero = parameters(program.model).nonzero
    return (
        f"{len(cases)} inputs, {nonzero} numbers that are not zero, smallest margin "
        f"{tally.margin:.3g}"
    )


def in_numbers(text: str) -> Program:
    """The program of a listing of level one that is small enough to be written by hand."""
    if len(text) > LONGEST:
        raise Wrong(f"in the text expected at most {LONGEST} characters, got {len(text)}")
    try:
        found = listing.read(text)
    except listing.ListingError as error:
        first = error.faults[0]
        at = f"in line {first.line}, column {first.column} of the text"
        raise Wrong(f"{at} expected a listing, got this fault: {first.message}") from None
    if found.level != 1:
        raise Wrong("in the text expected numbers alone, got sentences")
    if (nonzero := parameters(found.program.model).nonzero) > MOST:
        raise Wrong(f"in the text expected at most {MOST} numbers that are not zero, got {nonzero}")
    return own_program(found.program, "in the text")


def symbols(thing: Any) -> list[Any]:
    """A prompt or an answer as a list: the characters of a string, or its one symbol."""
    return list(thing) if isinstance(thing, str | list | tuple) else [thing]


def worth_while(cases: list[tuple[list[Any], list[Any]]], program: Program) -> None:
    """Wrong unless attention is needed: nothing without it tells two of the prompts apart."""
    if len(cases) < FEWEST:
        raise Wrong(f"in the examples expected {FEWEST} or more, got {len(cases)}")
    for prompt, said in cases:
        if not said or (not prompt and program.start is None):
            raise Wrong(f"on {prompt!r} expected a prompt and an answer, got an empty one")
    for (one, said), (other, differently) in combinations(cases, 2):
        alike = len(one) == len(other) and one[-1:] == other[-1:]
        if alike and said[0] != differently[0]:
            return
    raise Wrong(
        "in the examples expected two prompts of one length and one last symbol with different "
        "answers, got none: a table of successors could do it"
    )


def says(program: Program, prompt: list[Any], said: list[Any]) -> Tally:
    """Run a program along an example; Wrong where it says something else or hardly leads."""
    where = f"on {prompt!r}"
    ids = ask(program.encode, prompt, where=where)
    known = program.places
    for symbol in said:
        if symbol not in known:
            raise Wrong(f"{where} expected symbols of the listing, got {symbol!r} in the answer")
    answer = [known[symbol] for symbol in said]
    if len(ids) + len(answer) > program.model.n_ctx + 1:
        raise Wrong(f"{where} expected room for the answer, got n_ctx {program.model.n_ctx}")
    tokens = np.array([[*ids, *answer[:-1]]])
    expected = np.array([[-1] * (len(ids) - 1) + answer])
    tally = right(program.model, tokens, expected, lambda ids: repr(prompt),
                  name=lambda i: repr(program.vocabulary[i]))  # fmt: skip
    if (got := program.complete(prompt)) != said and (program.stop is not None or program.steps):
        raise Wrong(f"{where} expected {said!r} and an end, got {got!r}")
    return tally


MAJORITY = """
{
    "vocabulary": "ab", "steps": 1, "block_size": 19,
    "tok_emb": [[1, -1], [-1, 1]],
    "layers": [{
        "Q": [[[0], [0]]], "K": [[[0], [0]]],       # looks at all alike
        "V": [[[1], [0]]], "P": [[[50], [-50]]],    # and brings their mean
    }],
}
"""


def by_hand() -> tuple[str, dict[str, str]]:
    """Says what most of the symbols are; after a tie, the last."""
    return MAJORITY, {"aab": "a", "bbb": "b", "abb": "b", "abab": "b", "abaab": "a"}


def answer(text: str, examples: dict[Any, Any]) -> Answer:
    """A function that returns them."""
    return lambda: (text, examples)


def accepted_majority() -> Answer:
    """An average, as loud as it takes."""
    return by_hand


def accepted_minority() -> Answer:
    """Against the majority."""
    text = MAJORITY.replace("[50], [-50]", "[-50], [50]")
    return answer(text, {"aab": "b", "bab": "a", "aba": "b", "a": "b"})


def accepted_ids() -> Answer:
    """Without names; it says three tokens, each what was said most so far, until the end."""
    text = MAJORITY.replace('"vocabulary": "ab", "steps": 1, ', "").replace("19", "5")
    examples = {(0, 0, 1): (0, 0, 0), (1, 0, 1): (1, 1, 1), (1, 1, 0): (1, 1), (0,): 0}
    return answer(text, examples)


def wrong_example() -> Answer:
    """One example says otherwise."""
    text, examples = by_hand()
    return answer(text, {**examples, "baa": "b"})


def wrong_few() -> Answer:
    """Two examples."""
    return answer(MAJORITY, {"aab": "a", "abb": "b"})


def wrong_successors() -> Answer:
    """Whatever the text can do, the examples do not show it."""
    return answer(MAJORITY, {"a": "a", "b": "b", "aa": "a", "bb": "b"})


def wrong_text() -> Answer:
    """A row is too short."""
    text, examples = by_hand()
    return answer(text.replace("[-1, 1]", "[-1]"), examples)


def wrong_tie() -> Answer:
    """The lowest id wins a tie by declaration; that is no program."""
    text, examples = by_hand()
    return answer(text.replace("[[1, -1], [-1, 1]]", "[[1, -1], [1, -1]]"), examples)


def wrong_endless() -> Answer:
    """More is said than the example says."""
    text, examples = by_hand()
    return answer(text.replace('"steps": 1', '"steps": 2'), examples)


def wrong_too_long() -> Answer:
    """Somebody has let a machine write it."""
    text, examples = by_hand()
    return answer(text.replace('"block_size": 19', f'"pos_emb": {[[0.1, 0.2]] * 120}'), examples)


EXERCISE = Exercise(
    slug="by-hand",
    source="8.1",
    title="By hand",
    kind="construct",
    marks=(Mark.VERY_HARD, Mark.OPEN_ENDED),
    statement=f"""
Write a program of your own as numbers, without Python and without names for parts of the stream: a
listing of the first level. Anything that means something will do. `by_hand()` returns the text, and
examples of what it says: `(text, {{prompt: answer}})`. Prompts and answers are strings where the
symbols are characters, else tuples, or single symbols.

Rules of the game: at most {MOST} numbers that are not zero, at least {FEWEST} examples, and
among them two prompts of the same length that end in the same symbol and have different answers.
(Otherwise a table of successors could do it.) Every token of an answer must lead by {MARGIN:g} of
the largest logit.
""",
    hints=(
        "Begin with what a head can do without positions: average all, or pick what lies farthest "
        "in one direction.",
        "Of rows much longer than its epsilon, layer norm leaves one bit in two columns, and a "
        "circle in three. Six symbols with small whole numbers: the permutations of (-1, 0, 1).",
        "The editor of this chapter shows at once what a number does. Copy from there.",
    ),
    answer="""
A vote. One head looks at all tokens alike, since its queries are zero; it brings the mean of $+1$
for each *a* and $-1$ for each *b*, and adds it fifty times as loud to one column, and as loud with
the other sign to the other. Where the votes are equal it adds nothing, and the token that is
already there is said: the last voter decides.
""",
    stub=STUB,
    judge=judge,
    example=Example(
        "`check` reads the text as every listing is read:",
        'check("by-hand", lambda: ("{", {}))',
    ),
    code=(by_hand,),
    checklist=(
        "You chose every number for a reason that you can name.",
        "Somebody else can tell from your comments what it does.",
    ),
)
