"""What axe asks of a page, or of a part of it."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

# Preloading would fetch the style sheets again, from wrong addresses.
AXE = {"resultTypes": ["violations"], "preload": False}
# Marks text of each look once: its kind, its ink and size, and every ground below it. Where that
# is what it was in another text, so is its contrast, and axe takes long over each.
MARK_LOOKS = """(place) => {
  const seen = new Map();
  const ground = (node) => {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(node);
    const words = `${backgroundColor} ${backgroundImage} ${opacity}`;
    return words === "rgba(0, 0, 0, 0) none 1" ? "" : words;
  };
  const look = (node) => {
    const { color, fill, fontSize, fontWeight } = getComputedStyle(node);
    const words = [node.localName, node.getAttribute("class"), color, fill, fontSize, fontWeight];
    for (let each = node; each; each = each.parentElement ?? each.getRootNode().host) {
      words.push(ground(each));
    }
    return words.filter(Boolean).join();
  };
  const gather = (root) => {
    for (const node of root.querySelectorAll("*")) {
      node.removeAttribute("data-look");
      if (node.shadowRoot) gather(node.shadowRoot);
      const says = [...node.childNodes].some((each) => each.nodeType === 3 && each.data.trim());
      if (says && node.checkVisibility({ visibilityProperty: true })) seen.set(look(node), node);
    }
  };
  for (const each of document.querySelectorAll(place)) {
    gather(each);
    if (each.shadowRoot) gather(each.shadowRoot);
  }
  seen.values().forEach((node) => node.setAttribute("data-look", ""));
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-look]" }] });
}"""

# Code and formulas are half of a page, thousands of nodes that say nothing to axe but their looks.
# Formulas that are seen stay, as nothing may get another width.
THIN = """() => {
  const some = "pre *, details:not([open]) mjx-container *";
  for (const node of document.querySelectorAll(some)) {
    if (!node.matches("[data-look]") && !node.querySelector("[data-look]")) {
      node.replaceWith(node.textContent);
    }
  }
}"""


def assert_accessible(page: Page, place: str = "body", *, thin: bool = False) -> None:
    """No rule of axe is violated; that of contrast is asked of one text of each look.

    In the dark it is asked alone: a page says there what it says by day. `thin` leaves of code and
    of folded formulas one of each look: such a page is for axe alone.
    """
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT)
    page.evaluate(MARK_LOOKS, place)
    if thin:
        page.evaluate(THIN)
    dark = page.evaluate("document.documentElement.dataset.theme") == "dark"
    options = AXE | ({"runOnly": ["color-contrast"]} if dark else {})
    results = page.evaluate("([place, options]) => axe.run(place, options)", [place, options])
    assert results["violations"] == []
