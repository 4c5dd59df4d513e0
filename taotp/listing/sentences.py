"""Level two's sentences: one in a line, a first word that says what it is, clauses after commas."""

from collections.abc import Callable, Iterable

from taotp.listing.faults import MOST, Misread, listed, quoted, suggestion
from taotp.listing.language import LANGUAGE, LIMITS
from taotp.listing.words import Word, next_word, string_value

FIRST_WORDS: list[str] = LANGUAGE["firstWords"]
WORDY: list[str] = LANGUAGE["wordy"]  # sentences of which a line may have several
VECTORS: list[str] = LANGUAGE["vectors"]  # begin sentences in which 2pig is 2 pig
MOST_SENTENCES = LIMITS["sentences"]
LONGEST_TEXT = LIMITS["sentenceText"]  # characters; numbers by the thousand are level one's
MOST_SYMBOLS = LIMITS["symbols"]


class Sentence:
    """The words of one sentence, and how far they have been read."""

    def __init__(self, words: list[Word]) -> None:
        end = words[-1].end
        self.words = [*words, Word("end", "", end, end + 1)]
        self.at = 0

    @property
    def word(self) -> Word:
        """The word to be read next."""
        return self.words[self.at]

    @property
    def first(self) -> str:
        """The word that says what the sentence is."""
        return self.words[0].text

    def next(self) -> Word:
        """Read a word."""
        word = self.word
        self.at = min(self.at + 1, len(self.words) - 1)
        return word

    def sees(self, *texts: str) -> bool:
        """Whether one of these marks or names comes next."""
        return self.word.kind in ("mark", "name") and self.word.text in texts

    def takes(self, text: str) -> bool:
        """Read a mark or a name if it comes next, and say whether it did."""
        if self.sees(text):
            self.next()
            return True
        return False

    def needs(self, text: str, after: str) -> None:
        """Read a mark or a name that has to come next; raises Misread."""
        if not self.takes(text):
            wrong = self.unlike(f"'{text}' after {after}")
            wrong.message += suggestion(self.word.text, [text])
            raise wrong

    def unlike(self, expected: str) -> Misread:
        """The fault that something else was expected than what comes next."""
        return Misread(self.word.start, self.word.end, f"expected {expected}, {self.found()}")

    def found(self) -> str:
        """What comes next, as a message says it."""
        ends = "but the line ends" if self.word.kind == "end" else f"found {quoted(self.word.text)}"
        return ends

    def name(self, what: str) -> Word:
        """Read a name; raises Misread."""
        if self.word.kind != "name":
            raise self.unlike(what)
        return self.next()

    def ends(self, after: str) -> None:
        """Raise Misread if words are left."""
        if self.word.kind != "end":
            message = f"expected nothing more after {after}, {self.found()}"
            raise Misread(self.word.start, self.word.end, message)

    def one_of(self, what: str, known: Iterable[str]) -> str:
        """Read one of a few names; raises Misread."""
        known = list(known)
        if self.word.kind == "name" and self.word.text in known:
            return self.next().text
        meant = suggestion(self.word.text, known)
        wrong = self.unlike(f"{what}: {listed(known, 'or')}")
        raise Misread(wrong.start, wrong.end, wrong.message + meant)

    def clauses(
        self, known: dict[str, Callable[[], None]], first: bool = False, *, commas: bool = True
    ) -> dict[str, Word]:
        """Read the clauses that are left, each after a comma; where each begins.

        `first` says that one comes next, before any comma; where commas are not needed, one may
        always. Raises Misread for one that is unknown or doubled.
        """
        read: dict[str, Word] = {}
        while first or self.word.kind != "end":
            first = first or (not commas and self.word.kind == "name" and self.word.text in known)
            if not first and not self.takes(","):
                raise Misread(
                    self.word.start,
                    self.word.end,
                    f"expected ',' or the end of the line, {self.found()}",
                )
            first = False
            if self.word.kind == "end":
                raise Misread(
                    self.words[self.at - 1].start,
                    self.words[self.at - 1].end,
                    "nothing comes after this comma",
                )
            word = self.word
            if word.kind != "name" or word.text not in known:
                message = f"{quoted(word.text)} is not a clause of '{self.first}'"
                message += f", which may have {listed(known)}" if known else ", which has none"
                if word.text in FIRST_WORDS:
                    message += "; the comma before it makes it a part of this line"
                elif word.kind == "name":
                    message += suggestion(word.text, known)
                raise Misread(word.start, word.end, message)
            if word.text in read:
                raise Misread(word.start, word.end, f"{quoted(word.text)} is here twice")
            read[word.text] = self.next()
            known[word.text]()
        return read


def split_sentences(text: str) -> tuple[list[Sentence], list[Misread]]:
    """All sentences, and what is no word; a line with such a thing is left out.

    Behind what a word is told to be, another word may stand in the same line.
    """
    out: list[Sentence] = []
    wrongs: list[Misread] = []
    words: list[Word] = []
    at, broken, told = 0, False, False
    if len(text) > LONGEST_TEXT:
        message = f"the text has {len(text)} characters; sentences may have {LONGEST_TEXT}"
        return [], [Misread(0, 1, message)]
    while True:
        try:
            glued = bool(words) and words[0].text in VECTORS
            word = next_word(text, at, glued=glued)
        except Misread as wrong:
            wrongs.append(wrong)
            broken, at = True, wrong.end
            if len(wrongs) == MOST:
                return out, wrongs
            continue
        at = word.end
        ends = word.kind == "end" or word.kind == "line" and (not words or words[-1].text != ",")
        another = told and word.kind == "name" and word.text in WORDY
        begun = bool(words) and words[0].text in WORDY
        told = not (ends or another) and (told or (begun and word.text == ":"))
        if ends or another:
            if words and not broken:
                out.append(Sentence(words))
            words = [word] if another else []
            broken = broken and another
            if word.kind == "end":
                return out, wrongs
            if len(out) > MOST_SENTENCES:
                message = f"here the listing exceeds {MOST_SENTENCES} lines, the most it may have"
                return out, [*wrongs, Misread(word.start, word.end, message)]
        elif word.kind != "line":
            words.append(word)


def read_symbols(sentence: Sentence, commas: bool = False) -> list[tuple[str | int, Word]]:
    """Read symbols, each with its word; `A to B` are all from A to B.

    Names and strings are text, numbers are numbers. Raises Misread.
    """
    out: list[tuple[str | int, Word]] = []
    while sentence.word.kind != "end" and not sentence.sees("as"):
        if commas and out and sentence.takes(","):
            continue
        if sentence.sees(","):
            break
        word = sentence.word
        first = read_symbol(sentence)
        out.append((first, word))
        if sentence.takes("to"):
            last_word = sentence.word
            last = read_symbol(sentence)
            out += [(each, word) for each in between(first, last, word, last_word)[1:]]
        if len(out) > MOST_SYMBOLS:
            raise Misread(word.start, word.end, f"here the symbols exceed {MOST_SYMBOLS}")
    if not out:
        raise sentence.unlike("symbols")
    return out


def read_symbol(sentence: Sentence) -> str | int:
    """Read one symbol; raises Misread."""
    word = sentence.word
    sign = -1 if sentence.takes("-") else 1
    if sentence.word.kind == "number":
        number = sentence.next()
        if not number.text.isdigit() or len(number.text) > 15:
            message = f"the symbol {quoted(number.text)} must be a whole number, or in quotes"
            raise Misread(number.start, number.end, message)
        return sign * int(number.text)
    if sign < 0:
        raise sentence.unlike("a number after '-'")
    if word.kind == "string":
        return string_value(sentence.next())
    if word.kind == "name" and word.text != "to":
        return sentence.next().text
    hint = "" if word.kind == "end" else "; a symbol that is no name or number needs quotes"
    raise Misread(word.start, word.end, f"expected a symbol, {sentence.found()}{hint}")


def between(first: str | int, last: str | int, start: Word, end: Word) -> list[str | int]:
    """All numbers, or all characters, from one to another; raises Misread."""
    if isinstance(first, int) and isinstance(last, int):
        codes = range(first, last + 1)
        out: Iterable[str | int] = codes
    elif isinstance(first, str) and isinstance(last, str) and len(first) == len(last) == 1:
        codes = range(ord(first), ord(last) + 1)
        out = map(chr, codes)
    else:
        message = "a range goes from a number to a number, or from a letter to a letter"
        raise Misread(start.start, end.end, message)
    if not codes:
        message = f"a range goes upwards, but {last} comes before {first}"
        raise Misread(start.start, end.end, message)
    if len(codes) > MOST_SYMBOLS:
        raise Misread(start.start, end.end, f"here the symbols exceed {MOST_SYMBOLS}")
    return list(out)
