"""What stands on a built page, as a tree of XML without the page's scripts.

Names of elements are as they are written, `svg` and `math` too: their namespaces stand in
attributes of their roots, as in a file that a person would write.
"""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from functools import cache
from html.entities import html5
from typing import Literal
from xml.etree.ElementTree import Element

ARTICLE = re.compile(r'<article class="bd-article"[^>]*>(.*)</article>', re.DOTALL)
SCRIPT = re.compile(r"<script\b.*?</script>", re.DOTALL)
NAMESPACES = {"svg": "http://www.w3.org/2000/svg", "math": "http://www.w3.org/1998/Math/MathML"}
XLINK = "http://www.w3.org/1999/xlink"


class NotXML(ValueError):
    """A page that browsers may show, and readers of XML refuse."""


@cache
def entities() -> str:
    """A declaration of the names that HTML has for letters, such as `nbsp`."""
    own = {"lt;", "gt;", "amp;", "quot;", "apos;"}
    named = {name: text for name, text in html5.items() if name.endswith(";") and name not in own}
    said = (
        f'<!ENTITY {name[:-1]} "{"".join(f"&#{ord(letter)};" for letter in text)}">'
        for name, text in named.items()
    )
    return f"<!DOCTYPE article [{''.join(said)}]>"


def article(page: str) -> Element | None:
    """The article of a page of HTML; None where it has none, NotXML where it cannot be read."""
    found = ARTICLE.search(page)
    return parsed(SCRIPT.sub("", found[1])) if found else None


def parsed(inside: str) -> Element:
    """A piece of a page as an element `article`."""
    text = f"{entities()}<article>{inside}</article>"
    try:
        tree = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        near = text.split("\n")[line - 1][max(0, column - 40) : column + 20]
        raise NotXML(f"{error.args[0].split(':')[0]}, near {near!r}") from None
    for each in tree.iter():
        write_out_namespaces(each)
    return tree


def write_out_namespaces(element: Element) -> None:
    """Name an element and its attributes as they are written."""
    element.tag = element.tag.rpartition("}")[2]
    for name in [*element.keys()]:
        space, _, own = name.rpartition("}")
        if space:
            prefix = "xlink:" if space[1:] == XLINK else "xml:"
            element.set(f"{prefix}{own}", element.attrib.pop(name))
    if element.tag in NAMESPACES:
        element.set("xmlns", NAMESPACES[element.tag])
    if element.tag == "svg":
        element.set("xmlns:xlink", XLINK)


def written(tree: Element, method: Literal["xml", "html"] = "xml") -> str:
    """A tree as text; by the method "html" as a page of HTML has it."""
    return ElementTree.tostring(tree, encoding="unicode", method=method)


# Small changes of a tree


def classes(element: Element) -> set[str]:
    """The classes of an element."""
    return {*element.get("class", "").split()}


def with_parents(tree: Element) -> Iterator[tuple[Element, Element]]:
    """Each element below a tree behind the one that holds it, as the tree is now."""
    pairs = [(parent, child) for parent in tree.iter() for child in parent]
    yield from pairs


def leave_text(parent: Element, child: Element, text: str = "") -> None:
    """Take an element out, and put a text and what follows it in its place."""
    at = [*parent].index(child)
    text += child.tail or ""
    if at:
        parent[at - 1].tail = (parent[at - 1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text
    parent.remove(child)


def put_in_place(parent: Element, old: Element, new: Element) -> None:
    """Put an element in another's place."""
    new.tail, old.tail = old.tail, None
    parent[[*parent].index(old)] = new


def unwrap(parent: Element, child: Element) -> None:
    """Put what an element holds in its place."""
    at = [*parent].index(child)
    inside = [*child]
    before, after = child.text or "", child.tail or ""
    child.tail = None
    leave_text(parent, child, before)
    for offset, each in enumerate(inside):
        parent.insert(at + offset, each)
    if inside:
        inside[-1].tail = (inside[-1].tail or "") + after
    else:
        leave_after(parent, at, after)


def leave_after(parent: Element, at: int, text: str) -> None:
    """Put a text behind the element before a place."""
    if at:
        parent[at - 1].tail = (parent[at - 1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def words(element: Element) -> str:
    """All text of an element, on one line."""
    return " ".join("".join(element.itertext()).split())
