"""The card of a folder with a program: what it is, how it is asked, and what it does not know."""

import json

from taotp.exports.given import model_of
from taotp_core.program import Program, shown
from taotp_core.weights import named_arrays

MOST_SYMBOLS = 60  # that are listed


def card_of(program: Program) -> str:
    """The text of README.md, with the settings that a hub reads before it.

    >>> from taotp.programs import hello_world
    >>> print(card_of(hello_world("Hi!")).splitlines()[7])
    # A program in the weights of a transformer
    """
    model = model_of(program)
    numbers = sum(W.size for W in named_arrays(model).values())
    stop = "" if program.stop is None else f" It ends with {quoted(program.stop)}."
    return f"""---
library_name: transformers
pipeline_tag: text-generation
tags:
- hand-written-weights
---

# A program in the weights of a transformer

Every number of this model was chosen by hand, or by a rule; nothing was trained. It does one task
and knows no other text. `{model!r}` is what it was before it was fitted into GPT-2; {numbers:,}
numbers tell it what to do.

```python
from transformers import pipeline

talk = pipeline("text-generation", model="this folder")
talk("a prompt of its symbols")
```

- **What it reads.** {symbols(program)} Any other letter or word is refused by the tokenizer.
- **How long.** A prompt and its answer have at most {model.n_ctx + 1:,} tokens.{stop}
- **Batches.** Prompts of unequal length are padded on the left; each answers as it does alone.
- **Precision.** Weights are {model.W_E.dtype.name}, and some programs need that: keep it.
- **Heads.** {heads(program)}
"""


def quoted(symbol: object) -> str:
    """A symbol as code."""
    return f"`{json.dumps(str(symbol), ensure_ascii=False)}`"


def symbols(program: Program) -> str:
    """What may be typed, or the beginning of it."""
    listed = " ".join(map(shown, program.typed[:MOST_SYMBOLS]))
    n = len(program.typed)
    more = "" if n <= MOST_SYMBOLS else f" and {n - MOST_SYMBOLS:,} more"
    return f"These {n:,} symbols: {listed}{more}."


def heads(program: Program) -> str:
    """The heads by their names, layer by layer."""
    said = [
        f"layer {number}: {'; '.join(head.name or 'a head without a name' for head in layer.heads)}"
        for number, layer in enumerate(model_of(program).layers)
        if layer.heads
    ]
    return f"{'. '.join(said)}." if said else "It has none."
