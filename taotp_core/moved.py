"""Where rooms and names stood before the package `taotp`: `import taotp_core.programs` still works.

The very same modules are found, so a class is one class under both names. Deprecated; goes in 0.2.
"""

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

ROOMS = {
    *(
        "cli",
        "constructions",
        "costs",
        "data",
        "examples",
        "exports",
    ),
    *(
        "figures",
        "listing",
        "little_man",
        "look",
        "positions",
        "programs",
    ),
    *(
        "sound",
        "specification",
        "tasks",
        "topics",
        "verify",
        "words",
    ),
}
NAMES = {  # of modules of the core: where what they handed on is now
    "taotp_core": {
        "load": "taotp",
        "save": "taotp",
    },
    "taotp_core.encodings": {
        "PaddingBounds": "taotp.positions",
        "balanced_hamming": "taotp.positions",
        "best_shift": "taotp.positions",
        "diagonal": "taotp.positions",
        "distinguishability": "taotp.positions",
        "few_angles": "taotp.positions",
        "hamming": "taotp.positions",
        "length_spread": "taotp.positions",
        "lengths": "taotp.positions",
        "look_evenly": "taotp.positions",
        "norm_moves": "taotp.positions",
        "norm_turns": "taotp.positions",
        "padding_columns": "taotp.positions",
        "padding_columns_euclidean": "taotp.positions",
        "padding_dimension": "taotp.positions",
        "random_normal": "taotp.positions",
        "random_signs": "taotp.positions",
        "shift_error": "taotp.positions",
        "shift_residual": "taotp.positions",
    },
    "taotp_core.measure": {
        "parameters_of": "taotp.costs",
    },
    "taotp_core.rewrites": {
        "post_norm": "taotp_core.after_norms",
        "spread": "taotp_core.after_norms",
    },
}


class Moved(MetaPathFinder, Loader):
    """Finds `taotp_core.ROOM...` in `taotp.ROOM...`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a room under its old name."""
        package, _, rest = fullname.partition(".")
        if package != "taotp_core" or rest.partition(".")[0] not in ROOMS:
            return None
        warnings.warn(f"{fullname} is taotp.{rest} now", DeprecationWarning, stacklevel=2)
        return ModuleSpec(fullname, self)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Give the module that the new name has, and note what it is called."""
        module = import_module("taotp" + spec.name.removeprefix("taotp_core"))
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Leave it as it was: it has run under its own name."""
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state


def old_name(module: str, name: str) -> object:
    """What a module of the core handed on before; AttributeError for what it never had."""
    if name not in NAMES.get(module, {}):
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    home = NAMES[module][name]
    warnings.warn(f"{module}.{name} is in {home} now", DeprecationWarning, stacklevel=3)
    return getattr(import_module(home), name)


sys.meta_path.insert(0, Moved())  # before folders that hold nothing but __pycache__
