"""A page's article as paper has it: pictures for live figures, notes for what is folded."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from urllib.parse import unquote, urlsplit
from xml.etree.ElementTree import Element, SubElement

from tools.paper.articles import (
    classes,
    leave_text,
    put_in_place,
    unwrap,
    with_parents,
    words,
)

PICTURES = {"svg", "img", "table", "figure"}
OF_SCRIPTS = {"button", "canvas", "input", "script", "select", "textarea"}
UNSAID = re.compile(r"data-.*|tabindex|aria-describedby|contenteditable|name")
HEADINGS = {"h1", "h2", "h3"}
LATER = "hand-later"  # the class of a fold that shows a whole section
LAB_NOTES = "lab-notes"  # of one that is the rest of a section with a title of its own
UNTIL_GUESSED = "until-guessed"  # of one that answers a figure
LIVE = "hand-figure"
FIGURES = ("hand-live", "hand-picture")
NOTES = "Notes"
SHORT = 16  # lines of a listing that no page need break
COLORED = {"c", "c1", "k", "kc", "kn", "mf", "mi", "nb", "ow", "s1", "s2", "sa", "sd", "se", "si"}
Where = Callable[[str, str], str | None]  # the address of a name on a page; None where none is


def on_paper(article: Element) -> None:
    """Change an article so that nothing of it waits for a reader's hand."""
    drop_what_moves(article)
    calm_listings(article)
    show_stills(article)
    fold_into_notes(article)
    number_figures(article)
    name_once(article)
    unsay(article)


# Figures


def drop_what_moves(article: Element) -> None:
    """Take out controls, links to headings themselves, and what is hidden or said while one waits.

    A picture for readers without a script stays.
    """
    for parent, child in with_parents(article):
        shows = any(each.tag in PICTURES for each in child.iter())
        if child.tag == "noscript" and shows:
            unwrap(parent, child)
        elif is_of_the_page(child):
            leave_text(parent, child)


def is_of_the_page(element: Element) -> bool:
    """Whether an element does nothing on paper."""
    return (
        element.tag in {"noscript", *OF_SCRIPTS}
        or "headerlink" in classes(element)
        or element.get("role") == "status"
        or element.get("hidden") is not None
    )


def show_stills(article: Element) -> None:
    """Make an ordinary element of each live figure, which holds what stands for it."""
    for element in article.iter():
        if element.tag == LIVE:
            element.tag = "div"
            element.set("class", LIVE)
        if "hand-live" in classes(element):
            as_figure(element)


def as_figure(element: Element) -> None:
    """Let the sentence below a live figure be its caption."""
    element.tag = "figure"
    sentence = element.find("p")
    if sentence is not None:
        sentence.tag = "figcaption"


def number_figures(article: Element) -> None:
    """Write before each caption the number that the page gives it."""
    captions = [
        caption
        for figure in article.iter("figure")
        if classes(figure) & {*FIGURES} and (caption := figure.find("figcaption")) is not None
    ]
    for number, caption in enumerate(captions, start=1):
        label = Element("b")
        label.text, label.tail = f"Figure {number}. ", caption.text
        caption.text = None
        caption.insert(0, label)


# Listings


def calm_listings(article: Element) -> None:
    """Leave in listings the colors of a few kinds of words; mark those that fit a page easily."""
    for listing in article.iter("pre"):
        if "".join(listing.itertext()).count("\n") <= SHORT:
            listing.set("class", "short")
        for parent, child in with_parents(listing):
            if child.tag == "span" and not classes(child) & COLORED:
                unwrap(parent, child)


# Folds


def fold_into_notes(article: Element) -> None:
    """Open what is folded as a section, and move what is folded otherwise to the end, as notes."""
    notes: list[Element] = []
    heading = ""
    for parent, child in with_parents_in_order(article):
        if child.tag in HEADINGS:
            heading = words(child)
        elif child.tag == "details" and LATER in classes(child):
            open_up(child)
        elif child.tag == "details" and {LAB_NOTES, UNTIL_GUESSED} & {*classes(child)}:
            unfold(child)
        elif child.tag == "details":
            notes.append(as_note(parent, child, len(notes) + 1, heading))
    if notes:
        article.append(section_of(notes))


def with_parents_in_order(tree: Element) -> Iterator[tuple[Element, Element]]:
    """Each element behind the one that holds it, as one reads; not what is within a note."""
    for child in [*tree]:
        yield tree, child
        if child.tag != "details":
            yield from with_parents_in_order(child)


def open_up(details: Element) -> None:
    """Show a fold as a box, with what it was called on top."""
    details.tag = "div"
    summary = details.find("summary")
    if summary is not None:
        summary.tag = "p"
        summary.set("class", "fold-title")


def unfold(details: Element) -> None:
    """Show what a fold holds as an ordinary part of its section."""
    details.tag = "div"
    summary = details.find("summary")
    if summary is not None:
        details.remove(summary)


def label_of(details: Element) -> str:
    """What a fold is called while it is closed."""
    summary = details.find("summary")
    if summary is None:
        return "More"
    closed = [each for each in summary.iter() if "collapsed" in classes(each)]
    return words(closed[0] if closed else summary).replace("Show the code", "The code")


def as_note(parent: Element, details: Element, number: int, heading: str) -> Element:
    """Put a link in the place of a fold; what it held, as a note that leads back."""
    label = label_of(details)
    link = Element("span", {"class": "to-note"})
    to = SubElement(link, "a", {"href": f"#note-{number}", "id": f"to-note-{number}"})
    to.text = f"{label} (note {number})"
    put_in_place(parent, details, link)
    summary = details.find("summary")
    if summary is not None:
        details.remove(summary)
    details.tag = "div"
    details.set("class", "note")
    details.set("id", f"note-{number}")
    details.insert(0, head_of(number, label, heading))
    return details


def head_of(number: int, label: str, heading: str) -> Element:
    """The line above a note: its number, which leads back, and what it belongs to."""
    head = Element("p", {"class": "note-head"})
    back = SubElement(head, "a", {"href": f"#to-note-{number}"})
    back.text = f"{number}."
    back.tail = f" {label}"
    if heading:
        back.tail += ", "
        SubElement(head, "i").text = heading
    return head


def section_of(notes: list[Element]) -> Element:
    """The notes of a page."""
    section = Element("section", {"class": "notes", "id": "notes-of-this-page"})
    SubElement(section, "h2").text = NOTES
    section.extend(notes)
    return section


# Names and attributes


def name_once(article: Element) -> None:
    """Let no two elements have one name: a second one has none, in a drawing it gets another."""
    seen: Counter[str] = Counter()
    for number, drawing in enumerate(article.iter("svg")):
        rename(drawing, f"d{number}-")
    for element in article.iter():
        name = element.get("id")
        if name is not None:
            seen[name] += 1
            if seen[name] > 1 or not name:
                del element.attrib["id"]


def rename(drawing: Element, prefix: str) -> None:
    """Put a prefix before the names within a drawing, and where they are used."""
    names = {each.get("id") for each in drawing.iter()} - {None}
    for element in drawing.iter():
        for key, value in element.items():
            if key == "id" or (key.endswith("href") and value[1:] in names):
                mark = value[:1] if key != "id" else ""
                element.set(key, f"{mark}{prefix}{value.removeprefix(mark)}")
            elif "url(#" in value:
                element.set(key, value.replace("url(#", f"url(#{prefix}"))


def unsay(article: Element) -> None:
    """Take away what attributes say to scripts alone; say what links of a drawing lead to."""
    for element in article.iter():
        for name in [*element.keys()]:
            if UNSAID.fullmatch(name):
                del element.attrib[name]
    for drawing in article.iter("svg"):
        if drawing.get("role") == "group":
            del drawing.attrib["role"]
        for link in drawing.iter("a"):
            link.set("xlink:title", words(link))


# Links


def lead(article: Element, page: str, where: Where) -> None:
    """Let links within the book lead to an address of the book on paper, or to nowhere.

    A link to the state of a figure leads to the figure.
    """
    for parent, child in with_parents(article):
        link = child.get("href")
        if child.tag != "a" or link is None or urlsplit(link).scheme:
            continue
        path, _, fragment = link.partition("#")
        name = path.removesuffix(".html") or page
        address = where(name, unquote(fragment.partition("?")[0]))
        if address is None:
            unwrap(parent, child)
        else:
            child.set("href", address)


def names_in(article: Element) -> set[str]:
    """The names to which a link may lead."""
    return {name for each in article.iter() if (name := each.get("id"))}
