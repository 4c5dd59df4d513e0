"""The order of the exercises: chapter by chapter, from which follows the number of each.

An exercise is put into the book by its slug and its minutes here and a file in catalogue/, named
after chapter and slug. On its page the exercises of a chapter stand by their minutes, and as here
where these are equal. The slug is its name everywhere; a number lasts only as long as the order
does. Chapters stand here as in the book's table of contents, those without exercises too, so that
both number them alike.

Minutes are an estimate for a reader of the chapter who has not seen the answer.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Chapter(NamedTuple):
    """The page of a chapter, its short title, and the minutes that each of its exercises takes.

    The page's own title is the same, or goes on to tell what one gets: "Two stacks: a reader ...".

    Of a chapter that `leads` each exercise leads to the next, whatever it takes.
    """

    page: str
    title: str
    minutes: Mapping[str, int] = MappingProxyType({})
    leads: bool = False

    @property
    def slugs(self) -> tuple[str, ...]:
        """Its exercises in their order: the shortest first."""
        if self.leads:
            return tuple(self.minutes)
        return tuple(sorted(self.minutes, key=self.minutes.__getitem__))


CONTENTS: tuple[Chapter, ...] = (
    Chapter("what_comes_next", "What comes next", {
        "fifty-thirty-twenty": 5, "markov-mixes": 10, "third-mask": 10, "files-first": 15,
        "longer-rows": 20, "later-noun": 30, "say-two-sentences": 90,
    }),
    Chapter("transformer", "The transformer", {
        "temperature": 10, "sliding-window": 15, "no-einsum": 20, "guesses": 20, "scramble": 30,
        "cached-decode": 40, "compact-attention": 45, "fewer-lines": 60, "better-machine": 60,
        "other-language": 150,
    }),
    Chapter("hello_world", "Hello World", {
        "repeat-last": 10, "jello": 10, "few-nonzeros": 15, "no-positions": 15, "rms-norm": 15,
        "integers": 20, "positive": 25, "train-hello-world": 60, "no-positions-hello": 90,
    }),
    Chapter("four_tools", "Four tools", {
        "mirror-echo": 10, "beside-zeros": 10, "loud-enough": 15, "norm-keeps-spheres": 45,
        "norm-keeps-sums": 45,
    }),
    Chapter("smallest_first", "Smallest first", {
        "negative-numbers": 10, "one-number-maximum": 15, "sort-33": 30, "minimum-of-millions": 60,
        "smallest-above": 90, "repeated-numbers": 150, "sort-1000": 180, "train-sort": 180,
        "several-digits": 240,
    }),
    Chapter("searching", "Searching", {
        "one-symbol-less": 10, "neither-of-two": 25, "post-norm-search": 30, "thrifty-search": 120,
        "hashed-search": 120,
    }),
    Chapter("looking_up", "Looking things up", {
        "how-many-fitted": 10, "all-the-rest": 15, "table-as-text": 20, "post-norm-lookup": 30,
        "concatenate-keys": 40,
        "norm-the-hashes": 40, "why-a-quarter": 45, "trained-embeddings": 60,
        "smallest-misfit": 75, "first-coordinate": 90, "more-text": 90, "tighter-bound": 120,
        "every-table": 150, "train-lookup": 180,
    }),
    Chapter("adding", "Adding", {
        "weak-spike": 10, "other-base": 15, "analog-pair": 15, "tens-digit": 15,
        "drop-the-carry": 15, "sum-span": 20, "any-spike": 20, "any-table": 20, "cosine-rank": 30,
        "shared-places": 40, "no-cleanup-head": 40, "wide-apart": 40, "two-multipliers": 40,
        "proper-cleanup": 45, "other-mark": 45, "three-dimensions": 60, "shared-heads": 75,
        "residual-too": 120, "any-prefix": 180, "no-padding": 240, "multiplication": 240,
    }),
    Chapter("where_am_i", "Where am I?", {
        "angles-of-the-original": 10, "real-from-complex": 15, "shift-sinusoids": 15,
        "mend-by-one": 15, "why-waves": 20, "which-is-which": 20, "after-layer-norm": 25,
        "even-angles": 40, "rms-keeps-clocks": 45, "evenly-back": 45, "free-dimensions": 75,
        "train-positions": 180,
    }),
    Chapter("weights_as_language", "Weights as a language", {
        "small-change": 30, "compact-text": 45, "mystery": 60, "by-hand": 90,
    }),
    Chapter("gpt2_by_hand", "A GPT-2 by hand", {
        "ab-without-positions": 10, "told-apart": 10, "abb-in-27": 15, "aab-to-aabb": 15,
        "why-1024": 20, "mend-the-query": 25, "three-letters": 30, "second-head": 40,
        "cheap-pattern": 45, "one-letter-less": 45, "aab-without-positions": 90,
    }),
    Chapter("small_machines", "Small machines"),
    Chapter("pieces_of_words", "Pieces of words", {
        "merges-by-hand": 10, "not-the-best": 15, "longest-is-another": 20, "half-letters": 20,
        "how-many-letters": 30, "made-once": 45,
    }),
    Chapter("two_stacks", "Two stacks", {
        "largest-first": 10, "every-other": 20, "survivors": 30, "in-the-lists-order": 30,
        "median": 30, "copy-on-circles": 40, "one-stack-copy": 45, "twice": 90,
    }),
    Chapter("dial_tones", "Listening to dial tones", {
        "deaf-fork": 10, "three-keys": 10, "whole-frames": 15, "stop-score": 15, "guard-forks": 20,
        "arrow-length": 30, "count-onsets": 45, "today-it-listens": 45,
    }),
    Chapter("say_a_word", "Say a word", {
        "half-as-fast": 15, "most-confused": 20, "surer-chain": 25, "both-ways": 30,
        "no-threshold": 30, "own-voice": 40, "noisy-room": 60, "few-numbers": 75, "one-stack": 240,
    }),
    Chapter("by_chance", "By chance", {
        "perplexity-of-a-coin": 5, "text-of-a-seed": 10, "same-set": 10, "half-as-likely": 15,
        "min-p-keeps": 15, "beam-beats-greedy": 15, "chain-of-33": 90,
    }),
    Chapter("what_it_costs", "What it costs", {
        "twice-as-good": 5, "cache-in-bytes": 15, "stored-numbers": 15, "prophet": 20,
        "one-million": 20, "crossing-length": 20, "cached-saving": 30, "best-share": 30,
        "perfect-accident": 40,
    }),
    Chapter("a_small_change", "A small change", {
        "what-comes-back": 10, "when-to-merge": 15, "smallest-to-largest": 15,
        "parallel-changes": 20, "rank-two-needed": 25, "earliest-of-two": 30, "one-entry": 30,
        "steer-one": 40,
    }),
    Chapter("looking_inside", "Looking inside", {
        "shares-by-hand": 10, "seen-and-unseen": 15, "surprise-by-hand": 20,
        "looks-like-induction": 25, "hide-each-other": 25, "there-and-not-used": 25,
        "right-at-the-end": 40, "find-the-two": 60,
    }),
    Chapter("trained_by_hand", "Trained by hand", {
        "too-fast": 20, "way-back-of-rms": 25, "begin-near-ours": 30,
    }),
    Chapter("words_in_directions", "Words in directions", {
        "no-rival": 10, "balance-by-hand": 15, "least-loud": 20, "sign-of-another": 25,
        "yum-unless-yuck": 75, "semes-in-eight": 75,
    }),
    Chapter("good_or_bad", "Good or bad", {
        "how-many-goods": 10, "fifteen-twice": 15, "negated-where-flagged": 20,
        "idioms-that-are-found": 20, "wrong-by-its-own-rule": 30,
    }),
    Chapter("is_it_a_sentence", "Is it a sentence?", {
        "adjectives-between": 30, "a-or-an": 30, "whose-self": 40, "two-late-verbs": 60,
    }),
    Chapter("how_deep", "How deep can it read?", {
        "one-unit-less": 15, "quadratic-key": 20, "subject-relatives": 90,
    }),
    Chapter("two_languages", "Two languages", {
        "crossed": 10, "without-gender": 15, "an-eagle": 20, "a-heavy-book": 20, "to-borrow": 25,
        "bare-plurals": 40, "tu": 45,
    }),
    Chapter("a_computer", "A computer", {
        "middle-of-three": 15, "find-the-weight": 20, "pick-from-a-table": 30, "why-linear": 30,
        "one-percent": 30, "twice-as-much": 40, "load-indirect": 60, "from-a-tape": 90,
        "latest-in-single": 90, "sum-of-moves": 150, "plain-brackets": 150,
    }),
    Chapter("one_for_everything", "One for everything", {
        "one-task-broken": 20, "choose-of-two": 60,
    }),
)  # fmt: skip

# The benches have a page of their own, which is no chapter: they are numbered by a letter. Twelve
# lead from one to the next; the others belong to chapters, in whose order they stand.
FROM_CHAPTERS = {
    "build-order": 12, "build-table": 10, "build-aab": 10, "build-word": 15, "build-reverse": 15,
    "build-mood": 12, "build-brackets": 20,
}  # fmt: skip
WORKSHOP = Chapter("workshop", "The workshop", {
    "build-letter": 2, "build-alphabet": 4, "build-name": 5, "build-back": 5, "build-echo": 6,
    "build-first": 5, "build-vote": 5, "build-smallest": 6, "build-sum": 10, "build-after": 10,
    "build-latest": 8, "build-search": 12, **FROM_CHAPTERS,
}, leads=True)  # fmt: skip

# Where a reader with ten minutes goes on: the twelve that lead, and what each chapter has for them.
SHORT = 10
WAY_THROUGH: tuple[str, ...] = (
    *(slug for slug in WORKSHOP.slugs if slug not in FROM_CHAPTERS),
    *(slug for each in CONTENTS for slug in each.slugs if each.minutes[slug] <= SHORT),
)

CHAPTERS: tuple[Chapter, ...] = (WORKSHOP, *(chapter for chapter in CONTENTS if chapter.minutes))
CHAPTER_NUMBERS: dict[str, int | str] = {
    WORKSHOP.page: "W",
    **{each.page: number for number, each in enumerate(CONTENTS, 1)},
}
NUMBERS: dict[str, str] = {
    slug: f"{CHAPTER_NUMBERS[each.page]}.{place}"
    for each in CHAPTERS
    for place, slug in enumerate(each.slugs, 1)
}
PAGES: dict[str, str] = {slug: each.page for each in CHAPTERS for slug in each.slugs}
MINUTES: dict[str, int] = {slug: each.minutes[slug] for each in CHAPTERS for slug in each.slugs}


def exercise_page(chapter: str) -> str:
    """The page with the exercises of a chapter; the workshop is one itself."""
    return chapter if chapter == WORKSHOP.page else f"{chapter}_exercises"
