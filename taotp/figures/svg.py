"""What matplotlib draws, made fit to stand inside a page."""

import re
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
CURRENT = "#010203"  # what is drawn in this color takes the color of the text around the picture
DROPPED = {f"{SVG}metadata", f"{SVG}style", f"{SVG}title"}


def inline(source: str, name: str) -> str:
    """An SVG file as an element of a page, which its surroundings name for readers who listen.

    Styles become attributes, since a page may forbid inline styles; text takes the font of the page
    and `CURRENT` its color; ids are the picture's own, and only where something refers to them.
    """
    root = ElementTree.fromstring(source)
    used = set(re.findall(r'(?:href="#|url\(#)([\w-]+)', source))
    tidy(root, used, prefix=re.sub(r"\W+", "-", name.lower()))
    ElementTree.register_namespace("", SVG.strip("{}"))
    ElementTree.register_namespace("xlink", LINK.split("}")[0].strip("{"))
    text = ElementTree.tostring(root, encoding="unicode").replace(CURRENT, "currentColor")
    return text.replace("<svg ", '<svg aria-hidden="true" ', 1)


def tidy(element: ElementTree.Element, used: set[str], prefix: str) -> None:
    """Tidy an element and what is below it."""
    element.attrib = plain_attributes(element.attrib, used, prefix)
    element.tail = None
    if element.tag != f"{SVG}text" and not (element.text or "").strip():
        element.text = None
    children: list[ElementTree.Element] = []
    for child in element:
        if child.tag in DROPPED:
            continue
        tidy(child, used, prefix)
        if child.tag == f"{SVG}defs" and not len(child):
            continue
        bare = child.tag == f"{SVG}g" and not child.attrib
        children.extend(child if bare else [child])
    element[:] = children


def plain_attributes(attributes: dict[str, str], used: set[str], prefix: str) -> dict[str, str]:
    """Attributes with the style among them, short numbers and ids of their own."""
    out = {**attributes, **style_attributes(attributes.get("style", ""))}
    for name in ("style", "font-family"):
        out.pop(name, None)
    if out.get("id") not in used:
        out.pop("id", None)
    else:
        out["id"] = f"{prefix}-{out['id']}"
    if out.get("transform", "").startswith("rotate(-0 "):
        del out["transform"]
    for name, value in out.items():
        if name == LINK or value.startswith("url(#"):
            value = value.replace("#", f"#{prefix}-", 1)
        out[name] = (
            round_numbers(value) if name in ("d", "x", "y", "transform", "points") else value
        )
    return out


def style_attributes(style: str) -> dict[str, str]:
    """A style as the attributes of the same name; of a font only size, weight and slant."""
    out: dict[str, str] = {}
    for part in style.split(";"):
        name, _, value = (word.strip() for word in part.partition(":"))
        if name == "font":
            size = re.search(r"[\d.]+px", value)
            out |= {"font-size": size[0]} if size else {}
            out |= {"font-weight": "bold"} if re.match(r".*\b700\b", value) else {}
            out |= {"font-style": "italic"} if value.startswith("italic") else {}
        elif name:
            out[name] = value
    return out


def round_numbers(numbers: str) -> str:
    """Coordinates to a hundredth of a point, on one line."""
    short = re.sub(r"\d+\.\d{3,}", lambda m: f"{float(m[0]):.2f}".rstrip("0").rstrip("."), numbers)
    return " ".join(short.split())
