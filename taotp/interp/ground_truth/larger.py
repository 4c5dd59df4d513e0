"""Machines of the book that have more parts, or hear, or read: each with texts that it is asked."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import product

import numpy as np

from taotp.applications.dialing.tones import KEYS, dial
from taotp.applications.spoken.machine import frames_of
from taotp.applications.spoken.said import said_words
from taotp.interp.ground_truth.cases import (
    RHYME,
    TABLE,
    Asked,
    distinct,
    lists,
    repeated,
    rhymed,
    strings,
    sums,
    table_keys,
)
from taotp.little_man import assemble
from taotp.programs import (
    add,
    add_mod10,
    agreement,
    brackets,
    choose,
    computer,
    dial_tones,
    echo,
    eight_signs,
    english_french,
    letters,
    lookup,
    maximum,
    minimum,
    printed,
    rule110,
    search,
    sentiment,
    small,
    spoken_digits,
    three_instructions,
    two_stacks,
    weird_words,
)
from taotp_core.arrays import Array
from taotp_core.program import Program

FEW = 40  # prompts, where each takes long
FRAMES = 36  # of a word that is said, drawn out or drawn together
BITS = {f"{i:08b}": "01"[f"{i:b}".count("1") > 3] for i in range(0, 256, 3)}  # most are 1


def drawn(texts: Iterable[str], n_texts: int = FEW) -> list[str]:
    """Some of many texts, the same ones in each run."""
    every = list(texts)
    order = np.random.default_rng(0).permutation(len(every))
    return [every[int(i)] for i in order[:n_texts]]


def combined(form: str, *words: str) -> list[str]:
    """Some of the texts that a form with gaps and the words for each gap make."""
    return drawn(form.format(*chosen) for chosen in product(*(some.split() for some in words)))


# fmt: off
def agreeing() -> list[str]:
    """Sentences of six words, right and wrong."""
    return [
        *combined("{} {} near the {} {}", "the these this a", "dog dogs key keys",
                  "cabinet cabinets", "sleep sleeps is are")[:20],
        *combined("{} {} {} {} {} now", "she they he", "has have", "been", "seen", "him them he"),
    ]


def opened() -> list[str]:
    """Sentences of three nouns, one in the other, whose verbs fit or do not."""
    form = "the {} that the {} that the {} {} {} {}"
    nouns, verbs = ("dog dogs",) * 3, ("see sees", "see sees", "sleep sleeps")
    right = [form.format(a, b, c, "sees" if c == "dog" else "see", "sees" if b == "dog" else "see",
                         "sleeps" if a == "dog" else "sleep")
             for a, b, c in product(*(some.split() for some in nouns))]
    return [*right, *combined(form, *nouns, *verbs)[: FEW - len(right)]]


def moods() -> list[str]:
    """Texts of six words, good and bad."""
    return combined("{} {} {} {} {} {}", "it they", "is are", "not very hardly so",
                    "good bad great", "but and", "sad nice boring")


def weird() -> list[str]:
    """Sentences of five words, of which some do not agree."""
    return combined("{} {} near the {} {}", "the these a", "dog dogs", "cabinet cabinets",
                    "sleep sleeps")


def french() -> list[str]:
    """English sentences of six words."""
    return combined("the {} {} {} the {}", "red black good little", "cat dog",
                    "sees eats", "apple fish house")
# fmt: on


def programs_of_four() -> list[list[str]]:
    """Four cells of random numbers below 12, each of which is an instruction too."""
    return [
        [*(word for cell, x in enumerate(row) for word in (f"{x:02}", f">{cell}")), "@0"]
        for row in lists(12, 4, FEW)
    ]


def signs() -> list[list[str]]:
    """Programs of five signs on tapes of two cells."""
    machine = eight_signs(n_cells=2, n_numbers=4, n_signs=9, n_loops=2, n_ctx=30)
    texts = ["+[-].", "-[+].", "[-]+.", "[+]-."]
    tapes = list(product(range(4), repeat=2))
    return [machine.load(text, list(tape)) for text in texts for tape in tapes]


def stored() -> list[list[str]]:
    """Programs of the Little Man that add or subtract two cells, keep that, and say it."""
    form = "LDA 07\n{} 08\nSTA 09\nOUT\nBRP 06\nHLT\nHLT\nDAT {}\nDAT {}"
    pairs = lists(400, 2, FEW)
    return [assemble(form.format(["ADD", "SUB"][i % 2], a + 1, b + 1))
            for i, (a, b) in enumerate(pairs)]  # fmt: skip


def dialed() -> list[Array]:
    """Each key, heard in some noise."""
    return [dial(key, snr=30.0) for key in KEYS]


def said() -> list[Array]:
    """The digits by a synthesized voice, at two paces, as frames drawn out to one length."""
    return [paced(frames_of(sound)[: -cut or None])
            for sound in said_words()["a machine"].values() for cut in range(2)]  # fmt: skip


def paced(frames: Array) -> Array:
    """Frames [n, BANDS] as FRAMES of them, between which is what lies between."""
    there = np.linspace(0, len(frames) - 1, FRAMES)
    return np.stack([np.interp(there, np.arange(len(frames)), band) for band in frames.T], axis=1)


def digits_in_frames() -> Program:
    """The machine that hears digits, given frames."""
    return replace(spoken_digits(), source=np.asarray)


def sums_of_all() -> Program:
    """Four programs that calculate, in one machine."""
    return choose({"sum:": small.add(2), "times:": small.multiply(1), "add:": add(1),
                   "mod:": add_mod10(1)})  # fmt: skip


def lists_of_all() -> Program:
    """Four programs for lists of numbers, in one machine."""
    return choose({"least:": minimum(12, 8), "most:": maximum(12, 8),
                   "in order:": small.sort(12, 8), "echo:": echo(range(12), 9)})  # fmt: skip


def everything() -> Program:
    """Adding, sorting and searching in one machine."""
    return choose({"add:": small.add(2), "sort:": small.sort(10, 12),
                   "search:": search("xyz", 12, 2)})  # fmt: skip


def from_one(rows: list[list[int]]) -> list[list[int]]:
    """Lists of numbers, each one larger."""
    return [[x + 1 for x in row] for row in rows]


def behind(name: str, prompts: Iterable[Iterable[object]]) -> list[list[object]]:
    """Prompts with the name of a program before each."""
    return [[name, *prompt] for prompt in prompts]


# fmt: off
SMALLER: dict[str, Callable[[], Asked]] = {
    "printed.minimum": lambda: (printed.minimum(12, 8), lists(12, 5), 1),
    "printed.sort": lambda: (printed.sort(10, 12), from_one(distinct(9, 4)), 5),
    "printed.lookup": lambda: (printed.lookup(TABLE, 6), table_keys(), 1),
    "printed.add_mod10": lambda: (printed.add_mod10(1), sums("{}+{}=", 1), 1),
    "printed.add": lambda: (printed.add(1), sums("{}+{}=", 1), 2),
    "printed.search 2": lambda: (printed.search(8, 16, 2), repeated(8, 12, 2), 1),
    "mystery": lambda: (printed.mystery(), lists(20, 4), 1),
    "aab": lambda: (printed.aab(), strings("ab", 4), 1),
    "add_by_looking": lambda: (small.add_by_looking(2), sums("{}+{}=", 2), 3),
    "letters 8": lambda: (letters(RHYME, 8, n_ctx=9), rhymed(9), 1),
    "lookup 8": lambda: (lookup(BITS, 8), drawn(BITS), 1),
    "small.table 8": lambda: (small.table(BITS, 8), drawn(BITS), 1),
    "add_mod10 of 3": lambda: (add_mod10(3), sums("{}+{}=", 3), 1),
    "weird_words": lambda: (weird_words(), weird(), 1),
    "brackets": lambda: (brackets(), opened(), 1),
    "rule110": lambda: (rule110(8, 64), strings("01", 8), 8),
    "three_instructions": lambda: (three_instructions(4, 64), programs_of_four(), 6),
    "eight_signs": lambda: (eight_signs(2, 4, 9, 2, 30), signs(), 3),
    "computer": lambda: (computer(n_ctx=64), stored(), 6),
    "french, said": lambda: (english_french(), french(), 3),
    "dial tones, said": lambda: (dial_tones(), dialed(), 1),
    "two_stacks.copy": lambda: (two_stacks.copy("abcd", 5), strings("abcd", 4), 5),
    "two_stacks.sort": lambda: (two_stacks.sort(range(5), 5), lists(5, 4), 5),
}
LARGER: dict[str, Callable[[], Asked]] = {
    "search 8": lambda: (search(8, 24, 8), repeated(8, 20, 8), 1),
    "search 12": lambda: (search(8, 32, 12), repeated(8, 28, 12)[:FEW], 1),
    "printed.search 8": lambda: (printed.search(8, 30, 8), repeated(8, 20, 8)[:FEW], 1),
    "small.sort 28": lambda: (small.sort(28, 16), distinct(28, 5), 6),
    "small.sort 100": lambda: (small.sort(100, 16), distinct(100, 5)[:FEW], 6),
    "small.sort 1000": lambda: (small.sort(1000, 16), distinct(1000, 5)[:FEW], 6),
    "choose, to add": lambda: (everything(), behind("add:", sums("{}+{}=", 2)), 3),
    "choose, a sum": lambda: (sums_of_all(), behind("sum:", sums("{}+{}=", 2)), 3),
    "choose, a product": lambda: (sums_of_all(), behind("times:", sums("{}*{}=", 1)), 2),
    "choose, the least": lambda: (lists_of_all(), behind("least:", lists(12, 5)), 1),
    "choose, in order": lambda: (lists_of_all(), behind("in order:", distinct(12, 3)), 4),
    "agreement": lambda: (agreement(), agreeing(), 1),
    "sentiment": lambda: (sentiment(), moods(), 1),
    "digits, said": lambda: (digits_in_frames(), said(), 1),
}
ENCODERS: dict[str, Callable[[], Asked]] = {
    "french, read": lambda: (english_french(), french(), 3),
    "dial tones, heard": lambda: (dial_tones(), dialed(), 1),
    "digits, heard": lambda: (digits_in_frames(), said(), 1),
    "two_stacks.reverse, read": lambda: (two_stacks.reverse("abcd", 5), strings("abcd", 4), 5),
}
# fmt: on
