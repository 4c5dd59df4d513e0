"""The script and the style sheet that pages with live figures load.

Every page loads the common script; a part is a further script that only pages with a figure that
names it load, so that what one chapter needs costs the others nothing.
"""

import base64
import json
import posixpath
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.util import find_spec

from taotp.files import text_of

HERE = "page/"
KIT = f"{HERE}kit/"
# Each uses those before it.
COMMON = tuple(
    f"{KIT}{file}"
    for file in ("arithmetic.js", "tasks.js", "runs.js", "panels.js", "texts.js", "view.js")
)
WIDGET = f"{KIT}widget.js"  # of live notebooks alone
# Further scripts, which only some pages load, by what a reader sees; each uses what it imports.
IN_ROOMS = {
    "kit": {"dock": "dock/dock", "folded": "folded", "loading": "loading", "wider": "wider"},
    "machine": {
        "machine": "panel",
        "graph": "columns",
        "lanes": "lanes/view",
        "symbols": "lanes/reading",
        "stories": "lanes/instead",  # and what would be said instead
        "wrong": "lanes/wrong",
        "explaining": "lanes/explaining",
        "numbers": "numbers/panel",
        "inside": "inside/panel",
        "look": "inside/tools",
        "sentence": "sentence/panel",
        "telling": "sentence/telling",
        **{name: name for name in ("failures", "gate", "hardening", "pair", "trials")},
    },
    "positions": {name: name for name in ("circle", "cloud", "compass")},
    "editor": {
        "cutting": "cutting/words",
        "editor": "editor",
        "listing": "listing/reading",
        "playground": "playground/tools",
        "semes": "features/stacks",
    },
    "exercises": {
        "bench": "bench/panel",
        "hour": "hour/screens",
        "sent": "hour/sent",
        **{name: name for name in ("answer", "form", "later", "listed", "progress", "rules")},
        **{name: name for name in ("semestexts", "values")},
    },
    "sound": {"sound": "input"},
}


def of_applications() -> dict[str, str]:
    """The part of each application that has a script: the panel in its folder, under its name."""
    folders = sorted(files("taotp.applications").iterdir(), key=lambda folder: folder.name)
    return {
        folder.name: f"applications/{folder.name}/panel.js"
        for folder in folders
        if folder.joinpath("panel.js").is_file()
    }


# Browsers unpack by themselves; a script that is put into the page runs as one that stood there.
UNPACK = """async (data) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const script = document.createElement("script");
  script.textContent = await new Response(stream).text();
  document.head.append(script);
}"""
PARTS = {
    name: f"{HERE}{room}/{file}.js"
    for room, parts in IN_ROOMS.items()
    for name, file in parts.items()
} | of_applications()
# Parts that others use: a page loads one of them before those. Each may use those before it.
LENT = (
    *("form", "cutting", "listing", "semes", "wider", "editor", "loading", "graph", "symbols"),
    "stories",
    *("lanes", "look", "sound"),
)

# Parts that a page loads when a reader needs them, by the part that asks for them.
WHEN_NEEDED = {"lanes": ("wrong", "explaining")}


@cache
def source(file: str) -> str:
    """A script, by its path in the package, with the data and style that it imports."""
    code = text_of("taotp", file)

    def data(found: re.Match[str]) -> str:
        path = posixpath.join(posixpath.dirname(file), found[2])
        text = text_of("taotp", path)
        value = minify_css(text) if path.endswith(".css") else json.loads(text)
        written = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
        return f"const {found[1]} = {written};"

    line = r'^import (\w+) from "([\w./]+\.(?:json|css))"(?: with [^;]*)?;'
    return re.sub(line, data, code, flags=re.M)


def without_modules(code: str) -> str:
    """The code without imports, and without all exports but the default."""
    code = re.sub(r"^import [^;]*;\n", "", code, flags=re.M)
    return re.sub(r"^export (?!default)", "", code, flags=re.M)


@cache
def imports_of(file: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What a file imports: from which file, and which names."""
    line = r'^import (?:\{([^}]*)\} from )?"(\.{1,2}/[\w./]+\.js)";'
    folder = posixpath.dirname(file)
    return tuple(
        (posixpath.normpath(posixpath.join(folder, path)), tuple(re.findall(r"\w+", names)))
        for names, path in re.findall(line, source(file), flags=re.M)
    )


@cache
def all_files_of(part: str) -> tuple[str, ...]:
    """The files that a part uses beyond the common script, in the order in which it does."""
    found: list[str] = []

    def add(file: str) -> None:
        for other, _ in imports_of(file):
            if other not in (*COMMON, *found):
                add(other)
        found.append(file)

    add(PARTS[part])
    return tuple(found)


def own_files(lent: str) -> set[str]:
    """The files of a part that others use, without those of such parts before it."""
    before = LENT[: LENT.index(lent)]
    return {*all_files_of(lent)}.difference(*map(all_files_of, before))


@cache
def lent_to(part: str) -> tuple[str, ...]:
    """The parts whose files a part uses."""
    used = set(all_files_of(part))
    return tuple(each for each in LENT if each != part and used & own_files(each))


def with_lent(parts: Iterable[str]) -> list[str]:
    """The parts with those that they use, each once and before those that use it."""
    wanted = sorted(set(parts))
    lent = {each for part in wanted for each in lent_to(part)} | {*LENT} & {*wanted}
    first = [each for each in LENT if each in lent]
    return [*first, *(each for each in wanted if each not in lent)]


def with_needed(parts: Iterable[str]) -> list[str]:
    """The same with the parts that they may come to need: for a host that loads none later."""
    first = with_lent(parts)
    return with_lent([*first, *(part for each in first for part in WHEN_NEEDED.get(each, ()))])


def files_of(part: str) -> list[str]:
    """The files of a part, in the order in which each uses those before it."""
    theirs = {file for each in lent_to(part) for file in own_files(each)}
    return [file for file in all_files_of(part) if file not in theirs]


def source_of(part: str) -> str:
    """What stands in all files of a part."""
    return "\n".join(map(source, files_of(part)))


def names_used(part: str, of: Iterable[str] = COMMON) -> list[str]:
    """The names that a part uses of some files: of the common script's, or of another part's."""
    lists = [names for file in files_of(part) for used, names in imports_of(file) if used in of]
    return sorted({name for names in lists for name in names})


def names_lent(part: str) -> list[str]:
    """The names that other parts use of a part."""
    others = [names_used(each, files_of(part)) for each in PARTS if part in lent_to(each)]
    return sorted({name for names in others for name in names})


@cache
def module(*parts: str) -> str:
    """All of the script as one ES module, without imports: what a live notebook loads."""
    sources = [source(file) for file in (*COMMON, WIDGET)]
    chain = with_needed(parts)
    for each in chain:  # in braces, so that its names are its own, and open to those that use it
        sources.append(f"{{\n{source_of(each)}\n" + "}" * (each not in LENT))
    open_ = sum(each in LENT for each in chain)
    return minify(without_modules("\n".join([*sources, "}" * open_])))


def minify(code: str) -> str:
    """The code without comments and white space; as it is where rjsmin is not installed."""
    if find_spec("rjsmin") is None:  # a borrowed notebook, to which the size does not matter
        return code
    from rjsmin import jsmin  # type: ignore[import-untyped]

    return str(jsmin(code))


def minify_css(css: str) -> str:
    """A style sheet without comments and the white space that it can do without."""
    css = re.sub(r"(?s)/\*.*?\*/", "", css).strip()
    css = re.sub(r"\s*([{};,>])\s*|(?<=[a-z]:)\s+", r"\1", css).replace(";}", "}")
    return re.sub(r"\s+", " ", css)


@cache
def script() -> str:
    """The common script as a classic one, which a page opened from disk may load too."""
    body = minify(without_modules("\n".join(map(source, COMMON))))
    shared = ",".join(sorted({name for part in PARTS for name in names_used(part)}))
    return f'(() => {{\n"use strict";\n{body}\ndefine({{{shared}}});\n}})();\n'


@cache
def part_script(part: str) -> str:
    """A part as a classic script, to be loaded before the common one, which it waits for."""
    used = [name for each in lent_to(part) for name in names_used(part, files_of(each))]
    names = ",".join(sorted({*names_used(part), *used}))
    body = minify(without_modules(source_of(part)))
    gives = f"\nreturn {{{','.join(names_lent(part))}}};" if part in LENT else ""
    return (
        f'(() => {{\n"use strict";\n(self.handParts ??= []).push(({{{names}}}) => {{\n'
        f"{body}{gives}\n}});\n}})();\n"
    )


def packed(code: str) -> str:
    """A script that unpacks another and runs it: a notebook that is saved keeps a third of it."""
    import gzip  # a page that runs Python packs nothing

    data = base64.b64encode(gzip.compress(code.encode(), mtime=0)).decode()
    return f'({UNPACK})("{data}");'


@cache
def stylesheet() -> str:
    """What a page has to know about figures: no light card behind them, and how to print them."""
    return source(f"{KIT}page.css")


@cache
def page_sheets() -> dict[str, str]:
    """What changes the page around a part, loaded with it alone: `page.css` in the part's folder.

    As rules on a body that has such a figure, they would have every browser see to the whole page
    whenever anything is put into it.
    """
    sheets = {part: f"{posixpath.dirname(file)}/page.css" for part, file in PARTS.items()}
    folder = files("taotp")
    return {
        part: source(sheet)
        for part, sheet in sheets.items()
        if sheet != f"{KIT}page.css" and folder.joinpath(sheet).is_file()
    }
