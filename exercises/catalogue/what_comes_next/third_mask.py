"""A mask for three sentences."""

from exercises.judging.judge import Wrong, ask, items
from exercises.judging.sentences import SENTENCES as TWO
from exercises.statement import Exercise, Mark
from exercises.typed import Field, Typed

THIRD = "check the printer log and find out whether it ran out please"
SENTENCES = (*(" ".join(each) for each in reversed(TWO)), THIRD)
MOST = 3
STUB = '''
def seen_words():
    """The words that the mask shows, as a list; at most three."""
    raise NotImplementedError
'''


def parted() -> list[tuple[list[str], str]]:
    """What stands before *ran* in each sentence, and the word behind it."""
    found = []
    for sentence in SENTENCES:
        words = sentence.split()
        at = words.index("ran")
        found.append((words[:at], words[at + 1]))
    return found


def votes() -> dict[str, dict[str, float]]:
    """How each earlier word votes: the share of each word that follows *ran* behind it."""
    rows: dict[str, list[str]] = {}
    for before, after in parted():
        for word in dict.fromkeys(before):  # not a set: a page is the same each time
            rows.setdefault(word, []).append(after)
    return {
        word: {after: behind.count(after) / len(behind) for after in sorted(set(behind))}
        for word, behind in rows.items()
    }


def judge(answer: object) -> str:
    """Add up the votes of the words that the mask shows; the right word must have most."""
    where = "in seen_words"
    shown = items(ask(answer, where=where), None, "a list of words", where)
    if not all(isinstance(one, str) for one in shown):
        raise Wrong(f"{where} expected a list of words, got other things in it")
    known = votes()
    unknown = [word for word in shown if word not in known]
    if unknown:
        raise Wrong(f"{where} expected words that stand before 'ran', got {unknown[0]!r}")
    for before, after in parted():
        sums: dict[str, float] = {}
        for word in set(shown) & set(before):
            for next_word, vote in known[word].items():
                sums[next_word] = sums.get(next_word, 0.0) + vote
        best = max(sums.values(), default=0.0)
        winners = sorted(word for word, total in sums.items() if best - total < 1e-9)
        if winners != [after]:
            said = " and ".join(winners) or "nothing"
            raise Wrong(f"on {' '.join(before)!r} ran expected {after!r} to win, got {said}")
    if len(set(shown)) > MOST:
        raise Wrong(
            f"right on all three sentences, but {len(set(shown))} words, at most {MOST} allowed"
        )
    return f"{len(SENTENCES)} inputs, {len(set(shown))} words"


def seen_words() -> list[str]:
    """Words that stand in one sentence each."""
    return ["program", "printer", "battery"]


def accepted_sorted() -> list[str]:
    """In another order, which does not matter."""
    return ["battery", "printer", "program"]


def wrong_old_mask() -> list[str]:
    """The mask of the two sentences: nobody votes in the third."""
    return ["program", "battery"]


def wrong_shared() -> list[str]:
    """A word that all three have votes for all, and so nobody wins."""
    return ["log", "program", "battery"]


def wrong_everything() -> list[str]:
    """No mask at all."""
    return list(votes())


def wrong_unknown() -> list[str]:
    """A word that stands behind."""
    return ["program", "printer", "down"]


EXERCISE = Exercise(
    slug="third-mask",
    title="A third sentence",
    kind="construct",
    marks=(Mark.RECOMMENDED,),
    statement=f"""
A third sentence joins the two of the chapter, as likely as each: *{THIRD}*. Every earlier word
votes again on what follows *ran*, by its share among the sentences that it is in. Which words must
the mask show, so that *please*, *down* and *out* win where they should? Give `seen_words()`, a list
of at most three.
""",
    hints=(
        "Count first: how do *printer* and *log* vote?",
        "A word that is in all three sentences adds as much to each. What is left without them?",
    ),
    answer="""
*Program*, *battery* and *printer*. Each is in one sentence alone and votes for what follows there;
all others are in all three, and would add a third to each. With the mask of the chapter no word
votes in the third sentence: a mask belongs to the sentences that it was counted from.
""",
    stub=STUB,
    judge=judge,
    code=(seen_words,),
    typed=Typed(
        (
            Field(
                "words",
                "the words that the mask shows, with spaces between",
                "words",
                example="check log",
            ),
        ),
        "votes",
        lambda: {"sentences": parted(), "votes": votes(), "most": MOST},
        part="rules",
    ),
)
