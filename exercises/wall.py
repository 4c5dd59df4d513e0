"""A wall: the machines of a class on one page, with their names, made of links and files."""

import base64
import html
import json
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from exercises.catalogue import BENCHES, EXERCISES
from exercises.first_hour import STEPS
from exercises.handing_in.format import Refused, parse
from exercises.handing_in.inbox import everything, read_file
from exercises.handing_in.links import LINK, Sent, links_in, sent_in
from exercises.judging.judge import verdict
from exercises.visible import visible

DOES = {step.slug: step.does for step in STEPS}
NOTHING = "it holds no link to a machine, no text of one and no machine that was handed in"
HEAD = (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width"><title>Our machines</title>'
)
STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 72rem;
  padding: 0 1rem; }
ul { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr));
  list-style: none; padding: 0; }
li { border: 1px solid; border-radius: 10px; overflow-wrap: anywhere; padding: 0.6rem 1rem; }
h2 { font-size: 1.2rem; margin: 0.2rem 0; }
p { margin: 0.3rem 0; }
"""


@dataclass(frozen=True)
class Hung:
    """A machine on the wall, and what is said of it."""

    sent: Sent
    right: bool
    said: str


def hang(sent: Sent) -> Hung:
    """A machine, asked everything that its bench asks."""
    found = verdict(EXERCISES[sent.slug], sent.text)
    return Hung(sent, found.passed, found.text)


def machines_in(path: Path) -> Iterator[Sent]:
    """The machines of a file: links, a submission, or a text that is named after its bench.

    Raises Refused, in a sentence, for a file that has none.
    """
    try:
        text = read_file(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("it is no text") from None
    if LINK.search(text):
        yield from map(sent_in, links_in(text))
    elif path.suffix.lower() == ".json":
        yield from handed(path)
    elif path.suffix.lower() == ".taotp":
        yield of_text(path, text)
    else:
        raise Refused(NOTHING)


def handed(path: Path) -> Iterator[Sent]:
    """The machine that a submission of a bench holds."""
    found = parse(read_file(path))
    texts = [each.returned for each in found.answers if isinstance(each.returned, str)]
    if found.exercise not in BENCHES or not texts:
        raise Refused(NOTHING)
    yield Sent(found.exercise, builder=found.author, text=texts[0])


def of_text(path: Path, text: str) -> Sent:
    """The machine of a text whose file is named as the page saves it, perhaps with a name behind.

    Several files of one bench have their builders' names, as in build-back Ada.taotp.
    """
    slug = max((each for each in BENCHES if path.stem.startswith(each)), key=len, default="")
    if not slug:
        raise Refused("its name begins with no bench, as build-back Ada.taotp does")
    return Sent(slug, builder=path.stem.removeprefix(slug).strip(" -_()"), text=text)


def found_in(folder: Path, ours: frozenset[Path]) -> tuple[list[Sent], list[str]]:
    """The machines below a folder, each once, and a sentence for each file without."""
    machines: dict[Sent, None] = {}
    refused = []
    for path in everything(folder, ours):
        try:
            machines |= dict.fromkeys(machines_in(path))
        except Refused as error:
            refused.append(f"{visible(path)}: {error}.")
    return [*machines], refused


def letters_of(sent: Sent) -> str:
    """A machine as letters of a link, which the page reads."""
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    data = packer.compress(json.dumps(asdict(sent)).encode()) + packer.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def is_wall(data: bytes) -> bool:
    """Whether these are the bytes of a wall."""
    return data.startswith(HEAD.encode())


def page(machines: list[Hung], book: str) -> str:
    """The wall as one file of HTML, which asks nobody for anything; `book` is where the book is."""
    cards = "\n".join(card(each, book) for each in machines)
    right = sum(each.right for each in machines)
    return (
        f"{HEAD}<style>{STYLE}</style></head><body>"
        f"<h1>Our machines</h1><p>{right} of {len(machines)} are right on all that they were "
        "asked. Can you make one of them say something wrong?</p>"
        f"<ul>\n{cards}\n</ul></body></html>\n"
    )


def card(hung: Hung, book: str) -> str:
    """One machine: its name, its builder, what it is to do, and whether it does."""
    sent = hung.sent
    title = html.escape(visible(sent.name or EXERCISES[sent.slug].title))
    by = f"<p>built by {html.escape(visible(sent.builder))}</p>" if sent.builder else ""
    does = DOES.get(sent.slug)
    what = f"<p>It is to be a machine that {does}.</p>" if does else ""
    address = f"{book.rstrip('/')}/machine.html#m={letters_of(sent)}"
    ask = f'<p><a href="{html.escape(address)}">Try it</a></p>' if does else ""
    return (
        f"<li><h2>{title}</h2>{by}{what}"
        f"<p>{'✓ ' if hung.right else ''}{html.escape(hung.said)}</p>{ask}</li>"
    )
