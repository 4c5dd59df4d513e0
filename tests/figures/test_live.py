"""Live figures as a notebook and a page see them."""

import html
import json
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from taotp.figures import alphabet, circle_figure, cloud, decoder, hardening, rebuild
from taotp.figures.figure import Figure
from taotp.figures.live import LiveFigure
from taotp.programs import Program, hello_world
from tests.laws import every

MESSAGE = "Hello World!"


def build(N: float) -> Program:
    return hello_world(MESSAGE, loud=N)


def figures() -> list[LiveFigure]:
    return [decoder(build, MESSAGE), hardening(), cloud(2), cloud(3), circle_figure("abcde")]


def test_page_is_plain_html(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAOTP_PAGE", "1")
    for figure in figures():
        bundle = figure._repr_mimebundle_()
        assert set(bundle) == {"text/plain", "text/html"}
        assert figure.alt.replace("'", "&#x27;") in bundle["text/html"].replace("&#39;", "&#x27;")
        assert "style=" not in bundle["text/html"]
        assert "<style" not in bundle["text/html"]
        data = re.search(r'<script type="application/json">(.*?)</script>', bundle["text/html"])
        assert data is not None
        assert json.loads(data[1]) == json.loads(json.dumps(figure.spec))


def test_its_sentence_stands_below_it_once() -> None:
    for figure in figures():
        element = figure.element()
        assert element.startswith('<div class="hand-live"><hand-figure id=')
        shown = re.sub("<script.*?</script>", "", element)
        assert shown.count(html.escape(figure.alt)) == 1
        assert shown.endswith(f"</hand-figure><p>{html.escape(figure.alt)}</p></div>")


def test_the_same_from_run_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAOTP_PAGE", "1")
    for first, second in zip(figures(), figures(), strict=True):
        assert first._repr_mimebundle_() == second._repr_mimebundle_()
    assert (
        figures()[0]
        ._repr_mimebundle_()["text/plain"]
        .startswith("<The decoder, one position at a time: live on the page>\n")
    )


def test_a_notebook_needs_no_kernel_to_show_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a saved notebook holds is HTML with its script; a widget would be an error there."""
    monkeypatch.delenv("TAOTP_PAGE", raising=False)
    figure = cloud(2)
    bundle = figure._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    assert bundle["text/plain"] == f"<Layer norm on the plane: live on the page>\n{figure.alt}"
    assert ' data-notebook="">' in bundle["text/html"]
    assert "define({" in bundle["text/html"]


def test_a_kernel_can_have_the_widget() -> None:
    figure = cloud(2)
    assert figure.widget.spec == figure.spec
    assert figure.widget is figure.widget


def test_page_never_imports_widgets() -> None:
    program = (
        "import os, sys; os.environ['TAOTP_PAGE'] = '1'\n"
        "from taotp.figures import cloud, rebuild\n"
        "rebuild(lambda d_model: cloud(d_model), d_model=(2, 3))._repr_mimebundle_()\n"
        "print([m for m in ('anywidget', 'ipywidgets', 'matplotlib.pyplot') if m in sys.modules])"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_alphabet() -> None:
    assert alphabet(MESSAGE, 11) == list("Helo Wrd!")
    for d_vocab in (12, 32, 64, 128, 256):
        symbols = alphabet(MESSAGE, d_vocab)
        assert len(set(symbols)) == len(symbols) == d_vocab - 2
        assert set(MESSAGE) <= set(symbols)
    with pytest.raises(ValueError, match="d_vocab is 10; it must be from 11"):
        alphabet(MESSAGE, 10)
    with pytest.raises(ValueError, match="d_vocab is 5000"):
        alphabet(MESSAGE, 5000)


def test_bad_requests_get_a_sentence() -> None:
    with pytest.raises(ValueError, match="d_model is 4; a cloud can be drawn for 2 or 3"):
        cloud(4)
    with pytest.raises(ValueError, match="control 'M' is unknown; it must be one of step, N"):
        decoder(build, MESSAGE, show=("M",))
    with pytest.raises(ValueError, match="panel 'heads' is unknown"):
        decoder(build, MESSAGE, panels=("heads",))
    with pytest.raises(ValueError, match="alt of figure x is empty"):
        LiveFigure(Figure(id="x", title="title", alt=" ", panels=[], state={}), str)
    with pytest.raises(ValueError, match="part 'knot' of figure x must be one of .*gate"):
        LiveFigure(Figure(id="x", title="title", alt="alt", panels=[], state={}), str, ("knot",))


def test_table_for_readers_without_script() -> None:
    table = decoder(build, MESSAGE).still()
    said = re.findall(r"<tr><td>\d+</td><td>[^<]*</td><td>([^<]*)</td>", table)
    assert "".join(said) == MESSAGE.replace(" ", "\N{OPEN BOX}") + "&lt;stop&gt;"


def decoder_of(message: str, d_vocab: int, N: float) -> LiveFigure:
    symbols = alphabet(message, d_vocab)
    return decoder(lambda N: hello_world(message, loud=N, vocabulary=symbols), message, N=N)


def rebuilt() -> Any:
    return rebuild(decoder_of, message="Hi!", d_vocab=[8, 16], N=100.0)


def test_rebuild_on_a_page_is_the_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAOTP_PAGE", "1")
    assert isinstance(rebuilt(), LiveFigure)


@pytest.fixture
def outputs(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What a cell shows: plain bundles, and the figures that were put in one place."""
    monkeypatch.delenv("TAOTP_PAGE", raising=False)
    shown: list[Any] = []

    class Place:
        def update(self, figure: LiveFigure) -> None:
            shown[-1] = figure

    def display(what: Any, raw: bool = False, display_id: bool = False) -> Place | None:
        shown.append(what)
        return Place() if display_id else None

    monkeypatch.setattr("IPython.display.display", display)
    return shown


def test_rebuild_in_a_notebook(outputs: list[Any]) -> None:
    made = rebuilt()
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


@every("start", [1e-7, 1.0, 1e11])
def test_a_slider_starts_where_it_is_told_to(outputs: list[Any], start: float) -> None:
    made = rebuild(lambda N: decoder_of("Hi!", 8, N), N=start)
    assert made.controls["N"].value == start  # type: ignore[union-attr]


def test_rebuild_refuses_what_has_no_control(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAOTP_PAGE", raising=False)
    with pytest.raises(ValueError, match="choice must be a string, a number or a list"):
        rebuild(lambda x: cloud(2), x={1: 2})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="x is 0.0; a slider over powers of ten starts above 0"):
        rebuild(lambda x: cloud(2), x=0.0)
