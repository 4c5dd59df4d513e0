"""The script that pages load: small, joined without a build step, safe to load from disk."""

import gzip
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from taotp.page.bundle import (
    COMMON,
    LENT,
    PARTS,
    files_of,
    lent_to,
    minify_css,
    module,
    names_lent,
    names_used,
    page_sheets,
    part_script,
    script,
    source,
    source_of,
    stylesheet,
    with_lent,
)
from tests.laws import every

MOST = 20_000  # bytes, gzipped, for every page
MOST_OF_A_PART = 12_000
MOST_OF = {  # faults take words: 0078, in taotp/listing/README.md, and 0084
    "listing": 28_300,
    "computer": 12_350,
}


def test_size() -> None:
    assert len(gzip.compress(script().encode())) <= MOST


@every("part", PARTS)
def test_size_of_a_part(part: str) -> None:
    most = MOST_OF.get(part, MOST_OF_A_PART)
    assert len(gzip.compress(part_script(part).encode())) <= most


# Reads each file of a folder as the kind that its name says, and runs none.
PARSE = """
const { readdirSync, readFileSync } = require("node:fs");
const { Script, SourceTextModule } = require("node:vm");
for (const name of readdirSync(process.argv[1])) {
  const text = readFileSync(`${process.argv[1]}/${name}`, "utf8");
  name.endsWith(".mjs") ? new SourceTextModule(text, { identifier: name })
    : new Script(text, { filename: name });
}
"""


def test_script_is_classic_and_module_needs_no_other_file(node: str, tmp_path: Path) -> None:
    scripts = {"script.js": script()} | {f"{p}.js": part_script(p) for p in PARTS}
    modules = {"module.mjs": module()} | {f"{p}.mjs": module(p) for p in PARTS}
    for text in scripts.values():
        assert not re.search(r"^(import|export)\b", text, flags=re.M)
    for text in modules.values():
        assert not re.search(r"^import\b", text, flags=re.M)
        assert re.findall(r"^export [^;]*;", text, flags=re.M) == ["export default{render};"]
    for name, text in (scripts | modules).items():
        (tmp_path / name).write_text(text, "utf-8")
    command = [node, "--experimental-vm-modules", "--no-warnings", "-e", PARSE, str(tmp_path)]
    subprocess.run(command, check=True)


@every("part", PARTS)
def test_a_part_imports_what_the_common_script_has(part: str) -> None:
    exported = re.findall(
        r"^export (?:const|function|class) (\w+)", "\n".join(map(source, COMMON)), flags=re.M
    )
    assert names_used(part) or lent_to(part)
    assert set(names_used(part)) <= set(exported)
    lines = re.findall(r"^import [^;]*;", source(PARTS[part]), flags=re.M)
    assert not [line for line in lines if " as " in line or "*" in line], "names stay as they are"


def test_what_parts_share_is_loaded_once_and_first() -> None:
    assert with_lent(["listed", "editor", "answer", "editor"]) == [
        "form", "cutting", "listing", "semes", "wider", "editor", "answer", "listed"
    ]  # fmt: skip
    assert with_lent(["gate"]) == ["gate"]
    for part in ("editor", "listed"):
        assert "readListing" in names_used(part, files_of("listing"))
        assert "function readListing" not in part_script(part)
        assert module(part).count("function readListing") == 1
    assert "readListing" in names_lent("listing")


def test_packing_keeps_what_is_in_quotes() -> None:
    packed = {source(file): module() for file in COMMON}
    packed |= {source_of(part): part_script(part) for part in PARTS}
    for code, text_packed in packed.items():
        code = re.sub(r"(?m)^\s*//.*|(?s:/\*\*.*?\*/)", "", code)
        code = re.sub(r"(?ms)^import .*?;$", "", code)
        quoted = re.findall(r'"(?:[^"\\\n]|\\.)*"|`[^`]*`', code)
        assert quoted
        for text in quoted:
            assert text in text_packed, text
            nested = text[0] == "`" and text.count("{") != text.count("}")
            assert not nested, f"a template within a template: {text}"
    rules = re.findall(
        r"[^{}]+\{[^{}]*\}", minify_css(".a > b ,\n.c:first-child { color: red; }\nd {}")
    )
    assert rules == [".a>b,.c:first-child{color: red}".replace(": ", ":"), "d{}"]


def test_style_is_in_style_sheets_each_of_which_a_script_imports() -> None:
    folder = files("taotp").joinpath("page")
    sheets = {str(path.relative_to(str(folder))) for path in Path(str(folder)).rglob("*.css")}
    imported = set()
    for path in Path(str(folder)).rglob("*.js"):
        code = path.read_text("utf-8")
        place = path.parent.relative_to(str(folder))
        imported |= {str(place / name) for name in re.findall(r'from "\./(\w+\.css)"', code)}
        assert not re.search(r"(?m)^\s*[.:@][\w-]+[^{}()]*\{ [\w-]+: ", code), path
    assert sheets == imported | {"kit/page.css", "editor/playground/page.css"}


def test_a_table_that_a_script_imports_is_read_by_python_too() -> None:
    """See 0084: each is read by name in the folder that it stands in."""
    tables = {
        (script.parent / name).resolve()
        for script in Path(str(files("taotp"))).rglob("*.js")
        for name in re.findall(r'(?m)^import \w+ from "([\w./]+\.json)"', script.read_text("utf-8"))
    }
    readers = {
        table: "".join(path.read_text("utf-8") for path in table.parent.glob("*.py"))
        for table in tables
    }
    assert tables
    assert not [table for table, code in readers.items() if f'"{table.name}"' not in code]


def test_without_the_packer_the_script_is_the_same_but_longer(
    monkeypatch: pytest.MonkeyPatch, node: str, tmp_path: Path
) -> None:
    packed = module()  # which is kept, so it is made while the packer is there
    monkeypatch.setitem(sys.modules, "rjsmin", None)
    plain = module.__wrapped__()
    assert len(plain) > len(packed)
    (tmp_path / "module.mjs").write_text(plain, "utf-8")
    subprocess.run([node, "--check", str(tmp_path / "module.mjs")], check=True)


def test_nothing_is_evaluated_or_fetched() -> None:
    for word in (
        "eval(",
        "Function(",
        "innerHTML",
        "fetch(",
        "XMLHttpRequest",
        "http://",
        "https://",
    ):
        allowed = ["http://www.w3.org/2000/svg"] if word == "http://" else []
        assert len(re.findall(re.escape(word), script())) == len(allowed), word
        assert not [part for part in PARTS if word in part_script(part)], word


def test_stylesheet_lifts_the_light_card() -> None:
    assert "hand-figure" in stylesheet()
    assert page_sheets().keys() == {"cover", "playground"}
    assert ":has" in stylesheet()
    assert not re.search(
        r"\b(?:html|body|article):has", "".join([stylesheet(), *page_sheets().values()])
    )


def test_names_that_parts_lend_are_no_names_of_the_common_script() -> None:
    """Both are handed to the parts that come later, where the last of two would be found."""
    common = {name for part in PARTS for name in names_used(part)}
    lent = [name for part in LENT for name in names_lent(part)]
    assert common.isdisjoint(lent)
    assert len({*lent}) == len(lent)
