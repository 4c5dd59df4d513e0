"""What one types into the pages for the answers of the catalogue and of those invited."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from exercises.catalogue import EXERCISES
from exercises.catalogue.gpt2_by_hand.mend_the_query import essay
from taotp_core.arrays import Array
from taotp_core.edits import read_changes
from tests.exercises.invited import invited_by
from tests.exercises.verdicts import RIGHT, WRONG, answer, names_of

Typing = dict[str, str]  # by the names of the fields


def typed(slug: str, texts: str | tuple[str, ...]) -> Typing:
    """A text in each field of the form of an exercise."""
    fields = FIELDS.get(slug, ("formula",))
    return dict(zip(fields, (texts,) if isinstance(texts, str) else texts, strict=True))


def of_one_number(answer: object) -> dict[str, str]:
    """What one types for the change that an answer names."""
    text = answer() if callable(answer) else answer
    changes = read_changes(text) if isinstance(text, str) else text
    assert isinstance(changes, dict)
    ((place, value),) = changes.items()
    path, at = place.split(":")
    row, column = at.split(".")
    return {"table": path, "row": row, "column": column, "value": repr(value)}


def answers_of(slug: str) -> dict[str, object]:
    """The answers of the catalogue and those invited, each by its name."""
    found = {name: answer(slug, name) for name in sorted(typed_answers(slug))}
    return {**found, **invited_by(slug).wrong, **invited_by(slug).right}


def typed_answers(slug: str) -> set[str]:
    return {*names_of(slug, RIGHT), *names_of(slug, WRONG)}


def asked_for_one_number() -> dict[str, dict[str, Typing]]:
    """What one types for each answer that changes one number, but for those of UNTYPED."""
    return {
        slug: {name: of_one_number(answer(slug, name)) for name in sorted(typed_answers(slug))
               if (slug, name) not in UNTYPED}
        for slug, exercise in EXERCISES.items() if exercise.kind == "change"
    }  # fmt: skip


OF_ALL = "n_heads*d_head"
STORED = "d_model * (1 + 2*d_vocab + n_layers*(2 + 3*d_mlp"
SHARES = "(0.076/0.103 * 6.4e13^(0.076/0.103)"
# The fields of a form, where it is not one formula.
FIELDS = {
    "neither-of-two": ("text",),
    "angles-of-the-original": ("angle", "first"),
    "mystery": ("mystery", "turned_mystery"),
    "whole-frames": ("fewest", "most"),
}
# What one types for some answers, in the arguments of the function: a text for each field. Wrong
# ones are as near to right as the form allows; where page and Python ask the same cases by one
# helper (exact_formula), one is enough.
TEXTS: dict[str, dict[str, str | tuple[str, ...]]] = {
    "neither-of-two": {
        "accepted_neighbors":
            "digit, digit+5, digit+4, digit-1, digit+5, digit+4, digit+1, digit+5, digit+4",
        "accepted_wide":
            "digit+5, digit+4, digit+2, digit, digit+5, digit+4, digit-2, digit+5, digit+4",
        "wrong_it_followed":
            "digit, digit+5, digit+4, digit, digit+5, digit+4, digit, digit+5, digit+4",
        "wrong_one_occurrence": "digit, 1, 2, digit + 1, 1, 2",
        "wrong_phantom":
            "digit+5, digit+5, digit-1, digit+5, digit+5, digit+1, digit+5, digit+5",
    },
    "angles-of-the-original": {
        "accepted_library": ("10000 ^ (-2*i / d_model) + 2*pi", "sin"),
        "wrong_order": ("10000 ^ (-2*i / d_model)", "cos"),
        "wrong_exponent": ("10000 ^ (-i / d_model)", "sin"),
    },
    "mystery": {
        "accepted_extremes": ("the smallest", "the largest"),
        "wrong_exchanged": ("the largest", "the smallest"),
        "wrong_last": ("the last", "the largest"),
        "wrong_middle": ("their average", "the largest"),
    },
    "whole-frames": {
        "accepted_formula": ("floor(max(0, n-204) / 40)", "ceil(max(0, n-204) / 40)"),
        "wrong_short": ("floor((n-204) / 40)", "ceil((n-204) / 40)"),
        "wrong_one_less": ("floor(max(0, n-205) / 40)", "ceil(max(0, n-205) / 40)"),
    },
    "compact-attention": {
        "accepted_power": "d_head ** -0.5",
        "wrong_nothing_missing": "1",
        "wrong_inverse": "1/d_head",
    },
    "survivors": {
        "accepted_formula": "k * n + 1",
        "wrong_no_empty": "k * n",
        "wrong_one": "k + 1",
    },
    "other-base": {
        "accepted_by_part": "4*b + 8 + 64 + 9 * 3 * (2*b - 1) + 4",
        "wrong_proportional": "floor(629 * b / 10)",
        "wrong_bias": "58*b + 45",
    },
    "even-angles": {
        "accepted_formula":
            "1 / (ceil(n / (d_model/2)) + (n - ceil(n / (d_model/2))) * exp(-d_model/2))",
        "wrong_rounding":
            "1 / (max(1, floor(2*n / d_model))"
            " + (n - max(1, floor(2*n / d_model))) * exp(-d_model/2))",
        "wrong_width": "1 / (ceil(n/d_model) + (n - ceil(n/d_model)) * exp(-d_model/2))",
    },
    "cached-saving": {
        "accepted_difference": f"(n_layers-1)*(n-1)*({OF_ALL}*(4*d_model + 2*n)"
        f" + 2*d_model*d_mlp) + (n-1) * 3*d_model * {OF_ALL}",
        "wrong_half_the_square": f"(n-1) * ((n_layers-1) * (4*d_model*{OF_ALL}"
        f" + 2*d_model*d_mlp + {OF_ALL}*n) + 3*d_model*{OF_ALL})",
    },
    "cache-in-bytes": {
        "accepted_by_hand": "floor((80*10^9 - 16060522496) / (2*2*32*8*128*n))",
        "wrong_no_model": "floor(80*10^9 / (131072*n))",
    },
    "stored-numbers": {
        "accepted_library": f"{STORED} + 2*d_head*(n_heads + n_kv_heads)))",
        "wrong_no_final_norm": f"{STORED} + 2*d_head*(n_heads + n_kv_heads)) - 1)",
    },
    "crossing-length": {
        "accepted_formula": "floor(matrices*d_model*d_mlp / (2*n_heads*d_head)) + 1",
        "wrong_equal": "ceil(matrices*d_model*d_mlp / (2*n_heads*d_head))",
    },
    "when-to-merge": {
        "accepted_loop": "floor(k*d / (k+d)) + 1",
        "wrong_equal": "ceil(k*d / (k+d))",
    },
    "surprise-by-hand": {
        "accepted_formula": "(n + min(times-1, 1)) * log2(V)"
        " - (n*(times-1) - min(times-1, 1)) * log2(p)",
        "wrong_first_of_the_second": "n*log2(V) - n*(times-1)*log2(p)",
        "wrong_once": "n * log2(V)",
    },
    "fifteen-twice": {
        "accepted_by_averages": "S/(n+times) / sqrt((S/(n+times))^2 + 15*(times/(n+times))^2)",
        "wrong_squared_once": "S / sqrt(S*S + 15*times)",
        "wrong_by_length": "S/n / sqrt((S/n)^2 + 15)",
    },
    "how-many-goods": {
        "accepted_by_trying": "ceil(sqrt(15 / (1/score^2 - 1)) / 1.9)",
        "wrong_floor": "floor(sqrt(15) * score / sqrt(1 - score^2) / 1.9)",
        "wrong_linear": "ceil(score / 0.4404)",
    },
    "best-share": {
        "accepted_tried": f"{SHARES} * C / 1.08e14)^(0.103 / 0.179)",
        "wrong_alike": "sqrt(C / 6)",
        "wrong_two_operations": f"{SHARES} * 3*C / 1.08e14)^(0.103 / 0.179)",
    },
    "half-as-likely": {
        "accepted_halving": "(largest - second) / 0.6931471805599453",
        "wrong_base": "largest - second",
        "wrong_ratio": "largest / (2 * second)",
    },
    "same-set": {
        "accepted_just_below": "together - last/1000",
        "wrong_of_all": "k / n",
        "wrong_least": "last",
    },
    "shares-by-hand": {
        "accepted_by_difference": "product / deviation - mean * total / deviation",
        "wrong_each_normed": "(product - mean*total) / own",
        "wrong_not_centered": "product / deviation",
    },
}  # fmt: skip


def shown(thing: Any) -> str:
    """A number or a text as one types it."""
    return thing if isinstance(thing, str) else repr(np.asarray(thing).item())


def apart(*names: str) -> Callable[[Any], Typing]:
    """One field for each part of an answer."""
    return lambda parts: {name: shown(x) for name, x in zip(names, parts, strict=True)}


def alone(name: str, between: str = ", ") -> Callable[[Any], Typing]:
    """One field for a number, a text, or a list of them."""
    return lambda x: {name: shown(x) if np.ndim(x) == 0 else between.join(map(shown, x))}


def in_lines(name: str, between: str = ", ") -> Callable[[Any], Typing]:
    """A line for each row of an answer."""
    return lambda rows: {name: "\n".join(between.join(map(shown, row)) for row in rows)}


def other_entries(known: Array) -> Callable[[Any], Typing]:
    """A line for each number of a matrix that is another than in one that is known."""

    def lines(given: Any) -> Typing:
        W = np.asarray(given)
        places = np.argwhere(known != W)
        if not len(places):
            places = np.zeros((1, 2), int)
        return {"entries": "\n".join(f"{i}.{j}: {shown(W[i, j])}" for i, j in places)}

    return lines


def of_misfit(both: Any) -> Typing:
    """A table of words and what each says, and the weights of words and their rivals."""
    table, weights = both
    return {
        "table": "\n".join(f"{joined(word)}: {said}" for word, said in table.items()),
        "weights": "\n".join(f"{joined(word)} {no}: {x}" for (word, no), x in weights.items()),
    }


def joined(word: Any) -> str:
    """A word of symbols as one types it."""
    return "".join(map(str, word))


def of_units(mlp: Any) -> Typing:
    """The numbers of an MLP, in the fields of their names."""
    names = ("W_in", "b_in", "W_out", "b_out")
    return {name: ", ".join(map(shown, np.ravel(getattr(mlp, name)))) for name in names}


# How one types what an answer returns.
WRITERS: dict[str, Callable[[Any], Typing]] = {
    "smallest-misfit": of_misfit,
    "weak-spike": of_units,
    "two-multipliers": apart("scale", "mark"),
    "which-is-which": dict,
    "small-change": dict,
    "least-loud": alone("loud"),
    "why-1024": alone("large"),
    "surer-chain": alone("found"),
    "perplexity-of-a-coin": apart("said_0", "said_1", "said_2"),
    "twice-as-good": apart("parameters", "tokens", "operations"),
    "beside-zeros": apart("factor_0", "factor_1", "factor_2"),
    "loud-enough": apart("loud_0", "loud_1", "loud_2"),
    "how-many-fitted": apart("fitted_0", "fitted_1", "fitted_2"),
    "what-comes-back": alone("back"),
    "without-gender": alone("right"),
    "text-of-a-seed": alone("text"),
    "merges-by-hand": in_lines("merges", " "),
    "not-the-best": in_lines("merges", " "),
    "one-unit-less": apart("layer", "unit"),
    "most-confused": apart("one", "other", "place"),
    "no-threshold": apart("voice", "word", "digit"),
    "longest-is-another": apart("won", "lost"),
    "markov-mixes": apart("first", "second"),
    "third-mask": alone("words", " "),
    "fifty-thirty-twenty": apart("a", "b", "c"),
    "min-p-keeps": in_lines("places"),
    "beam-beats-greedy": in_lines("rows"),
    "deaf-fork": alone("hertz"),
    "guard-forks": alone("hertz"),
    "stop-score": apart("loud", "start"),
    "three-keys": apart("light_3", "light_4", "light_6", "light_9"),
    "half-letters": apart("one", "none"),
    "parallel-changes": alone("text"),
    "rank-two-needed": alone("text"),
    "quadratic-key": lambda both: {**in_lines("W_Q")(both[0]), **in_lines("W_K")(both[1])},
    "balance-by-hand": lambda rows: in_lines("rows")(np.asarray(rows)[:, 4:]),
    "sign-of-another": in_lines("units", ": "),
    "negated-where-flagged": in_lines("units", ": "),
    "yum-unless-yuck": in_lines("units", ": "),
    "adjectives-between": alone("layers"),
    "whose-self": alone("layers"),
    "a-or-an": alone("layers"),
    "told-apart": alone("context"),
    "half-as-fast": apart("near", "change"),
    "no-rival": alone("words", " "),
    "mend-the-query": other_entries(essay()),
    "one-million": apart("d_model", "n_layers", "n_heads", "d_head", "d_mlp"),
    "perfect-accident": apart(
        "d_vocab", "d_model", "n_layers", "n_heads", "n_kv_heads", "d_head", "d_mlp"
    ),
}


@cache
def what_is_typed(slug: str) -> dict[str, Typing]:
    """What one types for each answer of an exercise, but for those of UNTYPED."""
    if slug not in WRITERS:
        return TYPED[slug]
    return {
        name: WRITERS[slug](made() if callable(made) else made)
        for name, made in answers_of(slug).items()
        if (slug, name) not in UNTYPED
    }


# Answers that a page does not take, and why.
UNTYPED = {
    ("weak-spike", "wrong_gate"): "the form has no gate",
    ("smallest-misfit", "wrong_nothing"): "an empty field is not attempted yet",
    ("smallest-misfit", "wrong_nothing_is_itself"): "in a text every symbol is equal to itself",
    ("which-is-which", "wrong_list"): "the form has letters",
    ("which-is-which", "wrong_missing"): "the form has letters",
    ("which-is-which", "wrong_name"): "the form has the names",
    ("small-change", "wrong_missing"): "the form has a field for each",
    ("why-1024", "wrong_words"): "the form has one number",
    ("no-threshold", "wrong_order"): "the form has voices, words and digits",
    ("no-threshold", "the digit as a figure"): "the form has voices, words and digits",
    ("told-apart", "wrong_number"): "the form has letters",
    ("told-apart", "a letter and a space are no two letters"): "what is typed is trimmed",
    ("mend-the-query", "wrong_shape"): "the form has entries",
    ("three-keys", "wrong_string"): "the form has four strings",
    ("jello", "wrong_two"): "the form has one number",
    ("jello", "wrong_array"): "the form lists the arrays that there are",
    ("mend-by-one", "wrong_query"): "the form lists the arrays that are allowed",
}
TYPED = {slug: {name: typed(slug, text) for name, text in each.items()}
         for slug, each in TEXTS.items()} | asked_for_one_number()  # fmt: skip
SLUGS = [*TYPED, *WRITERS]
# Where the page computes less than Python it says less; of rivals that tie, rounding chooses one.
OTHER_WORDS = {
    ("longest-is-another", "wrong"),
    ("longest-is-another", "a word that the longest wins, twice"),
    ("compact-attention", "wrong"),
    ("no-positions-hello", "wrong_no_layer"),
    ("even-angles", "wrong_width"),
    ("count-onsets", "wrong_everywhere"),
    ("sort-33", "accepted_near_the_golden_ratio"),
    ("sort-33", "wrong_powers_of_two"),
    ("sort-33", "wrong_the_best_of_the_chapter"),
}
