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
OF_A_LAYER = f"(4*d_model*{OF_ALL} + 2*d_model*d_mlp + 2*{OF_ALL}*n)"
OTHERS = f"(n-1) * ((n_layers-1) * {OF_A_LAYER}"
STORED = "d_model * (1 + 2*d_vocab + n_layers*(2 + 3*d_mlp"
SHARES = "(0.076/0.103 * 6.4e13^(0.076/0.103)"
# The fields of a form, where it is not one formula.
FIELDS = {
    "neither-of-two": ("text",),
    "angles-of-the-original": ("angle", "first"),
    "mystery": ("mystery", "turned_mystery"),
    "whole-frames": ("fewest", "most"),
}
# What one types for each answer, in the arguments of the function: a text for each field.
TEXTS: dict[str, dict[str, str | tuple[str, ...]]] = {
    "neither-of-two": {
        "accepted_neighbors":
            "digit, digit+5, digit+4, digit-1, digit+5, digit+4, digit+1, digit+5, digit+4",
        "accepted_wide":
            "digit+5, digit+4, digit+2, digit, digit+5, digit+4, digit-2, digit+5, digit+4",
        "wrong_it_followed":
            "digit, digit+5, digit+4, digit, digit+5, digit+4, digit, digit+5, digit+4",
        "wrong_opposite":
            "digit, digit+4, digit+4, digit+2, digit+4, digit+4, digit+7, digit+4, digit+4",
        "wrong_one_occurrence": "digit, 1, 2, digit + 1, 1, 2",
        "wrong_phantom":
            "digit+5, digit+5, digit-1, digit+5, digit+5, digit+1, digit+5, digit+5",
    },
    "angles-of-the-original": {
        "accepted_powers": ("10000 ^ (-2*i / d_model)", "sin"),
        "accepted_library": ("10000 ^ (-2*i / d_model) + 2*pi", "sin"),
        "wrong_order": ("10000 ^ (-2*i / d_model)", "cos"),
        "wrong_exponent": ("10000 ^ (-i / d_model)", "sin"),
        "wrong_direction": ("10000 ^ (-2*(d_model/2 - 1 - i) / d_model)", "sin"),
    },
    "mystery": {
        "accepted_extremes": ("the smallest", "the largest"),
        "accepted_sorted": ("the smallest", "the largest"),
        "wrong_exchanged": ("the largest", "the smallest"),
        "wrong_last": ("the last", "the largest"),
        "wrong_middle": ("their average", "the largest"),
        "wrong_same": ("the smallest", "the smallest"),
    },
    "whole-frames": {
        "accepted_formula": ("floor(max(0, n-204) / 40)", "ceil(max(0, n-204) / 40)"),
        "wrong_short": ("floor((n-204) / 40)", "ceil((n-204) / 40)"),
        "wrong_one_less": ("floor(max(0, n-205) / 40)", "ceil(max(0, n-205) / 40)"),
        "always one more": ("floor(max(0, n-204) / 40)", "floor(max(0, n-204) / 40) + 1"),
        "frames that begin within the press":
            ("floor(n/40)", "ceil(n/40)"),
    },
    "compact-attention": {
        "accepted_root": "1 / sqrt(d_head)",
        "accepted_power": "d_head ** -0.5",
        "wrong_nothing_missing": "1",
        "wrong_inverse": "1/d_head",
        "wrong_upside_down": "sqrt(d_head)",
    },
    "survivors": {
        "accepted_formula": "k * n + 1",
        "accepted_asked": "1 + n*k",
        "wrong_no_empty": "k * n",
        "wrong_one": "k + 1",
    },
    "other-base": {
        "accepted_by_part": "4*b + 8 + 64 + 9 * 3 * (2*b - 1) + 4",
        "accepted_formula": "58 * b + 49",
        "wrong_proportional": "floor(629 * b / 10)",
        "wrong_sums": "4*b + 72 + 27*b + 4",
        "wrong_bias": "58*b + 45",
    },
    "even-angles": {
        "accepted_formula":
            "1 / (ceil(n / (d_model/2)) + (n - ceil(n / (d_model/2))) * exp(-d_model/2))",
        "wrong_perfect": "1",
        "wrong_rounding":
            "1 / (max(1, floor(2*n / d_model))"
            " + (n - max(1, floor(2*n / d_model))) * exp(-d_model/2))",
        "wrong_share": "1 / ceil(n / (d_model / 2))",
        "wrong_width": "1 / (ceil(n/d_model) + (n - ceil(n/d_model)) * exp(-d_model/2))",
    },
    "cached-saving": {
        "accepted_formula": f"{OTHERS} + 3*d_model*{OF_ALL})",
        "accepted_difference": f"(n_layers-1)*(n-1)*({OF_ALL}*(4*d_model + 2*n)"
        f" + 2*d_model*d_mlp) + (n-1) * 3*d_model * {OF_ALL}",
        "wrong_every_layer": f"(n-1) * n_layers * {OF_A_LAYER}",
        "wrong_no_pairs": f"(n-1) * ((n_layers-1) * (4*d_model*{OF_ALL} + 2*d_model*d_mlp)"
        f" + 3*d_model*{OF_ALL})",
        "wrong_half_the_square": f"(n-1) * ((n_layers-1) * (4*d_model*{OF_ALL}"
        f" + 2*d_model*d_mlp + {OF_ALL}*n) + 3*d_model*{OF_ALL})",
        "wrong_unembedding": f"{OTHERS} + 3*d_model*{OF_ALL} + 10*d_model)",
        "keys and values alone": f"{OTHERS} + 2*d_model*{OF_ALL})",
        "one more row": f"n * ((n_layers-1) * {OF_A_LAYER} + 3*d_model*{OF_ALL})",
    },
    "cache-in-bytes": {
        "accepted_library": "floor((80e9 - 2*8030261248) / (131072 * n))",
        "accepted_by_hand": "floor((80*10^9 - 16060522496) / (2*2*32*8*128*n))",
        "wrong_every_head": "floor((80*10^9 - 16060522496) / (2*2*32*32*128*n))",
        "wrong_keys_alone": "floor((80*10^9 - 16060522496) / (2*32*8*128*n))",
        "wrong_no_model": "floor(80*10^9 / (131072*n))",
        "wrong_bits": "floor((80*10^9 - 8030261248) / (65536*n))",
        "part of a text": "ceil((80*10^9 - 16060522496) / (131072*n))",
        "bytes by 2 ** 30": "floor((80*2^30 - 16060522496) / (131072*n))",
    },
    "stored-numbers": {
        "accepted_formula": "2*d_vocab*d_model + n_layers*(2*d_model*d_head*(n_heads + n_kv_heads)"
        " + 3*d_model*d_mlp + 2*d_model) + d_model",
        "accepted_library": f"{STORED} + 2*d_head*(n_heads + n_kv_heads)))",
        "wrong_own_keys": f"{STORED} + 4*d_head*n_heads))",
        "wrong_two_matrices": f"{STORED} - d_mlp + 2*d_head*(n_heads + n_kv_heads)))",
        "wrong_tied": f"{STORED} + 2*d_head*(n_heads + n_kv_heads)) - d_vocab)",
        "wrong_no_final_norm": f"{STORED} + 2*d_head*(n_heads + n_kv_heads)) - 1)",
        "wrong_square": "12 * n_layers * d_model^2",
        "as if a model had two layers at least": "d_model * (1 + 2*d_vocab + max(n_layers, 2)"
        "*(2 + 3*d_mlp + 2*d_head*(n_heads + n_kv_heads)))",
        "a square W_O":
            f"{STORED} + d_model + d_head*(n_heads + 2*n_kv_heads)))",
    },
    "crossing-length": {
        "accepted_formula": "floor(matrices*d_model*d_mlp / (2*n_heads*d_head)) + 1",
        "accepted_counted": "1 + floor(matrices * d_model * d_mlp / n_heads / d_head / 2)",
        "wrong_equal": "ceil(matrices*d_model*d_mlp / (2*n_heads*d_head))",
        "wrong_shared": "floor(matrices*d_model*d_mlp / (2*n_kv_heads*d_head)) + 1",
        "wrong_scores_alone": "floor(matrices*d_model*d_mlp / (n_heads*d_head)) + 1",
        "wrong_ungated": "floor(d_model*d_mlp / (n_heads*d_head)) + 1",
        "heads as the stream": "floor(matrices*d_mlp/2) + 1",
        "one head is no attention":
            "floor(matrices*d_model*d_mlp / (2*max(n_heads, 2)*d_head)) + 1",
    },
    "when-to-merge": {
        "accepted_loop": "floor(k*d / (k+d)) + 1",
        "wrong_equal": "ceil(k*d / (k+d))",
        "wrong_rank": "floor(k*d / (r*(k+d))) + 1",
        "wrong_product": "r + 1",
        "half of the narrower side": "floor(min(k, d) / 2) + 1",
    },
    "surprise-by-hand": {
        "accepted_formula": "(n + min(times-1, 1)) * log2(V)"
        " - (n*(times-1) - min(times-1, 1)) * log2(p)",
        "accepted_token_by_token": "log2(V) * (n + min(times-1, 1))"
        " - log2(p) * (n*times - n - min(1, times-1))",
        "wrong_first_of_the_second": "n*log2(V) - n*(times-1)*log2(p)",
        "wrong_first_of_each": "(n + times - 1)*log2(V) - (n-1)*(times-1)*log2(p)",
        "wrong_nats": "(n + min(times-1, 1)) * log(V) - (n*(times-1) - min(times-1, 1)) * log(p)",
        "wrong_once": "n * log2(V)",
        "as if a text were always said again":
            "(n+1)*log2(V) - (n*(times-1) - 1)*log2(p)",
    },
    "fifteen-twice": {
        "accepted_formula": "S / sqrt(S^2 + 15*times^2)",
        "accepted_by_averages": "S/(n+times) / sqrt((S/(n+times))^2 + 15*(times/(n+times))^2)",
        "wrong_once": "S / sqrt(S*S + 15)",
        "wrong_squared_once": "S / sqrt(S*S + 15*times)",
        "wrong_by_length": "S/n / sqrt((S/n)^2 + 15)",
        "added to the sum":
            "S / (abs(S) + sqrt(15)*times)",
    },
    "how-many-goods": {
        "accepted_formula": "ceil(sqrt(15) * score / sqrt(1 - score^2) / 1.9)",
        "accepted_by_trying": "ceil(sqrt(15 / (1/score^2 - 1)) / 1.9)",
        "wrong_floor": "floor(sqrt(15) * score / sqrt(1 - score^2) / 1.9)",
        "wrong_without_the_root": "ceil(15 * score / sqrt(1 - score^2) / 1.9)",
        "wrong_linear": "ceil(score / 0.4404)",
        "the most that do not, and one":
            "floor(sqrt(15) * score / sqrt(1 - score^2) / 1.9) + 1",
        "rounded, not up": "floor(sqrt(15) * score / sqrt(1 - score^2) / 1.9 + 0.5)",
    },
    "best-share": {
        "accepted_formula": f"{SHARES} * C / (6*1.8e13))^(1 / (1 + 0.076/0.103))",
        "accepted_tried": f"{SHARES} * C / 1.08e14)^(0.103 / 0.179)",
        "wrong_alike": "sqrt(C / 6)",
        "wrong_equal_parts": "(6.4e13^(0.076/0.103) * C / 1.08e14)^(0.103 / 0.179)",
        "wrong_two_operations": f"{SHARES} * 3*C / 1.08e14)^(0.103 / 0.179)",
        "wrong_all_parameters": "1.3e9 * (C / 8.64e19)^0.73",
        "as if six operations were one":
            f"{SHARES} * 6*C / 1.08e14)^(0.103 / 0.179)",
    },
    "half-as-likely": {
        "accepted_formula": "(largest - second) / log(2)",
        "accepted_halving": "(largest - second) / 0.6931471805599453",
        "wrong_upside_down": "log(2) / (largest - second)",
        "wrong_base": "largest - second",
        "wrong_ratio": "largest / (2 * second)",
        "as if no logit led by more than a hundred": "min(100, largest - second) / log(2)",
        "with shares": "(largest - second) / log(2)",
    },
    "same-set": {
        "accepted_middle": "together - last/2",
        "accepted_just_below": "together - last/1000",
        "wrong_of_all": "k / n",
        "wrong_least": "last",
        "0.005 too little":
            "together - 0.005",
        "a thousandth more than one fewer hold": "together - last + 0.001",
    },
    "shares-by-hand": {
        "accepted_formula": "(product - mean*total) / deviation",
        "accepted_by_difference": "product / deviation - mean * total / deviation",
        "wrong_each_normed": "(product - mean*total) / own",
        "wrong_no_norm": "product",
        "wrong_not_centered": "product / deviation",
        "wrong_percent": "(product - mean*total) / deviation / logit",
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
    ("angles-of-the-original", "wrong_no_order"): "the form has both fields",
    ("even-angles", "accepted_fourier"): "a sum over rows is no formula",
    ("which-is-which", "wrong_list"): "the form has letters",
    ("which-is-which", "wrong_missing"): "the form has letters",
    ("which-is-which", "wrong_name"): "the form has the names",
    ("small-change", "wrong_missing"): "the form has a field for each",
    ("mystery", "wrong_few"): "the form has rules for whole lists",
    ("survivors", "wrong_all"): "a sum over lengths is no formula",
    ("survivors", "wrong_palindromes"): "a sum over lengths is no formula",
    ("half-as-likely", "wrong_order"): "the form has the two largest",
    ("same-set", "wrong_before"): "a formula has no conditions",
    ("same-set", "wrong_unsorted"): "the form has the likeliest",
    ("whole-frames", "accepted_count"): "trying every place is no formula",
    ("whole-frames", "wrong_mean"): "the form has two formulas",
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
