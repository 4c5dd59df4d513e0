"""Packages as a Python in the browser loads them: wheels, made of what is installed here.

A browser asks for no version and no address: it is told of every package by one list, Pyodide's
*lock*, which names its file, the sum of its bytes, and what it needs. Versions are those that
`constraints.txt` pins, as they are what is installed.
"""

import base64
import hashlib
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from email.parser import Parser
from functools import cached_property
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

STARTED = (1980, 1, 1, 0, 0, 0)  # of every file in an archive, so that the same files are the same
# What a requirement is asked for: Python in a browser, with what the figures of the library need.
BROWSER = {
    "sys_platform": "emscripten", "platform_system": "Emscripten", "platform_machine": "wasm32",
    "os_name": "posix", "implementation_name": "cpython", "extra": "figures",
    "platform_python_implementation": "CPython", "python_version": "3.14",
    "python_full_version": "3.14.0",
}  # fmt: skip
KIND = "Wheel-Version: 1.0\nGenerator: taotp\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
OF_THIS_MACHINE = (".so", ".pyd", ".pyc")  # what was compiled for it, beside what it was made of
OF_AN_INSTALLER = {"INSTALLER", "RECORD", "REQUESTED", "WHEEL", "direct_url.json"}


def packed(files: Iterable[tuple[str, bytes]]) -> bytes:
    """An archive of files, the same for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name, STARTED), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def normal(name: str) -> str:
    """A name of a package as indexes write it."""
    return re.sub(r"[-_.]+", "-", name).lower()


@dataclass(frozen=True)
class Wheel:
    """One package: its file's address, seen from where Python's own files are, and its bytes."""

    address: str
    data: bytes

    @cached_property
    def names(self) -> list[str]:
        """The files in it."""
        with zipfile.ZipFile(io.BytesIO(self.data)) as archive:
            return archive.namelist()

    @cached_property
    def about(self) -> Message:
        """What it says of itself."""
        (name,) = (each for each in self.names if each.endswith(".dist-info/METADATA"))
        with zipfile.ZipFile(io.BytesIO(self.data)) as archive:
            return Parser().parsestr(archive.read(name).decode())

    @property
    def name(self) -> str:
        """Its name, as an index writes it."""
        return normal(self.about["Name"])

    @property
    def needs(self) -> list[str]:
        """The packages that it needs in a browser."""
        return needs_of(self.about.get_all("Requires-Dist") or [])

    @property
    def imports(self) -> list[str]:
        """What a cell imports that means this package."""
        tops = {name.partition("/")[0] for name in self.names if name.endswith((".py", ".so"))}
        return sorted(top.partition(".")[0] for top in tops if "-" not in top)

    def entry(self, there: Iterable[str]) -> dict[str, Any]:
        """Its lines in the lock, where these packages are there."""
        return {
            "name": self.name, "version": self.about["Version"], "file_name": self.address,
            "sha256": hashlib.sha256(self.data).hexdigest(), "install_dir": "site",
            "imports": self.imports, "depends": sorted({*self.needs} & {*there} - {self.name}),
            "package_type": "package", "unvendored_tests": False,
        }  # fmt: skip


def needs_of(lines: Iterable[str]) -> list[str]:
    """The packages that requirements name which hold in a browser."""
    asked = map(Requirement, lines)
    return [normal(each.name) for each in asked if not each.marker or each.marker.evaluate(BROWSER)]


def lock_of(wheels: Iterable[Wheel], info: Mapping[str, str]) -> dict[str, Any]:
    """The list of packages by which Python in the browser finds each of them."""
    by_name = {wheel.name: wheel for wheel in wheels}
    return {"info": info, "packages": {name: each.entry(by_name) for name, each in by_name.items()}}


def installed(wanted: Iterable[str], there: Iterable[str]) -> list[Distribution]:
    """The packages of this environment that are wanted, and what they need that is not there yet.

    Raises PackageNotFoundError, which names the one that is not installed.
    """
    found: dict[str, Distribution] = {}
    known, asked = {*there}, [*wanted]
    while asked:
        name = asked.pop()
        if name not in known:
            known.add(name)
            found[name] = distribution(name)
            asked += needs_of(found[name].requires or [])
    return [found[name] for name in sorted(found)]


def file_name(name: str, version: str) -> str:
    """What the wheel of a package is called that runs everywhere."""
    return f"{name.replace('-', '_')}-{version}-py3-none-any.whl"


def with_record(folder: str, files: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """The files of a wheel, what kind of wheel it is, and the list of them all with their sums."""
    record = []
    for name, data in [*files, (f"{folder}/WHEEL", KIND.encode())]:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record.append(f"{name},sha256={digest},{len(data)}\n")
        yield name, data
    yield f"{folder}/RECORD", "".join([*record, f"{folder}/RECORD,,\n"]).encode()


def files_of(package: Distribution) -> Iterator[tuple[str, bytes]]:
    """What an installed package has below the folder of packages, without what was compiled."""
    for each in sorted(package.files or [], key=str):
        name, path = each.as_posix(), Path(str(package.locate_file(each)))
        told = each.parent.name.endswith(".dist-info") and each.name in OF_AN_INSTALLER
        if not (told or each.parts[0] == ".." or name.endswith(OF_THIS_MACHINE)):
            yield name, path.read_bytes()


def wheel_of(package: Distribution) -> bytes:
    """An installed package as the wheel that it was, but for what was compiled."""
    files = [*files_of(package)]
    (about,) = (name for name, _ in files if name.endswith(".dist-info/METADATA"))
    return packed(with_record(about.rpartition("/")[0], files))
