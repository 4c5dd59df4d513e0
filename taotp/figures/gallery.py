"""Texts for the playground: the programs of the library, and the listings of a folder or a page."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from taotp.examples import FOLDER
from taotp.figures.editor import Example
from taotp.figures.options import Table
from taotp.listing import ListingError, read, write
from taotp.programs import (
    Program,
    add_mod10,
    choose,
    lookup,
    maximum,
    minimum,
    printed,
    repeat_pattern,
    small,
    sort,
)
from taotp.words.cutting import Words
from taotp_core.measure import parameters

MOST_LETTERS = 30_000  # of a text that is in a page; longer ones are left out
PRODUCTS: Table = {(a, b): a * b for a in range(3) for b in range(3)}
PAIRS: Table = {(a, b): a for a in "abcd" for b in "abcd"}
WEIRD = "The keys to the cabinet is red."
NESTED = "The dog that these dogs see sleeps."
Made = tuple[
    str, str, Callable[[], Program], Example
]  # its name, what it does, itself, what to ask


def two_in_one() -> Program:
    """The smallest and the largest in one machine."""
    one = choose({"least:": minimum(10, 8), "most:": maximum(10, 8)})
    return Program(one.model, one.vocabulary, steps=1)


# The listings of the folder examples, by their names there: what is typed and what is right, and
# the page that builds each. What they do is their first comment.
IN_SENTENCES: Mapping[str, tuple[str, Example]] = {
    "before_last": ("The token before the last", Example("", "abca", PAIRS, page="transformer")),
    "hello_world": ("Hello World", Example("", "", page="hello_world")),
    "echo": ("An echo of three", Example("", "edabc", page="four_tools")),
    "minimum": ("The smallest", Example("", "6 2 7", "minimum", page="smallest_first")),
    "maximum": ("The largest", Example("", "6 2 7", "maximum", page="smallest_first")),
    "search": ("Search", Example("", "1 2 3 9 4 1 2 3", "search", 3, page="searching")),
    "add_digit": ("The last digit of a sum", Example("", "78", "add_mod10", page="adding")),
    "add_two_digits": ("Add two digits", Example("", "45+78=", "add", page="many_digits")),
    "reverse": ("Two stacks, in reverse", Example("", "cab", "reversed", page="two_stacks")),
    "one_weird_word": ("Weird words", Example("", WEIRD, page="words_in_directions")),
    "brackets": ("How deep it reads", Example("", NESTED, page="how_deep")),
    "vote": ("A vote", Example("", "abbab", page="in_sentences")),
    "source_hello_world": (
        "Leviathan's Hello World",
        Example("", "", page="weights_as_language"),
    ),
    "mended_mystery": (
        "Leviathan's mystery, mended",
        Example("", "6 2 12", "minimum", page="weights_as_language"),
    ),
}

# Programs that are no sentences, small enough for a page. Of sums the table grows tenfold with
# each digit: that of two has 270,000 letters in numbers, that of three 3.6 million.
IN_NUMBERS: tuple[Made, ...] = (
    (
        "Sort",
        "Say ten numbers in order, one after another.",
        lambda: sort(10, 10),
        Example("", "6 2 7 3", "sort", page="all_in_order"),
    ),
    (
        "Look up a product",
        "Say what a table has for the last two digits: nine products, in vectors of sums.",
        lambda: lookup(PRODUCTS, 4),
        Example("", "2 2", PRODUCTS, page="looking_up"),
    ),
    (
        "Add one digit modulo 10",
        "Say the last digit of a sum, from a table of nineteen.",
        lambda: add_mod10(1),
        Example("", "7+8=", page="adding"),
    ),
    (
        "aab for ever",
        "Say aab again and again, in step with the prompt: the place is found by votes.",
        lambda: repeat_pattern("aab", 5),
        Example("", "aabaa", page="any_word"),
    ),
    (
        "The essay's aab",
        "Say aab again and again, as GPT-2 by hand is printed.",
        lambda: replace(printed.aab(), steps=6),
        Example("", "aabaa", page="gpt2_by_hand"),
    ),
    (
        "Leviathan's search",
        "Say what followed the last two symbols where they occurred before, as it is printed.",
        lambda: printed.search(5, 12, 2),
        Example("", "1 2 3 0 1 2", "search", 2, page="the_latest_counts"),
    ),
    (
        "Leviathan's minimum",
        "Say the smallest of some numbers, as it is printed.",
        lambda: printed.minimum(20, 8),
        Example("", "6 2 12", "minimum", page="smallest_first"),
    ),
    (
        "Leviathan's sorting",
        "Say numbers from the smallest up, as it is printed; 0 ends the list.",
        lambda: replace(printed.sort(10, n_ctx=20), steps=4),
        Example("", "6 2 7 3", page="all_in_order"),
    ),
    (
        "Leviathan's addition of one digit",
        "Say the two digits of a sum, as it is printed.",
        lambda: printed.add(1),
        Example("", "4+8=", "add", page="many_digits"),
    ),
    (
        "Add two digits by rounding",
        "Say a sum without a table: the digits that were said are taken away, the rest is rounded.",
        lambda: small.add(2),
        Example("", "45+78=", "add", page="small_machines"),
    ),
    (
        "Add two digits by looking",
        "Say a sum; the carry is found by looking for the nearest place below that is no nine.",
        lambda: small.add_by_looking(2),
        Example("", "38+62=", "add", page="small_machines"),
    ),
    (
        "Multiply",
        "Say the product of two digits, without an MLP.",
        lambda: small.multiply(1),
        Example("", "7*8=", "multiply", page="times_and_order"),
    ),
    (
        "Sort by halves",
        "Say ten numbers in order: each layer halves what lies between.",
        lambda: small.sort(10, 20),
        Example("", "6 2 7 3", "sort", page="times_and_order"),
    ),
    (
        "A small table",
        "Say what a table has for the last two digits.",
        lambda: small.table(PRODUCTS, 4),
        Example("", "2 2", PRODUCTS, page="small_machines"),
    ),
    (
        "A smaller minimum",
        "Say the smallest of some numbers, with fewer numbers inside.",
        lambda: small.minimum(20, 8),
        Example("", "6 2 12", "minimum", page="small_machines"),
    ),
    (
        "Two in one",
        "Say the smallest or the largest of some numbers: the first token says which.",
        two_in_one,
        Example("", "least: 6 2 7", page="one_for_everything"),
    ),
)
SENTENCES, NUMBERS = "Programs of the book, in sentences", "Programs of the book, in numbers"


def library_examples(folder: Path | str = FOLDER) -> dict[str, Example]:
    """The programs of the library as texts: those of a folder by its listings, others in numbers.

    A folder that is not there has none. What is said in numbers is exact to the last bit.
    """
    found = {}
    for stem, (name, asked) in IN_SENTENCES.items():
        path = Path(folder) / f"{stem}.taotp"
        if path.exists():
            found[name] = replace(asked, text=path.read_text("utf-8"), group=SENTENCES)
    for name, about, make, asked in IN_NUMBERS:
        found[name] = replace(asked, text=f"# {about}\n{write(make())}", group=NUMBERS)
    return found


def page_examples(page: Path | str, group: str) -> dict[str, Example]:
    """The whole listings of a page in Markdown, named by the headings above them.

    A page that is not there has none.
    """
    text = Path(page).read_text("utf-8") if Path(page).exists() else ""
    pieces = re.split(r"^## +(.+)$|^### +(.+)$", text, flags=re.MULTILINE)
    found = {}
    for heading, inside in zip(
        (pieces[i] or pieces[i + 1] for i in range(1, len(pieces), 3)), pieces[3::3], strict=True
    ):
        listings = re.findall(r"^```text\n(.*?)^```", inside, re.MULTILINE | re.DOTALL)
        runs = [listing for listing in listings if is_runnable(listing)]
        for i, listing in enumerate(runs):
            name = f"{heading} ({i + 1})" if len(runs) > 1 else heading
            found[name] = Example(listing, first_prompt(listing), group=group)
    return found


def is_runnable(text: str) -> bool:
    """Whether a text is a program that the page's figures run."""
    try:
        program = read(text).program
    except ListingError:
        return False
    encoder = program.model.encoder
    if encoder is None:
        return not program.model.looks_across
    return encoder.d_vocab == program.model.d_vocab and program.start is not None


def first_prompt(text: str) -> str:
    """Three symbols that a program takes, as one types them; fewer where no more fit."""
    program = read(text).program
    words = program.pieces.known if isinstance(program.pieces, Words) else program.typed
    known = [str(symbol) for symbol in words]
    encoder = program.model.encoder
    around = len(program.encode(()) if encoder is None else program.read(()))
    room = (encoder or program.model).n_ctx - around
    joint = " " if max(map(len, known)) > 1 else ""
    return joint.join([*known[1:4], *known][: min(3, room)])


def about(example: Example) -> str:
    """What its first comment says, in one line; "" where it has none."""
    lines = re.match(r"(?:#.*\n)*", example.text)
    words = " ".join(line.lstrip("# ") for line in lines[0].splitlines()) if lines else ""
    return " ".join(words.split())


def size_of(example: Example) -> str:
    """How long a text is, and how many numbers it makes."""
    lines = len(example.text.splitlines())
    size = parameters(read(example.text).program.model)
    return f"{lines:,} lines, {size.total:,} numbers, {size.nonzero:,} not zero"


def grouped(examples: Mapping[str, Example]) -> Iterator[tuple[str, list[str]]]:
    """The names of examples by their groups, in order."""
    for group in dict.fromkeys(each.group for each in examples.values()):
        yield group, [name for name, each in examples.items() if each.group == group]
