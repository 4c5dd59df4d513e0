"""Icons are shapes in style sheets, without a font or a script."""

from playwright.sync_api import Page

from tests.pages.accessible import DARK


def test_icons_are_shapes(page: Page, site: str) -> None:
    """No font or script of icons is loaded; every icon is drawn, and seen in forced colors."""
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(f"{site}/index.html", wait_until="load")
    assert not [url for url in loaded if "fontawesome" in url or "fa-" in url]
    icons = page.locator("[class*='fa-']")
    assert icons.count() > 5
    bare = "nodes => nodes.filter(x => getComputedStyle(x).maskImage === 'none').length"
    page.emulate_media(forced_colors="active")
    for theme in ("light", "dark"):
        assert icons.evaluate_all(bare) == 0
        icon = page.locator(".theme-switch-button [class*='fa-']:visible").first
        ink = icon.evaluate("x => getComputedStyle(x).backgroundColor")
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ink not in ("rgba(0, 0, 0, 0)", ground), theme
        page.evaluate(DARK)
