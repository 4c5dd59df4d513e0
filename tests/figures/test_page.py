"""The script that pages load: small, joined without a build step, safe to load from disk."""

import gzip
import re
import subprocess
from pathlib import Path

from taotp_core.figures.page import module, script, stylesheet

MOST = 20_000  # bytes, gzipped, for the whole book


def test_size() -> None:
    assert len(gzip.compress(script().encode())) <= MOST


def test_script_is_classic_and_module_needs_no_other_file(node: str, tmp_path: Path) -> None:
    assert not re.search(r"^(import|export)\b", script(), flags=re.M)
    assert not re.search(r"^import\b", module(), flags=re.M)
    assert re.findall(r"^export .*", module(), flags=re.M) == ["export default { render };"]
    for name, text in (("script.js", script()), ("module.mjs", module())):
        (tmp_path / name).write_text(text, "utf-8")
        subprocess.run([node, "--check", str(tmp_path / name)], check=True)


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
