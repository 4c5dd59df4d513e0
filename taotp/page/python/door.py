"""Between the worker of a page and its cells: what goes to and fro, and what is brought later."""

import io
import json
import sys
import zipfile
from collections.abc import Awaitable, Callable, Iterable
from importlib import import_module, invalidate_caches
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

from taotp.page.python.cells import Cells
from taotp.page.python.needs import Needs

Bring = Callable[[str], Iterable[Any]]


class Later(MetaPathFinder):
    """Packages that a page does not have before they are imported."""

    def __init__(self, names: Iterable[str], bring: Bring, site: Path) -> None:
        self.names = set(names)
        self.bring = bring
        self.site = site

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Bring a package that was left out, for those who look after this one."""
        if name in self.names:
            self.names.discard(name)
            for packed in self.bring(name):
                data = packed.to_bytes() if hasattr(packed, "to_bytes") else bytes(packed)
                zipfile.ZipFile(io.BytesIO(data)).extractall(self.site)
            invalidate_caches()
        return None


def called(asked: dict[str, Any]) -> dict[str, Any]:
    """What a function says that the page names, of what it sends and of the cells behind one.

    The library knows none of these functions, as they are those of packages above it.
    """
    module, _, name = asked["of"].partition(":")
    pieces = [asked["texts"][j] for j in sorted(Needs.of(asked["texts"]).needed(asked["cell"]))]
    try:
        return {"text": getattr(import_module(module), name)(*asked["with"], pieces)}
    except Exception as error:  # a judge runs what was typed
        return {"said": str(error)}


def open_door(
    post: Callable[[str], None], bring: Bring, later: Iterable[str], site: str
) -> Callable[[str], Awaitable[None]]:
    """What the worker calls with each message of the page, as JSON; `post` takes its answers."""
    sys.meta_path.insert(0, Later(later, bring, Path(site)))
    cells = Cells(lambda said: post(json.dumps(said)))

    async def answer(text: str) -> None:
        """Run what a message asks for."""
        asked = json.loads(text)
        if asked["kind"] == "call":
            post(json.dumps({"kind": "called", "cell": asked["cell"]} | called(asked)))
        else:
            await cells.run(asked["texts"], asked["cell"], asked["quiet"], asked["built"])
        post(json.dumps({"kind": "ready"}))

    return answer
