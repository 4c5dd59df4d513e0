"""The script and the style sheet that pages with live figures load.

Every page loads the common script; a part is a further script that only pages with a figure that
names it load, so that what one chapter needs costs the others nothing.
"""

import posixpath
import re
from functools import cache
from importlib.resources import files
from importlib.util import find_spec

COMMON = ("arithmetic.js", "runs.js", "panels.js", "view.js")  # each uses those before it
# Further scripts, which only some pages load; each uses what it imports.
PARTS = ("answer", "clocks", "editor", "gate", "listed", "progress", "trials")


def source(file: str) -> str:
    """What stands in one of the files of the folder `scripts`."""
    return files(__package__).joinpath("scripts", file).read_text("utf-8")


def without_modules(code: str) -> str:
    """The code without imports, and without all exports but the default."""
    code = re.sub(r"^import [^;]*;\n", "", code, flags=re.M)
    return re.sub(r"^export (?!default)", "", code, flags=re.M)


def imports_of(file: str) -> list[tuple[str, list[str]]]:
    """What a file imports: from which file, and which names."""
    line = r'^import \{([^}]*)\} from "(\.{1,2}/[\w./]+\.js)";'
    folder = posixpath.dirname(file)
    return [
        (posixpath.normpath(posixpath.join(folder, path)), re.findall(r"\w+", names))
        for names, path in re.findall(line, source(file), flags=re.M)
    ]


def files_of(part: str) -> list[str]:
    """The files of a part, in the order in which each uses those before it."""
    found: list[str] = []

    def add(file: str) -> None:
        for other, _ in imports_of(file):
            if other not in (*COMMON, *found):
                add(other)
        found.append(file)

    add(f"{part}.js")
    return found


def source_of(part: str) -> str:
    """What stands in all files of a part."""
    return "\n".join(map(source, files_of(part)))


def imported(part: str) -> list[str]:
    """The names that a part uses of the common script."""
    lists = [names for file in files_of(part) for used, names in imports_of(file) if used in COMMON]
    return sorted({name for names in lists for name in names})


@cache
def module(part: str = "") -> str:
    """All of the script as one ES module, without imports: what a live notebook loads."""
    sources = [source(file) for file in COMMON]
    if part:  # in braces, so that its names are its own
        sources.append(f"{{\n{source_of(part)}\n}}")
    return packed(without_modules("\n".join(sources)))


def packed(code: str) -> str:
    """The code without comments and white space; as it is where rjsmin is not installed."""
    if find_spec("rjsmin") is None:  # a borrowed notebook, to which the size does not matter
        return code
    from rjsmin import jsmin  # type: ignore[import-untyped]

    return str(jsmin(re.sub(r"(?<=const CSS = `)[^`]*", lambda css: tight(css[0]), code)))


def tight(css: str) -> str:
    """A style sheet without the white space that it can do without."""
    return re.sub(r"\s*([{};,>])\s*|(?<=[a-z]:)\s+", r"\1", css).replace(";}", "}")


@cache
def script() -> str:
    """The common script as a classic one, which a page opened from disk may load too."""
    body = re.sub(r"export default\b", "const widget=", module())
    shared = ",".join(sorted({name for part in PARTS for name in imported(part)}))
    return f'(() => {{\n"use strict";\n{body}\ndefine({{{shared}}});\n}})();\n'


@cache
def part_script(part: str) -> str:
    """A part as a classic script, to be loaded before the common one, which it waits for."""
    names = ",".join(imported(part))
    body = packed(without_modules(source_of(part)))
    return (
        f'(() => {{\n"use strict";\n(self.handParts ??= []).push(({{{names}}}) => {{\n'
        f"{body}\n}});\n}})();\n"
    )


@cache
def stylesheet() -> str:
    """What a page has to know about figures: no light card behind them, and how to print them."""
    return source("page.css")
