"""The picture that stands beside a link to the book: a whole transformer, on a postcard."""

from dataclasses import replace
from io import BytesIO

from taotp.figures.pictures import POSITION, TOKEN, house_style
from taotp.programs import Program, hello_world
from taotp_core.weights import mapped

WIDE, HIGH, DOTS = 12.0, 6.3, 100  # inches, and dots to the inch: 1200 by 630
INK, PAPER = "#14181e", "#ffffff"
SAYS, LOUD = "Hello World!", 10


def printed_greeting() -> Program:
    """The greeting with its numbers to two places, as the card shows them."""
    program = hello_world(SAYS, loud=LOUD)
    return replace(program, model=mapped(program.model, lambda _, W: W.round(2)))


def card() -> bytes:
    """A PNG of 1200 by 630 dots: the numbers of the greeting, and what they are."""
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    model = printed_greeting().model
    tokens, numbers = model.W_E.size, [*model.W_E.ravel(), *model.W_pos.ravel()]
    with house_style():
        figure = Figure(figsize=(WIDE, HIGH), dpi=DOTS, facecolor=PAPER)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, WIDE), ylim=(0, HIGH))
        axes.axis("off")
        axes.text(0.6, 5.35, "This is a whole transformer.", fontsize=40, weight="bold", color=INK)
        axes.text(0.6, 4.75, f"{len(numbers)} numbers, none of them trained. They say {SAYS}",
                  fontsize=22, color=INK)  # fmt: skip
        for i, value in enumerate(numbers):
            row, column = divmod(i, 12)
            x, y = 0.6 + 0.9 * column, 3.85 - 0.5 * row
            color = TOKEN if i < tokens else POSITION
            axes.add_patch(Rectangle((x, y), 0.84, 0.42, facecolor=color, alpha=0.22))
            axes.text(x + 0.42, y + 0.2, f"{value:.2f}".replace("-", "\N{MINUS SIGN}"), ha="center",
                      va="center", fontsize=16, color=INK)  # fmt: skip
        axes.text(0.6, 0.55, "Transformers by Hand", fontsize=24, weight="bold", color=INK)
        axes.text(11.34, 0.55, "tokens", fontsize=18, ha="right", color=TOKEN)
        axes.text(10.3, 0.55, "positions", fontsize=18, ha="right", color=POSITION)
        file = BytesIO()
        figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()
