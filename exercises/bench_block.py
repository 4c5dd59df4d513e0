"""A bench in a chapter: a closed block, which a reader of a page or of a live notebook opens."""

import html
import re
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import Any

from exercises import exercise
from exercises.answer_field import bench, bench_of
from exercises.catalogue import BENCHES
from exercises.judging.bench import Bench
from exercises.statement import Exercise
from taotp.figures.bench import Workbench
from taotp.figures.figure import Json
from taotp.figures.live import for_page
from taotp.figures.rebuild import WIDGET, view_of
from taotp.figures.spec import to_json
from taotp.listing.skeleton import BLANK
from taotp.page.bundle import with_lent

PART = "later"  # of the script: it loads the others when a block is opened


@dataclass(frozen=True, repr=False)
class Block:
    """Benches that are closed until a reader opens them; a terminal shows their texts.

    In a chapter a block says all that is needed; a page that `says` it already says the task.
    """

    slugs: tuple[str, ...]
    says: bool = False

    def __repr__(self) -> str:
        return "\n\n".join(as_text(each, of) for each, of in self.benches)

    def _repr_html_(self) -> str:
        """A page's block, or where no kernel brings a widget, each text behind its title."""
        if not for_page():
            return "".join(unmounted(each, of) for each, of in self.benches)
        return "".join(as_html(each, of, self.says) for each, of in self.benches)

    def _repr_mimebundle_(self, **_: object) -> Json:
        """Words, HTML, and in a live notebook the figures of the page, with their verdicts."""
        bundle: Json = {"text/plain": repr(self), "text/html": self._repr_html_()}
        if for_page() or find_spec("anywidget") is None:
            return bundle
        return bundle | {WIDGET: view_of(self.widget)}

    @property
    def benches(self) -> list[tuple[Exercise, Bench]]:
        """The exercise and the bench of each."""
        return [(exercise(slug), BENCHES[slug]) for slug in self.slugs]

    @cached_property
    def figures(self) -> dict[str, Workbench]:
        """The figure of each by its slug; in a live notebook `text` is what its reader typed.

        >>> build_yourself("build-vote").figures["build-vote"].text.splitlines()[0]
        'symbols a b'
        """
        return {slug: bench(slug) for slug in self.slugs}

    @cached_property
    def widget(self) -> Any:
        """The benches for a kernel: each behind its title, with its task, its help, its verdict."""
        import ipywidgets

        inside = [
            ipywidgets.VBox(
                [
                    ipywidgets.HTML(task(of, said=self.says)),
                    self.figures[of.slug].widget,
                    ipywidgets.HTML(help_for(each, of)),
                ]
            )
            for each, of in self.benches
        ]
        shown = ipywidgets.Accordion(inside, selected_index=None)
        for place, (each, of) in enumerate(self.benches):
            shown.set_title(place, f"Build it yourself first: {each.title} ({blanks(of)})")
        return shown


def build_yourself(*names: str) -> Block:
    """Benches for the place where a chapter is about to build what they ask for.

    Raises ValueError for the name of anything else.

    >>> build_yourself("build-vote").slugs
    ('build-vote',)
    """
    return Block(tuple(bench_of(name).slug for name in names))


def folded(name: str) -> Block:
    """A bench, closed, for a page that says beside it what it asks for.

    Raises ValueError for the name of anything else.
    """
    return Block((bench_of(name).slug,), says=True)


# In a notebook


def as_text(each: Exercise, of: Bench) -> str:
    """The task of a bench, its text, and how it is judged."""
    examples = ", ".join(f"{prompt or 'nothing'} → {said}" for prompt, said in of.examples)
    return "\n\n".join(
        (
            f"Build it yourself first: {each.title} ({blanks(of)}).",
            f"{' '.join(of.task_words.split())}\nSo: {ended(examples)}",
            of.text.rstrip(),
            f'With the blanks ({BLANK}) filled in, check("{of.slug}", """...""") judges it, and '
            f'hint("{of.slug}") helps;\nboth come by: from exercises import check, hint',
        )
    )


def unmounted(each: Exercise, of: Bench) -> str:
    """A bench where nothing can be mounted: its text, behind its title."""
    title = f"Build it yourself first: {marked(each.title)} ({blanks(of)})"
    text = html.escape(as_text(each, of))
    return f"<details><summary>{title}</summary><pre>{text}</pre></details>"


def ended(sentence: str) -> str:
    """A sentence with a period, unless dots end it."""
    return sentence if sentence.endswith("...") else f"{sentence}."


def blanks(of: Bench) -> str:
    """How many blanks a text has."""
    return "1 blank" if of.blanks == 1 else f"{of.blanks} blanks"


# In a page


def as_html(each: Exercise, of: Bench, says: bool) -> str:
    """A bench as a block that loads nothing before it is opened."""
    made = bench(of.slug)
    title = f"<b>{marked(each.title)}</b>"
    if says:
        summary = f"{title} <span>{blanks(of)}</span>"
    else:
        more = f"{blanks(of)}; a finished machine follows"
        summary = f"Build it yourself first: {title} <span>{more}</span>"
    figure = (
        f'<pre id="{of.slug}"><code>{html.escape(of.text)}</code></pre>'
        f'<script type="application/json">{to_json(made.spec)}</script>'
        '<p role="status"></p>'
        "<noscript><p>With JavaScript it can be typed into and judged here.</p></noscript>"
    )
    parts = " ".join(with_lent(made.parts))
    return (
        f'<details class="hand-later" data-parts="{PART}" data-later="{parts}">'
        f"<summary>{summary}</summary>"
        f"{task(of, says)}{figure}{help_for(each, of)}{'' if says else there(each, of)}</details>"
    )


def task(of: Bench, said: bool) -> str:
    """What is asked, unless that is said, three examples, and the sentences that are new."""
    asked = "" if said else f"<p>{marked(of.task_words.strip())}</p>"
    examples = ", ".join(
        f"{f'<code>{html.escape(prompt)}</code>' if prompt else 'nothing'} → {html.escape(said)}"
        for prompt, said in of.examples
    )
    rows = "".join(
        f"<tr><td>{sentence(said)}</td><td>{marked(does)}</td></tr>" for said, does in of.words
    )
    return (
        f"{asked}<p><i>So:</i> {ended(examples)}</p>"
        f"<table><thead><tr><th>new</th><th>what it does</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def help_for(each: Exercise, of: Bench) -> str:
    """Hints and an answer, each folded."""
    words = each.answer.split("\n\n```")[0]
    folded = [(f"Hint {i}", f"<p>{marked(hint)}</p>") for i, hint in enumerate(each.hints, 1)]
    filled = f"<pre><code>{html.escape(of.filled)}</code></pre>"
    folded.append(("An answer", f"<p>{marked(words)}</p>{filled}"))
    return "".join(f"<details><summary>{a}</summary>{b}</details>" for a, b in folded)


def there(each: Exercise, of: Bench) -> str:
    """The way to the workshop, and what this chapter does instead."""
    return (
        f'<p>It is bench {each.number} of <a href="workshop.html#{each.label}">the workshop</a>, '
        "which begins with less. What is built in one place is there in the other. This chapter "
        f"{of.there}.</p>"
    )


def marked(markdown: str) -> str:
    """A paragraph with its code and its emphasis as HTML.

    >>> marked("the *last* of `a < b`")
    'the <i>last</i> of <code>a &lt; b</code>'
    """
    text = html.escape(" ".join(markdown.split()), quote=False)
    parts = re.split(r"`([^`]+)`", text)
    parts[1::2] = [f"<code>{code}</code>" for code in parts[1::2]]
    parts[::2] = [re.sub(r"\*([^*]+)\*", r"<i>\1</i>", words) for words in parts[::2]]
    return "".join(parts)


def sentence(said: str) -> str:
    """A sentence of the language as code; words about it stay."""
    return marked(said if "`" in said or said.endswith(".") else f"`{said}`")
