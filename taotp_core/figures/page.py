"""The script and the style sheet that pages with live figures load."""

import re
from functools import cache
from importlib.resources import files
from importlib.util import find_spec

PARTS = ("arithmetic.js", "runs.js", "panels.js", "view.js")  # each uses those before it


@cache
def module() -> str:
    """All of the script as one ES module, without imports: what a live notebook loads."""
    sources = (files(__package__).joinpath(part).read_text("utf-8") for part in PARTS)
    joined = "\n".join(re.sub(r"^import [^;]*;\n", "", source, flags=re.M) for source in sources)
    return packed(re.sub(r"^export (?!default)", "", joined, flags=re.M))


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
    """The same as a classic script, which a page opened from disk may load too."""
    body = re.sub(r"export default\b", "const widget=", module())
    return f'(() => {{\n"use strict";\n{body}\ndefine();\n}})();\n'


@cache
def stylesheet() -> str:
    """What a page has to know about figures: no light card behind them, and how to print them."""
    return files(__package__).joinpath("page.css").read_text("utf-8")
