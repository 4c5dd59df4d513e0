"""The cover of the book on paper: its title, and a whole transformer."""

from io import BytesIO

from taotp.figures.card import INK, PAPER, SAYS, printed_greeting
from taotp.figures.pictures import POSITION, TOKEN, house_style

WIDE, HIGH, DOTS = 8.0, 12.0, 150  # inches, and dots to the inch
COLUMNS, CELL, ROW, LEFT = 6, 1.1, 0.56, 0.7


def cover(title: str, author: str) -> bytes:
    """A PNG of 1200 by 1800 dots."""
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    model = printed_greeting().model
    numbers = [*model.W_E.ravel(), *model.W_pos.ravel()]
    with house_style():
        figure = Figure(figsize=(WIDE, HIGH), dpi=DOTS, facecolor=PAPER)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, WIDE), ylim=(0, HIGH))
        axes.axis("off")
        first, _, rest = title.rpartition(" by ")
        for place, line in ((10.6, first or title), (9.75, f"by {rest}" if first else "")):
            axes.text(LEFT, place, line, fontsize=46, weight="bold", color=INK)
        for i, value in enumerate(numbers):
            row, column = divmod(i, COLUMNS)
            x, y = LEFT + CELL * column, 8.5 - ROW * row
            color = TOKEN if i < model.W_E.size else POSITION
            size = CELL - 0.06, ROW - 0.08
            axes.add_patch(Rectangle((x, y), *size, facecolor=color, alpha=0.22))
            axes.text(x + size[0] / 2, y + 0.22, f"{value:.2f}".replace("-", "\N{MINUS SIGN}"),
                      ha="center", va="center", fontsize=16, color=INK)  # fmt: skip
        axes.text(LEFT, 1.75, f"{len(numbers)} numbers, none of them trained.", fontsize=21,
                  color=INK)  # fmt: skip
        axes.text(LEFT, 1.3, f"They say {SAYS}", fontsize=21, color=INK)
        axes.text(LEFT, 0.55, author, fontsize=15, color=INK)
        file = BytesIO()
        figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()
