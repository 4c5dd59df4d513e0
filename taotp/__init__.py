"""What is made of `taotp_core`: programs, applications, their language, their figures, and checks.

programs       programs whose every weight was chosen by hand, a page of code each
applications   larger ones, a folder each: moods, dial tones, French, a computer
words, sound   texts as words and pieces, sounds as frames; `data` is what else chapters read
positions      clocks and codes for positions, and what each of them is good for
constructions  gadgets of larger machines
costs          multiplications that are counted, and sizes that were published
interp         what the parts of a machine do, and what it is without them
reference      what should be said, and a program tried on every prompt by that
verify         every input tried by many processes, and a certificate of it
listing        weights as a language: a text to a program, and back
exports        the same machine in engines of others, and theirs here
figures        pictures, and figures that a reader can move; `page` is their code in a browser
"""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING

from taotp.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from taotp.listing.stored import load, save
lazy_exports(__name__)

__all__ = ["load", "save"]


def __getattr__(name: str) -> ModuleType:
    place = f"{__name__}.{name}"
    if name.startswith("_") or find_spec(place) is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(place)


def __dir__() -> list[str]:
    return sorted({*__all__, *(room.name for room in iter_modules(__path__))})
