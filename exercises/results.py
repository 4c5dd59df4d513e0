"""What was reached: each result with its figures, what it is held against, and how it was checked.

Every figure is read from a machine, a verified entry, a certificate or a measurement that is kept.
Those of others are from their own tables and papers. The page of results shows them, and the build
writes them into a file, both from here.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from statistics import fmean

from exercises.handing_in.boards import BOARDS
from exercises.handing_in.ranking import ranking
from taotp import data
from taotp.applications.agreement.blimp import agreement_scores, blimp_pairs, blimp_published
from taotp.applications.agreement.everyday import judged_sentences, misjudged
from taotp.applications.dialing.dialed import HEARD, SILENT
from taotp.applications.french.readings import readings
from taotp.data import experiment
from taotp.interp.ground_truth import GROUPS, TOOLS, measured, score_of
from taotp.programs import agreement, computer, printed
from taotp.verify import read
from taotp_core import __version__
from taotp_core.measure import parameters
from taotp_core.program import Program

Figures = Mapping[str, float | str]
PARTS = (
    "Small machines", "A computer", "Language", "Listening", "Looking inside", "Elsewhere",
)  # fmt: skip
BY_HAND = "by hand"
NO_STANDARD = "all worst"  # a line of strings that no standard asks for
PRESSES = 8  # keys of a string
OTHERS = ("spandsp", "multimon-ng", "PyDTMF")
CERTIFICATES = Path(data.__file__).parent / "certificates"
SMALLER = "smaller_than_it_looks"  # the page that explains the smallest machines
LONG_RUN = 20_000  # steps, which a test runs each night


@dataclass(frozen=True)
class Result:
    """One result. The texts name figures in braces, and works as @key.

    `others` are figures that were published elsewhere, where no file of ours holds them.
    """

    name: str
    part: str
    page: str
    says: str
    beside: str
    checked: str
    command: str
    of: Callable[[], Figures]
    others: Figures

    @cached_property
    def own(self) -> Figures:
        """Our figures by their names, for which machines are asked once."""
        return self.of()

    @cached_property
    def figures(self) -> Figures:
        """All figures by their names, those of others too."""
        return {**self.own, **self.others}

    def told(self, text: str) -> str:
        """One of the texts with its figures in it."""
        return text.format(**self.figures)


# The figures


def on_board(slug: str, printed: Callable[[], Program] | None) -> Callable[[], Figures]:
    """The sizes of the smallest machine of a leaderboard, and of the others by who made them.

    Where the source prints a machine that is not on the board, its size as the source counts.
    """

    def found() -> Figures:
        first, *others = ranking(slug).rows
        of_others = {key_in(row.author): row.total for row in others}
        if printed:
            of_others["printed"] = parameters(printed().model, uniform=True).total
        formats = ", ".join(["float64", *first.precisions])
        return {"size": first.total, "nonzero": first.nonzero, "formats": formats,
                "asked": BOARDS[slug].asked, **of_others}  # fmt: skip

    return found


def longest_exact() -> Figures:
    """How long a text is right in float32, with one number an address and with two digits."""
    (best, *_) = ranking("longest-exact-run").rows
    rows = [row for row in experiment("computer_precision") if not row["whole"]]
    (far,) = (row["worst"] for row in rows
              if (row["cells"], row["addresses"], row["precision"])
              == (100, "two digits", "float32"))  # fmt: skip
    return {"tokens": best.score, "inside": best.total, "two_digits": far}


def certified(name: str) -> Callable[[], Figures]:
    """What a certificate says: how many inputs were tried, and how many were wrong."""

    def found() -> Figures:
        certificate = read(CERTIFICATES / f"{name}.json")
        return {"tried": certificate.tried, "wrong": certificate.wrong}

    return found


def a_computer() -> Figures:
    """The numbers of the computer as its chapter builds it, and of the least one that was found."""
    parts = parameters(computer(n_ctx=4096).model).parts
    inside = sum(parts[part].nonzero for part in ("attention", "mlp", "norms"))
    return {"inside": inside, "least": ranking("least-little-man").rows[0].total, "steps": LONG_RUN}


def many_programs() -> Figures:
    """How many programs one machine holds, and how many of its numbers are not zero."""
    (best, *_) = ranking("most-programs").rows
    return {"programs": best.score, "nonzero": best.total}


def blimp() -> Figures:
    """Shares of pairs that the machine, GPT-2, people and counts of five words tell apart."""
    machine = agreement()
    layers = machine.model.layers
    others = {who: fmean(each[who] for each in blimp_published().values())
              for who in ("gpt2", "people", "n_gram")}  # fmt: skip
    outside = {name: judged_sentences(name) for name in ("everyday", "learners")}
    right = {name: len(asked) - len(misjudged(machine, asked)) for name, asked in outside.items()}
    return {
        "share": fmean(agreement_scores().values()),
        "pairs": len(blimp_pairs()),
        "relus": sum(layer.mlp.sizes["d_mlp"] for layer in layers if layer.mlp),
        "heads": sum(len(layer.heads) for layer in layers),
        **others,
        **right,
        **{f"all_{name}": len(asked) for name, asked in outside.items()},
    }


def mood() -> Figures:
    """On how many sentences the machine of mood says what vaderSentiment says."""
    names = {"play": "Romeo and Juliet, line by line", "pairs": "BLiMP, agreement",
             "drawn": "drawn sentences"}  # fmt: skip
    kept = data.mood_measured()
    found = {key: kept["corpora"][name]["float64"] for key, name in names.items()}
    right = {key: each["right"] for key, each in found.items()}
    return {**right, **{f"all_{key}": each["sentences"] for key, each in found.items()},
            "package": kept["vaderSentiment"]}  # fmt: skip


def french() -> Figures:
    """Drawn phrases and sentences that are wrong, and what readers say of sentences of others."""
    rows = experiment("english_french")
    kinds = Counter(each.read for each in readings())
    return {
        "tried": sum(row["tried"] for row in rows),
        "wrong": sum(row["machine"] for row in rows),
        "outside": kinds.total(),
        "good": kinds["good"],
        "share": kinds["good"] / kinds.total(),
    }


def dialed() -> Figures:
    """Strings of the standard's lines that are heard right, false digits, and both of others."""
    rows = experiment("dial_tones")
    lines = [line for line in HEARD if line != NO_STANDARD]

    def sums(decoder: str) -> dict[str, int]:
        of = [row for row in rows if row["decoder"] == decoder]
        heard = [row for row in of if row["line"] in lines]
        silent = [row for row in of if row["line"] in SILENT]
        return {
            "right": sum(row["right"] for row in heard),
            "strings": sum(row["strings"] for row in heard),
            "false": sum(row["false"] for row in silent),
            "silent": PRESSES * sum(row["strings"] for row in silent),
        }

    others = {f"{key_in(who)}_{what}": n for who in OTHERS for what, n in sums(who).items()}
    speech = [row for row in experiment("dial_tones_speech") if row["decoder"] == BY_HAND]
    return {
        "lines": len(lines), "keys": PRESSES, **sums(BY_HAND), **others,
        "in_speech": sum(row["false"] for row in speech),
        "recordings": sum(row["recordings"] for row in speech),
    }  # fmt: skip


def key_in(name: str) -> str:
    """A name as part of the name of a figure."""
    return name.lower().replace("-", "_").replace(" ", "_")


def spoken() -> Figures:
    """Shares of digits that are heard right: of voices nobody knows, and of known ones."""
    kept, elsewhere = data.heard_people(), data.heard_elsewhere()
    lines = {"unknown": "synthesized voices", "once": "own voice, once",
             "five": "own voice, five times"}  # fmt: skip
    whose = {"": "by hand", "_vectors": "support vectors, trained",
             "_warped": "nearest, time warped"}  # fmt: skip
    confused = kept["confusions; float64"]  # of the machine with its recordings as it stores them
    recordings = sum(map(sum, confused))
    return {
        **{f"{key}{end}": fmean(kept[f"{line}; {who}"])
           for key, line in lines.items() for end, who in whose.items()},
        "unknown": sum(row[i] for i, row in enumerate(confused)) / recordings,
        "recordings": recordings,
        "strangers": elsewhere["synthesized voices"][0]["sketch"] / 100,
        "who": elsewhere["synthesized voices"][0]["who"],
    }  # fmt: skip


def tools() -> Figures:
    """The share of parts that matter which a tool names, less its share of idle ones, by tool."""
    machines = [each for each in measured() if each.group != GROUPS[0]]
    named = {tool: score_of(machines, tool).lift for tool in (*TOOLS, "all", "none", "chance")}
    scores = {name: round(x, 6) for name, x in named.items() if x is not None}
    return {"machines": len(machines), **scores}


def a_gpt2() -> Figures:
    """What a GPT-2 of chosen numbers says in the library that runs GPT-2."""
    kept = data.gpt2_by_hand()
    rows = [row for row in kept["rows"] if row["machine"] == "undone"]
    return {"stored": rows[0]["stored"], "apart": max(row["apart"] for row in rows),
            "prompts": len(rows), "library": kept["versions"]["transformers"]}  # fmt: skip


def engines() -> Figures:
    """How many prompts have the same answers in engines that others wrote, in two precisions."""
    rows = [row for row in data.three_engines()["rows"] if row["engine"] != "numpy"]
    found: dict[str, float | str] = {"programs": len({row["program"] for row in rows})}
    for precision in ("float64", "float32"):
        of = [row for row in rows if row["precision"] == precision]
        found[precision] = sum(row["same"] for row in of)
        found[f"all_{precision}"] = sum(row["prompts"] for row in of)
    return found


# The results


def least(
    slug: str, page: str, says: str, beside: str, printed: Callable[[], Program] | None = None,
    **others: float,
) -> Result:  # fmt: skip
    """The result of a leaderboard, whose judge checked it."""
    checked, command = "Asked: {asked}. Right in {formats}.", f"taotp-exercises board {slug}"
    of = on_board(slug, printed)
    return Result(slug, PARTS[0], page, says, beside, checked, command, of, others)


def kept_by(
    name: str, part: int, page: str, says: str, beside: str, checked: str, command: str,
    of: Callable[[], Figures], **others: float,
) -> Result:  # fmt: skip
    """The result of anything else."""
    return Result(name, PARTS[part], page, says, beside, checked, command, of, others)


RESULTS: Sequence[Result] = (
    least(
        "least-hello-world", SMALLER,
        "Says *Hello World!* with **{size}** numbers.",
        "{the_source} by @leviathan as well; of ours {nonzero} are not zero.",
    ),
    least(
        "least-add-mod-10", "small_machines",
        "Adds two digits, modulo 10, with **{size}** numbers.",
        "{the_source} by @leviathan.",
    ),
    least(
        "least-add-3", SMALLER,
        "Adds numbers of three digits with **{size}** numbers.",
        "{printed:,} as @leviathan prints such a machine, {this_book} in the chapter.",
        lambda: printed.add(3),
    ),
    least(
        "least-add-10", SMALLER,
        "Adds numbers of ten digits with **{size}** numbers.",
        "{this_book} in the chapter. @adderboard counts by other rules: {trained} of a trained "
        "machine; {fewer} or {by_hand} of one by hand, depending on who counts.",
        trained=36, fewer=6, by_hand=10,
    ),
    least(
        "least-multiply-2", "small_machines",
        "Multiplies numbers of two digits with **{size}** numbers.",
        "We know of no other.",
    ),
    least(
        "least-sort", SMALLER,
        "Sorts different numbers from 1 to 20 with **{size}** numbers.",
        "{the_source} by @leviathan; {this_book} if it shall be right in float32 too.",
    ),
    least(
        "least-minimum", SMALLER,
        "Says the smallest of a hundred numbers with **{size}** numbers.",
        "{the_source} by @leviathan.",
    ),
    least(
        "least-adapter", "how_few",
        "Turns the smallest into the largest with **{size}** numbers beside those of that "
        "machine, of which {nonzero} is not zero.",
        "A proof that nobody can do with fewer than {fewest}.",
        fewest=4,
    ),
    least(
        "least-search", SMALLER,
        "Finds what followed three tokens before, among a hundred, with **{size:,}** numbers.",
        "{printed:,} as @leviathan prints it, {this_book:,} in the chapter.",
        lambda: printed.search(10, 100, 3),
    ),
    least(
        "least-lookup", SMALLER,
        "Knows a table of a hundred random rows with **{size:,}** numbers.",
        "{the_source:,} by @leviathan, {this_book:,} by sums that entries share.",
    ),
    least(
        "least-aab", SMALLER,
        "Says *aab* for ever with **{size}** numbers.",
        "{printed} in the essay by @handmade, which set this task.",
        printed.aab,
    ),
    kept_by(
        "computer", 1, "a_computer",
        "Runs programs of the Little Man Computer with **{inside}** numbers that are not zero in "
        "heads and MLPs, {least} in the smallest that was found.",
        "@giannou2023 built a looped transformer that runs instructions of a small machine.",
        "{steps:,} steps of one program by the machine's own tokens, every number beside those "
        "where a sum gets a digit more, all programs of the library, drawn ones.",
        "make nightly", a_computer,
    ),
    kept_by(
        "all-programs", 1, "a_computer",
        "Runs all **{tried:,}** programs of three cells: {wrong} are wrong.",
        "An interpreter of plain Python, which knows no transformer.",
        "Every step of every program, up to 24 of each; the certificate is tried again.",
        "taotp verify check taotp/data/certificates/little_man_3.json",
        certified("little_man_3"),
    ),
    kept_by(
        "three-instructions", 1, "smaller_computers",
        "Runs all **{tried:,}** programs of four cells of a computer of three instructions: "
        "{wrong} are wrong.",
        "An interpreter of plain Python.",
        "Every step of every program, up to 30 of each; the certificate is tried again.",
        "taotp verify check taotp/data/certificates/three_instructions_4.json",
        certified("three_instructions_4"),
    ),
    kept_by(
        "all-sums", 1, "many_digits",
        "Adds all **{tried:,}** pairs of numbers of four digits: {wrong} are wrong.",
        "The sums of Python.",
        "Every pair; the certificate is tried again.",
        "taotp verify check taotp/data/certificates/sums_4.json",
        certified("sums_4"),
    ),
    kept_by(
        "exact-run", 1, "how_long_is_exact",
        "Is right at each step in float32 in texts of **{tokens:,}** tokens, with {inside} numbers "
        "in heads and MLPs; with addresses of two digits in texts of {two_digits:,}.",
        "In float64 it is exact far beyond any text that was tried.",
        "At the end of texts of every power of two: cells stored twice, sums at the edges, drawn "
        "programs.",
        "taotp-exercises board longest-exact-run", longest_exact,
    ),
    kept_by(
        "most-programs", 1, "one_for_everything",
        "One machine holds **{programs}** programs, each behind its name, in {nonzero:,} numbers "
        "that are not zero.",
        "Each of the programs alone.",
        "All that each program is asked alone.",
        "taotp-exercises board most-programs", many_programs,
    ),
    kept_by(
        "blimp", 2, "is_it_a_sentence",
        "Tells right from wrong in **{share:.2%}** of pairs of sentences on agreement, with "
        "{relus} ReLUs and {heads} heads.",
        "GPT-2 {gpt2:.1%}, people {people:.1%}, counts of five words {n_gram:.1%}, as "
        "@warstadt2020 published; none of them was given a lexicon.",
        "{pairs:,} pairs of BLiMP; of sentences that were collected apart it judges {everyday} of "
        "{all_everyday} and {learners} of {all_learners} right.",
        "python -m tools.experiments agreement", blimp,
    ),
    kept_by(
        "mood", 2, "good_or_bad",
        "Says how good or bad a sentence is as vaderSentiment does, to four decimals, on "
        "**{play:,} of {all_play:,}** lines of a play and {pairs:,} of {all_pairs:,} sentences.",
        "vaderSentiment {package} itself, by @hutto2014.",
        "Of {all_drawn:,} sentences that were drawn so that all rules meet, {drawn:,}; the chapter "
        "says what the others have in common.",
        "python -m tools.experiments mood_measured --outside texts=FILE", mood,
    ),
    kept_by(
        "english-french", 2, "two_languages",
        "Translates **{tried:,}** phrases and sentences of its fragment: {wrong} are wrong.",
        "pyrealb, by @molins2015, and a grammar of plain Python. Of {outside} sentences that "
        "others wrote and translated, {share:.1%} were read as good French with that meaning.",
        "Noun phrases and sentences drawn.",
        "python -m tools.experiments english_french", french,
    ),
    kept_by(
        "dial-tones", 3, "heard_or_not",
        "Hears **{right:,} of {strings:,}** strings of dial tones that the standard asks for, and "
        "{false} digits in {silent:,} presses that must not be heard.",
        "Of {spandsp_strings} strings and {spandsp_silent:,} presses each, spandsp {spandsp_right} "
        "and {spandsp_false}, multimon-ng {multimon_ng_right} and {multimon_ng_false}, PyDTMF "
        "{pydtmf_right} and {pydtmf_false}, with their settings as they come.",
        "Fresh strings of {keys} keys in the {lines} lines of Q.24, by @q24; in {recordings:,} "
        "recordings of speech the machine hears {in_speech} false digit.",
        "python -m tools.experiments dial_tones", dialed,
    ),
    kept_by(
        "spoken-digits", 3, "who_is_heard",
        "Hears **{unknown:.1%}** of the digits that three people say, with nothing trained; "
        "{once:.1%} after it heard each digit of the speaker once, {five:.1%} after five times.",
        "Support vectors, trained on the same: {unknown_vectors:.1%}, {once_vectors:.1%}, "
        "{five_vectors:.1%}; time warping: {unknown_warped:.1%}, {once_warped:.1%}, "
        "{five_warped:.1%}.",
        "{recordings:,} recordings of three people by @jackson2018, who were heard while it was "
        "made. Of {who}, whom nobody here had heard, a sketch of it hears {strangers:.1%}.",
        "python -m tools.experiments heard_people --outside recordings=FILE.zip", spoken,
    ),
    kept_by(
        "tools", 4, "tools_and_truth",
        "Which tools that look inside name what matters, and nothing else? Zeros in a part's place "
        "score **{zero:.2f}** of 1, another text's doing {resample:.2f}, patching {patching:.2f}.",
        "A tool that names every part scores {all:.0f}, as one that names none and one that throws "
        "coins. Patterns score {patterns:.2f}, the lens {lens:.2f}, a probe {probe:.2f}.",
        "{machines} machines of which it is known what matters. The score is the share of what "
        "matters that is named, less the share of idle parts.",
        "python -m tools.experiments tools_and_truth", tools,
    ),
    kept_by(
        "gpt2", 5, "gpt2_by_hand",
        "A GPT-2 of **{stored}** chosen numbers says *aab* for ever in the library that the field "
        "uses; its logits are {apart:.0e} from ours.",
        "transformers {library}; the essay by @handmade leaves out GPT-2's layer norm.",
        "Its answers to {prompts} prompts, and every logit of them.",
        "python -m tools.experiments gpt2_by_hand", a_gpt2,
    ),
    kept_by(
        "engines", 5, "three_engines",
        "**{programs}** programs say the same in engines that others wrote: {float64} of "
        "{all_float64} answers in float64, {float32} of {all_float32} in float32.",
        "PyTorch through transformers, and onnxruntime.",
        "Each program's prompts in each engine; the chapter says which need more than float32.",
        "make engines", engines,
    ),
)  # fmt: skip


@cache
def as_json() -> str:
    """All figures, with what they are of, how they were checked and by which command, as a file."""
    rows = [
        {
            "name": each.name,
            "part": each.part,
            "says": plain(each.told(each.says)),
            "beside": plain(each.told(each.beside)),
            "checked": plain(each.told(each.checked)),
            "command": each.command,
            "chapter": f"{each.page}.html",
            "figures": each.own,
            "of others": each.others,
        }
        for each in RESULTS
    ]
    of = {"title": "Transformers by Hand: results", "version": __version__, "results": rows}
    return json.dumps(of, indent=1, ensure_ascii=False) + "\n"


def plain(text: str) -> str:
    """A text without its marks for bold and italics."""
    return text.replace("*", "")
