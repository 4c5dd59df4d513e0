"""The script and the style sheet that pages with live figures load."""

import re
from functools import cache
from importlib.resources import files

PARTS = ("arithmetic.js", "runs.js", "panels.js", "view.js")  # each uses those before it


@cache
def module() -> str:
    """All of the script as one ES module, without imports: what a live notebook loads."""
    sources = (files(__package__).joinpath(part).read_text("utf-8") for part in PARTS)
    joined = "\n".join(re.sub(r"^import [^;]*;\n", "", source, flags=re.M) for source in sources)
    without_comments = re.sub(r"^\s*//.*\n", "", joined, flags=re.M)
    without_margins = re.sub(r"^\s+", "", without_comments, flags=re.M)
    return re.sub(r"^export (?!default)", "", without_margins, flags=re.M)


@cache
def script() -> str:
    """The same as a classic script, which a page opened from disk may load too."""
    body = re.sub(r"^export default ", "const widget = ", module(), flags=re.M)
    return f'(() => {{\n"use strict";\n{body}\ndefine();\n}})();\n'


@cache
def stylesheet() -> str:
    """What a page has to know about figures: no light card behind them, and how to print them."""
    return files(__package__).joinpath("page.css").read_text("utf-8")
