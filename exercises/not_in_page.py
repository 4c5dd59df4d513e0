"""Why an answer cannot be typed into the page of its exercise or board, of each that is judged."""

A_FUNCTION = "its answer is a function of arrays, which Python has to run"
TRANSLATED = "its judge runs the translator, whose machine is too large for a page of exercises"
NUMBERS_OF_A_MACHINE = "who answers needs the numbers of a machine, which Python shows"
COMPUTER = "its judge runs the computer, whose machine is too large for a page of exercises"
TEN_MAILBOXES = "its text would be a table of hundreds of tokens"
SOUND = "its judge listens to recordings, which the page does not have"

NOT_IN_PAGE: dict[str, str] = {
    "fewer-lines": A_FUNCTION,
    "cached-decode": A_FUNCTION,
    "no-einsum": A_FUNCTION,
    "other-language": A_FUNCTION,
    "temperature": A_FUNCTION,
    "sliding-window": A_FUNCTION,
    "scramble": A_FUNCTION,
    "smallest-above": A_FUNCTION,
    "table-as-text": A_FUNCTION,
    "real-from-complex": A_FUNCTION,
    "shift-sinusoids": A_FUNCTION,
    "after-layer-norm": "its answer is up to a thousand numbers for each width",
    "evenly-back": A_FUNCTION,
    "free-dimensions": A_FUNCTION,
    "compact-text": A_FUNCTION,
    "both-ways": SOUND,
    "few-numbers": SOUND,
    "one-entry": NUMBERS_OF_A_MACHINE,
    "steer-one": NUMBERS_OF_A_MACHINE,
    "smallest-to-largest": NUMBERS_OF_A_MACHINE,
    "earliest-of-two": NUMBERS_OF_A_MACHINE,
    "one-task-broken": NUMBERS_OF_A_MACHINE,
    "seen-and-unseen": "its judge patches what heads say, which the page does not do",
    "find-the-two": "the machine of each name is drawn by numpy",
    "semes-in-eight": "its answer is 136 numbers, and its judge builds a machine of them",
    "idioms-that-are-found": "its judge needs the 7,500 words of a lexicon",
    "wrong-by-its-own-rule": "its judge needs the 7,500 words of a lexicon",
    "two-late-verbs": "its judge runs the machine of agreement with a rule taken out",
    "an-eagle": TRANSLATED,
    "a-heavy-book": TRANSLATED,
    "to-borrow": TRANSLATED,
    "bare-plurals": TRANSLATED,
    "tu": TRANSLATED,
    "crossed": TRANSLATED,
    "middle-of-three": COMPUTER,
    "pick-from-a-table": COMPUTER,
    "find-the-weight": COMPUTER,
    "one-percent": COMPUTER,
    "twice-as-much": TEN_MAILBOXES,
    "load-indirect": TEN_MAILBOXES,
    "from-a-tape": TEN_MAILBOXES,
    "latest-in-single": "its judge rounds millions of sums to single precision",
    "wide-apart": "its text would be a table of thousands of sums",
    "rms-keeps-clocks": "its text would be a table of hundreds of waves",
    "by-hand": "its answer is a listing and what it says, both one's own",
    "how-many-letters": "its text would be a table of hundreds of pieces",
    "arrow-length": "its answer is an MLP alone, which is no machine that a page runs",
    "one-stack": SOUND,
    "looks-like-induction": "its judge measures scores of heads, which the page does not do",
    "right-at-the-end": "its answer is two machines, and its judge takes heads out of them",
    "there-and-not-used": "its judge fits a probe, which the page does not do",
    "way-back-of-rms": A_FUNCTION,
    "too-fast": A_FUNCTION,
    "begin-near-ours": "its judge trains what it is given, which the page does not do",
}

SETTINGS = "norms of all kinds are allowed there, and what is set is counted, which no page does"
BOARDS_NOT_IN_PAGE: dict[str, str] = {
    "least-adapter": "its size is that of a change of another machine, which Python finds",
    "least-sort": "its judge asks about lists of which a part is said, which the page does not do",
    "least-arrow-length": "its machine is an MLP alone, which is no machine that a page runs",
    "least-dial-tones": SOUND,
    "least-agreement": SETTINGS,
    "least-noun-phrases": SETTINGS,
    "least-three-instructions": SETTINGS,
    "least-little-man": COMPUTER,
    "longest-exact-run": "its judge rounds to float32, and asks at places that no table has",
    "most-programs": "a machine of many programs is too large to be typed",
}

WHOLE = "its judge asks for 1.0, which a page cannot write apart from 1"
# Exercises whose box takes less than a file has to hold, and why; Python hands them in.
NOT_HANDED: dict[str, str] = {
    "neither-of-two": "a file holds the digits, and the box has formulas in one",
    "smallest-misfit": "a file holds the symbols of each word, and the box has words",
    "angles-of-the-original": "a file holds a list of angles for each width",
    "mend-the-query": "a file holds the whole array, and the box has what is changed",
    "same-set": "the box has sums of what the function is given",
    "half-as-likely": "the box has the two largest of what the function is given",
    "shares-by-hand": "the box has sums of what the function is given",
    **dict.fromkeys(("surprise-by-hand", "how-many-goods", "fifteen-twice", "best-share"), WHOLE),
    "balance-by-hand": "a file holds the whole rows, and the box has a part of them",
}
