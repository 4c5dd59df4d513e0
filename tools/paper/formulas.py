"""Formulas as MathML, which needs no script."""

from xml.etree.ElementTree import Element, fromstring

from latex2mathml.converter import convert

from tools.paper.articles import classes, put_in_place, with_parents, write_out_namespaces

BAR = "|"
MARKS = {r"\(": "inline", r"\[": "block"}


def as_mathml(source: str) -> Element:
    r"""A formula of a page, such as `\(x^2\)`, as an element; its source is its words."""
    source = source.strip()
    tex = source[2:-2].strip()
    formula = fromstring(convert(tex, display=MARKS[source[:2]]))
    for each in formula.iter():
        write_out_namespaces(each)
        if each.tag == "mo" and each.text == BAR:  # else it has the room of a sign between two
            each.attrib.update(lspace="0", rspace="0", stretchy="false")
    formula.set("alttext", " ".join(tex.split()))
    return formula


def set_formulas(article: Element) -> None:
    """Put MathML in the place of the formulas that wait for a script."""
    for parent, child in with_parents(article):
        if {"math", "notranslate"} <= classes(child):
            put_formula(parent, child)


def put_formula(parent: Element, child: Element) -> None:
    """Set one formula; one on a line of its own keeps its place and its name."""
    formula = as_mathml("".join(child.itertext()))
    if child.tag == "span":
        put_in_place(parent, child, formula)
        return
    for each in [*child]:
        child.remove(each)
    child.text = None
    child.append(formula)
