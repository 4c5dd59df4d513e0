"""Live figures as a notebook and a page see them."""

import base64
import gzip
import html
import json
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from taotp.figures import alphabet, circle_figure, cloud, decoder, hardening, rebuild
from taotp.figures.figure import Figure
from taotp.figures.live import LiveFigure
from taotp.programs import Program, hello_world
from tests.laws import every
from tests.refused import refused

MESSAGE = "Hello World!"


def build(N: float) -> Program:
    return hello_world(MESSAGE, loud=N)


def figures() -> list[LiveFigure]:
    return [decoder(build, MESSAGE), hardening(), cloud(2), cloud(3), circle_figure("abcde")]


def unpacked(shown: str) -> str:
    """The script that a notebook keeps with a figure."""
    (data,) = re.findall(r'"([\w+/=]{1000,})"', shown)
    return gzip.decompress(base64.b64decode(data)).decode()


def test_page_is_plain_html_and_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAOTP_PAGE", "1")
    for figure, again in zip(figures(), figures(), strict=True):
        bundle = figure._repr_mimebundle_()
        assert bundle == again._repr_mimebundle_()
        assert set(bundle) == {"text/plain", "text/html"}
        assert bundle["text/plain"].startswith(f"<{figure.figure.title}: live on the page>\n")
        assert "style=" not in bundle["text/html"]
        assert "<style" not in bundle["text/html"]
        data = re.search(r'<script type="application/json">(.*?)</script>', bundle["text/html"])
        assert data is not None
        assert json.loads(data[1]) == json.loads(json.dumps(figure.spec))
        element = figure.element()
        assert element.startswith('<div class="hand-live"><hand-figure id=')
        shown = re.sub("<script.*?</script>", "", element)
        assert shown.count(html.escape(figure.alt)) == 1, "its sentence stands below it once"
        assert shown.endswith(f"</hand-figure><p>{html.escape(figure.alt)}</p></div>")


def test_a_notebook_needs_no_kernel_to_show_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a saved notebook holds is HTML with its script; a kernel can have the widget."""
    monkeypatch.delenv("TAOTP_PAGE", raising=False)
    figure = cloud(2)
    bundle = figure._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    assert bundle["text/plain"] == f"<Layer norm on the plane: live on the page>\n{figure.alt}"
    assert ' data-notebook="">' in bundle["text/html"]
    assert "define({" in unpacked(bundle["text/html"])
    assert len(bundle["text/html"]) < 150_000, "as many letters more in a notebook that is saved"
    assert figure.widget.spec == figure.spec
    assert figure.widget is figure.widget


@every("shown, says, none", [
    ("1", "'<svg' in shown", ("anywidget", "ipywidgets", "matplotlib.pyplot")),
    # Half of what a first cell compiled was the picture that its script takes away at once.
    ("alive", "'<svg' not in shown", ("anywidget", "lanes")),
])  # fmt: skip
def test_page_never_imports_what_it_does_not_draw_with(
    shown: str, says: str, none: tuple[str, ...]
) -> None:
    """Widgets it never needs; where a page runs Python no still is drawn."""
    program = f"""
import os, sys
os.environ["TAOTP_PAGE"] = "{shown}"
from taotp import figures, programs
made = lambda n: figures.explore(programs.search("abc", 12, n), "abcab")
shown = figures.rebuild(made, n=(2, 3))._repr_mimebundle_()["text/html"]
print({says}, [m for m in sys.modules if any(x in m for x in {none})])
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True []"


def test_alphabet() -> None:
    assert alphabet(MESSAGE, 11) == list("Helo Wrd!")
    for d_vocab in (12, 32, 64, 128, 256):
        symbols = alphabet(MESSAGE, d_vocab)
        assert len(set(symbols)) == len(symbols) == d_vocab - 2
        assert set(MESSAGE) <= set(symbols)


def bare(alt: str) -> Figure:
    return Figure(id="x", title="title", alt=alt, panels=[], state={})


BAD: list[tuple[Callable[[], object], str]] = [
    (lambda: alphabet(MESSAGE, 10), "d_vocab is 10; it must be from 11"),
    (lambda: alphabet(MESSAGE, 5000), "d_vocab is 5000"),
    (lambda: cloud(4), "d_model is 4; a cloud can be drawn for 2 or 3"),
    (lambda: decoder(build, MESSAGE, show=("M",)), "'M' is unknown; it must be one of step, N"),
    (lambda: decoder(build, MESSAGE, panels=("heads",)), "panel 'heads' is unknown"),
    (lambda: LiveFigure(bare(" "), str), "alt of figure x is empty"),
    (lambda: LiveFigure(bare("alt"), str, ("knot",)), "part 'knot' of figure x must be .*gate"),
    (lambda: rebuild(lambda x: cloud(2), x={1: 2}), "must be a string, a number or a list"),  # type: ignore[arg-type]
    (lambda: rebuild(lambda x: cloud(2), x=0.0), "x is 0.0; a slider over powers of ten starts"),
]


def test_bad_requests_get_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAOTP_PAGE", raising=False)
    refused(*BAD)


def test_table_for_readers_without_script() -> None:
    table = decoder(build, MESSAGE).still()
    said = re.findall(r"<tr><td>\d+</td><td>[^<]*</td><td>([^<]*)</td>", table)
    assert "".join(said) == MESSAGE.replace(" ", "\N{OPEN BOX}") + "&lt;stop&gt;"


def decoder_of(message: str, d_vocab: int, N: float) -> LiveFigure:
    symbols = alphabet(message, d_vocab)
    return decoder(lambda N: hello_world(message, loud=N, vocabulary=symbols), message, N=N)


def test_rebuild_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a cell shows: plain bundles, and in one place figures, or what a program says."""
    monkeypatch.delenv("TAOTP_PAGE", raising=False)
    outputs: list[Any] = []

    class Place:
        def update(self, figure: LiveFigure | str) -> None:
            outputs[-1] = figure

    def display(what: Any, raw: bool = False, display_id: bool = False) -> Place | None:
        outputs.append(what)
        return Place() if display_id else None

    monkeypatch.setattr("IPython.display.display", display)
    made: Any = rebuild(decoder_of, message="Hi!", d_vocab=[8, 16], N=100.0)
    made._ipython_display_()
    assert outputs[0]["text/plain"] == "<controls: message, d_vocab, N>"
    view = outputs[0]["application/vnd.jupyter.widget-view+json"]
    assert set(view) == {"model_id", "version_major", "version_minor"}
    message, d_vocab, N = made.controls.values()
    assert outputs[1].spec["answer"] == ["H", "i", "!", "<stop>"]
    message.value = "Ho"
    assert outputs[1].spec["answer"] == ["H", "o", "<stop>"]
    d_vocab.value = 16
    assert len(outputs[1].spec["options"][0]["vocabulary"]) == 16
    N.value = 1000.0
    assert np.isclose(outputs[1].spec["state"]["N"], 1000)
    message.value = "A much longer <b>message</b>"
    assert "d_vocab is 16; it must be from 20" in made.sentence.value
    assert outputs[1].spec["answer"] == ["H", "o", "<stop>"]
    message.value = "Ha"
    words = "Built with message Ha, d_vocab 16, N 1000.0."
    assert made.sentence.value == f"<p role='status'>{words}</p>"
    assert len(outputs) == 2
    answer: Any = rebuild(lambda N: "Hi!" * N, N=[2, 1])
    answer._ipython_display_()
    answer.controls["N"].value = 1
    assert outputs[-1] == "Hi!"
    for start in (1e-7, 1.0, 1e11):
        slider = rebuild(lambda N: decoder_of("Hi!", 8, N), N=start)
        assert slider.controls["N"].value == start  # type: ignore[union-attr]
