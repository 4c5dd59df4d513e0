"""Where no browser is installed, a browser test is skipped by name, and fails where CI is set."""

from pathlib import Path

import pytest

from tests.pages.conftest import cannot_run
from tools.chromium import chromium_path


def test_without_a_browser_a_reader_skips_and_ci_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="browser test not run: no chromium"):
        cannot_run("no chromium")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="browser test cannot run: no chromium"):
        cannot_run("no chromium")


def test_the_browser_is_looked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium_path() is None
    browser = tmp_path / "google-chrome"
    browser.write_text("#!/bin/sh\n")
    browser.chmod(0o755)
    assert chromium_path() == str(browser)
    monkeypatch.setenv("CHROMIUM", "/a/browser")
    assert chromium_path() == "/a/browser"
