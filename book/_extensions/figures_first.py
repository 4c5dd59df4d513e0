"""A figure stands before the code that draws it, where the code is folded.

A reader meets the question, then the picture; the line that opens the code is behind it, on the
page as for who goes by keys.
"""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

DRAWN = ("<hand-figure", "<svg", "<figure")


class FiguresFirst(SphinxPostTransform):
    """Moves folded code behind what it draws."""

    default_priority = 200  # right behind myst-nb, which folds it
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Move the code of each cell that shows a picture."""
        for cell in self.document.findall(nodes.container):
            if cell.get("nb_element") == "cell_code" and cell.get("hide_mode") == "input":
                code, *shown = cell.children
                if any(is_drawn(each) for each in shown):
                    cell.children = [*shown, code]


def is_drawn(output: nodes.Node) -> bool:
    """Whether an output holds a picture."""
    return any(kind in raw.astext() for raw in output.findall(nodes.raw) for kind in DRAWN)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the transform."""
    app.add_post_transform(FiguresFirst)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
