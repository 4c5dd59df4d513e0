"""What axe asks of a page, or of a part of it."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, ViewportSize

# Preloading would fetch the style sheets again, from wrong addresses.
AXE = {"resultTypes": ["violations"], "preload": False}
# Marks text and links of each look once: the kind, the ink and size, and every ground below; of a
# link the ink around it too. Where that is what it was in another text, so is its contrast, and axe
# takes long over each. Gives the looks that are new, as numbers.
MARK_LOOKS = """([place, known]) => {
  const seen = new Map();
  const ground = (node) => {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(node);
    const words = `${backgroundColor} ${backgroundImage} ${opacity}`;
    return words === "rgba(0, 0, 0, 0) none 1" ? "" : words;
  };
  const look = (node) => {
    const { color, fill, fontSize, fontWeight } = getComputedStyle(node);
    const words = [node.localName, node.getAttribute("class"), color, fill, fontSize, fontWeight];
    if (node.localName === "a") words.push(getComputedStyle(node.parentElement ?? node).color);
    for (let each = node; each; each = each.parentElement ?? each.getRootNode().host) {
      words.push(ground(each));
    }
    return numbered(words.filter(Boolean).join());
  };
  const numbered = (words) => {
    let [one, other] = [7, 11];
    for (let i = 0; i < words.length; i++) {
      one = Math.imul(one ^ words.charCodeAt(i), 16777619);
      other = Math.imul(other + words.charCodeAt(i), 2246822507);
    }
    return `${one} ${other}`;
  };
  const gather = (root) => {
    for (const node of root.querySelectorAll("*")) {
      node.removeAttribute("data-look");
      if (node.shadowRoot) gather(node.shadowRoot);
      const says = [...node.childNodes].some((each) => each.nodeType === 3 && each.data.trim());
      if ((says || node.localName === "a") && node.checkVisibility({ visibilityProperty: true })) {
        seen.set(look(node), node);
      }
    }
  };
  for (const each of document.querySelectorAll(place)) {
    gather(each);
    if (each.shadowRoot) gather(each.shadowRoot);
  }
  for (const each of known) seen.delete(each);
  seen.values().forEach((node) => node.setAttribute("data-look", ""));
  axe.configure({ rules: [
    { id: "color-contrast", selector: "[data-look]" },
    { id: "link-in-text-block", selector: "a[data-look]" },
  ] });
  return [...seen.keys()];
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


# Figures follow a frame later; their colors may glide.
DARK = """async () => {
  document.documentElement.dataset.theme = "dark";
  for (let i = 0; i < 3; i++) await nextFrame();
  await Promise.all(document.getAnimations().map((each) => each.finished));
}"""
PHONE: ViewportSize = {"width": 360, "height": 800}


# The looks that were asked in this process, and had contrast enough.
ASKED: set[str] = set()


def assert_accessible(page: Page, place: str = "body", *, thin: bool = False) -> None:
    """No rule of axe is violated; those of contrast are asked of one text of each look in a run.

    In the dark they are asked alone: a page says there what it says by day. `thin` leaves of code
    and of folded formulas one of each look: such a page is for axe alone.
    """
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT)
    looks = page.evaluate(MARK_LOOKS, [place, [*ASKED]])
    dark = page.evaluate("document.documentElement.dataset.theme") == "dark"
    if dark and not looks:
        return
    if thin:
        page.evaluate(THIN)
    options = AXE | ({"runOnly": ["color-contrast"]} if dark else {})
    results = page.evaluate("([place, options]) => axe.run(place, options)", [place, options])
    found = {
        each["id"]: [node["html"][:120] for node in each["nodes"]] for each in results["violations"]
    }
    assert found == {}, found
    ASKED.update(looks)


def assert_fits(page: Page, width: int = PHONE["width"]) -> None:
    """The page does not scroll sideways in so wide a window."""
    page.set_viewport_size({"width": width, "height": PHONE["height"]})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def assert_for_everybody(page: Page, place: str = "body") -> None:
    """A page is accessible by daylight, and in the dark on a phone, where it fits."""
    assert_accessible(page, place)
    assert_fits(page)
    page.evaluate(DARK)
    assert_accessible(page, place)
