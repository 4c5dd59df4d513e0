"""What Python compiled while it imported, packed for the next page, which then need not compile."""

import io
import sys
import zipfile
from importlib.util import MAGIC_NUMBER
from os.path import exists
from pathlib import Path

HEAD = 16  # bytes before the code, by which Python decides whether it is that of a text
# Code that is taken without a look at its text, which has another date on each page (PEP 552).
UNCHECKED = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)


class Compiled:
    """The compiled modules below a folder of packages, which from now on are written there.

    The archive that another page has made is unpacked there before anything of ours is imported.
    """

    def __init__(self, site: str) -> None:
        sys.dont_write_bytecode = False
        self.site = Path(site)
        self.packed: set[str] = set()

    def of_another(self) -> set[str]:
        """Those that another page has compiled, which begin otherwise than Python's own."""
        return {
            str(path) for path in self.site.rglob("*.pyc") if path.read_bytes()[:HEAD] == UNCHECKED
        }

    def loaded(self) -> set[str]:
        """The compiled files of the modules that are loaded."""
        specs = (getattr(each, "__spec__", None) for each in [*sys.modules.values()])
        cached = {getattr(spec, "cached", None) or "" for spec in specs}
        return {path for path in cached if path.startswith(f"{self.site}/") and exists(path)}

    def new(self) -> bytes | None:
        """All of them in an archive; None where there are no more than the last time."""
        found = self.loaded()
        self.packed = self.packed or self.of_another()
        if found <= self.packed:
            return None
        self.packed |= found
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            for path in sorted(map(Path, self.packed)):
                name = path.relative_to(self.site).as_posix()
                archive.writestr(name, UNCHECKED + path.read_bytes()[HEAD:])
        return file.getvalue()
