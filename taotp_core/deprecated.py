"""Deprecated names, as they were one release ago: of modules, what they hold, arguments. All warn.

`import taotp_core.programs` finds the very module `taotp.programs`, so a class is one class under
both names, and the package run as a module is the command. All of it goes in the next release.
"""

import sys
import warnings
from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from importlib.abc import Loader
else:
    Loader = object  # the import system asks for no base, and that one is slow to import

P = ParamSpec("P")
R = TypeVar("R")
New = str | tuple[str, Callable[[Any], Any]]  # a name, and what makes its value of the old one

ROOMS = (  # of taotp_core, that are rooms of taotp under the same name
    *("cli", "constructions", "costs", "data", "examples", "exports", "figures", "files"),
    *("listing", "little_man", "positions", "programs", "sound", "verify", "words"),
)
MODULES = {f"taotp_core.{room}": f"taotp.{room}" for room in ROOMS} | {
    "taotp_core.__main__": "taotp.__main__",
    "taotp_core.adapters": "taotp_core.lora",
    "taotp_core.changes": "taotp_core.edits",
    "taotp_core.constructions.adapters": "taotp_core.lora",
    "taotp_core.constructions.after_norms": "taotp_core.post_ln",
    "taotp_core.costs.drafting": "taotp.costs.speculative_decoding",
    "taotp_core.costs.surprise": "taotp_core.losses",
    "taotp_core.figures.page": "taotp.page.bundle",
    "taotp_core.lazy": "taotp.lazy_exports",
    "taotp_core.look": "taotp.interp",
    "taotp_core.look.reading": "taotp.interp.logit_lens",
    "taotp_core.look.removing": "taotp.interp.ablation",
    "taotp_core.look.truth": "taotp.interp.ground_truth",
    "taotp_core.positions.rotations": "taotp_core.rotations",
    "taotp_core.programs.agreement": "taotp.applications.agreement.machine",
    "taotp_core.programs.brackets": "taotp.applications.brackets.machine",
    "taotp_core.programs.dialing": "taotp.applications.dialing.machine",
    "taotp_core.programs.english_french": "taotp.applications.french.machine",
    "taotp_core.programs.letters": "taotp.applications.letters.machine",
    "taotp_core.programs.next_word": "taotp.applications.counts.machine",
    "taotp_core.programs.sentiment": "taotp.applications.mood.machine",
    "taotp_core.programs.spoken": "taotp.applications.spoken.machine",
    "taotp_core.programs.spoken_sentence": "taotp.applications.spoken.sentence",
    "taotp_core.renaming": "taotp_core.deprecated",
    "taotp_core.rewrites": "taotp_core.equivalences",
    "taotp_core.specification": "taotp.reference",
    "taotp_core.tasks": "taotp.reference",
    "taotp_core.topics": "taotp.applications",
    "taotp_core.verify.theirs": "taotp.verify.untrusted",
    "taotp_core.verify.work": "taotp.verify.worker_pool",
    "taotp_core.words.misfits": "taotp.words.agreement_errors",
    "taotp_core.words.pieces": "taotp.words.bpe",
    "taotp_core.words.semes": "taotp.words.features",
    "exercises.block": "exercises.bench_block",
    "exercises.box": "exercises.answer_field",
    "exercises.kept": "exercises.progress_store",
    "exercises.shown": "exercises.model_answer",
}
OF_POSITIONS = (
    *("PaddingBounds", "balanced_hamming", "best_shift", "diagonal", "distinguishability"),
    *("few_angles", "hamming", "length_spread", "lengths", "look_evenly", "norm_moves"),
    *("norm_turns", "padding_columns", "padding_columns_euclidean", "padding_dimension"),
    *("random_normal", "random_signs", "shift_error", "shift_residual"),
)
NAMES = {  # of modules of the core: what they held or handed on, and where it is
    "taotp_core": {"load": "taotp.load", "save": "taotp.save"},
    "taotp_core.encodings": {name: f"taotp.positions.{name}" for name in OF_POSITIONS},
    "taotp_core.equivalences": {
        "post_norm": "taotp_core.post_ln.post_norm",
        "spread": "taotp_core.post_ln.spread",
    },
    "taotp_core.gadgets": {"drown": "taotp_core.gadgets.overwrite_by_scale"},
    "taotp_core.measure": {"parameters_of": "taotp.costs.parameters_of"},
}

BETWEEN = ("importlib", "_frozen_importlib", "taotp_core")  # modules from which nobody is warned


def new_name(old: str) -> str | None:
    """The module that an old name leads to, by the longest part of it that moved.

    >>> new_name("taotp_core.look.truth.cases")
    'taotp.interp.ground_truth.cases'
    """
    moved, rest = old, ""
    while moved and moved not in MODULES:
        moved, _, last = moved.rpartition(".")
        rest = f".{last}{rest}"
    return MODULES[moved] + rest if moved else None


def warn_who_asked(old: str, new: str) -> None:
    """Warn at the line that asked for an old name, however many frames of imports are between."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").startswith(BETWEEN):
        frame = frame.f_back
    asks = frame.f_globals.get("__name__")
    warnings.warn_explicit(
        f"{old} is {new} now",
        DeprecationWarning,
        frame.f_code.co_filename,
        frame.f_lineno,
        module="__main__" if asks == "runpy" else asks,  # python -m OLD
        registry=frame.f_globals.setdefault("__warningregistry__", {}),
    )


class OldModules(Loader):
    """Finds a module under the name that it had."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find it where it is now, and warn."""
        if (new := new_name(fullname)) is None:
            return None
        warn_who_asked(fullname, new)
        return ModuleSpec(fullname, self)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Give the module that the new name has, and note what it is called."""
        new = new_name(spec.name)
        assert new is not None
        module = import_module(new)
        spec.loader_state = module.__spec__
        return module

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of the module that the new name has, which `python -m` runs as a command."""
        spec = find_spec(new_name(fullname) or "")
        loader: Any = spec and spec.loader
        return loader.get_code(spec.name) if spec else None

    def exec_module(self, module: ModuleType) -> None:
        """Leave it as it was: it has run under its own name."""
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state


def old_names(module: str) -> Callable[[str], object]:
    """What a module of the core has for `__getattr__`: names that it had, which warn.

    Raises AttributeError for what it never had.
    """

    def found(name: str) -> object:
        if new := NAMES[module].get(name):
            warn_who_asked(f"{module}.{name}", new)
            home, _, own = new.rpartition(".")
            return getattr(import_module(home), own)
        if (old := f"{module}.{name}") in MODULES:
            return import_module(old)
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return found


def renamed(**names: New) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a function take arguments by old names too, with a DeprecationWarning that names the new.

    Where the new one means another number, a function beside its name makes it of the old. Raises
    TypeError for an argument that is given under both.

    >>> @renamed(sure="hard", minutes=("seconds", lambda minutes: 60 * minutes))
    ... def look(*, hard=1.0, seconds=0):
    ...     return hard, seconds
    >>> with warnings.catch_warnings(record=True, action="always") as said:
    ...     look(sure=2.0, minutes=3)
    (2.0, 180)
    >>> print(said[0].message)
    look calls its argument 'sure' 'hard' now; the old name will be gone in the next release
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def called(*args: P.args, **given: P.kwargs) -> R:
            if old := names.keys() & given.keys():
                for name in sorted(old, reverse=True):
                    under_new_name(function.__name__, given, name, names[name])
            return function(*args, **given)

        called.__dict__["renamed"] = names
        return called

    return decorate


def under_new_name(function: str, given: dict[str, Any], name: str, new: New) -> None:
    """Put an argument under its new name, and warn who called the function."""
    value = given.pop(name)
    if not isinstance(new, str):
        new, value_of = new
        value = value_of(value)
    if new in given:
        raise TypeError(f"{function} got {new!r} twice, once by its old name {name!r}")
    warnings.warn(
        f"{function} calls its argument {name!r} {new!r} now; "
        "the old name will be gone in the next release",
        DeprecationWarning,
        stacklevel=3,
    )
    given[new] = value


sys.meta_path.insert(0, OldModules())  # before folders that hold nothing but __pycache__
