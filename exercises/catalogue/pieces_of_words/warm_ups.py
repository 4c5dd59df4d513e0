"""Warm-ups: the first merge, three equal letters, and where merging ends."""

from exercises.warm_ups import WarmUp
from taotp.data import romeo_and_juliet
from taotp.words.bpe import count_words, learn


def first_merge() -> str:
    """The first merge of three counted words."""
    one, other = learn({"low": 5, "lower": 2, "newest": 6}, 1).merges[0]
    return f"*{one}* + *{other}*"


def three_equal_letters() -> str:
    """How aaa is cut once aa is a piece."""
    return " ".join(f"*{piece}*" for piece in learn({"aa": 1, "aaa": 1}, 1).cut("aaa"))


def pieces_in_the_end() -> str:
    """How many pieces the play has when every word is one."""
    return f"{sum(count_words(romeo_and_juliet()).values()):,}"


WARM_UPS = (
    WarmUp(
        question="""
These words were counted: `{'low': 5, 'lower': 2, 'newest': 6}`. Which two neighbors become one
piece first?
""",
        choices={
            "*l* + *o*": "They stand together 5 + 2 = 7 times. Another pair has one more.",
            "*w* + *e*": "Twice in *lower* and six times in *newest*, which makes 8. The pair is "
            "frequent "
            "although it stands in the middle of both words.",
            "*e* + *s*": "They stand together 6 times, in *newest* alone.",
        },
        right="*w* + *e*",
        computed=first_merge,
    ),
    WarmUp(
        question="""
*a* + *a* is the only merge. How is *aaa* cut?
""",
        choices={
            "*aa* *a*": "A merge goes through a word from the left, and makes the first pair.",
            "*a* *aa*": "The pair on the right overlaps the one on the left, and the left one is "
            "made.",
            "*aaa*": "A piece of three letters would take a merge of *aa* and *a*.",
        },
        right="*aa* *a*",
        computed=three_equal_letters,
    ),
    WarmUp(
        question="""
The play has 34,488 words, 4,070 of them different, and 114,959 letters. If we go on merging as
long as anything can be merged, how many pieces is it cut into?
""",
        choices={
            "1": "A merge never joins two words.",
            "4,070": "4,070 counts different words, and each is written wherever it stands.",
            "34,488": "In the end every word is one piece, and a word cannot be less. [The "
            "curve](pieces_of_words.ipynb#pieces?merges=4000) falls toward that level.",
        },
        right="34,488",
        computed=pieces_in_the_end,
    ),
)
