"""The script that pages load: small, joined without a build step, safe to load from disk."""

import gzip
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from taotp_core.figures.page import PARTS, module, script, stylesheet, tight

MOST = 20_000  # bytes, gzipped, for the whole book


def test_size() -> None:
    assert len(gzip.compress(script().encode())) <= MOST


def test_script_is_classic_and_module_needs_no_other_file(node: str, tmp_path: Path) -> None:
    assert not re.search(r"^(import|export)\b", script(), flags=re.M)
    assert not re.search(r"^import\b", module(), flags=re.M)
    assert re.findall(r"^export .*", module(), flags=re.M) == ["export default{render};"]
    for name, text in (("script.js", script()), ("module.mjs", module())):
        (tmp_path / name).write_text(text, "utf-8")
        subprocess.run([node, "--check", str(tmp_path / name)], check=True)


def test_packing_keeps_what_is_in_quotes() -> None:
    for part in PARTS:
        source = files("taotp_core.figures").joinpath(part).read_text("utf-8")
        code = re.sub(r"(?m)^\s*//.*|const CSS = `[^`]*`", "", source)
        code = re.sub(r"(?ms)^import .*?;$", "", code)
        quoted = re.findall(r'"[^"\n]*"|`[^`]*`', code)
        assert len(quoted) > 5
        for text in quoted:
            assert text in module(), text
            assert text.count("{") == text.count("}"), f"a template within a template: {text}"
    rules = re.findall(r"[^{}]+\{[^{}]*\}", tight(".a > b ,\n.c:first-child { color: red; }\nd {}"))
    assert rules == [".a>b,.c:first-child{color: red}".replace(": ", ":"), "d{}"]


def test_without_the_packer_the_script_is_the_same_but_longer(
    monkeypatch: pytest.MonkeyPatch, node: str, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "rjsmin", None)
    plain = module.__wrapped__()
    assert len(plain) > len(module())
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


def test_stylesheet_lifts_the_light_card() -> None:
    assert "hand-figure" in stylesheet()
