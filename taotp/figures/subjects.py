"""Programs of the book that are small enough to be looked into in a page, each with two prompts."""

from collections.abc import Callable
from dataclasses import replace

from taotp.data import trained_induction
from taotp.figures.gallery import PRODUCTS
from taotp.figures.inside import Subject
from taotp.interp.ground_truth import witnesses
from taotp.interp.ground_truth.cases import SENTENCES
from taotp.programs import (
    Program,
    add,
    add_mod10,
    before_last,
    echo,
    hello_world,
    induction,
    letters,
    lookup,
    maximum,
    minimum,
    next_word,
    printed,
    repeat_pattern,
    search,
    small,
    sort,
    two_stacks,
)
from taotp_core.weights import Transformer

RHYME = "peter piper picked a peck of pickled peppers"
HAND, PRINTED, MADE = "By hand", "As they are printed", "Made to fool a tool"
# Of `truth.witnesses`: what each is called, two prompts, and what is taken out at first.
WITNESSES = {
    "valueless": ("Looks, and brings nothing", "13052", "13042", "layers.0.heads.1"),
    "lookalike": ("Looks like induction", "012341", "014321", "layers.1.heads.0"),
    "backed up": ("Two that back each other up", "13052", "13042", "layers.0.heads.0"),
    "constant": ("The same everywhere", "13052", "13042", "layers.0.heads.1"),
    "loud": ("Loud until the last layer", "13052", "13042", "layers.1.heads.0"),
    "cheering": ("Says it once more", "13052", "13042", "layers.1.heads.0"),
    "elsewhere": ("Loud where nobody asks", "13052", "13042", "layers.0.heads.1"),
    "unasked": ("Odd beside even", "13052", "13042", "layers.0.mlp"),
}


def of_the_book() -> dict[str, Subject]:
    """Every program that fits, by its name in an address, and those made to fool a tool."""
    made = {case.name: case.model for case in witnesses()}
    fooling = {
        name.replace(" ", "_"): Subject(witness(made[name]), prompt, other, at, label, MADE)
        for name, (label, prompt, other, at) in WITNESSES.items()
    }
    return {name: make() for name, make in SUBJECTS.items()} | fooling


def witness(model: Transformer) -> Program:
    """A machine as a program that says one digit."""
    return Program(model, [str(i) for i in range(model.d_vocab)], steps=1)


SUBJECTS: dict[str, Callable[[], Subject]] = {
    "search": lambda: Subject(
        *(search(10, 24, 3), "1 2 3 9 4 1 2 3", "1 2 3 7 4 1 2 3", "layers.1.heads.0"),
        *("Search", HAND, "search", 3),
    ),
    "induction": lambda: Subject(
        *(induction("abcdefgh", 16), "abcdeb", "abedcb", "layers.0.heads.0"),
        *("Induction, and nothing else", HAND),
    ),
    "before_last": lambda: Subject(
        *(before_last("abcd", n_ctx=12), "abca", "abda", "layers.0.heads.0"),
        *("The token before the last", HAND),
    ),
    "echo": lambda: Subject(
        *(echo("abcde", 12), "edabc", "edcba", "layers.0.heads.0", "An echo of three", HAND),
    ),
    "minimum": lambda: Subject(
        *(minimum(10, 20), "6 2 7", "6 5 7", "embedding.1", "The smallest", HAND, "minimum"),
    ),
    "maximum": lambda: Subject(
        *(maximum(10, 20), "6 2 7", "6 2 5", "embedding.2", "The largest", HAND, "maximum"),
    ),
    "sort": lambda: Subject(
        *(sort(10, 10), "6 2 7 3", "6 4 7 5", "layers.0.heads.0", "Sort", HAND, "sort"),
    ),
    "lookup": lambda: Subject(
        *(lookup(PRODUCTS, 4), "2 2", "1 2", "layers.0.heads.0"),
        *("Look up a product", HAND, PRODUCTS),
    ),
    "add_mod10": lambda: Subject(
        *(add_mod10(1), "7+8=", "7+1=", "layers.0.mlp"),
        *("The last digit of a sum", HAND, "add_mod10"),
    ),
    "add": lambda: Subject(
        *(small.add(2), "45+78=", "45+31=", "layers.0.heads.0"),
        *("Add two digits by rounding", HAND, "add"),
    ),
    "add_by_looking": lambda: Subject(
        *(small.add_by_looking(2), "38+62=", "38+61=", "layers.1.heads.0"),
        *("Add two digits by looking", HAND, "add"),
    ),
    "add_one_digit": lambda: Subject(
        *(add(1), "7+8=", "1+2=", "layers.0.mlp", "Add one digit, from a table", HAND, "add"),
    ),
    "multiply": lambda: Subject(
        *(small.multiply(1), "7*8=", "7*6=", "layers.1.heads.0", "Multiply", HAND, "multiply"),
    ),
    "sort_by_halves": lambda: Subject(
        *(small.sort(10, 20), "6 2 7 3", "6 4 7 5", "layers.1.mlp"),
        *("Sort by halves", HAND, "sort"),
    ),
    "aab": lambda: Subject(
        *(repeat_pattern("aab", 5), "aabaa", "abaab", "layers.0.mlp", "aab for ever", HAND),
    ),
    "next_word": lambda: Subject(
        *(next_word(SENTENCES), "the dog", "a dog", "layers.0.heads.0"),
        *("The next word of three sentences", HAND),
    ),
    "letters": lambda: Subject(
        *(letters(RHYME, 2, n_ctx=6), "ter p", "a pec", "layers.0.heads.0"),
        *("The next letter of a rhyme", HAND),
    ),
    "which": lambda: Subject(
        *(two_stacks.which("abcd", 6, others="xy"), "axbc", "bxyd", "layers.0.cross.0"),
        *("Two stacks: which names were said", HAND),
    ),
    "reverse": lambda: Subject(
        *(two_stacks.reverse("abc", 4), "cab", "cba", "layers.0.cross.0"),
        *("Two stacks, in reverse", HAND, "reversed"),
    ),
    "hello_world": lambda: Subject(hello_world(), "", "", "embedding.0", "Hello World", HAND),
    "trained_induction": lambda: Subject(
        *(trained_induction(), "lumberjacklumber", "lumberdogslumber", "layers.1.heads.1"),
        *("Two layers that were trained", "Trained"),
    ),
    "printed_search": lambda: Subject(
        *(printed.search(5, 12, 2), "1 2 3 0 1 2", "1 2 4 0 1 2", "layers.1.heads.0"),
        *("Leviathan's search", PRINTED, "search", 2),
    ),
    "printed_minimum": lambda: Subject(
        *(printed.minimum(20, 8), "6 2 12", "6 9 12", "layers.0.heads.0"),
        *("Leviathan's minimum", PRINTED, "minimum"),
    ),
    "printed_sort": lambda: Subject(
        *(replace(printed.sort(10, n_ctx=12), steps=4), "6 2 7 3", "6 4 7 5"),
        *("layers.0.heads.0", "Leviathan's sorting", PRINTED),
    ),
    "printed_add": lambda: Subject(
        *(printed.add(1), "7+8=", "1+2=", "layers.0.mlp"),
        *("Leviathan's addition of one digit", PRINTED, "add"),
    ),
    "printed_aab": lambda: Subject(
        *(printed.aab(), "aabaa", "abaab", "layers.0.heads.0", "The essay's aab", PRINTED),
    ),
}  # fmt: skip
