"""What a program's text is to the transformers library: its tokenizer, and where it ends.

Symbols are letters side by side, or words with spaces between them, as in a terminal. The start
symbol, and what stands behind every prompt, may be typed and need not be.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from taotp.exports.batches import PAD
from taotp.exports.engine import engine
from taotp.exports.given import Exported
from taotp.reference import in_letters
from taotp.words.cutting import CURLY, SILENT, WORD, Words
from taotp_core.program import Program, Symbol

TRIED = "a"  # a text that TransformerLens asks of any tokenizer, to see what is put around it
IN_ITS_PLACE = "\ufffd"  # what it is read as where it is no symbol; no row of a network has its id
UNKNOWN = "<unknown>"  # what is none of the symbols: no vocabulary has it


def ending(given: Exported) -> dict[str, Any]:
    """How `generate` begins and ends as a program does; nothing for a model, which says neither.

    A text of n_ctx tokens has one more after it. GPT-2 does not slide, and ends with its context.
    """
    if not isinstance(given, Program):
        return {}
    all_that_fits = given.steps is None or given.slide
    length = {"max_length": given.model.n_ctx + 1}
    return {
        "bos_token_id": None if given.start is None else given.places[given.start],
        "eos_token_id": None if given.stop is None else given.places[given.stop],
        "pad_token_id": None if given.stop is None else given.places[given.stop],
        "do_sample": False,
        **(length if all_that_fits else {"max_new_tokens": given.steps}),
    }


def ending_in_batches(program: Program) -> dict[str, Any]:
    """The same where a batch is padded by a token of its own, with which a context ends too.

    How many tokens are asked for is said as `max_new_tokens`, which does not count what pads.
    """
    how = ending(program)
    pad = program.model.d_vocab
    ends = [pad] if program.stop is None else [program.places[program.stop], pad]
    how.pop("max_length", None)
    return {"max_new_tokens": program.model.n_ctx + 1, **how, "eos_token_id": ends,
            "pad_token_id": pad}  # fmt: skip


def tokenizer_of(program: Program) -> Any:
    """A transformers.PreTrainedTokenizerFast of a program, which pads on the left.

    What pads has the id d_vocab. A text with what is no symbol is refused: of a vocabulary without
    a word for what is unknown the library says so. But TRIED alone is never refused. Raises
    ValueError for symbols that a text cannot tell apart and for pieces that are no words, and
    ImportError without transformers.
    """
    tokenizers, transformers = engine("tokenizers"), engine("transformers")
    names = [*written(program), PAD, IN_ITS_PLACE]
    vocabulary = {name: i for i, name in enumerate(names)}
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, UNKNOWN))
    made.normalizer = tokenizers.normalizers.Sequence([*readied(program, tokenizers)])
    made.pre_tokenizer = tokenizers.pre_tokenizers.Sequence([*cuts(program, tokenizers)])
    made.decoder = tokenizers.decoders.Sequence([*joints(program, tokenizers)])
    if program.after is not None:
        behind = {"id": "after", "ids": [program.places[program.after]], "tokens": ["after"]}
        made.post_processor = tokenizers.processors.TemplateProcessing(
            single="$A after", special_tokens=[behind]
        )
    special = {
        symbol: tokenizers.AddedToken(
            str(symbol), special=True, normalized=True, single_word=is_word(symbol, program)
        )
        for symbol in sentinels(program)
    }
    named = {"bos_token": program.start, "eos_token": program.stop}
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=made,
        model_max_length=program.model.n_ctx,
        padding_side="left",
        pad_token=tokenizers.AddedToken(PAD, special=True, normalized=False),
        additional_special_tokens=[*special.values()],
        **{role: special[symbol] for role, symbol in named.items() if symbol is not None},
    )


def sentinels(program: Program) -> list[Symbol]:
    """The start, the stop and what stands behind a prompt, each once, where there are any."""
    found = dict.fromkeys([program.start, program.stop, program.after])
    return [symbol for symbol in found if symbol is not None]


def side_by_side(program: Program) -> bool:
    """Whether symbols are typed without spaces: all are letters, or one of them is the space."""
    spaced = " " in program.typed and all(isinstance(each, str) for each in program.typed)
    return program.pieces is None and (in_letters(program) or spaced)


def is_word(symbol: Symbol, program: Program) -> bool:
    """Whether a symbol could be a part of another word, so that it must stand alone."""
    return not side_by_side(program) and re.fullmatch(r"\w+", str(symbol)) is not None


def written(program: Program) -> list[str]:
    """Each symbol as it is typed; ValueError where a text could not be read as them."""
    if not (program.pieces is None or isinstance(program.pieces, Words)):
        raise ValueError(
            f"the program cuts texts by {type(program.pieces).__name__}; a tokenizer can be "
            "written for letters and for Words"
        )
    names = [str(symbol) for symbol in program.vocabulary]
    for name, times in Counter([*names, PAD, UNKNOWN, IN_ITS_PLACE]).items():
        if times > 1:
            raise ValueError(f"two symbols are written {name!r}; no text could tell them apart")
    for name in map(str, program.typed):
        if not name or (not side_by_side(program) and re.search(r"\s", name)):
            raise ValueError(f"a symbol is written {name!r}; spaces stand between symbols")
    return names


def readied(program: Program, tokenizers: Any) -> Iterator[Any]:
    """What is done to a text first: a sentinel put before it, and one behind it taken away.

    A sentinel alone stays what it is, as the library readies that too, to know it in a text.
    """
    normalizers, regex = tokenizers.normalizers, tokenizers.Regex
    names = {symbol: re.escape(str(symbol)) for symbol in sentinels(program)}
    letters = side_by_side(program)
    if not program.knows(TRIED):
        yield normalizers.Replace(regex(f"^{TRIED}$"), IN_ITS_PLACE)
    if not letters:
        yield normalizers.Strip()
    if program.after is not None:
        gap = "" if letters else r"\s+" if is_word(program.after, program) else r"\s*"
        yield normalizers.Replace(regex(rf"(?<=[\s\S]){gap}{names[program.after]}$"), "")
    if program.start is not None:
        start, alone = names[program.start], "|".join(names.values())
        gap = "" if letters else " "
        yield normalizers.Prepend(f"{program.start}{gap}")
        yield normalizers.Replace(regex(rf"^{start}{gap}(?={start}|(?:{alone})$)"), "")
    if isinstance(program.pieces, Words):
        yield normalizers.NFC()
        for number, mark in CURLY.items():
            yield normalizers.Replace(chr(number), mark)
        yield normalizers.Lowercase()


def cuts(program: Program, tokenizers: Any) -> Iterator[Any]:
    """How a text is cut into symbols."""
    split, regex = tokenizers.pre_tokenizers.Split, tokenizers.Regex
    if side_by_side(program):
        yield split(regex(r"[\s\S]"), "isolated")
    elif isinstance(program.pieces, Words):
        yield split(regex(WORD.pattern), "removed", invert=True)
        yield split(regex(f"^[{re.escape(''.join(sorted(SILENT)))}]$"), "removed")
    else:
        yield tokenizers.pre_tokenizers.WhitespaceSplit()


def joints(program: Program, tokenizers: Any) -> Iterator[Any]:
    """How symbols become a text: what is said follows what was typed, after a space or none."""
    decoders = tokenizers.decoders
    if not side_by_side(program):
        yield decoders.Replace(tokenizers.Regex("^"), " ")
    yield decoders.Fuse()
