"""The order of the exercises: chapter by chapter, from which follows the number of each.

An exercise is put into the book by a line here and a file in catalogue/, named after both. Its slug
is its name everywhere; a number lasts only as long as the order does. Chapters stand here as in the
book's table of contents, those without exercises too, so that both number them alike.
"""

from typing import NamedTuple


class Chapter(NamedTuple):
    """The page of a chapter, its title, and the slugs of its exercises in their order."""

    page: str
    title: str
    slugs: tuple[str, ...] = ()


CONTENTS: tuple[Chapter, ...] = (
    Chapter("what_comes_next", "What comes next", (
        "markov-mixes", "third-mask", "fifty-thirty-twenty", "longer-rows", "later-noun",
        "files-first", "say-two-sentences",
    )),
    Chapter("transformer", "The transformer", (
        "fewer-lines", "compact-attention", "cached-decode", "no-einsum", "other-language",
        "temperature", "sliding-window", "scramble", "guesses", "better-machine",
    )),
    Chapter("hello_world", "Hello World", (
        "repeat-last", "few-nonzeros", "train-hello-world", "no-positions", "no-positions-hello",
        "rms-norm", "integers", "positive", "jello",
    )),
    Chapter("four_tools", "Four tools", (
        "norm-keeps-spheres", "norm-keeps-sums", "mirror-echo",
    )),
    Chapter("smallest_first", "Smallest first", (
        "sort-33", "minimum-of-millions", "smallest-above", "sort-1000", "negative-numbers",
        "repeated-numbers", "several-digits", "train-sort",
        "one-number-maximum",
    )),
    Chapter("searching", "Searching", (
        "post-norm-search", "thrifty-search", "hashed-search", "neither-of-two",
        "one-symbol-less",
    )),
    Chapter("looking_up", "Looking things up", (
        "train-lookup", "concatenate-keys", "first-coordinate", "norm-the-hashes",
        "post-norm-lookup", "more-text", "trained-embeddings", "why-a-quarter",
        "tighter-bound", "smallest-misfit", "table-as-text", "every-table",
        "all-the-rest",
    )),
    Chapter("adding", "Adding", (
        "sum-span", "any-spike", "any-table", "weak-spike", "other-base", "analog-pair",
        "three-dimensions", "proper-cleanup", "cosine-rank", "shared-places", "shared-heads",
        "residual-too", "no-cleanup-head", "tens-digit", "wide-apart", "any-prefix",
        "two-multipliers", "other-mark", "no-padding", "multiplication",
        "drop-the-carry",
    )),
    Chapter("where_am_i", "Where am I?", (
        "why-waves", "real-from-complex", "shift-sinusoids", "angles-of-the-original",
        "after-layer-norm", "rms-keeps-clocks", "evenly-back", "even-angles", "which-is-which",
        "free-dimensions", "train-positions", "mend-by-one",
    )),
    Chapter("weights_as_language", "Weights as a language", (
        "by-hand", "small-change", "mystery", "compact-text",
    )),
    Chapter("gpt2_by_hand", "A GPT-2 by hand", (
        "ab-without-positions", "why-1024", "mend-the-query", "told-apart", "abb-in-27",
        "three-letters", "second-head", "cheap-pattern", "one-letter-less",
        "aab-without-positions", "aab-to-aabb",
    )),
    Chapter("small_machines", "Small machines"),
    Chapter("pieces_of_words", "Pieces of words", (
        "merges-by-hand", "longest-is-another", "not-the-best", "half-letters",
        "how-many-letters", "made-once",
    )),
    Chapter("two_stacks", "Two stacks", (
        "largest-first", "every-other", "survivors", "copy-on-circles", "in-the-lists-order",
        "median", "one-stack-copy", "twice",
    )),
    Chapter("dial_tones", "Listening to dial tones", (
        "deaf-fork", "arrow-length", "guard-forks", "whole-frames", "three-keys", "count-onsets",
        "stop-score", "today-it-listens",
    )),
    Chapter("say_a_word", "Say a word", (
        "half-as-fast", "most-confused", "both-ways", "no-threshold", "surer-chain", "few-numbers",
        "one-stack", "own-voice", "noisy-room",
    )),
    Chapter("by_chance", "What comes next, by chance", (
        "perplexity-of-a-coin", "text-of-a-seed", "half-as-likely", "same-set", "min-p-keeps",
        "beam-beats-greedy", "chain-of-33",
    )),
    Chapter("what_it_costs", "What it costs", (
        "prophet", "cached-saving", "cache-in-bytes", "stored-numbers", "one-million",
        "perfect-accident", "crossing-length", "twice-as-good", "best-share",
    )),
    Chapter("a_small_change", "A small change", (
        "what-comes-back", "when-to-merge", "smallest-to-largest", "parallel-changes",
        "rank-two-needed", "earliest-of-two", "one-entry", "steer-one",
    )),
    Chapter("looking_inside", "Looking inside", (
        "shares-by-hand", "surprise-by-hand", "seen-and-unseen", "looks-like-induction",
        "right-at-the-end", "hide-each-other", "there-and-not-used", "find-the-two",
    )),
    Chapter("trained_by_hand", "Trained by hand", (
        "way-back-of-rms", "too-fast", "begin-near-ours",
    )),
    Chapter("words_in_directions", "Words in directions", (
        "no-rival", "balance-by-hand", "least-loud", "sign-of-another", "yum-unless-yuck",
        "semes-in-eight",
    )),
    Chapter("good_or_bad", "Good or bad", (
        "how-many-goods", "fifteen-twice", "negated-where-flagged", "idioms-that-are-found",
        "wrong-by-its-own-rule",
    )),
    Chapter("is_it_a_sentence", "Is it a sentence?", (
        "adjectives-between", "whose-self", "a-or-an", "two-late-verbs",
    )),
    Chapter("how_deep", "How deep can it read?", (
        "one-unit-less", "quadratic-key", "subject-relatives",
    )),
    Chapter("two_languages", "Two languages", (
        "an-eagle", "a-heavy-book", "to-borrow", "bare-plurals", "tu", "without-gender",
        "crossed",
    )),
    Chapter("a_computer", "A computer", (
        "middle-of-three", "pick-from-a-table", "why-linear", "find-the-weight", "one-percent",
        "twice-as-much", "load-indirect", "from-a-tape", "sum-of-moves",
        "latest-in-single", "plain-brackets",
    )),
    Chapter("one_for_everything", "One for everything", (
        "choose-of-two", "one-task-broken",
    )),
)  # fmt: skip

# The benches have a page of their own, which is no chapter: they are numbered by a letter. Twelve
# lead from one to the next; the others belong to chapters, in whose order they stand.
FROM_CHAPTERS = (
    "build-order", "build-table", "build-aab", "build-word", "build-reverse", "build-mood",
    "build-brackets",
)  # fmt: skip
WORKSHOP = Chapter("workshop", "The workshop", (
    "build-letter", "build-alphabet", "build-name", "build-back", "build-echo", "build-first",
    "build-vote", "build-smallest", "build-sum", "build-after", "build-latest", "build-search",
    *FROM_CHAPTERS,
))  # fmt: skip

CHAPTERS: tuple[Chapter, ...] = (WORKSHOP, *(chapter for chapter in CONTENTS if chapter.slugs))
CHAPTER_NUMBERS: dict[str, int | str] = {
    WORKSHOP.page: "W",
    **{each.page: number for number, each in enumerate(CONTENTS, 1)},
}
NUMBERS: dict[str, str] = {
    slug: f"{CHAPTER_NUMBERS[page]}.{place}"
    for page, _, slugs in CHAPTERS
    for place, slug in enumerate(slugs, 1)
}
PAGES: dict[str, str] = {slug: page for page, _, slugs in CHAPTERS for slug in slugs}


def exercise_page(chapter: str) -> str:
    """The page with the exercises of a chapter; the workshop is one itself."""
    return chapter if chapter == WORKSHOP.page else f"{chapter}_exercises"
