"""The three packages that are published, all of one tree: the library, its data, the exercises.

`pip install taotp` brings the library alone, which is code and what its machines are made of: at
most a megabyte. Recordings, the play, measurements, and the scripts of figures are in taotp-data,
which puts them where they stand in a clone; what asks for them without it says what to install.
"""

import json
import re
import shutil
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

LIBRARY, DATA, EXERCISES = "taotp", "taotp-data", "taotp-exercises"
LARGEST = 1_000_000  # bytes of the library's wheel
OF_A_CLONE = (".ts", "README.md", "package.json", "notes.md")  # of which no wheel has any
IS_DATA = re.compile(
    r"taotp/(data|page)/.*(?<!\.py)|taotp/.*\.(js|css)|taotp/examples/agreement\.taotp|"
    r"taotp/interp/benchmark/[^/]+\.(json|txt)|"
    r"taotp/applications/(spoken/said_words\.json|agreement/(blimp|blimp_published|everyday|"
    r"learners|clauses|held_out|later|latest|strangers|more_words)\.(txt|csv)|"
    r"french/(readings|everyday|held_out|(phrases|travelers)(_\w+)?)\.txt)"
)
ABOUT = {
    DATA: "The data of Transformers by Hand: recordings, a play, measurements, scripts of figures",
    EXERCISES: "The exercises of Transformers by Hand, and what grades them",
}


def owner(path: str) -> str:
    """In which package a file of the tree is published.

    >>> [*map(owner, ("taotp/files.py", "taotp/page/kit/view.js", "exercises/order.py"))]
    ['taotp', 'taotp-data', 'taotp-exercises']
    """
    if path.startswith("exercises/"):
        return EXERCISES
    return DATA if IS_DATA.fullmatch(path) else LIBRARY


def divided(paths: Iterable[str]) -> dict[str, list[str]]:
    """The files of the tree by the package that has them; those of a clone alone are left out."""
    found: dict[str, list[str]] = {name: [] for name in (LIBRARY, DATA, EXERCISES)}
    for path in paths:
        if not path.endswith(OF_A_CLONE):
            found[owner(path)].append(path)
    return found


def tree_of(name: str, whole: Path, paths: Iterable[str], to: Path) -> Path:
    """The folder of which a package is built: its files of the whole tree, and its settings."""
    for path in (*paths, "LICENSE", "README.md"):
        (to / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(whole / path, to / path)
    settings = tomllib.loads((whole / "pyproject.toml").read_text("utf-8"))
    core = (whole / "taotp_core" / "__init__.py").read_text("utf-8")
    version = re.findall(r'^__version__ = "(.+)"', core, re.MULTILINE)[0]
    (to / "pyproject.toml").write_text(as_toml(settings_of(name, settings, version)), "utf-8")
    return to


def settings_of(name: str, settings: dict[str, Any], version: str) -> dict[str, Any]:
    """The settings of a package, from those of the whole tree."""
    project, setup = settings["project"], settings["tool"]["setuptools"]
    scripts = project["scripts"]
    own = {key: value for key, value in project.items() if key not in ("dynamic", "scripts")}
    own |= {"name": name, "version": version}
    extras = own.pop("optional-dependencies")
    if name == LIBRARY:
        data = [f"{DATA}=={version}"]
        extras |= {"data": data, "figures": [*extras["figures"], *data]}
        own["optional-dependencies"] = extras | {"exercises": [f"{EXERCISES}=={version}"]}
        own["scripts"] = {LIBRARY: scripts[LIBRARY]}
    else:
        text = f"{ABOUT[name]}. It belongs to the package {LIBRARY}."
        own |= {"description": ABOUT[name], "dependencies": [f"{LIBRARY}=={version}"]}
        own["readme"] = {"text": text, "content-type": "text/markdown"}
    if name == EXERCISES:
        own["dependencies"].append(f"{DATA}=={version}")
        own["scripts"] = {EXERCISES: scripts[EXERCISES]}
    tools = {key: setup[key] for key in ("packages", "package-data")}
    return {
        "build-system": settings["build-system"], "project": own, "tool": {"setuptools": tools},
    }  # fmt: skip


def as_toml(settings: dict[str, Any]) -> str:
    """Settings as TOML, a line each.

    >>> print(as_toml({"a": {"b": ["c"], "d": {"e f": "g"}}}).strip())
    "a" = {"b" = ["c"], "d" = {"e f" = "g"}}
    """

    def written(value: Any) -> str:
        if isinstance(value, dict):
            return f"{{{', '.join(f'{json.dumps(k)} = {written(v)}' for k, v in value.items())}}}"
        if isinstance(value, list):
            return f"[{', '.join(map(written, value))}]"
        return json.dumps(value)

    return "".join(f"{json.dumps(name)} = {written(value)}\n" for name, value in settings.items())
