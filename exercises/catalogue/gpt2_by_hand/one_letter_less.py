"""Exercise: how many letters tell where in a word we are."""

from exercises.statement import Exercise, Mark


def hardest(n: int) -> str:
    """A word of n letters that needs one less of them to tell its places."""
    return "a" * (n - 1) + "b"


def easiest(k: int) -> str:
    """A word of 2**k letters in which every piece of k letters stands once; b where that is new."""
    text, seen = "a" * k, {"a" * k}
    for _ in range(2**k - 1):
        tail = text[len(text) - k + 1 :]
        letter = "a" if tail + "b" in seen else "b"
        seen.add(tail + letter)
        text += letter
    return text[: 2**k]


EXERCISE = Exercise(
    slug="one-letter-less",
    title="One letter less",
    kind="proof",
    marks=(Mark.RECOMMENDED,),
    statement="""
Prove that in a word of $L$ letters which is not a shorter word several times over, said for ever,
the last $L - 1$ letters always tell the place. And for each $L$ from 2 on find a word of two
letters that needs that many, and one of $L = 2^k$ that needs no more than $k$.
""",
    hints=(
        "Suppose that two places have the same last $L - 1$ letters. What do you know of the $L$ "
        "letters that end there, as bags?",
        "If two different places have the same last $L$ letters, the text is the same when it is "
        "shifted by their distance. It is the same when shifted by $L$. By what else?",
        "A circle of $2^k$ letters in which every piece of $k$ letters occurs once is named after "
        "de Bruijn. *ab*, *aabb* and *aaababbb* are the first.",
    ),
    answer="""
The $L$ letters that end at any place are all letters of the word, so every such piece holds the
same bag of letters. If two places agree in their last $L - 1$ letters, the one letter left of the
bag is the same too, and they agree in $L$. Then the text does not change when it is shifted by
their distance $d$, which is less than $L$, nor when it is shifted by $L$; hence not by their
greatest common divisor $g$ either, which divides $L$ and is less than $L$. So the word is its first
$g$ letters, $L/g$ times. A word of $L - 1$ times *a* and a *b* needs $L - 1$ letters, as *a* ...
*a* of one letter less fits two places (`hardest`). At the other end are the words of de Bruijn, in
which each piece of $k$ letters stands once; `easiest` makes them by writing *b* wherever the piece
that it ends is new, and *a* elsewhere.
""",
    checklist=(
        "Two places that agree in the last $L - 1$ letters are shown to agree in $L$.",
        "From that it follows that the word repeats a shorter one.",
        "There is a word that needs $L - 1$ for every $L$, and one that needs $k$ for $L = 2^k$.",
    ),
    code=(hardest, easiest),
)
