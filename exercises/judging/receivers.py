"""Whether a machine hears the keys of a telephone, and none where there are none."""

from exercises.judging.judge import (
    Wrong,
    ask,
    fresh,
    instead,
    kind_of,
    own_model,
    pay,
    rounding_asked,
)
from taotp.applications.dialing.dialed import HEARD, N_KEYS, SILENT, string
from taotp.applications.dialing.machine import SIZE, Listening
from taotp.applications.dialing.tones import KEYS
from taotp_core.program import Program
from taotp_core.weights import Transformer

LEAD = 60.0  # ms of silence that are put around a sound
LONGEST = 360  # frames of the longest string
A_LINE, OF_MIXED, MAY_MISS = 3, 12, 1  # strings; one of those in which all is mixed


def receiver(answer: object) -> Transformer:
    """An encoder that reads frames and a decoder that says keys, of our own arrays; else Wrong."""
    where = "in the answer"
    model = own_model(ask(answer, where=where), where)
    if model.encoder is None:
        raise Wrong(f"{where} expected an encoder, got {kind_of(None)}")
    read, most = model.encoder.d_vocab, model.encoder.n_ctx
    if (read, most >= LONGEST) != (SIZE, True):
        raise Wrong(f"{where} expected an encoder of {LONGEST} frames or more of {SIZE} samples, "
                    f"got {most} of {read}")  # fmt: skip
    least = len(KEYS) + 2
    if model.d_vocab < least or model.n_ctx <= N_KEYS:
        raise Wrong(f"{where} expected {least} symbols and {N_KEYS + 1} positions or more, got "
                    f"{model.d_vocab} and {model.n_ctx}")  # fmt: skip
    return model


def by_the_standard(model: Transformer) -> str:
    """Strings of every line that must be heard, and of those that must not; else Wrong."""
    assert model.encoder is not None
    extra = [f"symbol {i}" for i in range(len(KEYS) + 2, model.d_vocab)]
    program = Program(
        model, [*KEYS, "start", "stop", *extra], start="start", stop="stop",
        source=Listening(model.encoder.n_ctx, LEAD),
    )  # fmt: skip
    to, tried = rounding_asked(), 0
    for line in (*HEARD, *SILENT):
        count, missed = (OF_MIXED, MAY_MISS) if line == "mixed" else (A_LINE, 0)
        if line == "all worst":  # which no standard asks
            continue
        for seed in fresh(len(line)).integers(2**32, size=count).tolist():
            samples, keys = string(line, seed)
            pay(model.encoder, 1, LONGEST)
            pay(model, N_KEYS + 1, N_KEYS + 1)
            said = program.complete(samples, steps=N_KEYS + 1, to=to)
            missed -= said != keys
            if missed < 0:
                heard = instead(repr(keys), repr(said))
                raise Wrong(f"after a string of the line {line!r}, seed {seed}, {heard}")
            tried += 1
    return f"{tried} inputs of {len(HEARD) - 1} lines that must be heard and {len(SILENT)} that not"
