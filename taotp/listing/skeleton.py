"""Small listings with comments, to begin with, and listings in which blanks are left."""

PROMPT = "abbab"  # both take it
BLANK = "____"
NUMBERS = """\
# A program in numbers: it says what most of the symbols before it were, a or b.
# After a tie it says the last of them. Try:  run FILE abbab
{
    "vocabulary": "ab",             # the symbols, in the order of the rows below
    "steps": 1,                     # it says one symbol

    # One row a symbol. With two columns layer norm keeps one bit, which is the larger, of rows
    # that are much longer than its epsilon.
    "tok_emb": [
        [1, -1],                    # a
        [-1, 1],                    # b
    ],
    "block_size": 99,               # the longest prompt; positions are zeros

    "layers": [
        {
            # One head. Queries and keys are zero: it looks at all symbols alike.
            "Q": [[[0], [0]]],
            "K": [[[0], [0]]],
            "V": [[[1], [0]]],      # it brings 1 for an a, -1 for a b: their mean
            "P": [[[200], [-200]]],  # and adds that, loud, to both columns (d_model x d_value)
        },
    ],
}
"""
SENTENCES = """\
# A program in sentences: it says the symbol before the last. Try:  run FILE abbab
# A line is a sentence. What stands behind a # is for people. Numbers may be worked out: 2 * pi / 7.

characters "abc"            # the symbols; with words and numbers: symbols red "dark red" 0 to 9
context 12                  # how many of them fit
steps 1                     # it says one symbol

# The residual stream: parts with names, and how many columns each of them has.
stream token 3, pos 3

# What is in it before anything happens, by symbol and by position.
embed token as circle       # the symbols evenly around a circle, which layer norm leaves alone
place pos as circle 48      # the positions on a quarter of another

layer
# A head is a sentence: where to look, what to take, where to put it.
attend 1 back, read token, write token, loud 100    # loud drowns the symbol that was there

# Other heads look everywhere, or to 0, or by a query and a key of yours. An MLP is made of tables
# and units. The page "The language" of the book has all of it.
"""


def so_far(text: str) -> str:
    r"""A text without the sentences in which a blank is left, which are made comments.

    >>> print(so_far("layer\nattend ____,\n  read x"))
    layer
    # attend ____,
    #   read x
    """
    sentences: list[list[str]] = [[]]
    for line in text.split("\n"):
        sentences[-1].append(line)
        if not line.rstrip().endswith(","):
            sentences.append([])
    return "\n".join(
        f"# {line}" if any(BLANK in other for other in lines) else line
        for lines in sentences
        for line in lines
    )
